"""Undoing changes of seats and schedule, one after the other, and doing them again."""

import pytest

from tests.factories.tournaments import EntrantFactory
from tests.tournaments.seating.conftest import HTMX, DirectedEvent, said
from tournaments.models import AuditEntry, UndoStep

pytestmark = pytest.mark.slow


def test_undo_brings_the_seats_before_back(seated: DirectedEvent) -> None:
    before = seated.now
    seated.draw(table_length=6)

    status = seated.undo()

    now = seated.now
    assert (status, now.seat_of, now.seed, now.table_length) == (302, before.seat_of, before.seed, 4)


def test_what_was_undone_is_done_again_and_undo_goes_back_step_by_step(scheduled: DirectedEvent) -> None:
    before = scheduled.now
    scheduled.undo()
    scheduled.redo()
    again = scheduled.now.schedule

    steps = []
    for _ in range(2):
        scheduled.undo()
        steps.append((len(scheduled.now.schedule), len(scheduled.seats)))

    assert again == before.schedule
    assert steps == [(0, 8), (0, 0)]
    assert scheduled.last is None


def test_undoing_a_schedule_undoes_its_house_player_and_redo_brings_both(event: DirectedEvent) -> None:
    event.seat(7)
    before = event.now
    event.schedule()
    made = event.now

    event.undo()
    undone = event.now
    event.redo()

    assert (made.house_players, undone.chairs, undone.digest) == ({8}, before.chairs, before.digest)
    assert (event.now.digest, event.now.chairs[8].name) == (made.digest, "House player")


def test_redo_is_refused_once_somebody_else_has_the_number(event: DirectedEvent) -> None:
    event.seat(7)
    event.schedule()
    event.undo()
    EntrantFactory(tournament=event.tournament, number=8)

    response = event.redo(**HTMX)

    assert (response.status_code, event.now.schedule) == (422, ())
    assert "Number 8 belongs to somebody else now: nothing was undone." in said(response)


def test_undoing_a_latecomer_undoes_the_house_player_beside(scheduled: DirectedEvent) -> None:
    EntrantFactory(tournament=scheduled.tournament, number=9)
    before = scheduled.now

    scheduled.post("schedule/latecomer/", {"numbers": 9, "from_game": 2, "house_player": "on"})
    scheduled.undo()

    assert (scheduled.now.house_players, scheduled.now.digest) == (set(), before.digest)


def test_undo_brings_the_schedule_back_that_a_draw_discarded(scheduled: DirectedEvent) -> None:
    before = scheduled.now
    scheduled.draw()

    scheduled.undo()

    assert (scheduled.now.schedule, scheduled.seats) == (before.schedule, before.seat_of)


def test_undo_is_refused_once_something_else_has_changed(seated: DirectedEvent) -> None:
    entry = seated.last
    seated.draw()
    now = seated.seats

    response = seated.post(f"undo/{entry.pk}/", **HTMX)

    assert (response.status_code, seated.seats) == (422, now)
    assert said(response)[:53] == "Seats or schedule have been changed since: nothing wa"


def test_undo_of_a_draw_is_refused_once_a_card_is_keyed_and_of_nothing_always(seated: DirectedEvent) -> None:
    entry = seated.tournament.audit_entries.get()
    seated.key_a_card()

    responses = seated.post(f"undo/{entry.pk}/"), seated.post("undo/4711/")

    assert ([response.status_code for response in responses], len(seated.seats)) == ([422, 422], 8)


def test_undo_does_not_come_round_to_what_was_undone(seated: DirectedEvent) -> None:
    seated.post("clear/")
    for _ in range(2):
        seated.undo()

    assert (seated.seats, seated.last) == ({}, None)


def test_undo_on_the_schedule_page_leads_back_to_it(scheduled: DirectedEvent) -> None:
    entry = scheduled.last
    page = scheduled.get("schedule/")

    response = scheduled.post(f"undo/{entry.pk}/", {"to": "schedule"})

    assert [text for text in page.texts("button") if text.startswith("Undo")] == [
        f"Undo: schedule made, {entry.subject}"
    ]
    assert (response["Location"], scheduled.now.schedule) == (scheduled.address("schedule/"), ())


def test_clearing_seats_is_not_done_again_once_a_card_is_keyed(seated: DirectedEvent) -> None:
    seated.post("clear/")
    seated.undo()
    seated.key_a_card()

    assert (seated.redo().status_code, len(seated.seats)) == (422, 8)


def test_undo_reads_nothing_of_what_the_log_tells(scheduled: DirectedEvent) -> None:
    AuditEntry.objects.update(before=None, after=None, subject="", action="in other words")

    scheduled.undo()

    assert (scheduled.now.schedule, len(scheduled.seats)) == ((), 8)


def test_step_in_a_form_that_is_not_known_is_not_undone(seated: DirectedEvent) -> None:
    entry = seated.tournament.audit_entries.get()
    UndoStep.objects.update(version=99)

    response = seated.post(f"undo/{entry.pk}/", **HTMX)

    assert (response.status_code, len(seated.seats)) == (422, 8)
    assert "A later version of this program made that change" in said(response)


def test_undoing_leaves_a_record_with_who_before_and_after(scheduled: DirectedEvent) -> None:
    scheduled.undo()

    entry = AuditEntry.objects.first()
    assert (entry.who, entry.user, entry.action, entry.subject) == (
        *("Ada Birch", scheduled.me.user, "change of seating undone", "schedule made"),
    )
    assert (len(entry.before["schedule"]), entry.after) == (3, {"schedule": {"1": None, "2": None, "3": None}})
