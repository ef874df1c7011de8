"""What separates two cards, in the order of the tiebreakers (appendix 7), and which are near the line."""

import pytest

from scorecards.rules.line_points import Standing
from scorecards.rules.margins import Margin, is_near, margin

LEVEL = (20, 9, 30, 150)


@pytest.mark.parametrize(
    ("own", "other", "found", "words"),
    [
        ((22, 9, 64, 150), LEVEL, Margin("game points", 2, 34), "2 game points ahead of B-4, net spread 34 ahead"),
        ((19, 9, 64, 150), LEVEL, Margin("game points", -1, 34), "1 game point behind B-4, net spread 34 ahead"),
        ((19, 9, 30, 150), LEVEL, Margin("game points", -1, 0), "1 game point behind B-4"),
        ((20, 10, 25, 150), LEVEL, Margin("games won", 1, -5), "1 game won ahead of B-4, net spread 5 behind"),
        ((20, 7, 25, 150), LEVEL, Margin("games won", -2, -5), "2 games won behind B-4, net spread 5 behind"),
        ((20, 9, 31, 150), LEVEL, Margin("net spread", 1, 1), "1 point of net spread ahead of B-4"),
        ((20, 9, -2, 190), LEVEL, Margin("net spread", -32, -32), "32 points of net spread behind B-4"),
        ((20, 9, 30, 151), LEVEL, Margin("plus points", 1, 0), "1 plus point ahead of B-4"),
        ((20, 9, 30, 147), LEVEL, Margin("plus points", -3, 0), "3 plus points behind B-4"),
        (LEVEL, LEVEL, Margin(None, 0, 0), "level with B-4"),
    ],
)
def test_app_7_first_tiebreaker_that_differs_separates_two_cards(
    own: Standing, other: Standing, found: Margin, words: str
) -> None:
    assert margin(own, other) == found
    assert margin(own, other).against("B-4") == words


def test_app_7_margin_is_the_same_from_the_other_side() -> None:
    assert margin((22, 9, 64, 150), LEVEL).amount == -margin(LEVEL, (22, 9, 64, 150)).amount


@pytest.mark.parametrize(
    ("game_points", "max_a_game", "is_so"),
    [(23, 3, True), (24, 3, False), (17, 3, True), (16, 3, False), (20, 3, True), (24, 4, True)],
)
def test_app_4_card_is_near_the_line_as_far_as_one_game_reaches(game_points: int, max_a_game: int, is_so: bool) -> None:
    assert is_near((game_points, 0, -99, 0), LEVEL, max_a_game) is is_so
