"""Judge calls and judges, in words."""

from typing import Any

from tournaments.log.words.parts import (
    People,
    Stored,
    Words,
    change,
    fields_of,
    reads,
    sentence,
    short,
    value,
    with_reason,
)
from tournaments.models import AuditAction

WHERE = {"available": "available", "at-table": "at a table until the hand is done", "away": "away"}
PARTIES = {"first": "first player", "second": "second player"}


def _pegs(ruling: Any) -> list[str]:
    """Return how many holes a ruling moves each player back and forward."""
    moves = []
    for side, who in PARTIES.items():
        back, forward = [*(fields_of(ruling).get(side) or ()), 0, 0][:2]
        moved = [f"{holes} {where}" for holes, where in ((back, "back"), (forward, "forward")) if holes]
        if moved:
            moves.append(f"{who} {', '.join(moved)}")
    return moves


def _ruling(ruling: Any) -> str:
    said = fields_of(ruling)
    rules = ", ".join(map(value, said.get("rules") or ()))
    text = "; ".join(part for part in (str(said.get("text") or ""), *_pegs(said)) if part)
    return with_reason(f"{text or 'no text'}" + (f" ({rules})" if rules else ""), said)


@reads(AuditAction.CALL_CHANGED)
def changed(entry: Stored, people: People) -> Words:
    before, after = fields_of(entry.before), fields_of(entry.after)
    players = [" and ".join(side.get("parties") or ()) for side in (before, after)]
    listed = [change("players", *players)] if players[0] != players[1] else []
    if before.get("asked") != after.get("asked"):
        listed.append(change("question", value(before.get("asked")), value(after.get("asked"))))
    return short(sentence(entry.subject), listed)


@reads(AuditAction.CALL_RULED, AuditAction.CALL_CLOSED)
def ruled(entry: Stored, people: People) -> Words:
    after = _ruling(entry.after) if entry.after else "no ruling"
    what = change("ruling", _ruling(entry.before), after) if entry.before else after
    return Words(sentence(f"{entry.subject}: {what}"))


@reads(AuditAction.CALL_SIGNED)
def signed(entry: Stored, people: People) -> Words:
    said = fields_of(entry.after)
    by = f"{value(said.get('judge'))} signed as {value(said.get('initials'))}"
    bonds = said.get("bonds")
    close = f"close to a player: {value(bonds)}" if bonds else ""
    return Words(with_reason(sentence(f"{entry.subject}: {by}", close), said))


@reads(AuditAction.HEAD_JUDGE_NAMED)
def head_judge(entry: Stored, people: People) -> Words:
    before = value(entry.before) if entry.before else "nobody"
    return Words(change("Head judge", before, value(entry.after or entry.subject)))


@reads(AuditAction.JUDGE_MOVED)
def moved(entry: Stored, people: People) -> Words:
    before, after = (WHERE.get(str(said), value(said)) for said in (entry.before, entry.after))
    return Words(change(entry.subject, before, after))


@reads(AuditAction.RELATION_ADDED, AuditAction.RELATION_REMOVED)
def relation(entry: Stored, people: People) -> Words:
    what = "no longer" if entry.after is None else "noted as"
    who, _, bond = entry.subject.rpartition(": ")
    return Words(f"{who} {what} {bond}" if who else sentence(entry.subject))
