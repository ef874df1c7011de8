"""The copies of the event on a stick or in any other folder: seconds old, and enough to go on at another laptop.

Each is a file of its own under its final name, never renamed or overwritten, for a stick has no safe rename:
``event-<term>-<generation>.gz``. In it are one line of JSON (:class:`Head`) and a SQLite database, compressed. The
newest is complete before an older one is deleted. An incomplete copy is ignored.
"""

import gzip
import hashlib
import json
import os
import re
import shutil
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.crypto import salted_hmac

from tournaments.backups.copies import sync_folder
from tournaments.term import Term, read_signed

FOLDER = "cribbage-event"
PICTURES = "pictures"
KEPT = 3
BLOCK = 1024**2
LONGEST_HEAD = 64 * 1024
LARGEST = 4 * 1024**3
"""Bytes of a file on a FAT stick, and of a database that goes on one."""
OF_JOURNAL = slice(18, 20)
"""The bytes of a SQLite file that say whether there is a write-ahead log beside it."""
NAMED = re.compile(r"(?:event|term)-(\d{1,9}-[a-z]{8})(?:-(\d{1,12})\.gz|\.json)")


class NotWhole(Exception):
    """A file is no whole copy; the text says why."""


@dataclass(frozen=True, slots=True)
class Head:
    """What a copy says of itself; ``entry`` is the last of its activity log, ``continued`` as in :class:`Standing`."""

    site: str
    term: str
    generation: int
    at: str
    laptop: str
    host: str
    port: int
    addresses: Sequence[str]
    version: str
    secret_key: str
    entry: int = 0
    continued: Mapping[str, Any] = field(default_factory=dict)
    size: int = 0
    sha256: str = ""

    @property
    def as_continued(self) -> dict[str, Any]:
        """What a laptop keeps about the copy that it continues."""
        term = self.term.partition(":")[0]
        return {"term": term, "generation": self.generation, "entry": self.entry, "at": self.at}


class Copy(NamedTuple):
    """A file that has the name of a copy; the newest is the greatest. Generation 0: only its term is written down."""

    term: Term
    generation: int
    path: Path


def site_id(key: str | None = None) -> str:
    """Return what names a site: two with the same key are one."""
    return salted_hmac("site", "", secret=key or settings.SECRET_KEY).hexdigest()[:12]


def named_in(folder: Path) -> list[Copy]:
    """Return what is named like ours, the newest first. OSError without the folder."""
    found = [(match, folder / match[0]) for match in map(NAMED.fullmatch, os.listdir(folder)) if match]  # noqa: PTH208
    return sorted(
        (Copy(Term.named(match[1]) or Term(), int(match[2] or 0), path) for match, path in found), reverse=True
    )


def copies_on(folder: Path) -> list[Copy]:
    """Return what is named like a copy, the newest first."""
    return [one for one in named_in(folder) if one.generation]


@contextmanager
def _opened(copy: Copy) -> Iterator[tuple[Head, gzip.GzipFile]]:
    """Open a copy; return what it says about itself, and the database to read. NotWhole, OSError: as :func:`unpack`."""
    try:
        with gzip.open(copy.path, "rb") as opened:
            stored = json.loads(opened.readline(LONGEST_HEAD))
            head = Head(**{one.name: stored[one.name] for one in fields(Head)})
            term = read_signed(head.term, head.secret_key)
            if term is None or head.site != site_id(head.secret_key) or not 0 < head.size <= LARGEST:
                raise NotWhole("it is not signed")
            if (term, head.generation) != (copy.term, copy.generation):
                raise NotWhole("it has the name of another one")
            yield head, opened
    except (EOFError, zlib.error, gzip.BadGzipFile, ValueError, KeyError, TypeError) as error:
        raise NotWhole("it broke off") from error


def is_whole(copy: Copy) -> bool:
    """Read a copy to its end. OSError where the stick cannot be read, so that nobody can tell."""
    with suppress(NotWhole):
        return bool(unpack(copy, None))
    return False


def unpack(copy: Copy, target: Path | None) -> Head:
    """Write the database of a copy to a new file, which is on the disk when this returns; no more of it than it said.

    Raises:
        NotWhole: it broke off or was changed.
        OSError: something cannot be read or written, or there is no room for it.
    """
    with _opened(copy) as (head, opened):
        if target and shutil.disk_usage(target.parent).free < head.size + 50 * BLOCK:
            raise OSError(28, f"there is no room on this computer: {head.size // BLOCK + 50} MB are needed")
        left, digest = head.size, hashlib.sha256()
        with target.open("xb") if target else nullcontext() as file:
            while block := opened.read(min(BLOCK, left + 1)):
                left -= len(block)
                if left < 0:
                    raise NotWhole("it is longer than it says")
                digest.update(block)
                if file:
                    file.write(block)
            if file:
                file.flush()
                os.fsync(file.fileno())
        if left or digest.hexdigest() != head.sha256:
            raise NotWhole("it is not what was written")
    return head


def write_copy(database: Path, folder: Path, known: Mapping[str, Any], term: Term) -> tuple[Copy, Head]:
    """Copy a database to the stick as of one moment; the copy is on the stick when this returns, or not there.

    ``known`` is what else its head says. Nobody who saves waits: it is read into memory, for a file beside the
    database would have to be on the disk before the next save is.

    Raises:
        OSError, sqlite3.Error: it could not be copied.
    """
    with closing(sqlite3.connect(database, isolation_level=None)) as read:
        read.execute("BEGIN")  # both of one moment
        entry = read.execute("SELECT MAX(id) FROM tournaments_auditentry").fetchone()[0] or 0
        content = bytearray(read.serialize())
    content[OF_JOURNAL] = b"\1\1"  # one file by itself, as `PRAGMA journal_mode=DELETE` makes it
    generation = max((one.generation for one in copies_on(folder)), default=0) + 1
    told = {"site": site_id(), "term": term.signed(), "generation": generation, "entry": entry}
    head = Head(**{**known, **told, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()})
    copy = Copy(term, generation, folder / f"event-{term}-{generation}.gz")
    content[:0] = json.dumps(asdict(head)).encode() + b"\n"
    _write(copy.path, gzip.compress(content, compresslevel=1, mtime=0))
    return copy, head


def write_term(folder: Path, term: Term, key: str, known: Mapping[str, Any]) -> None:
    """Write down on a stick that another laptop goes on: the one before sees it, and serves no more."""
    told = {**known, "site": site_id(key), "term": term.signed(key)}
    _write(folder / f"term-{term}.json", json.dumps(told).encode())


def terms_on(folder: Path) -> list[dict[str, Any]]:
    """Return the terms of this site that are written down on a stick, or have a copy there, the highest first.

    Each with what is known of it, and whether it has a copy.
    """
    found: dict[Term, dict[str, Any]] = {}
    for path in folder.glob("term-*.json"):
        with suppress(ValueError, KeyError, TypeError, AttributeError):
            told = json.loads(path.read_bytes()[:LONGEST_HEAD])
            if term := read_signed(told["term"]):
                found[term] = {**told, "has_copy": False}
    for head in reversed(list(heads_on(folder))):  # the newest of each term last
        if head.site == site_id() and (term := read_signed(head.term)):
            found[term] = {**asdict(head), "has_copy": True}
            del found[term]["secret_key"]
    return [found[term] for term in sorted(found, reverse=True)]


def heads_on(folder: Path) -> Iterator[Head]:
    """Return what the copies on a stick say about themselves, the newest first; those that broke off say nothing."""
    return filter(None, map(head_of, copies_on(folder)))


def of_another_site(folder: Path) -> str:
    """Say whose stick this is, where the newest copy on it is of another site; nothing where none is."""
    for head in heads_on(folder):
        if head.site != site_id():
            told = f"This stick has the event of another site, from the laptop {head.laptop}."
            return f"{told} Use it there, or erase it first"
    return ""


def head_of(copy: Copy) -> Head | None:
    """Return what a copy says about itself, ``None`` if it broke off."""
    with suppress(NotWhole, FileNotFoundError), _opened(copy) as (head, _):
        return head
    return None


def delete_old(folder: Path, own: Term, known_whole: set[str], keep: int = KEPT) -> None:
    """Delete what is older than the newest whole copies of this term and lower ones, and what broke off before them.

    The newest of each term stays, and all of a higher one. ``known_whole`` has the names of those that were read.
    """
    mine = [one for one in copies_on(folder) if one.term == own or one.term.number < own.number]
    whole: list[Copy] = []
    for copy in mine:
        with suppress(OSError):  # unreadable for now: nobody can tell
            if copy.path.name in known_whole or is_whole(copy):
                known_whole.add(copy.path.name)
                if len(whole) < keep or all(one.term != copy.term for one in whole):
                    whole.append(copy)
                    continue
            elif not whole:
                continue
            copy.path.unlink()


def copy_pictures(source: Path, target: Path, is_time: Any = lambda: True, *, deletes: bool = True) -> int:
    """Copy each picture that is not there, and delete there what is deleted here; return how many are left to copy.

    A picture is written once, under a name at random, and never changed: names and sizes are all that is compared.
    Without the folder here nobody has deleted any. ``is_time`` tells whether there is time for another one.

    Raises:
        OSError: something cannot be read or written.
    """
    here, there = _sizes_in(source), _sizes_in(target) or {}
    if here is None:
        return 0
    for name in there.keys() - here.keys() if deletes else ():
        (target / name).unlink(missing_ok=True)
    missing = sorted(name for name, size in here.items() if there.get(name) != size)
    while missing and is_time():
        name = missing.pop()
        target.mkdir(mode=0o700, exist_ok=True)
        (target / name).unlink(missing_ok=True)  # which broke off
        with suppress(FileNotFoundError):
            _write(target / name, (source / name).read_bytes())
    return len(missing)


def _sizes_in(folder: Path) -> dict[str, int] | None:
    """Return the bytes of each picture in a folder by its name; ``None`` without the folder."""
    sizes = {}
    try:
        with os.scandir(folder) as found:
            for one in found:
                if one.is_file() and not one.name.endswith(".part"):
                    with suppress(FileNotFoundError):  # deleted just now
                        sizes[one.name] = one.stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        return None
    return sizes


def erase(folder: Path) -> None:
    """Delete every copy, term and picture from a stick.

    Raises:
        OSError: something cannot be deleted.
    """
    for one in named_in(folder):
        one.path.unlink()
    if (folder / PICTURES).is_dir():
        shutil.rmtree(folder / PICTURES)
    with suppress(OSError):  # something else is in it
        folder.rmdir()


def _write(path: Path, content: bytes) -> None:
    """Write a new file, and wait until it is on the stick. Nothing is left of one that cannot be written."""
    try:
        with open(path, "xb", opener=partial(os.open, mode=0o600)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        if not isinstance(error, FileExistsError):
            with suppress(OSError):
                path.unlink()
        raise
    sync_folder(path.parent)
