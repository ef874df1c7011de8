"""Reading whose games count otherwise than they stand on game sheets: floaters, and whoever dropped out."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from brackets.standings.outcome import EventOutcome
from scorecards.rules.dropouts import DROPPED, FORFEITS

NOBODY: Set[int] = frozenset()


@dataclass(frozen=True, slots=True)
class AdjustedGames:
    """Against whom games count for nobody, and against whom they are forfeits, by number."""

    floaters: Set[int] = NOBODY
    dropped: Set[int] = NOBODY
    forfeited: Set[int] = NOBODY

    @property
    def for_nobody(self) -> Set[int]:
        """Against whom games count for nobody, for whichever reason."""
        return self.floaters | self.dropped


def adjusted_games(outcome: EventOutcome) -> AdjustedGames:
    """Return whose games the standings of game sheets count otherwise than the sheets have them. No queries."""
    gone = outcome.report.drop_outs
    setting, left = (gone.setting, frozenset(gone.entrants)) if gone is not None else ("", NOBODY)
    return AdjustedGames(
        floaters=frozenset(number for number, person in outcome.people.items() if person["house_player"]),
        dropped=left if setting == DROPPED else NOBODY,
        forfeited=left if setting == FORFEITS else NOBODY,
    )
