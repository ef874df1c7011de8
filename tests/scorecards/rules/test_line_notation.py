"""What is read out from a card, and the keys that make a line."""

from __future__ import annotations

import pytest

from scorecards.rules.entry.line_notation import line_in_words, read_keys, reading
from scorecards.rules.entry.typed_cards import InvalidCard
from scorecards.rules.line_points import ACC
from tournaments.rules.types import Line

LINES = [
    (Line(8, 2, 2, 15, None), "won by 15", "lost by 15"),
    (Line(8, 2, 0, None, 15), "lost by 15", "won by 15"),
    (Line(8, 2, 2, None, 15), "won by 15, written under minus", "lost by 15"),
    (Line(8, 2, 0, 15, None), "lost by 15, written under plus", "won by 15"),
    (Line(8, 2, None, 15, None), "won by 15", "lost by 15"),
    (Line(8, 2, 2, None, None), "won, no spread", "lost, no spread"),
    (Line(8, 2, 2, 35, 12), "won, plus 35 and minus 12 both filled", "lost by 35 or 12"),
    (Line(8, 2, None, 35, 12), "plus 35 and minus 12 both filled", "no result to read"),
    (Line(8, 2, None, None, None), "left blank", "no result to read"),
    (None, "no line", "no result to read"),
]


@pytest.mark.parametrize(("line", "said", "_read"), LINES)
def test_line_in_words_says_result_and_what_is_odd(line: Line | None, said: str, _read: str) -> None:
    assert line_in_words(line) == said


@pytest.mark.parametrize(("line", "_said", "read"), LINES)
def test_reading_is_what_the_other_card_should_show(line: Line | None, _said: str, read: str) -> None:
    assert reading(line) == read


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ("", "The line is empty. Enter 16 (won by 16), -09 (lost by 9) or / (blank)."),
        ("sixteen", "sixteen is not a line. Enter 16 (won by 16), -09 (lost by 9) or / (blank)."),
        ("--9", "--9 is not a line. Enter 16 (won by 16), -09 (lost by 9) or / (blank)."),
        ("00", "Spread 0 is not possible. Enter 1 to 121."),
        ("122", "Spread 122 is not possible. Enter 1 to 121."),
        ("/1/2/3/4", "Enter points/plus/minus only."),
    ],
)
def test_read_keys_refuses_what_makes_no_line(keys: str, why: str) -> None:
    with pytest.raises(InvalidCard) as refused:
        read_keys(keys, 3, "", ACC)

    assert refused.value.errors == {"keys-3": why}
