"""The cross-check report of one event: what the cards come to, and the bracket they lead to (event-file.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from brackets.rules.seeding import DrawnMatch, Side, bracket_size, byes, first_round, is_approved
from scorecards.rules.calculation import calculate
from scorecards.rules.event_result import KEYS, OPTIONAL_KEYS, EventResult, fields_from_json
from scorecards.rules.ranking import Place
from tournaments.rules.stored_json import StoredObject
from tournaments.rules.types import EventFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(EventResult):
    """The result of an event, and the first round that follows from it (rule 13.2). A posting freezes it.

    ``bracket_size`` is a power of two; ``byes`` is how many of the top seeds have no opponent in the first round;
    ``approved_chart`` tells whether the rulebook prints a chart for this field. ``first_round`` is empty while anything
    about the order of the qualifiers is open, and where fewer than two qualify.
    """

    bracket_size: int
    byes: int
    approved_chart: bool
    first_round: tuple[DrawnMatch, ...]

    @property
    def seeded(self) -> tuple[int, ...]:
        """Who is in the first round, best seed first; nobody where there is none."""
        sides = [side for match in self.first_round for side in (match.upper, match.lower) if side is not None]
        return tuple(side.entrant for side in sorted(sides, key=lambda side: side.seed))

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON, keys in the order of the specification."""
        report: dict[str, Any] = {}
        for key, value in EventResult.to_json(self).items():
            report[key] = value
            if key == "qualifiers":
                report["bracket_size"] = self.bracket_size
                report["byes"] = self.byes
                report["approved_chart"] = self.approved_chart
        report["first_round"] = [
            {"slot": match.slot, "upper": _side_to_json(match.upper), "lower": _side_to_json(match.lower)}
            for match in self.first_round
        ]
        return report

    @classmethod
    def from_json(cls, stored: object) -> Report:
        """Return a posted report; StoredJsonError where the JSON does not fit."""
        report = StoredObject(stored, "report", KEYS | _BRACKET, OPTIONAL_KEYS)
        return Report(
            **fields_from_json(report),
            bracket_size=report.value("bracket_size", int),
            byes=report.value("byes", int),
            approved_chart=report.value("approved_chart", bool),
            first_round=tuple(_match(match) for match in report.objects("first_round", _MATCH)),
        )


_BRACKET = frozenset(("bracket_size", "byes", "approved_chart", "first_round"))
_MATCH = frozenset(("slot", "upper", "lower"))
_SIDE = frozenset(("seed", "entrant"))


def report_on(event_file: EventFile) -> Report:
    """Check, rank, cut and draw one event."""
    return with_bracket(calculate(event_file).result)


def with_bracket(result: EventResult, *, waived: bool = False) -> Report:
    """Return a result with its bracket (13.2); ``waived``: the director posts although cards are incomplete."""
    size = bracket_size(result.qualifiers)
    return Report(
        **{field.name: getattr(result, field.name) for field in fields(EventResult)},
        bracket_size=size,
        byes=byes(result.qualifiers),
        approved_chart=is_approved(size, result.entrants, result.edition),
        first_round=first_round(result.seeds(waived=waived)),
    )


def without(result: EventResult, gone: Sequence[int]) -> EventResult:
    """Return the result with others in place of qualifiers who have left before the draw.

    Nobody's place in the standings changes: for each of ``gone`` who qualifies the next below the line moves up.
    If that rank is shared, the director enters the order of those who share it; if nobody is left below the line, there
    is one qualifier fewer.
    """
    for number in gone:
        if any(place.entrant == number and place.qualifies for place in result.standings):
            result = _without_one(result, number, gone)
    return result


def _without_one(result: EventResult, number: int, gone: Sequence[int]) -> EventResult:
    qualifiers, orders_needed = result.qualifiers, result.ranking.tie_orders_needed
    places = _marked(result.standings, number, qualifies=False)
    below = _below_the_line(places, gone)
    if not below:
        qualifiers -= 1
    elif len(below) > 1:
        orders_needed = (*orders_needed, tuple(place.entrant for place in below))
    else:
        places = _marked(places, below[0].entrant, qualifies=True)
    left = _below_the_line(places, gone)
    ranking = replace(
        result.ranking,
        places=places,
        tie_orders_needed=orders_needed,
        high_nonqualifier=left[0].entrant if len(left) == 1 else None,
    )
    return replace(result, qualifiers=qualifiers, ranking=ranking)


def _marked(places: Sequence[Place], number: int, *, qualifies: bool) -> tuple[Place, ...]:
    return tuple(replace(place, qualifies=qualifies) if place.entrant == number else place for place in places)


def _below_the_line(places: Sequence[Place], gone: Sequence[int]) -> list[Place]:
    """Return who is first below the line; several where they share that rank."""
    below = [place for place in places if place.qualifies is False and place.entrant not in gone]
    return [place for place in below if place.rank == below[0].rank]


def _match(match: StoredObject) -> DrawnMatch:
    upper, lower = _side(match, "upper"), _side(match, "lower")
    is_bye = lower is None
    return DrawnMatch(1, match.value("slot", int), upper, lower, winner=upper if is_bye else None, is_bye=is_bye)


def _side(match: StoredObject, key: str) -> Side | None:
    side = match.object_or_none(key, _SIDE)
    return None if side is None else Side(side.value("seed", int), side.value("entrant", int))


def _side_to_json(side: Side | None) -> dict[str, int] | None:
    return None if side is None else {"seed": side.seed, "entrant": side.entrant}
