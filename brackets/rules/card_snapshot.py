"""The stored form of a posted card: its schema, written out, and its versions.

A posting freezes every card as JSON, and stored JSON is never rewritten. So this module names each key by itself: what
a field or a property is called in the program may change, the JSON may not. A change of the schema makes a new version,
and the reader turns each earlier one into the next. docs/postings.md says what the keys mean.

Version 2 holds the fields of :class:`scorecards.rules.ruled_cards.RuledCard` and what it is made of; what follows from
them, such as the total of a game sheet, is not stored. Version 1 is JSON without a version: it also held derived
values, and at first no columns of game sheets.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from json.encoder import encode_basestring_ascii as _quoted
from operator import attrgetter
from typing import Any

from scorecards.rules.line_points import CardTotals, Totals
from scorecards.rules.ruled_cards import CardPlayer, CardRuling, LineChange, RuledCard, RuledLine, RulingSide
from scorecards.rules.scoring_systems.total_points import LeftTotals, PeggedTotals
from tournaments.rules.stored_json import StoredJsonError, StoredObject
from tournaments.rules.types import FootTotals, Line

VERSION = 2

_TRUTH = {False: "false", True: "true"}
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
        lines = ", ".join(_line_texts(card.lines, texts))
        rulings = ", ".join([_ruling_text(ruling, texts) for ruling in card.rulings])
        as_written = _totals_text(card.as_written)
        in_force = as_written if card.in_force is card.as_written else _totals_text(card.in_force)
        if card.sheet not in sheets:
            sheets[card.sheet] = json.dumps(card.sheet)
        text = (
            f'{{"version": {VERSION}, "lines": [{lines}], "foot": {_foot_text(card.foot)},'
            f' "as_written": {as_written}, "in_force": {in_force},'
            f' "rulings": [{rulings}], "missing": {card.missing},'
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


class _Columns(dict[tuple[int | None, ...], tuple[str, str, str]]):
    """The columns of lines as text, each combination made once: there are far fewer than lines.

    They stand twice in a line that is in force as written: up to the game of the second, and up to the line's end.
    """

    def __missing__(self, values: tuple[int | None, ...]) -> tuple[str, str, str]:
        text = _numbers_text(dict(zip(_COLUMNS, values, strict=True)))[1:]
        made = self[values] = (text, f'{text}, "in_force": {{"game": ', f"{text}, {_NOTHING_MORE}")
        return made


class _Texts:
    """What the cards of a posting have in common as text, made once: people, columns, changes, rules.

    By identity: all cards of an event share them, and to compare them takes as long as to write them.
    """

    def __init__(self) -> None:
        self.opponents: dict[int, tuple[int | None, str, str]] = {}
        self.columns = _Columns()
        self._made: dict[int, str] = {}
        self._seen: list[object] = []  # as long as they are kept, nothing else gets their identities
        self._rules: dict[tuple[tuple[str, str], ...], str] = {}

    def person(self, person: CardPlayer | None) -> str:
        return self._made.get(id(person)) or self._make(person, _person_to_json(person))

    def changes(self, changes: tuple[LineChange, ...]) -> str:
        return self._made.get(id(changes)) or self._make(changes, [_change_to_json(change) for change in changes])

    def _make(self, shared: object, as_json: object) -> str:
        self._seen.append(shared)
        text = self._made[id(shared)] = json.dumps(as_json)
        return text

    def opponent(self, person: CardPlayer | None) -> tuple[int | None, str, str]:
        """Return the number, and what stands of an opponent between the games of a line and in each of its lines."""
        number, text = (None if person is None else person.number), self.person(person)
        between = f', "opponent": {text}, "opponent_in_force": {text}, "written": {{"game": '
        made = self.opponents[id(person)] = (number, between, f', "opponent": {_number_text(number)}, ')
        return made

    def line(self, line: Line | None) -> str:
        if line is None:
            return "null"
        return f'{{"game": {line.game}, "opponent": {_number_text(line.opponent)}, {self.columns[_columns_of(line)][0]}'

    def rules(self, rules: tuple[tuple[str, str], ...]) -> str:
        found = self._rules.get(rules)
        if found is None:
            as_json = [{"rule": rule, "summary": summary} for rule, summary in rules]
            found = self._rules[rules] = json.dumps(as_json)
        return found


def _line_texts(lines: Iterable[RuledLine], texts: _Texts) -> Iterator[str]:
    opponents, columns = texts.opponents, texts.columns
    for game, opponent, opponent_in_force, written, in_force, changes, anchor, is_sat_out in lines:
        if (
            written is not None
            and in_force is written
            and opponent_in_force is opponent
            and not (changes or anchor or is_sat_out)
        ):
            # Nearly every line is in force as written, against whom it names. There are tens of thousands.
            number, between, against = opponents.get(id(opponent)) or texts.opponent(opponent)
            if written.opponent == number and written.game == game:
                _, up_to_second, up_to_end = columns[_columns_of(written)]
                shown = str(game)
                yield f'{{"game": {shown}{between}{shown}{against}{up_to_second}{shown}{against}{up_to_end}'
                continue
        yield (
            f'{{"game": {game}, "opponent": {texts.person(opponent)},'
            f' "opponent_in_force": {texts.person(opponent_in_force)}, "written": {texts.line(written)},'
            f' "in_force": {texts.line(in_force)}, "changes": {texts.changes(changes)}, "anchor": {_quoted(anchor)},'
            f' "is_sat_out": {_TRUTH[is_sat_out]}}}'
        )


def _line_to_json(line: Line | None) -> dict[str, int | None] | None:
    return None if line is None else dict(zip(_LINE_KEYS, _line_values(line), strict=True))


def _ruling_text(ruling: CardRuling, texts: _Texts) -> str:
    sides = ", ".join(
        f'{{"entrant": {texts.person(side.entrant)}, "written": {texts.line(side.written)},'
        f' "names": {_quoted(side.names)}, "changes": {texts.changes(side.changes)}}}'
        for side in ruling.sides
    )
    notes = ", ".join(map(_quoted, ruling.notes))
    return (
        f'{{"anchor": {_quoted(ruling.anchor)}, "game": {ruling.game}, "rules": {texts.rules(ruling.rules)},'
        f' "sides": [{sides}], "made_by": {_quoted(ruling.made_by)}, "is_decision": {_TRUTH[ruling.is_decision]},'
        f' "reason": {_quoted(ruling.reason)}, "initials": {_quoted(ruling.initials)},'
        f' "decided_by": {_quoted(ruling.decided_by)}, "notes": [{notes}]}}'
    )


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
    inner = ", ".join([f'"{key}": {_number_text(value)}' for key, value in numbers.items()])
    return f"{{{inner}}}"


def _number_text(number: int | None) -> int | str:
    return "null" if number is None else number


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
