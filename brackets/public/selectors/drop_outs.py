"""Read whose games do not count as written on game sheets: floaters and drop-outs."""

from collections.abc import Set
from dataclasses import dataclass

from brackets.standings.outcome import EventOutcome
from scorecards.rules.drop_outs import DROPPED, FORFEITS

NOBODY: Set[int] = frozenset()


@dataclass(frozen=True, slots=True)
class AdjustedGames:
    """Opponents, by number, against whom games count for nobody or are forfeits."""

    floaters: Set[int] = NOBODY
    dropped: Set[int] = NOBODY
    forfeited: Set[int] = NOBODY

    @property
    def for_nobody(self) -> Set[int]:
        """Opponents against whom games count for nobody, for any reason."""
        return self.floaters | self.dropped


def adjusted_games(outcome: EventOutcome) -> AdjustedGames:
    """Return whose games the standings do not count as written on the sheets. No queries."""
    gone = outcome.report.drop_outs
    setting, left = (gone.setting, frozenset(gone.entrants)) if gone is not None else ("", NOBODY)
    return AdjustedGames(
        floaters=frozenset(number for number, person in outcome.people.items() if person["house_player"]),
        dropped=left if setting == DROPPED else NOBODY,
        forfeited=left if setting == FORFEITS else NOBODY,
    )
