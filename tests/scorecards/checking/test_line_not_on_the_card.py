"""A game for which one card has no line: the checker can say so, and the game's history tells of it."""

from dataclasses import replace

import pytest

from scorecards.checking.services.decisions import decide_game
from tests.builders import event, line, loss, win
from tests.pages import get_page
from tests.scorecards.checking.check_pages import client_of, staff
from tests.scorecards.checking.cross_checks import DISPUTED, confirm, four_cards, item, put_up_to_check, seated

pytestmark = pytest.mark.django_db


def test_line_that_is_not_on_the_card_is_confirmed_as_not_there() -> None:
    cards = [
        replace(card, lines=tuple(line for line in card.lines if (card.entrant, line.game) != (2, 3)))
        for card in four_cards()
    ]
    tournament = put_up_to_check(seated(event(cards, games=3)))
    director, checker = staff(tournament, "director", "Ada Birch", "AB"), staff(tournament)
    # The card of 1 names 2; by the decision 2 played 3.
    decided = {2: line(3, 3, loss(10)), 3: line(3, 2, win(10))}
    decide_game(tournament=tournament, actor=director, game=3, lines=decided, reason="2 and 3 sat together")

    confirm(tournament, checker)

    assert item(tournament).is_confirmed
    page = get_page(client_of(checker), f"/t/{tournament.slug}/check/{DISPUTED}/")
    assert "B-1: entry matches the paper (no line), BC" in page.text
