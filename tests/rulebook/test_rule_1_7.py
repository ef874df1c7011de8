"""Rule 1.7: what hand and crib count, by the chart and by the worked examples of the sources.

Cards are written with the starter last. The examples give ranks only, so suits are ours: no flush and no nobs
unless the example has them.
"""

import pytest

from judging.rules.hand import CardsError, Count, Kind, count_hand, parse_cards


def count_of(cards: str, *, crib: bool = False) -> Count:
    *hand, starter = parse_cards(cards)
    return count_hand(hand, starter, crib=crib)


def points_by_kind(count: Count) -> dict[str, int]:
    return {
        kind.value: points for kind in Kind if (points := sum(item.points for item in count.items if item.kind is kind))
    }


# The chart, line by line.


@pytest.mark.parametrize(
    ("cards", "by_kind"),
    [
        ("2H 4S 6D 8C KH", {}),
        ("2C 5H QD 9S 9C", {"fifteen": 2, "pair": 2}),
        ("2C 4H 4D 8S QC", {"pair": 2}),
        ("2C 2H 4D 4S QC", {"pair": 4}),
        ("2C 4H 4D 4S QC", {"three of a kind": 6}),
        ("4C 4H 4D 4S QC", {"four of a kind": 12}),
        ("QC QH QD KS KC", {"three of a kind": 6, "pair": 2}),
        ("8C 9H 10D 2S KC", {"run": 3}),
        ("9C 10H JD QS 2C", {"run": 4}),
        ("9C 10H JD QS KH", {"run": 5}),
        ("AC 2H 3D 4S 5H", {"fifteen": 2, "run": 5}),
        ("AC 2H 3D 7S 8H", {"fifteen": 2, "run": 3}),
        ("QC KH AD 2S 6C", {}),
        ("7C 8H 2D 4S QC", {"fifteen": 2}),
        ("JC 2H 4D 6S 8C", {"nobs": 1}),
        ("JC 2H 4D 6S 8H", {}),
        ("2C 4H 6D 8S JC", {}),
        ("2C 4C 6C 8C KD", {"flush": 4}),
        ("2C 4C 6C 8C KC", {"flush": 5}),
        ("2C 4C 6C JC 8C", {"flush": 5, "nobs": 1}),
        ("2C 4C 6C 8D KC", {}),
    ],
)
def test_1_7_chart_gives_each_combination_its_points(cards: str, by_kind: dict[str, int]) -> None:
    count = count_of(cards)

    assert points_by_kind(count) == by_kind
    assert count.total == sum(by_kind.values())


@pytest.mark.parametrize(("cards", "points"), [("2C 4C 6C 8C KC", 5), ("2C 4C 6C 8C KD", 0), ("2C 4C 6C 8D KC", 0)])
def test_1_7_four_of_one_suit_count_nothing_in_a_crib(cards: str, points: int) -> None:
    assert count_of(cards, crib=True).total == points


@pytest.mark.parametrize("crib", [False, True])
def test_1_7_nobs_counts_in_hand_and_in_crib(crib: bool) -> None:
    assert points_by_kind(count_of("JD 2H 4D 6S 8D", crib=crib)) == {"nobs": 1}


def test_1_7_every_item_names_its_cards() -> None:
    items = [
        (item.kind.value, " ".join(str(card) for card in item.cards), item.points)
        for item in count_of("4H 5S 6C JD 5D").items
    ]

    assert items == [
        ("fifteen", "5D JD", 2),
        ("fifteen", "5S JD", 2),
        ("fifteen", "4H 5D 6C", 2),
        ("fifteen", "4H 5S 6C", 2),
        ("pair", "5D 5S", 2),
        ("run", "4H 5D 6C", 3),
        ("run", "4H 5S 6C", 3),
        ("nobs", "JD", 1),
    ]


# The lists of games-55plus.txt, column by column. J stands where the list has N (nobs).

LEFT_COLUMN = [
    ("AC 4D 4H 4S 10C", 12),
    ("AC AD 6H 7S 7C", 12),
    ("2C 6D 6H 7S 7C", 12),
    ("AC AD 6H 7S 8C", 13),
    ("AC 4D 4H JS 4S", 13),
    ("3C 3D 6H 6S 9C", 14),
    ("4C 4D 7H 7S 7C", 14),
    ("4H 5H 6H QH KH", 14),
    ("3C 3D 9H 9S 9C", 14),
    ("AC 2D 3H 3S 3C", 15),
    ("AC AD 2H 2S 3C", 16),
    ("2C 3D 4H 4S 4C", 17),
    ("2C 3D 3H 3S 4C", 17),
    ("5C 5D JH QS KC", 17),
    ("5C 5D 10H JS QS", 18),
]
RIGHT_COLUMN = [
    ("3C 3D 4H 4S 5C", 20),
    ("6C 6D 9H 9S 9C", 20),
    ("3C 3D 6H 6S 6C", 20),
    ("4C 4D 4H 7S 7C", 20),
    ("3C 3D 4H 5S 5C", 20),
    ("6C 6D 7H 7S 8C", 20),
    ("7C 8D 8H 9S 9C", 20),
    ("4C 5D 6H 6S 6C", 21),
    ("5C JD JH JS 5D", 21),
    ("7C 7D 7H 8S 9C", 21),
    ("5C 5D 5H 10S 10C", 22),
    ("5C 5D JH JS 5H", 23),
    ("4C 5D 5H 6S 6C", 24),
    ("5C 5D 5H 10S 5S", 28),
    ("5C JS 5D 5H 5S", 29),
]


@pytest.mark.parametrize(("cards", "total"), [*LEFT_COLUMN, *RIGHT_COLUMN])
def test_1_7_lists_of_the_55_plus_games_are_counted_as_printed(cards: str, total: int) -> None:
    assert count_of(cards).total == total


# Examples in running text. An example of four cards has a fifth one here, and what that adds is written apart.

IN_RUNNING_TEXT = [
    ("4C 4D 5H 6S 6C", 24),  # games-55plus: fifteens to 8, pairs to 12, runs to 24
    ("5C 5D 6H 7S AC", 8),  # general-rules: the double run of three
    ("AC AD 2H 3S 4C", 10),  # the double run of four
    ("5C 5D 6H 6S 7C", 16),  # the quadruple run
    ("8C 7D 7H 6S 2C", 16),
    ("2C 2D 3H 4S QC", 8 + 4),  # 2-2-3-4, the queen makes two fifteens
    ("2C 2D 3H 4S 5C", 10),
    ("2C 2D 2H 3S 4C", 15),
    ("4C 4D 5H 5S 6C", 24),
    ("5C 5D 5H JS 5S", 29),
    ("AC 2D 3H 3S 6C", 8 + 2),  # club-rules and the rulebook: A-2-3-3, the six makes a fifteen of all five
    ("AC 2D 3H 3S 4C", 10),
    ("8C 8D 9H 9S 10C", 16),
    ("JC QD QH QS KH", 15),
]


@pytest.mark.parametrize(("cards", "total"), IN_RUNNING_TEXT)
def test_1_7_examples_in_running_text_are_counted_as_printed(cards: str, total: int) -> None:
    assert count_of(cards).total == total


@pytest.mark.parametrize(("cards", "points"), [("2H 4H JH 8H KS", 4), ("2H 4H JH 8H KH", 5)])
def test_1_7_flush_of_four_and_of_five_in_the_scoring_aid(cards: str, points: int) -> None:
    assert points_by_kind(count_of(cards))["flush"] == points


# Misprints: what stands in the source, and what the cards count.

MISPRINTS = [
    # games-55plus, left column: 3, 3, 6, 6, 6 = 18. The same five cards stand at the right with 20.
    ("3C 3D 6H 6S 6C", 18, 20),
    # general-rules: A, A, 2, 3 as a triple run of 15. It is a double run; a third ace makes the triple run.
    ("AC AD 2H 3S 6C", 15, 8),
    ("AC AD AH 2S 3C", 8, 15),
    # general-rules: 2-3-3-4-4 as a quadruple run of eighteen, where the chart gives 12 for runs and 4 for pairs.
    ("2C 3D 3H 4S 4C", 18, 16),
    # general-rules: the best hand as 5, 5, 5, 1 with a 5. The 1 is a letter, the jack; an ace would give this.
    ("5C 5D 5H AS 5S", 29, 20),
]
SIX_CARDS, FOUR_CARDS = "6C 7D 7H 7S 8C 8D", "3C 3D 4H 5S"


@pytest.mark.parametrize(("cards", "printed", "right"), MISPRINTS)
def test_1_7_misprinted_counts_are_not_ours(cards: str, printed: int, right: int) -> None:
    assert count_of(cards).total == right
    assert right != printed


@pytest.mark.parametrize(
    ("misprint", "meant", "total"),
    [
        (SIX_CARDS, "6C 7D 7H 8S 8C", 24),  # general-rules: 6-7-7-7-8-8 for 24, one seven too many
        (FOUR_CARDS, "3C 3D 3H 4S 5C", 21),  # games-55plus, right column: 3, 3, 4, 5 = 21, one three too few
    ],
)
def test_1_7_examples_of_four_or_six_cards_are_refused_and_count_as_meant(
    misprint: str, meant: str, total: int
) -> None:
    with pytest.raises(CardsError, match="has 4 cards beside the starter"):
        count_of(misprint)
    assert count_of(meant).total == total
