"""A copy that reads the log of a database stays equal to it."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from config.standby.copy import Copy, DamagedCopy
from config.standby.feed import LONGEST_LOG, Feed
from config.standby.messages import Kind, Message
from config.standby.wal import DamagedLog, LogReader, Part, check_frames, read_head

SLIPS = "(SELECT * FROM slip ORDER BY id)"
ROWS = f"SELECT count(*), sum(length(content)), group_concat(hex(substr(content, 1, 4))) FROM {SLIPS}"  # noqa: S608


class Writer:
    """Writes to a database as the site does."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = sqlite3.connect(path, isolation_level=None)
        self.database.execute("PRAGMA journal_mode=WAL")
        self.database.execute("CREATE TABLE IF NOT EXISTS slip (id INTEGER PRIMARY KEY, content BLOB)")

    def write(self, size: int = 100, end: str = "COMMIT") -> None:
        self.database.execute("BEGIN IMMEDIATE")
        self.database.execute("INSERT INTO slip (content) VALUES (?)", [random.Random(size).randbytes(size)])
        self.database.execute(end)

    def rows(self) -> object:
        return self.database.execute(ROWS).fetchone()


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Writer]:
    writer = Writer(tmp_path / "first.sqlite3")
    yield writer
    writer.database.close()


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path / "second.sqlite3")


def messages_of(writer: Writer, copy: Copy) -> Iterator[Message]:
    feed = Feed(writer.path, {}, is_wanted_since=lambda: float("inf"), is_ending=lambda: False)
    return feed.messages(copy.place)


def take(copy: Copy, messages: Iterator[Message]) -> list[Kind]:
    """Store what is told until there is nothing new; return what was told."""
    kinds = []
    for message in messages:
        kinds.append(message.kind)
        values = message.values
        if message.kind is Kind.HELLO and not values["goes_on"]:
            copy.begin()
        elif message.kind is Kind.COPY:
            copy.add_copy(message.content, values["is_last"])
        elif message.kind is Kind.LOG:
            copy.add(Part(bytes.fromhex(values["salts"]), values["offset"], message.content))
        elif message.kind is Kind.BEAT:
            break
    return kinds


def rows_of(copy: Copy) -> object:
    copy.take_into_use()
    with closing(sqlite3.connect(copy.path)) as database:
        return database.execute(ROWS).fetchone()


def test_copy_has_what_was_there_and_what_came(writer: Writer, copy: Copy) -> None:
    writer.write(10_000)
    messages = messages_of(writer, copy)
    take(copy, messages)
    writer.write()
    writer.write(end="ROLLBACK")
    writer.write(50_000)

    assert take(copy, messages) == [Kind.LOG, Kind.BEAT]
    messages.close()
    assert rows_of(copy) == writer.rows()


def test_log_that_begins_again_is_read_to_its_end(writer: Writer, copy: Copy) -> None:
    messages = messages_of(writer, copy)
    take(copy, messages)
    sizes = []
    for _ in range(3):
        for _ in range(12):
            writer.write(LONGEST_LOG // 10)
            take(copy, messages)
        sizes.append(writer.path.with_name(f"{writer.path.name}-wal").stat().st_size)

    messages.close()
    assert rows_of(copy) == writer.rows()
    assert sizes[0] == sizes[-1] < 2 * LONGEST_LOG


def test_copy_goes_on_after_it_was_away(writer: Writer, copy: Copy) -> None:
    messages = messages_of(writer, copy)
    take(copy, messages)
    writer.write()
    take(copy, messages)
    messages.close()
    writer.write()
    again = Copy(copy.path)

    assert again.place == copy.place
    messages = messages_of(writer, again)
    assert take(again, messages) == [Kind.HELLO, Kind.LOG, Kind.BEAT]
    messages.close()
    assert rows_of(again) == writer.rows()


def test_whole_copy_where_the_log_began_again_meanwhile(writer: Writer, copy: Copy) -> None:
    messages = messages_of(writer, copy)
    take(copy, messages)
    writer.write()
    take(copy, messages)
    messages.close()
    writer.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    writer.write()
    messages = messages_of(writer, copy)

    assert Kind.COPY in take(copy, messages)
    messages.close()
    assert rows_of(copy) == writer.rows()


def test_copy_that_was_not_complete_leaves_the_one_before(writer: Writer, copy: Copy) -> None:
    messages = messages_of(writer, copy)
    take(copy, messages)
    messages.close()
    before = writer.rows()
    copy.begin()
    copy.add_copy(b"half of it", is_last=False)
    writer.write()

    assert copy.place is None
    assert rows_of(copy) == before


def test_no_copy_is_taken_into_use_before_it_is_there(copy: Copy) -> None:
    with pytest.raises(DamagedCopy):
        copy.take_into_use()


@pytest.mark.parametrize("changed", [40, 60, 5_000, -1])
def test_changed_byte_is_found(writer: Writer, copy: Copy, changed: int) -> None:
    messages = messages_of(writer, copy)
    take(copy, messages)
    writer.write(9_000)
    message = next(messages)
    messages.close()
    data = bytearray(message.content)
    data[changed] ^= 1

    with pytest.raises(DamagedLog):
        copy.add(Part(bytes.fromhex(message.values["salts"]), message.values["offset"], bytes(data)))


def test_transaction_that_is_still_written_is_left_for_later(writer: Writer, tmp_path: Path) -> None:
    writer.write(20_000)
    whole = writer.path.with_name(f"{writer.path.name}-wal").read_bytes()
    head = read_head(whole)
    half = tmp_path / "half-wal"
    half.write_bytes(whole[: -head.page_size // 2])

    with half.open("rb", buffering=0) as file:
        log = LogReader(file)
        first = log.read()
        half.write_bytes(whole)
        second = log.read()

    assert first is not None
    assert second is not None
    assert first.data + second.data == whole
    check_frames(head, whole[32:], head.sums)
