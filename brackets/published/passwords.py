"""Passwords and keys of targets: in the data folder for its owner alone, in no database, backup, archive or log.

A file for each target, named by a digest of its place: a database continued on another computer knows the place there,
but not its password.
"""

import json
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

ABANDONED_AFTER = 600.0
"""Seconds in which somebody compares the key of a server with what its host says."""


class Secrets(NamedTuple):
    """What opens a target: a password, or the text of a key file, of which it is the passphrase then."""

    password: str
    key: str


def _file_of(place: str) -> Path:
    return Path(settings.PUBLISH_DIR) / f"{sha256(place.encode()).hexdigest()}.secret"


def keep_secrets(place: str, secrets: Secrets) -> None:
    """Keep what opens a place instead of what was kept before."""
    file = _file_of(place)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as opened:
        json.dump(secrets._asdict(), opened)
    part.replace(file)


def kept_secrets(place: str) -> Secrets | None:
    """Return what opens a place; nothing where this computer was never told."""
    with suppress(OSError, ValueError, TypeError):
        return Secrets(**json.loads(_file_of(place).read_text(encoding="utf-8")))
    return None


def forget_abandoned(places: Iterable[str]) -> None:
    """Forget what was entered for other places than these, which nobody added: the key of the server was not right."""
    known = {_file_of(place) for place in places}
    for file in Path(settings.PUBLISH_DIR).glob("*.secret"):
        if file not in known and time.time() - file.stat().st_mtime > ABANDONED_AFTER:
            file.unlink()


def forget_secrets(place: str) -> None:
    """Forget what opened a place."""
    _file_of(place).unlink(missing_ok=True)
