"""What the dashboard says of backups and of pages that failed: to directors alone."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from brackets.event_files.store import import_event
from tests.events import round_robin
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import get_page, read_page
from tournaments.backups.state import Backups, Place, note_failure, store
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=round_robin())


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.BACKUP_DIR = tmp_path
    return tmp_path


def said_to(tournament: Tournament, role: str) -> str:
    client = Client()
    client.force_login(StaffMemberFactory(tournament=tournament, role=role).user)
    headers = {"HX-Request": "true", "HX-Target": "site-state"}
    whole = read_page(client.get(f"/t/{tournament.slug}/desk/").content.decode()).by_id("site-state").text
    polled = read_page(client.get(f"/t/{tournament.slug}/desk/", headers=headers).content.decode())
    assert polled.by_id("site-state").text == whole
    return whole


def waits_for(tournament: Tournament, role: str) -> str:
    client = Client()
    client.force_login(StaffMemberFactory(tournament=tournament, role=role).user)
    page = get_page(client, f"/t/{tournament.slug}/desk/")
    return " ".join(part.text for part in page.all("ul") if part.attributes.get("class") == "waiting")


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL is not backed up by the site")
def test_director_reads_how_old_backups_are_and_what_fails(tournament: Tournament) -> None:
    assert connection.vendor == "sqlite"
    now = timezone.now()
    well = [Place("/data", is_second=False, last=now - timedelta(minutes=2)), Place("/stick", is_second=True, last=now)]
    store(Backups(well, now))
    fine = said_to(tournament, "director")
    store(Backups([well[0], Place("/stick", is_second=True, last=None, error="the disk is almost full")], now))

    assert fine == "Last backup 2 minutes ago · On /stick just now · Backups"
    assert said_to(tournament, "director") == "Last backup 2 minutes ago · On /stick not yet · Backups"
    assert waits_for(tournament, "director") == "Backups are failing /stick: the disk is almost full Open backups"
    assert waits_for(tournament, "checker") == "Nothing waits."
    assert said_to(tournament, "checker") == ""


def test_director_reads_when_a_page_failed_and_where_the_details_are(tournament: Tournament) -> None:
    note_failure("ab12cd")

    text = said_to(tournament, "director")

    assert text.startswith("A page failed ")
    assert text.endswith("What was saved is safe. The details are saved in the log of the site under ab12cd.")
    assert said_to(tournament, "judge") == ""
