"""The file of an archive: a zip whose bytes follow from its content, and which is read only if each byte is as written.

Tables come first, compressed; ``manifest.json`` is the last file, stored as it is. It has the digest of all bytes
before it and, for each table, the number of rows, its length and its digest. Times, rights and order are fixed.
"""

import hashlib
import json
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import IO, Any, NamedTuple, Self

FORMAT = "cribbage-archive/1"
ANY_VERSION = "cribbage-archive/"
MANIFEST = "manifest.json"
MAX_TABLES = 200
MAX_MANIFEST = 1024**2
MAX_LINE = 16 * 1024**2
MAX_CONTENT = 1024**3
"""Bytes of all tables together, as text."""
MAX_DEPTH = 41
CHUNK = 1024**2
FIRST_DAY = (1980, 1, 1, 0, 0, 0)

# Before Python 3.11.4 a size of more than 2 GB is "large".
_CANNOT_BE_READ = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError,
    OSError, LookupError, TypeError, struct.error,
)  # fmt: skip


class ArchiveRefused(Exception):
    """The file is no archive that can be restored here; the text says why, in words. Nothing was stored."""


class TableEntry(NamedTuple):
    """A table as the manifest describes it: its name, the names of its fields, rows, bytes and digest of its text."""

    name: str
    fields: list[str]
    rows: int
    bytes: int
    sha256: str


def line_of(value: Any) -> bytes:
    """Return a value as one line of JSON: no spaces, keys in the order given, UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def value_of(line: bytes) -> Any:
    """Return the value of a line of JSON that was written by :func:`line_of`.

    Raises:
        ValueError, RecursionError: it was not, or is too deep.
    """
    value = json.loads(line)
    if line_of(value) != line or b"\\u0000" in line.replace(b"\\\\", b"") or _depth(value) > MAX_DEPTH:
        raise ValueError("not as this site writes it")
    return value


def _depth(value: Any) -> int:
    if not isinstance(value, dict | list):
        return 0
    return 1 + max(map(_depth, value.values() if isinstance(value, dict) else value), default=0)


class ArchiveWriter:
    """Writes an archive into a file that can be read and sought; memory does not grow with the event."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._zip = zipfile.ZipFile(file, "w")
        self._entries: list[TableEntry] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # An unfinished archive, as on a full disk, is deleted with its file: no error of it matters.
        with suppress(OSError):
            self._zip.close()

    def table(self, name: str, fields: Sequence[str], rows: Iterator[Any]) -> None:
        """Write a table, each row as one line."""
        digest, number, length = hashlib.sha256(), 0, 0
        info = _info(_file_name(len(self._entries) + 1, name))
        with self._zip.open(info, "w") as out:
            for row in rows:
                line = line_of(row)
                digest.update(line)
                out.write(line)
                number, length = number + 1, length + len(line)
        self._entries.append(TableEntry(name, list(fields), number, length, digest.hexdigest()))

    def finish(self, event: dict[str, Any], made_by: str) -> None:
        """Write the manifest, with what it says about the event and the version of the site that made it."""
        manifest = {
            "format": FORMAT,
            "made_by": made_by,
            "event": event,
            "content": _content_of(self._entries),
            "tables": [entry._asdict() for entry in self._entries],
            "sha256": _digest_of(self._file, self._zip.start_dir),
        }
        self._zip.writestr(_info(MANIFEST), line_of(manifest))
        self._zip.close()
        self._file.flush()


def _content_of(tables: Sequence[TableEntry]) -> str:
    """Return one digest over all tables, which is the same however the file is compressed."""
    return hashlib.sha256(line_of([[table.name, table.sha256] for table in tables])).hexdigest()


def _file_name(number: int, table: str) -> str:
    return f"{number:03d}-{table}.jsonl"


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, FIRST_DAY)
    info.compress_type = zipfile.ZIP_STORED if name == MANIFEST else zipfile.ZIP_DEFLATED
    info.create_system, info.external_attr = 3, 0o600 << 16
    return info


def _digest_of(file: IO[bytes], length: int) -> str:
    """Return the digest of the first bytes of a file."""
    digest = hashlib.sha256()
    file.seek(0)
    while length and (part := file.read(min(CHUNK, length))):
        digest.update(part)
        length -= len(part)
    return digest.hexdigest()


class ArchiveReader:
    """An archive whose bytes are all as an :class:`ArchiveWriter` writes them."""

    def __init__(self, file: IO[bytes], *, most: int = MAX_CONTENT) -> None:
        """Read the manifest and check every byte, without unpacking a table.

        Raises:
            ArchiveRefused: it is none, another version, damaged, or larger than ``most`` bytes of text.
        """
        file.seek(0)
        if file.read(4) != b"PK\x03\x04":
            raise ArchiveRefused("This is not an archive of an event. Choose a file that ends in .cribbage.zip.")
        with _damage_in_words():
            self._zip = zipfile.ZipFile(file)
            *self._infos, last = self._zip.infolist() or [zipfile.ZipInfo()]
            if not 1 <= len(self._infos) <= MAX_TABLES or last.filename != MANIFEST:
                raise ArchiveRefused("This zip file is not an archive of an event.")
            _must(last.file_size <= MAX_MANIFEST and last.compress_type == zipfile.ZIP_STORED)
            manifest = value_of(self._zip.read(last))
            _check_version(manifest)
            self.event: dict[str, Any] = manifest["event"]
            self.content: str = manifest["content"]
            self.tables = [TableEntry(**table) for table in manifest["tables"]]
            _must(type(self.event) is dict and all(type(name) is str for table in self.tables for name in table.fields))
            _must(all([type(value) for value in table] == [str, list, int, int, str] for table in self.tables))
            _check_layout(file, [*self._infos, last])
            _must(_digest_of(file, last.header_offset) == manifest["sha256"])
            _must(_content_of(self.tables) == self.content)
            told = [(_file_name(number, table.name), table.bytes) for number, table in enumerate(self.tables, start=1)]
            if max(sum(info.file_size for info in self._infos), sum(length for _, length in told)) > most:
                raise ArchiveRefused(f"This archive is larger than {most // 1024**2} MB when it is unpacked.")
            _must(told == [(info.filename, info.file_size) for info in self._infos])

    def rows(self, table: TableEntry) -> Iterator[Any]:
        """Yield the rows of a table, each checked: canonical JSON, not too long, not too deep.

        Raises:
            ArchiveRefused: it is damaged, or not what the manifest says.
        """
        digest, number, length = hashlib.sha256(), 0, 0
        with _damage_in_words(), self._zip.open(self._infos[self.tables.index(table)]) as lines:
            while line := lines.readline(MAX_LINE):
                number, length = number + 1, length + len(line)
                digest.update(line)
                _must(number <= table.rows and length <= table.bytes)
                yield value_of(line)
            _must((number, length, digest.hexdigest()) == (table.rows, table.bytes, table.sha256))


def _check_version(manifest: Any) -> None:
    version = manifest.get("format") if isinstance(manifest, dict) else None
    if not isinstance(version, str) or not version.startswith(ANY_VERSION):
        raise ArchiveRefused("This zip file is not an archive of an event.")
    if version != FORMAT:
        made_by = manifest.get("made_by")
        by = f", made by version {made_by[:40]} of the site" if isinstance(made_by, str) else ""
        raise ArchiveRefused(
            f"This archive is of the version {version[:40]}{by}. This site reads {FORMAT}: upgrade it."
        )


def _check_layout(file: IO[bytes], infos: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse any byte of the zip itself that is not as written: gaps, overlaps, comments, other times or rights."""
    at, central = 0, b""
    for info in infos:
        wanted = _info(info.filename)
        wanted.CRC, wanted.compress_size, wanted.file_size = info.CRC, info.compress_size, info.file_size
        header = wanted.FileHeader(zip64=False)
        file.seek(at)
        _must(file.read(len(header)) == header)
        # What stands between the signatures is in both: versions, method, time, sums, sizes and lengths.
        central += b"PK\x01\x02\x14\x03" + header[4:30] + struct.pack("<3H2L", 0, 0, 0, 0o600 << 16, at) + header[30:]
        at += len(header) + info.compress_size
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, len(infos), len(infos), len(central), at, 0)
    file.seek(at)
    _must(file.read(len(central + end) + 1) == central + end)


def _must(is_as_written: bool) -> None:
    if not is_as_written:
        raise ValueError


@contextmanager
def _damage_in_words() -> Iterator[None]:
    try:
        yield
    except _CANNOT_BE_READ as error:
        raise ArchiveRefused("This archive is damaged or was changed. Use another copy of it.") from error
