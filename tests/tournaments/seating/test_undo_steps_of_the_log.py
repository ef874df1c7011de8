"""A database from before undo had steps of its own: the migration makes them of the log, and all can be undone."""

from contextlib import suppress
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from tests.factories.tournaments import EntrantFactory, director_of
from tests.tournaments.entrants.importing import form_of
from tests.tournaments.seating.conftest import DirectedEvent
from tests.tournaments.staff.people import directed_event
from tournaments.entrants.services.history import entrant_to_dict
from tournaments.entrants.services.registration import Details, add_entrant, check_in, withdraw_entrant
from tournaments.entrants.services.removal import remove_entrant
from tournaments.entrants.services.undo import undo_change
from tournaments.models import AuditEntry, Entrant, Tournament, UndoStep
from tournaments.rules.undo_states import EntrantsState, SeatingState
from tournaments.seating.services.draw import clear_seats, give_seat
from tournaments.seating.services.schedule_changes import digest_of_game, swap_in_game, take_out_of_schedule
from tournaments.seating.services.storage import CARDS_ARE_IN, SeatingRefused
from tournaments.seating.services.undo import undo_seating

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OLD_WORDS = {
    "change of seating undone": "seating: undone",
    "change of entrants undone": "entrants: undone",
    "entrant check-in undone": "entrant check-in taken back",
    "seat taken over": "chair taken over",
}


def make_steps() -> None:
    import_module("tournaments.migrations.0010_undo_steps_of_the_log").make_steps(apps, None)


def steps() -> list[tuple[object, ...]]:
    """Return every step, with the entry that it belongs to and that of the step it undid."""
    return [
        (step.entry_id, read(step), step.digest, step.undoes and step.undoes.entry_id)
        for step in UndoStep.objects.order_by("entry_id")
    ]


def read(step: UndoStep) -> SeatingState | EntrantsState:
    """Return what the step puts back, whatever version it is stored in."""
    form = SeatingState if step.of == UndoStep.Of.SEATING else EntrantsState
    return form.from_json(step.version, step.state)


def go_back_to_the_old_form() -> None:
    """Leave of every change what was written of it before: digest and what was undone in the log, and no step."""
    for entry in AuditEntry.objects.order_by("pk"):
        facts = {"action": OLD_WORDS.get(entry.action, entry.action)}
        step = UndoStep.objects.filter(entry=entry).first()
        if step is not None and step.of == "seating":
            undid = {"undid": step.undoes.entry_id} if step.undoes else {}
            facts["after"] = {**(entry.after or {}), **undid, "state": step.digest}
        elif step is not None and step.state["is_of_many"]:
            parts = len(step.state["changes"])
            facts["after"] = {**entry.after, "entries": [entry.pk - parts, entry.pk - 1]}
        AuditEntry.objects.filter(pk=entry.pk).update(**facts)
    UndoStep.objects.all().delete()


@pytest.fixture
def event(client: Client) -> DirectedEvent:
    """Return an event of eight that has lived through every kind of change of its seating."""
    tournament = directed_event(client, games=5)
    event = DirectedEvent(client, tournament)
    event.seat(8)
    event.schedule()
    clear_seats(tournament=tournament, actor=event.me)
    undo_last(event)
    give_seat(tournament=tournament, actor=event.me, number=1, seat=event.seats[2], seen=event.seats[1], swap=True)
    (one, _), (other, _) = event.now.schedule[0].pairs[:2]
    seen = digest_of_game(event.now.game(1))
    swap_in_game(tournament=tournament, actor=event.me, game=1, one=one, other=other, seen=seen)
    take_out_two(event)
    return event


def take_out_two(event: DirectedEvent) -> None:
    """Take entrant 1 out of the schedule, with the first other whose opponents may meet: the seats are drawn."""
    for other in range(2, 9):
        with suppress(SeatingRefused):
            take_out_of_schedule(tournament=event.tournament, actor=event.me, one=1, other=other, from_game=2)
            return
    raise AssertionError("nobody can be taken out together with entrant 1")


def undo_last(event: DirectedEvent) -> None:
    undo_seating(tournament=event.tournament, actor=event.me, entry=event.changes.undo.pk)


def test_steps_made_of_the_log_are_those_that_the_services_write(event: DirectedEvent) -> None:
    written = steps()
    assert len(written) == 7
    go_back_to_the_old_form()

    make_steps()

    assert steps() == written


def test_old_seating_is_undone_step_by_step_and_the_last_step_done_again(event: DirectedEvent) -> None:
    go_back_to_the_old_form()
    make_steps()
    states = []
    for _ in range(5):
        undo_last(event)
        states.append((len(event.seats), len(event.now.schedule)))

    assert states == [(8, 5), (8, 5), (8, 5), (8, 0), (0, 0)]
    last = event.changes
    assert (last.undo, last.redo is not None) == (None, True)
    event.redo()
    assert (len(event.seats), len(event.now.schedule)) == (8, 0)


def test_entry_as_it_was_written_then_is_undone(client: Client) -> None:
    event = DirectedEvent(client, directed_event(client))
    for number, seat in ((3, "A-2"), (7, "A-1")):
        EntrantFactory(tournament=event.tournament, number=number, seat=seat)
    digest = event.now.digest
    entry = AuditEntry.objects.create(
        tournament=event.tournament,
        who="Ada Birch",
        action="chair taken over",
        subject="3 Ann Lee",
        before={"seats": {"3": "A-1", "7": "A-2"}, "schedule": {"1": "7-3", "2": None}, "first_game": {"7": 2}},
        after={"seats": {"3": "A-2", "7": "A-1"}, "reason": "sat down wrong", "state": digest},
    )
    make_steps()

    response = event.post(f"undo/{entry.pk}/")

    now = event.now
    assert (response.status_code, now.seat_of) == (302, {3: "A-1", 7: "A-2"})
    assert [(game.game, game.pairs) for game in now.schedule] == [(1, ((7, 3),))]
    assert now.chairs[7].first_game == 2
    undone = AuditEntry.objects.first()
    assert (undone.who, undone.action, undone.subject) == (
        *("Ada Birch", "change of seating undone", "seat taken over"),
    )
    assert undone.before["seats"] == {"3": "A-2", "7": "A-1"}


def test_old_draw_is_not_undone_once_a_card_is_entered(client: Client) -> None:
    event = DirectedEvent(client, directed_event(client))
    event.seat(4)
    go_back_to_the_old_form()
    make_steps()
    event.key_a_card()

    with pytest.raises(SeatingRefused, match=CARDS_ARE_IN[:20]):
        undo_last(event)


def test_entry_from_before_states_were_kept_gets_no_step(client: Client) -> None:
    tournament = directed_event(client)
    for action, before, after in (
        ("seat changed", {"seats": {"1": "A-1"}}, {"seats": {"1": "A-2"}}),
        ("seating: undone", {}, {"state": "x", "undid": 4711}),
        ("entrant changed", None, None),
        ("settings", {"games": 9}, {"games": 12}),
    ):
        AuditEntry.objects.create(tournament=tournament, who="Ada", action=action, before=before, after=after)

    make_steps()

    assert steps() == []


@pytest.fixture
def registered(client: Client) -> Tournament:
    """Return an event with every kind of change of its entrants."""
    tournament = directed_event(client, games=5)
    actor = director_of(tournament, "Ada Birch")
    for name in ("Ann Lee", "Bo Quist"):
        add_entrant(tournament=tournament, actor=actor, details=Details(name))
    check_in(tournament=tournament, actor=actor, number=1, is_here=True)
    taken_back = check_in(tournament=tournament, actor=actor, number=1, is_here=False)
    undo_change(tournament=tournament, actor=actor, entry=taken_back.entry.pk)
    withdraw_entrant(tournament=tournament, actor=actor, number=1, after_game=2)
    remove_entrant(tournament=tournament, actor=actor, number=2)
    page = f"/t/{tournament.slug}/entrants/import/"
    preview = client.post(page, {"pasted": "Name,Club\nAnn Lee,Bay\nCy Moss,Bay\n"})
    client.post(f"{page}store/", form_of(preview))
    return tournament


def test_steps_of_entrants_made_of_the_log_are_those_that_the_services_write(registered: Tournament) -> None:
    written = steps()
    assert (len(written), UndoStep.objects.filter(state__is_of_many=True).count()) == (8, 1)
    go_back_to_the_old_form()

    make_steps()

    assert steps() == written


def test_old_changes_of_entrants_are_undone_back_to_the_first(registered: Tournament) -> None:
    go_back_to_the_old_form()
    make_steps()
    actor = director_of(registered, "Ada Birch")

    undo_change(tournament=registered, actor=actor, entry=AuditEntry.objects.get(action="entrants imported").pk)

    assert [entrant.name for entrant in Entrant.objects.all()] == ["Ann Lee"]
    for action in ("entrant removed", "entrant withdrawn"):
        undo_change(
            tournament=registered, actor=actor, entry=AuditEntry.objects.get(action=action, undo_step__of="entrants").pk
        )
    ann = entrant_to_dict(Entrant.objects.get(number=1))
    assert (ann["withdrawn_after_game"], ann["checked_in_at"] is not None) == (None, True)
    assert Entrant.objects.get(number=2).name == "Bo Quist"
