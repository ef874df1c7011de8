"""The contents of a report file, as one JSON Schema, and a strict reader for files from strangers.

``docs/acc-report.schema.json`` is :data:`SCHEMA`, written out.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

MAX_BYTES = 20 * 1024 * 1024
MAX_DIGITS = 15
MAX_MESSAGES = 50
Data = dict[str, Any]
WORDS = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}
TYPES: dict[str, type] = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


class Refused(Exception):
    """The file cannot be read as a report; ``messages`` say why, one a line."""

    def __init__(self, *messages: str) -> None:
        super().__init__("\n".join(messages))
        self.messages = messages


def _whole(least: int = 0, most: int = 10**9, **more: Any) -> Data:
    return {"type": "integer", "minimum": least, "maximum": most, **more}


def _text(longest: int = 400, **more: Any) -> Data:
    return {"type": "string", "maxLength": longest, **more}


def _or_null(schema: Data) -> Data:
    return {**schema, "type": [schema["type"], "null"]}


def _list(items: Data, most: int = 5_000, **more: Any) -> Data:
    return {"type": "array", "items": items, "maxItems": most, **more}


def _object(**properties: Data) -> Data:
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


NUMBER, GAME, CENTS = _whole(1), _whole(1, 999), _whole(-(10**12), 10**12)
MAYBE, SPREAD = _or_null(NUMBER), _or_null(_whole(1, 121))
FLAG, REASON = {"type": "boolean"}, _text(20_000)
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
DAY = _text(10, pattern=f"^{DATE.pattern}$")
POINTS = _or_null(_whole(0, 4))
LINE = {"points": POINTS, "plus": SPREAD, "minus": SPREAD}
PAID = _object(place=_text(), entrant=MAYBE, amount=CENTS, paid=CENTS)
PAIR = _list(NUMBER, 2, minItems=1)
RESULT = _object(**LINE)
EVENT = _object(
    name=_text(),
    kind=_text(20),
    form=_text(20),
    starts_on=_or_null(DAY),
    edition=_text(20),
    format=_text(30),
    scoring=_text(20),
    games=GAME,
    games_each=GAME,
    check_number=_text(40),
    log_entries=_whole(),
    number_of_entrants=_whole(),
    qualifiers=_whole(),
    exemption=_or_null(_object(qualifiers=_whole(), reason=REASON)),
    bracket_size=_whole(),
    byes=_whole(),
    approved_chart=FLAG,
    entrants=_list(
        _object(
            number=NUMBER,
            last_name=_text(),
            first_name=_text(),
            partner=_text(),
            acc_number=_text(),
            city=_text(),
            state=_text(),
            seat=_text(),
            house_player=FLAG,
            withdrawn_after_game=_or_null(_whole(0, 999)),
        )
    ),
    scorecards=_list(
        _object(
            entrant=NUMBER,
            recorded=_or_null(
                _object(**{name: _or_null(_whole()) for name in ("game_points", "games_won", "plus", "minus")})
            ),
            lines=_list(_object(game=GAME, opponent=MAYBE, **LINE), 999),
        )
    ),
    arithmetic=_list(
        _object(
            entrant=NUMBER, game=_or_null(GAME), field=_text(20), recorded=_whole(), computed=_whole(), note=REASON
        ),
        100_000,
    ),
    rulings=_list(
        _object(
            game=GAME,
            entrants=PAIR,
            rules=_list(_text(40), 20),
            changes=_list(_object(entrant=NUMBER, before=RESULT, after=RESULT), 2),
        ),
        100_000,
    ),
    decisions=_list(
        _object(
            decided_by=_text(),
            game=GAME,
            entrants=PAIR,
            lines=_list(_object(entrant=NUMBER, **LINE), 2),
            rule=_text(40),
            reason=REASON,
        ),
        100_000,
    ),
    undecided=_list(_object(game=GAME, entrants=PAIR, reason=REASON), 100_000),
    tie_games=_list(_object(winner=NUMBER, loser=NUMBER)),
    tie_orders=_list(_object(order=_list(NUMBER), reason=REASON)),
    standings=_list(
        _object(
            rank=NUMBER,
            entrant=NUMBER,
            game_points=_whole(),
            games_won=_whole(),
            net=_whole(-(10**9)),
            plus=_whole(),
            qualifies={"type": ["boolean", "null"]},
            decided_by=_or_null(_text(40)),
        )
    ),
    replaced=_list(NUMBER),
    seeds=_list(NUMBER),
    first_round=_list(_object(slot=NUMBER, upper=MAYBE, lower=MAYBE)),
    matches=_list(
        _object(
            round=_whole(1, 20),
            slot=NUMBER,
            best_of=_whole(1, 99),
            upper=MAYBE,
            lower=MAYBE,
            games=_list(_whole(0, 99), 2, minItems=2),
            winner=MAYBE,
        )
    ),
    placings=_list(
        _object(
            seed=NUMBER,
            entrant=NUMBER,
            last_name=_text(),
            first_name=_text(),
            acc_number=_text(),
            city=_text(),
            state=_text(),
            card=_text(40),
            place=MAYBE,
            round_lost=_or_null(_whole(1, 20)),
            qualifying_points=_or_null(_whole()),
            playoff_points=_or_null(_whole()),
            computed=_or_null(_whole()),
            points=_or_null(_whole()),
            reason=REASON,
        )
    ),
    rating_points=_object(source=_text(), in_force_from=DAY, no_schedule=_or_null(_text())),
    high_hands=_list(_object(points=_whole(0, 99), entrant=NUMBER, game=_text(), hand=_text())),
    money=_object(
        fees=CENTS,
        added=CENTS,
        other_income=CENTS,
        sanctioning_each=CENTS,
        players=_whole(),
        sanctioning=CENTS,
        kept=CENTS,
        fund=CENTS,
        prizes=_list(PAID),
        left=CENTS,
        pools=_list(
            _object(
                name=_text(),
                staked=CENTS,
                stakes=_list(_object(entrant=NUMBER, amount=CENTS)),
                payouts=_list(PAID),
                unclaimed=CENTS,
            ),
            100,
        ),
    ),
)
SCHEMA: Data = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "acc-report/1: the papers of a sanctioned cribbage weekend. Not approved by the ACC. Money in cents.",
    **_object(
        format={"type": "string", "const": "acc-report/1"},
        notice=_text(),
        name=_text(),
        sanction_number=_text(),
        director=_text(),
        starts_on=_or_null(DAY),
        ends_on=_or_null(DAY),
        place=_text(800),
        currency=_text(3),
        notes=_text(20_000),
        events=_list(EVENT, 20, minItems=1),
    ),
}


def read_report(data: bytes) -> Data:
    """Return the report of a file.

    Raises:
        Refused: it is no JSON, or not of this form; an error names the path of what is wrong.
    """
    if len(data) > MAX_BYTES:
        raise Refused("The file is larger than 20 MB, which no report is.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused("The file is not UTF-8 text.") from error
    try:
        report = json.loads(text, object_pairs_hook=_no_key_twice, parse_int=_number, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise Refused(f"Not JSON: {error.msg} in line {error.lineno}, column {error.colno}.") from error
    except RecursionError as error:
        raise Refused("Nested deeper than any report.") from error
    messages = []
    for message in _faults(report, SCHEMA, ""):
        messages.append(message)
        if len(messages) == MAX_MESSAGES:
            break
    if messages:
        raise Refused(*messages)
    found: Data = report
    return found


def _no_key_twice(pairs: list[tuple[str, Any]]) -> Data:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise Refused(f"The key {twice[:40]!r} appears twice in one object.")
    return found


def _number(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise Refused(f"The number {text[:MAX_DIGITS]}... has too many digits.")
    return int(text)


def _no_number(text: str) -> Any:
    raise Refused(f"{text} is no number.")


def _faults(value: Any, schema: Data, at: str) -> Iterator[str]:
    kinds = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    if not any(_is(value, kind) for kind in kinds):
        yield f"{at or 'the file'}: {_shown(value)} is not {' or '.join(WORDS[kind] for kind in kinds)}"
    elif "const" in schema and value != schema["const"]:
        yield f"{at}: {_shown(value)} is not {schema['const']!r}"
    elif isinstance(value, dict):
        yield from _faults_within(value, schema["properties"], at)
    elif isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema["maxItems"]:
            yield f"{at}: {len(value)} entries; {schema.get('minItems', 0)} to {schema['maxItems']} are possible"
        for index, item in enumerate(value[: schema["maxItems"]]):
            yield from _faults(item, schema["items"], f"{at}[{index}]")
    elif isinstance(value, str):
        if len(value) > schema.get("maxLength", len(value)):
            yield f"{at}: longer than {schema['maxLength']} letters"
        elif "pattern" in schema and not DATE.fullmatch(value):
            yield f"{at}: {_shown(value)} is not a date such as 2026-05-16"
    elif _is(value, "integer") and not schema["minimum"] <= value <= schema["maximum"]:
        yield f"{at}: {value} is not from {schema['minimum']} to {schema['maximum']}"


def _faults_within(value: Data, known: Data, at: str) -> Iterator[str]:
    yield from (f"{_path(at, name[:40])}: nothing of this name belongs here" for name in value if name not in known)
    for name, inner in known.items():
        if name in value:
            yield from _faults(value[name], inner, _path(at, name))
        else:
            yield f"{_path(at, name)}: is missing"


def _is(value: Any, kind: str) -> bool:
    if kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, TYPES[kind])


def _path(at: str, name: str) -> str:
    return f"{at}.{name}" if at else name


def _shown(value: Any) -> str:
    return repr(value)[:60]
