"""Players known across events: who is linked to them, and what they follow."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.factories.tournaments import EntrantFactory, PlayerFactory, TournamentFactory, director_of
from tests.tournaments.entrants.conftest import Post
from tournaments.entrants.services.registration import Details, add_entrant, change_entrant, digest_of
from tournaments.models import AuditEntry, Entrant, Player, StaffMember, Tournament

pytestmark = pytest.mark.slow


@pytest.fixture
def ann(tournament: Tournament, dee: StaffMember) -> Entrant:
    """Return an entrant known from an event of last year, by name and club."""
    tournament.starts_on = date(2026, 7, 4)
    tournament.save()
    player = PlayerFactory(name="Ann Lee", club="Hilo Pegs", city="Hilo")
    earlier = TournamentFactory(starts_on=date(2025, 7, 4))
    EntrantFactory(tournament=earlier, player=player, name="Ann Lee", club="Hilo Pegs", city="Hilo")
    details = Details("Ann Lee", club="Hilo Pegs", city="Hilo")
    return add_entrant(tournament=tournament, actor=dee, details=details).entrant


def correct(entrant: Entrant, **changed: Any) -> None:
    entrant.refresh_from_db()
    facts = {field: getattr(entrant, field) for field in ("name", "acc_number", "club", "city")}
    change_entrant(
        tournament=entrant.tournament,
        actor=director_of(entrant.tournament, "Dee Rector"),
        number=entrant.number,
        details=Details(**{**facts, **changed}),
        seen=digest_of(entrant),
    )
    entrant.refresh_from_db()


def known_of(entrant: Entrant) -> tuple[str, str, str]:
    entrant.refresh_from_db()
    player = Player.objects.get(pk=entrant.player_id)
    return (player.acc_number, player.club, player.city)


def test_player_follows_a_correction_and_earlier_events_do_not(ann: Entrant) -> None:
    before = ann.player_id

    correct(ann, acc_number="HI296", club="Kona Crib", city="Kona")

    earlier = Entrant.objects.exclude(pk=ann.pk).get()
    assert (ann.player_id, known_of(ann)) == (before, ("HI296", "Kona Crib", "Kona"))
    assert (earlier.player_id, earlier.acc_number, earlier.club) == (before, "", "Hilo Pegs")
    assert Player.objects.count() == 1


def test_player_who_follows_is_in_the_log(ann: Entrant) -> None:
    correct(ann, club="Kona Crib")

    [entry] = AuditEntry.objects.filter(action="known player corrected")
    assert (entry.who, entry.subject, entry.before, entry.after) == (
        *("Dee Rector", "Ann Lee"),
        *({"club": "Hilo Pegs"}, {"club": "Kona Crib"}),
    )


def test_correction_of_something_else_leaves_the_player_alone(ann: Entrant) -> None:
    Player.objects.update(club="Known otherwise")

    correct(ann, note="walks badly")

    assert known_of(ann) == ("", "Known otherwise", "Hilo")
    assert AuditEntry.objects.filter(action="known player corrected").count() == 0


@pytest.mark.parametrize("starts_on", [date(2027, 1, 1), None])
def test_player_of_a_later_event_does_not_follow_an_earlier_one(ann: Entrant, starts_on: date | None) -> None:
    EntrantFactory(tournament=TournamentFactory(starts_on=starts_on), player=ann.player, name="Ann Lee")

    correct(ann, club="Kona Crib")

    assert (ann.club, known_of(ann)[1]) == ("Kona Crib", "Hilo Pegs")


def test_undoing_a_correction_takes_the_player_back(post: Post, ann: Entrant) -> None:
    correct(ann, club="Kona Crib", acc_number="HI296")
    entry = AuditEntry.objects.get(action="entrant changed")

    post(f"undo/{entry.pk}/")

    assert (known_of(ann), Player.objects.count()) == (("", "Hilo Pegs", "Hilo"), 1)


def test_other_player_who_is_known_just_so_is_taken_instead(ann: Entrant) -> None:
    other = PlayerFactory(name="Ann Lee", acc_number="HI296", club="Elsewhere")
    first = ann.player_id

    correct(ann, acc_number="HI296")

    assert (ann.player_id, Player.objects.get(pk=first).acc_number) == (other.pk, "")


def test_other_name_is_somebody_else(ann: Entrant) -> None:
    first = ann.player_id

    correct(ann, name="Bo Dune", club="Kona Crib")

    assert ann.player_id != first
    assert Player.objects.get(pk=first).club == "Hilo Pegs"


def test_check_in_taken_back_by_undo_keeps_the_player(post: Post, ann: Entrant) -> None:
    Player.objects.update(club="Known otherwise")
    first = ann.player_id
    post("1/check-in/", is_here="1")

    post(f"undo/{AuditEntry.objects.first().pk}/")

    ann.refresh_from_db()
    assert (ann.checked_in_at, ann.player_id, known_of(ann)[1]) == (None, first, "Known otherwise")
