"""People who guess passwords wait, by name, by address and in a known browser; nobody else waits for long."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Event, Lock
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.test import Client
from django.utils import timezone

from config.addresses import client_address
from tests.tournaments.staff.people import PASSWORD, make_user
from tournaments.sign_in.limits import FORGOTTEN_AFTER, ONE_ADDRESS, ONE_NAME, ONE_NAME_THERE
from tournaments.sign_in.passwords import HASHED_AT_ONCE, WAITING, FewAtATime, TooManyAtOnce

WRONG = "wrong"
MINUTE = timedelta(minutes=1)


def tried(client: Client, username: str = "ada", password: str = WRONG, **extra: Any) -> int:
    return client.post("/sign-in/", {"username": username, "password": password}, **extra).status_code


def let_pass(time: timedelta) -> None:
    for attempt in AccessAttempt.objects.all():
        AccessAttempt.objects.filter(pk=attempt.pk).update(attempt_time=attempt.attempt_time - time)


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no time pass but what a test lets pass: a busy machine takes seconds for many tries."""
    start = timezone.now()
    monkeypatch.setattr("axes.handlers.proxy.now", lambda: start)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows by each password that is worked out."""
    from django.contrib.auth.hashers import MD5PasswordHasher

    worked_out: list[str] = []
    encode = MD5PasswordHasher.encode

    def count(self: MD5PasswordHasher, password: str, salt: str) -> str:
        worked_out.append(password)
        return str(encode(self, password, salt))

    monkeypatch.setattr(MD5PasswordHasher, "encode", count)
    return worked_out


@pytest.mark.django_db
def test_wait_doubles_with_each_further_wrong_password_up_to_a_quarter_of_an_hour(client: Client) -> None:
    make_user()
    for _ in range(ONE_NAME_THERE.free):
        tried(client)

    waits = []
    for _ in range(6):
        refused = client.post("/sign-in/", {"username": "ada", "password": PASSWORD})
        waits.append(int(refused["Retry-After"]))
        let_pass(timedelta(seconds=waits[-1] + 30))
        assert tried(client) == 429

    assert waits == [60, 120, 240, 480, 900, 900]
    let_pass(20 * MINUTE)
    assert tried(client, password=PASSWORD) == 302


@pytest.mark.django_db
def test_names_that_vary_cost_few_hashes(client: Client, counted: list[str]) -> None:
    answers = [tried(client, f"somebody-{number}") for number in range(ONE_ADDRESS.free + 10)]

    assert answers[: ONE_ADDRESS.free - 1] == [422] * (ONE_ADDRESS.free - 1)
    assert set(answers[ONE_ADDRESS.free :]) == {429}
    assert len(counted) == ONE_ADDRESS.free


@pytest.mark.django_db
def test_one_name_tried_from_everywhere_waits_a_minute_at_most(client: Client, counted: list[str]) -> None:
    make_user()
    counted.clear()
    for number in range(60):
        tried(client, REMOTE_ADDR=f"198.51.100.{number}", HTTP_USER_AGENT=f"browser {number}")
    assert len(counted) == ONE_NAME.free

    assert tried(client, password=PASSWORD, REMOTE_ADDR="192.0.2.7") == 429

    let_pass(2 * MINUTE)
    assert tried(client, password=PASSWORD, REMOTE_ADDR="192.0.2.7") == 302


@pytest.mark.django_db
def test_known_browser_signs_in_whatever_others_try_and_waits_for_what_is_typed_in_it(client: Client) -> None:
    make_user()
    own = Client()
    assert tried(own, password=PASSWORD) == 302
    own.post("/sign-out/")
    for number in range(ONE_ADDRESS.free + 5):
        tried(client, "ada" if number % 2 else f"somebody-{number}", HTTP_USER_AGENT="own browser 0123456789abcdef")

    assert [tried(own) for _ in range(ONE_NAME_THERE.free)] == [422] * (ONE_NAME_THERE.free - 1) + [429]
    assert tried(own, password=PASSWORD) == 429
    let_pass(2 * MINUTE)
    assert tried(own, password=PASSWORD) == 302


@pytest.mark.django_db
def test_attempts_are_forgotten_and_never_many(client: Client) -> None:
    for number in range(ONE_ADDRESS.free + 5):
        tried(client, f"somebody-{number}")
    assert AccessAttempt.objects.count() == ONE_ADDRESS.free

    let_pass(FORGOTTEN_AFTER + MINUTE)
    tried(client, "somebody-else")

    assert list(AccessAttempt.objects.values_list("username", flat=True)) == ["somebody-else"]


@pytest.mark.django_db
@pytest.mark.parametrize(("username", "password"), [("9" * 5_000, WRONG), ("ada", "9" * 50_000)])
def test_name_or_password_beyond_measure_is_neither_worked_out_nor_stored(
    client: Client, counted: list[str], username: str, password: str
) -> None:
    assert tried(client, username, password) == 422

    assert (counted, AccessAttempt.objects.count()) == ([], 0)


@pytest.mark.django_db
def test_one_who_signs_in_does_not_forgive_the_address(client: Client) -> None:
    make_user()
    for number in range(ONE_ADDRESS.free - 1):
        tried(client, f"somebody-{number}")
    assert tried(client, password=PASSWORD) == 302

    tried(Client(), "somebody")

    assert tried(Client(), "somebody-else") == 429


@pytest.mark.parametrize(
    ("nearest", "passed_on", "proxies", "address"),
    [
        ("203.0.113.5", "", 0, "203.0.113.5"),
        ("203.0.113.5", "198.51.100.1", 0, "203.0.113.5"),
        ("127.0.0.1", "198.51.100.1", 1, "198.51.100.1"),
        ("127.0.0.1", "6.6.6.6, 198.51.100.1", 1, "198.51.100.1"),
        ("127.0.0.1", "6.6.6.6, 198.51.100.1, 10.0.0.1", 2, "198.51.100.1"),
        ("127.0.0.1", "198.51.100.1", 2, "127.0.0.1"),
        ("127.0.0.1", "", 1, "127.0.0.1"),
        ("127.0.0.1", "unknown", 1, "127.0.0.1"),
        ("127.0.0.1", "198.51.100.1:4711", 1, "198.51.100.1"),
        ("127.0.0.1", "[2001:db8::5]:4711", 1, "2001:db8::"),
        ("2001:db8:1:2:3::9", "", 0, "2001:db8:1:2::"),
        ("fe80::1%eth0", "", 0, "fe80::"),
        ("::ffff:203.0.113.5", "", 0, "203.0.113.5"),
        ("", "", 1, ""),
    ],
)
def test_address_is_what_our_outermost_proxy_saw(nearest: str, passed_on: str, proxies: int, address: str) -> None:
    assert client_address({"REMOTE_ADDR": nearest, "HTTP_X_FORWARDED_FOR": passed_on}, proxies) == address


def test_few_passwords_are_worked_out_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    at_work, most, refused, lock = [0], [0], [0], Lock()
    together, all_have_come = Barrier(20), Event()

    def slow(self: Argon2PasswordHasher, password: str, encoded: str) -> bool:
        with lock:
            at_work[0] += 1
            most[0] = max(most[0], at_work[0])
        all_have_come.wait(60)
        with lock:
            at_work[0] -= 1
        return True

    def one(_: int) -> bool:
        together.wait()
        try:
            return FewAtATime().verify("x", "y")
        except TooManyAtOnce:
            with lock:
                refused[0] += 1
                if refused[0] == 20 - HASHED_AT_ONCE - WAITING:
                    all_have_come.set()
            return False

    monkeypatch.setattr(Argon2PasswordHasher, "verify", slow)
    with ThreadPoolExecutor(20) as people:
        served = sum(people.map(one, range(20)))

    assert (most[0], served) == (HASHED_AT_ONCE, HASHED_AT_ONCE + WAITING)
    assert FewAtATime().verify("x", "y")


@pytest.mark.django_db
def test_whoever_comes_when_too_many_sign_in_is_told_to_try_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.contrib.auth.hashers import MD5PasswordHasher

    def full(*_: object) -> bool:
        raise TooManyAtOnce

    make_user()
    monkeypatch.setattr(MD5PasswordHasher, "verify", full)

    response = client.post("/sign-in/", {"username": "ada", "password": PASSWORD})

    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert not AccessAttempt.objects.filter(attempt_time__lte=timezone.now()).exists()
