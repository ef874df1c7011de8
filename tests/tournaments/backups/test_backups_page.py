"""The page of backups: who chooses the second place, where, and what is said when it will not do."""

import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from config.serve import replace_codes_of_lost_stick
from tests.pages import Element, read_page
from tests.tournaments.staff.people import add_director, directed_event, make_event, make_user
from tournaments.backups import copying, places, state, views
from tournaments.backups.copies import copies_in
from tournaments.backups.state import OnStick, choose_second_place, second_place, store_on_stick
from tournaments.hooks import start_again
from tournaments.models import StaffMember, Tournament

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL is not backed up by the site"),
]
PAGE = "/t/gull-harbor/hall/backups/"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder with a database of its own, which is backed up in place of the tests'."""
    data = tmp_path / "data"
    data.mkdir()
    settings.BACKUP_DIR, settings.VAR_DIR = data / "backups", data
    with closing(sqlite3.connect(data / "db.sqlite3")) as made:
        made.execute("CREATE TABLE tournaments_tournament (id INTEGER, slug TEXT, latest_posting INTEGER)")
    monkeypatch.setattr(views, "database_file", lambda: data / "db.sqlite3")
    return data


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder for backups on a stick that is plugged in."""
    stick = tmp_path / "stick"
    stick.mkdir()
    monkeypatch.setattr("tournaments.backups.places.drives", lambda: [stick / places.FOLDER])
    return stick / places.FOLDER


def choose(client: Client, **fields: object) -> tuple[int, Element]:
    response = client.post(PAGE, fields, follow=True)
    return response.status_code, read_page(response.content.decode())


def test_a_stick_is_chosen_from_the_list_and_has_a_backup_at_once(client: Client, stick: Path) -> None:
    directed_event(client)
    before = read_page(client.get(PAGE).content.decode())

    status, page = choose(client, drive=str(stick))

    assert [one.text for one in before.all("option")] == [str(stick), "Another folder", "No second place"]
    assert "There is none." in before.text
    assert (status, second_place(), len(copies_in(stick))) == (200, stick, 1)
    assert f"{stick}: last backup just now." in page.text
    assert f"Every backup is copied to {stick} too." in page.text


def test_no_second_place_is_a_choice_too(client: Client, stick: Path) -> None:
    directed_event(client)
    choose(client, drive=str(stick))

    _, page = choose(client, drive="none")

    assert second_place() is None
    assert "There is no second place now." in page.text


def test_a_folder_that_is_typed_is_meant_whatever_the_list_still_says(
    client: Client, stick: Path, tmp_path: Path
) -> None:
    directed_event(client)
    typed, other = tmp_path / "typed", tmp_path / "other"
    typed.mkdir()
    other.mkdir()

    choose(client, drive="none", folder=str(typed))
    assert second_place() == typed
    status, page = choose(client, drive=str(stick), folder=str(other))
    assert (status, second_place()) == (422, typed)
    assert "Choose “Another folder”" in page.text
    choose(client, drive=str(stick), folder=str(typed))  # as the page had it
    assert second_place() == stick
    choose(client, drive="none", folder="")
    assert second_place() is None


def test_what_will_not_do_is_refused_beside_the_field_and_the_place_before_stays(
    client: Client, stick: Path, data: Path
) -> None:
    directed_event(client)
    choose(client, drive=str(stick))
    asked = {
        "": "Enter a folder.",
        "backups": "Enter the whole path",
        str(data / "backups"): "a folder of the site itself",
    }
    asked |= {str(stick.parent / "nowhere"): "There is no folder"}

    for folder, words in asked.items():
        status, page = choose(client, drive="other", folder=folder)
        assert (status, words in page.text) == (422, True), folder
        assert second_place() == stick


def test_a_place_where_nothing_can_be_stored_is_refused_in_its_own_words(
    client: Client, stick: Path, tmp_path: Path
) -> None:
    directed_event(client)
    choose(client, drive=str(stick))
    full = tmp_path / "full"
    full.mkdir()
    (full / places.FOLDER).write_text("a file where the folder should be")

    status, page = choose(client, drive="other", folder=str(full / places.FOLDER))

    assert (status, second_place()) == (422, stick)
    assert "The folder is not there. Plug in the stick or connect the network folder." in page.text


def test_only_who_directs_everything_chooses_and_only_at_this_computer(client: Client, stick: Path) -> None:
    directed_event(client)
    elsewhere = client.post(PAGE, {"drive": str(stick)}, REMOTE_ADDR="192.0.2.7")
    page = read_page(client.get(PAGE, REMOTE_ADDR="192.0.2.7").content.decode())
    add_director(make_event(slug="other", name="Other Open"), make_user("bo", "Bo Cedar"))
    of_some = client.post(PAGE, {"drive": str(stick)})

    assert (elsewhere.status_code, of_some.status_code, second_place()) == (403, 403, None)
    assert "Choose it at the computer that serves the event" in page.text
    assert "Other Open" in read_page(client.get(PAGE).content.decode()).text


def test_a_folder_on_the_same_disk_is_said(client: Client, tmp_path: Path) -> None:
    directed_event(client)
    choose_second_place(tmp_path)

    assert "If the disk breaks, both are lost." in read_page(client.get(PAGE).content.decode()).text


def test_staff_pages_say_how_the_event_on_the_stick_stands(
    client: Client, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directed_event(client)
    choose(client, drive=str(stick))
    now = 1_000.0
    monkeypatch.setattr(state, "time", SimpleNamespace(monotonic=lambda: now, monotonic_ns=lambda: 1))
    store_on_stick(OnStick(str(stick), alive_at=now, copied_at="2026-05-16T14:30:00+00:00"))
    well = read_page(client.get(PAGE).content.decode()).text
    elsewhere = read_page(client.get("/t/gull-harbor/staff/").content.decode()).text
    store_on_stick(OnStick(str(stick), alive_at=now, waiting_since=now - 14, copied_at="2026-05-16T14:30:00+00:00"))
    late = read_page(client.get("/t/gull-harbor/staff/").content.decode()).text
    store_on_stick(OnStick(str(stick), alive_at=now, problem=copying.OUT))
    out = read_page(client.get("/t/gull-harbor/staff/").content.decode()).text

    assert "Event on the stick: All on the stick" in well
    assert "stick" not in elsewhere
    assert "The copy on the stick is 14 s behind." in late
    assert "The stick is out. Plug it in again. The event goes on without it. Backups" in out


def test_stick_is_erased_with_a_tick_and_is_the_second_place_no_more(client: Client, stick: Path) -> None:
    directed_event(client)
    choose(client, drive=str(stick))
    (stick / "cribbage-event" / "event-1-badokiru-1.gz").write_bytes(b"x")
    (stick / "holiday.mp4").write_bytes(b"x")
    _, without = choose(client, action="erase", stick=str(stick))
    kept = second_place()
    _, other = choose(client, action="erase", stick="/etc", is_sure="on")
    _, page = choose(client, action="erase", stick=str(stick), is_sure="on")

    assert ("Nothing was done." in without.text, "Nothing was done." in other.text, kept) == (True, True, stick)
    assert f"Everything of this site was erased from {stick}." in page.text
    assert ([one.name for one in stick.iterdir()], second_place()) == (["holiday.mp4"], None)


def test_lost_stick_costs_a_new_key_and_the_codes_of_scorecards(
    client: Client, stick: Path, data: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = directed_event(client)
    choose(client, drive=str(stick))
    _, fixed = choose(client, action="lost", is_sure="on")
    (data / "secret_key").write_text(settings.SECRET_KEY)
    started: list[bool] = []
    monkeypatch.setattr(start_again, "listeners", [lambda: started.append(True)])
    _, page = choose(client, action="lost", is_sure="on")
    before = settings.SECRET_KEY
    settings.SECRET_KEY = (data / "secret_key").read_text()
    replace_codes_of_lost_stick()

    assert "The key was set by SECRET_KEY." in fixed.text
    assert "The site has a new key and starts again." in page.text
    assert (started, second_place(), len(settings.SECRET_KEY) > 60) == ([True], None, True)
    assert before != settings.SECRET_KEY
    assert not (data / "backups" / state.NEW_KEY).exists()
    client.force_login(StaffMember.objects.get(tournament=me).user)
    Tournament.objects.update(reporting="phones")
    for address in (PAGE, PAGE.replace("hall/backups/", "desk/")):
        shown = read_page(client.get(address).content.decode())
        assert "The site got a new key just now. Codes on scorecards that were printed before" in shown.text
        assert any(link.endswith("/seating/print/cards/") for link in shown.links)
