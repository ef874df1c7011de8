"""Appendix 4: the cards laid into four piles by their game points."""

from hypothesis import given
from hypothesis import strategies as st

from scorecards.rules.line_points import Standing
from scorecards.rules.qualifying import CardPile, apparent_qualifiers, piles


def standings(*game_points: int) -> dict[int, Standing]:
    return {entrant: (points, 10, 0, 100) for entrant, points in enumerate(game_points, start=1)}


def test_app_4_piles_lie_around_the_line() -> None:
    laid = piles(standings(36, 33, 32, 29, 29, 28, 26, 25, 12), qualifiers=4)

    assert laid == {
        CardPile.DEFINITE: (1, 2),
        CardPile.PROBABLE: (3, 4, 5),
        CardPile.PROBABLE_NOT: (6, 7),
        CardPile.DEAD_ZONE: (8, 9),
    }


def test_app_4_margin_is_what_one_game_can_be_worth() -> None:
    laid = piles(standings(34, 33, 29, 25, 24), qualifiers=3, max_a_game=4)

    assert (laid[CardPile.DEFINITE], laid[CardPile.PROBABLE]) == ((1,), (2, 3))
    assert (laid[CardPile.PROBABLE_NOT], laid[CardPile.DEAD_ZONE]) == ((4,), (5,))


def test_app_4_best_card_comes_first_in_its_pile() -> None:
    level = {7: (28, 12, 40, 160), 3: (28, 13, 10, 150), 5: (28, 12, 40, 170), 9: (28, 12, 40, 160)}

    assert piles(level, qualifiers=2)[CardPile.PROBABLE] == (3, 5, 7, 9)


def test_app_4_without_a_line_every_card_is_probable() -> None:
    assert piles(standings(36, 12), qualifiers=3)[CardPile.PROBABLE] == (1, 2)
    # As many cards as places have one: the last card.
    assert piles(standings(36, 12), qualifiers=2)[CardPile.DEFINITE] == (1,)


def test_app_4_where_nobody_qualifies_every_card_is_in_the_dead_zone() -> None:
    assert piles(standings(36, 12), qualifiers=0)[CardPile.DEAD_ZONE] == (1, 2)


cards = st.dictionaries(
    st.integers(1, 200),
    st.tuples(st.integers(0, 66), st.integers(0, 22), st.integers(-300, 300), st.integers(0, 600)),
    max_size=40,
)


@given(cards, st.integers(0, 12))
def test_app_4_each_card_lies_in_one_pile_and_the_piles_are_in_order(
    found: dict[int, Standing], qualifiers: int
) -> None:
    laid = piles(found, qualifiers)

    in_order = [entrant for pile in CardPile for entrant in laid[pile]]
    assert sorted(in_order) == sorted(found)
    assert in_order == sorted(found, key=lambda entrant: (*(-figure for figure in found[entrant]), entrant))


@given(cards, st.integers(1, 12))
def test_app_4_apparent_qualifiers_are_above_the_line(found: dict[int, Standing], qualifiers: int) -> None:
    laid = piles(found, qualifiers)

    above = {*laid[CardPile.DEFINITE], *laid[CardPile.PROBABLE]}
    assert apparent_qualifiers(found, qualifiers) <= above
