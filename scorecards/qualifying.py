"""How many qualify, and who is in the qualifying places by the cards as they stand."""

from __future__ import annotations

from collections.abc import Mapping

from scorecards.scoring import Standing


def number_of_qualifiers(entrants: int, exemption: int | None = None) -> int:
    """Return how many of ``entrants`` qualify: one in four, a fraction rounded up (rule 13.2.b).

    House players are not entrants. ``exemption`` is the director's own number; never more than there are
    entrants.
    """
    if exemption is not None:
        return min(exemption, entrants)
    return -(-entrants // 4)


def apparent_qualifiers(standings: Mapping[int, Standing], qualifiers: int) -> set[int]:
    """Return the top ``qualifiers`` entrants, and with them all who tie with the last one (rule 12.2.a).

    ``standings`` are by entrant (see :attr:`scorecards.scoring.Totals.standing`).
    """
    if qualifiers <= 0 or not standings:
        return set()
    if qualifiers >= len(standings):
        return set(standings)
    last = sorted(standings.values(), reverse=True)[qualifiers - 1]
    return {entrant for entrant, standing in standings.items() if standing >= last}
