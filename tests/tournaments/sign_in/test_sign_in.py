"""Signing in by name and password, and signing out."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.pages import get_page, read_page
from tests.tournaments.staff.people import PASSWORD, directed_event, invited_client, make_event, make_user
from tournaments.sign_in.limits import OWN_BROWSER
from tournaments.sign_in.passwords import FewAtATime

pytestmark = pytest.mark.django_db


def sign_in(client: Client, *, username: str = "ada", password: str = PASSWORD, wanted: str = "") -> tuple[int, str]:
    response = client.post("/sign-in/", {"username": username, "password": password, "next": wanted})
    return response.status_code, response.get("Location", "")


def test_sign_in_leads_to_the_own_page(client: Client, user: User) -> None:
    assert sign_in(client) == (302, "/account/")
    assert client.get("/account/").status_code == 200


def test_sign_in_leads_back_to_the_page_that_was_wanted(client: Client, user: User) -> None:
    assert sign_in(client, wanted="/t/gull-harbor/log/?who=Ada") == (302, "/t/gull-harbor/log/?who=Ada")


@pytest.mark.parametrize(
    "wanted", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", "http:///elsewhere.example"]
)
def test_sign_in_leads_nowhere_else(wanted: str, client: Client, user: User) -> None:
    assert sign_in(client, wanted=wanted) == (302, "/account/")


def test_page_for_staff_asks_a_stranger_to_sign_in_and_leads_back(client: Client) -> None:
    directed_event(Client())

    response = client.get("/t/gull-harbor/staff/")
    page = get_page(client, response["Location"])

    assert [field.attributes["value"] for field in page.all("input") if field.attributes["name"] == "next"] == [
        "/t/gull-harbor/staff/"
    ]


@pytest.mark.parametrize(("username", "password"), [("ada", "wrong"), ("nobody", PASSWORD), ("Ada", PASSWORD)])
def test_wrong_name_or_password_is_told_and_the_name_kept(
    username: str, password: str, client: Client, user: User
) -> None:
    response = client.post("/sign-in/", {"username": username, "password": password})

    assert response.status_code == 422
    page = read_page(response.content.decode())
    assert page.by_id("id_username").attributes["value"] == username
    assert page.texts("p")[0].startswith("This user name and password do not match.")


def test_eighth_wrong_password_makes_wait_and_the_page_says_how_long(client: Client, user: User) -> None:
    for _ in range(7):
        assert sign_in(client, password="wrong")[0] == 422

    response = client.post("/sign-in/", {"username": "ada", "password": "wrong"})

    assert (response.status_code, response["Retry-After"]) == (429, "60")
    page = read_page(response.content.decode())
    assert page.texts("h2") == ["Too many wrong passwords"]
    assert page.texts("p")[0].startswith("Wait 1 minute, then try again.")
    assert sign_in(client) == (429, "")


def test_browser_of_the_same_person_is_never_locked_out(client: Client, user: User) -> None:
    make_user("bo", "Bo Cedar")
    own, others = Client(), Client()
    for browser, username in ((own, "ada"), (others, "bo")):
        sign_in(browser, username=username)
        browser.post("/sign-out/")
    for _ in range(9):
        sign_in(client, password="wrong")

    assert [sign_in(browser)[0] for browser in (client, others, own)] == [429, 429, 302]


def test_cookie_of_another_site_is_no_known_browser(client: Client, user: User) -> None:
    client.cookies["signed-in-here"] = f"{user.pk}:forged"
    for _ in range(9):
        sign_in(client, password="wrong")

    assert sign_in(client) == (429, "")


def test_further_tries_do_not_prolong_the_time(client: Client, user: User) -> None:
    for _ in range(8):
        sign_in(client, password="wrong")
    before = timezone.now() - timedelta(seconds=50)
    AccessAttempt.objects.update(attempt_time=before)

    assert sign_in(client, password="wrong")[0] == 429

    assert set(AccessAttempt.objects.values_list("attempt_time", flat=True)) == {before}
    AccessAttempt.objects.update(attempt_time=before - timedelta(seconds=11))
    assert sign_in(client) == (302, "/account/")


def test_locked_name_locks_nobody_else(client: Client, user: User) -> None:
    make_user("bo", "Bo Cedar")
    for _ in range(9):
        sign_in(client, password="wrong")

    assert sign_in(client, username="bo") == (302, "/account/")


def test_sign_in_page_sends_on_whoever_has_signed_in(client: Client, user: User) -> None:
    client.force_login(user)

    response = client.get("/sign-in/?next=/new/")

    assert (response.status_code, response["Location"]) == (302, "/new/")


def test_passwords_are_kept_by_argon2() -> None:
    from config.settings import PASSWORD_HASHERS

    assert (PASSWORD_HASHERS[0], FewAtATime.algorithm) == ("tournaments.sign_in.passwords.FewAtATime", "argon2")


def test_sign_out_takes_a_form_and_ends_the_session_of_a_user(client: Client, user: User) -> None:
    client.force_login(user)

    asked, before = client.get("/sign-out/"), client.get("/account/")
    response = client.post("/sign-out/")

    assert (asked.status_code, before.status_code) == (405, 200)
    assert (response.status_code, response["Location"]) == (302, "/sign-in/")
    assert client.get("/account/").status_code == 302


def test_sign_out_ends_the_session_of_somebody_invited() -> None:
    client = invited_client(make_event())

    client.post("/sign-out/")

    assert client.get("/t/gull-harbor/desk/")["Location"] == "/sign-in/?next=/t/gull-harbor/desk/"


def test_axes_stores_the_browser_that_it_is_told(client: Client, user: User) -> None:
    """An upgrade of django-axes may store what browsers say of themselves again (tournaments/sign_in/limits.py)."""
    sign_in(client, password="wrong")
    strange = AccessAttempt.objects.get()
    sign_in(client)
    client.post("/sign-out/")

    client.post("/sign-in/", {"username": "ada", "password": "wrong"}, HTTP_USER_AGENT="Some browser")

    [known] = AccessAttempt.objects.filter(user_agent__startswith=OWN_BROWSER)
    assert strange.user_agent == ""
    assert len(known.user_agent) > len(OWN_BROWSER)
