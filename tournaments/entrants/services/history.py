"""Log entrants as their fields before and after; the state that undo restores is kept beside the entry."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tournaments.changes.audit import MAX_SUBJECT_LENGTH, Change, record_change, record_changes
from tournaments.entrants.fields import MONEY, NAMES
from tournaments.models import AuditAction, AuditEntry, Entrant, StaffMember, Tournament, UndoStep
from tournaments.rules.currency import money
from tournaments.rules.names import split_name
from tournaments.rules.undo_states import ENTRANTS_VERSION, EntrantChange, EntrantsState

# What the log writes of a state in any case; the rest only where it has a value: states stored earlier lack it.
ALWAYS_SAID = frozenset(
    (
        *("number", "name", "partner", "acc_number", "club", "city", "seat", "house_player"),
        *("withdrawn_after_game", "first_game", "checked_in_at", "fee_owed", "fee_paid", "note"),
    )
)
# The parts of a name, which the log leaves out where the rule makes the same of the name.
PARTS = ("last_name", "first_name", "suffix", "is_name_doubtful")
Fields = dict[str, Any]


def entrant_to_dict(entrant: Entrant) -> Fields:
    """Return everything that is stored of an entrant, as the log writes it."""
    plain = {field: getattr(entrant, field) for field in NAMES}
    plain["checked_in_at"] = entrant.checked_in_at.isoformat() if entrant.checked_in_at else None
    return plain | {field: money(plain[field]) for field in MONEY}


def said_fields(plain: Fields) -> Fields:
    """Return the fields of a state as the log writes them; some only where something is said."""
    rule = split_name(plain["name"])
    by_rule = (rule.last, rule.first, rule.suffix, rule.is_doubtful and not plain["house_player"])
    parts = () if tuple(plain[field] for field in PARTS) == by_rule else PARTS
    return {
        field: value
        for field, value in plain.items()
        if field in parts or (field not in PARTS and (value or field in ALWAYS_SAID))
    }


def subject_of(entrant: Entrant) -> str:
    """Return what the log calls an entrant: number and name, as much of it as fits."""
    return str(entrant)[:MAX_SUBJECT_LENGTH]


def changed_fields(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Fields, Fields]:
    """Return both states with only what differs, and the number, which says whose they are."""
    changed = [field for field in NAMES if before[field] != after[field]]
    number = {"number": after["number"]}
    return (number | {field: before[field] for field in changed}, number | {field: after[field] for field in changed})


class LoggedChange(NamedTuple):
    """What became of one entrant, as the log writes it: nothing before who was added, nothing after who went."""

    subject: str
    before: Fields | None
    after: Fields | None

    @property
    def action(self) -> AuditAction:
        if self.before is None:
            return AuditAction.ENTRANT_ADDED
        return AuditAction.ENTRANT_REMOVED if self.after is None else AuditAction.ENTRANT_CHANGED


def change_of(entrant: Entrant, before: Fields) -> LoggedChange:
    """Return what has become of an entrant's fields since ``before``."""
    return LoggedChange(subject_of(entrant), *changed_fields(before, entrant_to_dict(entrant)))


def record_one(tournament: Tournament, actor: StaffMember, *, action: AuditAction, change: LoggedChange) -> AuditEntry:
    """Write what became of one entrant, and what undoing it puts back."""
    entry = record_change(tournament, actor, action, change.subject, before=change.before, after=change.after)
    _keep_step(entry, EntrantsState((EntrantChange(change.before, change.after),)))
    return entry


def record_many(
    tournament: Tournament,
    actor: StaffMember,
    *,
    action: AuditAction,
    subject: str,
    changes: Sequence[LoggedChange],
    may_be_undone: bool = True,
) -> AuditEntry:
    """Write many changes made at once: an entry for each, and one that counts them, which can be undone."""
    entries = record_changes(
        tournament, actor, (Change(change.action, change.subject, change.before, change.after) for change in changes)
    )
    counts = Counter(str(entry.action) for entry in entries)
    entry = record_change(tournament, actor, action, subject, after=dict(counts))
    if may_be_undone:
        parts = tuple(EntrantChange(change.before, change.after) for change in changes)
        _keep_step(entry, EntrantsState(parts, is_of_many=True))
    return entry


def _keep_step(entry: AuditEntry, state: EntrantsState) -> None:
    UndoStep.objects.create(entry=entry, of=UndoStep.Of.ENTRANTS, version=ENTRANTS_VERSION, state=state.to_json())
