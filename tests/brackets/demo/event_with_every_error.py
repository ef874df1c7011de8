"""An event with every kind of error that cards can have, and with both kinds of tie at the top."""

from dataclasses import replace

from brackets.demo.event import make_event
from tests.builders import both_cards
from tournaments.rules.types import CardRecord, EntrantRecord, EventFile, ScheduledGame

GAMES = 8
DEMO_PLAYERS = 24
SEED = 1
QUALIFIERS = 12
TABLES = "ABC"

LEVEL_TWO = (25, 26)
"""Who won one game each against the other, by as much: a tie game has to be played."""

LEVEL_THREE = (27, 28, 29)
"""Who beat each other in a circle, by as much: the director enters an order."""

LOSERS = (30, 31, 32)
# Who meets whom in each game: everybody everybody else once, and in the last game the pairs of the first.
CIRCLE = (
    ((25, 26), (27, 30), (28, 31), (29, 32)),
    ((25, 27), (26, 30), (28, 32), (29, 31)),
    ((25, 30), (26, 27), (28, 29), (31, 32)),
    ((25, 28), (26, 31), (27, 32), (29, 30)),
    ((25, 31), (26, 28), (27, 29), (30, 32)),
    ((25, 29), (26, 32), (27, 28), (30, 31)),
    ((25, 32), (26, 29), (27, 31), (28, 30)),
    ((25, 26), (27, 30), (28, 31), (29, 32)),
)
# Who beats the next in the circle; and by how much the two and the three win from those below them.
BEATS = {27: 28, 28: 29, 29: 27}
AMONG_THEMSELVES = 12
OVER_LOSERS = 40


def event_with_every_error() -> EventFile:
    """Return 32 entrants at three tables: a demo of 24 with errors of every kind, and eight whose cards agree.

    Nothing is decided. Of the eight, two and three are level among the qualifiers.
    """
    demo = make_event(players=DEMO_PLAYERS, games=GAMES, seed=SEED, settled=False, name="Gull Harbor Open")
    more = tuple(EntrantRecord(number, f"Level {number}") for number in (*LEVEL_TWO, *LEVEL_THREE, *LOSERS))
    entrants = tuple(replace(entrant, seat=seat_of(entrant.number)) for entrant in (*demo.entrants, *more))
    schedule = tuple(
        ScheduledGame(scheduled.game, (*scheduled.pairs, *pairs))
        for scheduled, pairs in zip(demo.schedule, CIRCLE, strict=True)
    )
    facts = replace(demo.event, qualifiers=QUALIFIERS, qualifiers_reason="the prize fund pays twelve places")
    cards = (*demo.scorecards, *level_cards())
    return replace(demo, event=facts, entrants=entrants, schedule=schedule, scorecards=cards)


def seat_of(number: int) -> str:
    """Return a seat: one entrant after the other at the next table, so that every table has something to check."""
    return f"{TABLES[(number - 1) % len(TABLES)]}-{(number - 1) // len(TABLES) + 1}"


def level_cards() -> tuple[CardRecord, ...]:
    """Return eight cards that agree: the two beat the three, and both kinds beat the losers."""
    spreads: dict[tuple[int, int, int], int] = {}
    for game, pairs in enumerate(CIRCLE, start=1):
        for first, second in pairs:
            turned_round = (first, second) == LEVEL_TWO and game == GAMES
            winner, loser = (second, first) if turned_round or BEATS.get(second) == first else (first, second)
            is_won_from_loser = winner not in LOSERS and loser in LOSERS
            spreads[game, winner, loser] = OVER_LOSERS if is_won_from_loser else AMONG_THEMSELVES
    return both_cards(spreads)
