"""The cards as they lie in the piles of *Totals first*."""

from typing import Any

from scorecards.cards.selectors.stack import Stack
from scorecards.rules.line_points import Standing, put_points_right, total
from scorecards.rules.qualifying import number_of_qualifiers, piles
from tournaments.models import Tournament
from tournaments.rules.types import FootTotals


def sort_piles(tournament: Tournament, stack: Stack) -> dict[str, Any]:
    """Sort line cards into the four piles by their foot totals or, where there are none, by their lines.

    ``cards_in`` of ``entrants`` cards have game points. With each holder come the totals in card notation.
    """
    ranked = {row.holder.number: row for row in stack.rows if not row.holder.house_player}
    qualifiers = number_of_qualifiers(len(ranked), tournament.qualifiers)
    scheme = tournament.scored
    # Cards without their totals, most often none.
    to_add_up = {number for number, row in ranked.items() if row.is_in and _is_without_points(row.foot)}
    added_up = {
        number: total(put_points_right(line, scheme) for line in stack.cards[number].lines).standing
        for number in to_add_up
        if number in stack.cards
    }
    standings: dict[int, Standing] = {}
    for number, row in ranked.items():
        if row.foot is not None and row.foot.game_points is not None:
            plus = row.foot.plus or 0
            standings[number] = (row.foot.game_points, row.foot.games_won or 0, plus - (row.foot.minus or 0), plus)
        elif row.is_in and number in added_up:
            standings[number] = added_up[number]
    laid = piles(standings, qualifiers, max(scheme.by_spread))
    return {
        "piles": {
            pile: [(ranked[number].holder, _notation(standings[number])) for number in numbers]
            for pile, numbers in laid.items()
        },
        "cards_in": len(standings),
        "entrants": len(ranked),
        "qualifiers": qualifiers,
    }


def _is_without_points(foot: FootTotals | None) -> bool:
    return foot is None or foot.game_points is None


def _notation(standing: Standing) -> str:
    return f"{standing[0]}/{standing[1]} {standing[2]:+d}"
