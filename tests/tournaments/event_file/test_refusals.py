"""What else an event file is refused for: unknown keys, what does not fit together; and what can still be read."""

import json

import pytest

from tests.tournaments.event_file.samples import (
    CARD,
    DECISION,
    ENTRANT,
    EVENT,
    LEFT_OUT,
    LINE,
    MATCH,
    WIN,
    as_bytes,
    changed,
    errors_in,
    path_of,
    plain_event_file,
)
from tournaments.event_file.reading import read_event_file
from tournaments.rules.types import EventFacts, Line, MatchRecord, PlayoffRecord


@pytest.mark.parametrize(
    ("place", "known"),
    [
        ((), "format, event, entrants, schedule, scorecards, decisions, tie_games, tie_orders, playoff"),
        (EVENT, "name, starts_on, kind, edition, format, scoring, games, muggins, qualifiers, qualifiers_reason"),
        (ENTRANT, "number, name, partner, acc_number, club, city, seat, house_player, withdrawn_after_game"),
        (("schedule", 0), "game, pairs"),
        (CARD, "entrant, recorded, lines"),
        ((*CARD, "recorded"), "game_points, games_won, plus, minus"),
        (LINE, "game, opponent, points, plus, minus"),
        (DECISION, "game, entrants, lines, rule, reason, decided_by"),
        (WIN, "entrant, points, plus, minus"),
        (("tie_games", 0), "winner, loser"),
        (("tie_orders", 0), "order, reason"),
        (("playoff",), "best_of, matches"),
        (MATCH, "round, slot, games, forfeits"),
    ],
)
def test_read_refuses_unknown_keys_by_name(place: tuple[str | int, ...], known: str) -> None:
    told = f"{path_of((*place, 'colour'))}: unknown key, known here are {known}"

    assert errors_in(changed((*place, "colour"), "red")) == (told,)


def test_read_shows_odd_keys_on_one_printable_line() -> None:
    document = changed(("tie_games", 0, "a b\n\ud800\u202e" + "x" * 60), 1)

    assert errors_in(document) == (
        'tie_games[0]."a b\\u000a\\ud800\\u202e' + "x" * 31 + '...": unknown key, known here are winner, loser',
    )


def test_read_tells_apart_long_unknown_keys_that_begin_alike() -> None:
    document = changed(("tie_games", 0, "x" * 60 + "1"), 1)
    document["tie_games"][0]["x" * 60 + "2"] = 1

    assert len(errors_in(document)) == 2


def test_read_refuses_keys_given_twice() -> None:
    data = as_bytes(plain_event_file())
    data = data.replace(b'"games": 4}', b'"games": 4, "name": "Again"}')
    data = data.replace(b'{"winner": 2', b'{"winner": 2, "winner": 3, "winner": 2')
    data = data.replace(b'"playoff"', b'"format": "cribbage-event/1", "playoff"')

    assert read_event_file(data).errors == (
        "format: given twice",
        "event.name: given twice",
        "tie_games[0].winner: given 3 times",
    )


def test_read_refuses_a_seat_taken_already() -> None:
    document = changed((*ENTRANT, "seat"), "A-1")
    document["entrants"][1]["seat"] = "a-1"
    document["entrants"][2]["seat"] = "A-1"

    assert errors_in(document) == ('entrants[2].seat: "A-1" is taken already by entrants[0]',)


def test_read_refuses_more_than_10000_entrants() -> None:
    entrants = [{"number": number, "name": "X"} for number in range(1, 10_002)]

    assert errors_in(changed(("entrants",), entrants[:-1])) == ()
    assert errors_in(changed(("entrants",), entrants)) == ("entrants: 10001 entrants, at most 10000 fit",)


def test_read_refuses_a_game_decided_twice() -> None:
    document = plain_event_file()
    again = json.loads(json.dumps(document["decisions"][0]))
    again["entrants"] = [3, 1]
    document["decisions"].append(again)

    assert errors_in(document) == (
        "decisions[1].entrants: game 2 of entrants 3 and 1 is decided already in decisions[0]",
    )


def test_read_refuses_one_entrant_in_two_decisions_of_a_game() -> None:
    document = plain_event_file()
    lines = [{"entrant": 5, "points": 0}, {"entrant": 3, "points": 0}]
    document["decisions"].append({"game": 2, "entrants": [5, 3], "lines": lines})
    document["decisions"].append({"game": 3, "entrants": [5, 3], "lines": lines})

    assert errors_in(document) == ("decisions[1].entrants[1]: game 2 of entrant 3 is decided already in decisions[0]",)


LEFT_LINE = {"entrant": 1, "points": 2, "plus": 10, "minus": None}
THEIRS = {"entrant": 3, "points": 0, "plus": None, "minus": 10}


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([LEFT_LINE], ()),
        ([LEFT_LINE, THEIRS], ("lines: a list of 2, exactly one line is needed: entrant 3 had left",)),
        ([], ("lines: a list of 0, exactly one line is needed: entrant 3 had left",)),
        ([THEIRS], ("lines[0].entrant: entrant 3 had left, the line is of the other",)),
    ],
)
def test_read_wants_one_line_of_a_game_whose_opponent_had_left(lines: list[object], told: tuple[str, ...]) -> None:
    document = changed(("entrants", 2, "withdrawn_after_game"), 1)
    document["decisions"][0]["lines"] = lines

    assert errors_in(document) == tuple(f"decisions[0].{one}" for one in told)


def test_read_wants_both_lines_where_nobody_had_left() -> None:
    document = changed((*DECISION, "lines"), [LEFT_LINE])

    assert errors_in(document) == (
        "decisions[0].lines: a list of 1, exactly two lines are needed, one for each entrant",
    )


def test_read_refuses_lines_of_somebody_who_never_came() -> None:
    document = changed(("entrants", 1, "withdrawn_after_game"), 0)

    assert errors_in(document) == ("entrants[1].withdrawn_after_game: 0, but the card has lines",)


def test_read_checks_no_result_of_a_round_whose_best_of_is_not_known() -> None:
    document = changed((*MATCH, "games"), [7, 7])
    document["playoff"]["matches"][0]["round"] = 3

    assert errors_in(document) == ()


# One mistake hides what only follows from it.


@pytest.mark.parametrize("number", ["3", 3.0, 0, None, LEFT_OUT, 2])
def test_read_takes_the_cards_of_an_entrant_whose_number_is_wrong(number: object) -> None:
    document = changed(("entrants", 2, "number"), number)

    assert [message.split(": ")[0] for message in errors_in(document)] == ["entrants[2].number"]


@pytest.mark.parametrize("entrant", [None, "Player 3", {"number": 3}])
def test_read_takes_the_cards_of_an_entrant_who_cannot_be_read(entrant: object) -> None:
    assert len(errors_in(changed(("entrants", 2), entrant))) == 1


def test_read_still_refuses_other_unknown_entrants_when_one_number_is_wrong() -> None:
    document = changed(("entrants", 2, "number"), "three")
    document["scorecards"][0]["lines"][0]["opponent"] = 77

    assert errors_in(document) == (
        'entrants[2].number: "three" is not an entrant\'s number (1 to 2147483647)',
        "scorecards[0].lines[0].opponent: no entrant has the number 77",
    )


def test_read_knows_no_last_game_when_the_number_of_games_is_wrong() -> None:
    document = changed((*EVENT, "games"), -4)
    document["scorecards"][0]["lines"][0]["game"] = 99
    document["entrants"][0]["withdrawn_after_game"] = 99

    assert errors_in(document) == ("event.games: -4 is not a number of games (1 to 99)",)


@pytest.mark.parametrize("scoring", ["totals", "left", "total_points"])
def test_read_refuses_a_scoring_without_a_mistake_for_each_line(scoring: str) -> None:
    document = changed((*EVENT, "scoring"), scoring)
    document["scorecards"][0]["lines"] = [
        {"game": 1, "opponent": 2, "own": 121, "theirs": 98},
        {"game": 2, "opponent": 3, "left": 23},
        {"game": 3, "opponent": 3, "points": 4},
    ]
    document["decisions"][0]["lines"] = [{"entrant": 1, "left": 7}, {"entrant": 3, "left": 0}]

    assert [message.split(": ")[0] for message in errors_in(document)] == ["event.scoring"]


def test_read_refuses_the_lines_of_other_scorings_under_acc() -> None:
    document = changed((*LINE, "left"), 7)

    assert errors_in(document) == (
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

    assert len(reading.errors) == 6
    assert reading.event_file is None
    assert reading.partial is not None
    assert reading.partial.event == EventFacts(name="", games=4)
    assert [entrant.number for entrant in reading.partial.entrants] == [1, 2, 3, 4, 5, 6]
    assert reading.partial.scorecards[0].lines == (Line(2, 3, 0),)
    assert reading.partial.playoff == PlayoffRecord((7, 5), (MatchRecord(1, 1, (2, 1), 1), MatchRecord(2, 0, (3, 0))))


@pytest.mark.parametrize(("place", "value"), [((*EVENT, "qualifiers"), 0), (("event",), 1), (("entrants",), 1)])
def test_read_gives_no_part_without_qualifiers_or_entrants(place: tuple[str | int, ...], value: object) -> None:
    assert read_event_file(as_bytes(changed(place, value))).partial is None
