"""Joining a second time: the same person again, in another role, by a code of their own, and as a new director."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories.tournaments import EntrantFactory
from tests.pages import get_page, read_page
from tests.tournaments.staff.people import (
    PASSWORD,
    SECRET,
    directed_event,
    in_an_hour,
    invited_client,
    log_entries,
    make_event,
    make_invitation,
    make_user,
)
from tournaments.models import Invitation, StaffMember
from tournaments.refused import Refused
from tournaments.sign_in.links import digest_of
from tournaments.staff.services import accept_directorship

pytestmark = pytest.mark.django_db

STAFF = "/t/gull-harbor/staff/"
JOIN = f"/join/{SECRET}/"
BO = {"name": "Bo Cedar", "initials": "BC", "plays": "no"}
CARDS, CALLS = "/t/gull-harbor/cards/", "/t/gull-harbor/calls/"
DIRECTOR = {"name": "Cy Dune", "username": "cy", "password": PASSWORD, "again": PASSWORD}


def link_for(client: Client, address: str, **form: str) -> str:
    """Press a button of the staff page that makes a link, and return its path."""
    assert client.post(address, form).status_code == 302
    [link] = [text for text in get_page(client, STAFF).texts("code") if "/join/" in text]
    return link.removeprefix("http://testserver")


@pytest.mark.parametrize("typed", ["b-3", "B3", "7", "bo cedar", "Pat Cedar"])
def test_joining_asks_whether_one_plays_and_finds_the_card(typed: str, client: Client) -> None:
    tournament = make_event()
    entrant = EntrantFactory(tournament=tournament, number=7, seat="B-3", name="Bo Cedar", partner="Pat Cedar")
    make_invitation(tournament)

    unasked = client.post(JOIN, {"name": "Bo", "initials": "BC"})
    nobody = client.post(JOIN, BO | {"plays": "yes", "plays_as": "Z-9"})
    assert (unasked.status_code, nobody.status_code, StaffMember.objects.count()) == (422, 422, 0)
    client.post(JOIN, BO | {"plays": "yes", "plays_as": typed})

    assert StaffMember.objects.get().entrant == entrant


def test_same_name_in_the_same_browser_is_the_same_member_and_keeps_the_declared_card(client: Client) -> None:
    tournament = make_event()
    entrant = EntrantFactory(tournament=tournament, number=7)
    make_invitation(tournament)
    client.post(JOIN, BO | {"plays": "yes", "plays_as": "7"})
    client.post(JOIN, {"name": "Cy Dune", "initials": "CD", "plays": "no"})
    client.post("/sign-out/")

    client.post(JOIN, BO)

    member = StaffMember.objects.get(name="Bo Cedar")
    assert member.entrant == entrant
    assert "Bo Cedar · checker" in get_page(client, CARDS).texts("span")
    assert log_entries(tournament)[0] == ("Bo Cedar", "staff member returned", "Bo Cedar")


def test_one_person_is_checker_and_judge_by_one_press_and_sees_the_pages_of_both(client: Client) -> None:
    tournament = make_event()
    make_invitation(tournament)
    client.post(JOIN, BO)
    Invitation.objects.filter(role="checker").update(digest=digest_of("other"))
    make_invitation(tournament, "judge")
    page = get_page(client, JOIN)
    [press] = [form for form in page.all("form") if "Work as judge too" in form.texts("button")]

    client.post(JOIN, {field.attributes["name"]: field.attributes.get("value") for field in press.all("input")})

    assert sorted(tournament.staff.values_list("name", "role")) == [("Bo Cedar", "checker"), ("Bo Cedar", "judge")]
    assert [client.get(address).status_code for address in (CARDS, CALLS)] == [200, 200]
    assert {CARDS, CALLS} <= set(get_page(client, CARDS).links)


def test_checker_whose_session_is_gone_comes_back_by_a_code_from_the_director(client: Client) -> None:
    tournament = directed_event(client)
    invited_client(tournament)
    member = tournament.staff.get(role="checker")
    Invitation.objects.update(ended_at=None)
    link, phone = link_for(client, f"{STAFF}{member.pk}/code/"), Client()

    shown = get_page(phone, link)
    response = phone.post(link)

    assert "Continue as Bo Cedar" in shown.texts("button")
    assert (response.status_code, response["Location"]) == (302, CARDS)
    assert phone.get(CARDS).status_code == 200
    assert tournament.staff.filter(role="checker").count() == 1
    assert log_entries(tournament)[0] == ("Bo Cedar", "staff member returned", "Bo Cedar")
    # It works once, and lets nobody else in.
    assert (Client().get(link).status_code, Client().post(link).status_code) == (404, 404)


def test_code_lets_nobody_back_in_whose_access_is_removed(client: Client) -> None:
    tournament = directed_event(client)
    invited_client(tournament)
    member = tournament.staff.get(role="checker")
    link = link_for(client, f"{STAFF}{member.pk}/code/")
    client.post(f"{STAFF}{member.pk}/end/")

    response = Client().post(link)

    assert response.status_code == 422
    assert read_page(response.content.decode()).texts("h1") == ["You have no access"]
    assert client.post(f"{STAFF}{member.pk}/code/").status_code == 422


def test_director_invites_another_who_creates_an_account_and_takes_over(client: Client) -> None:
    tournament = directed_event(client)
    link, other = link_for(client, f"{STAFF}invitations/", role="director", ends_at=in_an_hour()), Client()

    response = other.post(link, DIRECTOR)

    member = tournament.staff.get(user__username="cy")
    assert (response.status_code, response["Location"], member.role) == (302, "/t/gull-harbor/desk/", "director")
    assert other.get(STAFF).status_code == 200
    assert log_entries(tournament)[0] == ("Cy Dune", "director appointed", "Cy Dune")
    assert Client().post(link, DIRECTOR | {"username": "dee"}).status_code == 404
    client.post(f"{STAFF}{tournament.staff.get(user__username='ada').pk}/end/")
    assert (client.get(STAFF).status_code, other.get(STAFF).status_code) == (403, 200)


def test_director_who_has_an_account_accepts_by_one_press(client: Client) -> None:
    tournament = directed_event(client)
    link, other = link_for(client, f"{STAFF}invitations/", role="director", ends_at=in_an_hour()), Client()
    assert f"/sign-in/?next={link}" in get_page(other, link).links
    other.force_login(make_user("cy", "Cy Dune"))

    assert get_page(other, link).texts("button")[-1] == "Accept as Cy Dune"
    other.post(link)

    assert tournament.staff.filter(user__username="cy", role="director").exists()


@pytest.mark.parametrize(
    "changes", [{"password": "cribbage", "again": "cribbage"}, {"again": "other"}, {"username": "ADA"}, {"name": ""}]
)
def test_account_of_a_new_director_is_refused_with_the_reason_and_the_link_still_works(
    changes: dict[str, str], client: Client
) -> None:
    directed_event(client)
    link, other = link_for(client, f"{STAFF}invitations/", role="director", ends_at=in_an_hour()), Client()

    assert other.post(link, DIRECTOR | changes).status_code == 422
    assert User.objects.count() == 1
    assert other.post(link, DIRECTOR).status_code == 302


def test_director_who_was_removed_before_is_a_director_again_by_a_later_invitation(client: Client) -> None:
    tournament = directed_event(client)
    user = make_user("cy", "Cy Dune")
    client.post(f"{STAFF}directors/", {"username": "cy"})
    client.post(f"{STAFF}{tournament.staff.get(user=user).pk}/end/")
    link, other = link_for(client, f"{STAFF}invitations/", role="director", ends_at=in_an_hour()), Client()
    other.force_login(user)

    assert (other.post(link).status_code, other.get(STAFF).status_code) == (302, 200)


def test_link_that_two_opened_at_once_lets_one_of_them_in(client: Client) -> None:
    tournament = directed_event(client)
    opened = make_invitation(tournament, "director")
    both = [make_user("cy", "Cy Dune"), make_user("dee", "Dee Elm")]
    accept_directorship(invitation=opened, user=both[0])
    Invitation.objects.update(ended_at=None)

    with pytest.raises(Refused, match="used already"):
        accept_directorship(invitation=opened, user=both[1])

    assert not tournament.staff.filter(user=both[1]).exists()


def test_director_whose_access_was_removed_since_the_invitation_stays_out(client: Client) -> None:
    tournament = directed_event(client)
    user = make_user("cy", "Cy Dune")
    client.post(f"{STAFF}directors/", {"username": "cy"})
    link, other = link_for(client, f"{STAFF}invitations/", role="director", ends_at=in_an_hour()), Client()
    client.post(f"{STAFF}{tournament.staff.get(user=user).pk}/end/")
    other.force_login(user)

    assert other.post(link).status_code == 422
    assert other.get(STAFF).status_code == 403
