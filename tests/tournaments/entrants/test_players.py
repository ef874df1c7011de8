"""Players known across events: who is linked to them, and who may be one person."""

from datetime import date
from typing import Any

import pytest

from tests.factories.tournaments import EntrantFactory, PlayerFactory, TournamentFactory, director_of
from tests.tournaments.entrants.conftest import Post, change, played_before
from tournaments.entrants.known import Entry, People, Person
from tournaments.entrants.services.registration import AddingDoubtful, add_entrant
from tournaments.models import AuditEntry, Entrant, Player, StaffMember, Tournament

pytestmark = pytest.mark.slow


@pytest.fixture
def ann(tournament: Tournament, dee: StaffMember) -> Entrant:
    """Return an entrant known from an event of last year, by name and club."""
    Tournament.objects.filter(pk=tournament.pk).update(starts_on=date(2026, 7, 4))
    played_before(dee, "Ann Lee", club="Hilo Pegs", city="Hilo")
    entrant = Entrant(name="Ann Lee", club="Hilo Pegs", city="Hilo")
    return add_entrant(tournament=tournament, actor=dee, entrant=entrant).entrant


def correct(entrant: Entrant, **changed: Any) -> None:
    entrant.refresh_from_db()
    change(entrant, director_of(entrant.tournament, "Dee Rector"), **changed)
    entrant.refresh_from_db()


@pytest.mark.parametrize("changed", [{"acc_number": "HI296", "club": "Kona Crib"}, {"name": "ANN LEE"}, {"note": "x"}])
def test_corrected_entrant_stays_the_person_known_from_other_events(ann: Entrant, changed: dict[str, str]) -> None:
    before = ann.player_id

    correct(ann, **changed)

    earlier = Entrant.objects.exclude(pk=ann.pk).get()
    assert (ann.player_id, earlier.player_id, earlier.club, Player.objects.count()) == (before, before, "Hilo Pegs", 1)


def test_undoing_a_correction_keeps_the_player(post: Post, ann: Entrant) -> None:
    before = ann.player_id
    correct(ann, club="Kona Crib", acc_number="HI296")

    post(f"undo/{AuditEntry.objects.get(action='entrant changed').pk}/")

    ann.refresh_from_db()
    assert (ann.player_id, ann.club, Player.objects.count()) == (before, "Hilo Pegs", 1)


def test_new_player_who_turns_out_to_be_known_just_so_is_that_one(tournament: Tournament, dee: StaffMember) -> None:
    known = played_before(dee, "Ann Lee", acc_number="HI296")
    entrant = Entrant(name="Ann Lee", acc_number="HI295")
    entrant = add_entrant(tournament=tournament, actor=dee, entrant=entrant).entrant

    correct(entrant, acc_number="HI296")

    assert (entrant.player_id, Player.objects.count()) == (known.pk, 1)


def test_other_name_is_somebody_else(ann: Entrant) -> None:
    first = ann.player_id

    correct(ann, name="Bo Dune", club="Kona Crib")

    assert ann.player_id != first


def test_check_in_taken_back_by_undo_keeps_the_player(post: Post, ann: Entrant) -> None:
    first = ann.player_id
    post("1/check-in/", is_here="1")

    post(f"undo/{AuditEntry.objects.first().pk}/")

    ann.refresh_from_db()
    assert (ann.checked_in_at, ann.player_id) == (None, first)


def person(player: int, name: str, **facts: Any) -> Person:
    return Person(player, [Entry(name, **{"acc_number": "", "club": "", "city": "", "event": player, **facts})])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"name": "Ann Lee"}, {"name": "ANN  LEE", "city": "Hilo"}),
        ({"name": "Ann Lee", "city": "Hilo"}, {"name": "Ann Lee", "acc_number": "HI296", "city": "Hilo"}),
        ({"name": "Ann Lee", "city": "Hilo"}, {"name": "Ann Lee", "city": "Hilo, HI"}),
        ({"name": "Ann Lee", "city": "Hilo"}, {"name": "Ann Lee", "city": "Kona"}),
        ({"name": "Ann Lee", "acc_number": "HI296"}, {"name": "Ann Quist", "acc_number": "hi-296"}),
        ({"name": "Ann O’Dell"}, {"name": "Ann ODell"}),
        ({"name": "Mary-Ann Lee"}, {"name": "Mary Ann Lee"}),
        ({"name": "Zoë Łoś"}, {"name": "Zoe Los"}),
        ({"name": "Robert Lee"}, {"name": "Bob Lee", "city": "Kona"}),
        ({"name": "Robert Quist"}, {"name": "Robert Quest"}),
        ({"name": "Ann B. Lee"}, {"name": "Ann Lee"}),
    ],
)
def test_same_person_written_otherwise_is_asked_about(one: dict[str, str], other: dict[str, str]) -> None:
    first, second = person(1, **one), person(2, **other)

    people = People([first, second])

    assert (people.like(first), people.like(second), people.doubles()) == ([second], [first], [(first, [second])])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"name": "Ann Lee"}, {"name": "Ann Quist"}),
        ({"name": "Ann Lee", "acc_number": "HI296"}, {"name": "Ann Lee", "acc_number": "HI297"}),
        ({"name": "Robert Lee", "city": "Hilo"}, {"name": "Bob Lee", "city": "Kona"}),
    ],
)
def test_another_person_is_not_asked_about(one: dict[str, str], other: dict[str, str]) -> None:
    assert People([person(1, **one), person(2, **other)]).doubles() == []


def test_another_acc_number_is_another_person_however_often_it_was_left_out() -> None:
    often = Person(1, [Entry("Ann Lee", "", "", "", 1), Entry("Ann Lee", "HI296", "", "", 2)])

    assert People([often, person(3, "Ann Lee", acc_number="HI297")]).doubles() == []


def test_two_entrants_of_one_event_are_two_people() -> None:
    assert People([person(1, "Ann Lee", event=7), person(2, "Ann Lee", city="Hilo", event=7)]).doubles() == []


def test_person_of_many_names_is_named_once() -> None:
    names = ["Ann Lee", "ANN LEE", "ann lee", "Ann  Lee"]
    people = [person(at, name, city=f"City {at}") for at, name in enumerate(names, 1)]

    assert People(people).doubles() == [(people[0], people[1:])]


def test_somebody_known_otherwise_is_asked_about_and_the_answer_holds(tournament: Tournament, dee: StaffMember) -> None:
    known = played_before(dee, "Ann Lee", city="Hilo")
    wanted = {"tournament": tournament, "actor": dee, "entrant": Entrant(name="ANN LEE", acc_number="HI296")}

    with pytest.raises(AddingDoubtful) as asked:
        add_entrant(**wanted, is_sure=True)
    added = add_entrant(**wanted, player=known.pk).entrant

    assert [person.player for person in asked.value.known] == [known.pk]
    assert (added.player_id, added.name, Player.objects.count()) == (known.pk, "ANN LEE", 1)


def test_nobody_known_is_an_answer(tournament: Tournament, dee: StaffMember) -> None:
    known = played_before(dee, "Ann Lee")

    added = add_entrant(tournament=tournament, actor=dee, entrant=Entrant(name="Ann Lee"), player=0).entrant

    assert added.player_id != known.pk


@pytest.mark.parametrize("name", ["Ann Lee", "ann  LEE"])
def test_known_just_so_whatever_the_capitals_needs_no_answer(
    tournament: Tournament, dee: StaffMember, name: str
) -> None:
    known = played_before(dee, "Ann Lee", city="Hilo")

    added = add_entrant(tournament=tournament, actor=dee, entrant=Entrant(name=name, city="hilo")).entrant

    assert added.player_id == known.pk


def test_two_known_of_one_name_are_asked_about(tournament: Tournament, dee: StaffMember) -> None:
    known = {played_before(dee, "Ann Lee", event=event).pk for event in ("May Night", "June Night")}

    with pytest.raises(AddingDoubtful) as asked:
        add_entrant(tournament=tournament, actor=dee, entrant=Entrant(name="Ann Lee"))

    assert {person.player for person in asked.value.known} == known


def test_namesake_at_the_same_event_is_another_player(tournament: Tournament, dee: StaffMember) -> None:
    first, second = (
        add_entrant(tournament=tournament, actor=dee, entrant=Entrant(name="Ann Lee"), is_sure=True).entrant
        for _ in range(2)
    )

    assert first.player_id != second.player_id


@pytest.mark.parametrize("name", ["Ann Lee", "ANN LEE", "Robert Quist"])
def test_nobody_is_known_from_an_event_that_the_director_does_not_direct(
    tournament: Tournament, dee: StaffMember, name: str
) -> None:
    theirs = TournamentFactory(slug="theirs")
    for number, other in enumerate(("Ann Lee", "Bob Quist"), start=1):
        EntrantFactory(tournament=theirs, number=number, name=other, player=PlayerFactory(name=other))

    added = add_entrant(tournament=tournament, actor=dee, entrant=Entrant(name=name)).entrant

    assert added.player_id not in set(theirs.entrants.values_list("player_id", flat=True))
