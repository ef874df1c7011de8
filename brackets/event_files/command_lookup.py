"""Finding what is stored, for a command."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import CommandError
from django.db import connection

from tournaments.models import Tournament


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
