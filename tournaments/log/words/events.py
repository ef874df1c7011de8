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


@reads(AuditAction.EVENT_PUBLISHED)
def published(entry: Stored, people: People) -> Words:
    said = fields_of(entry.after)
    return Words("each change by itself" if said.get("by_itself") else "as it is now")


@reads(AuditAction.PUBLISH_TARGET_ADDED, AuditAction.PUBLISH_TARGET_REMOVED)
def publish_target(entry: Stored, people: People) -> Words:
    return Words(str((fields_of(entry.after) or fields_of(entry.before)).get("place", "")))


@reads(AuditAction.EVENT_IMPORTED)
def imported(entry: Stored, people: People) -> Words:
    said = fields_of(entry.after)
    counts = [count(said[name], name.removesuffix("s")) for name in said if isinstance(said[name], int)]
    return Words(entry.subject + (f": {', '.join(counts)}" if counts else ""))


@reads(AuditAction.INVITATION_ENDED, AuditAction.INVITATION_REOPENED)
def invitation(entry: Stored, people: People) -> Words:
    is_open = fields_of(entry.after).get("people") or not fields_of(entry.before).get("people")
    number = max(fields_of(state).get("people") or 0 for state in (entry.before, entry.after))
    access = f"{count(number, 'member')} of the staff {'can' if is_open else 'can no longer'} work" if number else ""
    return Words(sentence(f"invitation for a {entry.subject}", access))


@reads(AuditAction.OWN_CARD_NAMED)
def own_card(entry: Stored, people: People) -> Words:
    was, now = (fields_of(state).get("plays as") for state in (entry.before, entry.after))
    if was:
        return Words(change(f"{entry.subject} plays as", value(was), value(now) if now else "nobody"))
    return Words(f"{entry.subject} plays as {value(now)}" if now else f"{entry.subject} does not play")
