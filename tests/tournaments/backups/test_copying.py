"""The copier: seconds behind and honest about it, whatever the stick does, and nothing waits for it."""

import errno
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from django.db import connection

from tests.tournaments.backups.test_stick import names
from tournaments.backups import copying, stick
from tournaments.backups.copies import BackupFailed
from tournaments.backups.copying import FULL, HUNG, OUT, READ_ONLY, Copier, NotThere, follow_pictures, keep_copying
from tournaments.backups.places import use_second_place
from tournaments.backups.state import (
    OnStick,
    choose_second_place,
    folder_of_backups,
    on_stick,
    pictures_to_come,
    second_place,
)
from tournaments.backups.stick import copies_on, write_term
from tournaments.term import Term, begin_term, current_term, standing, take_term

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no stick")


@pytest.fixture
def database(tmp_path: Path, settings: Any) -> Iterator[Path]:
    settings.BACKUP_DIR, settings.PICTURES_DIR = tmp_path / "backups", tmp_path / "pictures"
    (tmp_path / "pictures").mkdir()
    file = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as made:
        made.executescript(
            "PRAGMA journal_mode=WAL; CREATE TABLE tournaments_auditentry (id INTEGER PRIMARY KEY, action TEXT);"
            "CREATE TABLE tournaments_tournament (id INTEGER, slug TEXT)"
        )
        begin_term()
        yield file


@pytest.fixture
def place(database: Path, tmp_path: Path) -> Path:
    """Return a second place that was chosen."""
    place = tmp_path / "stick"
    place.mkdir()
    use_second_place(database, place)
    return place


@pytest.fixture
def copier(database: Path, place: Path) -> Iterator[Copier]:
    copier = Copier(database)
    yield copier
    copier.end()
    rest(copier)  # a look that goes on would ask the settings of the next test


def change(database: Path) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as opened:
        opened.execute("INSERT INTO tournaments_auditentry (action) VALUES ('card entered')")


def until(copier: Copier, is_so: Callable[[OnStick], bool]) -> OnStick:
    """Let the copier work until it is so."""
    for _ in range(400):
        copier.step()
        while copier.is_busy and not is_so(copier.state):
            time.sleep(0.005)
            copier.step()
        if is_so(replace(copier.state, alive_at=time.monotonic())):
            return copier.state
    raise AssertionError(copier.state)


def rest(copier: Copier) -> None:
    """Wait for the look that has begun, which tells what it found at the next step."""
    while copier.is_busy:
        time.sleep(0.005)


def is_all_there(state: OnStick) -> bool:
    return state.words == "All on the stick"


def test_each_change_is_on_the_stick_after_one_look(copier: Copier, database: Path, place: Path) -> None:
    until(copier, is_all_there)
    first = names(place / stick.FOLDER)
    change(database)
    copier.step()
    behind = copier.state
    until(copier, is_all_there)

    assert (len(first), behind.waiting_since is not None, len(names(place / stick.FOLDER))) == (1, True, 2)
    assert [stick.is_whole(one) for one in copies_on(place / stick.FOLDER)] == [True, True]


def test_nothing_is_written_where_nothing_changed(copier: Copier, place: Path) -> None:
    until(copier, is_all_there)
    before = names(place / stick.FOLDER)
    for _ in range(20):
        copier.step()

    assert names(place / stick.FOLDER) == before


def test_words_say_how_far_behind_and_amber_comes_after_ten_seconds(database: Path) -> None:
    now = time.monotonic()
    state = OnStick("/stick", alive_at=now, waiting_since=now - 2.2, copied_at="12:00")
    late = replace(state, waiting_since=now - 14)
    out = replace(state, problem=OUT)
    stopped = replace(state, alive_at=now - 60)

    assert (state.words, state.level) == ("2 s behind", "good")
    assert (late.words, late.level) == ("14 s behind", "warning")
    assert (out.words, out.level) == (
        "The stick is out. Plug it in again. The event goes on without it, 2 s behind.", "problem",
    )  # fmt: skip
    assert (stopped.words, stopped.level) == ("Nothing is copied to the stick any more. Restart the site.", "problem")
    assert replace(state, waiting_since=None, pictures=3).words == "3 pictures still to copy"
    assert replace(state, waiting_since=now - 600).words == "10 min behind"


def test_stick_that_is_pulled_is_said_and_put_in_again_it_has_everything(
    copier: Copier, database: Path, place: Path, tmp_path: Path
) -> None:
    until(copier, is_all_there)
    place.rename(tmp_path / "in a pocket")
    change(database)
    out = until(copier, lambda state: state.problem == OUT)
    change(database)
    (tmp_path / "in a pocket").rename(place)
    until(copier, is_all_there)

    assert out.waiting_since is not None
    assert not (tmp_path / "stick" / "not made").exists()
    # Both changes may be met in one look, or in two.
    assert [one.generation for one in copies_on(place / stick.FOLDER)] in ([2, 1], [3, 2, 1])


def test_folder_of_a_stick_that_is_out_is_never_made(copier: Copier, place: Path) -> None:
    """A mount point stays when the stick is gone, and is then a folder of this computer's disk."""
    until(copier, is_all_there)
    rest(copier)  # else it would make a copy of what is missing
    for path in (*(place / stick.FOLDER).iterdir(), *place.glob("*.sqlite3")):
        path.unlink()
    (place / stick.FOLDER).rmdir()
    until(copier, lambda state: state.problem == OUT)

    assert names(place) == []


def test_stick_at_another_letter_is_found_by_its_site(
    copier: Copier, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    until(copier, is_all_there)
    moved, foreign = tmp_path / "F" / "cribbage-backups", tmp_path / "E" / "cribbage-backups"
    (foreign / stick.FOLDER).mkdir(parents=True)
    write_term(foreign / stick.FOLDER, Term(9, "badokiru"), "of another site" * 4, {})
    moved.parent.mkdir()
    place.rename(moved)
    monkeypatch.setattr(copying, "drives", lambda: [foreign, moved])
    until(copier, lambda state: state.place == str(moved) and is_all_there(state))

    assert second_place() == moved


def test_another_place_chosen_while_drives_are_searched_stays_the_chosen_one(
    copier: Copier, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    until(copier, is_all_there)
    rest(copier)
    moved, other = tmp_path / "F" / "cribbage-backups", tmp_path / "other"
    moved.parent.mkdir()
    place.rename(moved)

    def chosen_meanwhile() -> list[Path]:
        if second_place() == place:  # the first time
            choose_second_place(other)
        return [moved]

    monkeypatch.setattr(copying, "drives", chosen_meanwhile)
    copier.step()
    rest(copier)

    assert second_place() == other


def test_stick_that_is_given_up_and_chosen_again_during_one_look_is_not_out(
    copier: Copier, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    until(copier, is_all_there)
    rest(copier)
    real = copying.find_place

    def given_up_meanwhile(*told: Any) -> Path:
        choose_second_place(None)
        found = real(*told)
        choose_second_place(place)
        return found

    monkeypatch.setattr(copying, "find_place", given_up_meanwhile)
    for _ in range(2):
        copier.step()
        rest(copier)

    assert (copier.state.problem, second_place()) == ("", place)


def test_place_that_cannot_be_written_down_leaves_the_one_before(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, *_: object, **__: object) -> None:
        path.touch()
        os.truncate(path, 0)
        raise OSError(errno.ENOSPC, "full")

    before = names(folder_of_backups())
    with monkeypatch.context() as broken:
        broken.setattr(Path, "write_text", full)
        with pytest.raises(OSError, match="full"):
            choose_second_place(place / "other")

    assert (second_place(), names(folder_of_backups())) == (place, before)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, FULL),
        (errno.EROFS, READ_ONLY),
        (errno.EACCES, READ_ONLY),
        (errno.ENODEV, OUT),
        (errno.EIO, "The stick cannot be written to. Choose another one (Input/output error)"),
    ],
)
def test_stick_that_fails_is_said_in_words_and_tried_again(
    copier: Copier, database: Path, place: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    until(copier, is_all_there)
    change(database)

    def fails(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fails)
        state = until(copier, lambda state: bool(state.problem))
        rest(copier)  # which fails too
        left = names(place / stick.FOLDER)
    until(copier, is_all_there)

    assert (state.problem, state.level, state.waiting_since is not None) == (words, "problem", True)
    assert left == [f"event-{current_term()}-1.gz"]


def test_full_stick_gives_up_its_older_copies_before_it_gives_up(
    copier: Copier, database: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        until(copier, is_all_there)
        change(database)
    real = stick._write

    def needs_room(path: Path, *told: Any, **more: Any) -> None:
        if len(copies_on(path.parent)) > 1:
            raise OSError(errno.ENOSPC, "full")
        real(path, *told, **more)

    monkeypatch.setattr(stick, "_write", needs_room)
    until(copier, is_all_there)
    assert [one.generation for one in copies_on(place / stick.FOLDER)] == [4, 3]


def test_stick_that_hangs_is_said_and_another_one_is_used_meanwhile(
    copier: Copier, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    until(copier, is_all_there)
    real, hangs = copying.find_place, [True]

    def hanging(chosen: Path | None) -> Path:
        found = real(chosen)
        while hangs[0] and found.parent.name == "stick":
            time.sleep(0.01)
        return found

    monkeypatch.setattr(copying, "find_place", hanging)
    monkeypatch.setattr(copying, "HANGS", 0.2)
    monkeypatch.setattr(copying, "LOOK_EVERY", 0.1)
    began = time.monotonic()
    state = until(copier, lambda state: state.problem == HUNG)
    hung = copier._thread
    other = tmp_path / "other"
    other.mkdir()
    use_second_place(database, other)
    until(copier, is_all_there)
    hangs[0] = False
    hung.join()

    assert state.level == "problem"
    assert time.monotonic() - began < 30
    assert names(other / stick.FOLDER) == [f"event-{current_term()}-1.gz"]


def test_stick_of_another_site_is_refused_when_it_is_chosen_and_when_it_is_plugged_in(
    copier: Copier, database: Path, place: Path, tmp_path: Path, settings: Any
) -> None:
    until(copier, is_all_there)
    rest(copier)
    own = settings.SECRET_KEY
    before = names(place / stick.FOLDER)
    settings.SECRET_KEY = "of another site, " + "x" * 40
    choose_second_place(None)
    with pytest.raises(BackupFailed, match="has the event of another site"):
        use_second_place(database, place)
    choose_second_place(place)
    change(database)
    state = until(copier, lambda state: bool(state.problem))
    rest(copier)  # else it would find the stick to be its own
    settings.SECRET_KEY = own

    assert state.problem.startswith("This stick has the event of another site, from the laptop")
    assert names(place / stick.FOLDER) == before


def test_higher_term_on_the_stick_is_met_though_nothing_changed_and_nothing_is_written_there(
    copier: Copier, database: Path, place: Path, settings: Any
) -> None:
    until(copier, is_all_there)
    write_term(place / stick.FOLDER, Term(2, "badokiru"), settings.SECRET_KEY, {
        "laptop": "oak", "addresses": ["192.0.2.7"], "port": 8000, "at": "2026-05-16T14:30:00+00:00", "continued": {},
    })  # fmt: skip
    before = names(place / stick.FOLDER)
    copier.step()
    while standing().serves:
        time.sleep(0.01)
        copier.step()
    change(database)
    for _ in range(5):
        copier.step()
        rest(copier)

    assert (standing().met["term"], standing().met["laptop"], standing().met["has_copy"]) == (
        "2-badokiru",
        "oak",
        False,
    )
    assert names(place / stick.FOLDER) == before


def test_lower_term_on_the_stick_is_of_before_and_clock_does_not_count(
    copier: Copier, database: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    until(copier, is_all_there)
    take_term()  # a backup was restored while the stick was in
    monkeypatch.setattr(copying, "of_this_laptop", lambda: {**known, "at": "1999-01-01T00:00:00+00:00"})
    known = {
        "at": "", "laptop": "oak", "host": "h", "port": 1, "addresses": [], "version": "1",
        "secret_key": stick.settings.SECRET_KEY, "continued": {},
    }  # fmt: skip
    until(copier, lambda state: len(copies_on(place / stick.FOLDER)) == 2 and is_all_there(state))

    newest = copies_on(place / stick.FOLDER)[0]
    assert (newest.term, newest.generation, standing().serves) == (current_term(), 2, True)


def test_pictures_follow_after_the_event(copier: Copier, place: Path, settings: Any) -> None:
    (Path(settings.PICTURES_DIR) / "a.jpg").write_bytes(b"x" * 1000)
    until(copier, lambda state: is_all_there(state) and (place / stick.FOLDER / "pictures" / "a.jpg").exists())


def test_pictures_come_from_the_stick_first_and_none_is_deleted_before_they_are_here(
    copier: Copier, place: Path, settings: Any
) -> None:
    here, there = Path(settings.PICTURES_DIR), place / stick.FOLDER / "pictures"
    until(copier, is_all_there)
    rest(copier)  # else it would delete what is not here
    pictures_to_come().touch()
    there.mkdir()
    (there / "a.jpg").write_bytes(b"of the first laptop")
    (here / "b.jpg").write_bytes(b"new")
    until(copier, lambda state: is_all_there(state) and names(there) == ["a.jpg", "b.jpg"])

    assert (names(here), pictures_to_come().exists()) == (["a.jpg", "b.jpg"], False)
    (here / "b.jpg").unlink()
    until(copier, lambda _: names(there) == ["a.jpg"])
    here.rename(here.with_name("somewhere else"))
    copier.step()
    until(copier, is_all_there)
    assert names(there) == ["a.jpg"]


def test_stick_that_is_pulled_while_pictures_come_from_it_has_them_still_to_come(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / stick.FOLDER / "pictures").mkdir()
    (place / stick.FOLDER / "pictures" / "a.jpg").write_bytes(b"of the first laptop")
    pictures_to_come().touch()
    real = stick.copy_pictures

    def pulled(*told: Any, **more: Any) -> int:
        place.rename(tmp_path / "in a pocket")
        return real(*told, **more)

    with monkeypatch.context() as during:
        during.setattr(stick, "copy_pictures", pulled)
        with pytest.raises(NotThere, match=OUT):
            follow_pictures(place / stick.FOLDER)
    assert pictures_to_come().exists()
    (tmp_path / "in a pocket").rename(place)

    assert follow_pictures(place / stick.FOLDER) == 0
    assert (names(tmp_path / "pictures"), pictures_to_come().exists()) == (["a.jpg"], False)


def test_place_that_is_given_up_is_told_when_nothing_is_written_there_any_more(
    copier: Copier, database: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who erases a stick waits for that: else a copy would come there afterwards."""
    until(copier, is_all_there)
    rest(copier)
    real, writes, may_write = stick.write_copy, Event(), Event()

    def slow(*told: Any) -> Any:
        writes.set()
        may_write.wait(60)
        return real(*told)

    monkeypatch.setattr(stick, "write_copy", slow)
    monkeypatch.setattr(copying, "LOOK_EVERY", 60.0)
    change(database)
    copier.step()
    assert writes.wait(60)
    choose_second_place(None)
    step = Thread(target=copier.step)
    step.start()
    step.join(0.3)
    before = on_stick()
    may_write.set()
    step.join()

    assert (before is not None, on_stick(), len(names(place / stick.FOLDER))) == (True, None, 2)


def test_place_of_an_earlier_version_gets_its_folder_without_being_chosen_again(database: Path, place: Path) -> None:
    (place / stick.FOLDER).rmdir()
    copier = Copier(database)
    until(copier, is_all_there)
    copier.end()

    assert len(copies_on(place / stick.FOLDER)) == 1


def test_process_copies_once_more_at_the_end_and_keeps_how_it_stands(
    database: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "SECONDS_AT_THE_END", 60.0)  # on a busy machine the last look takes its time
    turns = iter([False] * 40 + [True])

    def is_ending(seconds: float) -> bool:
        time.sleep(0.01)
        is_last = next(turns)
        if is_last:
            change(database)
        return is_last

    keep_copying(database, is_ending)
    found = on_stick()

    assert found is not None
    assert found.words == "All on the stick"
    assert [one.generation for one in copies_on(place / stick.FOLDER)] == [2, 1]
