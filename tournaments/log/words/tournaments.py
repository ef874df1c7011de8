"""The event, its settings, staff, entrants, fees, seats and schedule, in words."""

from collections.abc import Mapping
from typing import Any

from tournaments.log.words.parts import (
    MOST,
    People,
    Stored,
    Words,
    change,
    changes,
    count,
    fields_of,
    label,
    named,
    reads,
    sentence,
    short,
    value,
    with_reason,
)
from tournaments.models import AuditAction

EVENT_LABELS = {
    "starts_on": "date",
    "games_per_opponent": "games against each opponent",
    "odd_field": "odd number of players",
    "rooms": "rooms and tables",
    "table_length": "seats at a table",
    "best_of": "playoff matches, best of",
    "deal": "first deal",
    "deal_procedure": "who deals first",
    "drop_outs": "games of players who withdraw",
    "standings_shown": "standings shown before they are posted to",
    "pairs_per_province": "pairs from each province",
    "makeup_rounds": "extra rounds",
}


@reads(AuditAction.EVENT_CREATED)
def event_created(entry: Stored, people: People) -> Words:
    said = fields_of(entry.after).items()
    listed = (f"{EVENT_LABELS.get(name, label(name))}: {value(part)}" for name, part in said if name != "name")
    return Words(entry.subject, tuple(listed))


@reads(AuditAction.SETTINGS_CHANGED)
def settings(entry: Stored, people: People) -> Words:
    return short("", changes(entry.before, entry.after, labels=EVENT_LABELS))


@reads(AuditAction.EVENT_PUBLISHED)
def published(entry: Stored, people: People) -> Words:
    said = fields_of(entry.after)
    return Words("each change by itself" if said.get("by_itself") else "as it is now")


@reads(AuditAction.PUBLISH_TARGET_ADDED, AuditAction.PUBLISH_TARGET_REMOVED)
def publish_target(entry: Stored, people: People) -> Words:
    return Words(str((fields_of(entry.after) or fields_of(entry.before)).get("place", "")))


@reads(AuditAction.EVENT_IMPORTED)
def event_imported(entry: Stored, people: People) -> Words:
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


ENTRANT_LABELS = {
    "acc_number": "ACC number",
    "withdrawn_after_game": "withdrew after game",
    "checked_in_at": "checked in",
    "fee_owed": "entry fee",
    "fee_paid": "paid",
    "email": "e-mail",
    "birth_year": "year of birth",
    "partner_birth_year": "partner's year of birth",
    "stays_seated": "must stay seated",
    "accepted_doubts": "accepted in spite of",
    "acceptance_reason": "reason for accepting",
    "let_in": "accepted in spite of",
    "let_in_because": "reason for accepting",
}
NOT_SHOWN = {"number", "name", "id", "player", "is_name_doubtful"}


def _details(state: object) -> list[str]:
    """Return what is filled in of an entrant."""
    return [
        f"{ENTRANT_LABELS.get(name, label(name))} {value(said)}"
        for name, said in fields_of(state).items()
        if name not in NOT_SHOWN and said and said != "0.00" and (name, said) != ("first_game", 1)
    ]


def _entrant_differences(entry: Stored, people: People) -> list[str]:
    before, after = (
        {
            name: people.time(said) if name == "checked_in_at" and said else said
            for name, said in fields_of(state).items()
            if name not in ("number", "is_name_doubtful")
        }
        for state in (entry.before, entry.after)
    )
    return changes(before, after, labels=ENTRANT_LABELS)


@reads(AuditAction.ENTRANT_ADDED)
def entrant_added(entry: Stored, people: People) -> Words:
    return short(f"{named(entry.subject)} added", _details(entry.after))


@reads(AuditAction.ENTRANT_REMOVED)
def entrant_removed(entry: Stored, people: People) -> Words:
    return short(f"{named(entry.subject)} deleted", _details(entry.before))


@reads(AuditAction.ENTRANT_CHANGED, AuditAction.ENTRANT_FEE_PAID)
def entrant_changed(entry: Stored, people: People) -> Words:
    return short(named(entry.subject), _entrant_differences(entry, people))


@reads(AuditAction.ENTRANT_WITHDRAWN)
def entrant_withdrawn(entry: Stored, people: People) -> Words:
    game = fields_of(entry.after).get("withdrawn_after_game")
    when = "" if game is None else f" after game {game}" if game else " before the first game"
    return Words(f"{named(entry.subject)} withdrew{when}")


@reads(AuditAction.ENTRANTS_IMPORTED)
def entrants_imported(entry: Stored, people: People) -> Words:
    return Words(f"Imported from {entry.subject or 'a list'}: {_counted(entry.after)}")


@reads(AuditAction.ENTRY_FEE_CHANGED)
def fee_of_all(entry: Stored, people: People) -> Words:
    fees = entry.subject.replace(" to ", " → ")
    total = sum(number for number in fields_of(entry.after).values() if isinstance(number, int))
    return Words(f"Entry fee {fees}" + (f" for {count(total, 'entrant')}" if total else ""))


@reads(AuditAction.ENTRANTS_UNDONE)
def entrants_undone(entry: Stored, people: People) -> Words:
    what, _, of = entry.subject.partition(": ")
    text = f"Undone: {what}" + (f" ({named(of)})" if of else "")
    if entry.before is not None and entry.after is not None:
        return short(text, _entrant_differences(entry, people))
    counts = [number for number in fields_of(entry.after).values() if isinstance(number, int)]
    is_of_many = entry.before is None and "number" not in fields_of(entry.after) and counts
    return Words(f"{text}: {_counted(entry.after)}" if is_of_many else text)


@reads(AuditAction.PLAYER_CORRECTED)
def player_corrected(entry: Stored, people: People) -> Words:
    return short(f"{entry.subject}, in all events", changes(entry.before, entry.after, labels=ENTRANT_LABELS))


@reads(AuditAction.PLAYERS_MERGED)
def players_merged(entry: Stored, people: People) -> Words:
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


SEATING_LABELS = {"games": "games", "makeup_rounds": "extra rounds", "table_length": "seats at a table"}


@reads(AuditAction.SEATS_DRAWN)
def seats_drawn(entry: Stored, people: People) -> Words:
    after = fields_of(entry.after)
    seats = fields_of(after.get("drawn")) or fields_of(after.get("seats"))
    kept = len(fields_of(after.get("kept")))
    text = f"{count(len(seats), 'seat')} drawn" + (f", {kept} kept" if kept else "")
    seed = f"seed of the draw {entry.subject.removeprefix('seed ')}" if entry.subject else ""
    listed = [f"{seat} {people.name(number)}" for number, seat in seats.items() if seat]
    return Words(text, tuple(part for part in (*listed, seed) if part))


@reads(AuditAction.SEATS_CLEARED)
def seats_cleared(entry: Stored, people: People) -> Words:
    seats = fields_of(fields_of(entry.before).get("seats"))
    return Words(
        f"{count(len(seats), 'seat')} cleared",
        tuple(f"{seat} {people.name(number)}" for number, seat in seats.items() if seat),
    )


@reads(AuditAction.SEAT_CHANGED, AuditAction.PAIRING_CHANGED, AuditAction.POOLS_SET)
def seats_changed(entry: Stored, people: People) -> Words:
    """Say what differs, which names everybody; the subject only where nothing is known of that."""
    listed = _differences(fields_of(entry.before), fields_of(entry.after), people)
    return _with_reason(short("" if 0 < len(listed) <= MOST else named(entry.subject), listed), entry)


@reads(AuditAction.SEAT_TAKEN_OVER, AuditAction.LATECOMER_PAIRED, AuditAction.TAKEN_OUT)
def people_moved(entry: Stored, people: People) -> Words:
    return _with_differences(named(entry.subject), entry, people)


@reads(AuditAction.SCHEDULE_MADE, AuditAction.SCHEDULE_IMPORTED, AuditAction.GAMES_ADDED)
def schedule(entry: Stored, people: People) -> Words:
    return _with_differences(entry.subject, entry, people)


@reads(AuditAction.SEATING_UNDONE)
def seating_undone(entry: Stored, people: People) -> Words:
    return _with_differences(f"Undone: {named(entry.subject)}" if entry.subject else "Undone", entry, people)


def _with_differences(subject: str, entry: Stored, people: People) -> Words:
    listed = _differences(fields_of(entry.before), fields_of(entry.after), people)
    return _with_reason(short(subject[:1].upper() + subject[1:], listed), entry)


def _with_reason(words: Words, entry: Stored) -> Words:
    return words._replace(text=with_reason(words.text, entry.after))


def _differences(before: Mapping[str, Any], after: Mapping[str, Any], people: People) -> list[str]:
    listed = [
        change(people.name(number), was or "no seat", now or "no seat")
        for number, was, now in _both(before.get("seats"), after.get("seats"))
    ]
    listed += [
        change(f"{people.name(number)}'s pool", was or "none", now or "none")
        for number, was, now in _both(before.get("pools"), after.get("pools"))
    ]
    listed += [
        change(f"{people.name(number)}'s first game", f"game {was}", f"game {now}")
        for number, was, now in _both(before.get("first_game"), after.get("first_game"))
    ]
    schedule = after.get("schedule")
    if isinstance(schedule, str):
        listed.append(f"the schedule has {schedule}")
    else:
        listed += [_game(game, was, now, people) for game, was, now in _both(before.get("schedule"), schedule)]
    numbers = {name: before.get(name) for name in SEATING_LABELS}, {name: after.get(name) for name in SEATING_LABELS}
    return [*listed, *changes(*numbers, labels=SEATING_LABELS)]


def _both(before: Any, after: Any) -> list[tuple[str, Any, Any]]:
    was, now = fields_of(before), fields_of(after)
    names = dict.fromkeys((*was, *now))
    return [(name, was.get(name), now.get(name)) for name in names if was.get(name) != now.get(name)]


def _game(game: str, before: str | None, after: str | None, people: People) -> str:
    was, now = set((before or "").split()), set((after or "").split())
    sides = (_pairs(was - now, people), _pairs(now - was, people))
    return change(f"game {game}", *(side or "nobody" for side in sides))


def _pairs(pairs: set[str], people: People) -> str:
    listed = [" and ".join(people.name(number) for number in pair.split("-")) for pair in sorted(pairs)]
    return ", ".join(listed)
