"""Requests from strangers: too large, under another host name, with harmful headers and lines."""

import logging
from contextvars import Context

import pytest
from django.test import Client

from config.logs import SecretsHidden
from tests.factories.tournaments import TournamentFactory
from tests.tournaments.staff.people import directed_event
from tournaments.models import Tournament
from tournaments.sign_in.passwords import is_made_of_words


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/t/gull-harbor/", "/t/gull-harbor/now/", "/", "/sign-in/", "/healthz"])
def test_name_that_is_not_ours_is_refused_whatever_is_cached(client: Client, path: str) -> None:
    TournamentFactory.create(slug="gull-harbor")
    assert client.get(path).status_code == 200

    assert client.get(path, headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["http://testserver", "http://[", "x", "//evil.example/", "http://evil.example/t/"])
def test_page_that_htmx_names_is_read_or_left_out(client: Client, page: str) -> None:
    tournament = directed_event(client)
    headers = {"HX-Request": "true", "HX-Current-URL": page}
    entrants = f"/t/{tournament.slug}/entrants/"

    to_sign_in = Client().get(entrants, headers=headers)
    added = client.post(entrants, {"name": ""}, headers={**headers, "Referer": page})

    assert (to_sign_in.status_code, to_sign_in["HX-Redirect"]) == (
        200,
        f"/sign-in/?next=%2Ft%2F{tournament.slug}%2Fentrants%2F",
    )
    assert added.status_code < 500


@pytest.mark.django_db
def test_pages_for_staff_are_kept_by_nobody(client: Client) -> None:
    tournament: Tournament = directed_event(client)

    for page in ("desk", "entrants", "settings", "log"):
        kept = client.get(f"/t/{tournament.slug}/{page}/")["Cache-Control"]
        assert {"no-store", "private"} <= set(kept.split(", ")), page


def test_password_of_many_words_is_read_in_no_time() -> None:
    # A pattern that tries "twentyone" as one word and as two, and all their combinations, never comes back.
    assert is_made_of_words("twentyone" * 400)
    assert not is_made_of_words("twentyone" * 400 + "q")
    assert not is_made_of_words("")


def test_secrets_of_addresses_are_not_logged() -> None:
    def line(message: str, *args: object) -> str:
        record = logging.LogRecord("django.request", logging.ERROR, "", 0, message, args, None)
        return Context().run(SecretsHidden("{message}", style="{").format, record)

    assert line("Internal Server Error: %s", "/join/Ab-c_1234567890/") == "Internal Server Error: /join/…/"
    assert line("%s %s", "/sign-in/Zx9876543210/", "/t/gull/me/Qwertzuiop123/x") == "/sign-in/…/ /t/gull/me/…/x"
    assert line("Not Found: %s", "/t/gull/seats/") == "Not Found: /t/gull/seats/"
