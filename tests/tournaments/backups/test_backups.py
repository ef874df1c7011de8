"""Backups of a SQLite database: whole copies, kept by a schedule, in two places, and put back with care."""

import shutil
import sqlite3
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.db import connection
from filelock import FileLock

from tournaments.backups import copies, services, state
from tournaments.backups.copies import BackupFailed, CopyDamaged, back_up, check_copy, copies_in, to_keep
from tournaments.backups.services import RestoreRefused, Watch, back_up_site, keep_backing_up, restore_site
from tournaments.backups.state import Backups, Place
from tournaments.term import begin_term, current_term

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="the site does not back up PostgreSQL")

NOW = datetime(2026, 5, 16, 14, 30, tzinfo=UTC)
Disk = namedtuple("Disk", "total used free")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Path]:
    """Return a database like the site's, which somebody has open."""
    file = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.executescript(
            "PRAGMA journal_mode=WAL;"
            "CREATE TABLE tournaments_tournament (id INTEGER PRIMARY KEY, slug TEXT);"
            "CREATE TABLE tournaments_auditentry (id INTEGER PRIMARY KEY, action TEXT);"
            "CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app TEXT, name TEXT);"
            "INSERT INTO tournaments_tournament VALUES (1, 'bay');"
            "INSERT INTO django_migrations VALUES (1, 'tournaments', '0001_squashed');"
        )
        yield file


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.BACKUP_DIR = tmp_path / "backups"
    settings.BACKUP_TO = ""
    return tmp_path / "backups"


def slugs(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [slug for (slug,) in connection.execute("SELECT slug FROM tournaments_tournament ORDER BY id")]


def change(database: Path, sql: str) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute(sql)


def test_schedule_keeps_all_of_the_last_hour_then_one_an_hour_then_one_a_day() -> None:
    times = {NOW - timedelta(minutes=3 * number) for number in range(40 * 24 * 20)}

    kept = to_keep(times, NOW)
    hour, day = NOW - timedelta(hours=1), NOW - timedelta(hours=24)

    assert {time for time in times if time >= hour} <= kept
    assert len([time for time in kept if day <= time < hour]) == 23
    assert len([time for time in kept if time < day]) == 28
    assert max(times) in kept
    assert to_keep([], NOW) == set()


def test_schedule_keeps_the_latest_where_the_clock_was_set_back() -> None:
    times = {NOW + timedelta(hours=2), NOW + timedelta(hours=1), NOW - timedelta(days=90)}

    assert to_keep(times, NOW) == times


def test_copy_is_one_whole_file_with_what_was_committed_and_not_yet_in_the_database_file(
    database: Path, folder: Path
) -> None:
    change(database, "INSERT INTO tournaments_tournament VALUES (2, 'gull')")

    copy = back_up(database, folder, NOW)

    assert [file.name for file in folder.iterdir()] == ["2026-05-16-143000.sqlite3"]
    assert slugs(copy) == ["bay", "gull"]
    check_copy(copy)


def test_two_thousand_saves_go_on_while_copies_are_made(database: Path, folder: Path) -> None:
    failed: list[Exception] = []

    def save() -> None:
        try:
            with closing(sqlite3.connect(database, isolation_level=None, timeout=5)) as connection:
                connection.execute("PRAGMA synchronous=OFF")
                for number in range(2_000):
                    connection.execute("INSERT INTO tournaments_tournament (slug) VALUES (?)", [f"save-{number}"])
        except sqlite3.Error as error:
            failed.append(error)

    saving = Thread(target=save)
    saving.start()
    made = []
    while saving.is_alive() or len(made) < 3:
        made.append(back_up(database, folder, NOW + timedelta(seconds=len(made))))
    saving.join()
    sizes = [len(slugs(copy)) for copy in made]

    assert failed == []
    assert len(slugs(database)) == 2_001
    assert sizes == sorted(sizes)


@pytest.mark.parametrize("is_copied", [False, True])
def test_two_who_make_a_copy_in_the_same_second_both_have_it(
    database: Path, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_copied: bool
) -> None:
    """The site by itself, and who chooses a second place."""
    made = back_up(database, folder, NOW)
    place = tmp_path / "stick"
    place.mkdir()
    to_disk, others = copies.to_disk, [0]

    def make() -> Path:
        return copies.copy_to(made, place, NOW) if is_copied else back_up(database, place, NOW)

    def another_meanwhile(file: Path) -> None:
        others[0] += 1
        if others[0] == 1:
            make()
        to_disk(file)

    monkeypatch.setattr(copies, "to_disk", another_meanwhile)
    copy = make()

    assert (others[0], [file.name for file in place.iterdir()]) == (2, [copy.name])
    check_copy(copy)


def test_second_place_that_is_missing_is_said_and_comes_back_by_itself(
    database: Path, folder: Path, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    state.choose_second_place(stick)

    without = back_up_site(database, now=NOW)
    stick.mkdir()
    plugged = back_up_site(database, without, now=NOW + timedelta(minutes=3))

    assert [(place.last, place.error) for place in without.places] == [
        (NOW, ""),
        (None, "the folder is not there. Plug in the stick or connect the network folder"),
    ]
    assert [place.error for place in plugged.places] == ["", ""]
    assert slugs(next(iter(copies_in(stick).values()))) == ["bay"]
    assert state.backups() == plugged


def test_little_room_costs_old_copies_and_none_is_a_failure_in_words(
    database: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for minute in range(6):
        back_up(database, folder, NOW + timedelta(minutes=minute))
    left = copies.RESERVE + database.stat().st_size

    def usage(path: Path) -> Disk:
        return Disk(10**9, 0, left - 1 if len(copies_in(folder)) > 4 else left + 1)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    back_up(database, folder, NOW + timedelta(minutes=9))
    kept = list(copies_in(folder))
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Disk(10**9, 10**9, 0))
    with pytest.raises(BackupFailed) as failure:
        back_up(database, folder, NOW + timedelta(minutes=10))

    assert [time.minute for time in kept] == [39, 35, 34, 33, 32]
    assert str(failure.value) == "the disk is almost full. Delete files that you do not need"
    assert len(copies_in(folder)) == copies.AT_LEAST


def log(database: Path, action: str) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("INSERT INTO tournaments_auditentry (action) VALUES (?)", [action])


@pytest.mark.parametrize("action", ["standings posted", "posting held"])
def test_backup_is_due_at_the_start_after_a_posting_and_minutes_after_a_change(database: Path, action: str) -> None:
    log(database, action)
    watch = Watch(database)
    first = watch.is_due(0)
    watch.note(0, failed=False)
    nothing = watch.is_due(10_000)
    change(database, "UPDATE tournaments_tournament SET slug = 'gull'")
    soon, later = watch.is_due(services.EVERY - 1), watch.is_due(services.EVERY)
    watch.note(services.EVERY, failed=False)
    log(database, "card entered")
    log(database, action)
    posted = watch.is_due(services.EVERY + 1)
    watch.note(services.EVERY + 1, failed=True)
    again = watch.is_due(services.EVERY + 1 + services.AFTER_A_FAILURE)
    watch.close()

    assert (first, nothing, soon, later, posted, again) == (True, False, False, True, True, True)


def test_site_is_backed_up_at_its_start_and_at_its_end(database: Path, folder: Path) -> None:
    turns = iter([False, False, True])

    def is_ending(seconds: float) -> bool:
        is_last = next(turns)
        if is_last:
            change(database, "UPDATE tournaments_tournament SET slug = 'last words'")
            services.time.sleep(1.1)
        return is_last

    keep_backing_up(database, is_ending)
    found = state.backups()

    assert found is not None
    assert [slugs(copy) for copy in copies_in(folder).values()] == [["last words"], ["bay"]]
    assert not found.is_failing


def test_change_that_waits_too_long_is_a_failure_whatever_the_reason(settings: Any) -> None:
    now = datetime.now(UTC)
    places = [Place("here", is_second=False, last=now)]

    assert not Backups(places, now, now - timedelta(minutes=5)).is_failing
    assert Backups(places, now, now - timedelta(minutes=20)).is_failing
    assert Backups(places, now - timedelta(minutes=20)).has_stopped


def test_restoring_checks_the_copy_and_keeps_what_was_there(database: Path, folder: Path) -> None:
    copy = back_up(database, folder, NOW)
    change(database, "UPDATE tournaments_tournament SET slug = 'lost otherwise'")

    kept = restore_site(database, copy, NOW)

    assert kept is not None
    assert slugs(database) == ["bay"]
    assert slugs(kept / database.name) == ["lost otherwise"]


def test_restoring_takes_a_new_term_for_card_version_42_may_be_another_one_now(database: Path, folder: Path) -> None:
    copy = back_up(database, folder, NOW)
    before = begin_term()

    restore_site(database, copy, NOW)

    assert (before.number, current_term().number) == (1, 2)


def test_damaged_newer_and_far_older_copies_and_a_running_site_are_refused_and_nothing_changes(
    database: Path, folder: Path, settings: Any
) -> None:
    settings.MIGRATION_MODULES = {}  # also where the tests' own tables are made without them
    copy = back_up(database, folder, NOW)
    data = bytearray(copy.read_bytes())
    damaged, newer, old, nothing = (folder / name for name in ("damaged", "newer", "old", "nothing"))
    damaged.write_bytes(data[:4096] + bytes(len(data) - 4096))
    nothing.write_bytes(b"no database")
    shutil.copy(copy, newer)
    shutil.copy(copy, old)
    change(newer, "INSERT INTO django_migrations VALUES (2, 'tournaments', '9999_later')")
    change(old, "UPDATE django_migrations SET name = '0001_events'")
    before = database.read_bytes()

    for file, words in (
        (damaged, "is not a whole copy of a site"),
        (nothing, "is not a whole copy of a site: file is not a database. Use another one."),
        (newer, "was made by a later version of this program (tournaments 9999_later). Start that version."),
        (old, "cannot be used here. The data was last used with a version from before November 24, 2026."),
    ):
        with pytest.raises(RestoreRefused) as refusal:
            restore_site(database, file)
        assert words in str(refusal.value)
    with FileLock(f"{database}.lock"), pytest.raises(RestoreRefused, match="The site is running. Stop it first"):
        restore_site(database, copy)

    assert (database.read_bytes(), slugs(database)) == (before, ["bay"])
    with pytest.raises(CopyDamaged):
        check_copy(damaged)
