"""What is read out from a line of a card or a game sheet, and the keys that make none."""

import pytest

from scorecards.rules.entry.line_notation import line_in_words, reading
from scorecards.rules.entry.typed_cards import InvalidCard
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.rules.types import Line


@pytest.mark.parametrize(
    ("line", "said", "read"),
    [
        (Line(8, 2, 2, 15, None), "won by 15", "lost by 15"),
        (Line(8, 2, 0, None, 15), "lost by 15", "won by 15"),
        (Line(8, 2, 2, None, 15), "won by 15, written under minus", "lost by 15"),
        (Line(8, 2, 0, 15, None), "lost by 15, written under plus", "won by 15"),
        (Line(8, 2, None, 15, None), "won by 15", "lost by 15"),
        (Line(8, 2, 2, None, None), "won, no spread", "lost, no spread"),
        (Line(8, 2, 2, 35, 12), "won, plus 35 and minus 12 both filled", "lost by 35 or 12"),
        (Line(8, 2, 2, 23, 23), "won, plus 23 and minus 23 both filled", "lost by 23"),
        (Line(8, 2, None, 35, 12), "plus 35 and minus 12 both filled", "no result to read"),
        (Line(8, 2, None, None, None), "left blank", "no result to read"),
        (None, "no line", "no result to read"),
        # Lines of game sheets.
        (Line(8, 2, own=121, theirs=94), "won 121 to 94", "lost 94 to 121"),
        (Line(8, 2, own=87, theirs=121), "lost 87 to 121", "won 121 to 87"),
        (Line(8, 2, own=87, theirs=90), "nobody’s win, 87 to 90", "nobody’s win, 90 to 87"),
        (Line(8, 2, own=121, theirs=121), "nobody’s win, 121 to 121", "nobody’s win, 121 to 121"),
        (Line(8, 2, own=87), "87 to blank", "no result to read"),
        (Line(8, 2, left=0), "won, nothing left", "lost, something left"),
        (Line(8, 2, left=27), "lost, 27 left", "won, nothing left"),
    ],
)
def test_reading_is_what_the_other_card_should_show(line: Line | None, said: str, read: str) -> None:
    assert line_in_words(line) == said
    assert reading(line) == read


@pytest.mark.parametrize(
    ("scoring", "keys", "why"),
    [
        ("acc", "", "The line is empty. Enter 16 (won by 16), -09 (lost by 9) or / (blank)."),
        ("acc", "sixteen", "sixteen is not a line. Enter 16 (won by 16), -09 (lost by 9) or / (blank)."),
        ("acc", "--9", "--9 is not a line. Enter 16 (won by 16), -09 (lost by 9) or / (blank)."),
        ("acc", "00", "Spread 0 is not possible. Enter 1 to 121."),
        ("acc", "122", "Spread 122 is not possible. Enter 1 to 121."),
        ("acc", "/1/2/3/4", "Enter points/plus/minus only."),
        ("total-points", "", "The line is empty. Enter 94 (won 121 to 94), -87 (lost 87 to 121) or / (blank)."),
        ("points-left", "--9", "--9 is not a line. Enter 00 (won), 27 (lost with 27 left) or / (blank)."),
        ("total-points", "121", "121 are no points of a loser (0 to 120)."),
        ("points-left", "122", "122 are no points left (0 to 121)."),
        ("total-points", "/1/2/3", "As written is own/theirs, no more."),
        ("points-left", "/1/2", "As written is left, no more."),
    ],
)
def test_keys_that_make_no_line_are_refused_in_words(scoring: str, keys: str, why: str) -> None:
    with pytest.raises(InvalidCard) as refused:
        scoring_system(scoring).read_keys(keys, 3, "")

    assert refused.value.errors == {"keys-3": why}
