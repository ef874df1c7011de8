"""The stored form of a posted card: its schema, written out, and its versions.

A posting freezes every card as JSON, and stored JSON is never rewritten. So this module names each key by itself: what
a field or a property is called in the program may change, the JSON may not. A change of the schema makes a new version,
and the reader turns each earlier one into the next. docs/postings.md says what the keys mean.

Version 2 holds the fields of :class:`scorecards.rules.ruled_cards.RuledCard` and what it is made of; what follows from
them, such as the total of a game sheet, is not stored. Version 1 is JSON without a version: it held what follows, too,
and in its first days no columns of game sheets.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any

from scorecards.rules.line_points import CardTotals, Totals
from scorecards.rules.ruled_cards import CardPlayer, CardRuling, LineChange, RuledCard, RuledLine, RulingSide
from scorecards.rules.scoring_systems.total_points import LeftTotals, PeggedTotals
from tournaments.rules.stored_json import StoredJsonError, StoredObject
from tournaments.rules.types import FootTotals, Line

VERSION = 2

_NOTHING_MORE = '"changes": [], "anchor": "", "is_sat_out": false}'
_CARD = frozenset(("version", "lines", "foot", "as_written", "in_force", "rulings", "missing", "sheet"))
_CARD_LINE = frozenset(
    ("game", "opponent", "opponent_in_force", "written", "in_force", "changes", "anchor", "is_sat_out")
)
_COLUMNS = ("points", "plus", "minus", "own", "theirs", "left")
_NUMBERS = ("opponent", *_COLUMNS)
_LINE_KEYS = ("game", *_NUMBERS)
_LINE = frozenset(_LINE_KEYS)
_columns_of, _line_values = attrgetter(*_COLUMNS), attrgetter(*_LINE_KEYS)
_PERSON = frozenset(("number", "name", "partner"))
_CHANGE = frozenset(("before", "after", "rule", "summary", "made_by", "initials", "is_own_arithmetic"))
_RULING = frozenset(
    ("anchor", "game", "rules", "sides", "made_by", "is_decision", "reason", "initials", "decided_by", "notes")
)
_SIDE = frozenset(("entrant", "written", "names", "changes"))
_RULE = frozenset(("rule", "summary"))
_TOTALS = ("game_points", "games_won", "plus", "minus")
_FOOT = (*_TOTALS, "total")
_PEGGED = frozenset(("total_points", "games_won"))
_LEFT = frozenset(("points_left", "games_won"))


def card_texts(cards: Iterable[tuple[int, RuledCard]]) -> Iterator[tuple[int, str]]:
    """Yield each card's number and the JSON that a posting stores of it, in the present version.

    A large event has tens of thousands of lines, and all of them name the same people: so the text is put together
    here, and people are written once. It is what :func:`json.dumps` makes of the same keys and values.
    """
    texts = _Texts()
    sheets: dict[tuple[str, ...], str] = {}
    for number, card in cards:
        lines = ", ".join([_card_line(line, texts) for line in card.lines])
        rulings = [_ruling_to_json(ruling) for ruling in card.rulings]
        as_written = _totals_text(card.as_written)
        in_force = as_written if card.in_force is card.as_written else _totals_text(card.in_force)
        if card.sheet not in sheets:
            sheets[card.sheet] = json.dumps(card.sheet)
        text = (
            f'{{"version": {VERSION}, "lines": [{lines}], "foot": {_foot_text(card.foot)},'
            f' "as_written": {as_written}, "in_force": {in_force},'
            f' "rulings": {json.dumps(rulings) if rulings else "[]"}, "missing": {card.missing},'
            f' "sheet": {sheets[card.sheet]}}}'
        )
        yield number, text


def card_from_json(stored: object) -> RuledCard:
    """Return a card as it was posted, whatever version it was stored in.

    Raises:
        StoredJsonError: the version is unknown, or the JSON does not fit the schema of its version.
    """
    card = StoredObject(_as_version_2(stored), "card", _CARD)
    return RuledCard(
        lines=tuple(
            RuledLine(
                game=line.value("game", int),
                opponent=_person_in(line, "opponent"),
                opponent_in_force=_person_in(line, "opponent_in_force"),
                written=_line_in(line, "written"),
                in_force=_line_in(line, "in_force"),
                changes=_changes_in(line),
                anchor=line.value("anchor", str),
                is_sat_out=line.value("is_sat_out", bool),
            )
            for line in card.objects("lines", _CARD_LINE)
        ),
        foot=_foot_in(card),
        as_written=_totals_in(card, "as_written"),
        in_force=_totals_in(card, "in_force"),
        rulings=tuple(
            _ruling(ruling, f"card.rulings[{index}]") for index, ruling in enumerate(card.objects("rulings", _RULING))
        ),
        missing=card.value("missing", int),
        sheet=card.values("sheet", str),
    )


def lines_in_force_from_json(stored: object) -> list[Line]:
    """Return only the lines in force of a posted card: a season reads the cards of all its events."""
    card = StoredObject(_as_version_2(stored), "card", _CARD)
    lines = (_line_in(line, "in_force") for line in card.objects("lines", _CARD_LINE))
    return [line for line in lines if line is not None]


def _person_to_json(person: CardPlayer | None) -> dict[str, Any] | None:
    return None if person is None else {"number": person.number, "name": person.name, "partner": person.partner}


class _Columns(dict[tuple[int | None, ...], str]):
    """The columns of lines as text, each combination made once: there are far fewer than lines."""

    def __missing__(self, values: tuple[int | None, ...]) -> str:
        text = self[values] = json.dumps(dict(zip(_COLUMNS, values, strict=True)))[1:]
        return text


class _Texts:
    """What many lines have in common as text, made once: people and columns."""

    def __init__(self) -> None:
        # By identity: all cards of an event share them, and to compare them takes as long as to write them.
        self._people: dict[int, tuple[CardPlayer | None, str]] = {}
        self._columns = _Columns()

    def person(self, person: CardPlayer | None) -> str:
        found = self._people.get(id(person))
        if found is None:
            found = self._people[id(person)] = (person, json.dumps(_person_to_json(person)))
        return found[1]

    def line(self, line: Line | None) -> str:
        if line is None:
            return "null"
        opponent = "null" if line.opponent is None else line.opponent
        return f'{{"game": {line.game}, "opponent": {opponent}, {self._columns[_columns_of(line)]}'


def _card_line(line: RuledLine, texts: _Texts) -> str:
    # Nearly every line is in force as written, against whom it names.
    game, opponent, opponent_in_force, written, in_force, changes, anchor, is_sat_out = line
    named = texts.person(opponent)
    met = named if opponent_in_force is opponent else texts.person(opponent_in_force)
    as_written = texts.line(written)
    standing = as_written if in_force is written else texts.line(in_force)
    more = _NOTHING_MORE
    if changes or anchor or is_sat_out:
        shown = [_change_to_json(change) for change in changes]
        more = json.dumps({"changes": shown, "anchor": anchor, "is_sat_out": is_sat_out})[1:]
    return (
        f'{{"game": {game}, "opponent": {named}, "opponent_in_force": {met}, "written": {as_written},'
        f' "in_force": {standing}, {more}'
    )


def _line_to_json(line: Line | None) -> dict[str, int | None] | None:
    return None if line is None else dict(zip(_LINE_KEYS, _line_values(line), strict=True))


def _ruling_to_json(ruling: CardRuling) -> dict[str, Any]:
    return {
        "anchor": ruling.anchor,
        "game": ruling.game,
        "rules": [{"rule": rule, "summary": summary} for rule, summary in ruling.rules],
        "sides": [
            {
                "entrant": _person_to_json(side.entrant),
                "written": _line_to_json(side.written),
                "names": side.names,
                "changes": [_change_to_json(change) for change in side.changes],
            }
            for side in ruling.sides
        ],
        "made_by": ruling.made_by,
        "is_decision": ruling.is_decision,
        "reason": ruling.reason,
        "initials": ruling.initials,
        "decided_by": ruling.decided_by,
        "notes": list(ruling.notes),
    }


def _change_to_json(change: LineChange) -> dict[str, Any]:
    return {
        "before": _line_to_json(change.before),
        "after": _line_to_json(change.after),
        "rule": change.rule,
        "summary": change.summary,
        "made_by": change.made_by,
        "initials": change.initials,
        "is_own_arithmetic": change.is_own_arithmetic,
    }


def _foot_text(foot: FootTotals | None) -> str:
    return "null" if foot is None else _numbers_text({total: getattr(foot, total) for total in _FOOT})


def _totals_text(totals: CardTotals) -> str:
    if isinstance(totals, PeggedTotals):
        return _numbers_text({"total_points": totals.total_points, "games_won": totals.games_won})
    if isinstance(totals, LeftTotals):
        return _numbers_text({"points_left": totals.points_left, "games_won": totals.games_won})
    assert isinstance(totals, Totals)
    return _numbers_text({total: getattr(totals, total) for total in _TOTALS})


def _numbers_text(numbers: Mapping[str, int | None]) -> str:
    # As json.dumps writes whole numbers, which takes five times as long.
    inner = ", ".join([f'"{key}": {"null" if value is None else value}' for key, value in numbers.items()])
    return f"{{{inner}}}"


def _person(person: StoredObject) -> CardPlayer:
    return CardPlayer(person.value("number", int), person.value("name", str), person.value("partner", str))


def _person_in(parent: StoredObject, key: str) -> CardPlayer | None:
    person = parent.object_or_none(key, _PERSON)
    return None if person is None else _person(person)


def _line(line: StoredObject) -> Line:
    return Line(line.value("game", int), **{number: line.value_or_none(number, int) for number in _NUMBERS})


def _line_in(parent: StoredObject, key: str) -> Line | None:
    line = parent.object_or_none(key, _LINE)
    return None if line is None else _line(line)


def _changes_in(parent: StoredObject) -> tuple[LineChange, ...]:
    return tuple(
        LineChange(
            before=_line(change.object("before", _LINE)),
            after=_line(change.object("after", _LINE)),
            rule=change.value("rule", str),
            summary=change.value("summary", str),
            made_by=change.value("made_by", str),
            initials=change.value("initials", str),
            is_own_arithmetic=change.value("is_own_arithmetic", bool),
        )
        for change in parent.objects("changes", _CHANGE)
    )


def _ruling(ruling: StoredObject, place: str) -> CardRuling:
    sides = [
        RulingSide(
            entrant=_person(side.object("entrant", _PERSON)),
            written=_line_in(side, "written"),
            names=side.value("names", str),
            changes=_changes_in(side),
        )
        for side in ruling.objects("sides", _SIDE)
    ]
    if len(sides) != 2:
        raise StoredJsonError(f"{place}.sides: {len(sides)}, a game has 2")
    return CardRuling(
        anchor=ruling.value("anchor", str),
        game=ruling.value("game", int),
        rules=tuple((rule.value("rule", str), rule.value("summary", str)) for rule in ruling.objects("rules", _RULE)),
        sides=(sides[0], sides[1]),
        made_by=ruling.value("made_by", str),
        is_decision=ruling.value("is_decision", bool),
        reason=ruling.value("reason", str),
        initials=ruling.value("initials", str),
        decided_by=ruling.value("decided_by", str),
        notes=ruling.values("notes", str),
    )


def _foot_in(card: StoredObject) -> FootTotals | None:
    foot = card.object_or_none("foot", frozenset(_FOOT))
    return None if foot is None else FootTotals(**{total: foot.value_or_none(total, int) for total in _FOOT})


def _totals_in(card: StoredObject, key: str) -> CardTotals:
    # The columns of the card say which totals they are.
    match card.values("sheet", str):
        case ():
            totals = card.object(key, frozenset(_TOTALS))
            return Totals(*(totals.value(total, int) for total in _TOTALS))
        case ("left",):
            totals = card.object(key, _LEFT)
            return LeftTotals(totals.value("points_left", int), totals.value("games_won", int))
        case _:
            totals = card.object(key, _PEGGED)
            return PeggedTotals(totals.value("total_points", int), totals.value("games_won", int))


def _as_version_2(stored: object) -> object:
    """Return the JSON in version 2; what does not fit its version stays, for the reader to refuse."""
    if not isinstance(stored, Mapping):
        return stored
    version = stored.get("version", 1)
    if version == 1:
        try:
            return _upgraded(stored)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise StoredJsonError(f"card: does not fit version 1: {error!r}") from error
    if version != VERSION:
        raise StoredJsonError(f"card.version: {version!r} is unknown, known are 1 and {VERSION}")
    return stored


_FOLLOWED_IN_1 = {
    "card": ("due", "is_empty", "arithmetic", "differs", "sheet_total", "sheet_total_as_written"),
    "card line": ("is_changed",),
    "totals": ("net", "standing"),
}
"""What version 1 stored although it follows from the rest."""

_COLUMNS_LATER_IN_1 = {"own": None, "theirs": None, "left": None}


def _upgraded(card: Mapping[str, Any]) -> dict[str, Any]:
    """Return version 1 as version 2."""
    return {
        "sheet": [],
        **_without(card, _FOLLOWED_IN_1["card"]),
        "version": VERSION,
        "lines": [_upgraded_card_line(line) for line in card.get("lines", ())],
        "foot": None if (foot := card.get("foot")) is None else {"total": None, **foot},
        "as_written": _without(card.get("as_written", {}), _FOLLOWED_IN_1["totals"]),
        "in_force": _without(card.get("in_force", {}), _FOLLOWED_IN_1["totals"]),
        "rulings": [_upgraded_ruling(ruling) for ruling in card.get("rulings", ())],
    }


def _upgraded_card_line(line: Mapping[str, Any]) -> dict[str, Any]:
    return _with_columns(_without(line, _FOLLOWED_IN_1["card line"]), "written", "in_force")


def _upgraded_ruling(ruling: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "decided_by": "",
        "notes": [],
        **ruling,
        "rules": [{"rule": rule, "summary": summary} for rule, summary in ruling["rules"]],
        "sides": [_with_columns(side, "written") for side in ruling["sides"]],
    }


def _with_columns(parent: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """Return an object whose lines, under these keys and in its changes, have every column."""
    lines = {key: _COLUMNS_LATER_IN_1 | line for key in keys if (line := parent.get(key)) is not None}
    changes = [
        change | {key: _COLUMNS_LATER_IN_1 | change[key] for key in ("before", "after")} for change in parent["changes"]
    ]
    return {**parent, **lines, "changes": changes}


def _without(values: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key not in keys}
