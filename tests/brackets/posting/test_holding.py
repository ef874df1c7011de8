"""Holding the reveal: frozen and logged for staff, and nothing of it public before a director reveals it."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client

from brackets.event_files.verify import all_differences
from brackets.models import HeldPosting, PostedCard, Posting
from brackets.posting.services import (
    PostingRefused,
    hold_posting,
    post_qualifiers,
    reveal_posting,
    undo_hold,
    waive_condition,
)
from scorecards.models.reports import secret_of
from tests.brackets.posting.posting import correct, directed, post
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import get_page
from tests.scorecards.cards.card_entry import entrant, save, stored
from tests.scorecards.checking.cross_checks import agreed, disputed
from tests.scorecards.reporting.phones import switch_phones
from tests.test_urls import ACCESS, BY_CODE, PUBLIC
from tests.tournaments.staff.people import invited_client
from tournaments.models import Audience, AuditEntry, Entrant, StaffMember, Tournament
from tournaments.page_cache.versions import VERSIONS
from tournaments.rules.types import FootTotals
from tournaments.term import in_term, take_term

pytestmark = pytest.mark.django_db

SEARCHES = ("?name=e", "standings/?sort=name", "standings/?name=e", "bracket/?name=e", "screen/?seconds=20")
KEY_OF_FORM = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
FRAGMENTS = (("?name=e", "found"), ("standings/?name=e", "standings"))


def hold(tournament: Tournament, me: StaffMember) -> HeldPosting:
    tournament.refresh_from_db()
    return hold_posting(tournament=tournament, actor=me, seen=tournament.version)


def reveal(tournament: Tournament, me: StaffMember, held: HeldPosting) -> Posting:
    return reveal_posting(tournament=tournament, actor=me, held=held.pk)


def public_addresses(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Yield every address that is open to strangers and players, of everybody and everything, and its htmx target."""
    first = Entrant.objects.get(tournament=tournament, number=1)
    for pattern, rule in ACCESS.items():
        if rule in (PUBLIC, BY_CODE) and pattern.startswith("t/<slug:slug>/"):
            for number in (1, 99):
                values = {"slug": tournament.slug, "posting": 1, "game": number, "number": number}
                values["code"] = secret_of(first.pk, 1)
                yield "/" + re.sub(r"<\w+:(\w+)>", lambda found, of=values: str(of[found[1]]), pattern), ""
    yield "/", ""
    base = tournament.get_absolute_url()
    yield from ((f"{base}{more}", "") for more in SEARCHES)
    yield from ((f"{base}{more}", target) for more, target in FRAGMENTS)


def seen_by(stranger: Client, tournament: Tournament) -> dict[tuple[str, str], tuple[int, bytes, dict[str, str], int]]:
    """Return what every public address answers: status, body, headers, and the status where the browser has that.

    The keys of forms and the number of a request are another each time, whatever is asked.
    """
    VERSIONS.clear()  # kept for a quarter of a second
    found = {}
    for address, target in dict.fromkeys(public_addresses(tournament)):
        asked = {"HX-Request": "true", "HX-Target": target} if target else {}
        answer = stranger.get(address, headers=asked)
        headers = {name: value for name, value in answer.items() if name not in ("X-Request-ID", "Last-Modified")}
        has_it = {**asked, "If-None-Match": answer["ETag"]} if "ETag" in answer else asked
        again = stranger.get(address, headers=has_it).status_code if "ETag" in answer else 0
        found[address, target] = (answer.status_code, KEY_OF_FORM.sub(b"", answer.content), headers, again)
    return found


@pytest.fixture
def dee(client: Client) -> StaffMember:
    """Return the director, signed in, of an event that can be posted: 1 of 4 qualifies."""
    return directed(client, agreed())[1]


@pytest.fixture
def tournament(dee: StaffMember) -> Tournament:
    return dee.tournament


@pytest.mark.slow
def test_nothing_of_what_is_held_is_public_at_any_address_before_the_reveal(
    tournament: Tournament, dee: StaffMember
) -> None:
    switch_phones(tournament, is_on=True)
    stranger = Client()
    seen_by(stranger, tournament)  # a card's code is opened for the first time once
    version = Tournament.objects.values_list("posted_version", flat=True)
    before, version_before = seen_by(stranger, tournament), version.get(pk=tournament.pk)

    hold(tournament, dee)
    held, version_held = seen_by(stranger, tournament), version.get(pk=tournament.pk)
    undo_hold(tournament=tournament, actor=dee)
    undone, version_undone = seen_by(stranger, tournament), version.get(pk=tournament.pk)
    reveal(tournament, dee, hold(tournament, dee))
    revealed = seen_by(stranger, tournament)

    assert len(before) > 40
    assert (version_held, version_undone) == (version_before, version_before)
    assert [address for address in before if held[address] != before[address]] == []
    assert [address for address in before if undone[address] != before[address]] == []
    base = tournament.get_absolute_url()
    follows = ("", "standings/", "standings/1/", "bracket/", "screen/", "p/1/", "postings/", "postings/1/", "now/")
    files = ("results/", "results/standings.csv", "standings.json", "bracket.json", "results.json")
    same = [part for part in (*follows, *files) if revealed[f"{base}{part}", ""][1] == before[f"{base}{part}", ""][1]]
    assert same == []
    assert b"7/3 +66" in revealed[f"{base}screen/", ""][1]
    # Player 1's own card alone says so, on their own phone.
    assert [
        address for (address, _), (_, body, _, _) in held.items() if b"7/3 +66" in body and "/me/" not in address
    ] == []


def test_reveal_posts_what_was_frozen_and_both_are_in_the_log(tournament: Tournament, dee: StaffMember) -> None:
    held = hold(tournament, dee)

    posting = reveal(tournament, dee, held)

    frozen = HeldPosting.objects.get()
    assert (frozen.revoked_by, frozen.revoked_reason) == (dee.name, "revealed")
    assert [getattr(posting, name) for name in ("number", "report", "people", "made_by")] == [
        *(1, frozen.report, frozen.people, dee.name)
    ]
    assert {str(card.number): card.snapshot for card in PostedCard.objects.all()} == frozen.cards
    tournament.refresh_from_db()
    assert tournament.latest_posting == 1
    first, second = AuditEntry.objects.filter(action__in=("posting held", "standings posted")).order_by("pk")
    assert (first.subject, first.digest, second.digest) == ("held posting", frozen.log_head, posting.log_head)
    assert (second.subject, second.rule, second.after["held by"]) == ("posting 1", "App.14", dee.name)
    assert all_differences(tournament) == []
    with pytest.raises(PostingRefused, match="no longer held"):
        reveal(tournament, dee, held)
    assert Posting.objects.count() == 1


def test_held_posting_is_as_the_one_that_is_posted_at_once(tournament: Tournament, dee: StaffMember) -> None:
    frozen = hold(tournament, dee)
    frozen.refresh_from_db()

    posting = post(tournament, dee)

    assert {str(card.number): card.snapshot for card in PostedCard.objects.all()} == frozen.cards
    assert (posting.report, posting.people, posting.waivers) == (frozen.report, frozen.people, frozen.waivers)
    ended = HeldPosting.objects.get()
    assert (ended.revoked_reason, AuditEntry.objects.filter(action="held posting undone").count()) == (
        "posted at once",
        1,
    )


def test_correction_after_the_hold_makes_the_reveal_ask_for_another(client: Client, dee: StaffMember) -> None:
    tournament, address = dee.tournament, f"/t/{dee.tournament.slug}/post/"
    held = hold(tournament, dee)
    correct(tournament, dee)

    refused = client.post(f"{address}reveal/", {"held": held.pk})
    page = get_page(client, address)
    tournament.refresh_from_db()
    again = client.post(address, {"version": tournament.version, "hold": "1"})
    old = client.post(f"{address}reveal/", {"held": held.pk})
    newer = HeldPosting.objects.active().get()
    revealed = client.post(f"{address}reveal/", {"held": newer.pk})

    assert [one.status_code for one in (refused, again, old, revealed)] == [409, 302, 409, 302]
    assert "Something has changed since this was held." in refused.content.decode()
    assert "Cannot be revealed now" in page.text
    assert [row.texts("th")[0] for row in page.all("table")[0].all("tbody")[0].all("tr")] == [
        *("Entrant 2", "Entrant 1", "Entrant 4")
    ]
    assert page.texts("button")[-3:] == ["Undo hold", "Post 1 qualifier", "Hold again for the reveal"]
    was = HeldPosting.objects.get(pk=held.pk)
    assert (was.report, was.cards, was.revoked_reason) == (held.report, was.cards, "held again")
    posting = Posting.objects.get()
    assert (posting.report, posting.report["standings"][0]["entrant"]) == (newer.report, 2)


def test_card_saved_again_with_no_place_changed_ends_the_hold_too(client: Client, dee: StaffMember) -> None:
    tournament = dee.tournament
    held = hold(tournament, dee)
    card = replace(stored(tournament, 4), recorded=FootTotals(0, 0, 0, 62))
    save(tournament, dee, card, version=entrant(tournament, 4).scorecard.version)

    with pytest.raises(PostingRefused, match="Something has changed"):
        reveal(tournament, dee, held)
    page = get_page(client, f"/t/{tournament.slug}/post/")
    assert "No place has changed. A card, a name, a seat or a skipped condition has." in page.texts("p")
    reveal(tournament, dee, hold(tournament, dee))
    assert PostedCard.objects.get(number=4).snapshot["foot"]["minus"] == 62


def test_hold_that_is_undone_stays_on_record_and_is_never_revealed(client: Client, dee: StaffMember) -> None:
    tournament, address = dee.tournament, f"/t/{dee.tournament.slug}/post/"
    client.post(address, {"version": Tournament.objects.get().version, "hold": "1"})
    held = HeldPosting.objects.get()
    page, desk = get_page(client, address), get_page(client, f"/t/{tournament.slug}/desk/")

    undone = client.post(f"{address}hold/removal/")
    refused = client.post(f"{address}reveal/", {"held": held.pk})

    assert page.texts("button")[-2:] == ["Reveal", "Undo hold"]
    assert "The posting is held for the reveal." in desk.texts("p")
    assert (undone.status_code, refused.status_code) == (302, 409)
    found = HeldPosting.objects.get()
    assert (found.report, found.revoked_by, found.revoked_reason) == (held.report, dee.name, "undone")
    assert not Posting.objects.exists()
    assert get_page(client, address).texts("button")[-2:] == ["Post 1 qualifier", "Hold for the reveal"]
    assert all_differences(tournament) == []


def test_checker_is_not_offered_the_reveal(tournament: Tournament, dee: StaffMember) -> None:
    hold(tournament, dee)

    page = get_page(invited_client(tournament, "checker"), f"/t/{tournament.slug}/post/")

    assert page.texts("button")[-1] not in ("Reveal", "Undo hold")


def test_what_cannot_be_held_is_refused_and_says_why(tournament: Tournament, dee: StaffMember) -> None:
    hold(tournament, dee)
    with pytest.raises(PostingRefused, match="held already"):
        hold(tournament, dee)
    with pytest.raises(PostingRefused, match="Something changed since you opened"):
        hold_posting(tournament=tournament, actor=dee, seen=tournament.version - 1)
    undo_hold(tournament=tournament, actor=dee)
    Tournament.objects.update(standings_shown=Audience.EVERYBODY)
    with pytest.raises(PostingRefused, match="Everybody sees the standings already"):
        hold(tournament, dee)
    Tournament.objects.update(standings_shown=Audience.NOBODY)
    post(tournament, dee)
    correct(tournament, dee)
    with pytest.raises(PostingRefused, match="A correction is posted at once"):
        hold(tournament, dee)
    assert not HeldPosting.objects.active().exists()


def test_condition_that_opens_again_prevents_the_reveal(client: Client) -> None:
    tournament, me = directed(client, disputed())
    waive_condition(tournament=tournament, actor=me, item="checked", reason="paper lost")
    held = hold(tournament, me)

    client.post(f"/t/{tournament.slug}/post/waivers/checked/removal/")

    with pytest.raises(PostingRefused, match="not complete any more"):
        reveal(tournament, me, held)
    waive_condition(tournament=tournament, actor=me, item="checked", reason="another reason")
    with pytest.raises(PostingRefused, match="Something has changed"):
        reveal(tournament, me, held)
    assert held.waivers[0] == {"item": "checked", "reason": "paper lost", "by": me.name}


def test_verify_misses_the_log_entry_of_a_hold(tournament: Tournament, dee: StaffMember) -> None:
    hold(tournament, dee)
    HeldPosting.objects.update(log_head="0" * 64)

    assert all_differences(tournament) == [
        "log: no entry has the seal of the posting held by Ada Birch, 0000 0000 0000 0000"
    ]


def test_event_with_a_hold_is_posted_by_another_director_after_all(tournament: Tournament, dee: StaffMember) -> None:
    held = hold(tournament, dee)
    other = StaffMemberFactory(tournament=tournament, name="Bo Cedar")

    posting = reveal(tournament, other, held)

    assert (posting.made_by, AuditEntry.objects.latest("pk").after["held by"]) == ("Bo Cedar", dee.name)
    tournament.refresh_from_db()
    with pytest.raises(PostingRefused, match="Nothing has changed"):
        post_qualifiers(tournament=tournament, actor=other, seen=tournament.version)


@pytest.mark.usefixtures("first_term")
def test_posting_of_the_same_number_held_in_another_term_is_another_one(client: Client, dee: StaffMember) -> None:
    address = f"/t/{dee.tournament.slug}/post/"
    hold(dee.tournament, dee)
    page = get_page(client, address)
    [seen] = [one.attributes["value"] for one in page.all("input") if one.attributes.get("name") == "held"]
    take_term()

    assert client.post(f"{address}reveal/", {"held": seen}).status_code == 409
    assert client.post(f"{address}reveal/", {"held": in_term(str(seen).split("@")[0])}).status_code == 302
