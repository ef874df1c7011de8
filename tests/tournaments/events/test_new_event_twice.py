"""The button of a new event pressed twice makes one event: nobody could take the second away again."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.events.test_new_event import press
from tests.tournaments.staff.people import make_user
from tournaments.models import AuditEntry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def names() -> list[str]:
    return sorted(Tournament.objects.values_list("slug", flat=True))


def test_second_press_leads_to_the_event_of_the_first(director: Client) -> None:
    answers = [press(director), press(director)]

    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, "/t/gull-harbor-open/desk/")] * 2
    assert names() == ["gull-harbor-open"]
    assert AuditEntry.objects.filter(action="event created").count() == 1


@pytest.mark.parametrize("changes", [{"name": "Cedar Hall"}, {"games": "9"}, {"kind": "consolation"}])
def test_event_that_differs_is_another_one(director: Client, changes: dict[str, str]) -> None:
    press(director)

    press(director, **changes)

    assert len(names()) == 2


def test_same_event_by_somebody_else_or_on_purpose_later_is_another_one(director: Client) -> None:
    press(director)
    director.force_login(make_user("bo", "Bo Cedar"))
    press(director)
    AuditEntry.objects.update(at=timezone.now() - timedelta(minutes=2))

    press(director)

    assert names() == ["gull-harbor-open", "gull-harbor-open-2", "gull-harbor-open-3"]
