"""The clock is set back two hours while people work, by ``timezone.now``, from which the site takes every time."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, tzinfo
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone

from brackets.event_files.verify import all_differences
from tests.pages import read_page
from tests.scorecards.cards.card_entry import checker, form_of, paper, put_up, stored, written
from tournaments.models import AuditEntry, Tournament

pytestmark = pytest.mark.django_db
EVENT = written()


@contextmanager
def clock_set_back(by: timedelta) -> Iterator[None]:
    class SetBack(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) - by

    # Models hold the function itself as a default: what it asks is replaced.
    with patch.object(timezone, "datetime", SetBack):
        yield


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return put_up(EVENT)


def test_work_goes_on_in_its_order_and_the_director_is_told(tournament: Tournament, client: Client) -> None:
    client.force_login(checker(tournament, role="director").user)
    base = f"/t/{tournament.slug}"
    typed = {number: form_of(paper(EVENT, number)) for number in (1, 2)}
    before = client.post(f"{base}/cards/1/", typed[1])
    with clock_set_back(timedelta(hours=2)):
        meanwhile = [client.post(f"{base}/cards/{number}/", typed[number]) for number in (1, 2)]
        check = read_page(client.get(f"{base}/hall/").content.decode()).by_id("findings").text
        desk = client.get(f"{base}/desk/")
        log = client.get(f"{base}/log/")
    after = client.post(f"{base}/cards/3/", form_of(paper(EVENT, 3)))

    assert [answer.status_code for answer in (before, *meanwhile, desk, log, after)] == [302, 302, 302, 200, 200, 302]
    assert "The clock is wrong" in check
    assert [stored(tournament, number) for number in (1, 2, 3)] == [paper(EVENT, number) for number in (1, 2, 3)]
    entries = AuditEntry.objects.filter(tournament=tournament).order_by("number")
    times = [entry.at for entry in entries.filter(action="card entered")]
    assert (len(times), times[1] < times[0] < times[2]) == (3, True)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert all_differences(Tournament.objects.get(pk=tournament.pk)) == []
