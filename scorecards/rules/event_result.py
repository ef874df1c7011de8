"""The result of an event as one typed object, written to JSON and read from it.

The JSON is the cross-check report without the bracket (the event file's specification), which other programs read. It
is stored with every change and frozen in every posting, so that the format never changes for what it has already.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scorecards.rules.crosscheck import FoundRuling, UncheckedGame, UndecidedGame
from scorecards.rules.drop_outs import DropOuts
from scorecards.rules.line_points import CardError, CardTotals, Totals
from scorecards.rules.ranking import Place, Ranking
from scorecards.rules.scoring_systems.total_points import LeftTotals, PeggedTotals
from tournaments.rules.stored_json import StoredJsonError, StoredObject
from tournaments.rules.types import Line


@dataclass(frozen=True, slots=True)
class ResultLine:
    """Game points and spreads of a line, each may be blank."""

    points: int | None
    plus: int | None
    minus: int | None

    @classmethod
    def of(cls, line: Line) -> ResultLine:
        return cls(line.points, line.plus, line.minus)


@dataclass(frozen=True, slots=True)
class ResultChange:
    """The change of a ruling on one card. ``before`` has its own arithmetic put right already."""

    entrant: int
    before: ResultLine
    after: ResultLine


@dataclass(frozen=True, slots=True)
class ResultRuling:
    """A game that rules settle. ``entrants`` ascend, ``changes`` is empty where both cards stand."""

    game: int
    entrants: tuple[int, ...]
    rules: tuple[str, ...]
    changes: tuple[ResultChange, ...]

    @classmethod
    def of(cls, ruling: FoundRuling) -> ResultRuling:
        changes = tuple(
            ResultChange(change.entrant, ResultLine.of(change.before), ResultLine.of(change.after))
            for change in ruling.changes
        )
        return cls(ruling.game, ruling.entrants, ruling.rules, changes)

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "entrants": list(self.entrants),
            "rules": list(self.rules),
            "changes": [
                {
                    "entrant": change.entrant,
                    "before": _line_to_json(change.before),
                    "after": _line_to_json(change.after),
                }
                for change in self.changes
            ],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class EventResult:
    """The result of an event: checked, added up, ranked (domain 3 and 4), without the bracket.

    ``entrants`` and ``qualifiers`` are counts, house players left out. ``complete`` tells that every card has each line
    that is due. ``checked`` are the flagged entrants, ascending. ``drop_outs`` are those who left before the last game
    where cards are game sheets, with what becomes of their results; elsewhere, and where nobody did, it is ``None``.
    """

    event: str
    edition: str
    complete: bool
    entrants: int
    qualifiers: int
    arithmetic: tuple[CardError, ...]
    rulings: tuple[ResultRuling, ...]
    undecided: tuple[UndecidedGame, ...]
    unchecked: tuple[UncheckedGame, ...]
    checked: tuple[int, ...]
    ranking: Ranking
    drop_outs: DropOuts | None = None

    @property
    def standings(self) -> tuple[Place, ...]:
        return self.ranking.places

    @property
    def high_nonqualifier(self) -> int | None:
        """The first entrant below the line, ``None`` while that is open or where there is none."""
        return self.ranking.high_nonqualifier

    @property
    def has_cards(self) -> bool:
        """Whether anything is on any card: without cards everybody is level at nothing."""
        has_totals = any(any(place.totals.standing) for place in self.standings)
        return has_totals or bool(self.undecided or self.unchecked)

    @property
    def is_settled(self) -> bool:
        """Whether every card is in and nothing about the order of the qualifiers is open any more."""
        return self.complete and not self.undecided and self.ranking.is_settled

    def seeds(self, *, waived: bool = False) -> tuple[int, ...]:
        """Return the qualifiers, best first, none while that is open; ``waived``: missing cards do not matter."""
        if self.undecided or not self.ranking.is_settled or not (self.complete or waived):
            return ()
        return tuple(place.entrant for place in self.standings if place.qualifies)

    def to_json(self) -> dict[str, Any]:
        """Return the result as the report has it, keys in the order of its specification."""
        return {
            "event": self.event,
            "edition": self.edition,
            "complete": self.complete,
            "entrants": self.entrants,
            "qualifiers": self.qualifiers,
            "arithmetic": [
                {
                    "entrant": error.entrant,
                    "game": error.game,
                    "field": error.field,
                    "recorded": error.recorded,
                    "computed": error.computed,
                    "note": error.note,
                }
                for error in self.arithmetic
            ],
            "rulings": [ruling.to_json() for ruling in self.rulings],
            "undecided": [undecided_to_json(found) for found in self.undecided],
            "unchecked": [{"game": found.game, "entrants": list(found.entrants)} for found in self.unchecked],
            "checked": list(self.checked),
            "standings": places_to_json(self.standings),
            "high_nonqualifier": self.high_nonqualifier,
            "tie_games_needed": [list(pair) for pair in self.ranking.tie_games_needed],
            "tie_orders_needed": [list(group) for group in self.ranking.tie_orders_needed],
            **({} if self.drop_outs is None else {"drop_outs": drop_outs_to_json(self.drop_outs)}),
        }

    @classmethod
    def from_json(cls, stored: object) -> EventResult:
        """Return a stored result; StoredJsonError where the JSON does not fit."""
        return EventResult(**fields_from_json(StoredObject(stored, "report", KEYS, OPTIONAL_KEYS)))


KEYS = frozenset(
    (
        *("event", "edition", "complete", "entrants", "qualifiers", "arithmetic", "rulings", "undecided"),
        *("unchecked", "checked", "standings", "high_nonqualifier", "tie_games_needed", "tie_orders_needed"),
    )
)
OPTIONAL_KEYS = frozenset(("drop_outs",))

_ERROR = frozenset(("entrant", "game", "field", "recorded", "computed", "note"))
_RULING = frozenset(("game", "entrants", "rules", "changes"))
_CHANGE = frozenset(("entrant", "before", "after"))
_LINE = frozenset(("points", "plus", "minus"))
_UNDECIDED = frozenset(("game", "entrants", "reason"))
_UNCHECKED = frozenset(("game", "entrants"))
_DROP_OUTS = frozenset(("setting", "entrants"))
_POOL = frozenset(("pool",))
_PLACE = frozenset(("rank", "entrant", "qualifies", "decided_by", "games_won"))
_CARD_PLACE = _PLACE | {"game_points", "net", "plus"}
_PEGGED_PLACE = _PLACE | {"total_points"}
_LEFT_PLACE = _PLACE | {"points_left"}


def fields_from_json(result: StoredObject) -> dict[str, Any]:
    """Return the fields of an :class:`EventResult`."""
    return {
        "event": result.value("event", str),
        "edition": result.value("edition", str),
        "complete": result.value("complete", bool),
        "entrants": result.value("entrants", int),
        "qualifiers": result.value("qualifiers", int),
        "arithmetic": tuple(
            CardError(
                entrant=error.value("entrant", int),
                game=error.value_or_none("game", int),
                field=error.value("field", str),
                recorded=error.value("recorded", int),
                computed=error.value("computed", int),
                note=error.value("note", str),
            )
            for error in result.objects("arithmetic", _ERROR)
        ),
        "rulings": tuple(
            ResultRuling(
                game=ruling.value("game", int),
                entrants=ruling.values("entrants", int),
                rules=ruling.values("rules", str),
                changes=tuple(
                    ResultChange(change.value("entrant", int), _line(change, "before"), _line(change, "after"))
                    for change in ruling.objects("changes", _CHANGE)
                ),
            )
            for ruling in result.objects("rulings", _RULING)
        ),
        "undecided": tuple(
            UndecidedGame(found.value("game", int), found.values("entrants", int), found.value("reason", str))
            for found in result.objects("undecided", _UNDECIDED)
        ),
        "unchecked": tuple(
            UncheckedGame(found.value("game", int), found.values("entrants", int))
            for found in result.objects("unchecked", _UNCHECKED)
        ),
        "checked": result.values("checked", int),
        "ranking": Ranking(
            places=places_from_json(result.value("standings", list)),
            high_nonqualifier=result.value_or_none("high_nonqualifier", int),
            tie_games_needed=tuple(_pair(found) for found in result.lists("tie_games_needed", int)),
            tie_orders_needed=tuple(result.lists("tie_orders_needed", int)),
        ),
        "drop_outs": _drop_outs(result),
    }


def places_to_json(places: Iterable[Place]) -> list[dict[str, Any]]:
    """Return places in order as the report has them."""
    return [
        {
            "rank": place.rank,
            "entrant": place.entrant,
            **place.totals.to_dict(),
            "qualifies": place.qualifies,
            "decided_by": place.decided_by,
            **({} if place.pool is None else {"pool": place.pool}),
        }
        for place in places
    ]


def places_from_json(stored: Sequence[object]) -> tuple[Place, ...]:
    """Return stored places in order; StoredJsonError where the JSON does not fit."""
    return tuple(_place(place, f"standings[{index}]") for index, place in enumerate(stored))


def _pair(numbers: tuple[int, ...]) -> tuple[int, int]:
    if len(numbers) != 2:
        raise StoredJsonError(f"report.tie_games_needed: a tie game of {len(numbers)}, not of 2")
    return numbers[0], numbers[1]


def _place(stored: object, where: str) -> Place:
    # The keys of a place say which totals it has. A posting has hundreds of places: few calls for each.
    totals: CardTotals
    if isinstance(stored, dict) and "total_points" in stored:
        place = StoredObject(stored, where, _PEGGED_PLACE, _POOL)
        totals = PeggedTotals(place.value("total_points", int), place.value("games_won", int))
    elif isinstance(stored, dict) and "points_left" in stored:
        place = StoredObject(stored, where, _LEFT_PLACE, _POOL)
        totals = LeftTotals(place.value("points_left", int), place.value("games_won", int))
    else:
        place = StoredObject(stored, where, _CARD_PLACE, _POOL)
        plus = place.value("plus", int)
        # The report has the net and no minus.
        minus = plus - place.value("net", int)
        totals = Totals(place.value("game_points", int), place.value("games_won", int), plus, minus)
    return Place(
        place.value("rank", int),
        place.value("entrant", int),
        totals,
        place.value_or_none("qualifies", bool),
        place.value_or_none("decided_by", str),
        place.value("pool", str) if "pool" in place else None,
    )


def undecided_to_json(found: UndecidedGame) -> dict[str, Any]:
    """Return a game that waits for the director as the report has it."""
    return {"game": found.game, "entrants": list(found.entrants), "reason": found.reason}


def drop_outs_to_json(drop_outs: DropOuts) -> dict[str, Any]:
    """Return who dropped out as the report has it."""
    return {"setting": drop_outs.setting, "entrants": list(drop_outs.entrants)}


def _drop_outs(result: StoredObject) -> DropOuts | None:
    if "drop_outs" not in result:
        return None
    stored = result.object("drop_outs", _DROP_OUTS)
    return DropOuts(stored.value("setting", str), stored.values("entrants", int))


def _line_to_json(line: ResultLine) -> dict[str, int | None]:
    return {"points": line.points, "plus": line.plus, "minus": line.minus}


def _line(change: StoredObject, key: str) -> ResultLine:
    line = change.object(key, _LINE)
    return ResultLine(
        line.value_or_none("points", int), line.value_or_none("plus", int), line.value_or_none("minus", int)
    )
