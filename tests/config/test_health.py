"""The address that tells whether the site is alive."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.health import HEALTH
from tournaments.backups.state import Backups, Place, store

pytestmark = pytest.mark.django_db


def first_line(response: HttpResponse) -> bytes:
    return response.content.splitlines()[0]


def test_healthz_says_how_much_room_there_is_and_how_old_backups_are(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    settings.BACKUP_DIR = tmp_path
    now = timezone.now()
    places = [Place("here", is_second=False, last=now), Place("/stick", is_second=True, error="not there")]
    store(Backups(places, now))
    HEALTH.clear()

    lines = client.get("/healthz").content.decode().splitlines()
    HEALTH.clear()

    assert (lines[0], lines[1].startswith("disk: "), lines[1].endswith(" MB free")) == ("ok", True, True)
    is_file = connection.vendor == "sqlite"
    found = [re.sub(r"\d+ s", "5 s", line) for line in lines[2:]]
    assert found == (["backup: 5 s old", "second backup: none yet, failing"] if is_file else [])


def test_healthz_answers_503_without_the_database(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    def refuse(*_: object) -> None:
        raise OperationalError

    with connection.execute_wrapper(refuse):
        response = client.get("/healthz")

    assert (response.status_code, first_line(response)) == (503, b"database unreachable")
    assert [record.message for record in caplog.records] == [
        "The database does not answer.",
        "Service Unavailable: /healthz",
    ]


def test_healthz_answers_503_where_nothing_can_be_stored(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    def refuse(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE")):
            raise OperationalError("database or disk is full")
        return execute(sql, *rest)

    with connection.execute_wrapper(refuse):
        response = client.get("/healthz")

    assert (response.status_code, first_line(response)) == (503, b"database stores nothing")


def test_healthz_answers_503_before_the_disk_is_full(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.health.FREE_BYTES", 2**62)

    response = client.get("/healthz")

    assert (response.status_code, first_line(response)) == (503, b"disk almost full")


def test_healthz_writes_seldom_however_often_it_is_asked(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.health.SECONDS_KEPT", 60.0)  # on a busy machine two answers are far apart
    client.get("/healthz")

    with CaptureQueriesContext(connection) as captured:
        for _ in range(20):
            client.get("/healthz")

    assert len(captured) == 0
    assert [row.expire_date <= timezone.now() for row in Session.objects.filter(pk="health-check")] == [True]


def test_policy_header_allows_only_our_own(client: Client) -> None:
    policy = client.get("/healthz")["Content-Security-Policy"]

    assert sorted(policy.split("; ")) == [
        "base-uri 'self'",
        "default-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' data:",
        "object-src 'none'",
    ]
