"""The event, its settings and its staff, in words."""

from tournaments.log.words.parts import (
    People,
    Stored,
    Words,
    change,
    changes,
    count,
    fields_of,
    label,
    reads,
    sentence,
    short,
    value,
)
from tournaments.models import AuditAction
from tournaments.rules.log_chain import seal_of

LABELS = {
    "starts_on": "date",
    "time_zone": "time zone",
    "games_per_opponent": "games against each opponent",
    "odd_field": "odd number of players",
    "rooms": "rooms and tables",
    "table_length": "seats at a table",
    "best_of": "playoff matches, best of",
    "deal": "first deal",
    "deal_procedure": "who deals first",
    "drop_outs": "games of players who withdraw",
    "standings_shown": "standings shown before they are posted to",
    "entry_fee": "entry fee",
    "lowest_age": "lowest age",
    "pairs_per_province": "pairs from each province",
    "makeup_rounds": "extra rounds",
    "games_a_day": "games a day",
}


@reads(AuditAction.EVENT_CREATED)
def created(entry: Stored, people: People) -> Words:
    said = fields_of(entry.after).items()
    listed = (f"{LABELS.get(name, label(name))}: {value(part)}" for name, part in said if name != "name")
    return Words(entry.subject, tuple(listed))


@reads(AuditAction.SETTINGS_CHANGED)
def settings(entry: Stored, people: People) -> Words:
    return short("", changes(entry.before, entry.after, labels=LABELS))


@reads(AuditAction.EVENT_IMPORTED)
def imported(entry: Stored, people: People) -> Words:
    said = fields_of(entry.after)
    counts = [count(said[name], name.removesuffix("s")) for name in said if isinstance(said[name], int)]
    return Words(entry.subject + (f": {', '.join(counts)}" if counts else ""))


@reads(AuditAction.EVENT_COPIED)
def copied(entry: Stored, people: People) -> Words:
    said = fields_of(entry.after)
    source, entrants = said.get("copy of") or "another event", said.get("entrants") or 0
    return Words(f"{entry.subject} is a copy of {source}, with {count(entrants, 'entrant')}")


@reads(AuditAction.EVENT_HIDDEN)
def hidden(entry: Stored, people: People) -> Words:
    return Words(f"{entry.subject} is hidden from the public")


@reads(AuditAction.EVENT_SHOWN)
def shown(entry: Stored, people: People) -> Words:
    return Words(f"{entry.subject} is shown to the public again")


@reads(AuditAction.EVENT_ARCHIVED)
def archived(entry: Stored, people: People) -> Words:
    return Words(f"{entry.subject} is in the archive")


@reads(AuditAction.EVENT_UNARCHIVED)
def unarchived(entry: Stored, people: People) -> Words:
    return Words(f"{entry.subject} is back in the lists of events")


@reads(AuditAction.EVENT_DELETED)
def deleted(entry: Stored, people: People) -> Words:
    return Words(f"{entry.subject} is deleted; its directors can restore it for 30 days")


@reads(AuditAction.EVENT_RESTORED)
def restored(entry: Stored, people: People) -> Words:
    return Words(f"{entry.subject} is restored")


@reads(AuditAction.EVENT_RESTORED_FROM_ARCHIVE)
def restored_from_archive(entry: Stored, people: People) -> Words:
    seal = fields_of(entry.after).get("content")
    return Words(f"{entry.subject} is restored from a file" + (f" (seal {seal_of(seal)})" if seal else ""))


@reads(AuditAction.INVITATION_CREATED)
def invited(entry: Stored, people: People) -> Words:
    ends = fields_of(entry.after).get("ends")
    return Words(f"Invitation for a {entry.subject}" + (f", valid until {people.time(ends)}" if ends else ""))


@reads(AuditAction.INVITATION_ENDED, AuditAction.INVITATION_REOPENED)
def invitation(entry: Stored, people: People) -> Words:
    is_open = fields_of(entry.after).get("people") or not fields_of(entry.before).get("people")
    number = max(fields_of(state).get("people") or 0 for state in (entry.before, entry.after))
    access = f"{count(number, 'member')} of the staff {'can' if is_open else 'can no longer'} work" if number else ""
    return Words(sentence(f"invitation for a {entry.subject}", access))


@reads(AuditAction.STAFF_MEMBER_JOINED)
def joined(entry: Stored, people: People) -> Words:
    return _joined(entry, "joined")


@reads(AuditAction.STAFF_MEMBER_RETURNED)
def returned(entry: Stored, people: People) -> Words:
    return _joined(entry, "came back")


def _joined(entry: Stored, how: str) -> Words:
    said = fields_of(entry.after)
    role = f" as {said['role']}" if said.get("role") else ""
    initials = f"initials {said['initials']}" if said.get("initials") else ""
    plays_as = f"plays as {said['plays as']}" if said.get("plays as") else ""
    return Words(", ".join(part for part in (f"{entry.subject} {how}{role}", initials, plays_as) if part))


@reads(AuditAction.DIRECTOR_APPOINTED)
def appointed(entry: Stored, people: People) -> Words:
    user = fields_of(entry.after).get("user")
    return Words(f"{entry.subject} is a director" + (f" (signs in as {user})" if user else ""))


@reads(AuditAction.ACCESS_REMOVED, AuditAction.ACCESS_RESTORED)
def access(entry: Stored, people: People) -> Words:
    said = fields_of(entry.after)
    role = f" as {said['role']}" if said.get("role") else ""
    return Words(f"{entry.subject} {'can work' if said.get('may work') else 'can no longer work'}{role}")


@reads(AuditAction.OWN_CARD_NAMED)
def own_card(entry: Stored, people: People) -> Words:
    was, now = (fields_of(state).get("plays as") for state in (entry.before, entry.after))
    if was:
        return Words(change(f"{entry.subject} plays as", value(was), value(now) if now else "nobody"))
    return Words(f"{entry.subject} plays as {value(now)}" if now else f"{entry.subject} does not play")
