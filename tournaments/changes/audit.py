"""Who did what, and when: the entries of the activity log, each chained to the one before."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import User

from tournaments.models import AuditAction, AuditEntry, StaffMember, Tournament
from tournaments.rules.log_chain import digest_after

MAX_SUBJECT_LENGTH = 200
MAX_RULE_LENGTH = 40


class Outsider(NamedTuple):
    """Somebody who changes an event without being on its staff: a command, or who imports it."""

    name: str
    user: User | None = None

    @property
    def user_id(self) -> int | None:
        return self.user.pk if self.user is not None else None


class Change(NamedTuple):
    """What is written of one change; ``actor`` made it, where several people made some together."""

    action: AuditAction
    subject: str = ""
    before: Any = None
    after: Any = None
    rule: str = ""
    actor: StaffMember | Outsider | None = None


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
    return record_changes(tournament, actor, [Change(action, subject, before, after, rule)])[0]


def record_changes(
    tournament: Tournament, actor: StaffMember | Outsider, changes: Iterable[Change]
) -> Sequence[AuditEntry]:
    """Write several changes, one after the other.

    Call it in the transaction that has locked the tournament's row: two that follow the same entry cannot both be
    stored.
    """
    # Not from the entries themselves: one that was cut off at the end would be replaced, and not be missed.
    event = Tournament.objects.filter(pk=tournament.pk)
    written, digest = event.values_list("log_length", "log_head").get()
    if not written:  # nothing is logged yet, or the event has just been restored from its archive
        last = AuditEntry.objects.filter(tournament=tournament).exclude(number=None).order_by("-number")
        number, digest = last.values_list("number", "digest").first() or (0, "")
        written = number or 0
    entries = []
    for number, change in enumerate(changes, start=written + 1):
        who = change.actor or actor
        entry = AuditEntry(
            tournament=tournament,
            number=number,
            who=who.name,
            user_id=who.user_id,
            action=change.action,
            subject=change.subject[:MAX_SUBJECT_LENGTH],
            before=change.before,
            after=change.after,
            rule=change.rule[:MAX_RULE_LENGTH],
        )
        entry.digest = digest = digest_after(digest, entry.linked)
        entries.append(entry)
    tournament.log_length, tournament.log_head = written + len(entries), digest
    event.update(log_length=tournament.log_length, log_head=digest)
    return AuditEntry.objects.bulk_create(entries)
