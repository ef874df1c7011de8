"""The file of an archive: a zip whose bytes follow from its content, and which is read only if each byte is as written.

Tables come first, compressed; ``manifest.json`` is the last file, stored as it is. It has the digest of all bytes
before it and, for each table, the number of rows, its length and its digest. Times, rights and order are fixed.
"""

import hashlib
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any

FORMAT = "cribbage-archive/1"
ANY_VERSION = "cribbage-archive/"
MANIFEST = "manifest.json"
MAX_TABLES = 200
MAX_MANIFEST = 1024**2
MAX_LINE = 16 * 1024**2
MAX_CONTENT = 1024**3
"""Bytes of all tables together, as text."""
MAX_DEPTH = 40
CHUNK = 1024**2

_TIME = (1980, 1, 1, 0, 0, 0)
_END = struct.Struct("<4s4H2LH")
_CENTRAL = struct.Struct("<4s4B4HL2L5H2L")
_CANNOT_BE_READ = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)


class ArchiveRefused(Exception):
    """The file is no archive that can be restored here; the text says why, in words. Nothing was stored."""


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A table as the manifest tells of it: its name, the names of its fields, rows, bytes and digest of its text."""

    name: str
    fields: Sequence[str]
    rows: int
    bytes: int
    sha256: str


def line_of(value: Any) -> bytes:
    """Return a value as one line of JSON: no spaces, keys in the order given, UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"


class ArchiveWriter:
    """Writes an archive into a file that can be read and sought; memory does not grow with the event."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._zip = zipfile.ZipFile(file, "w")
        self._entries: list[TableEntry] = []

    def table(self, name: str, fields: Sequence[str], rows: Iterator[Any]) -> None:
        """Write a table, each row as one line."""
        digest, number, length = hashlib.sha256(), 0, 0
        info = _info(_file_name(len(self._entries) + 1, name), zipfile.ZIP_DEFLATED)
        with self._zip.open(info, "w") as out:
            for row in rows:
                line = line_of(row)
                digest.update(line)
                out.write(line)
                number, length = number + 1, length + len(line)
        self._entries.append(TableEntry(name, fields, number, length, digest.hexdigest()))

    def finish(self, event: dict[str, Any], made_by: str) -> None:
        """Write the manifest, with what it tells of the event and the version of the site that made it."""
        end = self._zip.start_dir
        self._file.seek(0)
        manifest = {
            "format": FORMAT,
            "made_by": made_by,
            "event": event,
            "content": content_of(self._entries),
            "tables": [
                {"name": one.name, "fields": one.fields, "rows": one.rows, "bytes": one.bytes, "sha256": one.sha256}
                for one in self._entries
            ],
            "sha256": _digest_of(self._file, end),
        }
        with self._zip.open(_info(MANIFEST, zipfile.ZIP_STORED), "w") as out:
            out.write(line_of(manifest))
        self._zip.close()
        self._file.flush()


def content_of(tables: Sequence[TableEntry]) -> str:
    """Return one digest over all tables, which is the same however the file is compressed."""
    return hashlib.sha256(line_of([[table.name, table.sha256] for table in tables])).hexdigest()


def _made_by(manifest: dict[str, Any]) -> str:
    made_by = manifest.get("made_by")
    return f", made by version {made_by[:40]} of the site" if isinstance(made_by, str) else ""


def _file_name(number: int, table: str) -> str:
    return f"{number:03d}-{table}.jsonl"


def _info(name: str, method: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _TIME)
    info.compress_type, info.create_system, info.external_attr = method, 3, 0o600 << 16
    return info


def _digest_of(file: IO[bytes], length: int) -> str:
    digest = hashlib.sha256()
    while length:
        part = file.read(min(CHUNK, length))
        if not part:
            break
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
        self._file = file
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        if file.read(4) != b"PK\x03\x04":
            raise ArchiveRefused("This is not an archive of an event. Choose a file that ends in .cribbage.zip.")
        with _damage_in_words():
            self._zip = zipfile.ZipFile(file)
        infos = self._zip.infolist()
        if not 2 <= len(infos) <= MAX_TABLES + 1 or infos[-1].filename != MANIFEST:
            raise ArchiveRefused("This zip file is not an archive of an event.")
        if infos[-1].file_size > MAX_MANIFEST or infos[-1].compress_type != zipfile.ZIP_STORED:
            raise _damaged()
        manifest = self._manifest(infos[-1])
        _check_layout(file, size, infos)
        file.seek(0)
        if _digest_of(file, infos[-1].header_offset) != manifest["sha256"]:
            raise _damaged()
        self.event: dict[str, Any] = manifest["event"]
        self.content: str = manifest["content"]
        self.tables = manifest["tables"]
        names = [_file_name(number, table.name) for number, table in enumerate(self.tables, start=1)]
        if names != [info.filename for info in infos[:-1]] or self.content != content_of(self.tables):
            raise _damaged()
        if sum(info.file_size for info in infos) > most or sum(table.bytes for table in self.tables) > most:
            raise ArchiveRefused(f"This archive is larger than {most // 1024**2} MB when it is unpacked.")
        if any(info.file_size != table.bytes for info, table in zip(infos, self.tables, strict=False)):
            raise _damaged()

    def _manifest(self, info: zipfile.ZipInfo) -> dict[str, Any]:
        with _damage_in_words():
            manifest = value_of(self._zip.read(info))
        version = manifest.get("format") if isinstance(manifest, dict) else None
        if not isinstance(version, str) or not version.startswith(ANY_VERSION):
            raise ArchiveRefused("This zip file is not an archive of an event.")
        if version != FORMAT:
            raise ArchiveRefused(
                f"This archive is of the version {version[:40]}{_made_by(manifest)}."
                f" This site reads {FORMAT}: upgrade it."
            )
        try:
            tables = [
                TableEntry(
                    _text(table["name"]), [_text(name) for name in table["fields"]],
                    _count(table["rows"]), _count(table["bytes"]), _text(table["sha256"]),
                )
                for table in manifest["tables"]
            ]  # fmt: skip
            if not isinstance(manifest["event"], dict):
                raise TypeError("event")
            return {
                "event": manifest["event"],
                "content": _text(manifest["content"]),
                "sha256": _text(manifest["sha256"]),
                "tables": tables,
            }
        except (KeyError, TypeError) as error:
            raise _damaged() from error

    def rows(self, table: TableEntry) -> Iterator[Any]:
        """Yield the rows of a table, each checked: canonical JSON, not too long, not too deep.

        Raises:
            ArchiveRefused: it is damaged, or not what the manifest says.
        """
        digest, number, length = hashlib.sha256(), 0, 0
        place = self.tables.index(table)
        with _damage_in_words(), self._zip.open(self._zip.infolist()[place]) as lines:
            while line := lines.readline(MAX_LINE):
                number, length = number + 1, length + len(line)
                digest.update(line)
                if number > table.rows or length > table.bytes:
                    raise _damaged()
                yield value_of(line)
        if (number, length, digest.hexdigest()) != (table.rows, table.bytes, table.sha256):
            raise _damaged()


def value_of(line: bytes) -> Any:
    """Return the value of a line of JSON that was written by :func:`line_of`.

    Raises:
        ValueError: it was not, or is too deep.
    """
    try:
        value = json.loads(line)
    except RecursionError:
        raise ValueError("too deep") from None
    if line_of(value) != line or b"\\u0000" in line.replace(b"\\\\", b""):
        raise ValueError("not as this site writes it")
    level, depth = [value], 0
    while level := [part for one in level for part in _children(one) if isinstance(part, dict | list)]:
        depth += 1
        if depth > MAX_DEPTH:
            raise ValueError("too deep")
    return value


def _children(value: Any) -> Collection[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _check_layout(file: IO[bytes], size: int, infos: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse any byte of the zip itself that is not as written: gaps, overlaps, comments, other times or rights."""
    at, central = 0, b""
    for info in infos:
        method = zipfile.ZIP_STORED if info.filename == MANIFEST else zipfile.ZIP_DEFLATED
        wanted = _info(info.filename, method)
        wanted.CRC, wanted.compress_size, wanted.file_size = info.CRC, info.compress_size, info.file_size
        with _damage_in_words():
            header = wanted.FileHeader(zip64=False)
        file.seek(at)
        if info.header_offset != at or file.read(len(header)) != header:
            raise _damaged()
        name = info.filename.encode()
        central += _CENTRAL.pack(
            b"PK\x01\x02", 20, 3, 20, 0, 0, method, 0, 33, info.CRC, info.compress_size, info.file_size,
            len(name), 0, 0, 0, 0, 0o600 << 16, at,
        ) + name  # fmt: skip
        at += len(header) + info.compress_size
    end = _END.pack(b"PK\x05\x06", 0, 0, len(infos), len(infos), len(central), at, 0)
    file.seek(at)
    if at + len(central) + len(end) != size or file.read() != central + end:
        raise _damaged()


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise TypeError("no number")
    return value


@contextmanager
def _damage_in_words() -> Iterator[None]:
    try:
        yield
    except _CANNOT_BE_READ as error:
        raise _damaged() from error


def _damaged() -> ArchiveRefused:
    return ArchiveRefused("This archive is damaged or was changed. Use another copy of it.")
