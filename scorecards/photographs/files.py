"""Pictures on the disk, beside the database: names at random, whole and on the disk before anybody hears "saved"."""

import errno
import os
import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.db import transaction

from tournaments.backups.copies import sync_folder, to_disk

RESERVE = 200 * 1024**2
"""Bytes that pictures leave free: the site itself needs them to store cards."""
PART = ".part"
FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""The disk has no room, or none for this user."""


class NoRoom(Exception):
    """There is too little room on the disk for pictures."""


def folder() -> Path:
    """Return the folder of pictures, which nobody else on this computer can open."""
    found = Path(settings.PICTURES_DIR)
    found.mkdir(mode=0o700, parents=True, exist_ok=True)
    return found


def path_of(stored: str) -> Path:
    """Return where a picture lies. Names are made here, and have no folders in them."""
    return Path(settings.PICTURES_DIR) / Path(stored).name


def new_name(ending: str) -> str:
    """Return a name that nobody can guess; ``ending`` is that of its kind: ``.jpg``."""
    return f"{secrets.token_hex(16)}{ending}"


@contextmanager
def being_written() -> Iterator[Path]:
    """Give the path of a new file to write, which is deleted afterwards unless :func:`keep` has given it a name.

    Raises:
        NoRoom: the disk is full, or nearly; nothing that was written stays.
    """
    part = folder() / new_name(PART)
    try:
        if shutil.disk_usage(part.parent).free < RESERVE:
            raise NoRoom
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield part
    except OSError as error:
        if error.errno in FULL:
            raise NoRoom from error
        raise
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def keep(part: Path, ending: str) -> str:
    """Put a file that was written on the disk for good, and return its name."""
    name = new_name(ending)
    put(part, name)
    return name


def put(part: Path, name: str) -> None:
    """Put a file that was written on the disk for good, under this name."""
    to_disk(part)
    part.replace(part.with_name(name))
    sync_folder(part.parent)


def store(data: bytes, ending: str) -> str:
    """Write a small picture and return its name.

    Raises:
        NoRoom: the disk is full.
    """
    with being_written() as part:
        part.write_bytes(data)
        return keep(part, ending)


def delete_once_committed(names: Iterable[str]) -> None:
    """Delete pictures when the transaction ends: no row names a file that was deleted."""
    gone = [path_of(name) for name in names if name]

    def delete() -> None:
        for path in gone:
            with suppress(OSError):
                path.unlink(missing_ok=True)

    transaction.on_commit(delete)
