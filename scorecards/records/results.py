"""Reading what the cards came to when they were last worked out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scorecards.models import Decision, Reckoning
from scorecards.records.facts import facts_to_reckon, has_cards
from scorecards.rules.calculation import reckon
from scorecards.rules.event_result import EventResult, places_from_json, places_to_json
from scorecards.rules.ranking import Place
from tournaments.models import Tournament


@dataclass(frozen=True)
class Outcome:
    """What the cards come to: the result without the bracket, flags by pass, standings before rulings.

    The first of ``passes`` are the apparent qualifiers by the cards as they stood; each further one was flagged by
    what was ruled before. ``stored_before`` is ``before`` as JSON, which few pages read.
    """

    result: EventResult
    passes: Sequence[Sequence[int]]
    stored_before: Sequence[Mapping[str, Any]]

    @cached_property
    def before(self) -> tuple[Place, ...]:
        """The places before any ruling, in order."""
        return places_from_json(self.stored_before)


def reckoning_of(tournament: Tournament) -> Outcome | None:
    """Return what the cards come to, ``None`` while there are none. One query where it is stored.

    What is not stored, because the event was stored by an earlier version of this program, is worked out.
    """
    stored = Reckoning.objects.filter(tournament=tournament, version=tournament.version).first()
    if stored is not None:
        return Outcome(EventResult.from_json(stored.report), stored.passes, stored.before)
    if not has_cards(tournament):
        return None
    found = reckon(facts_to_reckon(tournament))
    passes = [list(flagged) for flagged in found.check.passes]
    return Outcome(found.result, passes, places_to_json(found.before.places))


def places_as_written(tournament: Tournament, outcome: Outcome) -> Sequence[Place]:
    """Return the standings by the cards as written, each only added up rightly: before any ruling and any decision.

    One query; twelve more and a reckoning where the director has decided a game, because decisions count before all
    rulings.
    """
    if not Decision.objects.active().filter(tournament=tournament).exists():
        return outcome.before
    as_written = replace(facts_to_reckon(tournament), decisions=())
    return reckon(as_written).before.places
