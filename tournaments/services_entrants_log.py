"""How the log writes entrants: as their fields before and after, which is also what undoing a change needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tournaments.models import AuditEntry, Entrant, StaffMember, Tournament
from tournaments.models_audit import AuditAction
from tournaments.services import LONGEST_SUBJECT, record_change

# What is stored of pairs alone; blank, or not known, of anybody else.
OF_PAIRS = (
    *("province", "pool", "birth_year", "partner_birth_year", "ages_confirmed"),
    *("let_in", "let_in_because"),
)
# Everything that is stored of an entrant, as the log writes it.
STORED = (
    *("number", "name", "partner", "acc_number", "club", "city", "seat", "house_player"),
    *("withdrawn_after_game", "first_game", "checked_in_at", "fee_owed", "fee_paid", "note"),
    *OF_PAIRS,
)
MONEY = ("fee_owed", "fee_paid")
type_plain = dict[str, Any]


def as_plain(entrant: Entrant) -> type_plain:
    """Return everything that is stored of an entrant, as the log writes it."""
    plain = {field: getattr(entrant, field) for field in STORED}
    plain["checked_in_at"] = entrant.checked_in_at.isoformat() if entrant.checked_in_at else None
    return plain | {field: f"{plain[field]:.2f}" for field in MONEY}


def told_of(plain: type_plain) -> type_plain:
    """Return a whole state as the log tells it: of what only pairs have, no more than was said."""
    return {field: value for field, value in plain.items() if value or field not in OF_PAIRS}


def subject_of(entrant: Entrant) -> str:
    """Return what the log calls an entrant: number and name, as much of it as fits."""
    return str(entrant)[:LONGEST_SUBJECT]


def changed_fields(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[type_plain, type_plain]:
    """Return both states with only what differs, and the number, which says whose they are."""
    changed = [field for field in STORED if before[field] != after[field]]
    number = {"number": after["number"]}
    return (
        number | {field: before[field] for field in changed},
        number | {field: after[field] for field in changed},
    )


class Change(NamedTuple):
    """What became of one entrant, as the log writes it: nothing before who was added, nothing after who went."""

    subject: str
    before: type_plain | None
    after: type_plain | None

    @property
    def action(self) -> AuditAction:
        """What the log calls it."""
        if self.before is None:
            return AuditAction.ENTRANT_ADDED
        return AuditAction.ENTRANT_REMOVED if self.after is None else AuditAction.ENTRANT_CHANGED


def record_many(
    *,
    tournament: Tournament,
    actor: StaffMember,
    action: AuditAction,
    subject: str,
    changes: Sequence[Change],
) -> AuditEntry:
    """Write many changes made at once: an entry for each, and one that holds them together for undoing them."""
    entries = AuditEntry.objects.bulk_create(
        AuditEntry(
            tournament=tournament,
            who=actor.name,
            user=actor.user,
            action=change.action,
            subject=change.subject[:LONGEST_SUBJECT],
            before=change.before,
            after=change.after,
        )
        for change in changes
    )
    counts = Counter(entry.action for entry in entries)
    # The tournament is locked: nobody else's entries come between the first and the last of these.
    span = {"entries": [entries[0].pk, entries[-1].pk]}
    return record_change(
        tournament=tournament,
        actor=actor,
        action=action,
        subject=subject[:LONGEST_SUBJECT],
        after={**counts, **span},
    )
