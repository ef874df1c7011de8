"""Postings, announcements, the bracket, awards, high hands and money, in words."""

import re
from typing import Any

from tournaments.log.words.parts import (
    People,
    Stored,
    Words,
    change,
    changes,
    count,
    fields_of,
    named,
    reads,
    sentence,
    short,
    value,
    with_reason,
)
from tournaments.models import AuditAction

MATCH = re.compile(r"round (?P<round>\d+), slot (?P<slot>\d+)(?:: (?P<sides>.+))?")
"""How a match of the bracket is stored; an entry from before it had the names of the two sides has none."""
CONDITIONS = {
    "entrants": "Entrants counted",
    "cards": "Cards collected and counted",
    "totals": "Totals agree",
    "line": "The line and the piles",
    "checked": "Qualifiers' cards checked, by table",
    "undecided": "No game left undecided",
    "dead-zone": "Cards below the line checked again",
    "ties": "Ties settled",
    "high-nonqualifier": "High non-qualifier noted",
}


def _condition(item: Any) -> str:
    return CONDITIONS.get(str(item), value(item))


@reads(AuditAction.STANDINGS_POSTED, AuditAction.POSTING_HELD)
def posted(entry: Stored, people: People) -> Words:
    said = fields_of(entry.after)
    qualifiers, size, byes = (said.get(name) for name in ("qualifiers", "bracket size", "byes"))
    text = sentence(
        entry.subject + (f": {count(qualifiers, 'qualifier')}" if qualifiers else ""),
        f"bracket of {size}" if size else "",
        count(byes, "bye") if byes else "",
        f"held by {said['held by']}, now revealed" if said.get("held by") else "",
    )
    waived = [
        f"skipped: {_condition(waiver.get('item'))}. Reason: {value(waiver.get('reason'))}"
        for waiver in said.get("waived") or ()
        if isinstance(waiver, dict)
    ]
    return Words(with_reason(text, said), tuple(waived))


@reads(AuditAction.CONDITION_WAIVED, AuditAction.WAIVER_UNDONE)
def waived(entry: Stored, people: People) -> Words:
    return Words(with_reason(_condition(entry.subject), entry.before if entry.after is None else entry.after))


@reads(AuditAction.ANNOUNCEMENT_POSTED, AuditAction.ANNOUNCEMENT_EDITED, AuditAction.ANNOUNCEMENT_WITHDRAWN)
def announced(entry: Stored, people: People) -> Words:
    texts = [f"“{fields_of(state)['text']}”" for state in (entry.before, entry.after) if fields_of(state).get("text")]
    return Words(" → ".join(texts))


@reads(AuditAction.BRACKET_DRAWN, AuditAction.DRAW_UNDONE)
def drawn(entry: Stored, people: People) -> Words:
    said = fields_of(entry.before if entry.after is None else entry.after)
    size = f": bracket of {said['size']}" if said.get("size") else ""
    seeds = (f"{place} {people.name(number)}" for place, number in enumerate(said.get("seeds") or (), start=1))
    return Words(sentence(f"{entry.subject}{size}"), tuple(seeds))


@reads(AuditAction.DEPARTURE_NOTED, AuditAction.DEPARTURE_UNDONE)
def departure(entry: Stored, people: People) -> Words:
    is_undone = entry.after is None
    is_replaced = fields_of(entry.before if is_undone else entry.after).get("replaced")
    what = "the high non-qualifier moves up" if is_replaced else "the opponent wins by forfeit"
    return Words(f"{entry.subject} has not left" if is_undone else f"{entry.subject} left before the draw: {what}")


def _match(subject: str) -> str:
    found = MATCH.fullmatch(subject)
    if not found:
        return subject
    return f"round {found['round']}, {found['sides'] or 'match ' + found['slot']}"


def _result(said: Any) -> str:
    state = fields_of(said)
    if not state.get("games"):
        return "no result"
    games = " to ".join(map(value, state["games"]))
    forfeits = f" with {count(state['forfeits'], 'forfeit')}" if state.get("forfeits") else ""
    call = f", by call {state['call']}" if state.get("call") else ""
    return f"{games} games{forfeits}{call}"


@reads(AuditAction.RESULT_RECORDED, AuditAction.RESULT_UNDONE, AuditAction.FORFEIT_RECORDED, AuditAction.MATCH_AWARDED)
def result(entry: Stored, people: People) -> Words:
    after = _result(entry.after)
    what = after if entry.before is None else f"{_result(entry.before)} → {after}"
    return Words(sentence(f"{_match(entry.subject)}: {what}"))


@reads(AuditAction.CALLED_TO_TABLE, AuditAction.TABLE_CALL_UNDONE)
def called(entry: Stored, people: People) -> Words:
    tables = " → ".join(f"table {value(table)}" for table in (entry.before, entry.after) if table)
    undone = " (call undone)" if not entry.after else ""
    return Words(sentence(f"{_match(entry.subject)}: {tables or 'no table'}{undone}"))


@reads(AuditAction.START_SET)
def start(entry: Stored, people: People) -> Words:
    before, after = (people.time(said) if said else "" for said in (entry.before, entry.after))
    if before:
        return Words(sentence(change(f"start of {entry.subject}", before, after or "not set")))
    return Words(sentence(f"{entry.subject} starts on {after}"))


@reads(AuditAction.ABSENCE_NOTED, AuditAction.ABSENCE_UNDONE)
def absence(entry: Stored, people: People) -> Words:
    name, _, which = entry.subject.rpartition(", ")
    is_absent = bool(fields_of(entry.after).get("absent"))
    return Words(f"{name or which} is {'' if is_absent else 'not '}absent" + (f" in {which}" if name else ""))


@reads(AuditAction.ARRIVAL_NOTED, AuditAction.ARRIVAL_UNDONE)
def arrival(entry: Stored, people: People) -> Words:
    name, _, which = entry.subject.rpartition(", ")
    where = f" for {which}" if name else ""
    if entry.after:
        return Words(f"{name or which} arrived{where} on {people.time(entry.after)}")
    return Words(f"{name or which} has not arrived{where}")


@reads(AuditAction.RATING_POINTS_EDITED, AuditAction.RATING_POINTS_UNDONE)
def rating_points(entry: Stored, people: People) -> Words:
    before, after = fields_of(entry.before), fields_of(entry.after)
    computed = after.get("worked out", before.get("worked out"))
    now = value(after["points"]) if "points" in after else "as calculated"
    was = value(before["points"]) if before.get("points") is not None else "none"
    calculated = f" (calculated: {computed})" if computed is not None else ""
    text = change(f"{named(entry.subject)}: rating points", was, f"{now}{calculated}")
    return Words(with_reason(text, after or before))


@reads(AuditAction.HIGH_HAND_ENTERED, AuditAction.HIGH_HAND_UNDONE)
def high_hand(entry: Stored, people: People) -> Words:
    said = fields_of(entry.before if entry.after is None else entry.after)
    game = str(said.get("game") or "")
    hand = value(said["hand"]) if said.get("hand") else ""
    points = f"{said['points']}: " if said.get("points") and not hand.startswith(str(said["points"])) else ""
    where = "crib" if said.get("crib") is True else ""
    at = game if game.startswith("game") or not game else f"game {game}"
    witnesses = f"witnesses {said['witnesses']}" if said.get("witnesses") else ""
    undone = "no longer listed: " if entry.after is None else ""
    text = sentence(f"{undone}{named(entry.subject)}", f"{points}{hand}", where, at, witnesses)
    return Words(text)


MONEY_LABELS = {
    "added": "added to the fund",
    "sanctioning": "sanctioning fee per entrant",
    "kept": "kept by the club",
    "sanction_number": "sanction number",
    "ends_on": "last day",
    "form": "played out as",
    "other_income": "other income",
    "places": "payouts",
    "rounded": "rounding",
    "remainder to place": "remainder goes to place",
    "from": "first day",
    "to": "last day",
    "best of": "best results that count",
    "points": "points by place",
    "points of others": "points of all other places",
    "source": "source of the points",
}


@reads(AuditAction.PRIZE_FUND_SET, AuditAction.PAYOUT_SET, AuditAction.SEASON_CHANGED, AuditAction.ACC_REPORT_CHANGED)
def money_changed(entry: Stored, people: People) -> Words:
    return short(entry.subject, changes(entry.before, entry.after, labels=MONEY_LABELS))


@reads(AuditAction.MEMBER_FILE_LOADED, AuditAction.MEMBER_FILE_DELETED)
def members(entry: Stored, people: People) -> Words:
    return Words(count(fields_of(entry.after or entry.before).get("members", 0), "member"))


@reads(AuditAction.PAYOUT_TEMPLATE_SAVED, AuditAction.PAYOUT_TEMPLATE_USED, AuditAction.PAYOUT_TEMPLATE_DELETED)
def template(entry: Stored, people: People) -> Words:
    return short(f"“{entry.subject}”", changes(entry.before, entry.after, labels=MONEY_LABELS))


@reads(AuditAction.SEASON_CREATED)
def season_created(entry: Stored, people: People) -> Words:
    said = fields_of(entry.after).items()
    return Words(entry.subject, tuple(f"{MONEY_LABELS.get(name, name)} {value(part)}" for name, part in said if part))


@reads(AuditAction.STAKES_CHANGED)
def stakes(entry: Stored, people: People) -> Words:
    joined, left = (fields_of(entry.after).get("in") or (), fields_of(entry.before).get("out") or ())
    listed = (
        *(f"{people.seat_and_name(number)} joins" for number in joined),
        *(f"{people.seat_and_name(number)} leaves" for number in left),
    )
    return short(entry.subject, listed)
