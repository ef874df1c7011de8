"""What commands share: an event file read from a path or standard input, and finding what is stored."""

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from brackets.event_files.reading import read_event
from tournaments.event_file.errors import EventFileError
from tournaments.event_file.strict_json import MAX_BYTES
from tournaments.models import Tournament
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


def require_tables() -> None:
    """End the command and say what to do while the database is still empty."""
    if Tournament._meta.db_table not in connection.introspection.table_names():
        raise CommandError(f"There is no data yet. Start the site once: {settings.START}")


def tournament_named(slug: str) -> Tournament:
    """Return the tournament with this address, or end the command with the addresses there are."""
    require_tables()
    tournament = Tournament.objects.present().filter(slug=slug).first()
    if tournament is None:
        known = ", ".join(Tournament.objects.present().values_list("slug", flat=True)[:20]) or "none"
        raise CommandError(f"There is no tournament {slug}. Stored here: {known}.")
    return tournament


def director_named(name: str | None) -> User | None:
    """Return the user of this name, nobody for none, or end the command where there is no such user."""
    if not name:
        return None
    user = User.objects.filter(username=name).first()
    if user is None:
        raise CommandError(f"There is no user named {name}. Make one: {settings.MANAGE} createsuperuser")
    return user


def add_slug_argument(parser: Any) -> None:
    """Add the SLUG argument that these commands share."""
    parser.add_argument("slug", metavar="SLUG", help="the last part of the tournament's address")
