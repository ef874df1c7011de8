"""The end of a round on phones: one press closes and holds it, another shows the qualifiers on the hall screen."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from brackets.models import HeldPosting, Posting
from tests.browser.fit import RUNS_OUT, violations
from tests.browser.pages import sign_in
from tests.browser.snapshots import Store
from tests.scorecards.cards.card_entry import checker, paper, written
from tests.scorecards.reporting.phones import phones_event, say, spread_of
from tournaments.models import Audience, Tournament

pytestmark = pytest.mark.several_people

PAPERS = written(players=8, games=3)


def reported_but_for_one() -> Tournament:
    """Store an event in which every game is reported and agreed on, but that player 1 has to agree on the last."""
    tournament = phones_event()
    Tournament.objects.filter(pk=tournament.pk).update(standings_shown=Audience.NOBODY)
    for card in PAPERS.scorecards:
        for line in card.lines:
            if (card.entrant, line.game) != (1, 3):
                say(tournament, card.entrant, line.opponent or 0, spread_of(line), line.game)
    return tournament


@pytest.mark.thorough
def test_one_press_holds_the_qualifiers_and_the_reveal_brings_them_to_the_hall_screen(
    page: Page, context: BrowserContext, store: Store, live_server
) -> None:
    tournament = store(reported_but_for_one)
    screen = context.new_page()
    screen.goto(f"/t/{tournament.slug}/screen/")
    sign_in(context, checker(tournament, "Ada Birch", "director"), live_server.url)
    page.goto(f"/t/{tournament.slug}/reports/")
    expect(page.get_by_text("Still open: 1 game not accepted.")).to_be_visible()
    last = paper(PAPERS, 1).lines[-1]

    say(tournament, 1, last.opponent or 0, spread_of(last), 3)
    page.get_by_role("button", name="Close and hold for the reveal").click()

    expect(page.get_by_text("The qualifying round is closed. The posting is held.")).to_be_visible()
    assert (HeldPosting.objects.count(), Posting.objects.count()) == (1, 0)
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert (violations(page), page.evaluate(RUNS_OUT)) == ([], [])
    page.get_by_role("button", name="Reveal").click()
    expect(page.get_by_text("Posting 1 is public now.")).to_be_visible()
    expect(screen.get_by_role("heading", name="Qualifiers")).to_be_visible()
