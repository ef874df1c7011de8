"""Which sign stands in a box of a confirmed card: only what is certain is exported to train the reader."""

from typing import Any

import pytest

from scorecards.photo.layout import Column
from scorecards.photographs.services.boxes import labels_of


def line(points: str, plus: str, minus: str) -> dict[str, Any]:
    """Return a reading of one line: a letter a box, a dot for blank."""
    boxes = [
        [column, place, sign.replace(".", ""), 0.9, [0, 0, 64, 64]]
        for column, signs in (("points", points), ("plus", plus), ("minus", minus))
        for place, sign in enumerate(signs)
    ]
    return {"lines": [{"game": 3, "boxes": boxes}]}


def folders(read: dict[str, Any], *values: int | None) -> str:
    """Return the folders of the seven boxes: a digit, b for blank, l for a loss mark, s for struck, ? for none."""
    labels = labels_of(read, {"3": [7, *values]})
    columns = ((Column.POINTS, 1), (Column.PLUS, 3), (Column.MINUS, 3))
    return "".join(labels.get((3, column, place), "?")[0] for column, size in columns for place in range(size))


@pytest.mark.parametrize(
    ("read", "confirmed", "found"),
    [
        (line("2", ".16", "..."), (2, 16, None), "2b16bbb"),
        (line("2", ".76", "..."), (2, 16, None), "2b16bbb"),
        (line("2", "7..", "..."), (2, 7, None), "27bbbbb"),
        (line("0", "...", ".07"), (0, None, 7), "0bbbb07"),
        (line("-", "...", ".12"), (0, None, 12), "lbbbb12"),
        (line("0", ".-.", ".12"), (0, None, 12), "0blbb12"),
        # The reader missed a digit, or saw one too many: nobody knows which box has which.
        (line("2", "..6", "..."), (2, 16, None), "2???bbb"),
        (line("2", "1.6", "..."), (2, 16, None), "2???bbb"),
        (line("2", ".x6", "..."), (2, 16, None), "2???bbb"),
        (line("2", ".16", ".7."), (2, 16, None), "2b16???"),
        (line("2", ".16", ".x."), (2, 16, None), "2b16bsb"),
    ],
)
def test_box_is_labeled_where_the_confirmed_digits_can_stand_nowhere_else(
    read: dict[str, Any], confirmed: tuple[int | None, ...], found: str
) -> None:
    assert folders(read, *confirmed) == found


def test_line_that_nobody_confirmed_is_left_out() -> None:
    assert labels_of(line("2", ".16", "..."), {}) == {}
