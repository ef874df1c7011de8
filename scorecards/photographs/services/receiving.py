"""Keep a file that somebody sends: on the disk and in the queue before they hear that it is saved."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from uuid import UUID

from django.db import IntegrityError, transaction

from scorecards.models import PictureFile
from scorecards.models.base import ACTIVE
from scorecards.photo.heads import MAX_BYTES
from scorecards.photo.reading import Refusal
from scorecards.photographs import files
from scorecards.photographs.kinds import NotTaken, is_reader_installed, kind_of
from scorecards.photographs.refusals import NO_ROOM
from tournaments.changes.write_queue import write_queue
from tournaments.models import StaffMember, Tournament

MAX_NAME = 150


class ReaderMissing(Exception):
    """What reads photographs is not installed on this computer."""


def receive(
    tournament: Tournament, actor: StaffMember, *, key: UUID, name: str, chunks: Iterable[bytes]
) -> tuple[PictureFile, bool]:
    """Store a file and put it into the queue of the reader. The same key, or the same bytes, count once.

    A file that was refused is read once more if it is sent again. Also returns whether the same bytes came before under
    another key.

    Raises:
        NotTaken: it is no picture, too large, or there is no room. Nothing of it is stored.
        ReaderMissing: nothing could read it.
    """
    if not is_reader_installed():
        raise ReaderMissing
    if (known := PictureFile.objects.filter(key=key, tournament=tournament).first()) is not None:
        return known, False
    try:
        with files.being_written() as part:
            size, digest = _write(part, chunks)
            kind = kind_of(part)
            if (known := _with_bytes(tournament, digest)) is not None:
                return _again(known), True
            stored = files.keep(part, kind)
    except files.NoRoom as full:
        raise NotTaken(NO_ROOM) from full
    file = PictureFile(
        tournament=tournament,
        key=key,
        name=Path(name).name[:MAX_NAME],
        size=size,
        digest=digest,
        stored=stored,
        made_by=actor.name,
    )
    try:
        with write_queue(), transaction.atomic():
            file.save(force_insert=True)
    except BaseException as error:
        files.path_of(stored).unlink(missing_ok=True)
        # Sent twice at once: the other one was a moment faster.
        known = PictureFile.objects.filter(key=key, tournament=tournament).first() or _with_bytes(tournament, digest)
        if isinstance(error, IntegrityError) and known is not None:
            return known, known.key != key
        raise
    return file, False


def _write(part: Path, chunks: Iterable[bytes]) -> tuple[int, str]:
    digest, size = hashlib.sha256(), 0
    with part.open("wb") as written:
        for chunk in chunks:
            size += len(chunk)
            if size > MAX_BYTES:
                raise NotTaken(Refusal.TOO_LARGE)
            digest.update(chunk)
            written.write(chunk)
    return size, digest.hexdigest()


def _with_bytes(tournament: Tournament, digest: str) -> PictureFile | None:
    return PictureFile.objects.filter(ACTIVE, tournament=tournament, digest=digest).exclude(stored="").first()


def _again(file: PictureFile) -> PictureFile:
    """Let a file be read once more that was refused."""
    with write_queue(), transaction.atomic():
        refused = PictureFile.objects.filter(pk=file.pk, state=PictureFile.State.REFUSED)
        refused.update(state=PictureFile.State.WAITING, refusal="", tries=0, claimed_at=None)
    file.refresh_from_db()
    return file
