"""Rule 1.6: a skunk is a win by 31 or more, and is worth more game points."""

import pytest

from tournaments.rules.scorings import SCORINGS


@pytest.mark.parametrize(
    ("scheme", "spread", "points"),
    [
        ("acc", 1, 2),
        ("acc", 30, 2),
        ("acc", 31, 3),
        ("acc", 121, 3),
        ("double-skunk", 30, 2),
        ("double-skunk", 31, 3),
        ("double-skunk", 60, 3),
        ("double-skunk", 61, 4),
        ("free-play", 30, 1),
        ("free-play", 31, 2),
        ("free-play", 60, 2),
        ("free-play", 61, 4),
    ],
)
def test_1_6_game_points_follow_from_the_winning_spread(scheme: str, spread: int, points: int) -> None:
    assert SCORINGS[scheme].by_spread[spread] == points
    assert SCORINGS[scheme].by_spread[spread] == points
