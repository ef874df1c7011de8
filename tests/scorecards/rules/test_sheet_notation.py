"""What makes no win on a line of a game sheet, and the columns of each kind of card."""

import pytest

from scorecards.rules.entry.sheet_notation import sheet_problem
from scorecards.rules.scoring_systems.registry import scoring_system


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
    systems = map(scoring_system, ("acc", "total-points", "points-left"))

    assert [(system.columns.line, tuple(system.foot)) for system in systems] == [
        (("points", "plus", "minus"), ("game_points", "games_won", "plus", "minus")),
        (("own", "theirs"), ("total", "games_won")),
        (("left",), ("total", "games_won")),
    ]
