"""Notes beside a ruling that goes by the letter of 12.2.c, or where 12.2.e leaves something open."""

import pytest

from brackets.event_files.report_text import as_text
from brackets.rules.report import report_on
from scorecards.rules.ruling_notes import MORE_THAN_CLAIMED, UNLIKE_SPREADS
from tests.builders import Entry, event, loss, win
from tests.pages import get_page
from tests.scorecards.checking.check_pages import client_of, staff
from tests.scorecards.checking.cross_checks import DISPUTED, confirm, four_cards, put_up_to_check, seated, with_line
from tournaments.rules.types import EventFile

pytestmark = pytest.mark.django_db

LIFTED = MORE_THAN_CLAIMED.format(rule="12.2.c")


def game_3(first: Entry, second: Entry) -> EventFile:
    """Return four entrants of whom 1 qualifies, with these lines of game 3 on the cards of 1 and 2."""
    cards = with_line(with_line(four_cards(), 1, 3, first), 2, 3, second)
    return seated(event(cards, games=3))


@pytest.mark.parametrize(
    ("first", "second", "notes"),
    [(Entry(points=2), loss(35), [LIFTED]), (win(40), win(9), [UNLIKE_SPREADS]), (Entry(points=3), loss(35), [])],
)
def test_12_2_ruling_and_card_and_report_carry_the_note(first: Entry, second: Entry, notes: list[str]) -> None:
    event_file = game_3(first, second)
    tournament = put_up_to_check(event_file)
    checker = staff(tournament)
    confirm(tournament, checker)
    known = {LIFTED, UNLIKE_SPREADS}

    ruling = get_page(client_of(checker), f"/t/{tournament.slug}/check/{DISPUTED}/")
    card = get_page(client_of(checker), f"/t/{tournament.slug}/standings/1/")

    assert [text for text in ruling.texts("p") if text in known] == notes
    assert [text for text in card.texts("p") if text in known] == notes
    assert [text for text in known if text in as_text(event_file, report_on(event_file))] == notes
