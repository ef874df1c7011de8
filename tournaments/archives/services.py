"""Archives of events: one, all of a user, and back."""

import zipfile
from collections.abc import Sequence
from tempfile import TemporaryFile
from typing import IO

from django.conf import settings
from django.contrib.auth.models import User
from django.utils.module_loading import import_string

from tournaments.archives import export, restore
from tournaments.archives.container import MAX_CONTENT
from tournaments.archives.restore import Restored
from tournaments.models import Tournament

ENDING = ".cribbage.zip"
FIRST_DAY = (1980, 1, 1, 0, 0, 0)


def name_of_archive(tournament: Tournament) -> str:
    """Return the name under which the archive of an event is saved."""
    return f"{tournament.slug}{ENDING}"


def write_archive(tournament: Tournament, file: IO[bytes]) -> None:
    """Write the archive of an event into an empty file, as :func:`tournaments.archives.export.write_archive`."""
    export.write_archive(tournament=tournament, file=file)


def write_everything(user: User, file: IO[bytes]) -> None:
    """Write a zip of the archives of all events that a user directs; an event that is deleted meanwhile is left out."""
    directed = Tournament.objects.present().directed_by(user.pk)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as everything:
        for tournament in directed.order_by("pk"):
            with TemporaryFile() as one:
                try:
                    write_archive(tournament, one)
                except Tournament.DoesNotExist:
                    continue
                one.seek(0)
                with everything.open(zipfile.ZipInfo(name_of_archive(tournament), FIRST_DAY), "w") as out:
                    while part := one.read(1024**2):
                        out.write(part)


def restore_archive(file: IO[bytes], *, user: User | None, by: str, most: int = MAX_CONTENT) -> Restored:
    """Restore an event, as :func:`tournaments.archives.restore.restore_archive`."""
    return restore.restore_archive(file=file, user=user, by=by, most=most)


def differences_in(tournament: Tournament) -> Sequence[str]:
    """Return in words what in an event does not follow from its cards, and what shows that its log was altered."""
    found: Sequence[str] = import_string(settings.EVENT_CHECK)(tournament)
    return found
