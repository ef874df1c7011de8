"""Event files for the tests of reading and writing: one plain sample, and any valid one for Hypothesis."""

import json
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from tests.strategies import lines_owed
from tournaments.event_file.reading import read_event_file
from tournaments.rules.constants import BEST_OF_CHOICES, EDITIONS, KINDS
from tournaments.rules.formats import FORMATS
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
    MatchRecord,
    PlayoffRecord,
    ScheduledGame,
    TieGameRecord,
    TieOrderRecord,
)


def plain_event_file() -> dict[str, Any]:
    """Return a small valid event file with something under every key; number 6 is a house player."""
    return {
        "format": "cribbage-event/1",
        "event": {"name": "Harbor City Open", "games": 4},
        "entrants": [
            {"number": number, "name": f"Player {number}", "house_player": number == 6} for number in range(1, 7)
        ],
        "schedule": [{"game": 1, "pairs": [[1, 2], [3, 4]]}],
        "scorecards": [
            {
                "entrant": 1,
                "recorded": {"game_points": 2, "games_won": 1, "plus": 12, "minus": None},
                "lines": [
                    {"game": 1, "opponent": 2, "points": 2, "plus": 12, "minus": None},
                    {"game": 2, "opponent": 3, "points": 0, "plus": None, "minus": None},
                ],
            },
            {
                "entrant": 2,
                "recorded": None,
                "lines": [{"game": 1, "opponent": 1, "points": 0, "plus": None, "minus": 12}],
            },
        ],
        "decisions": [
            {
                "game": 2,
                "entrants": [1, 3],
                "lines": [
                    {"entrant": 1, "points": 0, "plus": None, "minus": 7},
                    {"entrant": 3, "points": 2, "plus": 7, "minus": None},
                ],
                "rule": "14.1",
                "reason": "no spread on either card",
            }
        ],
        "tie_games": [{"winner": 2, "loser": 4}],
        "tie_orders": [{"order": [1, 3, 5], "reason": "drew lots"}],
        "playoff": {"best_of": [3, 5], "matches": [{"round": 1, "slot": 1, "games": [2, 1], "forfeits": 1}]},
    }


def as_bytes(document: object) -> bytes:
    """Return the JSON file of any value."""
    return json.dumps(document).encode()


def as_read(document: object) -> EventFile:
    """Return the event of a value without mistakes."""
    event_file = read_event_file(as_bytes(document)).event_file
    assert event_file is not None
    return event_file


def errors_in(document: object) -> tuple[str, ...]:
    """Return the mistakes that reading the JSON file of a value finds."""
    return read_event_file(as_bytes(document)).errors


def _texts(longest: int, shortest: int = 0) -> st.SearchStrategy[str]:
    storable = st.characters(exclude_categories=("Cs", "Cc"))
    return st.text(storable, min_size=shortest, max_size=longest)


def _names(longest: int) -> st.SearchStrategy[str]:
    return _texts(longest, shortest=1).filter(lambda text: bool(text.strip()))


REASONS = st.text(st.one_of(st.characters(exclude_categories=("Cs", "Cc")), st.sampled_from("\n\r\t")), max_size=30)
SPREADS = st.integers(1, 121)
BLANK_OR_SPREADS = st.none() | SPREADS


@st.composite
def event_files(draw: st.DrawFn) -> EventFile:
    """Draw a valid event file in which every key may be filled."""
    event = draw(_events())
    entrants = draw(_entrants(event.games))
    numbers = [entrant.number for entrant in entrants]
    ranked = [entrant.number for entrant in entrants if not entrant.house_player]
    scorecards = draw(_scorecards(event, numbers))
    with_lines = {card.entrant for card in scorecards if card.lines}
    entrants = tuple(
        replace(one, withdrawn_after_game=one.withdrawn_after_game or None) if one.number in with_lines else one
        for one in entrants
    )
    return EventFile(
        event=event,
        entrants=entrants,
        schedule=draw(_schedules(event.games, numbers)),
        scorecards=scorecards,
        decisions=tuple(
            replace(one, lines=lines_owed(one, entrants, scorecards)) for one in draw(_decisions(event, numbers))
        ),
        tie_games=draw(_tie_games(ranked)),
        tie_orders=draw(_tie_orders(ranked)),
        playoff=draw(st.none() | _playoffs()),
    )


def _events() -> st.SearchStrategy[EventFacts]:
    return st.builds(
        EventFacts,
        name=_names(200),
        games=st.integers(1, 99),
        starts_on=st.none() | st.dates(),
        kind=st.sampled_from(KINDS),
        edition=st.sampled_from(EDITIONS),
        format=st.sampled_from(list(FORMATS)),
        scoring=st.sampled_from([one.name for one in SCORINGS.values() if one.wins]),
        muggins=st.booleans(),
        qualifiers=st.none() | st.integers(1, 99_999),
        qualifiers_reason=REASONS,
    )


@st.composite
def _entrants(draw: st.DrawFn, games: int) -> tuple[EntrantRecord, ...]:
    numbers = draw(st.lists(st.integers(1, 2_147_483_647), unique=True, max_size=6))
    seats = draw(st.lists(_texts(20), unique=True, min_size=len(numbers), max_size=len(numbers)))
    return tuple(
        EntrantRecord(
            number=number,
            name=draw(_names(30)),
            partner=draw(_texts(5)),
            acc_number=draw(_texts(5)),
            club=draw(_texts(5)),
            city=draw(_texts(5)),
            seat=seat,
            house_player=draw(st.booleans()),
            withdrawn_after_game=draw(st.none() | st.integers(0, games)),
        )
        for number, seat in zip(numbers, seats, strict=True)
    )


@st.composite
def _schedules(draw: st.DrawFn, games: int, numbers: list[int]) -> tuple[ScheduledGame, ...]:
    scheduled = []
    for game in draw(st.lists(st.integers(1, games), unique=True, max_size=3)):
        seated = draw(st.permutations(numbers))
        pairs = tuple(zip(seated[::2], seated[1::2], strict=False))
        scheduled.append(ScheduledGame(game, pairs))
    return tuple(scheduled)


@st.composite
def _scorecards(draw: st.DrawFn, event: EventFacts, numbers: list[int]) -> tuple[CardRecord, ...]:
    if not numbers:
        return ()
    points = st.none() | st.sampled_from(SCORINGS[event.scoring].points)
    totals = st.none() | st.integers(0, 99_999)
    cards = []
    for owner in draw(st.lists(st.sampled_from(numbers), unique=True)):
        opponents = st.sampled_from([None, *(number for number in numbers if number != owner)])
        lines = st.builds(Line, st.integers(1, event.games), opponents, points, BLANK_OR_SPREADS, BLANK_OR_SPREADS)
        cards.append(
            CardRecord(
                entrant=owner,
                lines=tuple(draw(st.lists(lines, unique_by=lambda line: line.game, max_size=4))),
                recorded=draw(st.none() | st.builds(FootTotals, totals, totals, totals, totals)),
            )
        )
    return tuple(cards)


@st.composite
def _decisions(draw: st.DrawFn, event: EventFacts, numbers: list[int]) -> tuple[DecisionRecord, ...]:
    if len(numbers) < 2:
        return ()
    decisions = []
    for game in draw(st.lists(st.integers(1, event.games), unique=True, max_size=3)):
        pair = draw(st.permutations(numbers))[:2]
        first, second = (draw(_decided_lines(event, number)) for number in draw(st.permutations(pair)))
        decisions.append(
            DecisionRecord(
                game,
                (pair[0], pair[1]),
                (first, second),
                rule=draw(_names(40)),
                reason=draw(REASONS),
                decided_by=draw(st.just("") | _names(150)),
            )
        )
    return tuple(decisions)


def _decided_lines(event: EventFacts, number: int) -> st.SearchStrategy[DecidedLine]:
    wins = SPREADS.map(lambda spread: DecidedLine(number, SCORINGS[event.scoring].by_spread[spread], spread, None))
    return wins | st.builds(DecidedLine, st.just(number), st.just(0), st.none(), BLANK_OR_SPREADS)


@st.composite
def _tie_games(draw: st.DrawFn, ranked: list[int]) -> tuple[TieGameRecord, ...]:
    order = draw(st.permutations(ranked))
    ties = [TieGameRecord(winner, loser) for winner, loser in pairwise(order)]
    return tuple(ties[: draw(st.integers(0, 3))])


@st.composite
def _tie_orders(draw: st.DrawFn, ranked: list[int]) -> tuple[TieOrderRecord, ...]:
    if len(ranked) < 2:
        return ()
    orders = st.lists(st.sampled_from(ranked), unique=True, min_size=2)
    records = st.builds(TieOrderRecord, orders.map(tuple), REASONS)
    return tuple(draw(st.lists(records, unique_by=lambda record: frozenset(record.order), max_size=2)))


@st.composite
def _playoffs(draw: st.DrawFn) -> PlayoffRecord:
    best_of = draw(st.lists(st.sampled_from(BEST_OF_CHOICES), max_size=20))
    matches = []
    for round_number, slot in draw(
        st.lists(st.tuples(st.integers(1, 20), st.integers(1, 64)), unique=True, max_size=4)
    ):
        wins_needed = (best_of[round_number - 1] + 1) // 2 if round_number <= len(best_of) else 4
        games = draw(st.permutations([draw(st.integers(0, wins_needed)), draw(st.integers(0, wins_needed - 1))]))
        forfeits = draw(st.integers(0, min(7, sum(games))))
        matches.append(MatchRecord(round_number, slot, (games[0], games[1]), forfeits))
    return PlayoffRecord(tuple(best_of), tuple(matches))


LEFT_OUT = object()

EVENT = ("event",)
ENTRANT = ("entrants", 0)
CARD = ("scorecards", 0)
LINE = ("scorecards", 0, "lines", 0)
DECISION = ("decisions", 0)
WIN = ("decisions", 0, "lines", 1)
LOSS = ("decisions", 0, "lines", 0)
MATCH = ("playoff", "matches", 0)


def path_of(place: tuple[str | int, ...]) -> str:
    """Return a place as mistakes name it."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in place).lstrip(".")


def changed(place: tuple[str | int, ...], value: object, document: dict[Any, Any] | None = None) -> dict[str, Any]:
    """Return the sample (or the document) with one value set, added at the end of its list, or left out."""
    document = plain_event_file() if document is None else document
    container: Any = reduce(lambda inner, key: inner[key], place[:-1], document)
    key = place[-1]
    if value is LEFT_OUT:
        del container[key]
    elif isinstance(container, list) and key == len(container):
        container.append(value)
    else:
        container[key] = value
    return document
