"""Reading what the cards came to when they were last worked out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorecards.models import Decision, Reckoning
from scorecards.reckoning import as_plain_data, places_as_plain_data, reckon
from scorecards.selectors import facts_to_reckon, has_cards
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the cards come to, as plain data: the report without the bracket, flags by pass, standings before rulings.

    The first of ``passes`` are the apparent qualifiers by the cards as they stood; each further one was flagged by
    what was ruled before.
    """

    report: Mapping[str, Any]
    passes: Sequence[Sequence[int]]
    before: Sequence[Mapping[str, Any]]


def reckoning_of(tournament: Tournament) -> Outcome | None:
    """Return what the cards come to, ``None`` while there are none. One query where it is stored.

    What is not stored, because the event was stored by an earlier version of this program, is worked out.
    """
    stored = Reckoning.objects.filter(tournament=tournament, version=tournament.version).first()
    if stored is not None:
        return Outcome(stored.report, stored.passes, stored.before)
    if not has_cards(tournament):
        return None
    reckoned = reckon(facts_to_reckon(tournament))
    passes = [list(flagged) for flagged in reckoned.check.passes]
    return Outcome(as_plain_data(reckoned), passes, places_as_plain_data(reckoned.before))


def places_as_written(tournament: Tournament, outcome: Outcome) -> Sequence[Mapping[str, Any]]:
    """Return the standings by the cards as written, each only added up rightly: before any ruling and any decision.

    One query; twelve more and a reckoning where the director has decided a game, because decisions count before all
    rulings.
    """
    if not Decision.objects.active().filter(tournament=tournament).exists():
        return outcome.before
    as_written = replace(facts_to_reckon(tournament), decisions=())
    return places_as_plain_data(reckon(as_written).before)
