"""Read whose games do not count as written on game sheets: floaters and drop-outs."""

from collections.abc import Set

from brackets.standings.outcome import EventOutcome
from scorecards.rules.drop_outs import DROPPED, FORFEITS

NOBODY: Set[int] = frozenset()


def adjusted_games(outcome: EventOutcome) -> dict[str, Set[int]]:
    """Return against whom games do not count as written on the sheets, by number. No queries.

    Games against ``floaters`` and others count ``for_nobody``, those against the ``forfeited`` are forfeits.
    """
    gone = outcome.report.drop_outs
    setting, left = (gone.setting, frozenset(gone.entrants)) if gone is not None else ("", NOBODY)
    floaters = frozenset(number for number, person in outcome.people.items() if person["house_player"])
    return {
        "floaters": floaters,
        "for_nobody": floaters | left if setting == DROPPED else floaters,
        "forfeited": left if setting == FORFEITS else NOBODY,
    }
