"""Hide, archive, delete and restore an event, and destroy practice and what was deleted 30 days ago."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import F
from django.db.models.deletion import ProtectedError
from django.utils import timezone

from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.changes.write_queue import write_queue
from tournaments.entrants.services.players import forget_players
from tournaments.hooks import event_is_destroyed
from tournaments.models import DAYS_TO_RESTORE, AuditAction, Role, StaffMember, Tournament
from tournaments.refused import Refused

logger = logging.getLogger("tournaments.deleted")
# By what the button sends: the field that says it, what it says then, what is logged, what is said.
ACTS = {
    "hide": ("is_hidden", True, AuditAction.EVENT_HIDDEN, "is hidden. Only staff see it."),
    "show": ("is_hidden", False, AuditAction.EVENT_SHOWN, "is public again."),
    "archive": ("archived_at", True, AuditAction.EVENT_ARCHIVED, "is archived."),
    "unarchive": ("archived_at", False, AuditAction.EVENT_UNARCHIVED, "is back in the lists."),
}


def change_visibility(tournament: Tournament, me: StaffMember, act: str) -> None:
    """Do one of :data:`ACTS`; nothing where it is so already.

    Raises:
        Refused: practice stays hidden.
    """
    field, wanted, action, _ = ACTS[act]
    # Pages of other events name one that is archived as before.
    every = _change_of_every_list() if field == "is_hidden" else nullcontext()
    with every, tournament_change(tournament, affects_cards=False) as locked:
        if locked.practice and act == "show":
            raise Refused("This is practice: the public does not see it.")
        if bool(getattr(locked, field)) == wanted:
            return
        if field == "is_hidden":
            _change_what_others_name(locked, is_hidden=wanted)
        else:
            Tournament.objects.filter(pk=locked.pk).update(archived_at=timezone.now() if wanted else None)
        record_change(locked, me, action, locked.name)


def delete_event(tournament: Tournament, me: StaffMember, typed_name: str) -> None:
    """Delete an event: no page shows it any more. Its directors can restore it for 30 days; nothing is lost till then.

    What was deleted longer ago is destroyed in the same go.

    Raises:
        ValidationError: the name typed to confirm is another than it has now.
    """
    with _change_of_every_list(), tournament_change(tournament, affects_cards=False) as locked:
        if " ".join(typed_name.split()).casefold() != " ".join(locked.name.split()).casefold():
            raise ValidationError({"name": f'"{typed_name}" is not its name. Enter "{locked.name}".'})
        _change_what_others_name(locked, deleted_at=timezone.now())
        record_change(locked, me, AuditAction.EVENT_DELETED, locked.name)
    purge_deleted_events()


def restore_event(tournament: Tournament, user: User) -> None:
    """Restore a deleted event; nothing where it is not deleted any more, or destroyed.

    Raises:
        StaffMember.DoesNotExist: the user does not direct it.
    """
    director = StaffMember.objects.get(tournament=tournament, user=user, role=Role.DIRECTOR, ended_at=None)
    with _change_of_every_list():
        if Tournament.objects.filter(pk=tournament.pk, deleted_at__isnull=False).exists():
            _change_what_others_name(tournament, deleted_at=None)
            with tournament_change(tournament, affects_cards=False) as locked:
                record_change(locked, director, AuditAction.EVENT_RESTORED, locked.name)


def throw_away(practice: Tournament) -> None:
    """Destroy an event that was only practice, with its invented people; nothing where that has been done."""
    with _change_of_every_list():
        for event in Tournament.objects.filter(pk=practice.pk).exclude(practice=""):
            people = list(event.entrants.values_list("player_id", flat=True))
            event_is_destroyed(event)
            _destroy(event)
            forget_players(people)


@contextmanager
def _change_of_every_list() -> Iterator[None]:
    """Lock all events, in one order, for a change that other events' pages show: two at once never wait in a circle."""
    with write_queue(), transaction.atomic():
        list(Tournament.objects.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True))
        yield


def _change_what_others_name(event: Tournament, **values: Any) -> None:
    """Change an event, and render public pages again: those of other events may link to this one, or count it."""
    Tournament.objects.filter(pk=event.pk).update(**values)
    Tournament.objects.update(posted_version=F("posted_version") + 1)


def purge_deleted_events() -> list[str]:
    """Destroy the events that were deleted more than 30 days ago, and return their names."""
    before = timezone.now() - timedelta(days=DAYS_TO_RESTORE)
    names = []
    for tournament in Tournament.objects.filter(deleted_at__lte=before):
        with transaction.atomic():
            event_is_destroyed(tournament)
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
