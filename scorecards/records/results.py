"""Read the stored result of an event, or calculate it where none is stored."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from threading import Lock
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from scorecards.models import Confirmation, Decision, StoredResult
from scorecards.records.facts import facts_for_calculation
from scorecards.records.recalculate import bring_up_to_date, fresh_results, is_without_cards, work_out
from scorecards.rules.calculation import calculate
from scorecards.rules.event_result import EventResult, places_from_json, places_to_json
from scorecards.rules.line_points import CardError
from scorecards.rules.ranking import Place
from tournaments.models import Tournament

RESULTS_KEPT = 8
"""How many events' results a process keeps as it read them."""


@dataclass(frozen=True)
class CurrentResult:
    """The result without the bracket, the entrants flagged by pass, and the standings before any ruling.

    The first of ``passes`` holds the apparent qualifiers by the cards as they stood; rulings flagged the entrants of
    each later one. ``stored_before`` is ``before`` as JSON, which few pages read. ``kept_as_written`` holds what
    :func:`places_as_written` calculated, ``kept_in_favor`` what :func:`lines_read_in_favor` did.
    """

    result: EventResult
    passes: Sequence[Sequence[int]]
    stored_before: Sequence[Mapping[str, Any]]
    kept_as_written: list[Sequence[Place]] = field(default_factory=list, compare=False)
    kept_in_favor: list[Mapping[int, Sequence[int]]] = field(default_factory=list, compare=False)

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
    callers that then read rulings, corrections or initials.
    """
    fresh = fresh_results(tournament)
    stored = _kept_result(tournament, fresh)
    if stored is None:
        if is_without_cards(tournament):
            return None
        if with_rulings:
            bring_up_to_date(tournament)
        # Somebody else may have stored it since the first look: the burst after a change does.
        stored = _kept_result(tournament, fresh)
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
        self._kept: OrderedDict[object, tuple[Stamp, CurrentResult]] = OrderedDict()

    def has(self, tournament: Tournament) -> bool:
        return _event(tournament) in self._kept

    def get(self, tournament: Tournament, stamp: Stamp | None) -> CurrentResult | None:
        with self._guard:
            kept = self._kept.get(_event(tournament))
            return kept[1] if kept is not None and kept[0] == stamp else None

    def put(self, tournament: Tournament, stamp: Stamp, result: CurrentResult) -> None:
        with self._guard:
            self._kept[_event(tournament)] = (stamp, result)
            self._kept.move_to_end(_event(tournament))
            while len(self._kept) > RESULTS_KEPT:
                self._kept.popitem(last=False)


def _event(tournament: Tournament) -> tuple[object, ...]:
    return tournament.pk, tournament.created_at


_KEPT = _KeptResults()


def last_result(tournament: Tournament) -> CurrentResult | None:
    """Return what was worked out last, even where the cards have changed since. One query or two."""
    return _kept_result(tournament, StoredResult.objects.filter(tournament=tournament))


def _kept_result(tournament: Tournament, rows: QuerySet[StoredResult]) -> CurrentResult | None:
    """Return the stored result if there is one, without reading it again where it was read before."""
    if _KEPT.has(tournament):
        stamp = rows.values_list("pk", "version", "calculated_at").first()
        kept = _KEPT.get(tournament, stamp)
        if stamp is None or kept is not None:
            return kept
    stored = rows.first()
    if stored is None:
        return None
    found = CurrentResult(EventResult.from_json(stored.report), stored.passes, stored.before)
    # Within a transaction it may still be taken back.
    if not connection.in_atomic_block:
        _KEPT.put(tournament, (stored.pk, stored.version, stored.calculated_at), found)
    return found


def seen_of_errors(errors: Iterable[CardError]) -> list[list[Any]]:
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

    One query. Where the director has decided a game, twelve more and a calculation, kept with the outcome: decisions
    count before all rulings.
    """
    if not Decision.objects.active().filter(tournament=tournament).exists():
        return outcome.before
    if not outcome.kept_as_written:
        facts = replace(facts_for_calculation(tournament), decisions=())
        outcome.kept_as_written.append(calculate(facts).before.places)
    return outcome.kept_as_written[0]


def lines_read_in_favor(tournament: Tournament, outcome: CurrentResult) -> Mapping[int, Sequence[int]]:
    """Return the games whose lines, read in their favor, had an entrant flagged (appendix 5), by entrant's number.

    No query, and nobody, where everybody who is checked qualifies; else at most fifteen and a calculation, kept with
    the outcome.
    """
    if outcome.in_places >= set(outcome.result.checked):
        return {}
    if not outcome.kept_in_favor:
        outcome.kept_in_favor.append(calculate(facts_for_calculation(tournament)).check.in_favor)
    return outcome.kept_in_favor[0]
