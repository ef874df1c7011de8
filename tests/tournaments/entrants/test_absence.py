"""Did not come: one button, for one or for all who are not here; what they paid is never lost."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from brackets.payouts.selectors import Fees
from scorecards.models import Line, Scorecard
from tests.factories.rows import row
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, TournamentFactory
from tests.pages import get_page, read_page
from tests.tournaments.entrants.conftest import Post
from tournaments.entrants.services.undo import remove_entrant
from tournaments.models import AuditEntry, Entrant, StaffMember, Tournament
from tournaments.refused import Refused

DOOR = "check-in/"
ABSENT = "did-not-come/"


@pytest.fixture
def field(tournament: Tournament) -> dict[str, Entrant]:
    """Return four entrants who owe $20: Ann is here, Bo and Cy are not, Di has paid and is not."""
    people = {}
    for number, name in enumerate(("Ann", "Bo", "Cy", "Di"), start=1):
        people[name] = EntrantFactory(
            tournament=tournament,
            number=number,
            name=name,
            fee_owed=20_00,
            fee_paid=20_00 if name == "Di" else 0,
            checked_in_at=timezone.now() if name == "Ann" else None,
        )
    return people


def left(field: dict[str, Entrant]) -> dict[str, int]:
    """Return who is out, by name."""
    return {
        one.name: one.withdrawn_after_game
        for one in Entrant.objects.filter(pk__in=[one.pk for one in field.values()])
        if one.withdrawn_after_game is not None
    }


def test_one_did_not_come_by_one_tap_at_the_door_and_it_is_undone(post: Post, field: dict[str, Entrant]) -> None:
    row = read_page(post(DOOR, target="check-in-row", absent="2").content.decode())
    gone = left(field)
    post(f"undo/{AuditEntry.objects.get(action='entrant did not come').pk}/")

    assert row.by_id("e2").texts("b") == ["did not come"]
    assert row.by_id("check-in-counts").text == "1 of 3 checked in, 1 paid"
    assert (gone, left(field)) == ({"Bo": 0}, {})


def test_one_who_comes_after_all_is_checked_in_and_counts_again(post: Post, field: dict[str, Entrant]) -> None:
    post(DOOR, absent="2")

    post(DOOR, here="2")

    field["Bo"].refresh_from_db()
    assert (left(field), field["Bo"].checked_in_at is not None) == ({}, True)


def test_who_is_checked_in_meanwhile_is_not_written_off(post: Post, field: dict[str, Entrant]) -> None:
    row = read_page(post(DOOR, target="check-in-row", absent="1").content.decode())
    post(ABSENT, number=["1", "2"])

    assert row.by_id("e1").texts("p") == ["Ann is checked in. Undo the check-in first."]
    assert left(field) == {"Bo": 0}


def test_everybody_else_is_not_coming_asks_for_the_money_first(
    post: Post, director: Client, field: dict[str, Entrant]
) -> None:
    listed = get_page(director, "/t/bay/entrants/did-not-come/")
    numbers = ["2", "3", "4"]
    unsaid = post(ABSENT, number=numbers)
    before = left(field)
    post(ABSENT, number=numbers, **{"paid-4": "refund"})
    after = left(field)
    post(f"undo/{AuditEntry.objects.get(action='entrants did not come').pk}/")
    field["Di"].refresh_from_db()

    assert "These 3 did not come" in listed.texts("button")
    assert (unsaid.status_code, before) == (422, {})
    assert "Di has paid $20.00. Say whether you refund, keep or move it." in read_page(unsaid.content.decode()).text
    assert (after, left(field), field["Di"].fee_paid) == ({"Bo": 0, "Cy": 0, "Di": 0}, {}, 20_00)


@pytest.mark.parametrize(
    ("said", "paid", "actions"),
    [
        ({"paid-4": "refund"}, 0, ["entrant did not come", "entry fee refunded"]),
        ({"paid-4": "keep", "reason-4": "told us too late"}, 20_00, ["entrant did not come", "entry fee kept"]),
    ],
)
def test_fee_is_refunded_or_kept(
    post: Post, tournament: Tournament, field: dict[str, Entrant], said: dict[str, str], paid: int, actions: list[str]
) -> None:
    post(ABSENT, number="4", **said)

    field["Di"].refresh_from_db()
    fees = Fees(tournament)
    assert (left(field), field["Di"].fee_paid) == ({"Di": 0}, paid)
    assert [entry.action for entry in AuditEntry.objects.all()] == actions
    assert (fees.owed, fees.paid, fees.owing, fees.players) == (6000 + paid, paid, 3, 3)


def test_fee_that_is_kept_needs_a_reason_and_can_be_refunded_later(
    post: Post, director: Client, field: dict[str, Entrant]
) -> None:
    refused = post(ABSENT, number="4", **{"paid-4": "keep"})
    before = left(field)
    post(ABSENT, number="4", **{"paid-4": "keep", "reason-4": "too late"})
    page = get_page(director, "/t/bay/entrants/4/")
    post(ABSENT, number="4", **{"paid-4": "refund"})

    field["Di"].refresh_from_db()
    assert (refused.status_code, before) == (422, {})
    assert "/t/bay/entrants/did-not-come/?number=4" in page.links
    assert (left(field), field["Di"].fee_paid) == ({"Di": 0}, 0)


@pytest.fixture
def consolation(dee: StaffMember) -> Tournament:
    """Return another event of the same director."""
    other = TournamentFactory(slug="consolation", name="Consolation")
    StaffMemberFactory(tournament=other, user=dee.user)
    return other


def test_fee_is_moved_to_another_event_of_the_director(
    post: Post, field: dict[str, Entrant], consolation: Tournament
) -> None:
    there = EntrantFactory(tournament=consolation, number=7, name="DI", fee_owed=15_00)

    post(ABSENT, number="4", **{"paid-4": "move", "event-4": str(consolation.pk)})
    post(f"undo/{AuditEntry.objects.get(action='entrant did not come').pk}/")

    field["Di"].refresh_from_db()
    there.refresh_from_db()
    assert (left(field), field["Di"].fee_paid, there.fee_paid) == ({}, 0, 20_00)
    assert [entry.action for entry in consolation.audit_entries.all()] == ["entry fee received"]


def test_fee_is_not_moved_to_an_archived_event(post: Post, field: dict[str, Entrant], consolation: Tournament) -> None:
    there = EntrantFactory(tournament=consolation, number=7, name="Di", fee_owed=15_00)
    Tournament.objects.filter(pk=consolation.pk).update(archived_at=timezone.now())

    answer = post(ABSENT, number="4", **{"paid-4": "move", "event-4": str(consolation.pk)})

    there.refresh_from_db()
    assert (answer.status_code, there.fee_paid) == (422, 0)


@pytest.mark.parametrize("is_directed", [True, False])
def test_fee_is_not_moved_where_the_player_or_the_director_is_a_stranger(
    post: Post, field: dict[str, Entrant], consolation: Tournament, is_directed: bool
) -> None:
    if not is_directed:
        StaffMember.objects.filter(tournament=consolation).update(ended_at=timezone.now())
        EntrantFactory(tournament=consolation, number=7, name="Di")

    answer = post(ABSENT, number="4", **{"paid-4": "move", "event-4": str(consolation.pk)})

    field["Di"].refresh_from_db()
    assert (answer.status_code, left(field), field["Di"].fee_paid) == (422, {}, 20_00)


@pytest.mark.parametrize("where", [(ABSENT, {"number": "2"}), ("2/withdrawal/", {"after_game": "0"})])
def test_who_has_a_line_did_come(post: Post, field: dict[str, Entrant], where: tuple[str, dict[str, Any]]) -> None:
    row(Line, scorecard=row(Scorecard, entrant=field["Bo"]), opponent=field["Ann"])

    answer = post(where[0], **where[1])

    assert (answer.status_code, left(field)) == (422, {})
    assert "Bo has a line on a scorecard." in read_page(answer.content.decode()).text


def test_did_not_play_is_a_withdrawal_of_one_who_was_here(post: Post, field: dict[str, Entrant]) -> None:
    refused = post("2/withdrawal/", after_game="0")
    Entrant.objects.filter(number=4).update(checked_in_at=timezone.now())
    asked = post("4/withdrawal/", after_game="0")
    post("1/withdrawal/", after_game="0")
    post(ABSENT, number="4", was_here="1", **{"paid-4": "refund"})

    assert "Bo is not checked in: choose Did not come." in read_page(refused.content.decode()).text
    assert asked["Location"] == "/t/bay/entrants/did-not-come/?number=4"
    assert left(field) == {"Ann": 0, "Di": 0}
    assert {entry.action for entry in AuditEntry.objects.all()} == {"entrant withdrawn", "entry fee refunded"}


def test_entrant_with_money_is_not_deleted(
    post: Post, director: Client, tournament: Tournament, dee: StaffMember, field: dict[str, Entrant]
) -> None:
    said = "Di cannot be deleted because they paid $20.00. Choose Did not come: it asks what becomes of the money."

    with pytest.raises(Refused, match="they paid"):
        remove_entrant(tournament=tournament, actor=dee, number=4)
    page = get_page(director, "/t/bay/entrants/4/")

    assert said in page.by_id("leaving").texts("p")
    assert Entrant.objects.filter(pk=field["Di"].pk, fee_paid=20_00).exists()
