"""The number of qualifiers, and who qualifies by the cards as they stand."""

from collections.abc import Mapping
from enum import Enum
from itertools import groupby

from scorecards.rules.line_points import Standing


def number_of_qualifiers(entrants: int, exemption: int | None = None) -> int:
    """Return how many of ``entrants`` qualify: one in four, a fraction rounded up (rule 13.2.b).

    ``entrants`` are those who count: no house players, and nobody who never came. ``exemption`` is the director's own
    number; never more than there are entrants.
    """
    if exemption is not None:
        return min(exemption, entrants)
    return -(-entrants // 4)


def apparent_qualifiers(standings: Mapping[int, Standing], qualifiers: int) -> set[int]:
    """Return the top ``qualifiers`` entrants, and with them all who tie with the last one (rule 12.2.a).

    ``standings`` are by entrant (see :attr:`scorecards.rules.line_points.Totals.standing`).
    """
    line = qualifying_line(standings, qualifiers)
    return set() if line is None else {entrant for entrant, standing in standings.items() if standing >= line}


def qualifying_line(standings: Mapping[int, Standing], qualifiers: int) -> Standing | None:
    """Return the standing of the last of so many qualifiers as the cards stand; ``None`` where nobody qualifies."""
    if qualifiers <= 0 or not standings:
        return None
    return sorted(standings.values(), reverse=True)[min(qualifiers, len(standings)) - 1]


class CardPile(Enum):
    """The piles into which the cards are laid by their game points (appendix 4)."""

    DEFINITE = "definite"
    PROBABLE = "probable"
    PROBABLE_NOT = "probable not"
    DEAD_ZONE = "too low to qualify"


def piles(standings: Mapping[int, Standing], qualifiers: int, max_a_game: int = 3) -> dict[CardPile, tuple[int, ...]]:
    """Sort cards into the four piles of appendix 4 by game points; in a pile the best card comes first.

    The line is the game points of the last card in the qualifying places. What one game can be worth
    (``max_a_game``, a skunk) is what a single ruling or slip of the pen can give or take:

    - definite: more than that above the line, so no single game can take it below;
    - probable: at the line or up to that much above it;
    - probable not: below the line by no more than that;
    - dead zone: further below, so no single game can bring it up to the line.

    While there are fewer cards than qualifying places there is no line, and every card is probable. Cards that
    are level in everything stay in the order of their entrants' numbers.
    """
    order = sorted(sorted(standings), key=standings.__getitem__, reverse=True)
    if qualifiers > len(order):
        return {pile: tuple(order) if pile is CardPile.PROBABLE else () for pile in CardPile}
    # Where nobody qualifies every card is below the line.
    line = standings[order[qualifiers - 1]][0] if qualifiers > 0 else None

    def pile_of(game_points: int) -> CardPile:
        if line is None or game_points < line - max_a_game:
            return CardPile.DEAD_ZONE
        if game_points < line:
            return CardPile.PROBABLE_NOT
        return CardPile.DEFINITE if game_points > line + max_a_game else CardPile.PROBABLE

    laid: dict[CardPile, list[int]] = {pile: [] for pile in CardPile}
    for game_points, entrants in groupby(order, key=lambda entrant: standings[entrant][0]):
        laid[pile_of(game_points)] += entrants
    return {pile: tuple(entrants) for pile, entrants in laid.items()}
