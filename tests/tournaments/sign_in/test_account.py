"""A user's own page: events, password, names."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.pages import get_page, read_page
from tests.tournaments.staff.people import PASSWORD, directed_event, make_user

pytestmark = pytest.mark.django_db

NEW = "a cribbage board"
GUESSED = "This password is easy to guess. Add words that have nothing to do with cribbage."


def set_password(client: Client, **changes: str) -> tuple[int, list[str]]:
    """Send the form and return the status and what is wrong with it."""
    form = {"current": PASSWORD, "password": NEW, "again": NEW, **changes}
    response = client.post("/account/password/", form)
    return response.status_code, read_page(response.content.decode()).texts("li")


def test_account_lists_the_events_that_the_user_directs(client: Client) -> None:
    directed_event(client)

    page = get_page(client, "/account/")

    assert [link for link in page.links if link.endswith("/desk/")] == ["/t/gull-harbor/desk/"]


def test_account_of_somebody_without_events_says_what_comes_there(client: Client, user: User) -> None:
    client.force_login(user)

    page = get_page(client, "/account/")

    assert page.texts("p")[0].startswith("No events yet.")


def test_first_sign_in_asks_for_the_password_first(client: Client, user: User) -> None:
    client.force_login(user)
    later = get_page(client, "/account/").all("form")
    user.set_unusable_password()
    user.save()
    client.force_login(user)
    first = get_page(client, "/account/").all("form")

    place = [
        next(at for at, form in enumerate(forms) if form.attributes["action"] == "/account/password/")
        for forms in (first, later)
    ]
    assert place[0] == 0
    assert place[1] > 0


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"current": "wrong"}, "Current password: This is not your current password."),
        ({"again": "another"}, "Confirm new password: The two passwords differ. Enter the same one twice."),
        (
            {"password": "short", "again": "short"},
            "New password: This password is too short. It must contain at least 8 characters.",
        ),
        ({"password": "password1", "again": "password1"}, "New password: This password is too common."),
        *(
            ({"password": weak, "again": weak}, f"New password: {GUESSED}")
            for weak in ("cribbage", "Cribbage-2026", "skunkskunk", "fifteen two", "Tournament!1")
        ),
    ],
)
def test_password_is_refused_with_the_reason(changes: dict[str, str], wrong: str, client: Client, user: User) -> None:
    client.force_login(user)

    status, reasons = set_password(client, **changes)

    assert (status, reasons[0]) == (422, wrong)
    assert User.objects.get().check_password(PASSWORD)


def test_names_are_changed_here_and_at_every_event(client: Client) -> None:
    tournament = directed_event(client)

    response = client.post("/account/", {"username": "harbor", "name": "Ada Maple Birch"})

    assert response.status_code == 302
    user, member = User.objects.get(), tournament.staff.get()
    assert (user.username, user.get_full_name()) == ("harbor", "Ada Maple Birch")
    assert (member.name, member.initials) == ("Ada Maple Birch", "AMB")


@pytest.mark.parametrize(
    ("username", "reason"),
    [
        ("bo", 'User name: Somebody else has the user name "bo". Enter another one.'),
        ("BO", 'User name: Somebody else has the user name "BO". Enter another one.'),
        ("", "User name: Enter a value."),
    ],
)
def test_user_name_is_refused_with_the_reason(username: str, reason: str, client: Client, user: User) -> None:
    make_user("bo", "Bo Cedar")
    client.force_login(user)

    response = client.post("/account/", {"username": username, "name": "Ada Birch"})

    assert response.status_code == 422
    assert read_page(response.content.decode()).texts("li")[0] == reason


def test_director_without_a_name_is_asked_for_it_instead_of_being_called_by_the_user_name(client: Client) -> None:
    tournament = directed_event(client)
    tournament.staff.update(name="director", initials="D")
    User.objects.update(username="director", first_name="", last_name="")

    before = get_page(client, "/t/gull-harbor/desk/").texts("a")
    client.post("/account/", {"username": "director", "name": "Quigley, Nora", "initials": "nq"})
    after = get_page(client, "/t/gull-harbor/desk/").texts("a")

    assert ("Enter your name" in before, "director" in before) == (True, False)
    assert ("Nora Quigley" in after, "Enter your name" in after) == (True, False)
    assert tournament.staff.values_list("name", "initials").get() == ("Nora Quigley", "NQ")


@pytest.mark.parametrize("address", ["/account/", "/t/gull-harbor/desk/"])
def test_first_pages_ask_a_director_for_the_name_and_lead_back(client: Client, address: str) -> None:
    tournament = directed_event(client)
    User.objects.update(username="director", first_name="", last_name="")

    form = get_page(client, address).by_id("own-name-name")
    asked = form.attributes["name"]
    response = client.post(
        "/account/", {"username": "director", "name": "Nora Quigley", "initials": "", "next": address}
    )

    assert (asked, response["Location"]) == ("name", address)
    assert tournament.staff.values_list("name", "initials").get() == ("Nora Quigley", "NQ")
    assert "What is your name?" not in get_page(client, address).texts("h2")


@pytest.mark.parametrize(("typed", "stored"), [("", "AL"), ("alx", "ALX")])
def test_initials_are_those_of_the_name_unless_others_are_entered(client: Client, typed: str, stored: str) -> None:
    tournament = directed_event(client)

    client.post("/account/", {"username": "ada", "name": "Ada Lane", "initials": typed})

    assert tournament.staff.get().initials == stored
