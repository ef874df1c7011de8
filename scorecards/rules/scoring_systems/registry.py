"""The scoring systems by name: the only list of them.

To add one, write it as a :class:`~scorecards.rules.scoring_systems.interface.ScoringSystem` in its own module,
enter it here and its columns in :mod:`tournaments.rules.columns`, and give it a form and fragments for its lines.
"""

from collections.abc import Mapping

from scorecards.rules.scoring_systems.interface import ScoringSystem
from scorecards.rules.scoring_systems.line_cards import LINE_CARDS
from scorecards.rules.scoring_systems.sheet_cards import SHEET_CARDS

SCORING_SYSTEMS: Mapping[str, ScoringSystem] = {system.scoring: system for system in (*LINE_CARDS, *SHEET_CARDS)}


def scoring_system(scoring: str) -> ScoringSystem:
    """Return the scoring system of this name."""
    return SCORING_SYSTEMS[scoring]
