"""Which figures of two lines of a game do not go together, as both cards have them."""

import pytest

from scorecards.rules.discrepancies import columns_that_differ
from tournaments.rules.types import Line

SPREADS = {"points", "plus", "minus"}
WON = Line(1, 2, 2, 16, None)


@pytest.mark.parametrize(
    ("mine", "theirs", "differing"),
    [
        pytest.param(WON, Line(1, 1, 0, None, 16), (set(), set()), id="they agree"),
        pytest.param(WON, Line(1, 1, 0, None, 15), ({"plus"}, {"minus"}), id="another spread"),
        pytest.param(WON, Line(1, 1, 2, None, 16), ({"points"}, {"points"}), id="both claim the win"),
        pytest.param(WON, Line(1, 1, 0, 16, None), ({"plus", "minus"}, {"plus", "minus"}), id="the other column"),
        pytest.param(WON, Line(1, 1), ({"plus"}, {"points", "minus"}), id="left blank"),
        pytest.param(WON, Line(1, 1, 0), ({"plus"}, {"minus"}), id="no spread"),
    ],
)
def test_columns_of_ordinary_cards(mine: Line, theirs: Line, differing: tuple[set[str], set[str]]) -> None:
    assert (columns_that_differ(mine, theirs) & SPREADS, columns_that_differ(theirs, mine) & SPREADS) == differing


def test_columns_of_game_sheets() -> None:
    won, other = Line(1, 2, own=121, theirs=94), Line(1, 1, own=90, theirs=121)
    assert columns_that_differ(won, other) & {"own", "theirs"} == {"theirs"}
    assert columns_that_differ(other, won) & {"own", "theirs"} == {"own"}
    assert "left" not in columns_that_differ(Line(1, 2, left=0), Line(1, 1, left=12))
    assert "left" in columns_that_differ(Line(1, 2, left=0), Line(1, 1, left=0))
