"""The address that tells whether the site is alive."""

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone


@pytest.mark.django_db
def test_healthz_answers_ok_to_anybody(client: Client) -> None:
    response = client.get("/healthz")

    assert (response.status_code, response.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_healthz_answers_503_without_the_database(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    def refuse(*_: object) -> None:
        raise OperationalError

    with connection.execute_wrapper(refuse):
        response = client.get("/healthz")

    assert (response.status_code, response.content) == (503, b"database unreachable\n")
    assert [record.message for record in caplog.records] == [
        "The database does not answer.",
        "Service Unavailable: /healthz",
    ]


@pytest.mark.django_db
def test_healthz_answers_503_where_nothing_can_be_stored(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    def refuse(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE")):
            raise OperationalError("database or disk is full")
        return execute(sql, *rest)

    with connection.execute_wrapper(refuse):
        response = client.get("/healthz")

    assert (response.status_code, response.content) == (503, b"database stores nothing\n")


@pytest.mark.django_db
def test_healthz_answers_503_before_the_disk_is_full(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.health.FREE_BYTES", 2**62)

    response = client.get("/healthz")

    assert (response.status_code, response.content) == (503, b"disk almost full\n")


@pytest.mark.django_db
def test_healthz_writes_seldom_however_often_it_is_asked(client: Client) -> None:
    client.get("/healthz")

    with CaptureQueriesContext(connection) as captured:
        for _ in range(20):
            client.get("/healthz")

    assert len(captured) == 0
    assert [row.expire_date <= timezone.now() for row in Session.objects.filter(pk="health-check")] == [True]


@pytest.mark.django_db
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
