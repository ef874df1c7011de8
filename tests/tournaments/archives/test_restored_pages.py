"""Every page and file of a restored event with everything has the text that it had."""

import io
import re
from difflib import ndiff

import pytest
from django.test import Client

from tests.factories.tournaments import UserFactory
from tests.pages import read_page
from tests.test_urls import ACCESS, BY_CODE
from tests.tournaments.archives.full_event import archive_of, empty_the_database, full_event
from tournaments.archives.restore import restore_archive
from tournaments.hooks import differences_of
from tournaments.models import StaffMember, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.once]

# The log has one entry more, that of the restoring; the staff page says who is here now; the last two are zip files,
# of which each has its own time.
OTHERWISE = {"log/", "log/csv/", "staff/", "settings/archive/", "money/money.xlsx", "results/results.xlsx"}
OTHERWISE |= {"entrants/entrants.xlsx"}
# The report to the ACC has the check number of the log, which goes on.
OTHERWISE |= {f"acc-report/{part}" for part in ("", "report.json", "report.csv", "report.xlsx")}
# Files of the published site say of when they are.
OTHERWISE |= {"publish/site.zip", "publish/page.html"}
# Rows that the database numbers over all events; the same is shown on the pages that lead there.
BY_KEY = re.compile(
    r"announcements/<|staff/<|own-card/<|pools/<|undo/<|codes/<|tie-|/end/|relations/<|hands/<|points/<"
)
CLOCK = re.compile(r"\b\d+:\d\d\b")
AGE = re.compile(r"\bjust now\b|\b\d+ minutes? ago\b")


def addresses(slug: str) -> dict[str, str]:
    """Return every address of an event by its pattern; numbers are those of the first card, posting, match and call."""
    found = {}
    for pattern, rule in ACCESS.items():
        rest = pattern.removeprefix("t/<slug:slug>/")
        if rest == pattern or rule == BY_CODE or BY_KEY.search(rest) or rest in OTHERWISE or "now/" in rest:
            continue
        values = {"key": "1-1-2", "item": "cards"}
        path = re.sub(r"<\w+:(\w+)>", lambda name, values=values: values.get(name[1], "1"), rest)
        found[rest] = f"/t/{slug}/{path}"
    return found


def texts_of(client: Client, slug: str) -> dict[str, str]:
    """Return what each page says, without head and attributes; files whole; of what is refused its status."""
    found = {}
    for pattern, address in addresses(slug).items():
        response = client.get(address)
        text = b"".join(response).decode() if response.status_code == 200 else str(response.status_code)
        if response.status_code == 200 and response["Content-Type"].startswith("text/html"):
            page = read_page(text)
            text = " ".join(page.texts("body")) or page.text
            # The forfeit clock shows what time it is.
            text = CLOCK.sub("", text) if pattern == "playoffs/" else text
            # On a busy machine the restoring takes more than a minute.
            text = AGE.sub("", text) if pattern == "desk/" else text
        found[pattern] = text
    return found


def differing(before: str, after: str) -> list[str]:
    """Return what one text has and the other has not, word by word."""
    return [word for word in ndiff(before.split(), after.split()) if word[0] in "+-"]


@pytest.mark.thorough
def test_pages_of_a_restored_event_are_the_same() -> None:
    tournament = full_event()
    client = Client()
    client.force_login(StaffMember.objects.get(tournament=tournament, user__username="ada").user)
    before = texts_of(client, tournament.slug)
    del before["hall/"]  # is about the computer, which goes on
    archives = [archive_of(event) for event in Tournament.objects.order_by("pk")]
    is_clean = not differences_of(tournament)
    empty_the_database()
    ada = UserFactory(username="ada", first_name="Ada", last_name="Birch")

    restored = [restore_archive(io.BytesIO(archive), user=ada, by="Ada Birch").tournament for archive in archives]
    Tournament.objects.update(is_hidden=False)
    client = Client()
    client.force_login(ada)
    after = texts_of(client, tournament.slug)
    [again] = [one for one in restored if one.slug == tournament.slug]

    assert {name: differing(before[name], text) for name, text in after.items() if text != before.get(name, text)} == {}
    assert sum(len(text) > 3 for text in after.values()) > 60
    assert bool(differences_of(again)) != is_clean
