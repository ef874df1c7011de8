"""Rule 7.2: what each card of the play scores, with every worked example of the sources.

``go`` in a list of cards: nobody could play any more. The line numbers are those of the texts.
"""

import pytest

from judging.rules.play import PlayKind, parse_played_card, score_play, score_series

FIFTEEN, THIRTY_ONE, RUN, LAST = PlayKind.FIFTEEN, PlayKind.THIRTY_ONE, PlayKind.RUN, PlayKind.LAST_CARD
PAIR, THREE, FOUR = PlayKind.PAIR, PlayKind.THREE, PlayKind.FOUR


def scored(cards: str) -> list[list[tuple[int, PlayKind, int]]]:
    """Return, series by series, which card scored (counted from 1), for what, and how much."""
    parts = cards.split("go")
    series = [[parse_played_card(text) for text in part.split()] for part in parts if part.strip()]
    return [
        [(item.place + 1, item.kind, item.points) for item in one.items]
        for one in score_play(series, no_more=cards.rstrip().endswith("go"))
    ]


@pytest.mark.parametrize(
    ("cards", "items"),
    [
        # General rules, the two examples of the play: 8 7 7 6 and 9 6 8 7.
        ("8 7 7 6", [(2, FIFTEEN, 2), (3, PAIR, 2)]),
        ("9 6 8 7", [(2, FIFTEEN, 2), (4, RUN, 4)]),
        # Club rules, the play: the fourth card makes four in a row, the fifth five.
        ("4 2 5 3 6", [(4, RUN, 4), (5, RUN, 5)]),
        # The terms of both editions and of the club rules (straight): three with the 7, five with the 4.
        ("3 5 6 7 4", [(4, RUN, 3), (5, RUN, 5)]),
        # General rules, the sample play of two: 15, three in a row, one for the go; then a pair and the last card.
        ("10 5 7 6 2 go", [(2, FIFTEEN, 2), (4, RUN, 3), (5, LAST, 1)]),
        ("6 4 4 go", [(3, PAIR, 2), (3, LAST, 1)]),
        # The sample play of three.
        ("7 7 7 5 5", [(2, PAIR, 2), (3, THREE, 6), (5, THIRTY_ONE, 2), (5, PAIR, 2)]),
        ("8 10 10 3", [(3, PAIR, 2), (4, THIRTY_ONE, 2)]),
        ("10 4 9 go", [(3, LAST, 1)]),
        # Three fives from the start: two for the second, eight for the third.
        ("5 5 5", [(2, PAIR, 2), (3, FIFTEEN, 2), (3, THREE, 6)]),
        # A pair in between breaks a run; a run of seven; 6 4 5 in this order is a run (and fifteen).
        ("2 3 3 4", [(3, PAIR, 2)]),
        ("2 4 6 A 3 5 7", [(6, RUN, 6), (7, RUN, 7)]),
        ("6 4 5", [(3, FIFTEEN, 2), (3, RUN, 3)]),
        # Face cards pair by rank only; 9 10 J runs in any order, 9 10 Q does not; the ace is low.
        ("J Q", []),
        ("J J", [(2, PAIR, 2)]),
        ("J 9 10", [(3, RUN, 3)]),
        ("9 10 Q", []),
        ("Q K A", []),
        # 55+ Games, line 55: 4 3 2 and 8 7 6 as well as 2 3 4 and 6 7 8.
        ("4 3 2", [(3, RUN, 3)]),
        ("8 7 6", [(2, FIFTEEN, 2), (3, RUN, 3)]),
        # 7.2.a.(3): the fourth of a rank.
        ("A A A A", [(2, PAIR, 2), (3, THREE, 6), (4, FOUR, 12)]),
        # Pairs count only side by side: the 8 between two sevens is foreign.
        ("7 8 7", [(2, FIFTEEN, 2)]),
        # A run goes on with each card that joins it, and is made anew by the cards after a foreign one.
        ("4 5 6 7", [(3, FIFTEEN, 2), (3, RUN, 3), (4, RUN, 4)]),
        ("4 5 6 4 5", [(3, FIFTEEN, 2), (3, RUN, 3), (4, RUN, 3), (5, RUN, 3)]),
    ],
)
def test_each_card_scores_what_the_examples_say(cards: str, items: list[tuple[int, PlayKind, int]]) -> None:
    assert scored(cards) == [items]


@pytest.mark.parametrize(
    ("cards", "total", "count"), [("8 7 7 6", 4, 28), ("9 6 8 7", 6, 30), ("4 2 5 3 6", 9, 20), ("3 5 6 7 4", 8, 25)]
)
def test_series_has_a_total_and_a_count(cards: str, total: int, count: int) -> None:
    series = score_series([parse_played_card(text) for text in cards.split()])

    assert (series.total, series.count, series.is_over) == (total, count, False)


def test_nothing_reaches_back_into_the_series_before() -> None:
    """General rules: a lead after a go makes no pair or run with cards that lie already."""
    assert scored("10 5 7 6 go 6 7 8") == [[(2, FIFTEEN, 2), (4, RUN, 3), (4, LAST, 1)], [(3, RUN, 3)]]
    assert scored("10 10 J A go A") == [[(2, PAIR, 2), (4, THIRTY_ONE, 2)], []]


def test_31_takes_two_points_and_none_for_the_last_card() -> None:
    assert scored("10 10 J A go") == scored("10 10 J A") == [[(2, PAIR, 2), (4, THIRTY_ONE, 2)]]
