"""The queue of the reader: the rows of the files themselves, which wait, are claimed, and are read or refused.

Several readers may work at once, on several computers: a file goes to the one whose claim is stored first. A claim
that is not renewed for a minute is anybody's again.
"""

import logging
import time
from collections.abc import Callable, Sequence
from datetime import timedelta

from django.db import DatabaseError, connection
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from scorecards.models import CardPicture, PictureFile
from scorecards.models.base import ACTIVE
from scorecards.photo.layout import CardCode, event_key, parse_code
from scorecards.photo.reading import NEEDS_ANOTHER_PICTURE, ExpectedCard
from scorecards.photographs import files
from scorecards.photographs.engine import Engine, Page
from scorecards.photographs.kinds import NotTaken, is_reader_installed
from scorecards.photographs.refusals import LOST, NO_ROOM, READER_FAILED
from scorecards.photographs.services.deletion import delete_old_pictures
from tournaments.backups.state import pictures_to_come
from tournaments.changes.transaction import tournament_change
from tournaments.changes.write_queue import EventIsBusy, write_queue
from tournaments.models import Entrant, Tournament

CLAIM_ENDS = timedelta(seconds=60)
MAX_TRIES = 3
LOOK_EVERY = 0.5
AFTER_A_FAILURE = 5.0
CLEAN_EVERY = 3600.0
READER = "reader"
"""Who made the row of a card, as the row says."""

logger = logging.getLogger(__name__)


class ClaimLost(Exception):
    """Another reader has taken the file, or it was deleted."""


def _free() -> Q:
    """Return what a reader may take: files that nobody has claimed, or that have not progressed for a minute."""
    return Q(state=PictureFile.State.WAITING) & (Q(claimed_at=None) | Q(claimed_at__lt=timezone.now() - CLAIM_ENDS))


def claim_next() -> PictureFile | None:
    """Take the file that has waited longest; ``None`` where none waits. One that three readers left is refused."""
    while (
        file := PictureFile.objects.filter(ACTIVE, _free(), tournament__deleted_at=None).order_by("pk").first()
    ) is not None:
        if file.tries >= MAX_TRIES:
            _refuse(file, READER_FAILED)
            continue
        with write_queue():
            mine = PictureFile.objects.filter(_free(), pk=file.pk, tries=file.tries)
            taken = mine.update(tries=F("tries") + 1, claimed_at=timezone.now())
        if taken:
            file.tries += 1
            return file
    return None


def read_file(file: PictureFile, engine: Engine, is_ending: Callable[[], bool] = lambda: False) -> None:
    """Read a claimed file page by page. What is read of a page is stored before the next one is begun.

    If the program ends in between, the next reader continues with the file there.

    Raises:
        ClaimLost: it is not ours any more.
    """
    path = files.path_of(file.stored)
    if not file.stored or not path.is_file():
        _refuse(file, LOST)
        return
    tournament = Tournament.objects.get(pk=file.tournament_id)
    expected = expected_cards(tournament)
    number = file.pages_read + 1
    while True:
        try:
            page = engine.read(path, number, expected, tournament.scoring)
        except NotTaken as failed:
            page = Page(max(file.pages, number), cards=[({"refusals": [failed.refusal]}, b"")])
            if page.pages == 1:
                page = Page(1, failed.refusal)
        if page.refusal:
            _refuse(file, page.refusal)
            return
        try:
            _store_page(file, tournament, number, page)
        except files.NoRoom:
            _refuse(file, NO_ROOM)
            return
        if number >= page.pages:
            return
        if is_ending():
            with write_queue():
                _claimed(file).update(claimed_at=None, tries=F("tries") - 1)
            return
        number += 1


def expected_cards(tournament: Tournament) -> list[ExpectedCard]:
    """Return the cards that may come: of every entrant, whenever they were printed."""
    event = event_key(tournament.slug)
    numbers = Entrant.objects.filter(tournament=tournament).values_list("number", flat=True)
    return [ExpectedCard(CardCode(event, number, 1), tournament.games) for number in numbers]


def _claimed(file: PictureFile) -> QuerySet[PictureFile]:
    return PictureFile.objects.filter(pk=file.pk, state=PictureFile.State.WAITING, tries=file.tries)


def _store_page(file: PictureFile, tournament: Tournament, number: int, page: Page) -> None:
    stored = [files.store(picture, ".jpg") if picture else "" for _, picture in page.cards]
    is_last = number >= page.pages
    changes = {"pages": page.pages, "pages_read": number, "claimed_at": timezone.now()}
    if is_last:
        changes |= {"state": PictureFile.State.READ, "read_at": timezone.now()}
    try:
        # Open pages hear of it, as of every change; nothing that the public sees has changed.
        with tournament_change(tournament, affects_cards=False, public=False) as locked:
            if not _claimed(file).update(**changes):
                raise ClaimLost
            CardPicture.objects.bulk_create(_cards(file, locked, number, page, stored))
    except BaseException:
        for name in stored:
            files.path_of(name).unlink(missing_ok=True) if name else None
        raise
    file.pages, file.pages_read = page.pages, number


def _cards(
    file: PictureFile, tournament: Tournament, number: int, page: Page, stored: Sequence[str]
) -> list[CardPicture]:
    event = event_key(tournament.slug)
    found = []
    for place, ((reading, _), name) in enumerate(zip(page.cards, stored, strict=True), start=1):
        refusals = reading["refusals"]
        is_of_use = bool(reading.get("lines")) and NEEDS_ANOTHER_PICTURE.isdisjoint(refusals)
        found.append(
            CardPicture(
                file=file,
                page=number,
                place=place,
                entrant=_holder(tournament, event, reading.get("code", "")) if is_of_use else None,
                refusals=refusals,
                reading=reading if is_of_use else None,
                stored=name,
                made_by=READER,
            )
        )
    return found


def _holder(tournament: Tournament, event: str, text: str) -> Entrant | None:
    code = parse_code(text)
    if code is None or code.event != event:
        return None
    return Entrant.objects.filter(tournament=tournament, number=code.entrant).first()


def _refuse(file: PictureFile, refusal: str) -> None:
    """Refuse a file. Its bytes are of no use and are deleted, unless the file might be tried again."""
    tournament = Tournament.objects.get(pk=file.tournament_id)
    keeps = refusal in {NO_ROOM}
    with tournament_change(tournament, affects_cards=False, public=False):
        changes = {"state": PictureFile.State.REFUSED, "refusal": refusal, "read_at": timezone.now()}
        if not _claimed(file).update(**changes, **({} if keeps else {"stored": ""})):
            raise ClaimLost
        if not keeps:
            files.delete_once_committed([file.stored])


def read_waiting(engine: Engine, *, is_ending: Callable[[], bool] = lambda: False) -> int:
    """Read what waits, one file after the other, and return how many."""
    count = 0
    while not is_ending() and (file := claim_next()) is not None:
        try:
            read_file(file, engine, is_ending)
        except (ClaimLost, Tournament.DoesNotExist):
            continue
        count += 1
    return count


def keep_reading(is_ending: Callable[[float], bool]) -> None:
    """Read whatever comes, until the end; and delete each hour what was kept long enough.

    ``is_ending`` waits for so many seconds, or less where the end comes, and tells whether it has come.
    """
    cleaned = -CLEAN_EVERY
    pause = 0.0
    with Engine() as engine:
        while not is_ending(pause):
            pause = LOOK_EVERY
            try:
                if time.monotonic() - cleaned >= CLEAN_EVERY:
                    delete_old_pictures()
                    cleaned = time.monotonic()
                if is_reader_installed() and not pictures_to_come().exists():
                    read_waiting(engine, is_ending=lambda: is_ending(0))
            except (DatabaseError, EventIsBusy, OSError):
                connection.close()  # a server that was started again, or a promoted standby, does not know it
                logger.exception("Photographs are not read at the moment. It is tried again.")
                pause = AFTER_A_FAILURE
