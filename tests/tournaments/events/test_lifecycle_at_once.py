"""Several events hidden, shown and deleted at the same time: all is done, and nobody waits for ever."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from brackets.event_files.store import import_event
from tests.events import round_robin
from tests.tournaments.staff.people import add_director, make_user
from tournaments.events.lifecycle import change_visibility, delete_event
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

EVENTS = 6
TIMES = 4


def test_events_hidden_and_deleted_at_once_do_not_wait_for_each_other_in_a_circle() -> None:
    user = make_user()
    events = [import_event(event_file=round_robin()) for _ in range(EVENTS)]
    directors = [add_director(event, user) for event in events]
    barrier = Barrier(EVENTS, timeout=30)

    def change(number: int) -> None:
        event, director = events[number], directors[number]
        try:
            for time in range(TIMES):
                barrier.wait()
                change_visibility(event, director, "show" if time % 2 else "hide")
            barrier.wait()
            if number % 2:
                delete_event(event, director, event.name)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(EVENTS) as pool:
        list(pool.map(change, range(EVENTS)))

    assert not Tournament.objects.filter(is_hidden=True).exists()
    assert Tournament.objects.present().count() == EVENTS // 2
