"""Hide, archive, delete and restore an event, and destroy what was deleted 30 days ago."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models import F
from django.db.models.deletion import ProtectedError
from django.utils import timezone
from django.utils.module_loading import import_string

from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.changes.write_queue import write_queue
from tournaments.models import DAYS_TO_RESTORE, AuditAction, Role, StaffMember, Tournament

logger = logging.getLogger("tournaments.deleted")


class NameDiffers(Exception):
    """The name that was typed to confirm is not the name of the event."""


def set_hidden(*, tournament: Tournament, actor: StaffMember, hidden: bool) -> None:
    """Hide an event from the public, or show it again; nothing where it is so already."""
    with _change_of_every_list(), tournament_change(tournament, affects_cards=False) as locked:
        if locked.is_hidden == hidden:
            return
        Tournament.objects.filter(pk=locked.pk).update(is_hidden=hidden)
        _refresh_public_pages()
        record_change(locked, actor, AuditAction.EVENT_HIDDEN if hidden else AuditAction.EVENT_SHOWN, locked.name)


def set_archived(*, tournament: Tournament, actor: StaffMember, archived: bool) -> None:
    """Move an event to the archive, or back to the lists; nothing where it is there already."""
    with tournament_change(tournament, affects_cards=False) as locked:
        if (locked.archived_at is not None) == archived:
            return
        Tournament.objects.filter(pk=locked.pk).update(archived_at=timezone.now() if archived else None)
        action = AuditAction.EVENT_ARCHIVED if archived else AuditAction.EVENT_UNARCHIVED
        record_change(locked, actor, action, locked.name)


def delete_event(*, tournament: Tournament, actor: StaffMember, typed_name: str) -> None:
    """Delete an event: no page shows it any more. Its directors can restore it for 30 days; nothing is lost till then.

    What was deleted longer ago is destroyed in the same go.

    Raises:
        NameDiffers: the name typed to confirm is another.
    """
    with _change_of_every_list(), tournament_change(tournament, affects_cards=False) as locked:
        if " ".join(typed_name.split()).casefold() != " ".join(locked.name.split()).casefold():
            raise NameDiffers
        Tournament.objects.filter(pk=locked.pk).update(deleted_at=timezone.now())
        _refresh_public_pages()
        record_change(locked, actor, AuditAction.EVENT_DELETED, locked.name)
    purge_deleted_events()


def restore_event(*, tournament: Tournament, user: User) -> None:
    """Restore a deleted event; nothing where it is not deleted any more.

    Raises:
        StaffMember.DoesNotExist: the user does not direct it.
        Tournament.DoesNotExist: it was destroyed meanwhile.
    """
    director = StaffMember.objects.get(tournament=tournament, user=user, role=Role.DIRECTOR, ended_at=None)
    with _change_of_every_list():
        if not Tournament.objects.filter(pk=tournament.pk, deleted_at__isnull=False).update(deleted_at=None):
            return
        with tournament_change(tournament, affects_cards=False) as locked:
            _refresh_public_pages()
            record_change(locked, director, AuditAction.EVENT_RESTORED, locked.name)


@contextmanager
def _change_of_every_list() -> Iterator[None]:
    """Lock all events, in one order, for a change that other events' pages show: two at once never wait in a circle."""
    with write_queue(), transaction.atomic():
        list(Tournament.objects.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True))
        yield


def _refresh_public_pages() -> None:
    """Render public pages again: those of other events may link to this one, or count it."""
    Tournament.objects.update(posted_version=F("posted_version") + 1)


def purge_deleted_events() -> list[str]:
    """Destroy the events that were deleted more than 30 days ago, and return their names."""
    before = timezone.now() - timedelta(days=DAYS_TO_RESTORE)
    names = []
    for tournament in Tournament.objects.filter(deleted_at__lte=before):
        with transaction.atomic():
            for path in settings.ON_EVENT_DESTROYED:
                import_string(path)(tournament)
            _destroy(tournament)
        logger.info("%s (%s), deleted %s, is destroyed", tournament.name, tournament.slug, tournament.deleted_at)
        names.append(tournament.name)
    return names


def _destroy(record: models.Model) -> None:
    """Delete a record with everything that rests on it, also what protects it from being deleted alone."""
    try:
        with transaction.atomic():
            record.delete()
    except ProtectedError as protected:
        for one in protected.protected_objects:
            _destroy(one)
        _destroy(record)
