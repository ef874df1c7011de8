"""The second step: after the password a code that an app shows, or a recovery code, each of which works once."""

from datetime import timedelta
from typing import Any

import pyotp
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tests.pages import get_page, read_page
from tests.tournaments.staff.people import PASSWORD
from tournaments.models import SecondStep
from tournaments.sign_in.second_step import LIMIT, turn_on

pytestmark = pytest.mark.django_db

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = timezone.now().replace(microsecond=0)

    def passes(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    @property
    def code(self) -> str:
        """The code that the app shows now."""
        return pyotp.TOTP(SECRET).at(self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("tournaments.sign_in.second_step.timezone.now", lambda: clock.now)
    return clock


@pytest.fixture
def codes(user: User, clock: Clock) -> list[str]:
    """Return the recovery codes of a user who has turned the second step on a minute ago."""
    found = turn_on(user=user, secret=SECRET, code=clock.code)
    clock.passes(60)
    return found


def with_password(client: Client) -> Client:
    response = client.post("/sign-in/", {"username": "ada", "password": PASSWORD, "next": "/new/"})
    assert (response.status_code, response["Location"]) == (302, "/sign-in/code/")
    return client


def typed(client: Client, code: str) -> tuple[int, str]:
    response = client.post("/sign-in/code/", {"code": code})
    return response.status_code, response.get("Location", "")


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def test_password_alone_signs_nobody_in(client: Client, codes: list[str]) -> None:
    with_password(client)

    assert not is_in(client)
    assert client.get("/sign-in/code/").status_code == 200


def test_code_of_the_app_signs_in_and_leads_where_one_wanted(client: Client, codes: list[str], clock: Clock) -> None:
    with_password(client)

    assert typed(client, f" {clock.code[:3]} {clock.code[3:]} ") == (302, "/new/")
    assert is_in(client)
    assert client.get("/sign-in/code/")["Location"] == "/sign-in/"


@pytest.mark.parametrize(("off", "status"), [(-60, 422), (-30, 302), (0, 302), (30, 302), (60, 422)])
def test_clock_of_the_phone_may_be_half_a_minute_off(
    client: Client, codes: list[str], clock: Clock, off: int, status: int
) -> None:
    clock.passes(600)
    with_password(client)
    shown = pyotp.TOTP(SECRET).at(clock.now + timedelta(seconds=off))

    assert typed(client, shown)[0] == status
    assert is_in(client) == (status == 302)


def test_code_works_once(codes: list[str], clock: Clock) -> None:
    code = clock.code
    assert typed(with_password(Client()), code)[0] == 302

    assert typed(with_password(Client()), code)[0] == 422


def test_recovery_code_works_once_with_or_without_hyphens(codes: list[str]) -> None:
    assert len(set(codes)) == 10
    assert typed(with_password(Client()), codes[0])[0] == 302

    assert typed(with_password(Client()), codes[0])[0] == 422
    assert typed(with_password(Client()), codes[1].replace("-", "").upper())[0] == 302
    assert not any(code.replace("-", "") in str(SecondStep.objects.values()) for code in codes)


def test_wrong_codes_make_wait_for_longer_each_time_and_not_for_good(
    client: Client, codes: list[str], clock: Clock
) -> None:
    with_password(client)
    statuses = [typed(client, "000000")[0] for _ in range(LIMIT.free + 1)]

    assert statuses == [422] * (LIMIT.free - 1) + [429] * 2
    assert typed(client, clock.code)[0] == 429
    clock.passes(30)
    assert typed(client, "000000")[0] == 429
    clock.passes(59)
    assert typed(client, clock.code)[0] == 429
    clock.passes(1)
    assert typed(client, clock.code)[0] == 302
    assert SecondStep.objects.get().failures == 0


def test_password_is_asked_again_after_a_while(
    client: Client, codes: list[str], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_password(client)
    session = client.session
    session["waiting-for-code"] = session["waiting-for-code"] | {"since": timezone.now().timestamp() - 301}
    session.save()

    assert typed(client, clock.code) == (302, "/sign-in/")
    assert not is_in(client)


def test_nobody_comes_to_the_code_without_the_password(client: Client, codes: list[str], clock: Clock) -> None:
    assert typed(client, clock.code) == (302, "/sign-in/")


def test_second_step_is_turned_on_by_password_and_code(client: Client, user: User, clock: Clock) -> None:
    client.force_login(user)
    page = get_page(client, "/account/second-step/")
    secret = page.texts("code")[0].replace(" ", "")
    code = pyotp.TOTP(secret).at(clock.now)

    wrong = [
        client.post("/account/second-step/", {"current": current, "code": what}).status_code
        for current, what in (("wrong", code), (PASSWORD, "000000"), (PASSWORD, ""))
    ]
    shown = read_page(client.post("/account/second-step/", {"current": PASSWORD, "code": code}).content.decode())

    assert wrong == [422, 422, 422]
    assert len(shown.texts("code")) == 10
    assert SecondStep.objects.get().secret == secret
    assert "On: you sign in" in get_page(client, "/account/").text


def test_user_without_a_password_sets_one_first(client: Client) -> None:
    client.force_login(User.objects.create_user("new"))

    assert client.get("/account/second-step/")["Location"] == "/account/"


def test_second_step_is_changed_by_a_code_alone(client: Client, user: User, codes: list[str], clock: Clock) -> None:
    client.force_login(user)

    assert client.post("/account/second-step/", {"code": "000000"}).status_code == 422
    assert client.post("/account/second-step/", {"code": "", "renew": "1"}).status_code == 422
    renewed = read_page(client.post("/account/second-step/", {"code": clock.code, "renew": "1"}).content.decode())
    assert len(renewed.texts("code")) == 10
    assert typed(with_password(Client()), codes[0])[0] == 422
    assert client.post("/account/second-step/", {"code": renewed.texts("code")[0]})["Location"] == "/account/"
    assert not SecondStep.objects.exists()


def test_who_lost_the_phone_is_helped_at_the_server(user: User, codes: list[str], capsys: Any) -> None:
    call_command("remove_second_step", "ada")

    assert capsys.readouterr().out == "ada: signs in by user name and password\n"
    assert Client().post("/sign-in/", {"username": "ada", "password": PASSWORD})["Location"] == "/account/"
    with pytest.raises(CommandError, match="no account of this name has a second step"):
        call_command("remove_second_step", "ada")
