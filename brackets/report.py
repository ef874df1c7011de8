"""The cross-check report of one event: what the cards come to, and the bracket they lead to (event-file.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from brackets.seeding import DrawnMatch, Side, bracket_size, byes, first_round, is_approved
from scorecards.reckoning import Reckoned, reckon
from scorecards.reckoning import as_plain_data as reckoned_as_plain_data
from tournaments.eventfile import EventFile


@dataclass(frozen=True, slots=True)
class Report(Reckoned):
    """What the cards of an event come to, and the first round that follows from it.

    ``first_round`` is empty while anything about the order of the qualifiers is open, and where fewer than two
    qualify.
    """

    first_round: tuple[DrawnMatch, ...]

    @property
    def seeded(self) -> tuple[int, ...]:
        """The qualifiers, best first; empty where there is no first round."""
        return (
            tuple(place.entrant for place in self.ranking.places if place.qualifies)
            if self.first_round
            else ()
        )

    @property
    def bracket_size(self) -> int:
        """The places of the bracket: a power of two."""
        return bracket_size(self.qualifiers)

    @property
    def byes(self) -> int:
        """How many of the top seeds have no opponent in the first round (rule 13.2.d)."""
        return byes(self.qualifiers)

    @property
    def approved_chart(self) -> bool:
        """Whether the rulebook prints a chart for this field (rule 13.2.c)."""
        return is_approved(self.bracket_size, self.entrants, self.edition)


def report_on(event_file: EventFile) -> Report:
    """Check, rank, cut and draw one event."""
    reckoned = reckon(event_file)
    found = {field.name: getattr(reckoned, field.name) for field in fields(Reckoned)}
    return Report(**found, first_round=first_round(reckoned.seeded))


def as_plain_data(report: Report) -> dict[str, Any]:
    """Return the report as dictionaries and lists, keys in the order of the specification."""
    return with_bracket(reckoned_as_plain_data(report))


def with_bracket(reckoned: Mapping[str, Any], *, waived: bool = False) -> dict[str, Any]:
    """Return what the cards came to, as plain data, with the bracket that follows from it (rule 13.2).

    ``waived`` tells that the director posts although not every card is complete.
    """
    qualifiers, entrants = reckoned["qualifiers"], reckoned["entrants"]
    size = bracket_size(qualifiers)
    approved = is_approved(size, entrants, reckoned["edition"])
    bracket = {"bracket_size": size, "byes": byes(qualifiers), "approved_chart": approved}
    report: dict[str, Any] = {}
    for key, value in reckoned.items():
        report[key] = value
        if key == "qualifiers":
            report |= bracket
    drawn = first_round(seeded_in(reckoned, waived=waived))
    report["first_round"] = [
        {"slot": match.slot, "upper": _side_data(match.upper), "lower": _side_data(match.lower)}
        for match in drawn
    ]
    return report


def without(reckoned: Mapping[str, Any], gone: Sequence[int]) -> dict[str, Any]:
    """Return what the cards came to with others in place of qualifiers who have left before the draw.

    Nobody's place in the standings changes: for each of ``gone`` who qualifies the next below the line moves up.
    Where that rank is shared the order of those who share it becomes one for the director to enter, and where
    nobody is left below the line there is one qualifier less.
    """
    standings = [dict(place) for place in reckoned["standings"]]
    changed = {**reckoned, "standings": standings}
    for number in gone:
        leaver = next((place for place in standings if place["entrant"] == number), None)
        if leaver is None or not leaver["qualifies"]:
            continue
        leaver["qualifies"] = False
        below = _below_the_line(standings, gone)
        if not below:
            changed["qualifiers"] -= 1
        elif len(below) > 1:
            group = [place["entrant"] for place in below]
            changed["tie_orders_needed"] = [*changed["tie_orders_needed"], group]
        else:
            below[0]["qualifies"] = True
        left = _below_the_line(standings, gone)
        changed["high_nonqualifier"] = left[0]["entrant"] if len(left) == 1 else None
    return changed


def _below_the_line(standings: Sequence[dict[str, Any]], gone: Sequence[int]) -> list[dict[str, Any]]:
    """Return who is first below the line; several where they share that rank."""
    below = [place for place in standings if place["qualifies"] is False and place["entrant"] not in gone]
    return [place for place in below if place["rank"] == below[0]["rank"]]


def seeded_in(reckoned: Mapping[str, Any], *, waived: bool = False) -> list[int]:
    """Return the qualifiers, best first, from plain data; nobody while their order is open.

    ``waived`` tells that it does not matter whether every card is complete.
    """
    open_ties = reckoned["tie_games_needed"] or reckoned["tie_orders_needed"]
    if reckoned["undecided"] or open_ties or not (reckoned["complete"] or waived):
        return []
    return [place["entrant"] for place in reckoned["standings"] if place["qualifies"]]


def seeds_in(report: Mapping[str, Any]) -> list[int]:
    """Return the entrants of a report's first round, best seed first; nobody where there is none."""
    sides = [side for match in report["first_round"] for side in (match["upper"], match["lower"]) if side]
    return [side["entrant"] for side in sorted(sides, key=lambda side: int(side["seed"]))]


def _side_data(side: Side | None) -> dict[str, int] | None:
    return None if side is None else {"seed": side.seed, "entrant": side.entrant}
