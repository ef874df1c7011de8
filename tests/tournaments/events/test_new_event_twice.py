"""The button of a new event pressed twice makes one event: nobody could take the second away again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.pages import get_page
from tests.tournaments.events.test_new_event import values_of
from tests.tournaments.staff.people import make_user
from tournaments.models import AuditEntry, Tournament

pytestmark = pytest.mark.django_db


def press(client: Client, **changes: str) -> HttpResponse:
    values = values_of(get_page(client, "/new/")) | {"name": "Gull Harbor Open"}
    response: HttpResponse = client.post("/new/", values | changes)
    return response


def names() -> list[str]:
    return sorted(Tournament.objects.values_list("slug", flat=True))


def test_second_press_leads_to_the_event_of_the_first(client: Client) -> None:
    client.force_login(make_user())

    answers = [press(client), press(client)]

    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, "/t/gull-harbor-open/desk/")] * 2
    assert names() == ["gull-harbor-open"]
    assert AuditEntry.objects.filter(action="event created").count() == 1


@pytest.mark.parametrize("changes", [{"name": "Cedar Hall"}, {"games": "9"}, {"kind": "consolation"}])
def test_event_that_differs_is_another_one(client: Client, changes: dict[str, str]) -> None:
    client.force_login(make_user())
    press(client)

    press(client, **changes)

    assert len(names()) == 2


def test_same_event_by_somebody_else_or_on_purpose_later_is_another_one(client: Client) -> None:
    client.force_login(make_user())
    press(client)
    client.force_login(make_user("bo", "Bo Cedar"))
    press(client)
    AuditEntry.objects.update(at=timezone.now() - timedelta(minutes=2))

    press(client)

    assert names() == ["gull-harbor-open", "gull-harbor-open-2", "gull-harbor-open-3"]
