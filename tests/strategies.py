"""Hypothesis strategies: small events whose cards contradict each other in every way."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tests.builders import BLANK, Entry, line, loss, win
from tests.conftest import SHARE_OF_EXAMPLES
from tournaments.rules.scorings import SCORINGS
from tournaments.rules.types import (
    CardRecord,
    DecidedLine,
    DecisionRecord,
    EntrantRecord,
    EventFacts,
    EventFile,
    FootTotals,
    Line,
    ScheduledGame,
    TieGameRecord,
    TieOrderRecord,
)


def examples(number: int, **other: Any) -> settings:
    """Try so many examples where changes are taken, and a share of them while working."""
    return settings(max_examples=max(number // SHARE_OF_EXAMPLES, 5), **other)


# Few spreads, near the skunk and at the ends: ties and changes of game points are then common.
SPREADS = st.sampled_from((1, 16, 16, 17, 30, 31, 32, 121))
ODD_ENTRIES = st.one_of(
    st.just(BLANK),
    st.builds(Entry, points=st.sampled_from((None, 0, 2, 3)), plus=st.none() | SPREADS, minus=st.none() | SPREADS),
)
# Of nine lines about five are as they should be.
SLIPS = st.sampled_from(
    ("none",) * 10 + ("spread",) * 3 + ("odd",) * 3 + ("result", "column", "blank", "opponent", "missing")
)


@st.composite
def events(
    draw: st.DrawFn,
    *,
    spreads: st.SearchStrategy[int] = SPREADS,
    slips: st.SearchStrategy[str] = SLIPS,
    max_entrants: int = 8,
) -> EventFile:
    """Draw an event of 2 to 8 cards and 1 to 4 games, with decisions and settled ties, half of them with a schedule.

    ``spreads`` are the true ones, ``slips`` what goes wrong on a line.
    """
    numbers = draw(st.lists(st.integers(1, 30), min_size=2, max_size=max_entrants, unique=True))
    games = draw(st.integers(1, 4))
    house_players = draw(st.sampled_from(((), (), tuple(numbers[:1]))))
    lines: dict[int, dict[int, Line]] = {number: {} for number in numbers}
    decisions: list[DecisionRecord] = []
    for game in range(1, games + 1):
        seated = draw(st.permutations(numbers))
        for winner, loser in zip(seated[::2], seated[1::2], strict=False):
            spread = draw(spreads)
            for owner, opponent, entry in ((winner, loser, win(spread)), (loser, winner, loss(spread))):
                written = _written(draw, draw(slips), game, owner, opponent, entry, numbers)
                if written is not None:
                    lines[owner][game] = written
            if draw(st.sampled_from((False,) * 9 + (True,))):
                decisions.append(_decision(draw, game, winner, loser))
    left = {number: draw(st.sampled_from((None, None, None, *range(games + 1)))) for number in numbers}
    entrants = tuple(
        EntrantRecord(
            number,
            f"Entrant {number}",
            house_player=number in house_players,
            withdrawn_after_game=(last or None) if lines[number] else last,
        )
        for number, last in left.items()
    )
    scorecards = tuple(CardRecord(number, tuple(own.values()), draw(st.none() | FEET)) for number, own in lines.items())
    ranked = [number for number in numbers if number not in house_players]
    return EventFile(
        EventFacts(
            "Lantern Bay Open",
            games,
            edition=draw(st.sampled_from(("acc-2020", "acc-2010"))),
            qualifiers=draw(st.none() | st.integers(1, len(numbers))),
        ),
        entrants,
        schedule=_schedule(draw, numbers, games),
        scorecards=scorecards,
        decisions=tuple(replace(one, lines=lines_owed(one, entrants, scorecards)) for one in decisions),
        tie_games=_tie_games(draw, ranked),
        tie_orders=_tie_orders(draw, ranked),
    )


def _schedule(draw: st.DrawFn, numbers: list[int], games: int) -> tuple[ScheduledGame, ...]:
    """Draw a schedule of some games in which some sit out, one game without anybody perhaps."""
    if draw(st.booleans()):
        return ()
    scheduled = draw(st.lists(st.integers(1, games), max_size=games, unique=True))
    return tuple(ScheduledGame(game, _pairs(draw, numbers)) for game in scheduled)


def _pairs(draw: st.DrawFn, numbers: list[int]) -> tuple[tuple[int, int], ...]:
    seated = draw(st.permutations(numbers))
    pairs = list(zip(seated[::2], seated[1::2], strict=False))
    return tuple(pairs[: draw(st.integers(0, len(pairs)))])


def level_events() -> st.SearchStrategy[EventFile]:
    """Return events of few who write everything right, all games by the same spread: ties are the rule."""
    return events(spreads=st.just(16), slips=st.just("none"), max_entrants=5)


FEET = st.builds(
    FootTotals,
    game_points=st.none() | st.integers(0, 9),
    games_won=st.none() | st.integers(0, 4),
    plus=st.none() | st.integers(0, 60),
    minus=st.none() | st.integers(0, 60),
)


def _written(
    draw: st.DrawFn, slip: str, game: int, owner: int, opponent: int, entry: Entry, numbers: list[int]
) -> Line | None:
    """Draw what an owner wrote of a game whose true result is ``entry``."""
    match slip:
        case "missing":
            return None
        case "spread":
            spread = draw(SPREADS)
            entry = win(spread) if entry.points else loss(spread)
        case "odd":
            entry = draw(ODD_ENTRIES)
        case "result":
            entry = Entry(0 if entry.points else 2, entry.plus, entry.minus)
        case "column":
            entry = Entry(entry.points, entry.minus, entry.plus)
        case "blank":
            entry = BLANK
        case "opponent":
            return line(game, draw(st.none() | st.sampled_from([one for one in numbers if one != owner])), entry)
    return line(game, opponent, entry)


def _decision(draw: st.DrawFn, game: int, winner: int, loser: int) -> DecisionRecord:
    spreads = (draw(SPREADS), draw(SPREADS))
    lines = (
        DecidedLine(winner, SCORINGS["acc"].by_spread[spreads[0]], spreads[0], None),
        DecidedLine(loser, 0, None, spreads[1]),
    )
    pair, sides = draw(st.sampled_from((((winner, loser), lines), ((loser, winner), lines[::-1]))))
    return DecisionRecord(game, pair, (sides[0], sides[1]), "14.1", "ruled by the head judge")


def lines_owed(
    decision: DecisionRecord, entrants: Iterable[EntrantRecord], cards: Iterable[CardRecord]
) -> tuple[DecidedLine, ...]:
    """Return one line where somebody had left before the game and wrote nothing of it, else both."""
    written = {card.entrant for card in cards for line in card.lines if line.game == decision.game}
    gone = {one.number for one in entrants if one.has_left_before(decision.game)} - written
    return tuple(line for line in decision.lines if line.entrant not in gone) or decision.lines[:1]


def _tie_games(draw: st.DrawFn, ranked: list[int]) -> tuple[TieGameRecord, ...]:
    pairs = [(first, second) for first in ranked for second in ranked if first < second]
    if not pairs:
        return ()
    chosen = draw(st.lists(st.sampled_from(pairs), max_size=3, unique=True))
    return tuple(TieGameRecord(*pair) if draw(st.booleans()) else TieGameRecord(*pair[::-1]) for pair in chosen)


def _tie_orders(draw: st.DrawFn, ranked: list[int]) -> tuple[TieOrderRecord, ...]:
    if len(ranked) < 2 or not draw(st.booleans()):
        return ()
    order = draw(st.permutations(ranked))
    return (TieOrderRecord(tuple(order[: draw(st.integers(2, len(order)))]), "drew lots"),)


@st.composite
def shuffled(draw: st.DrawFn, event_file: EventFile) -> EventFile:
    """Draw the same event, entered in another order: entrants, cards, lines, decisions and ties."""

    def mixed(items: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(draw(st.permutations(items)))

    return EventFile(
        event_file.event,
        mixed(event_file.entrants),
        event_file.schedule,
        mixed(tuple(CardRecord(card.entrant, mixed(card.lines), card.recorded) for card in event_file.scorecards)),
        mixed(
            tuple(
                DecisionRecord(found.game, found.entrants, mixed(found.lines), found.rule, found.reason)
                for found in event_file.decisions
            )
        ),
        mixed(event_file.tie_games),
        mixed(event_file.tie_orders),
        event_file.playoff,
    )
