"""Delete pictures: after the time that the director set, all at once, or with their event. What was read stays."""

import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from scorecards.models import CardPicture, PictureFile, PictureSettings
from scorecards.models.base import ACTIVE
from scorecards.photo.reading import Refusal
from scorecards.photographs import files
from scorecards.photographs.refusals import DELETED
from scorecards.photographs.selectors.pictures import HIDDEN, settings_of
from tournaments.changes.audit import Outsider, record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import DAYS_TO_RESTORE, AuditAction, StaffMember, Tournament
from tournaments.refused import Refused

STRAY_FOR = timedelta(days=DAYS_TO_RESTORE + 1)
"""A file that no row names is kept for so long: an older backup may have been restored, and the newer one come back."""
PROGRAM = Outsider("the program")


def delete_pictures(tournament: Tournament, actor: StaffMember | Outsider, *, before: datetime | None = None) -> int:
    """Delete the pictures of an event, or those that came before a moment. Return how many files that were.

    A file that was not read yet is refused. Readings and confirmations stay.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        found = PictureFile.objects.filter(tournament=locked)
        if before is not None:
            found = found.filter(made_at__lt=before)
        cards = CardPicture.objects.filter(file__in=found).exclude(stored="")
        kept = found.exclude(stored="")
        names = [*kept.values_list("stored", flat=True), *cards.values_list("stored", flat=True)]
        if not names:
            return 0
        count = found.filter(~Q(stored="") | ~Q(cards__stored="")).distinct().count()
        kept.filter(state=PictureFile.State.WAITING).update(state=PictureFile.State.REFUSED, refusal=DELETED)
        cards.update(stored="")
        found.exclude(stored="").update(stored="")
        files.delete_once_committed(names)
        record_change(
            locked,
            actor,
            AuditAction.PICTURES_DELETED,
            after={"files": count, **({"days": settings_of(locked).days} if before is not None else {})},
        )
    return count


def delete_old_pictures() -> None:
    """Delete what every event has kept long enough, and files that no row names."""
    now = timezone.now()
    with_pictures = Tournament.objects.present().filter(
        Q(picture_files__made_at__lt=now - timedelta(days=1)),
        ~Q(picture_files__stored="") | ~Q(picture_files__cards__stored=""),
    )
    for tournament in with_pictures.distinct():
        with suppress(Tournament.DoesNotExist):
            days = timedelta(days=settings_of(tournament).days)
            delete_pictures(tournament, PROGRAM, before=now - days)
    _delete_strays(now)


def _delete_strays(now: datetime) -> None:
    folder = Path(settings.PICTURES_DIR)
    if not folder.is_dir():
        return
    limit = time.time() - STRAY_FOR.total_seconds()
    old = [path for path in folder.iterdir() if path.is_file() and path.stat().st_mtime < limit]
    named = _named([path.name for path in old])
    for path in old:
        if path.name not in named:
            path.unlink(missing_ok=True)


def _named(names: Sequence[str]) -> set[str]:
    """Return which of these names a row has."""
    found: set[str] = set()
    for start in range(0, len(names), 500):
        some = names[start : start + 500]
        for model in (PictureFile, CardPicture):
            found.update(model.objects.filter(stored__in=some).values_list("stored", flat=True))
    return found


def forget_pictures(tournament: Tournament) -> None:
    """Delete the pictures of an event that is destroyed, once it is."""
    own = PictureFile.objects.filter(tournament=tournament)
    cards = CardPicture.objects.filter(file__in=own)
    files.delete_once_committed([*own.values_list("stored", flat=True), *cards.values_list("stored", flat=True)])


def set_pictures(tournament: Tournament, actor: StaffMember, *, days: int, keeps_boxes: bool) -> None:
    """Set after how many days pictures are deleted, and whether boxes may be exported; nothing where it is so."""
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        before = settings_of(locked)
        if (before.days, before.keeps_boxes) == (days, keeps_boxes):
            return
        PictureSettings.objects.update_or_create(tournament=locked, defaults={"days": days, "keeps_boxes": keeps_boxes})
        record_change(
            locked,
            actor,
            AuditAction.PICTURE_SETTINGS_CHANGED,
            before={"days": before.days, "boxes": before.keeps_boxes},
            after={"days": days, "boxes": keeps_boxes},
        )


def hide_refused(tournament: Tournament, actor: StaffMember) -> int:
    """Take out of the list what could not be used, once it was photographed again. Return how many."""
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        files = PictureFile.objects.filter(ACTIVE, tournament=locked, state=PictureFile.State.REFUSED)
        cards = CardPicture.objects.filter(ACTIVE, file__tournament=locked, entrant=None)
        # What was read may still be somebody's card of this event. No SQL that both databases know looks into a list.
        rows = cards.annotate(is_read=Q(reading__isnull=False)).values_list("pk", "is_read", "refusals")
        done_with = [pk for pk, is_read, refusals in rows if not is_read or Refusal.OTHER_EVENT in refusals]
        count = files.revoke(actor.name, HIDDEN)
        return count + cards.filter(pk__in=done_with).revoke(actor.name, HIDDEN)


def list_again(*, tournament: Tournament, file: PictureFile) -> None:
    """List a useless file again that was hidden.

    Raises:
        Refused: it is listed already, or was sent again and is here.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        hidden = PictureFile.objects.exclude(ACTIVE).filter(tournament=locked, pk=file.pk)
        if not hidden.exists():
            raise Refused("This photograph is listed already.")
        same = PictureFile.objects.filter(ACTIVE, tournament=locked, digest=file.digest).exclude(stored="")
        if file.stored and same.exists():
            raise Refused("This photograph was sent again, and is listed already.")
        hidden.update(revoked_at=None, revoked_by="", revoked_reason="")
