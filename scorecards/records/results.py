"""Read the stored result of an event, or calculate it where none is stored."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from threading import Lock
from typing import Any, Protocol

from django.db import connection

from scorecards.models import Confirmation, Decision
from scorecards.records.facts import facts_for_calculation
from scorecards.records.working_out import bring_up_to_date, fresh_results, is_up_to_date, work_out
from scorecards.rules.calculation import calculate
from scorecards.rules.event_result import EventResult, places_from_json, places_to_json
from scorecards.rules.ranking import Place
from tournaments.models import Tournament

RESULTS_KEPT = 8
"""How many events' results a process keeps as it read them."""


class SumError(Protocol):
    """A sum on a card that is not as recorded."""

    @property
    def game(self) -> int | None: ...
    @property
    def field(self) -> str: ...
    @property
    def recorded(self) -> int: ...
    @property
    def computed(self) -> int: ...


@dataclass(frozen=True)
class CurrentResult:
    """The result without the bracket, the entrants flagged by pass, and the standings before any ruling.

    The first of ``passes`` holds the apparent qualifiers by the cards as they stood; rulings flagged the entrants of
    each later one. ``stored_before`` is ``before`` as JSON, which few pages read. ``calculated_at`` is ``None``
    where the result is not stored.
    """

    result: EventResult
    passes: Sequence[Sequence[int]]
    stored_before: Sequence[Mapping[str, Any]]
    calculated_at: datetime | None = None

    @cached_property
    def pass_of(self) -> Mapping[int, int]:
        """In which pass each apparent qualifier was flagged, from 1."""
        return {number: place for place, flagged in enumerate(self.passes, start=1) for number in flagged}

    @cached_property
    def in_places(self) -> Set[int]:
        """The entrants in the qualifying places, as far as no open tie hides it."""
        return {place.entrant for place in self.result.standings if place.qualifies is not False}

    @cached_property
    def before(self) -> tuple[Place, ...]:
        return places_from_json(self.stored_before)


def current_result(tournament: Tournament, *, with_rulings: bool = False) -> CurrentResult | None:
    """Return the result of the cards as they are now, ``None`` without cards: stored (one query), or worked out.

    What is worked out may not be stored while somebody is changing the event; ``with_rulings`` waits for that, for
    those who go on to read rulings, corrections or initials.
    """
    stored = _stored_result(tournament)
    if stored is None and is_up_to_date(tournament):
        return None
    if stored is None and with_rulings:
        bring_up_to_date(tournament)
        stored = _stored_result(tournament)
    if stored is not None:
        return stored
    found = work_out(tournament).calculation
    if found is None:
        return None
    passes = [list(flagged) for flagged in found.check.passes]
    return CurrentResult(found.result, passes, places_to_json(found.before.places))


Stamp = tuple[int, int, datetime]


class _KeptResults:
    """The results that this process read last: of a large event they take longer to read than all else of a page."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._kept: OrderedDict[int, tuple[Stamp, CurrentResult]] = OrderedDict()

    def has(self, tournament: Tournament) -> bool:
        return tournament.pk in self._kept

    def get(self, tournament: Tournament, stamp: Stamp | None) -> CurrentResult | None:
        with self._guard:
            kept = self._kept.get(tournament.pk)
            return kept[1] if kept is not None and kept[0] == stamp else None

    def put(self, tournament: Tournament, stamp: Stamp, result: CurrentResult) -> None:
        with self._guard:
            self._kept[tournament.pk] = (stamp, result)
            self._kept.move_to_end(tournament.pk)
            while len(self._kept) > RESULTS_KEPT:
                self._kept.popitem(last=False)


_KEPT = _KeptResults()


def _stored_result(tournament: Tournament) -> CurrentResult | None:
    """Return the stored result if it is fresh, without reading it again where it was read before. One query or two."""
    fresh = fresh_results(tournament)
    if _KEPT.has(tournament):
        stamp = fresh.values_list("pk", "version", "calculated_at").first()
        kept = _KEPT.get(tournament, stamp)
        if stamp is None or kept is not None:
            return kept
    stored = fresh.first()
    if stored is None:
        return None
    found = CurrentResult(EventResult.from_json(stored.report), stored.passes, stored.before, stored.calculated_at)
    # Within a transaction it may still be taken back.
    if not connection.in_atomic_block:
        _KEPT.put(tournament, (stored.pk, stored.version, stored.calculated_at), found)
    return found


def seen_of_errors(errors: Iterable[SumError]) -> list[list[Any]]:
    """Return a card's errors in the form that a confirmation of its sums stores."""
    return [[error.game, error.field, error.recorded, error.computed] for error in errors]


def initialed_sums(tournament: Tournament) -> frozenset[int]:
    """Return the numbers of the cards whose sums were initialed as they are now. One query, two where there are any."""
    rows = Confirmation.objects.active().filter(entrant__tournament=tournament, game__isnull=True)
    seen = dict(rows.values_list("entrant__number", "seen"))
    outcome = current_result(tournament) if seen else None
    if outcome is None:
        return frozenset()
    errors = outcome.result.arithmetic
    return frozenset(
        number for number in seen if seen[number] == seen_of_errors(one for one in errors if one.entrant == number)
    )


def places_as_written(tournament: Tournament, outcome: CurrentResult) -> Sequence[Place]:
    """Return the standings by the cards as written, with sums put right, before any ruling and any decision.

    One query. Where the director has decided a game, twelve more and a calculation, kept until the cards change:
    decisions count before all rulings.
    """
    if not Decision.objects.active().filter(tournament=tournament).exists():
        return outcome.before
    if outcome.calculated_at is None:
        return _calculate_as_written(tournament)
    key = (tournament.pk, outcome.calculated_at)
    if (places := _AS_WRITTEN.get(key)) is None:
        places = _AS_WRITTEN[key] = _calculate_as_written(tournament)
        while len(_AS_WRITTEN) > MOST_KEPT:
            with suppress(KeyError, RuntimeError):  # another thread was faster
                del _AS_WRITTEN[next(iter(_AS_WRITTEN))]
    return places


MOST_KEPT = 8
_AS_WRITTEN: dict[tuple[int, datetime], tuple[Place, ...]] = {}
"""The standings as written of the events last looked at, by when their result was calculated."""


def _calculate_as_written(tournament: Tournament) -> tuple[Place, ...]:
    return calculate(replace(facts_for_calculation(tournament), decisions=())).before.places
