"""How cards are counted under a scoring (:data:`tournaments.rules.scorings.SCORINGS`).

Scorings with the same columns count alike. A new one with columns of its own is written as a
:class:`~scorecards.rules.scoring_systems.interface.ScoringSystem` in a module of its own, and entered here.
"""

from collections.abc import Callable
from functools import cache, partial

from scorecards.rules.scoring_systems.interface import ScoringSystem
from scorecards.rules.scoring_systems.line_cards import line_cards
from scorecards.rules.scoring_systems.sheet_cards import sheet_cards
from scorecards.rules.scoring_systems.total_points import POINTS_LEFT, TOTAL_POINTS
from tournaments.rules.scorings import LEFT, PEGGED, SCORINGS, SPREADS, CardColumns, Scoring

SYSTEM_OF: dict[CardColumns, Callable[[Scoring], ScoringSystem]] = {
    SPREADS: line_cards,
    PEGGED: partial(sheet_cards, TOTAL_POINTS),
    LEFT: partial(sheet_cards, POINTS_LEFT),
}


def scoring_system(scoring: str) -> ScoringSystem:
    """Return how cards are counted under the scoring of this name."""
    return _system(SCORINGS[scoring])


@cache
def _system(scoring: Scoring) -> ScoringSystem:
    return SYSTEM_OF[scoring.columns](scoring)
