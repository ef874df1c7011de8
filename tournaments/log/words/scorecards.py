"""Cards, slips, cross-check, ties and matches of clubs, in words."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

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
    with_reason,
)
from tournaments.models import AuditAction

NOTATION = re.compile(r"(?P<opponent>\S+): (?P<points>\d+|–)(?: (?P<spread>[+−]\d+))?(?: (?P<second>[+−]\d+))?")
"""A line in the log's short form: ``B-5: 2 +16``."""
TOTALS = {"game_points": "game points", "games_won": "games won", "total": "total", "plus": "plus", "minus": "minus"}
NOT_A_SIDE = {"reason", "rule", "decided by"}


@reads(AuditAction.CARD_ENTERED, AuditAction.CARD_REENTERED)
def card(entry: Stored, people: People) -> Words:
    words = _card(entry)
    return words._replace(text=with_reason(words.text, entry.after))


def _card(entry: Stored) -> Words:
    before = fields_of(entry.before)
    after = {part: written for part, written in fields_of(entry.after).items() if part != "reason"}
    place, _, name = entry.subject.partition(" ")
    if entry.before is None:
        games = [part for part in after if part != "totals"]
        totals = f", totals {after['totals']}" if after.get("totals") else ""
        lines = (f"{game}: {_whole_line(after[game])}" for game in games)
        return Words(f"{place}'s card ({name or 'no name'}): {count(len(games), 'game')}{totals}", tuple(lines))
    listed = [
        change("totals" if part == "totals" else part, value(was), value(now))
        if part == "totals"
        else f"{part}: {_line_change(was, now)}"
        for part, was, now in ((part, before.get(part), after.get(part)) for part in dict.fromkeys((*before, *after)))
        if was != now
    ]
    if len(listed) == 1 and "totals" not in {*before, *after}:
        game, _, what = listed[0].partition(": ")
        return Words(sentence(f"{game} on {place}'s card ({name}): {what}"))
    return short(f"{place}'s card ({name})", listed)


def _whole_line(line: Any) -> str:
    return value(line).replace("–", "blank") if isinstance(line, str) else "no line" if line is None else value(line)


def _line_change(before: Any, after: Any) -> str:
    """Return what differs between two lines: ``2 points → 3``."""
    if isinstance(before, str) and isinstance(after, str):
        was, now = NOTATION.fullmatch(before), NOTATION.fullmatch(after)
        if was and now:
            written = [
                f"{_points(was['points'])} → {now['points']}" if was["points"] != now["points"] else "",
                f"opponent {was['opponent']} → {now['opponent']}" if was["opponent"] != now["opponent"] else "",
                f"spread {_spread(was)} → {_spread(now)}" if _spread(was) != _spread(now) else "",
            ]
            return ", ".join(part for part in written if part).replace("–", "blank")
    return f"{_whole_line(before)} → {_whole_line(after)}"


def _points(points: str) -> str:
    return "1 point" if points == "1" else f"{points} points"


def _spread(line: re.Match[str]) -> str:
    return " ".join(part for part in (line["spread"], line["second"]) if part) or "blank"


@reads(AuditAction.SLIP_ENTERED, AuditAction.SLIP_UNDONE)
def slip(entry: Stored, people: People) -> Words:
    said = dict(fields_of(entry.after if entry.after is not None else entry.before))
    said.pop("game", None)
    written = []
    for name, number in said.items():
        if name in {"winner", "loser", "first", "second"}:
            written.append(f"{label(name)} {people.seat_and_name(number)}")
        else:
            written.append(f"{label(name)} {value(number)}")
    what = "Slip deleted, " if entry.after is None else ""
    return Words(sentence(f"{what}{entry.subject}" + (f": {', '.join(written)}" if written else "")))


def _seen(seen: Any, people: People) -> str:
    """Return a line as a confirmation stores it."""
    if not isinstance(seen, Sequence) or isinstance(seen, str):
        return value(seen)
    if not seen:
        return "no line"
    opponent = f"against {people.seat(seen[0])}: " if seen[0] else ""
    numbers = list(seen[1:])
    if len(numbers) == 6:
        own, theirs, left = numbers[3:]
        if left is not None:
            return f"{opponent}{left} left"
        return f"{opponent}{value(own)} to {value(theirs)}"
    points, *spreads = [*numbers, None, None, None][:3]
    written = " ".join(f"{sign}{spread:02d}" for sign, spread in zip("+−", spreads, strict=False) if spread)
    return f"{opponent}{_points(str(points)) if points is not None else 'points blank'} {written}".strip()


@reads(AuditAction.LINE_CONFIRMED)
def line_confirmed(entry: Stored, people: People) -> Words:
    game, _, whose = entry.subject.partition(": ")
    place, _, name = whose.partition(" ")
    seen = _seen(entry.after, people)
    return Words(sentence(f"{game} on {place}'s card ({name}) is entered as written, {seen}"))


@reads(AuditAction.RULING_INITIALED)
def ruling_initialed(entry: Stored, people: People) -> Words:
    said = fields_of(entry.after)
    changed = [
        change(f"{place}'s card", *(_seen(fields_of(states).get(side), people) for side in ("before", "after")))
        for place, states in fields_of(said.get("changes")).items()
    ]
    initials = f", initials {said['initials']}" if said.get("initials") else ""
    return short(sentence(f"{entry.subject}{initials}"), changed)


@reads(AuditAction.SUMS_INITIALED)
def sums_initialed(entry: Stored, people: People) -> Words:
    errors = entry.after if isinstance(entry.after, list) else []
    listed = [
        change(
            f"game {error[0]} points" if error[0] else TOTALS.get(error[1], label(error[1])), *map(value, error[2:4])
        )
        for error in errors
        if isinstance(error, list) and len(error) == 4
    ]
    place, _, name = entry.subject.partition(" ")
    return short(f"Sums of {place}'s card ({name})", listed)


@reads(AuditAction.GAME_DECIDED, AuditAction.DECISION_UNDONE)
def decided(entry: Stored, people: People) -> Words:
    is_undone = "why" in fields_of(entry.after) or entry.after is None
    state = fields_of(entry.before if is_undone else entry.after)
    by = f", decided by {state['decided by']}" if state.get("decided by") else ""
    sides = _sides(entry.before if is_undone else entry.after, people)
    text = sentence(f"{'no longer decided: ' if is_undone else ''}{entry.subject}{by}")
    if entry.before is not None and not is_undone:
        was = dict(_sides(entry.before, people))
        listed = [change(place, was.get(place, "no line"), now) for place, now in sides]
    else:
        listed = [f"{place} {line}" for place, line in sides]
    words = short(text, listed)
    return words._replace(text=with_reason(words.text, entry.after if is_undone else state))


def _sides(state: Any, people: People) -> list[tuple[str, str]]:
    lines = {place: line for place, line in fields_of(state).items() if place not in NOT_A_SIDE}
    pegged = [line[:2] for line in lines.values() if isinstance(line, list) and len(line) == 3]
    # Both sides of a game sheet have both numbers, the same two; of a card's two sides one at most is a win.
    is_sheet = len(pegged) == 2 and None not in pegged[0] and pegged[0] == pegged[1][::-1]
    return [(place, _decided_line(line, is_sheet=is_sheet)) for place, line in lines.items()]


def _decided_line(line: Any, *, is_sheet: bool) -> str:
    if not isinstance(line, list) or len(line) != 3:
        return value(line)
    points, plus, minus = line
    if points is None and plus is None and minus is not None:
        return f"{minus} left"
    if is_sheet:
        return f"{points} to {plus}"
    spread = f" +{plus:02d}" if plus else f" −{minus:02d}" if minus else ""
    return f"{_points(value(points))}{spread}"


@reads(AuditAction.CLUB_MATCH_STARTED)
def match_started(entry: Stored, people: People) -> Words:
    said = fields_of(entry.after)
    return Words(
        sentence(": ".join(filter(None, (entry.subject, _match_sides(said, people)))), said.get("terms") or "")
    )


@reads(AuditAction.CLUB_MATCH_UNDONE)
def match_undone(entry: Stored, people: People) -> Words:
    said = fields_of(entry.before)
    text = sentence(": ".join(filter(None, (entry.subject, _match_sides(said, people)))), _score(said))
    return Words(with_reason(text, entry.after))


@reads(AuditAction.CLUB_GAME_ENTERED, AuditAction.CLUB_GAME_UNDONE)
def match_game(entry: Stored, people: People) -> Words:
    said = fields_of(entry.before if entry.after is None else entry.after)
    pegged = "–".join(map(value, said.get("pegged") or ()))
    return Words(
        sentence(
            entry.subject, f"game {value(said.get('game'))}" + (f": {pegged} pegged" if pegged else ""), _score(said)
        )
    )


def _match_sides(said: Mapping[str, Any], people: People) -> str:
    sides = said.get("sides") or []
    return " v ".join(
        side if isinstance(side, str) else " and ".join(map(people.seat_and_name, side)) for side in sides
    )


def _score(said: Mapping[str, Any]) -> str:
    return f"score {'–'.join(map(value, said['score']))}" if said.get("score") else ""


@reads(AuditAction.CLUB_MATCHES_POSTED)
def matches_posted(entry: Stored, people: People) -> Words:
    number = fields_of(entry.after).get("matches")
    return Words(sentence(entry.subject + (f": {count(number, 'match')}" if number is not None else "")))


def _lines(state: Any) -> str:
    """Return the lines that somebody was shown: ``lines 3, 17``; the totals they always are."""
    games = fields_of(state).get("games") or ()
    listed = ", ".join(map(value, games))
    return f"line{'' if len(games) == 1 else 's'} {listed}" if games else "totals"


@reads(AuditAction.PICTURE_CONFIRMED)
def picture_confirmed(entry: Stored, people: People) -> Words:
    place, _, name = entry.subject.partition(" ")
    return Words(f"{place}'s card ({name}), read from a photograph, confirmed: {_lines(entry.after)}")


@reads(AuditAction.PICTURE_CONFIRMATION_UNDONE)
def picture_undone(entry: Stored, people: People) -> Words:
    place, _, name = entry.subject.partition(" ")
    return Words(f"No longer confirmed from its photograph: {place}'s card ({name}), {_lines(entry.before)}")


@reads(AuditAction.GAME_UNLOCKED)
def game_unlocked(entry: Stored, people: People) -> Words:
    before = "; ".join(f"before, {place} {words}" for place, words in fields_of(entry.before).items())
    return Words(with_reason(sentence(entry.subject, before), entry.after))


@reads(AuditAction.PICTURES_DELETED)
def pictures_deleted(entry: Stored, people: People) -> Words:
    said = fields_of(entry.after)
    age = f", older than {count(said['days'], 'day')}" if "days" in said else ""
    return Words(f"{count(said.get('files', 0), 'photographed file')}{age}; what was read from them stays")


@reads(AuditAction.PICTURE_SETTINGS_CHANGED)
def picture_settings(entry: Stored, people: People) -> Words:
    labels = {"days": "days to keep photographs", "boxes": "export of boxes"}
    return short("", changes(entry.before, entry.after, labels=labels))
