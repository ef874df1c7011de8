"""Make the steps of changes that were made while undoing still read the log: what could be undone still can."""

from django.db import migrations

SEATING_UNDONE = ("seating: undone", "change of seating undone")
HARMLESS = ("taken out of the schedule", "games added")
WHOLE = ("seats drawn", "seats cleared", "schedule made", "schedule imported")
SEATING = (
    *(*WHOLE, *HARMLESS, *SEATING_UNDONE),
    *("seat changed", "pairing changed", "chair taken over", "seat taken over", "latecomer paired", "pools set"),
)
MANY = ("entrants imported", "entrants: undone", "change of entrants undone")
ENTRANTS = (
    *("entrant added", "entrant changed", "entrant removed", "entrant checked in"),
    *("entrant check-in taken back", "entrant check-in undone", "entrant fee paid"),
    *("entrant withdrawn", "entrant reinstated", *MANY),
)
# What holds entries of many together without being undone itself.
FOLLOWING = ("entry fee of all", "entry fee changed for all")
AT_ONCE = 200
# The form that is written here; tournaments.undostates keeps a reader for it.
VERSION = 1


def by_number(values):
    return {str(int(number)): value for number, value in (values or {}).items()}


def pairs_in(written):
    """Read a game as the log has it: ``3-7 5-8``."""
    return None if written is None else [[int(n) for n in pair.split("-")] for pair in written.split()]


def seating_state(entry, undid_whole):
    """Return what an entry of before has to say, read from what it tells."""
    before, after = entry.before or {}, entry.after or {}
    is_of_many = isinstance(after.get("schedule"), str) and entry.action not in HARMLESS
    return {
        "seats": by_number(before.get("seats")),
        "pools": by_number(before.get("pools")),
        "first_games": by_number(before.get("first_game")),
        "pairs": {game: pairs_in(pairs) for game, pairs in by_number(before.get("schedule")).items()},
        **{name: before.get(name) for name in ("seed", "table_length", "games", "makeup_rounds")},
        "is_whole": entry.action in WHOLE or is_of_many or undid_whole,
    }


def each(entries):
    """Yield entries in the order in which they were written, so that what undid another comes after it."""
    keys = list(entries.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), AT_ONCE):
        yield from entries.filter(pk__in=keys[start : start + AT_ONCE]).order_by("pk")


def make_seating_steps(AuditEntry, UndoStep):
    made = {}
    for entry in each(AuditEntry.objects.filter(action__in=SEATING)):
        after = entry.after or {}
        undone, undid_whole = made.get(after.get("undid"), (None, False))
        if "state" not in after or (entry.action in SEATING_UNDONE and undone is None):
            continue
        state = seating_state(entry, undid_whole)
        step = UndoStep.objects.create(
            entry=entry, of="seating", version=VERSION, state=state, digest=after["state"], undoes_id=undone
        )
        made[entry.pk] = (step.pk, state["is_whole"])


def parts_of(AuditEntry, entry):
    """Return the entries that one of many holds together; none where it is of one entrant."""
    span = (entry.after or {}).get("entries") if entry.action in (*MANY, *FOLLOWING) else None
    if span is None:
        return None
    return AuditEntry.objects.filter(tournament=entry.tournament_id, pk__range=span).order_by("pk")


def can_be_read(change):
    sides = [side for side in change.values() if side]
    return bool(sides) and all("number" in side for side in sides)


def make_entrants_steps(AuditEntry, UndoStep):
    held = set()
    for entry in each(AuditEntry.objects.filter(action__in=(*MANY, *FOLLOWING))):
        parts = parts_of(AuditEntry, entry)
        if parts is not None:
            held.update(parts.values_list("pk", flat=True))
    for entry in each(AuditEntry.objects.filter(action__in=ENTRANTS)):
        if entry.pk in held:
            continue
        parts = parts_of(AuditEntry, entry)
        one_or_many = [entry] if parts is None else parts
        changes = [{"before": part.before, "after": part.after} for part in one_or_many]
        if changes and all(map(can_be_read, changes)):
            UndoStep.objects.create(
                entry=entry,
                of="entrants",
                version=VERSION,
                state={"changes": changes, "is_of_many": parts is not None},
            )


def make_steps(apps, schema_editor):
    AuditEntry = apps.get_model("tournaments", "AuditEntry")
    UndoStep = apps.get_model("tournaments", "UndoStep")
    make_seating_steps(AuditEntry, UndoStep)
    make_entrants_steps(AuditEntry, UndoStep)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0009_undo_steps'),
    ]

    operations = [
        # The log itself stays as it was written, so that the way back has nothing to restore.
        migrations.RunPython(make_steps, migrations.RunPython.noop),
    ]
