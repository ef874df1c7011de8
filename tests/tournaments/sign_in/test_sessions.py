"""Where a user is signed in: a list of their browsers, each of which they sign out from another, or all at once."""

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.pages import get_page
from tests.tournaments.staff.people import PASSWORD, add_director, make_event, make_invitation, make_user
from tournaments.models import SignIn
from tournaments.sign_in.services import device_in_words

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1 Version/18.5 Mobile/15E148 Safari/604.1"
)


def signed_in(agent: str = FIREFOX) -> Client:
    client = Client(headers={"User-Agent": agent})
    assert client.post("/sign-in/", {"username": "ada", "password": PASSWORD}).status_code == 302
    return client


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox on Windows"),
        (SAFARI, "Safari on an iPhone"),
        ("Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537 Chrome/140.0 Safari/537", "Chrome on a Chromebook"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140.0 Safari/537 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 SamsungBrowser/28 Chrome/130 Safari/537", None),
        ("<script>" * 100, "Unknown browser"),
        ("", "Unknown browser"),
    ],
)
def test_browser_is_named_in_words(agent: str, words: str | None) -> None:
    assert device_in_words(agent) == (words or "Samsung Internet on Android")


def test_own_page_lists_every_browser_in_which_one_is_signed_in(user: User) -> None:
    make_user("bo", "Bo Cedar")
    here, _ = signed_in(), signed_in(SAFARI)
    Client(headers={"User-Agent": "Bo"}).post("/sign-in/", {"username": "bo", "password": PASSWORD})

    page = get_page(here, "/account/")

    assert sorted(page.texts("th")[-2:]) == ["Firefox on Windows", "Safari on an iPhone"]
    assert page.texts("td").count("this browser") == 1
    assert "Bo" not in page.texts("th")


def test_browser_in_which_somebody_else_signs_in_leaves_the_list(user: User) -> None:
    make_user("bo", "Bo Cedar")
    here = signed_in()

    here.post("/sign-in/", {"username": "bo", "password": PASSWORD})

    assert list(SignIn.objects.values_list("user__username", flat=True)) == ["bo"]


def test_one_browser_is_signed_out_from_another(user: User) -> None:
    here, there = signed_in(), signed_in(SAFARI)
    number = SignIn.objects.get(device="Safari on an iPhone").pk

    here.post(f"/account/sign-ins/{number}/end/")
    again = here.post(f"/account/sign-ins/{number}/end/")

    assert (again.status_code, is_in(here), is_in(there)) == (302, True, False)


def test_nobody_signs_somebody_else_out(user: User) -> None:
    mine, make_other = signed_in(), make_user("bo", "Bo Cedar")
    other = Client()
    other.force_login(make_other)

    other.post(f"/account/sign-ins/{SignIn.objects.get(user__username='ada').pk}/end/")

    assert is_in(mine)


def test_signing_out_everywhere_ends_every_browser_also_one_that_nobody_noted(user: User) -> None:
    here, there, unnoted, other = signed_in(), signed_in(SAFARI), Client(), Client()
    unnoted.force_login(user)
    other.force_login(make_user("bo", "Bo Cedar"))

    response = here.post("/account/sign-ins/end/")

    assert response["Location"] == "/sign-in/"
    assert [is_in(client) for client in (here, there, unnoted, other)] == [False, False, False, True]
    assert not SignIn.objects.filter(user=user).exists()


def test_new_password_ends_the_other_browsers_and_this_one_stays_in_the_list(user: User) -> None:
    here, there, unnoted = signed_in(), signed_in(SAFARI), Client()
    unnoted.force_login(user)

    here.post("/account/password/", {"current": PASSWORD, "password": "a b c d e f", "again": "a b c d e f"})

    assert [is_in(client) for client in (here, there, unnoted)] == [True, False, False]
    assert User.objects.get().check_password("a b c d e f")
    assert [sign_in.device for sign_in in SignIn.objects.all()] == ["Firefox on Windows"]
    assert Session.objects.filter(session_key=SignIn.objects.get().session_key).exists()


def test_signing_out_takes_the_browser_off_the_list(user: User) -> None:
    signed_in().post("/sign-out/")

    assert not SignIn.objects.exists()


def test_session_that_gets_a_new_key_stays_in_the_list(user: User) -> None:
    here = signed_in()
    make_invitation(make_event())

    joined = here.post("/join/a-secret/", {"name": "Ada", "initials": "AB", "plays": "no"})

    assert joined.status_code == 302
    assert SignIn.objects.get().session_key == here.session.session_key


def test_last_seen_follows_work_at_an_event(user: User) -> None:
    member = add_director(make_event(), user)
    here = signed_in()
    SignIn.objects.update(last_seen_at="2026-01-01T00:00Z")
    type(member).objects.update(last_seen_at="2026-01-01T00:00Z")

    here.get("/t/gull-harbor/desk/")

    assert SignIn.objects.get().last_seen_at.year > 2026 or SignIn.objects.get().last_seen_at.month > 1


def test_wrong_current_passwords_are_counted(user: User) -> None:
    here = signed_in()
    typed = {"current": "wrong", "password": "a b c d e f", "again": "a b c d e f"}

    statuses = [here.post("/account/password/", typed).status_code for _ in range(9)]

    assert statuses == [422] * 7 + [429] * 2
    assert here.post("/account/password/", typed | {"current": PASSWORD}).status_code == 429
    assert is_in(here)


def test_sign_in_asks_little(user: User) -> None:
    """Four statements are Django's own for a session: is its key taken, and what is stored of it."""
    client = Client()

    with CaptureQueriesContext(connection) as asked:
        client.post("/sign-in/", {"username": "ada", "password": PASSWORD})

    assert len([one for one in asked.captured_queries if "SAVEPOINT" not in one["sql"]]) == 11
    assert is_in(client)
