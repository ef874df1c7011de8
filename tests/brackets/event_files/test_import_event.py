"""Storing an event file: everything in it, everything it comes to, or nothing."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from scorecards.models import Correction
from scorecards.rules.calculation import calculate
from tests.builders import event
from tests.events import everybody_qualifies, round_robin, rows_stored
from tests.tournaments.event_file.samples import as_bytes, plain_event_file
from tournaments.event_file.reading import read_event_file
from tournaments.models import AuditEntry, Entrant, Player, StaffMember
from tournaments.rules.types import EntrantRecord, EventFacts, EventFile, MatchRecord, PlayoffRecord

pytestmark = pytest.mark.django_db


def plain_event() -> EventFile:
    event_file = read_event_file(as_bytes(plain_event_file())).event_file
    assert event_file is not None
    return event_file


def with_entrants(*entrants: EntrantRecord) -> EventFile:
    return replace(event((), games=3), entrants=entrants)


def test_corrections_tell_what_caused_them() -> None:
    event_file = make_event(players=24, games=9)
    found = calculate(event_file).check
    decided = {(decision.game, *decision.entrants) for decision in event_file.decisions}

    tournament = import_event(event_file=event_file)

    corrections = Correction.objects.filter(entrant__tournament=tournament)
    by_arithmetic = corrections.filter(ruling=None, decision=None)
    by_ruling = corrections.exclude(ruling=None)
    by_decision = corrections.exclude(decision=None).select_related("decision__first", "decision__second")
    assert sorted(by_arithmetic.values_list("entrant__number", "game")) == sorted(
        (entrant, line.game) for entrant, line, _ in found.put_right
    )
    assert set(by_arithmetic.values_list("rule", "made_by")) == {("App.5", "cross-check")}
    assert sorted(by_ruling.values_list("ruling__game", "entrant__number")) == sorted(
        (ruling.game, change.entrant) for ruling in found.rulings for change in ruling.changes
    )
    assert all(correction.rule == ", ".join(correction.ruling.rules) for correction in by_ruling)
    assert {
        (correction.game, correction.decision.first.number, correction.decision.second.number)
        for correction in by_decision
    } == decided
    assert set(by_decision.values_list("rule", "made_by")) == {("14.1", "the event file")}


def test_import_writes_who_did_it_into_the_log() -> None:
    event_file = plain_event()

    tournament = import_event(event_file=event_file, imported_by="Ada Birch")

    entry = AuditEntry.objects.get(tournament=tournament)
    assert (entry.who, entry.user, entry.action) == ("Ada Birch", None, "event imported")
    assert entry.subject == "Harbor City Open"
    assert (entry.before, entry.after) == (None, {"entrants": 6, "scorecards": 2, "decisions": 1, "rulings": 0})


def test_import_makes_the_director_a_director() -> None:
    ada = User.objects.create_user("ada")

    tournament = import_event(event_file=round_robin(), director=ada)

    assert list(StaffMember.objects.values_list("tournament", "user", "role")) == [(tournament.pk, ada.pk, "director")]
    entry = AuditEntry.objects.get(tournament=tournament)
    assert (entry.who, entry.user) == ("ada", ada)


def test_import_without_director_and_playoff_gives_nobody_a_role_and_keeps_no_best_of() -> None:
    tournament = import_event(event_file=round_robin())

    assert StaffMember.objects.count() == 0
    assert AuditEntry.objects.get(tournament=tournament).who == "import_event"
    assert tournament.best_of is None


def named(name: str) -> EventFile:
    event_file = with_entrants()
    return replace(event_file, event=replace(event_file.event, name=name))


@pytest.mark.parametrize(
    ("name", "slugs"),
    [
        ("Harbor City Open", ["harbor-city-open", "harbor-city-open-2", "harbor-city-open-3"]),
        ("Øl & 牌 <Cup>", ["ol-cup", "ol-cup-2", "ol-cup-3"]),
        ("大会", ["event", "event-2", "event-3"]),
        ("-", ["event", "event-2", "event-3"]),
        ("x" * 200, ["x" * 74, "x" * 74 + "-2", "x" * 74 + "-3"]),
    ],
)
def test_import_finds_an_address_that_is_free(name: str, slugs: list[str]) -> None:
    assert [import_event(event_file=named(name)).slug for _ in slugs] == slugs


def test_import_address_may_be_taken_by_another_name() -> None:
    slugs = [import_event(event_file=named(name)).slug for name in ("Cup 2", "Cup", "Cup")]

    assert slugs == ["cup-2", "cup", "cup-3"]


def test_players_are_known_again_by_name_and_acc_number() -> None:
    import_event(event_file=with_entrants(EntrantRecord(1, "Ada Birch", acc_number="WA101", club="Pegs")))

    import_event(event_file=with_entrants(EntrantRecord(8, "Ada Birch", acc_number="WA101", club="Muggins")))

    ada = Player.objects.get()
    assert list(ada.entries.values_list("number", "club")) == [(1, "Pegs"), (8, "Muggins")]


def test_players_without_acc_number_are_known_again_by_name_club_and_city() -> None:
    entrants = (
        EntrantRecord(1, "Bo Cedar", club="Pegs", city="Tacoma WA"),
        EntrantRecord(2, "Bo Cedar", club="Pegs", city="Salem OR"),
    )
    import_event(event_file=with_entrants(*entrants))

    import_event(event_file=with_entrants(*entrants))

    assert list(Player.objects.order_by("city").values_list("name", "club", "city")) == [
        ("Bo Cedar", "Pegs", "Salem OR"),
        ("Bo Cedar", "Pegs", "Tacoma WA"),
    ]
    assert sorted(player.entries.count() for player in Player.objects.all()) == [2, 2]


def test_players_are_not_mixed_up_by_a_club_that_reads_like_a_number() -> None:
    import_event(
        event_file=with_entrants(
            EntrantRecord(1, "Bo Cedar", acc_number="WA101"), EntrantRecord(2, "Bo Cedar", club="WA101")
        )
    )

    assert Player.objects.count() == 2


def test_house_players_are_nobody_in_particular() -> None:
    import_event(event_file=with_entrants(EntrantRecord(9, "House", house_player=True)))

    assert Player.objects.count() == 0
    assert Entrant.objects.get().player is None


def test_import_that_fails_in_the_middle_leaves_nothing() -> None:
    import_event(event_file=round_robin())
    before = rows_stored()
    twice = MatchRecord(1, 1, (3, 0))
    broken = replace(everybody_qualifies(), playoff=PlayoffRecord((5,), (twice, twice)))

    with pytest.raises(IntegrityError):
        import_event(event_file=broken, director=User.objects.create_user("ada"))

    assert rows_stored() == {**before, "auth.User": 1}


def test_two_entrants_of_one_event_are_two_people_whatever_they_share() -> None:
    twins = tuple(EntrantRecord(number, "Sam Reed") for number in (1, 2))
    event_file = EventFile(EventFacts("Twins", games=1), entrants=twins)

    first = import_event(event_file=event_file)
    second = import_event(event_file=event_file)

    players = [set(event.entrants.values_list("player", flat=True)) for event in (first, second)]
    assert players[0] == players[1]
    assert len(players[0]) == 2
