"""Pages of the staff say whether what they show is posted: notices for players, and the working standings."""

import pytest
from django.test import Client

from tests.brackets.posting.posting import directed, post
from tests.pages import Element, get_page
from tests.scorecards.checking.check_pages import queue_of, signed
from tests.scorecards.ranking.rankings import overtaken
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

BEFORE = "Nothing is posted yet: places can still move."
AFTER = "What counts is what is posted: posting 1 at the moment."


@pytest.fixture
def tournament(client: Client) -> Tournament:
    """Return an event that is checked and can be posted; its director is signed in."""
    tournament, me = directed(client, overtaken())
    for item in queue_of(tournament).open:
        signed(tournament, me, item)
    return tournament


def pages(client: Client, tournament: Tournament, *more: str) -> list[Element]:
    return [get_page(client, f"/t/{tournament.slug}/ranking/{address}") for address in more]


def test_notice_says_whether_anything_is_posted(client: Client, tournament: Tournament) -> None:
    member = tournament.staff.get()
    [before] = pages(client, tournament, "evidence/1/")
    post(tournament, member)

    [after] = pages(client, tournament, "evidence/1/")

    assert [(BEFORE in page.text, AFTER in page.text) for page in (before, after)] == [(True, False), (False, True)]


def test_working_standings_say_which_posting_is_up(client: Client, tournament: Tournament) -> None:
    member = tournament.staff.get()
    [before] = pages(client, tournament, "")
    post(tournament, member)

    [after] = pages(client, tournament, "")

    captions = [page.by_id("standing-rows").texts("caption")[0].partition(".")[0] for page in (before, after)]
    assert captions == ["Not posted", "As the cards stand now"]
    assert ["not posted" in page.texts("strong") for page in (before, after)] == [True, False]
    assert f"/t/{tournament.slug}/postings/1/" in after.links
