"""Lines of game sheets as they are read, and the keys in which they are typed."""

from __future__ import annotations

import pytest

from scorecards.rules.entry.line_notation import line_in_words, reading
from scorecards.rules.entry.sheet_notation import sheet_problem
from scorecards.rules.entry.typed_cards import InvalidCard
from scorecards.rules.scoring_systems.interface import ScoringSystem
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.rules.types import FootTotals, Line

ACC, TOTAL_POINTS, POINTS_LEFT = map(scoring_system, ("acc", "total-points", "points-left"))
SAID = [
    (Line(8, 2, own=121, theirs=94), "won 121 to 94", "lost 94 to 121"),
    (Line(8, 2, own=87, theirs=121), "lost 87 to 121", "won 121 to 87"),
    (Line(8, 2, own=87, theirs=90), "nobody’s win, 87 to 90", "nobody’s win, 90 to 87"),
    (Line(8, 2, own=121, theirs=121), "nobody’s win, 121 to 121", "nobody’s win, 121 to 121"),
    (Line(8, 2, own=87), "87 to blank", "no result to read"),
    (Line(8, 2, left=0), "won, nothing left", "lost, something left"),
    (Line(8, 2, left=27), "lost, 27 left", "won, nothing left"),
    (Line(8, 2), "left blank", "no result to read"),
]


@pytest.mark.parametrize(("line", "said", "_read"), SAID)
def test_line_of_a_sheet_is_said_as_it_stands(line: Line, said: str, _read: str) -> None:
    assert line_in_words(line) == said


@pytest.mark.parametrize(("line", "_said", "read"), SAID)
def test_reading_of_a_sheet_is_what_the_other_one_should_show(line: Line, _said: str, read: str) -> None:
    assert reading(line) == read


@pytest.mark.parametrize(
    ("keys", "system", "why"),
    [
        ("", TOTAL_POINTS, "The line is empty. Enter 94 (won 121 to 94), -87 (lost 87 to 121) or / (blank)."),
        ("--9", POINTS_LEFT, "--9 is not a line. Enter 00 (won), 27 (lost with 27 left) or / (blank)."),
        ("121", TOTAL_POINTS, "121 are no points of a loser (0 to 120)."),
        ("122", POINTS_LEFT, "122 are no points left (0 to 121)."),
        ("/1/2/3", TOTAL_POINTS, "As written is own/theirs, no more."),
        ("/1/2", POINTS_LEFT, "As written is left, no more."),
    ],
)
def test_keys_that_make_no_line_of_a_sheet_are_refused(keys: str, system: ScoringSystem, why: str) -> None:
    with pytest.raises(InvalidCard) as refused:
        system.read_keys(keys, 3, "")

    assert refused.value.errors == {"keys-3": why}


@pytest.mark.parametrize(
    ("values", "odd"),
    [
        ({"own": 121, "theirs": 94}, ""),
        ({"own": None, "theirs": None}, ""),
        ({"own": 87, "theirs": None}, "one number is blank"),
        ({"own": 87, "theirs": 90}, "neither side has 121: not finished, nobody’s win"),
        ({"own": 121, "theirs": 121}, "both sides have 121: only one can have won"),
        ({"left": 40}, ""),
    ],
)
def test_what_makes_no_win_is_said(values: dict[str, int | None], odd: str) -> None:
    assert sheet_problem(values) == odd


def test_kinds_of_cards_have_their_columns_and_totals() -> None:
    found = [(system.columns.line, tuple(system.foot)) for system in (ACC, TOTAL_POINTS, POINTS_LEFT)]

    assert found == [
        (("points", "plus", "minus"), ("game_points", "games_won", "plus", "minus")),
        (("own", "theirs"), ("total", "games_won")),
        (("left",), ("total", "games_won")),
    ]


@pytest.mark.parametrize(
    ("foot", "fields"),
    [
        (FootTotals(games_won=1, total=208), []),
        (FootTotals(games_won=2, total=209), ["games_won", "total"]),
        (FootTotals(), []),
    ],
)
def test_foot_of_a_sheet_is_compared_with_its_lines(foot: FootTotals, fields: list[str]) -> None:
    lines = [Line(1, 2, own=121, theirs=94), Line(2, 3, own=87, theirs=121)]

    assert [error.field for error in TOTAL_POINTS.foot_errors(foot, lines)] == fields
