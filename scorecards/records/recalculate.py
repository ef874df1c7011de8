"""Recalculate an event's result after a change, without making that change or any other wait.

A change raises ``cards_version`` where it affects the cards; a stored result of an earlier version is outdated. Anyone
who needs it reads the cards in one consistent snapshot, calculates without holding the event, and then stores the
result and its rulings in a short transaction, if the cards are still the same. After a burst of changes the server does
so by itself (:class:`Bursts`), so that readers find the result ready. Nothing depends on it: where a server was killed
before it came to that, anyone who reads works it out.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Condition, Lock, Thread

from django.db import DatabaseError, connection, transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from scorecards.models import Decision, Scorecard, StoredResult
from scorecards.records.facts import facts_for_calculation
from scorecards.records.outcomes import Outcome, calculate_outcome, store_outcome
from scorecards.rules.calculation import RULES_VERSION
from tournaments.changes.audit import Outsider, record_change
from tournaments.changes.one_moment import one_moment
from tournaments.changes.transaction import tournament_change
from tournaments.changes.write_queue import SECONDS, EventIsBusy, write_queue
from tournaments.models import AuditAction, Tournament

TRIES = 3
"""How often rulings are worked out beside a stream of changes before the event is held for it."""
KEPT = 4
"""How many events' results a process keeps until they are stored."""
QUIET_FOR = 0.3
"""Seconds without a change after which a burst is over."""
AT_LATEST_AFTER = 2.0
"""Seconds after which a burst is worked out even if it continues: no event is worked out more often than that."""

_log = logging.getLogger(__name__)


def fresh_results(tournament: Tournament) -> QuerySet[StoredResult]:
    """Return the stored result, as a query, if the cards have not changed since it was worked out."""
    return StoredResult.objects.filter(tournament=tournament, version__gte=F("tournament__cards_version"))


def is_up_to_date(tournament: Tournament) -> bool:
    """Tell whether the stored result and rulings rest on the cards as they are now. One query."""
    cards_version, stored, has_cards = _state_of(tournament)
    return not has_cards if stored is None else stored >= cards_version


def is_without_cards(tournament: Tournament) -> bool:
    """Tell whether there is neither a result nor anything that one could rest on. One query."""
    _, stored, has_cards = _state_of(tournament)
    return stored is None and not has_cards


def _state_of(tournament: Tournament) -> tuple[int, int | None, bool]:
    """Return the version of the cards, that of the stored result, and whether there are cards, all of one moment."""
    # An earlier version of this program stored cards without a result.
    cards = Scorecard.objects.filter(entrant__tournament=OuterRef("pk"))
    decisions = Decision.objects.active().filter(tournament=OuterRef("pk"))
    found = (
        Tournament.objects.filter(pk=tournament.pk)
        .annotate(has_cards=Exists(cards) | Exists(decisions))
        .values_list("cards_version", "stored_result__version", "has_cards")
        .first()
    )
    return found or (0, None, False)


def work_out(tournament: Tournament) -> Outcome:
    """Work out what the cards come to now, and store it unless somebody else is changing the event meanwhile."""
    if connection.in_atomic_block:
        return _work_out_in_place(tournament)
    found = _snapshot(tournament)
    # Anyone who reads standings waits for no writer, and a full disk stops nobody from reading: the next one stores it.
    with suppress(DatabaseError, EventIsBusy):
        _store(tournament, found, wait=False)
    return found


def bring_up_to_date(tournament: Tournament) -> None:
    """Store the result and the rulings of the cards as they are now, if they are not yet.

    Everything that asks for rulings, corrections or the initials under them comes here first: what was initialed
    before a card changed no longer counts. One query where nothing changed.
    """
    for _ in range(TRIES):
        if is_up_to_date(tournament):
            return
        if connection.in_atomic_block:
            break
        if _store(tournament, _snapshot(tournament)):
            return
    with write_queue(), transaction.atomic():
        _work_out_in_place(tournament)


@contextmanager
def change_by_rulings(
    tournament: Tournament, *, affects_cards: bool = True, public: bool = True
) -> Iterator[Tournament]:
    """Run a change that needs the rulings as ``tournament_change`` does: they are worked out before it holds the event.

    Where a card was changed in between they are worked out again, by anyone who reads them within the change.
    """
    bring_up_to_date(tournament)
    with tournament_change(tournament, affects_cards=affects_cards, public=public) as locked:
        yield locked


def _work_out_in_place(tournament: Tournament) -> Outcome:
    """Work out and store within the transaction that is open, holding the event."""
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    outcome = calculate_outcome(locked.cards_version, facts_for_calculation(locked))
    store_outcome(locked, outcome)
    return outcome


class _Flights:
    """One calculation of an event at a time in this process, whose result everybody else takes over."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._locks: dict[object, Lock] = {}
        self._kept: OrderedDict[object, Outcome] = OrderedDict()

    def lock_of(self, event: object) -> Lock:
        with self._guard:
            return self._locks.setdefault(event, Lock())

    def kept(self, event: object, cards_version: int) -> Outcome | None:
        with self._guard:
            found = self._kept.get(event)
            return found if found is not None and found.cards_version == cards_version else None

    def keep(self, event: object, found: Outcome) -> None:
        with self._guard:
            self._kept[event] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def forget(self, event: object) -> None:
        with self._guard:
            self._kept.pop(event, None)
            self._locks.pop(event, None)


_FLIGHTS = _Flights()


def _snapshot(tournament: Tournament) -> Outcome:
    event = (tournament.pk, tournament.created_at)
    with _FLIGHTS.lock_of(event):
        with one_moment():
            current = Tournament.objects.get(pk=tournament.pk)
            found = _FLIGHTS.kept(event, current.cards_version)
            if found is not None:
                return found
            event_file = facts_for_calculation(current, is_snapshot=True)
        found = calculate_outcome(current.cards_version, event_file)
        _FLIGHTS.keep(event, found)
        return found


def _store(tournament: Tournament, found: Outcome, *, wait: bool = True) -> bool:
    """Store what a snapshot came to, and tell whether the cards were still the same."""
    with write_queue(SECONDS if wait else 0), transaction.atomic():
        locked = Tournament.objects.select_for_update(
            nowait=not wait and connection.features.has_select_for_update_nowait
        )
        current = locked.get(pk=tournament.pk)
        if current.cards_version != found.cards_version:
            return False
        if not is_up_to_date(current):
            store_outcome(current, found)
    _FLIGHTS.forget((tournament.pk, tournament.created_at))
    return True


def recalculate_outdated() -> Iterator[Tournament]:
    """Recalculate every open event whose result an earlier version of the rules made, and yield it.

    What was posted stays as it was posted: such an event is recalculated only when somebody changes it. Each event is
    changed by itself, with an entry in the log.
    """
    outdated = StoredResult.objects.filter(rules__lt=RULES_VERSION, tournament__latest_posting=0)
    for result in outdated.select_related("tournament").order_by("tournament_id"):
        with tournament_change(result.tournament) as locked:
            record_change(
                locked,
                Outsider("program update"),
                AuditAction.RESULT_RECALCULATED,
                before={"rules version": result.rules},
                after={"rules version": RULES_VERSION},
            )
        bring_up_to_date(locked)
        yield locked


class Bursts:
    """The events that were changed, each with the times of the first and the last change since it was worked out."""

    def __init__(self) -> None:
        self._changed: dict[int, tuple[float, float]] = {}
        self._news = Condition()
        self._work_out: Callable[[int], None] | None = None

    def begin(self, work_out: Callable[[int], None]) -> None:
        """Have events worked out from here on, by their ids, in a thread that ends with the process."""
        if self._work_out is None:
            self._work_out = work_out
            Thread(target=self._run, args=[work_out], name="bursts", daemon=True).start()

    def note(self, event: int) -> None:
        """Take note of a change of an event; nothing where :meth:`begin` was not called."""
        if self._work_out is None:
            return
        now = time.monotonic()
        with self._news:
            first, _ = self._changed.get(event, (now, now))
            self._changed[event] = (first, now)
            self._news.notify()

    def _run(self, work_out: Callable[[int], None]) -> None:
        while True:
            event = self._next()
            try:
                work_out(event)
            except Exception:  # noqa: BLE001 - the thread continues with other events
                _log.exception("event %s could not be worked out after changes; anyone who reads it tries again", event)
            finally:
                connection.close()  # none is kept while nothing happens

    def _next(self) -> int:
        """Wait for the next event whose burst is over, and return it."""
        with self._news:
            while True:
                now = time.monotonic()
                due = {
                    event: min(last + QUIET_FOR, first + AT_LATEST_AFTER)
                    for event, (first, last) in self._changed.items()
                }
                event = min(due, key=lambda one: due[one], default=None)
                if event is not None and due[event] <= now:
                    del self._changed[event]
                    return event
                self._news.wait(None if event is None else due[event] - now)


def work_out_event(event: int) -> None:
    """Work an event out unless somebody did, or deleted it."""
    tournament = Tournament.objects.filter(pk=event).first()
    if tournament is not None and not is_up_to_date(tournament):
        work_out(tournament)


BURSTS = Bursts()


def work_out_after_burst(tournament: Tournament, affects_cards: bool) -> None:
    """Have an event worked out once its burst of changes is over (``ON_TOURNAMENT_CHANGE``)."""
    if affects_cards:
        transaction.on_commit(lambda: BURSTS.note(tournament.pk))
