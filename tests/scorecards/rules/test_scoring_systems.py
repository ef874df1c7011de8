"""What every scoring system says about its cards, slips and decisions, each through the same questions."""

import pytest

from scorecards.rules.entry.typed_cards import InvalidCard, TypedLine
from scorecards.rules.entry.typed_slips import TypedSlip
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.rules.scorings import SCORINGS
from tournaments.rules.types import Line

ACC, TOTAL_POINTS, POINTS_LEFT = map(scoring_system, ("acc", "total-points", "points-left"))


@pytest.mark.parametrize(
    ("scoring", "points", "most"),
    [("acc", (0, 2, 3), 3), ("double-skunk", (0, 2, 3, 4), 4), ("total-points", (), None), ("points-left", (), None)],
)
def test_game_points_of_a_line_follow_from_the_scoring(scoring: str, points: tuple[int, ...], most: int | None) -> None:
    scored = SCORINGS[scoring]

    assert (scored.points, scored.max_points) == (points, most)


SLIPS = [
    ("acc", TypedSlip(3, 1, 2, (31,)), {"winner": 1, "loser": 2, "margin": 31}, "A-1 beat A-2 by 31."),
    (
        "total-points",
        TypedSlip(3, 1, 2, (121, 94)),
        {"first": 1, "second": 2, "firsts": 121, "seconds": 94},
        "A-1 won 121 to 94, against A-2.",
    ),
    (
        "points-left",
        TypedSlip(3, 1, 2, (0, 27)),
        {"first": 1, "second": 2, "firsts": 0, "seconds": 27},
        "A-1 won, nothing left, against A-2.",
    ),
]


@pytest.mark.parametrize(("scoring", "slip", "values", "said"), SLIPS)
def test_slip_is_said_and_found_again_in_the_lines_that_it_makes(
    scoring: str, slip: TypedSlip, values: dict[str, int], said: str
) -> None:
    system = scoring_system(scoring)

    lines = system.lines_of_slip(slip)

    assert system.slip_form.values(slip) == {"game": 3, **values}
    assert system.slip_in_words(slip, "A-1", "A-2") == said
    assert system.slip_of(1, lines[1], lines[2]) == slip
    assert system.slip_of(2, lines[2], lines[1]) is None
    assert system.is_same_game(lines[1], lines[2])


@pytest.mark.parametrize(
    ("scoring", "values", "errors"),
    [
        ("acc", (0,), {"margin": "0 is not a margin (1 to 121)."}),
        ("acc", (121, 94), {"winner": "A slip of this event has a winner and a margin."}),
        ("total-points", (31,), {"first": "A slip of this event has both sides' points."}),
        ("total-points", (122, 94), {"firsts": "122 is more than the board has (0 to 121)."}),
        (
            "total-points",
            (90, 94),
            {"seconds": "One side, and only one, has to have 121 points: an unfinished game is nobody's win."},
        ),
        (
            "points-left",
            (0, 0),
            {"seconds": "One side, and only one, has to have nothing left: an unfinished game is nobody's win."},
        ),
    ],
)
def test_slip_that_makes_no_line_is_refused(scoring: str, values: tuple[int, ...], errors: dict[str, str]) -> None:
    with pytest.raises(InvalidCard) as refused:
        scoring_system(scoring).lines_of_slip(TypedSlip(3, 1, 2, values))

    assert refused.value.errors == errors


@pytest.mark.parametrize(
    ("line", "left_after", "hint"),
    [
        (TypedLine(4, points="2", plus="10"), None, ""),
        (TypedLine(4, points="2", plus="10"), 4, ""),
        (TypedLine(4), 3, "withdrew after game 3: win by 10"),
        (TypedLine(4, points="2", plus="010"), 3, "withdrew after game 3: win by 10"),
        (TypedLine(4, points="2", plus="11"), 3, "withdrew after game 3: not a win by 10"),
    ],
)
def test_line_against_somebody_who_left_is_a_win_by_10(line: TypedLine, left_after: int | None, hint: str) -> None:
    assert ACC.hint(line, left_after) == hint


@pytest.mark.parametrize("system", [scoring_system(name) for name in SCORINGS], ids=SCORINGS)
def test_line_that_names_nobody_comes_from_no_slip(system) -> None:
    lines = system.lines_of_slip(next(slip for scoring, slip, *_ in SLIPS if _wants(system, slip)))
    nobodys = Line(3, None, **{column: getattr(lines[1], column) for column in system.columns.line})

    assert system.slip_of(1, nobodys, lines[2]) is None


def _wants(system, slip: TypedSlip) -> bool:
    if system.scoring.name == "points-left":
        return 0 in slip.values
    return len(slip.values) == len(system.slip_form.value_names)


@pytest.mark.parametrize(
    ("system", "line", "problem"),
    [
        (ACC, Line(1, 2, 2, 16), None),
        (ACC, Line(1, 2, 0, None, 16), None),
        (ACC, Line(1, 2, 0, None, 122), "122 is not a spread (1 to 121)."),
        (ACC, Line(1, 2, 2, 16, 16), "A line has a plus or a minus spread, not both."),
        (ACC, Line(1, 2, 2), "A win needs its plus spread."),
        (ACC, Line(1, 2, 0, 16), "A loss has no plus spread."),
        (TOTAL_POINTS, Line(1, 2, own=121, theirs=94), None),
        (TOTAL_POINTS, Line(1, 2, own=121), "Every number of both lines has to be there."),
        (TOTAL_POINTS, Line(1, 2, own=122, theirs=94), "The board has 0 to 121."),
        (TOTAL_POINTS, Line(1, 2, own=121, theirs=121), "both sides have 121: only one can have won"),
        (POINTS_LEFT, Line(1, 2, left=121), None),
        (POINTS_LEFT, Line(1, 2), "Every number of both lines has to be there."),
    ],
)
def test_line_that_cannot_be_decided_is_told(system, line: Line, problem: str | None) -> None:
    assert system.decided_line_problem(line) == problem


@pytest.mark.parametrize(
    ("system", "first", "second", "problem"),
    [
        (ACC, Line(1, 2, 0, None, 5), Line(1, 1, 0, None, 9), None),
        (TOTAL_POINTS, Line(1, 2, own=121, theirs=94), Line(1, 1, own=94, theirs=121), None),
        (
            TOTAL_POINTS,
            Line(1, 2, own=121, theirs=94),
            Line(1, 1, own=95, theirs=121),
            "The two lines must describe the same game: what is own in one is theirs in the other.",
        ),
        (POINTS_LEFT, Line(1, 2, left=0), Line(1, 1, left=0), "Only one side can have nothing left."),
        (POINTS_LEFT, Line(1, 2, left=3), Line(1, 1, left=5), None),
    ],
)
def test_two_decided_lines_that_are_no_game_are_told(system, first: Line, second: Line, problem: str | None) -> None:
    assert system.decided_game_problem(first, second) == problem


def test_decided_lines_keep_the_columns_of_their_scoring() -> None:
    assert ACC.decided_values(Line(1, 2, None, 31)) == {"points": 3, "plus": 31, "minus": None}
    assert TOTAL_POINTS.decided_values(Line(1, 2, own=121, theirs=94)) == {"own": 121, "theirs": 94}
    assert POINTS_LEFT.decided_values(Line(1, 2, left=4)) == {"left": 4}


def test_decision_cites_first_what_fits_where_no_rule_is_named() -> None:
    found = [next(iter(system.rules_to_cite("acc-2010"))) for system in (ACC, TOTAL_POINTS)]

    assert found == ["13", "none"]
