"""What is certain on a card: never what contradicts itself, never what a rule or another card would rather see."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("cv2", reason="The extra photo is not installed.")

import numpy as np

from scorecards.photo.classify import SIGNS, Probabilities
from scorecards.photo.decide import decide, judge, likelihoods, plain
from scorecards.photo.layout import Box, Column, boxes
from scorecards.photo.reading import Doubt, LineReading, Rectangle
from tests.strategies import examples

CLEAR = 0.9999
GAMES = 3
NO_FOOT = "          "
WIN_BY_12 = "2 12   "
LOSS_BY_35 = "0    35"


def page(texts: Sequence[str], foot: str = NO_FOOT) -> tuple[tuple[Box, ...], Probabilities]:
    """Return boxes and clear probabilities of lines as they stand in their seven boxes, and of the foot's ten."""
    places = boxes(len(texts))
    found = np.full((len(places), len(SIGNS)), (1 - CLEAR) / (len(SIGNS) - 1))
    for number, sign in enumerate("".join(texts) + foot):
        found[number, SIGNS.index(sign.strip())] = CLEAR
    return places, found


def read(places: tuple[Box, ...], found: Probabilities) -> tuple[LineReading, ...]:
    return decide(places, found, [Rectangle(0, 0, 64, 64)] * len(places))[0]


def lines_of(*texts: str, foot: str = NO_FOOT) -> tuple[LineReading, ...]:
    return read(*page(texts, foot))


def torn(found: Probabilities, box: int, shares: dict[str, float]) -> None:
    """Let a box say several things, each as likely as told."""
    found[box] = (1 - sum(shares.values())) / len(SIGNS)
    for sign, share in shares.items():
        found[box, SIGNS.index(sign)] = share


@pytest.mark.parametrize(
    ("text", "values", "doubt"),
    [
        (WIN_BY_12, (2, 12, None), None),
        ("212    ", (2, 12, None), None),
        ("2012   ", (2, 12, None), None),
        ("2 09 - ", (2, 9, None), None),
        ("3121   ", (3, 121, None), None),
        (LOSS_BY_35, (0, None, 35), None),
        ("- - 035", (0, None, 35), None),
        ("       ", (None, None, None), None),
        ("2 35   ", (2, 35, None), Doubt.CONTRADICTS),
        ("3 12   ", (3, 12, None), Doubt.CONTRADICTS),
        ("0 12   ", (0, 12, None), Doubt.CONTRADICTS),
        ("2    12", (2, None, 12), Doubt.CONTRADICTS),
        ("2 12 12", (2, 12, 12), Doubt.CONTRADICTS),
        ("3122   ", (3, 122, None), Doubt.CONTRADICTS),
        ("2 00   ", (2, 0, None), Doubt.CONTRADICTS),
        ("  12   ", (None, 12, None), Doubt.INCOMPLETE),
        ("2      ", (2, None, None), Doubt.INCOMPLETE),
        ("2 x2   ", (2, None, None), Doubt.STRUCK),
        ("21 2   ", (2, None, None), Doubt.STRUCK),
        ("x 12   ", (None, 12, None), Doubt.STRUCK),
    ],
)
def test_a_clear_line_is_certain_only_if_it_can_stand(
    text: str, values: tuple[int | None, ...], doubt: Doubt | None
) -> None:
    [line] = lines_of(text)

    assert (line.values, line.doubt) == (values, doubt)


def test_a_rule_never_puts_another_value_in_place_of_the_ink() -> None:
    places, found = page(["2 35   "])
    torn(found, 0, {"2": 0.55, "3": 0.45})

    [line] = read(places, found)

    assert (line.values, line.doubt) == ((2, 35, None), Doubt.CONTRADICTS)


def test_an_unsure_digit_is_doubtful_and_shown() -> None:
    places, found = page([WIN_BY_12])
    torn(found, 3, {"2": 0.8, "7": 0.19})

    [line] = read(places, found)

    assert line.doubt is Doubt.UNSURE
    assert [(box.column, box.place, box.sign) for box in line.doubtful_boxes] == [(Column.PLUS, 2, "2")]


@pytest.mark.parametrize(("foot", "doubt"), [(" 2 5 47 11", None), (" 2 5 52 11", Doubt.UNSURE)])
def test_a_total_helps_only_the_reading_that_it_agrees_with(foot: str, doubt: Doubt | None) -> None:
    places, found = page([WIN_BY_12, "3 35   ", "0    11"], foot)
    torn(found, 3, {"2": 0.9, "7": 0.09})

    line = read(places, found)[0]

    assert (line.values, line.doubt) == ((2, 12, None), doubt)


@pytest.mark.parametrize(("share", "doubt"), [(0.3, Doubt.STRUCK), (0.02, Doubt.UNSURE), (0.0001, None)])
def test_a_digit_that_may_be_crossed_out_is_shown_though_totals_agree(share: float, doubt: Doubt | None) -> None:
    places, found = page([WIN_BY_12, "3 35   ", "0    11"], " 2 5 47 11")
    torn(found, 3, {"2": 0.9999 - share, "x": share})

    line = read(places, found)[0]

    assert (line.values, line.doubt) == ((2, 12, None), doubt)


ROWS = st.lists(
    st.tuples(
        st.integers(0, len(SIGNS) - 1), st.integers(0, len(SIGNS) - 1), st.sampled_from((0.4, 0.7, 0.95, 0.9999))
    ),
    min_size=len(boxes(GAMES)),
    max_size=len(boxes(GAMES)),
)


@pytest.mark.slow
@examples(60)
@given(ROWS)
def test_whatever_boxes_say_certain_lines_are_as_the_ink_reads_best_and_can_stand(
    rows: list[tuple[int, int, float]],
) -> None:
    places = boxes(GAMES)
    found = np.full((len(places), len(SIGNS)), 1e-6)
    for number, (best, second, share) in enumerate(rows):
        found[number, second] += 1 - share
        found[number, best] += share

    for line in read(places, found / found.sum(axis=1, keepdims=True)):
        signs = {column: [box.sign for box in line.boxes if box.column is column] for column in Column}
        assert 0 <= line.confidence <= 1
        if line.doubt is None:
            points = plain(["0" if sign == "-" else sign for sign in signs[Column.POINTS]])
            assert line.values == (points, plain(signs[Column.PLUS]), plain(signs[Column.MINUS]))
            assert judge(*line.values) is None


def test_ways_of_placing_a_number_add_up() -> None:
    found = np.full((3, len(SIGNS)), 1 / len(SIGNS))

    empty, numbers = likelihoods(found)

    # Each way is as likely here but for blanks and dashes, which count twice; none is lost.
    assert empty == pytest.approx(8 / 13**3)
    assert numbers[100:] == pytest.approx(1 / 13**3)
    assert numbers[10:100] == pytest.approx((0.9 * 2 + 0.1) / 13**3)
