"""Set how long the pictures of an event are kept, and hide what is done with."""

from django.db.models import Q

from scorecards.models import CardPicture, PictureFile, PictureSettings
from scorecards.models.base import ACTIVE
from scorecards.photo.reading import Refusal
from scorecards.photographs.selectors.aside import HIDDEN
from scorecards.photographs.selectors.pictures import settings_of
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, StaffMember, Tournament
from tournaments.refused import Refused


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
