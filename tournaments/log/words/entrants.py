"""Entrants, fees and substitutes, in words."""

from tournaments.log.words.parts import (
    People,
    Stored,
    Words,
    changes,
    count,
    fields_of,
    label,
    named,
    reads,
    short,
    value,
    with_reason,
)
from tournaments.models import AuditAction

LABELS = {
    "acc_number": "ACC number",
    "house_player": "house player",
    "withdrawn_after_game": "withdrew after game",
    "first_game": "first game",
    "checked_in_at": "checked in",
    "fee_owed": "entry fee",
    "fee_paid": "paid",
    "email": "e-mail",
    "last_name": "last name",
    "first_name": "first name",
    "birth_year": "year of birth",
    "partner_birth_year": "partner's year of birth",
    "stays_seated": "must stay seated",
    "seating_note": "seating note",
    "ages_confirmed": "ages confirmed",
    "accepted_doubts": "accepted in spite of",
    "acceptance_reason": "reason for accepting",
    "let_in": "accepted in spite of",
    "let_in_because": "reason for accepting",
}
NOT_SHOWN = {"number", "name", "id", "player", "is_name_doubtful"}


def _details(state: object) -> list[str]:
    """Return what is filled in of an entrant."""
    return [
        f"{LABELS.get(name, label(name))} {value(said)}"
        for name, said in fields_of(state).items()
        if name not in NOT_SHOWN and said and said != "0.00" and (name, said) != ("first_game", 1)
    ]


def _differences(entry: Stored, people: People) -> list[str]:
    before, after = (
        {
            name: people.time(said) if name == "checked_in_at" and said else said
            for name, said in fields_of(state).items()
            if name not in ("number", "is_name_doubtful")
        }
        for state in (entry.before, entry.after)
    )
    return changes(before, after, labels=LABELS)


@reads(AuditAction.ENTRANT_ADDED)
def added(entry: Stored, people: People) -> Words:
    return short(f"{named(entry.subject)} added", _details(entry.after))


@reads(AuditAction.ENTRANT_REMOVED)
def removed(entry: Stored, people: People) -> Words:
    return short(f"{named(entry.subject)} deleted", _details(entry.before))


@reads(AuditAction.ENTRANT_CHANGED, AuditAction.ENTRANT_FEE_PAID)
def changed(entry: Stored, people: People) -> Words:
    return short(named(entry.subject), _differences(entry, people))


@reads(AuditAction.ENTRANT_WITHDRAWN)
def withdrawn(entry: Stored, people: People) -> Words:
    game = fields_of(entry.after).get("withdrawn_after_game")
    when = "" if game is None else f" after game {game}" if game else " before the first game"
    return Words(f"{named(entry.subject)} withdrew{when}")


@reads(AuditAction.ENTRANTS_IMPORTED)
def imported(entry: Stored, people: People) -> Words:
    return Words(f"Imported from {entry.subject or 'a list'}: {_counted(entry.after)}")


@reads(AuditAction.ENTRY_FEE_CHANGED)
def fee_of_all(entry: Stored, people: People) -> Words:
    fees = entry.subject.replace(" to ", " → ")
    total = sum(number for number in fields_of(entry.after).values() if isinstance(number, int))
    return Words(f"Entry fee {fees}" + (f" for {count(total, 'entrant')}" if total else ""))


@reads(AuditAction.ENTRANTS_UNDONE)
def undone(entry: Stored, people: People) -> Words:
    what, _, of = entry.subject.partition(": ")
    text = f"Undone: {what}" + (f" ({named(of)})" if of else "")
    if entry.before is not None and entry.after is not None:
        return short(text, _differences(entry, people))
    counts = [number for number in fields_of(entry.after).values() if isinstance(number, int)]
    is_of_many = entry.before is None and "number" not in fields_of(entry.after) and counts
    return Words(f"{text}: {_counted(entry.after)}" if is_of_many else text)


@reads(AuditAction.PLAYER_CORRECTED)
def player_corrected(entry: Stored, people: People) -> Words:
    return short(f"{entry.subject}, in all events", changes(entry.before, entry.after, labels=LABELS))


@reads(AuditAction.PLAYERS_MERGED)
def merged(entry: Stored, people: People) -> Words:
    entries = fields_of(entry.after).get("entries")
    events = count(len(entries), "event") if isinstance(entries, list) else "all events"
    return Words(
        f"{value(fields_of(entry.before).get('name'))} merged into {entry.subject or 'another player'}: {events}"
    )


@reads(AuditAction.SIDE_EVENT_CREATED)
def side_event(entry: Stored, people: People) -> Words:
    entrants = fields_of(entry.after).get("entrants")
    if isinstance(entrants, list):
        return Words(f"Made from {entry.subject}: {count(len(entrants), 'entrant')}", tuple(map(named, entrants)))
    return Words(f"{entry.subject}: {count(entrants, 'entrant')}" if entrants is not None else entry.subject)


def _counted(state: object) -> str:
    words = {
        "entrant added": "added",
        "entrant changed": "changed",
        "entrant removed": "deleted",
        "entrant checked in": "checked in",
    }
    counts = [
        f"{number} {words.get(str(action), str(action))}"
        for action, number in fields_of(state).items()
        if isinstance(number, int)
    ]
    return with_reason(", ".join(counts) or "no change", state)
