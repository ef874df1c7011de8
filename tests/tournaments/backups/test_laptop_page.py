"""What is asked at the laptop itself, what the hall reads meanwhile, and what a stick has before anything is taken."""

import shutil
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from config.starting.again import continued
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import read_page
from tests.tournaments.staff.people import directed_event
from tournaments import term as terms
from tournaments.backups import continuing, copying, views
from tournaments.backups.continuing import (
    ContinueRefused,
    continue_event,
    folders_with_event,
    steps_after,
    try_stick,
    who_answers,
)
from tournaments.backups.copying import judge, know_at_start, of_this_laptop
from tournaments.backups.state import Backups, OnStick, Place, backups, choose_second_place, store, store_on_stick
from tournaments.backups.stick import FOLDER, PICTURES, Copy, Head, copies_on, heads_on, write_copy
from tournaments.changes.audit import record_change
from tournaments.hooks import start_again
from tournaments.models import AuditAction, AuditEntry
from tournaments.term import Standing, Term, begin_term, change_standing, current_term, meet_term, standing, take_term

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no stick"),
]
HALL = "192.0.2.7"
OTHER = Term(2, "badokiru")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Any) -> Path:
    settings.BACKUP_DIR, settings.VAR_DIR, settings.PICTURES_DIR = (
        tmp_path / "data" / "backups", tmp_path / "data", tmp_path / "data" / "pictures",
    )  # fmt: skip
    (tmp_path / "data").mkdir()
    begin_term()
    return tmp_path / "data"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """Return the folder of an event on a stick, as another laptop of the same site wrote it."""
    folder = tmp_path / "stick" / FOLDER
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Return a database like the site's."""
    file = tmp_path / "first.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as made:
        made.executescript(
            "CREATE TABLE tournaments_tournament (id INTEGER PRIMARY KEY, slug TEXT, name TEXT, time_zone TEXT,"
            " starts_on TEXT, deleted_at TEXT);"
            "CREATE TABLE tournaments_auditentry (id INTEGER PRIMARY KEY, tournament_id INTEGER, at TEXT, who TEXT,"
            " action TEXT, subject TEXT);"
            "CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app TEXT, name TEXT);"
            "INSERT INTO tournaments_tournament VALUES (1, 'bay', 'Bay Open', 'America/Chicago', '2026-05-16', NULL);"
            "INSERT INTO tournaments_auditentry VALUES"
            " (4, 1, '2026-05-16 19:14:03.123456', 'Bo Cedar', 'card entered', 'A-3 Rosa Lunde')"
        )
    return file


def write(database: Path, stick: Path, term: Term | None = None) -> None:
    known = of_this_laptop() | {"port": 1, "addresses": ["127.0.0.1"]}
    write_copy(database, stick, known, term or current_term())


def text_of(client: Client, path: str, **more: Any) -> str:
    return read_page(client.get(path, **more).content.decode()).text


def test_hall_reads_one_sentence_while_the_event_goes_on_elsewhere(client: Client) -> None:
    directed_event(client)
    before = client.get("/t/gull-harbor/").status_code
    known = {"laptop": "oak", "addresses": ["192.0.2.9"], "port": 8000, "at": "2026-05-16T19:14:00+00:00"}
    meet_term(OTHER.signed(), **known, has_copy=True)
    pages = ["/", "/t/gull-harbor/", "/t/gull-harbor/desk/", "/t/gull-harbor/now/", "/healthz", "/nowhere/"]
    answers = [client.get(page, REMOTE_ADDR=HALL) for page in pages]
    posted = client.post("/sign-in/", {"username": "ann"}, REMOTE_ADDR=HALL)
    text = read_page(answers[0].content.decode()).text

    assert (before, {answer.status_code for answer in (*answers, posted)}) == (200, {503})
    assert "This event moved to the laptop oak on Sat, May 16" in text
    assert "http://192.0.2.9:8000/" in text
    assert "Continue" not in text
    assert client.get("/laptop/", REMOTE_ADDR=HALL).status_code == 403
    assert client.get("/laptop/continue/", REMOTE_ADDR=HALL).status_code == 403


@pytest.mark.parametrize("address", ["/laptop/", "/laptop/continue/"])
def test_server_with_postgresql_says_that_it_has_no_stick(
    address: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "database_file", lambda: None)

    assert (
        "No stick here: this site keeps its data in PostgreSQL" in read_page(client.get(address).content.decode()).text
    )
    assert client.get(address, REMOTE_ADDR=HALL).status_code == 403


def test_browser_that_knows_only_the_term_stops_it_too(client: Client) -> None:
    meet_term(OTHER.signed())

    assert "This event moved to another laptop" in text_of(client, "/")


def test_laptop_shows_what_it_saved_after_the_copy_that_was_continued(client: Client) -> None:
    me = StaffMemberFactory(role="director")
    for number in (1, 2):
        record_change(me.tournament, me, AuditAction.SETTINGS_CHANGED, f"change {number}")
    last = AuditEntry.objects.order_by("pk").first()
    assert last is not None
    continued = {"term": str(current_term()), "generation": 3, "entry": last.pk, "at": ""}
    meet_term(OTHER.signed(), laptop="oak", has_copy=True, continued=continued)
    text = text_of(client, "/laptop/")
    refused = client.post("/laptop/", {"action": "here"}).status_code

    assert "Saved here, and not on the stick when it was continued" in text
    assert ("change 1" in text, "change 2" in text) == (False, True)
    assert "Continue here with this laptop" not in text
    assert (refused, standing().serves) == (403, False)


def test_higher_term_without_a_copy_leaves_the_choice_to_go_on_here(client: Client) -> None:
    meet_term(OTHER.signed(), laptop="oak", has_copy=False)
    text = text_of(client, "/laptop/")
    answer = client.post("/laptop/", {"action": "here"})

    assert "oak began to continue this event, and did not finish" in text
    assert (answer.status_code, standing().serves, current_term().number) == (302, True, 3)


def test_two_of_one_number_are_both_named_and_a_person_chooses(client: Client) -> None:
    own = take_term()
    meet_term(OTHER.signed(), laptop="oak", has_copy=True)
    hall = client.get("/", REMOTE_ADDR=HALL)
    text = text_of(client, "/laptop/")
    client.post("/laptop/", {"action": "here"})

    assert (hall.status_code, hall.headers["Refresh"], b"moved to" in hall.content) == (503, "5", False)
    assert "Two laptops continued this event" in text
    assert str(own) in text
    assert "oak (2-badokiru)" in text
    assert (standing().serves, current_term().number) == (True, 3)


def test_one_of_two_leaves_the_event_to_the_other_which_reads_so_on_the_stick(
    client: Client, stick: Path, data: Path, settings: Any
) -> None:
    own = take_term()
    meet_term(OTHER.signed(), laptop="oak", has_copy=True, continued={"term": "1-nobody", "entry": 3})
    without = client.post("/laptop/", {"action": "there"})
    choose_second_place(stick.parent)
    with_it = client.post("/laptop/", {"action": "there"})
    here = standing()
    settings.BACKUP_DIR = data / "of oak"
    change_standing(lambda _: Standing(OTHER, met={"term": str(own), "laptop": "elm"}))
    goes_on = judge(stick)

    assert "Continue at oak" in without.content.decode()
    assert (without.status_code, with_it.status_code) == (409, 302)
    assert (here.term, here.serves, here.met["laptop"], here.met["term"][:2]) == (own, False, "oak", "3-")
    assert (goes_on, str(current_term()), standing().serves) == (True, here.met["term"], True)
    assert standing().former == [str(OTHER)]


@pytest.mark.parametrize(
    ("copy", "shared"),
    [
        ({"term": "2-lamitesa", "entry": 9}, 9),
        ({"term": "1-nosopuma", "entry": 9}, 9),
        ({"term": "0-kemafilo", "entry": 9}, 7),
        ({"term": "2-badokiru", "entry": 9}, None),
        ({}, None),
    ],
)
def test_laptop_knows_what_it_shares_with_one_that_went_on_from_its_data(
    copy: dict[str, Any], shared: int | None
) -> None:
    """From its own term, from one before, or from the copy from which it went on itself."""
    own = Standing(Term(2, "lamitesa"), continued={"term": "0-kemafilo", "entry": 7}, former=["1-nosopuma"])

    assert own.has_since(copy) == shared


def test_either_of_two_on_one_stick_is_continued_and_the_other_is_kept(
    client: Client, database: Path, stick: Path, data: Path
) -> None:
    other = Term(2, "lamitesa")
    write(database, stick, other)
    write(database, stick, OTHER)
    asked = client.get(f"/laptop/continue/?folder={stick}")
    links = [one for one in read_page(asked.content.decode()).links if "term=" in one]
    page = text_of(client, f"/laptop/continue/{links[0]}")
    done = continue_event(stick, data, first_is_off=True, chosen=str(other))

    assert (
        "Two laptops continued this event: 2-badokiru and 2-lamitesa. Choose which counts."
        in read_page(asked.content.decode()).text
    )
    assert [link.rpartition("=")[2] for link in links] == [str(OTHER), str(other)]
    assert "Bay Open, from the laptop" in page
    assert done.head.term.startswith(str(other))
    assert {one.term for one in copies_on(stick)} == {other, OTHER}


def test_own_events_are_offered_beside_the_one_that_is_continued(
    client: Client, database: Path, stick: Path, data: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[bool] = []
    monkeypatch.setattr(start_again, "listeners", [lambda: started.append(True)])
    alone = text_of(client, "/laptop/")
    write(database, stick)
    done = continue_event(stick, data, first_is_off=True)
    settings.VAR_DIR = done.folder
    page = text_of(client, "/laptop/")
    sent = [
        client.post("/laptop/", {"action": "serve", "folder": folder, "is_sure": sure}).status_code
        for folder, sure in (("", ""), ("../..", "on"), ("", "on"))
    ]
    own = (data / "continued.json").exists()
    settings.VAR_DIR = data
    back = client.post("/laptop/", {"action": "serve", "folder": done.folder.name, "is_sure": "on"}).status_code

    assert "Events kept on this laptop" not in alone
    assert "This laptop’s own events Nobody needs what is served now" in page
    assert (sent, own, back, started) == ([403, 403, 200], False, 200, [True] * 2)
    assert continued(data) == {"folder": done.folder, "host": "127.0.0.1", "port": 1}


def test_question_is_answered_once(client: Client) -> None:
    change_standing(lambda before: replace(before, unsure=True))
    hall = text_of(client, "/", REMOTE_ADDR=HALL)
    answers = [client.post("/laptop/", {"action": "not-continued"}).status_code for _ in range(2)]

    assert "The director must answer one question at the laptop first" in hall
    assert (answers, current_term().number, standing().serves) == ([302, 403], 2, True)


def test_laptop_that_slept_says_so_until_it_has_seen_its_stick(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    asleep = standing().slept
    monkeypatch.setattr(terms, "time_asleep", lambda: asleep + 60)
    answer = client.get("/")

    assert (answer.status_code, answer.headers["Refresh"]) == (503, "5")
    assert "The laptop was asleep." in read_page(answer.content.decode()).text


def test_asking_for_the_term_costs_no_query(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert client.get("/static/css/base.css").status_code == 200
        assert standing().serves


def test_stick_says_what_is_on_it_before_anything_is_taken(client: Client, database: Path, stick: Path) -> None:
    write(database, stick)
    before = sorted(stick.iterdir())
    text = text_of(client, f"/laptop/continue/?folder={stick.parent}")

    assert "Bay Open, from the laptop" in text
    assert "2:14:03 PM Bo Cedar A-3 Rosa Lunde: card entered" in text
    assert "The first laptop is off; I looked" in text
    assert sorted(stick.iterdir()) == before


@pytest.mark.parametrize("given", ["", "cribbage-event"])
def test_folder_is_found_by_its_stick_and_by_its_own_name(database: Path, stick: Path, given: str) -> None:
    write(database, stick)

    assert folders_with_event(stick.parent / given) == [stick]
    assert folders_with_event(stick.parent.parent) == []


def test_continuing_writes_the_term_first_and_restores_into_a_folder_of_its_own(
    database: Path, stick: Path, data: Path, settings: Any
) -> None:
    write(database, stick)
    (stick / PICTURES).mkdir()
    (stick / PICTURES / "a.jpg").write_bytes(b"picture")
    (data / "db.sqlite3").write_bytes(b"this laptop's own events")

    done = continue_event(stick, data, first_is_off=True)

    [term] = stick.glob("term-2-*.json")
    assert done.folder == data / "continued" / term.stem.removeprefix("term-")
    assert (done.folder / "secret_key").read_text() == settings.SECRET_KEY
    assert (done.folder / "backups" / "pictures-to-come").exists()
    assert (done.folder / "backups" / "second-place").read_text() == str(stick.parent)
    assert (data / "db.sqlite3").read_bytes() == b"this laptop's own events"
    settings.BACKUP_DIR = done.folder / "backups"
    now = standing()
    assert (str(now.term), now.continued["generation"], now.continued["entry"]) == (done.folder.name, 1, 4)


def test_each_reason_is_said_and_nothing_is_taken(
    database: Path, stick: Path, data: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.MIGRATION_MODULES = {}  # also where the tests' own tables are made without them
    said: dict[str, str] = {}

    def refused(name: str, *, first_is_off: bool = True) -> None:
        before = sorted(stick.iterdir())
        with pytest.raises(ContinueRefused) as refusal:
            continue_event(stick, data, first_is_off=first_is_off)
        said[name] = str(refusal.value)
        assert sorted(stick.iterdir()) == before
        assert not (data / "continued").exists()

    refused("empty")
    write(database, stick)
    refused("not looked", first_is_off=False)
    with monkeypatch.context() as answering:
        answering.setattr(continuing, "who_answers", lambda head: "http://192.0.2.9:8000/")
        refused("answers")
    with monkeypatch.context() as full:
        usage = shutil.disk_usage(data)
        full.setattr(shutil, "disk_usage", lambda path: usage._replace(free=90 * 1024**2))
        refused("full")
    with closing(sqlite3.connect(database, isolation_level=None)) as newer:
        newer.execute("INSERT INTO django_migrations VALUES (1, 'tournaments', '9999_later')")
    write(database, stick)
    refused("newer")
    with closing(sqlite3.connect(database, isolation_level=None)) as old:
        old.execute("UPDATE django_migrations SET name = '0001_events'")
    write(database, stick)
    refused("old")
    write(database, stick, Term(2, "badokiru"))
    write(database, stick, Term(2, "lamitesa"))
    refused("two")
    settings.SECRET_KEY = "of another site, " + "x" * 40
    write(database, stick, Term(3, "lamitesa"))
    refused("sites")

    words = {
        "empty": "There is no whole copy of an event on this stick.",
        "not looked": "Look at the first laptop. If it is off, say so.",
        "answers": "The first laptop answers at http://192.0.2.9:8000/. Turn it off, then try again.",
        "two": "Two laptops continued this event: 2-badokiru and 2-lamitesa. Choose which counts. The other is kept"
        " on the stick.",
        "sites": "There are events of two sites on this stick. Use a stick for each.",
    }
    assert {name: said[name] for name in words} == words
    assert "The first laptop has a later version of this program" in said["newer"]
    assert "Start a version of November 25, 2026 with it once, then this one." in said["old"]
    assert "MB of free space" in said["full"]


def test_newest_copy_that_broke_off_is_passed_over(database: Path, stick: Path, data: Path) -> None:
    write(database, stick)
    write(database, stick)
    newest = copies_on(stick)[0].path
    newest.write_bytes(newest.read_bytes()[:-20])

    assert try_stick(stick, data).head.generation == 1


def test_copy_that_the_stick_cannot_read_any_more_is_passed_over(
    database: Path, stick: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FAT says so where a stick was pulled while a copy was written (``tests/failover/test_stick.py``)."""
    unpack = continuing.stick.unpack
    write(database, stick)
    write(database, stick)
    lost = {copies_on(stick)[0].path}

    def read(copy: Copy, target: Path | None) -> Head:
        if copy.path in lost:
            raise PermissionError(1, "Operation not permitted")
        return unpack(copy, target)

    monkeypatch.setattr(continuing.stick, "unpack", read)

    assert try_stick(stick, data).head.generation == 1
    lost |= {copy.path for copy in copies_on(stick)}
    with pytest.raises(ContinueRefused, match="The stick cannot be read: Operation not permitted"):
        try_stick(stick, data)


def test_first_laptop_that_does_not_answer_or_is_another_site_is_not_the_first(database: Path, stick: Path) -> None:
    write(database, stick)

    assert who_answers(next(heads_on(stick))) == ""


def test_addresses_of_the_first_that_are_missing_here_are_named_with_what_helps(database: Path, stick: Path) -> None:
    write(database, stick)
    head = replace(next(heads_on(stick)), addresses=["203.0.113.9", "cribbage.local", "127.0.0.1"])

    [step] = steps_after(head)
    assert step.startswith("Phones know this event at 203.0.113.9, which this laptop does not have.")
    assert "enter 203.0.113.9 and save" in step


def test_page_continues_with_a_tick_and_starts_again(
    client: Client, database: Path, stick: Path, data: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(database, stick)
    started: list[bool] = []
    monkeypatch.setattr(start_again, "listeners", [lambda: started.append(True)])
    without = client.post("/laptop/continue/", {"folder": str(stick)})
    done = client.post("/laptop/continue/", {"folder": str(stick), "is_off": "on"})

    assert (without.status_code, done.status_code, started) == (422, 200, [True])
    assert "This laptop continues the event." in read_page(done.content.decode()).text
    assert (data / "continued.json").exists()


def test_first_page_offers_the_stick_at_this_laptop_and_never_to_the_hall(client: Client) -> None:
    directed_event(client)
    link = "Continue from this stick"
    before = text_of(client, "/")
    offer = {"folder": "/media/stick/cribbage-event", "laptop": "oak", "at": "2026-05-16T19:14:00+00:00"}
    store_on_stick(OnStick(alive_at=time.monotonic(), offers=[offer]))
    here, hall, new = text_of(client, "/"), text_of(client, "/", REMOTE_ADDR=HALL), text_of(client, "/new/")
    away = text_of(client, "/new/", REMOTE_ADDR=HALL)
    store_on_stick(OnStick(alive_at=time.monotonic()))

    assert (link in before, link in here, link in hall) == (False, True, False)
    assert "Event of the laptop oak" in here
    assert ("Continue from a stick" in new, "Continue from a stick" in away) == (True, False)
    assert link not in text_of(client, "/")


def test_stick_that_is_in_when_the_program_starts_is_on_its_very_first_page(
    client: Client, database: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(database, stick)
    monkeypatch.setattr(copying, "drives", lambda: [stick.parent])
    asks = know_at_start()

    assert (asks, standing().serves) == (False, True)
    assert "Continue from this stick" in text_of(client, "/")


@pytest.mark.usefixtures("database")
def test_backups_have_not_stopped_because_the_program_was_off_over_night() -> None:
    evening = timezone.now() - timedelta(hours=12)
    store(Backups([Place("backups", is_second=False, last=evening)], evening, waiting_since=evening))
    assert (before := backups()) is not None

    know_at_start()

    assert (found := backups()) is not None
    assert (before.has_stopped, found.has_stopped, found.places) == (True, False, before.places)


def test_own_stick_is_not_offered_also_before_the_first_copy_in_a_new_term_is_on_it(
    client: Client, database: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(database, stick)
    take_term()
    choose_second_place(stick.parent)
    monkeypatch.setattr(copying, "drives", lambda: [stick.parent])
    asks = know_at_start()

    assert (asks, standing().serves) == (False, True)
    assert "Continue from this stick" not in text_of(client, "/")


def test_standing_of_a_laptop_that_has_no_term_yet_serves() -> None:
    assert Standing().serves
