"""The link by which the first director signs in once."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from brackets.event_files.store import import_event
from config import serve
from tests.events import round_robin
from tests.pages import get_page, read_page
from tests.tournaments.staff.people import PASSWORD, make_user
from tournaments.models import SignInLink
from tournaments.staff.services import link_for_first_director

pytestmark = pytest.mark.django_db


def new_link() -> str:
    secret = link_for_first_director()
    assert secret is not None
    return f"/sign-in/{secret}/"


def test_first_run_makes_a_director_who_has_no_password() -> None:
    new_link()

    [user] = User.objects.all()
    assert (user.username, user.has_usable_password(), user.is_superuser) == ("director", False, False)


def test_link_of_somebody_whose_account_is_closed_signs_nobody_in(client: Client) -> None:
    link = new_link()
    User.objects.update(is_active=False)

    client.post(link)

    assert client.get("/account/").status_code == 302
    assert SignInLink.objects.get().used_at is None


def test_first_director_directs_the_events_that_have_no_director() -> None:
    tournament = import_event(event_file=round_robin())

    new_link()

    assert [(member.user.username, member.role) for member in tournament.staff.all() if member.user] == [
        ("director", "director")
    ]


def test_only_a_digest_of_the_link_is_kept() -> None:
    address = new_link()

    assert SignInLink.objects.get().digest not in address


def test_opening_the_link_signs_nobody_in(client: Client) -> None:
    address = new_link()

    page = get_page(client, address)

    assert page.texts("button") == ["Sign in now"]
    assert client.get("/account/").status_code == 302


def test_pressing_its_button_signs_in_and_asks_for_a_password(client: Client) -> None:
    response = client.post(new_link(), follow=True)

    page = read_page(response.content.decode())
    assert page.texts("h1") == ["Your account"]
    assert page.by_id("messages").texts("p") == [
        "You are signed in. Enter your name and initials, and set a password now. The link does not work again."
    ]
    assert "Current password" not in page.texts("label")


def test_used_link_says_so_and_signs_nobody_in(client: Client) -> None:
    address = new_link()
    Client().post(address)

    shown, pressed = client.get(address), client.post(address)

    assert (shown.status_code, pressed.status_code) == (410, 410)
    assert read_page(pressed.content.decode()).texts("h1") == ["This link does not work"]
    assert client.get("/account/").status_code == 302


def test_unknown_link_says_so(client: Client) -> None:
    assert client.get("/sign-in/never-made/").status_code == 410
    assert client.post("/sign-in/never-made/").status_code == 410


def test_next_run_prints_another_link_while_there_is_no_password(client: Client) -> None:
    first, second = new_link(), new_link()

    assert client.get(first).status_code == 410
    assert client.get(second).status_code == 200
    assert User.objects.count() == 1


def test_no_link_is_printed_once_the_director_has_a_password() -> None:
    new_link()
    user = User.objects.get()
    user.set_password(PASSWORD)
    user.save()

    assert link_for_first_director() is None


def test_no_link_is_printed_where_there_is_a_user_from_elsewhere() -> None:
    make_user()

    assert link_for_first_director() is None
    assert User.objects.count() == 1


def test_make_run_hands_out_the_path_of_the_link(client: Client) -> None:
    path = serve.path_of_sign_in_link()

    assert path is not None
    assert client.get(path).status_code == 200


def test_link_ends_after_a_day(client: Client) -> None:
    address = new_link()
    SignInLink.objects.update(made_at=timezone.now() - timedelta(hours=24, seconds=1))

    pages = [client.get(address), client.post(address)]

    assert [page.status_code for page in pages] == [410, 410]
    assert "_auth_user_id" not in client.session
