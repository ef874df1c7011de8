"""No page of an event, of staff or the public, shows two people of one name alike."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from brackets.demo import people
from scorecards.checking.check_queue import CheckQueue
from scorecards.models import CardPicture
from scorecards.models.reports import secret_of
from scorecards.ranking.evidence import Evidence
from tests.events import everybody_qualifies
from tests.load.growth import make
from tests.scorecards.reporting.phones import switch_phones
from tests.test_urls import ACCESS
from tests.tournaments.archives.full_event import full_event
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.models.tournament import Audience

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.once, pytest.mark.thorough]

NAMES = ("Ann Quill", "Bo Sage")
AS_TYPED = ("/edit/", "entrants.csv", "entrants.xlsx", "event-file", "archive", "/log/", "relations", "merge/")
"""Where a name is as it was typed: forms, exports to import again, the log (with seats), relations, other events."""
ANY_NAME = re.compile(r"(?:Ann Quill|Quill, Ann|Bo Sage|Sage, Bo)")
TOLD_APART = re.compile(r" \((?:Hilo|Kona|Harbor|[A-Z]-\d+|#\d+|[A-Z][\w ,-]+)\)")


@pytest.fixture(scope="module", params=["played", "open"])
def event(request: pytest.FixtureRequest, module_db: None, tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as monkeypatch:
        if request.param == "open":
            monkeypatch.setattr(people, "_names", lambda rng, count: [NAMES[at % 2] for at in range(count)])
            tournament = Tournament.objects.get(slug=make(24, "open"))
        else:
            tournament = full_event(of_two_names())
        switch_phones(tournament, is_on=True)
        Tournament.objects.filter(pk=tournament.pk).update(standings_shown=Audience.EVERYBODY)
        tournament.refresh_from_db()
        yield tournament


def of_two_names() -> Any:
    """Return four entrants of two names, told apart by city, club, seat and number."""
    event_file = everybody_qualifies()
    more: list[dict[str, str]] = [{"city": "Hilo"}, {"city": "Kona"}, {"club": "Harbor"}, {}]
    entrants = [
        replace(entrant, name=NAMES[place // 2], **more[place]) for place, entrant in enumerate(event_file.entrants)
    ]
    return replace(event_file, entrants=tuple(entrants))


def addresses(tournament: Tournament, without: tuple[str, ...] = AS_TYPED) -> Iterator[str]:
    """Return the address of every page of an event, and of what is found on some of them."""
    values: dict[str, Any] = {"slug": tournament.slug, "edition": "acc-2020", "posting": 1, "item": "cards"}
    values["code"] = secret_of(Entrant.objects.filter(tournament=tournament)[0].pk, 1)
    values |= dict.fromkeys(("place", "relation", "hand", "game", "round_number", "slot"), 1)
    values["key"] = next((one.key for one in CheckQueue(tournament).items if one.kind.is_ruling), "1-1-2")
    if picture := CardPicture.objects.filter(file__tournament=tournament).first():
        values["pk"] = picture.pk
    moved = [row.holder.number for row in Evidence(tournament).moved]
    for pattern in ACCESS:
        names = re.findall(r"<\w+:(\w+)>", pattern)
        if "slug" not in names or any(part in pattern for part in without):
            continue
        for number in [*moved[:1], 1, 2] if "number" in names else [1]:
            known = values | {"number": number}
            if set(names) <= set(known):
                yield "/" + re.sub(r"<\w+:(\w+)>", lambda found, known=known: str(known[found[1]]), pattern)
    for search in (
        "seats/?find=quill",
        "standings/?name=quill",
        "bracket/?name=quill",
        "?name=quill",
        "standings/?sort=name",
    ):
        yield f"/t/{tournament.slug}/{search}"
    for search in (
        "entrants/?find=quill",
        "cards/?find=quill",
        "ranking/?find=quill&sort=name",
        "playoffs/?name=quill",
    ):
        yield f"/t/{tournament.slug}/{search}"


def shown_alike(text: str) -> list[str]:
    """Return every place of a page where a name stands without what tells it from its namesake's."""
    text = re.sub(r"<input[^>]*>|<script.*?</script>|<style.*?</style>", "", text, flags=re.DOTALL)
    labels = " ".join(re.findall(r'(?:aria-label|title|alt|value|data-name)="([^"]*)"', text))
    text = " ".join(unescape(re.sub(r"<[^>]*>", " ", f"{text} {labels}")).split())
    return [
        text[max(0, found.start() - 30) : found.end() + 20]
        for found in ANY_NAME.finditer(text)
        if not TOLD_APART.match(text, found.end()) and not re.search(r"(?:[A-Z]-\d+|\b\d+) $", text[: found.start()])
    ]


def test_namesakes_are_shown_alike_on_no_page(event: Tournament, client: Client, settings: Any, tmp_path: Path) -> None:
    settings.PICTURES_DIR = tmp_path
    client.force_login(StaffMember.objects.filter(tournament=event, user__isnull=False).order_by("pk")[0].user)
    alike, pages = {}, 0
    for address in addresses(event):
        response = client.get(address)
        if response.status_code != 200 or not response["Content-Type"].startswith(("text/", "application/json")):
            continue
        pages += 1
        if found := shown_alike(response.content.decode()):
            alike[address] = found[:3]

    assert (alike, pages > 40) == ({}, True)
