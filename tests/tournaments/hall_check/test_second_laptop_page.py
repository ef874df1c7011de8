"""Who sees the code of the second laptop, and what the page says of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from config.standby.shown import SecondLaptop
from tests.tournaments.staff.people import add_director, directed_event, make_event, make_user

CODE = "7Q4M-0ZKD-1AAA-BBBB-CCCC-DDDD-EE"
Shows = Callable[..., None]

pytestmark = pytest.mark.django_db


@pytest.fixture
def shows(monkeypatch: pytest.MonkeyPatch) -> Shows:
    def show(**facts: object) -> None:
        told = {"address": "", "is_following": False, "behind": 0.0, "is_late": False, "lacks_pictures": False}
        second = SecondLaptop(code=CODE, **({"took_over_from": ""} | told | facts))  # type: ignore[arg-type]
        monkeypatch.setattr("config.standby.shown.second_laptop", lambda: second)

    return show


def text_of(client: Client) -> str:
    answer = client.get("/t/gull-harbor/hall/second-laptop/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_director_of_everything_sees_the_code(client: Client, shows: Shows) -> None:
    shows()
    directed_event(client)
    make_event(slug="demo", name="Demo without staff")

    assert CODE in text_of(client)


def test_code_is_not_for_a_director_of_some_events(client: Client, shows: Shows) -> None:
    shows()
    directed_event(client)
    add_director(make_event(slug="other", name="Other Open"), make_user("bo", "Bo Cedar"))

    text = text_of(client)

    assert CODE not in text
    assert "Other Open" in text


def test_code_asks_for_the_password_after_a_while(client: Client, shows: Shows) -> None:
    shows()
    directed_event(client)
    session = client.session
    session["password-confirmed-at"] = 0.0
    session.save()

    answer = client.get("/t/gull-harbor/hall/second-laptop/")

    assert answer.status_code == 302
    assert answer["Location"].startswith("/account/confirm/")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "No second laptop follows"),
        ({"address": "http://192.0.2.7:8000", "is_following": True}, "has every save"),
        ({"is_following": True, "is_late": True, "behind": 12.0}, "12 seconds behind"),
        ({"is_following": True, "lacks_pictures": True}, "does not have every photograph yet"),
        ({"address": "http://192.0.2.7:8000"}, "is silent now"),
        ({"took_over_from": "http://192.0.2.5:8000"}, "took over from http://192.0.2.5:8000"),
    ],
)
def test_page_says_how_far_it_is(client: Client, shows: Shows, facts: dict[str, object], words: str) -> None:
    shows(**facts)
    directed_event(client)

    assert words in text_of(client)


def test_page_without_a_server_of_its_own_shows_no_code(client: Client) -> None:
    directed_event(client)

    assert "PostgreSQL" in text_of(client)
