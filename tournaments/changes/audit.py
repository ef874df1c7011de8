"""Who did what, and when: the entries of the activity log."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib.auth.models import User

from tournaments.models import AuditAction, AuditEntry, StaffMember, Tournament

MAX_SUBJECT_LENGTH = 200
MAX_RULE_LENGTH = 40


class Outsider(NamedTuple):
    """Somebody who changes an event without being on its staff: a command, or who imports it."""

    name: str
    user: User | None = None


def record_change(
    tournament: Tournament,
    actor: StaffMember | Outsider,
    action: AuditAction,
    subject: str = "",
    *,
    before: Any = None,
    after: Any = None,
    rule: str = "",
) -> AuditEntry:
    """Write who did what, with the state before and after as plain data; what is too long for the log is cut."""
    return AuditEntry.objects.create(
        tournament=tournament,
        who=actor.name,
        user=actor.user,
        action=action,
        subject=subject[:MAX_SUBJECT_LENGTH],
        before=before,
        after=after,
        rule=rule[:MAX_RULE_LENGTH],
    )
