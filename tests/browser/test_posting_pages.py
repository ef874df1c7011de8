"""The pages of posting for everybody: axe in light and dark, and nothing runs out of the narrowest phone."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from brackets.event_files.store import import_event
from brackets.models import Posting
from brackets.posting.services import waive_condition
from scorecards.checking.services.decisions import decide_game
from tests.brackets.demo.event_with_every_error import event_with_every_error
from tests.brackets.posting.posting import post
from tests.browser.fit import faults
from tests.browser.pages import heading, sign_in
from tests.browser.test_keyboard import assert_visible, tab_to
from tests.builders import line as build_line
from tests.builders import loss, win
from tests.scorecards.checking.check_pages import staff
from tests.scorecards.checking.cross_checks import agreed
from tournaments.models import StaffMember, Tournament


@pytest.fixture
def addresses(transactional_db: None, context: BrowserContext, live_server: Any) -> dict[str, str]:
    """Return the address of every page of posting by what it shows; its director is signed in."""
    wrong, posted = import_event(event_file=event_with_every_error()), import_event(event_file=agreed())
    director = staff(wrong, "director", "Ada Birch", "AB")
    sign_in(context, director, live_server.url)
    me = StaffMember.objects.create(
        tournament=posted, user=director.user, role="director", name="Ada Birch", initials="AB"
    )
    waive_condition(tournament=wrong, actor=director, item="checked", reason="the papers are lost")
    post(posted, me)
    correct(posted, me, 5)
    post(posted, me, "game 1 was written down the wrong way round")
    correct(posted, me, 6)
    here, there = f"/t/{wrong.slug}/", f"/t/{posted.slug}/"
    return {
        "desk, outstanding": f"{here}desk/",
        "desk, changed": f"{there}desk/",
        "post, not yet": f"{here}post/",
        "post, again": f"{there}post/",
        "postings": f"{there}postings/",
        "postings, none": f"{here}postings/",
        "an earlier posting": f"{there}postings/1/",
        "its card": f"{there}postings/1/cards/1/",
        "ranking": f"{here}ranking/",
        "check": f"{here}check/",
    }


def correct(tournament: Tournament, me: StaffMember, spread: int) -> None:
    """Let 4 have beaten 1 in game 1, so that others move too."""
    lines = {1: build_line(1, 4, loss(spread)), 4: build_line(1, 1, win(spread))}
    seen = tournament.decisions.filter(revoked_at=None).values_list("pk", flat=True).first()
    decide_game(tournament=tournament, actor=me, game=1, lines=lines, reason="the wrong one was noted", seen=seen)


@pytest.mark.thorough
def test_pages_of_posting_are_fit_for_everybody(page: Page, addresses: dict[str, str]) -> None:
    assert faults(page, addresses, "main :is(button, summary, textarea, a.link-arrow, h2 > a, h3 > a)") == {}


def test_qualifiers_are_posted_again_by_keyboard_alone(page: Page, addresses: dict[str, str]) -> None:
    page.goto(addresses["post, again"])

    stops = [tab_to(page, "What has changed and why")]
    page.keyboard.type("the card says so")
    stops.append(tab_to(page, "Post 1 qualifier again"))
    page.keyboard.press("Enter")

    assert_visible(stops)
    expect(heading(page)).to_have_text("Dashboard")
    assert Posting.objects.latest("number").reason == "the card says so"
