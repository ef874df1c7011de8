"""Events for tests of the ranking, its ties and its evidence."""

from dataclasses import replace

from tests.builders import Entry, both_cards, card, decision, event, loss, win
from tournaments.rules.types import DecisionRecord, EventFile


def two_level() -> EventFile:
    """Return four entrants; 1 and 2 have not met and are level on everything. Two qualify."""
    results = {(1, 1, 3): 10, (1, 2, 4): 10, (2, 1, 4): 10, (2, 2, 3): 10}
    return event(both_cards(results), games=2, qualifiers=2)


def parted_by_their_game() -> EventFile:
    """Return four entrants; 1 and 2 are level on everything behind 3, and 1 has beaten 2. Two qualify."""
    results = {(1, 1, 2): 10, (1, 3, 4): 30, (2, 4, 1): 10, (2, 2, 3): 10}
    return event(both_cards(results), games=2, qualifiers=2)


def both_lost_their_game() -> EventFile:
    """Return four entrants; 1 and 2 both claim their game, so that both lose it, and are level. Two qualify."""
    cards = [
        card(1, (2, win(10)), (3, win(20))),
        card(2, (1, win(10)), (4, win(20))),
        card(3, (4, win(5)), (1, loss(20))),
        card(4, (3, loss(5)), (2, loss(20))),
    ]
    return event(cards, games=2, qualifiers=2)


def overtaken(*, qualifiers: int = 1, written: int = 12) -> EventFile:
    """Return four entrants; 1 leads 2 by two points until a ruling on game 1 takes eight from 1's card (12.2.a).

    ``written`` is the spread on the card of 3, who lost that game; 1 wrote 20.
    """
    cards = [
        card(1, (3, win(20)), (4, win(10))),
        card(2, (4, win(18)), (3, win(10))),
        card(3, (1, loss(written)), (2, loss(10))),
        card(4, (2, loss(18)), (1, loss(10))),
    ]
    return event(cards, games=2, qualifiers=qualifiers)


def decided_against_the_leader() -> EventFile:
    """Return the same four with cards that agree; the director gives 1 less for game 1, and so 2 leads."""
    return replace(overtaken(written=20), decisions=(given_less(),))


def given_less() -> DecisionRecord:
    return decision(1, (1, win(5)), (3, loss(5)))


def moved_below_the_line() -> EventFile:
    """Return four entrants of whom 1 qualifies; 2 claims the game that 1 won, in the wrong column (12.2.d)."""
    cards = [
        card(1, (2, win(20)), (3, win(40)), (4, win(30))),
        card(2, (1, Entry(2, None, 20)), (4, win(10)), (3, loss(6))),
        card(3, (4, win(5)), (1, loss(40)), (2, win(6))),
        card(4, (3, loss(5)), (2, loss(10)), (1, loss(30))),
    ]
    return event(cards, games=3)
