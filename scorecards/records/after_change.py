"""After a burst of changes the server works an event out by itself, so that readers find the result ready.

Nothing depends on it: where a server was stopped or killed before it came to that, anyone who reads works it out.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Condition, Thread

from django.db import connection, transaction

from scorecards.records.recalculate import is_up_to_date, work_out
from tournaments.models import Tournament

QUIET_FOR = 0.3
"""Seconds without a change after which a burst is over."""
AT_LATEST_AFTER = 2.0
"""Seconds after which a burst that goes on is worked out all the same: no event is worked out more often than that."""

_log = logging.getLogger(__name__)


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
            except Exception:  # noqa: BLE001 - the thread goes on with other events
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
