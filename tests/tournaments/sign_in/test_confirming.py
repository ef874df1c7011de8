"""Who directs an event changes by the password alone, entered not long ago: not on a laptop left unlocked."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.staff.people import (
    PASSWORD,
    add_director,
    in_an_hour,
    let_in,
    make_event,
    make_invitation,
    make_user,
)
from tournaments.models import Invitation, StaffMember, Tournament
from tournaments.sign_in.services import LASTS

pytestmark = pytest.mark.django_db

STAFF = "/t/gull-harbor/staff/"
CONFIRM = "/account/confirm/?next=%2Ft%2Fgull-harbor%2Fstaff%2F"


@pytest.fixture
def tournament(client: Client) -> Tournament:
    """Return an event whose director signed in half an hour ago."""
    tournament, user = make_event(), make_user()
    add_director(tournament, user)
    add_director(tournament, make_user("bo", "Bo Cedar"))
    make_user("eve", "Eve Stone")
    client.post("/sign-in/", {"username": "ada", "password": PASSWORD})
    session = client.session
    session["password-confirmed-at"] = (timezone.now() - 2 * LASTS).timestamp()
    session.save()
    return tournament


def changes_of_directors(tournament: Tournament) -> list[tuple[str, dict[str, str]]]:
    member = StaffMember.objects.get(user__username="bo")
    closed = make_invitation(tournament, "director")
    Invitation.objects.filter(pk=closed.pk).update(ended_at=timezone.now())
    return [
        (f"{STAFF}invitations/", {"role": "director", "ends_at": in_an_hour()}),
        (f"{STAFF}directors/", {"username": "eve"}),
        (f"{STAFF}invitations/{closed.pk}/reopen/", {}),
        (f"{STAFF}{member.pk}/end/", {}),
        (f"{STAFF}{member.pk}/restore/", {}),
    ]


def state() -> list[object]:
    members = StaffMember.objects.order_by("pk").values_list("pk", "ended_at")
    return [*members, *Invitation.objects.order_by("pk").values_list("pk", "ended_at")]


def test_directors_change_only_after_the_password(client: Client, tournament: Tournament) -> None:
    changes = changes_of_directors(tournament)
    before = state()

    assert [client.post(*change)["Location"] for change in changes] == [CONFIRM] * len(changes)
    assert state() == before

    assert client.post(CONFIRM, {"current": "wrong"}).status_code == 422
    assert client.post(*changes[0])["Location"] == CONFIRM
    assert client.post(CONFIRM, {"current": PASSWORD})["Location"] == STAFF
    assert [client.post(*change)["Location"].split("?")[0] for change in changes] == [STAFF] * len(changes)
    assert state() != before


def test_checkers_come_and_go_without_it(client: Client, tournament: Tournament) -> None:
    checker = let_in(make_invitation(tournament))

    assert client.post(f"{STAFF}invitations/", {"role": "checker", "ends_at": in_an_hour()})["Location"] == STAFF
    assert client.post(f"{STAFF}{checker.pk}/end/")["Location"].startswith(STAFF)


def test_confirming_leads_nowhere_else(client: Client, tournament: Tournament) -> None:
    response = client.post("/account/confirm/?next=//evil.example/", {"current": PASSWORD})

    assert response["Location"] == "/account/"


def test_director_without_a_password_is_not_asked_for_it(client: Client, tournament: Tournament) -> None:
    user = StaffMember.objects.get(user__username="ada").user
    assert user is not None
    session = client.session
    user.set_unusable_password()
    user.save()
    client.force_login(user)
    session = client.session
    session["password-confirmed-at"] = 0
    session.save()

    assert client.post(f"{STAFF}directors/", {"username": "eve"})["Location"] == STAFF
