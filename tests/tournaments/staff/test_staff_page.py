"""The staff of an event: shown, added, removed, restored."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.factories.tournaments import StaffMemberFactory
from tests.pages import get_page, read_page
from tests.tournaments.staff.people import (
    HTMX,
    add_director,
    directed_event,
    invited_client,
    let_in,
    log_entries,
    make_invitation,
    make_user,
    shut_out,
)
from tournaments.staff.access import SESSION_KEY, works_at

pytestmark = pytest.mark.django_db

STAFF = "/t/gull-harbor/staff/"
DESK = "/t/gull-harbor/desk/"


def rows(client: Client) -> list[list[str]]:
    """Return who is listed, in which role, and whether they are in."""
    table = get_page(client, STAFF).all("table")[0]
    return [[row.texts("bdi")[0], row.texts("td")[0], row.texts("td")[2]] for row in table.all("tr")[1:]]


def test_staff_page_lists_everybody_those_who_are_out_last(client: Client) -> None:
    tournament = directed_event(client)
    gone = let_in(make_invitation(tournament, "judge"), "Al Gone", "AG")
    shut_out(gone)
    let_in(gone.invitation)

    assert rows(client) == [
        ["Ada Birch", "director", "active by user ada"],
        ["Bo Cedar", "judge", "active by invitation New code for Bo Cedar"],
        ["Al Gone", "judge", "removed by invitation"],
    ]


def test_staff_page_shows_when_somebody_was_last_seen(client: Client) -> None:
    tournament = directed_event(client, time_zone="Asia/Tokyo")
    member = tournament.staff.get()

    [time] = get_page(client, STAFF).all("table")[0].all("time")

    assert time.text == timezone.localtime(member.last_seen_at, timezone.get_fixed_timezone(540)).strftime(
        "%a %-I:%M %p"
    )


def test_access_that_ended_in_one_role_neither_keeps_out_nor_opens_in_another(client: Client) -> None:
    tournament = directed_event(client)
    here = invited_client(tournament, "judge")
    later = let_in(make_invitation(tournament, "checker", secret="another"), "Bo Cedar", "BC")
    session = here.session
    session[SESSION_KEY] = [*session[SESSION_KEY], later.pk]
    session.save()
    both = get_page(here, DESK).links
    shut_out(later)

    page = here.get(DESK)

    assert page.status_code == 200
    assert "/t/gull-harbor/cards/" in both
    assert "/t/gull-harbor/cards/" not in read_page(page.content.decode()).links


def test_access_that_ended_lets_no_photograph_in(client: Client) -> None:
    member = let_in(make_invitation(directed_event(client)))
    before = works_at({SESSION_KEY: [member.pk]}, "gull-harbor", "checker")
    shut_out(member)

    assert (before, works_at({SESSION_KEY: [member.pk]}, "gull-harbor", "checker")) == (True, False)


def test_ended_access_refuses_the_next_request_until_it_is_restored_and_leaves_others_in(client: Client) -> None:
    tournament = directed_event(client)
    checker = invited_client(tournament)
    member = tournament.staff.get(role="checker")
    other = let_in(tournament.invitations.get(), "Cy Dune", "CD")
    client.post(f"{STAFF}{other.pk}/end/")
    before = checker.get(DESK)

    response = client.post(f"{STAFF}{member.pk}/end/")
    refused, in_place = checker.get(DESK), checker.get(DESK, headers=HTMX)
    client.post(f"{STAFF}{member.pk}/restore/")
    again = checker.get(DESK)

    assert (response.status_code, response["Location"]) == (302, f"{STAFF}?ended={member.pk}")
    assert [answer.status_code for answer in (before, refused, in_place, again)] == [200, 403, 403, 200]
    assert in_place["HX-Retarget"] == "#messages"
    assert read_page(in_place.content.decode()).texts("p") == [
        "Your access to this event has ended. Ask the director to restore it."
    ]
    assert log_entries(tournament)[:2] == [
        ("Ada Birch", "access restored", "Bo Cedar"),
        ("Ada Birch", "access removed", "Bo Cedar"),
    ]


def test_director_is_told_that_the_link_still_lets_others_in(client: Client) -> None:
    tournament = directed_event(client)
    member = let_in(make_invitation(tournament))

    response = client.post(f"{STAFF}{member.pk}/end/", follow=True)

    page = read_page(response.content.decode())
    assert page.by_id("messages").text == (
        "Access of Bo Cedar removed. This name and browser stay out until you restore access."
    )
    assert page.by_id("open-link").text == "The link is still open"
    assert "Close the invitation for all who came by it" in page.texts("button")


@pytest.mark.parametrize("ended", ["", "x", "9" * 30, "{member}"])
def test_link_that_lets_nobody_in_is_not_told_of(ended: str, client: Client) -> None:
    tournament = directed_event(client)
    member = let_in(make_invitation(tournament, hours=-1))
    shut_out(member)

    page = get_page(client, f"{STAFF}?ended={ended.format(member=member.pk)}")

    assert "The link is still open" not in page.texts("h2")


def test_person_whose_invitation_is_over_needs_a_new_one(client: Client) -> None:
    tournament = directed_event(client)
    member = let_in(make_invitation(tournament, hours=-1))
    nothing_to_restore = client.post(f"{STAFF}{member.pk}/restore/")
    shut_out(member)

    response = client.post(f"{STAFF}{member.pk}/restore/", follow=True)

    member.refresh_from_db()
    assert (nothing_to_restore.status_code, member.ended_at) == (422, None)
    assert read_page(response.content.decode()).by_id("messages").text == (
        "Access of Bo Cedar restored. Their invitation is over. Create a new one."
    )


def test_last_director_stays(client: Client) -> None:
    tournament = directed_event(client)

    response = client.post(f"{STAFF}{tournament.staff.get().pk}/end/")

    assert response.status_code == 422
    assert "Ada Birch is the only director. Invite another director first." in read_page(
        response.content.decode()
    ).texts("p")
    assert client.get(STAFF).status_code == 200


def test_director_whose_account_is_switched_off_is_no_other_director(client: Client) -> None:
    tournament = directed_event(client)
    user = make_user("bo", "Bo Cedar")
    add_director(tournament, user)
    User.objects.filter(pk=user.pk).update(is_active=False)

    assert client.post(f"{STAFF}{tournament.staff.get(user__username='ada').pk}/end/").status_code == 422


def test_director_may_leave_when_there_is_another(client: Client) -> None:
    tournament = directed_event(client)
    add_director(tournament, make_user("bo", "Bo Cedar"))

    response = client.post(f"{STAFF}{tournament.staff.get(user__username='ada').pk}/end/")

    assert (response.status_code, response["Location"]) == (302, "/account/")
    assert client.get(STAFF).status_code == 403


def test_member_of_another_event_is_not_there(client: Client) -> None:
    directed_event(client)
    elsewhere = StaffMemberFactory(name="Di Elm")

    responses = [client.post(f"{STAFF}{elsewhere.pk}/{what}/").status_code for what in ("end", "restore")]

    assert responses == [404, 404]


def test_director_is_added_by_user_name_and_again_after_leaving(client: Client) -> None:
    tournament = directed_event(client)
    other = Client()
    other.force_login(make_user("bo", "Bo Cedar"))

    statuses = []
    for _ in range(2):
        client.post(f"{STAFF}directors/", {"username": "bo"})
        statuses.append(other.get(STAFF).status_code)
        client.post(f"{STAFF}{tournament.staff.get(user__username='bo').pk}/end/")
        statuses.append(other.get(STAFF).status_code)

    assert statuses == [200, 403] * 2
    assert log_entries(tournament)[-1] == ("Ada Birch", "director appointed", "Bo Cedar")


@pytest.mark.parametrize(
    ("username", "reason"),
    [
        ("bo", 'User name: No user is named "bo". Check capital letters, or invite them by a link.'),
        ("ada", "User name: Ada Birch directs this event already."),
        ("", "User name: Enter a value."),
    ],
)
def test_director_is_refused_with_the_reason(username: str, reason: str, client: Client) -> None:
    directed_event(client)

    response = client.post(f"{STAFF}directors/", {"username": username})

    assert response.status_code == 422
    assert read_page(response.content.decode()).texts("li")[0] == reason


@pytest.mark.parametrize("people", [2, 40])
def test_staff_page_takes_the_same_queries_for_any_number_of_people(
    people: int, client: Client, django_assert_num_queries: object
) -> None:
    tournament = directed_event(client)
    invitation = make_invitation(tournament)
    for number in range(people):
        let_in(invitation, f"Person {number}")

    with django_assert_num_queries(5):  # type: ignore[operator]
        client.get(STAFF)


def names_shown(client: Client, query: str = "") -> list[str]:
    return [row.texts("bdi")[0] for row in get_page(client, f"{STAFF}{query}").by_id("people").all("tr")[1:]]


def staffed_event(client: Client) -> None:
    """Make an event of a director, two checkers and a judge, who was seen last."""
    invitation = make_invitation(directed_event(client))
    let_in(invitation, "Éloi Dune", "ED")
    let_in(invitation, "Bo Cedar", "BC")
    judge = StaffMemberFactory(
        tournament=invitation.tournament, role="judge", name="Cy Elm", initials="CE", user__username="cymbal"
    )
    judge.last_seen_at = timezone.now() + timedelta(minutes=1)
    judge.save()


def test_staff_are_found_by_what_is_known_of_them_and_sorted(client: Client) -> None:
    staffed_event(client)
    shown = {
        "?find=dune": ["Éloi Dune"],
        "?find=ÉLOI": ["Éloi Dune"],
        "?find=bc": ["Bo Cedar"],
        "?find=checker": ["Éloi Dune", "Bo Cedar"],
        "?find=checker+bo": ["Bo Cedar"],
        "?find=cymbal": ["Cy Elm"],
        "?find=nobody": [],
        "?sort=role": ["Ada Birch", "Éloi Dune", "Bo Cedar", "Cy Elm"],
        "?sort=name": ["Ada Birch", "Bo Cedar", "Cy Elm", "Éloi Dune"],
        "?sort=seen": ["Cy Elm", "Bo Cedar", "Éloi Dune", "Ada Birch"],
        "?sort=pk": ["Ada Birch", "Éloi Dune", "Bo Cedar", "Cy Elm"],
    }

    assert {query: names_shown(client, query) for query in shown} == shown


def test_staff_list_answers_htmx_with_the_people_alone_and_tells_whom_it_does_not_find(client: Client) -> None:
    staffed_event(client)

    response = client.get(f"{STAFF}?find=bo&sort=name", headers={**HTMX, "HX-Target": "people"})
    page = get_page(client, f"{STAFF}?find=%3Cb%3E")

    part = read_page(response.content.decode())
    assert (part.children, part.texts("h1")) == (1, [])
    assert [link for link in part.links if "sort=seen" in link] == ["?sort=seen&find=bo"]
    assert page.by_id("people").texts("p") == ["Nobody matches “<b>”. Show all"]
    assert page.by_id("find").attributes["value"] == "<b>"
