"""Log entrants as their fields before and after; the state that undo restores is kept beside the entry."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

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


def change(subject: str, before: Fields | None, after: Fields | None) -> Change:
    """Return what became of one entrant, as the log writes it: nothing before who was added, nothing after who went."""
    went = AuditAction.ENTRANT_REMOVED if after is None else AuditAction.ENTRANT_CHANGED
    return Change(AuditAction.ENTRANT_ADDED if before is None else went, subject, before, after)


def addition(entrant: Entrant) -> Change:
    """Return that an entrant was added."""
    return change(subject_of(entrant), None, said_fields(entrant_to_dict(entrant)))


def change_of(entrant: Entrant, before: Fields) -> Change:
    """Return what differs of an entrant from ``before``, and the number, which says whose it is."""
    now = entrant_to_dict(entrant)
    said = ["number", *(field for field in NAMES if field != "number" and before[field] != now[field])]
    return change(subject_of(entrant), *({field: state[field] for field in said} for state in (before, now)))


def record_one(tournament: Tournament, actor: StaffMember, action: AuditAction, one: Change) -> AuditEntry:
    """Write what became of one entrant, and what undoing it puts back."""
    entry = record_change(tournament, actor, action, one.subject, before=one.before, after=one.after)
    _keep_step(entry, EntrantsState((EntrantChange(one.before, one.after),)))
    return entry


def record_many(
    tournament: Tournament,
    actor: StaffMember,
    action: AuditAction,
    subject: str,
    changes: Sequence[Change],
    *,
    may_be_undone: bool = True,
) -> AuditEntry:
    """Write many changes made at once: an entry for each, and one that counts them, which can be undone."""
    record_changes(tournament, actor, changes)
    counts = Counter(str(one.action) for one in changes)
    entry = record_change(tournament, actor, action, subject, after=dict(counts))
    if may_be_undone:
        parts = tuple(EntrantChange(one.before, one.after) for one in changes)
        _keep_step(entry, EntrantsState(parts, is_of_many=True))
    return entry


def _keep_step(entry: AuditEntry, state: EntrantsState) -> None:
    UndoStep.objects.create(entry=entry, of=UndoStep.Of.ENTRANTS, version=ENTRANTS_VERSION, state=state.to_json())
