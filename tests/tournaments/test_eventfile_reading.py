from __future__ import annotations

import json
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.eventfile_samples import as_bytes, mistakes_in, plain_event_file
from tournaments.eventfile import (
    CardRecord,
    DecidedLine,
    DecisionRecord,
    EntrantRecord,
    EventFacts,
    EventFile,
    EventFileError,
    FootTotals,
    Line,
    MatchRecord,
    PlayoffRecord,
    ScheduledGame,
    TieGameRecord,
    TieOrderRecord,
)
from tournaments.eventfile_reading import Reading, read_event_file

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"
SAMPLES = sorted(path for path in CASES.glob("*.json") if not path.name.endswith(".report.json"))

LEFT_OUT = object()

EVENT = ("event",)
ENTRANT = ("entrants", 0)
CARD = ("scorecards", 0)
LINE = ("scorecards", 0, "lines", 0)
DECISION = ("decisions", 0)
WIN = ("decisions", 0, "lines", 1)
LOSS = ("decisions", 0, "lines", 0)
MATCH = ("playoff", "matches", 0)


def changed(
    place: tuple[str | int, ...], value: object, document: dict[Any, Any] | None = None
) -> dict[str, Any]:
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


def test_read_gives_the_whole_event() -> None:
    reading = read_event_file(as_bytes(plain_event_file()))

    event_file = EventFile(
        event=EventFacts(name="Harbor City Open", games=4),
        entrants=tuple(
            EntrantRecord(number, f"Player {number}", house_player=number == 6) for number in range(1, 7)
        ),
        schedule=(ScheduledGame(1, ((1, 2), (3, 4))),),
        scorecards=(
            CardRecord(1, (Line(1, 2, 2, 12, None), Line(2, 3, 0)), FootTotals(2, 1, 12, None)),
            CardRecord(2, (Line(1, 1, 0, None, 12),)),
        ),
        decisions=(
            DecisionRecord(
                2,
                (1, 3),
                (DecidedLine(1, 0, None, 7), DecidedLine(3, 2, 7)),
                "14.1",
                "no spread on either card",
            ),
        ),
        tie_games=(TieGameRecord(2, 4),),
        tie_orders=(TieOrderRecord((1, 3, 5), "drew lots"),),
        playoff=PlayoffRecord((3, 5), (MatchRecord(1, 1, (2, 1), 1),)),
    )
    assert reading == Reading(event_file, (), event_file)


def test_read_fills_in_what_is_left_out() -> None:
    document = {"format": "cribbage-event/1", "event": {"name": "Open", "games": 9}, "entrants": []}

    reading = read_event_file(as_bytes(document))

    assert reading.event_file == EventFile(EventFacts(name="Open", games=9))


def test_read_fills_in_what_is_left_out_of_the_items() -> None:
    document = {
        "format": "cribbage-event/1",
        "event": {"name": "Open", "games": 9},
        "entrants": [{"number": 5, "name": "Ada Birch"}, {"number": 7, "name": "Bo Carr"}],
        "scorecards": [{"entrant": 5, "recorded": {}, "lines": [{"game": 9}]}, {"entrant": 7}],
        "decisions": [
            {
                "game": 1,
                "entrants": [7, 5],
                "lines": [{"entrant": 5, "points": 0}, {"entrant": 7, "points": 0}],
            }
        ],
        "tie_orders": [{"order": [7, 5]}],
        "playoff": {"matches": [{"round": 1, "slot": 1, "games": [0, 3]}]},
    }

    reading = read_event_file(as_bytes(document))

    assert reading.event_file == EventFile(
        event=EventFacts(name="Open", games=9),
        entrants=(EntrantRecord(5, "Ada Birch"), EntrantRecord(7, "Bo Carr")),
        scorecards=(CardRecord(5, (Line(9),), FootTotals()), CardRecord(7, ())),
        decisions=(DecisionRecord(1, (7, 5), (DecidedLine(5, 0), DecidedLine(7, 0)), "14.1", ""),),
        tie_orders=(TieOrderRecord((7, 5), ""),),
        playoff=PlayoffRecord((), (MatchRecord(1, 1, (0, 3), 0),)),
    )


@pytest.mark.parametrize(
    "place",
    [
        ("schedule",),
        ("scorecards",),
        ("decisions",),
        ("tie_games",),
        ("tie_orders",),
        ("playoff",),
        ("event", "starts_on"),
        ("event", "qualifiers"),
        *(
            (*ENTRANT, key)
            for key in ("partner", "acc_number", "club", "city", "seat", "withdrawn_after_game")
        ),
        (*CARD, "recorded"),
        *((*CARD, "recorded", key) for key in ("game_points", "games_won", "plus", "minus")),
        (*CARD, "lines"),
        *((*LINE, key) for key in ("opponent", "points", "plus", "minus")),
        (*LOSS, "minus"),
        ("playoff", "best_of"),
        ("playoff", "matches"),
    ],
)
def test_read_takes_null_for_the_default(place: tuple[str | int, ...]) -> None:
    document = changed(place, None)
    without = changed(place, LEFT_OUT, changed(place, None))

    reading = read_event_file(as_bytes(document))

    assert reading.mistakes == ()
    assert reading == read_event_file(as_bytes(without))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ((*EVENT, "name"), "N" * 200),
        ((*EVENT, "games"), 99),
        ((*EVENT, "starts_on"), "2024-02-29"),
        ((*EVENT, "kind"), "satellite"),
        ((*EVENT, "edition"), "acc-2010"),
        ((*EVENT, "format"), "double-round-robin"),
        ((*EVENT, "qualifiers"), 99_999),
        ((*EVENT, "qualifiers_reason"), "first line\r\n\tsecond line"),
        ((*ENTRANT, "name"), "Zoë Ångström 🂡"),
        ((*ENTRANT, "withdrawn_after_game"), 0),
        ((*ENTRANT, "withdrawn_after_game"), 4),
        ((*LINE, "plus"), 1),
        ((*LINE, "plus"), 121),
        ((*LINE, "points"), 3),
        ((*LINE, "minus"), 5),
        ((*CARD, "recorded", "plus"), 99_999),
        ((*MATCH, "round"), 20),
        ((*MATCH, "slot"), 524_288),
        (("playoff", "best_of"), [1, 3, 5, 7] * 5),
    ],
)
def test_read_takes_the_outermost_values(place: tuple[str | int, ...], value: object) -> None:
    document = changed(place, value)
    if place == (*MATCH, "slot"):
        document["playoff"]["matches"][0]["round"] = 1
    if place == ("playoff", "best_of"):
        document["playoff"]["matches"] = []

    assert mistakes_in(document) == ()


def test_read_takes_the_largest_entrant_number() -> None:
    entrant = {"number": 2_147_483_647, "name": "Last"}

    assert mistakes_in(changed(("entrants", 6), entrant)) == ()


@pytest.mark.parametrize(
    ("scoring", "points"),
    [("acc", [0, 2, 3, None]), ("double-skunk", [0, 2, 3, 4]), ("free-play", [0, 1, 2, 4])],
)
def test_read_takes_the_game_points_of_each_scoring(scoring: str, points: list[int | None]) -> None:
    document = changed((*EVENT, "scoring"), scoring)
    document["scorecards"][0]["lines"] = [
        {"game": game, "points": value} for game, value in enumerate(points, start=1)
    ]
    document["decisions"] = []

    assert mistakes_in(document) == ()


@pytest.mark.parametrize(
    ("scoring", "points", "plus", "right"),
    [("acc", 2, 31, 3), ("acc", 3, 30, 2), ("double-skunk", 3, 61, 4), ("free-play", 2, 30, 1)],
)
def test_decided_win_must_have_the_points_of_its_spread(
    scoring: str, points: int, plus: int, right: int
) -> None:
    document = changed((*EVENT, "scoring"), scoring)
    document["scorecards"] = []
    document["decisions"][0]["lines"][1] = {"entrant": 3, "points": points, "plus": plus, "minus": None}

    assert mistakes_in(document) == (
        f"decisions[0].lines[1].points: {points}, a win by {plus} is worth {right} game points",
    )


WORDS = "text (at most 200 characters)"
MISTAKES: list[tuple[tuple[str | int, ...], object, str]] = [
    # the file
    (("format",), "cribbage-event/2", 'format: "cribbage-event/2" is not one of cribbage-event/1'),
    (("format",), LEFT_OUT, "format: missing, it must be one of cribbage-event/1"),
    (("event",), 5, "event: 5 is not an object"),
    (("event",), LEFT_OUT, "event: missing, it must be an object"),
    (("entrants",), {}, "entrants: an object is not a list"),
    (("entrants",), None, "entrants: null is not a list"),
    (("entrants",), LEFT_OUT, "entrants: missing, it must be a list"),
    (("schedule",), {}, "schedule: an object is not a list"),
    (("scorecards",), "none", 'scorecards: "none" is not a list'),
    (("decisions",), 0, "decisions: 0 is not a list"),
    (("tie_games",), False, "tie_games: false is not a list"),
    (("tie_orders",), {}, "tie_orders: an object is not a list"),
    (("playoff",), [], "playoff: a list is not an object"),
    # the event
    ((*EVENT, "name"), LEFT_OUT, f"event.name: missing, it must be {WORDS}"),
    ((*EVENT, "name"), None, f"event.name: null is not {WORDS}"),
    ((*EVENT, "name"), 5, f"event.name: 5 is not {WORDS}"),
    ((*EVENT, "name"), " \u00a0", f"event.name: blank, it must be {WORDS}"),
    ((*EVENT, "name"), "N" * 201, "event.name: 201 characters long, at most 200 fit"),
    ((*EVENT, "name"), "a\x00b", "event.name: character 2 is U+0000, which cannot be stored, remove it"),
    ((*EVENT, "name"), "a\nb", "event.name: character 2 is U+000A, which cannot be stored, remove it"),
    ((*EVENT, "name"), "a\x85", "event.name: character 2 is U+0085, which cannot be stored, remove it"),
    ((*EVENT, "name"), "\ud800", "event.name: character 1 is U+D800, which cannot be stored, remove it"),
    ((*EVENT, "starts_on"), "16.5.2026", 'event.starts_on: "16.5.2026" is not a date (YYYY-MM-DD)'),
    ((*EVENT, "starts_on"), "20260516", 'event.starts_on: "20260516" is not a date (YYYY-MM-DD)'),
    ((*EVENT, "starts_on"), "2026-02-29", 'event.starts_on: "2026-02-29" is not a date (YYYY-MM-DD)'),
    ((*EVENT, "starts_on"), 2026, "event.starts_on: 2026 is not a date (YYYY-MM-DD)"),
    ((*EVENT, "kind"), "cup", 'event.kind: "cup" is not one of main, consolation, satellite, club'),
    ((*EVENT, "kind"), None, "event.kind: null is not one of main, consolation, satellite, club"),
    ((*EVENT, "edition"), "acc-1999", 'event.edition: "acc-1999" is not one of acc-2020, acc-2010'),
    (
        (*EVENT, "format"),
        "swiss",
        'event.format: "swiss" is not one of qualifying-playoff, qualifying, double-round-robin',
    ),
    (
        (*EVENT, "scoring"),
        "bridge",
        'event.scoring: "bridge" is not one of acc, double-skunk, free-play, total-points, points-left',
    ),
    ((*EVENT, "games"), LEFT_OUT, "event.games: missing, it must be a number of games (1 to 99)"),
    ((*EVENT, "games"), 0, "event.games: 0 is not a number of games (1 to 99)"),
    ((*EVENT, "games"), 100, "event.games: 100 is not a number of games (1 to 99)"),
    ((*EVENT, "games"), "22", 'event.games: "22" is not a number of games (1 to 99)'),
    ((*EVENT, "games"), True, "event.games: true is not a number of games (1 to 99)"),
    (
        (*EVENT, "games"),
        22.0,
        "event.games: 22.0 is not a whole number, it must be a number of games (1 to 99)",
    ),
    (
        (*EVENT, "games"),
        float("nan"),
        "event.games: NaN is not a whole number, it must be a number of games (1 to 99)",
    ),
    (
        (*EVENT, "games"),
        10**50,
        "event.games: 1000000000000000000000000000000000000... is not a number of games (1 to 99)",
    ),
    ((*EVENT, "muggins"), 1, "event.muggins: 1 is not true or false"),
    ((*EVENT, "muggins"), None, "event.muggins: null is not true or false"),
    ((*EVENT, "qualifiers"), 0, "event.qualifiers: 0 is not a number of qualifiers (1 to 99999)"),
    ((*EVENT, "qualifiers"), 100_000, "event.qualifiers: 100000 is not a number of qualifiers (1 to 99999)"),
    (
        (*EVENT, "qualifiers_reason"),
        7,
        "event.qualifiers_reason: 7 is not text (at most 2000 characters)",
    ),
    (
        (*EVENT, "qualifiers_reason"),
        "r" * 2001,
        "event.qualifiers_reason: 2001 characters long, at most 2000 fit",
    ),
    (
        (*EVENT, "qualifiers_reason"),
        "a\n\x00",
        "event.qualifiers_reason: character 3 is U+0000, which cannot be stored, remove it",
    ),
    # entrants
    (("entrants", 5), 9, "entrants[5]: 9 is not an object"),
    (
        (*ENTRANT, "number"),
        LEFT_OUT,
        "entrants[0].number: missing, it must be an entrant's number (1 to 2147483647)",
    ),
    ((*ENTRANT, "number"), 0, "entrants[0].number: 0 is not an entrant's number (1 to 2147483647)"),
    (
        (*ENTRANT, "number"),
        2**31,
        "entrants[0].number: 2147483648 is not an entrant's number (1 to 2147483647)",
    ),
    (("entrants", 4, "number"), 2, "entrants[4].number: 2 is taken already by entrants[1]"),
    ((*ENTRANT, "name"), "", f"entrants[0].name: blank, it must be {WORDS}"),
    ((*ENTRANT, "name"), LEFT_OUT, f"entrants[0].name: missing, it must be {WORDS}"),
    ((*ENTRANT, "partner"), "p" * 201, "entrants[0].partner: 201 characters long, at most 200 fit"),
    ((*ENTRANT, "acc_number"), "a" * 41, "entrants[0].acc_number: 41 characters long, at most 40 fit"),
    ((*ENTRANT, "acc_number"), 101, "entrants[0].acc_number: 101 is not text (at most 40 characters)"),
    ((*ENTRANT, "club"), "c" * 201, "entrants[0].club: 201 characters long, at most 200 fit"),
    ((*ENTRANT, "city"), "c" * 201, "entrants[0].city: 201 characters long, at most 200 fit"),
    ((*ENTRANT, "seat"), "s" * 21, "entrants[0].seat: 21 characters long, at most 20 fit"),
    ((*ENTRANT, "seat"), 1, "entrants[0].seat: 1 is not text (at most 20 characters)"),
    ((*ENTRANT, "house_player"), "no", 'entrants[0].house_player: "no" is not true or false'),
    (
        (*ENTRANT, "withdrawn_after_game"),
        5,
        "entrants[0].withdrawn_after_game: 5 is not a number of games played (0 to 4)",
    ),
    (
        (*ENTRANT, "withdrawn_after_game"),
        -1,
        "entrants[0].withdrawn_after_game: -1 is not a number of games played (0 to 4)",
    ),
    # schedule
    (("schedule", 0), [], "schedule[0]: a list is not an object"),
    (("schedule", 0, "game"), 5, "schedule[0].game: 5 is not a game of this event (1 to 4)"),
    (
        ("schedule", 0, "game"),
        LEFT_OUT,
        "schedule[0].game: missing, it must be a game of this event (1 to 4)",
    ),
    (
        ("schedule", 1),
        {"game": 1, "pairs": []},
        "schedule[1].game: game 1 is scheduled already in schedule[0]",
    ),
    (("schedule", 0, "pairs"), LEFT_OUT, "schedule[0].pairs: missing, it must be a list"),
    (("schedule", 0, "pairs"), None, "schedule[0].pairs: null is not a list"),
    (("schedule", 0, "pairs", 0), 1, "schedule[0].pairs[0]: 1 is not a list of two numbers"),
    (("schedule", 0, "pairs", 0), [1], "schedule[0].pairs[0]: a list of 1, exactly two numbers are needed"),
    (
        ("schedule", 0, "pairs", 0),
        [1, 2, 5],
        "schedule[0].pairs[0]: a list of 3, exactly two numbers are needed",
    ),
    (("schedule", 0, "pairs", 0), [1, 9], "schedule[0].pairs[0][1]: no entrant has the number 9"),
    (("schedule", 0, "pairs", 0), ["1", 2], 'schedule[0].pairs[0][0]: "1" is not an entrant\'s number'),
    (("schedule", 0, "pairs", 0), [1, 1], "schedule[0].pairs[0]: entrant 1 stands on both sides"),
    (
        ("schedule", 0, "pairs", 1),
        [3, 1],
        "schedule[0].pairs[1][1]: entrant 1 is paired already in schedule[0].pairs[0]",
    ),
    # scorecards
    (("scorecards", 1), None, "scorecards[1]: null is not an object"),
    ((*CARD, "entrant"), 9, "scorecards[0].entrant: no entrant has the number 9"),
    ((*CARD, "entrant"), LEFT_OUT, "scorecards[0].entrant: missing, it must be an entrant's number"),
    (
        (*CARD, "entrant"),
        1.0,
        "scorecards[0].entrant: 1.0 is not a whole number, it must be an entrant's number",
    ),
    (("scorecards", 2), {"entrant": 2}, "scorecards[2].entrant: entrant 2 has a card already, scorecards[1]"),
    ((*CARD, "recorded"), [], "scorecards[0].recorded: a list is not an object"),
    (
        (*CARD, "recorded", "game_points"),
        -1,
        "scorecards[0].recorded.game_points: -1 is not a foot total (0 to 99999)",
    ),
    (
        (*CARD, "recorded", "games_won"),
        "x",
        'scorecards[0].recorded.games_won: "x" is not a foot total (0 to 99999)',
    ),
    (
        (*CARD, "recorded", "plus"),
        100_000,
        "scorecards[0].recorded.plus: 100000 is not a foot total (0 to 99999)",
    ),
    (
        (*CARD, "recorded", "minus"),
        False,
        "scorecards[0].recorded.minus: false is not a foot total (0 to 99999)",
    ),
    ((*CARD, "lines"), {}, "scorecards[0].lines: an object is not a list"),
    (LINE, 7, "scorecards[0].lines[0]: 7 is not an object"),
    (
        (*LINE, "game"),
        LEFT_OUT,
        "scorecards[0].lines[0].game: missing, it must be a game of this event (1 to 4)",
    ),
    ((*LINE, "game"), 0, "scorecards[0].lines[0].game: 0 is not a game of this event (1 to 4)"),
    ((*LINE, "game"), 5, "scorecards[0].lines[0].game: 5 is not a game of this event (1 to 4)"),
    (
        ("scorecards", 0, "lines", 1, "game"),
        1,
        "scorecards[0].lines[1].game: game 1 has a line already, scorecards[0].lines[0]",
    ),
    ((*LINE, "opponent"), 9, "scorecards[0].lines[0].opponent: no entrant has the number 9"),
    ((*LINE, "opponent"), 1, "scorecards[0].lines[0].opponent: entrant 1 is the owner of this card"),
    ((*LINE, "points"), 1, "scorecards[0].lines[0].points: 1 is not game points under acc (0, 2 or 3)"),
    ((*LINE, "points"), True, "scorecards[0].lines[0].points: true is not game points under acc (0, 2 or 3)"),
    ((*LINE, "plus"), 140, "scorecards[0].lines[0].plus: 140 is not a spread (1 to 121)"),
    ((*LINE, "plus"), 0, "scorecards[0].lines[0].plus: 0 is not a spread (1 to 121)"),
    ((*LINE, "minus"), 122, "scorecards[0].lines[0].minus: 122 is not a spread (1 to 121)"),
    # decisions
    (DECISION, "x", 'decisions[0]: "x" is not an object'),
    ((*DECISION, "game"), 5, "decisions[0].game: 5 is not a game of this event (1 to 4)"),
    ((*DECISION, "game"), LEFT_OUT, "decisions[0].game: missing, it must be a game of this event (1 to 4)"),
    ((*DECISION, "entrants"), LEFT_OUT, "decisions[0].entrants: missing, it must be a list of two numbers"),
    ((*DECISION, "entrants"), [1], "decisions[0].entrants: a list of 1, exactly two numbers are needed"),
    ((*DECISION, "entrants"), [1, 9], "decisions[0].entrants[1]: no entrant has the number 9"),
    ((*DECISION, "entrants"), [3, 3], "decisions[0].entrants: entrant 3 stands on both sides"),
    ((*DECISION, "lines"), LEFT_OUT, "decisions[0].lines: missing, it must be a list"),
    (
        (*DECISION, "lines"),
        [],
        "decisions[0].lines: a list of 0, exactly two lines are needed, one for each entrant",
    ),
    (WIN, None, "decisions[0].lines[1]: null is not an object"),
    ((*WIN, "entrant"), 2, "decisions[0].lines[1].entrant: entrant 2 is not one of the two, 1 and 3"),
    ((*WIN, "entrant"), 9, "decisions[0].lines[1].entrant: no entrant has the number 9"),
    (
        (*WIN, "entrant"),
        1,
        "decisions[0].lines[1].entrant: entrant 1 has a line already, decisions[0].lines[0]",
    ),
    (
        (*WIN, "points"),
        LEFT_OUT,
        "decisions[0].lines[1].points: missing, it must be game points under acc (0, 2 or 3)",
    ),
    ((*WIN, "points"), None, "decisions[0].lines[1].points: null is not game points under acc (0, 2 or 3)"),
    ((*WIN, "plus"), None, "decisions[0].lines[1].plus: missing, a win needs a spread (1 to 121)"),
    ((*WIN, "plus"), 140, "decisions[0].lines[1].plus: 140 is not a spread (1 to 121)"),
    ((*WIN, "minus"), 7, "decisions[0].lines[1].minus: 7 on a win, it must be null"),
    ((*LOSS, "plus"), 7, "decisions[0].lines[0].plus: 7 on a loss, it must be null"),
    ((*DECISION, "rule"), " ", "decisions[0].rule: blank, it must be text (at most 40 characters)"),
    ((*DECISION, "rule"), "1" * 41, "decisions[0].rule: 41 characters long, at most 40 fit"),
    ((*DECISION, "rule"), None, "decisions[0].rule: null is not text (at most 40 characters)"),
    ((*DECISION, "reason"), "r" * 2001, "decisions[0].reason: 2001 characters long, at most 2000 fit"),
    # ties
    (("tie_games", 0, "winner"), LEFT_OUT, "tie_games[0].winner: missing, it must be an entrant's number"),
    (("tie_games", 0, "winner"), 9, "tie_games[0].winner: no entrant has the number 9"),
    (("tie_games", 0, "loser"), 6, "tie_games[0].loser: entrant 6 is a house player, who is never ranked"),
    (("tie_games", 0, "loser"), 2, "tie_games[0].loser: entrant 2 is the winner too"),
    (
        ("tie_games", 1),
        {"winner": 4, "loser": 2},
        "tie_games[1].winner: the tie game of entrants 4 and 2 is given already in tie_games[0]",
    ),
    (("tie_orders", 0, "order"), LEFT_OUT, "tie_orders[0].order: missing, it must be a list"),
    (
        ("tie_orders", 0, "order"),
        [1],
        "tie_orders[0].order: a list of 1, an order needs at least two entrants",
    ),
    (("tie_orders", 0, "order"), [1, 9], "tie_orders[0].order[1]: no entrant has the number 9"),
    (
        ("tie_orders", 0, "order"),
        [6, 1],
        "tie_orders[0].order[0]: entrant 6 is a house player, who is never ranked",
    ),
    (
        ("tie_orders", 0, "order"),
        [1, 3, 1],
        "tie_orders[0].order[2]: entrant 1 stands in this order already, tie_orders[0].order[0]",
    ),
    (
        ("tie_orders", 1),
        {"order": [5, 3, 1]},
        "tie_orders[1].order: these entrants have an order already, tie_orders[0]",
    ),
    (("tie_orders", 0, "reason"), [], "tie_orders[0].reason: a list is not text (at most 2000 characters)"),
    # playoff
    (("playoff", "best_of"), 5, "playoff.best_of: 5 is not a list"),
    (("playoff", "best_of", 1), 4, "playoff.best_of[1]: 4 is not a best-of (1, 3, 5 or 7)"),
    (("playoff", "best_of", 1), None, "playoff.best_of[1]: null is not a best-of (1, 3, 5 or 7)"),
    (("playoff", "best_of"), [3] * 21, "playoff.best_of: a list of 21, at most 20 rounds fit"),
    ((*MATCH, "round"), LEFT_OUT, "playoff.matches[0].round: missing, it must be a round (1 to 20)"),
    ((*MATCH, "round"), 0, "playoff.matches[0].round: 0 is not a round (1 to 20)"),
    ((*MATCH, "round"), 21, "playoff.matches[0].round: 21 is not a round (1 to 20)"),
    ((*MATCH, "slot"), LEFT_OUT, "playoff.matches[0].slot: missing, it must be a slot (1 to 524288)"),
    ((*MATCH, "slot"), 0, "playoff.matches[0].slot: 0 is not a slot (1 to 524288)"),
    (
        ("playoff", "matches", 1),
        {"round": 1, "slot": 1, "games": [0, 2]},
        "playoff.matches[1].slot: slot 1 of round 1 has a result already, playoff.matches[0]",
    ),
    ((*MATCH, "games"), LEFT_OUT, "playoff.matches[0].games: missing, it must be a list of two numbers"),
    ((*MATCH, "games"), "3-1", 'playoff.matches[0].games: "3-1" is not a list of two numbers'),
    ((*MATCH, "games"), [2, 8], "playoff.matches[0].games[1]: 8 is not a number of games won (0 to 7)"),
    ((*MATCH, "games"), [3, 1], "playoff.matches[0].games: 3 to 1, a best of 3 ends with 2 won"),
    ((*MATCH, "games"), [2, 2], "playoff.matches[0].games: 2 to 2, only one side can win a best of 3"),
    ((*MATCH, "forfeits"), 4, "playoff.matches[0].forfeits: 4 is more than the 3 games of the match"),
    ((*MATCH, "forfeits"), 8, "playoff.matches[0].forfeits: 8 is not a number of forfeits (0 to 7)"),
    ((*MATCH, "forfeits"), None, "playoff.matches[0].forfeits: null is not a number of forfeits (0 to 7)"),
]


@pytest.mark.parametrize(("place", "value", "mistake"), MISTAKES, ids=[mistake for *_, mistake in MISTAKES])
def test_read_tells_each_mistake_once(place: tuple[str | int, ...], value: object, mistake: str) -> None:
    reading = read_event_file(as_bytes(changed(place, value)))

    assert reading.mistakes == (mistake,)
    assert reading.event_file is None


@pytest.mark.parametrize(
    ("place", "known"),
    [
        (
            (),
            "format, event, entrants, schedule, scorecards, decisions, tie_games, tie_orders, playoff",
        ),
        (
            EVENT,
            "name, starts_on, kind, edition, format, scoring, games, muggins, qualifiers, qualifiers_reason",
        ),
        (
            ENTRANT,
            "number, name, partner, acc_number, club, city, seat, house_player, withdrawn_after_game",
        ),
        (("schedule", 0), "game, pairs"),
        (CARD, "entrant, recorded, lines"),
        ((*CARD, "recorded"), "game_points, games_won, plus, minus"),
        (LINE, "game, opponent, points, plus, minus"),
        (DECISION, "game, entrants, lines, rule, reason"),
        (WIN, "entrant, points, plus, minus"),
        (("tie_games", 0), "winner, loser"),
        (("tie_orders", 0), "order, reason"),
        (("playoff",), "best_of, matches"),
        (MATCH, "round, slot, games, forfeits"),
    ],
)
def test_read_refuses_unknown_keys_by_name(place: tuple[str | int, ...], known: str) -> None:
    path = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in (*place, "colour")).lstrip(
        "."
    )

    assert mistakes_in(changed((*place, "colour"), "red")) == (
        f"{path}: unknown key, known here are {known}",
    )


def test_read_shows_odd_keys_on_one_printable_line() -> None:
    document = changed(("tie_games", 0, "a b\n\ud800\u202e" + "x" * 60), 1)

    assert mistakes_in(document) == (
        'tie_games[0]."a b\\u000a\\ud800\\u202e'
        + "x" * 31
        + '...": unknown key, known here are winner, loser',
    )


def test_read_tells_apart_long_unknown_keys_that_begin_alike() -> None:
    document = changed(("tie_games", 0, "x" * 60 + "1"), 1)
    document["tie_games"][0]["x" * 60 + "2"] = 1

    assert len(mistakes_in(document)) == 2


def test_read_refuses_keys_given_twice() -> None:
    data = as_bytes(plain_event_file())
    data = data.replace(b'"games": 4}', b'"games": 4, "name": "Again"}')
    data = data.replace(b'{"winner": 2', b'{"winner": 2, "winner": 3, "winner": 2')
    data = data.replace(b'"playoff"', b'"format": "cribbage-event/1", "playoff"')

    assert read_event_file(data).mistakes == (
        "format: given twice",
        "event.name: given twice",
        "tie_games[0].winner: given 3 times",
    )


def test_read_refuses_a_seat_taken_already() -> None:
    document = changed((*ENTRANT, "seat"), "A-1")
    document["entrants"][1]["seat"] = "a-1"
    document["entrants"][2]["seat"] = "A-1"

    assert mistakes_in(document) == ('entrants[2].seat: "A-1" is taken already by entrants[0]',)


def test_read_refuses_more_than_10000_entrants() -> None:
    entrants = [{"number": number, "name": "X"} for number in range(1, 10_002)]

    assert mistakes_in(changed(("entrants",), entrants[:-1])) == ()
    assert mistakes_in(changed(("entrants",), entrants)) == ("entrants: 10001 entrants, at most 10000 fit",)


def test_read_refuses_a_game_decided_twice() -> None:
    document = plain_event_file()
    again = json.loads(json.dumps(document["decisions"][0]))
    again["entrants"] = [3, 1]
    document["decisions"].append(again)

    assert mistakes_in(document) == (
        "decisions[1].entrants: game 2 of entrants 3 and 1 is decided already in decisions[0]",
    )


def test_read_refuses_one_entrant_in_two_decisions_of_a_game() -> None:
    document = plain_event_file()
    lines = [{"entrant": 5, "points": 0}, {"entrant": 3, "points": 0}]
    document["decisions"].append({"game": 2, "entrants": [5, 3], "lines": lines})
    document["decisions"].append({"game": 3, "entrants": [5, 3], "lines": lines})

    assert mistakes_in(document) == (
        "decisions[1].entrants[1]: game 2 of entrant 3 is decided already in decisions[0]",
    )


def test_read_checks_no_result_of_a_round_whose_best_of_is_not_known() -> None:
    document = changed((*MATCH, "games"), [7, 7])
    document["playoff"]["matches"][0]["round"] = 3

    assert mistakes_in(document) == ()


# One mistake hides what only follows from it.


@pytest.mark.parametrize("number", ["3", 3.0, 0, None, LEFT_OUT, 2])
def test_read_takes_the_cards_of_an_entrant_whose_number_is_wrong(number: object) -> None:
    document = changed(("entrants", 2, "number"), number)

    assert [mistake.split(": ")[0] for mistake in mistakes_in(document)] == ["entrants[2].number"]


@pytest.mark.parametrize("entrant", [None, "Player 3", {"number": 3}])
def test_read_takes_the_cards_of_an_entrant_who_cannot_be_read(entrant: object) -> None:
    assert len(mistakes_in(changed(("entrants", 2), entrant))) == 1


def test_read_still_refuses_other_unknown_entrants_when_one_number_is_wrong() -> None:
    document = changed(("entrants", 2, "number"), "three")
    document["scorecards"][0]["lines"][0]["opponent"] = 77

    assert mistakes_in(document) == (
        'entrants[2].number: "three" is not an entrant\'s number (1 to 2147483647)',
        "scorecards[0].lines[0].opponent: no entrant has the number 77",
    )


def test_read_knows_no_last_game_when_the_number_of_games_is_wrong() -> None:
    document = changed((*EVENT, "games"), -4)
    document["scorecards"][0]["lines"][0]["game"] = 99
    document["entrants"][0]["withdrawn_after_game"] = 99

    assert mistakes_in(document) == ("event.games: -4 is not a number of games (1 to 99)",)


@pytest.mark.parametrize("scoring", ["totals", "left", "total_points"])
def test_read_refuses_a_scoring_without_a_mistake_for_each_line(scoring: str) -> None:
    document = changed((*EVENT, "scoring"), scoring)
    document["scorecards"][0]["lines"] = [
        {"game": 1, "opponent": 2, "own": 121, "theirs": 98},
        {"game": 2, "opponent": 3, "left": 23},
        {"game": 3, "opponent": 3, "points": 4},
    ]
    document["decisions"][0]["lines"] = [{"entrant": 1, "left": 7}, {"entrant": 3, "left": 0}]

    assert [mistake.split(": ")[0] for mistake in mistakes_in(document)] == ["event.scoring"]


def test_read_refuses_the_lines_of_other_scorings_under_acc() -> None:
    document = changed((*LINE, "left"), 7)

    assert mistakes_in(document) == (
        "scorecards[0].lines[0].left: unknown key, known here are game, opponent, points, plus, minus",
    )


# What could be read in spite of mistakes.


def test_read_gives_the_readable_part_of_a_file_with_mistakes() -> None:
    document = changed(("entrants", 2, "number"), "3")
    document["event"]["name"] = ""
    document["entrants"][3] = None
    document["scorecards"][0]["lines"][0]["game"] = 0
    document["playoff"]["best_of"][0] = 2
    document["playoff"]["matches"].append({"round": 2, "slot": "top", "games": [3, 0]})

    reading = read_event_file(as_bytes(document))

    assert len(reading.mistakes) == 6
    assert reading.event_file is None
    assert reading.partial is not None
    assert reading.partial.event == EventFacts(name="", games=4)
    assert [entrant.number for entrant in reading.partial.entrants] == [1, 2, 3, 4, 5, 6]
    assert reading.partial.scorecards[0].lines == (Line(2, 3, 0),)
    assert reading.partial.playoff == PlayoffRecord(
        (7, 5), (MatchRecord(1, 1, (2, 1), 1), MatchRecord(2, 0, (3, 0)))
    )


@pytest.mark.parametrize(
    ("place", "value"),
    [((*EVENT, "qualifiers"), 0), (("event",), 1), (("entrants",), 1)],
)
def test_read_gives_no_part_without_qualifiers_or_entrants(
    place: tuple[str | int, ...], value: object
) -> None:
    assert read_event_file(as_bytes(changed(place, value))).partial is None


# Many mistakes.


def file_with_51_mistakes() -> tuple[dict[str, Any], list[str]]:
    """Return a file with 51 different mistakes, and where they are in the order of the specification."""
    document = plain_event_file()
    document["colour"] = "red"
    document["format"] = "cribbage-event/9"
    document["event"] |= {
        "place": "Tacoma",
        "name": " ",
        "starts_on": "2026-13-01",
        "kind": "cup",
        "edition": "acc-1999",
        "format": "swiss",
        "muggins": "yes",
        "qualifiers": -1,
        "qualifiers_reason": None,
    }
    document["entrants"][0] |= {
        "name": None,
        "partner": 7,
        "acc_number": 8,
        "club": [],
        "city": {},
        "seat": 1.5,
    }
    document["entrants"][1] |= {"house_player": 0, "withdrawn_after_game": 5, "seat": "B", "rank": 1}
    document["entrants"][2] |= {"number": 2, "seat": "B"}
    document["entrants"].append("Bo")
    document["schedule"] = [
        {"game": 9, "pairs": [[1, 2], [2, 4], [5, 5], [99, 6]]},
        {"game": 1, "pairs": {}},
        {"game": 1, "pairs": []},
    ]
    document["scorecards"][0]["recorded"] |= {"plus": -5, "net": 12}
    document["scorecards"][0]["lines"] += [
        {"game": 1, "opponent": 1, "points": 1, "plus": 140, "minus": 0},
        {"game": 3, "opponent": 98, "points": "2", "plus": True},
    ]
    document["scorecards"].append({"entrant": 1, "lines": "none"})
    document["decisions"][0]["lines"] = [{"entrant": 1, "points": 2}, {"entrant": 4, "points": 0, "plus": 9}]
    document["tie_games"] = [{"winner": 6, "loser": 1}, {"winner": 5, "loser": 5}]
    document["tie_orders"] = [{"order": [1]}, {"order": [1, 2, 1]}]
    document["playoff"]["best_of"] = [2, 5]
    document["playoff"]["matches"] = [{"round": 2, "slot": 1, "games": [3, 3], "forfeits": 7}]
    return document, [
        "colour",
        "format",
        "event.place",
        "event.name",
        "event.starts_on",
        "event.kind",
        "event.edition",
        "event.format",
        "event.muggins",
        "event.qualifiers",
        "event.qualifiers_reason",
        "entrants[0].name",
        "entrants[0].partner",
        "entrants[0].acc_number",
        "entrants[0].club",
        "entrants[0].city",
        "entrants[0].seat",
        "entrants[1].rank",
        "entrants[1].house_player",
        "entrants[1].withdrawn_after_game",
        "entrants[2].number",
        "entrants[2].seat",
        "entrants[6]",
        "schedule[0].game",
        "schedule[0].pairs[1][0]",
        "schedule[0].pairs[2]",
        "schedule[0].pairs[3][0]",
        "schedule[1].pairs",
        "schedule[2].game",
        "scorecards[0].recorded.net",
        "scorecards[0].recorded.plus",
        "scorecards[0].lines[2].game",
        "scorecards[0].lines[2].opponent",
        "scorecards[0].lines[2].points",
        "scorecards[0].lines[2].plus",
        "scorecards[0].lines[2].minus",
        "scorecards[0].lines[3].opponent",
        "scorecards[0].lines[3].points",
        "scorecards[0].lines[3].plus",
        "scorecards[2].entrant",
        "scorecards[2].lines",
        "decisions[0].lines[0].plus",
        "decisions[0].lines[1].entrant",
        "decisions[0].lines[1].plus",
        "tie_games[0].winner",
        "tie_games[1].loser",
        "tie_orders[0].order",
        "tie_orders[1].order[2]",
        "playoff.best_of[0]",
        "playoff.matches[0].games",
        "playoff.matches[0].forfeits",
    ]


def test_read_tells_50_mistakes_in_the_order_of_the_specification() -> None:
    document, paths = file_with_51_mistakes()
    del document["playoff"]["matches"][0]["forfeits"]

    mistakes = mistakes_in(document)

    assert [mistake.split(": ")[0] for mistake in mistakes] == paths[:50]
    assert EventFileError(mistakes).mistakes == list(mistakes)


def test_error_tells_the_first_50_of_51_mistakes() -> None:
    document, paths = file_with_51_mistakes()

    mistakes = mistakes_in(document)

    assert [mistake.split(": ")[0] for mistake in mistakes] == paths
    assert EventFileError(mistakes).mistakes == list(mistakes[:50])


def test_read_stops_at_300_mistakes() -> None:
    reading = read_event_file(as_bytes(changed(("scorecards",), list(range(1000)))))

    assert reading == Reading(None, tuple(f"scorecards[{n}]: {n} is not an object" for n in range(300)), None)


# Whatever the bytes are.


@pytest.mark.parametrize(
    ("data", "mistake"),
    [
        (b"", "(file): empty, an event file is one JSON object"),
        (b"[]", "(file): a list is not an object"),
        (b"null", "(file): null is not an object"),
        (b"NaN", "(file): NaN is not an object"),
        (b'"a"', '(file): "a" is not an object'),
        (b'{"format": "cribb', "(file): not JSON, line 1 column 12: the file ends too early"),
        (b"[" * 100_000, "(file): nested more than 20 levels deep"),
        (b"\xff\xfe{\x00}\x00", "(file): not UTF-8 text (see line 1), save the file as UTF-8"),
    ],
)
def test_read_tells_why_a_file_is_no_event_file(data: bytes, mistake: str) -> None:
    assert read_event_file(data) == Reading(None, (mistake,), None)


@given(st.binary())
def test_read_raises_nothing_for_any_bytes(data: bytes) -> None:
    reading = read_event_file(data)

    assert reading.event_file is None
    assert len(reading.mistakes) > 0


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=5),
    lambda children: (
        st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=5), children, max_size=3)
    ),
    max_leaves=8,
)


def places_in(value: object, place: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    entries: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        entries = list(value.items())
    elif isinstance(value, list):
        entries = list(enumerate(value))
    return [path for key, child in entries for path in [(*place, key), *places_in(child, (*place, key))]]


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(places_in(plain_event_file())), any_json)
def test_read_raises_nothing_whatever_stands_anywhere(place: tuple[str | int, ...], value: object) -> None:
    reading = read_event_file(as_bytes(changed(place, value)))

    assert (reading.event_file is None) == (len(reading.mistakes) > 0)
    assert all(mistake.isprintable() for mistake in reading.mistakes)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(any_json)
def test_read_raises_nothing_for_any_json(value: object) -> None:
    assert len(mistakes_in(value)) > 0


@pytest.mark.skipif(not SAMPLES, reason=f"no sample event files in {CASES}")
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_read_finds_no_mistake_in_the_samples(path: Path) -> None:
    assert read_event_file(path.read_bytes()).mistakes == ()
