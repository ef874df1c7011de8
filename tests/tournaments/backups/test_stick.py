"""Copies on a stick: whole under their final name or passed over, three at least, and none of a higher term touched."""

import gzip
import json
import os
import shutil
import sqlite3
from collections import namedtuple
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tournaments.backups import stick
from tournaments.backups.copying import of_this_laptop
from tournaments.backups.stick import (
    Copy,
    NotWhole,
    copies_on,
    copy_pictures,
    delete_old,
    erase,
    heads_on,
    is_whole,
    of_another_site,
    terms_on,
    unpack,
    write_copy,
    write_term,
)
from tournaments.term import Term

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no stick")

OWN = Term(2, "badokiru")
OTHER_KEY = "of another site, " + "x" * 40
Disk = namedtuple("Disk", "total used free")


@pytest.fixture
def database(tmp_path: Path, settings: Any) -> Path:
    settings.BACKUP_DIR = tmp_path / "backups"
    file = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as made:
        made.executescript(
            "PRAGMA journal_mode=WAL;"
            "CREATE TABLE tournaments_auditentry (id INTEGER PRIMARY KEY, who TEXT);"
            "INSERT INTO tournaments_auditentry VALUES (7, 'Ann');"
        )
    return file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / stick.FOLDER
    folder.mkdir()
    return folder


def write(database: Path, folder: Path, term: Term = OWN) -> Copy:
    return write_copy(database, folder, of_this_laptop(), term)[0]


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def test_copy_is_one_line_of_json_and_a_database_under_a_name_that_was_never_used(
    database: Path, folder: Path, tmp_path: Path
) -> None:
    copies = [write(database, folder) for _ in range(2)]
    with gzip.open(copies[1].path) as opened:
        line = json.loads(opened.readline())
    head = unpack(copies[1], tmp_path / "new.sqlite3")

    assert names(folder) == ["event-2-badokiru-1.gz", "event-2-badokiru-2.gz"]
    assert (line["generation"], line["entry"], line["term"].split(":")[0]) == (2, 7, "2-badokiru")
    assert head == next(heads_on(folder))
    with closing(sqlite3.connect(tmp_path / "new.sqlite3")) as found:
        assert found.execute("SELECT who FROM tournaments_auditentry").fetchall() == [("Ann",)]
        assert found.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert not database.with_suffix(".part").exists()


def test_copy_that_broke_off_anywhere_or_was_changed_is_not_whole(database: Path, folder: Path) -> None:
    copy = write(database, folder)
    whole = copy.path.read_bytes()
    content = gzip.decompress(whole)
    broken = 0
    for length in range(0, len(whole), 7):
        copy.path.write_bytes(whole[:length])
        assert not is_whole(copy), length
        broken += 1
    for place in range(20, len(whole) - 8, 11):
        changed = whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :]
        copy.path.write_bytes(changed)
        # Some bits of what is packed mean nothing: the content is the same with them.
        assert not is_whole(copy) or gzip.decompress(changed) == content, place
    copy.path.write_bytes(whole)

    assert is_whole(copy)
    assert broken > 20


def test_copy_under_another_name_or_signed_by_nobody_is_not_whole(database: Path, folder: Path) -> None:
    copy = write(database, folder)
    shutil.copy(copy.path, folder / "event-3-badokiru-9.gz")
    with gzip.open(copy.path) as opened:
        told, rest = json.loads(opened.readline()), opened.read()
    with gzip.open(folder / "event-4-badokiru-9.gz", "wb") as made:
        made.write(json.dumps({**told, "term": "4-badokiru:made-up", "generation": 9}).encode() + b"\n" + rest)

    assert [is_whole(one) for one in copies_on(folder)] == [False, False, True]
    assert [told["term"].split(":")[0] for told in terms_on(folder)] == ["2-badokiru"]


def test_nothing_is_unpacked_beyond_the_size_stated_and_the_room_there_is(
    database: Path, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = write(database, folder)
    with gzip.open(copy.path) as opened:
        told = json.loads(opened.readline())
    with gzip.open(copy.path, "wb") as bomb:
        bomb.write(json.dumps({**told, "size": 1000}).encode() + b"\n" + bytes(50_000_000))
    with pytest.raises(NotWhole, match="longer than it says"):
        unpack(copy, tmp_path / "bomb.sqlite3")
    assert (tmp_path / "bomb.sqlite3").stat().st_size <= 1000

    whole = write(database, folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Disk(10**9, 10**9, 1000))
    with pytest.raises(OSError, match="no room on this computer"):
        unpack(whole, tmp_path / "full.sqlite3")
    assert not (tmp_path / "full.sqlite3").exists()


def test_three_whole_ones_stay_the_newest_of_each_term_and_all_of_a_higher_one(database: Path, folder: Path) -> None:
    for term in [Term(1, "lamitesa")] * 4 + [OWN] * 5 + [Term(3, "nosopuma"), Term(2, "kemafilo")]:
        write(database, folder, term)
    # A term of the same number is nobody's to delete from here.
    delete_old(folder, OWN, set())

    assert names(folder) == [
        "event-1-lamitesa-4.gz", "event-2-badokiru-7.gz", "event-2-badokiru-8.gz", "event-2-badokiru-9.gz",
        "event-2-kemafilo-11.gz", "event-3-nosopuma-10.gz",
    ]  # fmt: skip


def test_what_broke_off_counts_for_nothing_and_goes_once_a_newer_one_is_whole(database: Path, folder: Path) -> None:
    copies = [write(database, folder) for _ in range(4)]
    for copy in copies[1:3]:
        copy.path.write_bytes(copy.path.read_bytes()[:60])
    last = write(database, folder)
    last.path.write_bytes(b"")
    delete_old(folder, OWN, set())
    assert names(folder) == [f"event-2-badokiru-{number}.gz" for number in (1, 4, 5)]

    write(database, folder)
    delete_old(folder, OWN, set())
    assert names(folder) == [f"event-2-badokiru-{number}.gz" for number in (1, 4, 6)]


def test_terms_on_the_stick_are_those_of_this_site_with_or_without_a_copy(
    database: Path, folder: Path, settings: Any
) -> None:
    write(database, folder)
    write_term(folder, Term(3, "nosopuma"), settings.SECRET_KEY, {"laptop": "oak"})
    write_term(folder, Term(9, "nosopuma"), OTHER_KEY, {"laptop": "elm"})
    (folder / "term-8-nosopuma.json").write_bytes(b"{broken")

    found = terms_on(folder)

    assert [(told["term"].split(":")[0], told["has_copy"]) for told in found] == [
        ("3-nosopuma", False), ("2-badokiru", True),
    ]  # fmt: skip
    assert all("secret_key" not in told for told in found)
    assert of_another_site(folder) == ""


def test_stick_of_another_site_is_known(database: Path, folder: Path, settings: Any) -> None:
    settings.SECRET_KEY, own = OTHER_KEY, settings.SECRET_KEY
    write(database, folder)
    settings.SECRET_KEY = own

    assert of_another_site(folder).startswith("This stick has the event of another site, from the laptop")


def test_pictures_are_copied_once_and_what_is_deleted_here_is_deleted_there(tmp_path: Path) -> None:
    here, there = tmp_path / "pictures", tmp_path / "there"
    here.mkdir()
    for name in ("a.jpg", "b.jpg", "c.jpg"):
        (here / name).write_bytes(name.encode() * 1000)
    (here / "d.part").write_bytes(b"being written")
    turns = iter([True, True, False])
    left = copy_pictures(here, there, lambda: next(turns))
    (there / "c.jpg").write_bytes(b"broke off")
    before = {one.name: one.stat().st_ino for one in there.iterdir()}
    (here / "a.jpg").unlink()
    none_left = copy_pictures(here, there)

    assert (left, none_left, names(there)) == (1, 0, ["b.jpg", "c.jpg"])
    assert (there / "c.jpg").read_bytes() == (here / "c.jpg").read_bytes()
    assert (there / "b.jpg").stat().st_ino == before["b.jpg"]


def test_pictures_stay_on_the_stick_where_the_folder_here_is_gone(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    (there / "a.jpg").write_bytes(b"x")

    assert (copy_pictures(tmp_path / "pictures", there), names(there)) == (0, ["a.jpg"])


def test_picture_that_is_deleted_while_pictures_are_looked_through_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "pictures", tmp_path / "there"
    here.mkdir()
    for name in ("a.jpg", "b.jpg"):
        (here / name).write_bytes(b"x")
    scan = os.scandir

    def deleted_meanwhile(folder: Path) -> Any:
        found = list(scan(folder))
        (here / "a.jpg").unlink(missing_ok=True)
        return nullcontext(found)

    with monkeypatch.context() as during:
        during.setattr(os, "scandir", deleted_meanwhile)
        left = copy_pictures(here, there)

    assert (left, names(there)) == (0, ["b.jpg"])


def test_erasing_leaves_nothing_of_ours_and_all_of_others(database: Path, folder: Path) -> None:
    write(database, folder)
    write_term(folder, OWN, OTHER_KEY, {})
    (folder / stick.PICTURES).mkdir()
    (folder / stick.PICTURES / "a.jpg").write_bytes(b"x")
    (folder / "holiday.mp4").write_bytes(b"x")

    erase(folder)
    assert names(folder) == ["holiday.mp4"]
