"""Seats and schedule, in words."""

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
    named,
    reads,
    short,
    with_reason,
)
from tournaments.models import AuditAction

LABELS = {"games": "games", "makeup_rounds": "extra rounds", "table_length": "seats at a table"}


@reads(AuditAction.SEATS_DRAWN)
def drawn(entry: Stored, people: People) -> Words:
    after = fields_of(entry.after)
    seats = fields_of(after.get("drawn")) or fields_of(after.get("seats"))
    kept = len(fields_of(after.get("kept")))
    text = f"{count(len(seats), 'seat')} drawn" + (f", {kept} kept" if kept else "")
    seed = f"seed of the draw {entry.subject.removeprefix('seed ')}" if entry.subject else ""
    listed = [f"{seat} {people.name(number)}" for number, seat in seats.items() if seat]
    return Words(text, tuple(part for part in (*listed, seed) if part))


@reads(AuditAction.SEATS_CLEARED)
def cleared(entry: Stored, people: People) -> Words:
    seats = fields_of(fields_of(entry.before).get("seats"))
    return Words(
        f"{count(len(seats), 'seat')} cleared",
        tuple(f"{seat} {people.name(number)}" for number, seat in seats.items() if seat),
    )


@reads(AuditAction.SEAT_CHANGED, AuditAction.PAIRING_CHANGED, AuditAction.POOLS_SET)
def changed(entry: Stored, people: People) -> Words:
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
def undone(entry: Stored, people: People) -> Words:
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
    numbers = {name: before.get(name) for name in LABELS}, {name: after.get(name) for name in LABELS}
    return [*listed, *changes(*numbers, labels=LABELS)]


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
