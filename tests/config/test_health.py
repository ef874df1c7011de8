"""The address that tells whether the site is alive."""

import pytest
from django.db import OperationalError, connection
from django.test import Client


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
