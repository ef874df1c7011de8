"""Half of the players report on phones, half hand in paper, and some disagree: the result is that of the cards."""

from dataclasses import replace
from functools import cache

import pytest

from brackets.event_files.store import import_event
from scorecards.records.results import current_result
from scorecards.reporting.services.closing import close_round
from tests.factories.tournaments import StaffMemberFactory
from tests.scorecards.cards.card_entry import put_up, save, written
from tests.scorecards.reporting.phones import say, spread_of, switch_phones
from tournaments.rules.types import CardRecord, EventFile, Line

pytestmark = pytest.mark.django_db

BY_PHONE = range(1, 7)


def changed(card: CardRecord, game: int, spread: int) -> CardRecord:
    """Return a card whose line says another result; foot totals are left blank, as closing leaves them."""
    opponent = next(line.opponent for line in card.lines if line.game == game)
    points = (3 if spread > 30 else 2) if spread > 0 else 0
    line = Line(game, opponent, points, spread if spread > 0 else None, -spread if spread < 0 else None)
    return replace(card, lines=tuple(line if one.game == game else one for one in card.lines))


@cache
def papers() -> EventFile:
    """Return the cards of 12 players: games in which the spreads differ, and one that both say they won."""
    event_file = written(players=12, games=5)
    cards = {card.entrant: replace(card, recorded=None) for card in event_file.scorecards}
    cards[1] = changed(cards[1], 1, 17)
    cards[3] = changed(cards[3], 2, 40)
    cards[8] = changed(cards[8], 3, 12)
    return replace(event_file, scorecards=tuple(cards[number] for number in sorted(cards)))


def test_the_result_of_phones_and_paper_is_that_of_the_cards_as_written() -> None:
    event_file = papers()
    tournament = put_up(event_file)
    switch_phones(tournament, is_on=True)
    checker = StaffMemberFactory(tournament=tournament, name="Ada Birch")

    for card in event_file.scorecards:
        if card.entrant in BY_PHONE:
            for line in card.lines:
                say(tournament, card.entrant, line.opponent or 0, spread_of(line), line.game)
        else:
            save(tournament, checker, card)
    assert close_round(tournament=tournament, actor=checker) == len(BY_PHONE)

    by_cards = current_result(import_event(event_file=event_file), with_rulings=True)
    tournament.refresh_from_db()
    found = current_result(tournament, with_rulings=True)
    assert found is not None
    assert by_cards is not None
    assert found.result.standings == by_cards.result.standings
    assert found.result.rulings == by_cards.result.rulings
    assert found.result.rulings != ()
