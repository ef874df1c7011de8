"""The file of an archive: the same bytes for the same content, and refused where any byte is another."""

import gc
import io
import json
import random
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from brackets.event_files.store import import_event
from tests.events import round_robin, rows_stored
from tests.tournaments.archives.full_event import archive_of
from tournaments.archives import container
from tournaments.archives.container import MANIFEST, ArchiveReader, ArchiveRefused, ArchiveWriter, line_of
from tournaments.archives.export import write_archive
from tournaments.archives.restore import restore_archive
from tournaments.hooks import differences_of
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db

SOME, ALL = 60, 2_000
Content = tuple[list[str], list[Any]]
"""Fields and rows of a table."""


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=round_robin())


@pytest.fixture(scope="module")
def archive(shared_event: Tournament) -> bytes:
    return archive_of(shared_event)


def flipped(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def cut(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data))]


def without_a_part(rng: random.Random, data: bytes) -> bytes:
    start, length = rng.randrange(len(data)), rng.randrange(1, 400)
    return data[:start] + data[start + length :]


def with_a_part_twice(rng: random.Random, data: bytes) -> bytes:
    start, length = rng.randrange(len(data) - 1), rng.randrange(1, 400)
    return data[: start + length] + data[start:]


def overwritten(rng: random.Random, data: bytes) -> bytes:
    at, noise = rng.randrange(len(data)), rng.randbytes(rng.randrange(1, 40))
    changed = data[:at] + noise + data[at + len(noise) :]
    return changed if changed != data else flipped(rng, data)


def extended(rng: random.Random, data: bytes) -> bytes:
    return data + rng.randbytes(rng.randrange(1, 100))


def with_other_rows(rng: random.Random, data: bytes) -> bytes:
    """Change values and seal the archive again, as somebody would who wants to do harm."""

    def change(table: Any, rows: list[Any]) -> Content:
        is_spoiled = rows and rng.random() < 0.3
        return table.fields, [spoiled(rng, row) for row in rows] if is_spoiled else rows

    return rebuilt(data, change)


def spoiled(rng: random.Random, row: dict[str, Any]) -> dict[str, Any]:
    name = rng.choice(sorted(row))
    wrong = rng.choice([None, -1, 10**6, 10**30, "x" * 70_000, "\0", [], {}, True, 1.5, "2026-02-30", "\ud800"])
    return {**row, name: wrong if wrong != row[name] else object.__name__ * 200}


def rebuilt(data: bytes, change: Callable[[Any, list[Any]], Content], *more: str) -> bytes:
    """Return an archive with other fields and rows in its tables, and with more tables, sealed again."""
    reader, file = ArchiveReader(io.BytesIO(data)), io.BytesIO()
    with ArchiveWriter(file) as writer:
        for table in reader.tables:
            fields, rows = change(table, list(reader.rows(table)))
            writer.table(table.name, fields, iter(rows))
        for name in more:
            writer.table(name, [], iter([]))
        writer.finish(reader.event, "2026.5.16.900")
    return file.getvalue()


MUTATIONS = (flipped, flipped, cut, without_a_part, with_a_part_twice, overwritten, extended)


def refusal_of(data: bytes) -> str:
    with pytest.raises(ArchiveRefused) as refusal:
        restore_archive(io.BytesIO(data), user=None, by="me")
    return str(refusal.value)


def refused(data: bytes, count: int, seed: int, among: Sequence[Any] = MUTATIONS) -> list[str]:
    """Return what is said of damaged archives."""
    rng = random.Random(seed)
    words = []
    for number in range(count):
        mutation = among[number % len(among)]
        damaged = mutation(rng, data)
        if damaged != data:
            words.append(refusal_of(damaged))
    return words


@pytest.mark.parametrize(
    ("count", "seed"),
    [
        (SOME, 1),
        # Refused before anything is stored.
        pytest.param(ALL, 2, marks=[pytest.mark.once, pytest.mark.slow]),
    ],
)
def test_damaged_archives_are_refused_in_words_and_nothing_is_stored(archive: bytes, count: int, seed: int) -> None:
    before = rows_stored()

    words = refused(archive, count, seed)

    assert len(words) > count * 0.8
    assert all(word.endswith((".", "first.")) and len(word) < 200 for word in words)
    assert rows_stored() == before


@pytest.mark.parametrize("seed", range(40))
def test_archive_with_other_rows_is_refused_in_words_or_what_it_says_is_stored(archive: bytes, seed: int) -> None:
    rng = random.Random(seed)
    before = rows_stored()
    try:
        other = with_other_rows(rng, archive)
    except UnicodeEncodeError:  # half of a pair of characters, which no file can hold
        return

    try:
        restore_archive(io.BytesIO(other), user=None, by="me")
        is_stored = True
    except ArchiveRefused:
        is_stored = False

    assert is_stored != (rows_stored() == before)


def test_same_event_gives_the_same_bytes_and_no_time_or_right_of_this_machine(
    archive: bytes, shared_event: Tournament
) -> None:
    infos = zipfile.ZipFile(io.BytesIO(archive)).infolist()

    assert archive_of(shared_event) == archive
    assert {(info.date_time, info.external_attr, info.create_system) for info in infos} == {
        ((1980, 1, 1, 0, 0, 0), 0o600 << 16, 3)
    }
    assert infos[-1].filename == MANIFEST


def test_archive_is_a_zip_of_lines_of_json_that_anybody_can_read(archive: bytes) -> None:
    unpacked = zipfile.ZipFile(io.BytesIO(archive))
    manifest = json.loads(unpacked.read(MANIFEST))
    [name] = [one for one in unpacked.namelist() if one.endswith("-tournaments.Entrant.jsonl")]
    entrants = unpacked.read(name).decode().splitlines()

    assert (manifest["format"], manifest["event"]["name"]) == ("cribbage-archive/1", "Lantern Bay Open")
    assert manifest["made_by"] == settings.VERSION
    assert [json.loads(line)["number"] for line in entrants] == [1, 2, 3, 4]
    assert manifest["content"] == container._content_of(ArchiveReader(io.BytesIO(archive)).tables)


def zipped(*names: str, **more: Any) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name in names:
            made.writestr(name, line_of(more))
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "This is not an archive of an event. Choose a file that ends in .cribbage.zip."),
        (b'{"format_version": 1}', "This is not an archive of an event. Choose a file that ends in .cribbage.zip."),
        (zipped("a.txt"), "This zip file is not an archive of an event."),
        (zipped("../../etc/passwd", MANIFEST), "This zip file is not an archive of an event."),
        (
            zipped("001-x.jsonl", MANIFEST, format="cribbage-archive/2", made_by="2031.5.16.900"),
            (
                "This archive is of the version cribbage-archive/2, made by version 2031.5.16.900 of the site."
                " This site reads cribbage-archive/1: upgrade it."
            ),
        ),
        (
            zipped("001-x.jsonl", MANIFEST, format="cribbage-archive/2"),
            "This archive is of the version cribbage-archive/2. This site reads cribbage-archive/1: upgrade it.",
        ),
    ],
)
def test_other_files_are_refused_in_words(data: bytes, words: str) -> None:
    assert refusal_of(data) == words


def of_events(*names: str) -> io.BytesIO:
    """Return an archive of nothing but events of these names."""
    file = io.BytesIO()
    with ArchiveWriter(file) as writer:
        writer.table("tournaments.Tournament", ["name"], ({"name": name} for name in names))
        writer.finish({}, "2026.5.16.900")
    return file


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here that is always full")
def test_archive_that_cannot_be_written_leaves_nothing_open(shared_event: Tournament) -> None:
    with Path("/dev/full").open("r+b", buffering=0) as full, pytest.raises(OSError, match="No space left"):
        write_archive(shared_event, full)

    gc.collect()  # a zip file that is still open would write to the closed one, which fails the test


def test_archive_with_paths_of_its_own_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, "_file_name", lambda number, table: f"../../{number}")
    elsewhere = of_events("x").getvalue()
    monkeypatch.undo()

    assert refusal_of(elsewhere) == "This archive is damaged or was changed. Use another copy of it."


def test_archive_that_unpacks_to_more_than_is_read_is_refused() -> None:
    file = of_events(*["a" * 1_000_000] * 30)

    with pytest.raises(ArchiveRefused, match="This archive is larger than 20 MB when it is unpacked"):
        restore_archive(file, user=None, by="me", most=20 * 1024**2)
    assert len(file.getvalue()) < 100_000


def test_archive_of_a_newer_site_is_refused_by_what_is_not_known(archive: bytes) -> None:
    def with_shoes(table: Any, rows: list[Any]) -> Content:
        more = ["shoe_size"] if table.name == "tournaments.Entrant" else []
        return [*table.fields, *more], [{**row, **dict.fromkeys(more, 1)} for row in rows]

    assert refusal_of(rebuilt(archive, with_shoes)) == (
        "This archive has tournaments.Entrant.shoe_size, which this site does not know. Upgrade the site first."
    )
    assert refusal_of(rebuilt(archive, lambda table, rows: (table.fields, rows), "judging.Appeal")) == (
        "This archive has the table judging.Appeal, which this site does not know. Upgrade the site first."
    )


def test_archive_of_an_older_site_without_a_field_gets_its_default(archive: bytes) -> None:
    def without_contact(table: Any, rows: list[Any]) -> Content:
        fields = [name for name in table.fields if name != "contact"]
        return fields, [{name: row[name] for name in fields} for row in rows]

    restored = restore_archive(io.BytesIO(rebuilt(archive, without_contact)), user=None, by="me").tournament

    assert restored.contact == ""


def test_archive_of_before_namesakes_were_told_apart_tells_them_apart() -> None:
    tournament = import_event(event_file=round_robin())
    for number, city in ((1, "Hilo"), (2, "Kona")):
        Entrant.objects.filter(tournament=tournament, number=number).update(name="Ann Quill", city=city)

    def of_before(table: Any, rows: list[Any]) -> Content:
        fields = [name for name in table.fields if name != "told_apart_by"]
        return fields, [{name: row[name] for name in fields} for row in rows]

    older = rebuilt(archive_of(tournament), of_before)
    restored = restore_archive(io.BytesIO(older), user=None, by="me").tournament

    shown = [one.shown_name for one in restored.entrants.order_by("number")[:2]]
    assert shown == ["Ann Quill (Hilo)", "Ann Quill (Kona)"]


def test_archive_of_before_fees_were_whole_cents_has_the_same_fees() -> None:
    tournament = import_event(event_file=round_robin())
    Tournament.objects.filter(pk=tournament.pk).update(entry_fee=19_99)
    Entrant.objects.filter(tournament=tournament).update(fee_owed=19_99, fee_paid=7)

    def of_before(table: Any, rows: list[Any]) -> Content:
        fees = [name for name in ("entry_fee", "fee_owed", "fee_paid") if name in table.fields]
        return table.fields, [{**row, **{fee: f"{row[fee] / 100:.2f}" for fee in fees}} for row in rows]

    older = rebuilt(archive_of(tournament), of_before)
    restored = restore_archive(io.BytesIO(older), user=None, by="me").tournament

    assert restored.entry_fee == 19_99
    assert set(restored.entrants.values_list("fee_owed", "fee_paid")) == {(19_99, 7)}
    assert not differences_of(restored)
