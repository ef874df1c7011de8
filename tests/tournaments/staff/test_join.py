"""Opening an invitation: a name, initials, and work begins."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.pages import get_page, read_page
from tests.tournaments.staff.people import (
    SECRET,
    add_director,
    let_in,
    log_entries,
    make_event,
    make_invitation,
    make_user,
    shut_out,
)
from tournaments.models import StaffMember
from tournaments.staff.access import SESSION_KEY
from tournaments.staff.views import MEMBERS_HERE

pytestmark = pytest.mark.django_db

JOIN = f"/join/{SECRET}/"
DESK = "/t/gull-harbor/desk/"
BO = {"name": "Bo Cedar", "initials": "bc", "plays": "no"}
CY = {"name": "Cy Dune", "initials": "CD", "plays": "no"}


def test_invitation_names_event_and_role(client: Client) -> None:
    make_invitation(make_event())

    page = get_page(client, JOIN)

    assert page.texts("h1") == ["Gull Harbor Open"]
    assert page.texts("label") == ["Your name", "Your initials", "No", "Yes", "If yes: your seat, number or name"]


@pytest.mark.parametrize(
    ("role", "first_page"), [("checker", "/t/gull-harbor/cards/"), ("judge", "/t/gull-harbor/calls/")]
)
def test_joining_leads_to_the_work(role: str, first_page: str, client: Client) -> None:
    tournament = make_event()
    make_invitation(tournament, role)

    response = client.post(JOIN, BO)

    member = StaffMember.objects.get()
    assert (response.status_code, response["Location"]) == (302, first_page)
    assert (member.name, member.initials, member.role) == ("Bo Cedar", "BC", role)
    assert client.session[SESSION_KEY] == [member.pk]
    assert client.get(DESK).status_code == 200
    assert log_entries(tournament) == [("Bo Cedar", "staff member joined", "Bo Cedar")]


def test_joining_gives_the_session_a_new_key(client: Client) -> None:
    make_invitation(make_event())
    session = client.session
    session["before"] = True
    session.save()
    key = session.session_key

    client.post(JOIN, BO)

    assert client.session.session_key != key


def test_somebody_else_at_the_same_machine_takes_over_as_a_further_member(client: Client) -> None:
    make_invitation(make_event())
    client.post(JOIN, BO)
    page = get_page(client, JOIN)

    client.post(JOIN, CY)

    assert "Continue as Bo Cedar" in page.texts("a")
    assert page.texts("h2") == ["Use another name"]
    assert "Cy Dune · checker" in get_page(client, DESK).texts("span")
    assert list(StaffMember.objects.values_list("name", flat=True)) == ["Bo Cedar", "Cy Dune"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"name": " "}, "Your name: Enter a value."),
        ({"initials": "B2"}, 'Your initials: "B2" has other characters. Enter letters, such as AB.'),
        ({"initials": "AB"}, "Your initials: Ada Birch signs as AB. Add a letter to your initials."),
    ],
)
def test_joining_is_refused_with_the_reason_and_what_was_typed(
    changes: dict[str, str], reason: str, client: Client
) -> None:
    let_in(make_invitation(make_event()), "Ada Birch", "AB")

    response = client.post(JOIN, BO | changes)

    page = read_page(response.content.decode())
    assert (response.status_code, page.texts("li")[0]) == (422, reason)
    assert page.by_id("id_initials").attributes["value"] == (BO | changes)["initials"]
    assert StaffMember.objects.count() == 1


@pytest.mark.parametrize("name", ["Bo Cedar", "bo cedar"])
def test_name_of_somebody_who_works_here_is_refused_with_what_works(name: str, client: Client) -> None:
    let_in(make_invitation(make_event(), "judge"), "Bo Cedar", "BO")

    refused = client.post(JOIN, {**BO, "name": name})
    taken = client.post(JOIN, {**BO, "name": "Bo Cedar 2", "initials": "bcx"})

    assert read_page(refused.content.decode()).texts("li")[0] == (
        "Your name: Bo Cedar works here already, as judge. If that is you, ask the director for a new code beside your "
        f"name under Staff. If not, enter {name} 2."
    )
    assert (refused.status_code, taken.status_code) == (422, 302)


def test_name_of_the_director_is_refused(client: Client) -> None:
    tournament = make_event()
    add_director(tournament, make_user())
    make_invitation(tournament)

    response = client.post(JOIN, {**BO, "name": "Ada Birch", "initials": "XY"})

    assert (response.status_code, tournament.staff.count()) == (422, 1)


@pytest.mark.parametrize("signs_out", [False, True])
def test_browser_of_somebody_shut_out_is_not_let_in_under_any_name(signs_out: bool, client: Client) -> None:
    make_invitation(make_event())
    client.post(JOIN, BO)
    StaffMember.objects.update(ended_at=timezone.now())
    if signs_out:
        client.post("/sign-out/")

    shown, sent = client.get(JOIN), client.post(JOIN, CY)

    page = read_page(sent.content.decode())
    assert (shown.status_code, sent.status_code) == (403, 403)
    assert page.texts("h1") == ["You have no access"]
    [reason] = page.by_id("main").texts("p")
    assert reason == (
        "The director removed the access of Bo Cedar, who worked in this browser. Ask the director to restore it."
    )
    assert StaffMember.objects.count() == 1


def test_name_of_somebody_shut_out_is_not_let_in_by_another_browser(client: Client) -> None:
    shut_out(let_in(make_invitation(make_event())))

    refused, other = client.post(JOIN, BO), client.post(JOIN, CY)

    assert read_page(refused.content.decode()).texts("li")[0] == (
        "Your name: The director removed the access of Bo Cedar, and can restore it under Staff. If you are somebody "
        "else, add an initial or your city to your name."
    )
    assert (refused.status_code, other.status_code) == (422, 302)


def test_browser_of_somebody_let_in_again_goes_on(client: Client) -> None:
    make_invitation(make_event())
    client.post(JOIN, BO)
    StaffMember.objects.update(ended_at=timezone.now())
    StaffMember.objects.update(ended_at=None)

    assert "Continue as Bo Cedar" in get_page(client, JOIN).texts("a")
    assert client.get(DESK).status_code == 200


def test_forged_cookie_names_nobody(client: Client) -> None:
    member = let_in(make_invitation(make_event()))
    client.cookies[MEMBERS_HERE] = str(member.pk)

    assert client.post(JOIN, BO).status_code == 422


def test_initials_of_somebody_who_has_left_are_free(client: Client) -> None:
    shut_out(let_in(make_invitation(make_event()), "Bea Cove", "BC"))

    assert client.post(JOIN, BO).status_code == 302


def test_invitation_that_is_over_or_was_ended_says_so(client: Client) -> None:
    invitation = make_invitation(make_event(), hours=-1)
    shown, sent = client.get(JOIN), client.post(JOIN, BO)
    invitation.ended_at, invitation.ends_at = timezone.now(), timezone.now() + timedelta(hours=1)
    invitation.save()

    ended = client.post(JOIN, BO)

    assert (shown.status_code, sent.status_code, ended.status_code) == (410, 410, 410)
    assert read_page(shown.content.decode()).texts("h1") == ["This invitation has ended"]
    assert StaffMember.objects.count() == 0


def test_unknown_invitation_says_so(client: Client) -> None:
    response = client.get("/join/never-made/")

    assert response.status_code == 404
    assert read_page(response.content.decode()).texts("h1") == ["Invitation not found"]


def test_invitation_that_runs_out_while_in_use_refuses_the_next_request(client: Client) -> None:
    invitation = make_invitation(make_event())
    client.post(JOIN, BO)
    invitation.ends_at = timezone.now()
    invitation.save()

    assert client.get(DESK).status_code == 403
