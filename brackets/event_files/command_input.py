"""Reading an event file for a command: from a path or standard input, errors to standard error."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from brackets.event_files.reading import read_event
from tournaments.event_file.errors import EventFileError
from tournaments.event_file.strict_json import MAX_BYTES
from tournaments.rules.types import EventFile

REFUSED = 2


def read_event_or_exit(command: BaseCommand, path: str) -> EventFile:
    """Return the event of the file at ``path`` (``-`` is standard input), or list its errors and exit with 2."""
    try:
        data = _read(path)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}", returncode=REFUSED) from error
    try:
        return read_event(data)
    except EventFileError as error:
        for message in error.errors:
            command.stderr.write(message, style_func=str)
        sys.exit(REFUSED)


def _read(path: str) -> bytes:
    # One byte more than is allowed is enough to be refused; a larger file must not fill the memory.
    if path == "-":
        if sys.stdin is None:
            raise OSError("standard input is closed")
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(path).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def add_file_argument(parser: Any) -> None:
    """Add the FILE argument that these commands share."""
    parser.add_argument("file", metavar="FILE", help="an event file; - is standard input")
