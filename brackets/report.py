"""The cross-check report of one event: everything the engines find out, put together (event-file.md)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from brackets.seeding import DrawnMatch, Side, bracket_size, byes, first_round, is_approved
from scorecards.crosscheck import CrossCheck, cross_check
from scorecards.qualifying import number_of_qualifiers
from scorecards.ranking import Place, Ranking, rank
from scorecards.scoring import SCHEMES
from tournaments.eventfile import EventFile, Line
from tournaments.linesdue import NOTHING, games_due, sat_out_in


@dataclass(frozen=True, slots=True)
class Report:
    """What the cards of an event come to.

    ``entrants`` and ``qualifiers`` are counts, house players left out. ``first_round`` is empty while anything
    about the order of the qualifiers is open.
    """

    event: str
    edition: str
    complete: bool
    entrants: int
    qualifiers: int
    bracket_size: int
    byes: int
    approved_chart: bool
    check: CrossCheck
    ranking: Ranking
    first_round: tuple[DrawnMatch, ...]

    @property
    def seeded(self) -> tuple[int, ...]:
        """The qualifiers, best first; empty while their order is open."""
        return (
            tuple(place.entrant for place in self.ranking.places if place.qualifies)
            if self.first_round
            else ()
        )


def report_on(event_file: EventFile) -> Report:
    """Check, rank, cut and draw one event. Every entrant is ranked, with or without a card, but house players."""
    event = event_file.event
    ranked = [entrant.number for entrant in event_file.entrants if not entrant.house_player]
    qualifiers = number_of_qualifiers(len(ranked), event.qualifiers)
    check = cross_check(
        event_file.scorecards,
        entrants=ranked,
        qualifiers=qualifiers,
        games=event.games,
        edition=event.edition,
        decisions=event_file.decisions,
        scheme=SCHEMES[event.scoring],
        sat_out=sat_out_in(event_file.schedule),
    )
    ranking = rank(
        check.totals,
        qualifiers=qualifiers,
        edition=event.edition,
        lines=check.lines,
        tie_games=event_file.tie_games,
        tie_orders=event_file.tie_orders,
    )
    complete = is_complete(event_file, check)
    is_open = bool(check.undecided) or not ranking.is_settled or not complete
    seeded = [] if is_open else [place.entrant for place in ranking.places if place.qualifies]
    size = bracket_size(qualifiers)
    return Report(
        event=event.name,
        edition=event.edition,
        complete=complete,
        entrants=len(ranked),
        qualifiers=qualifiers,
        bracket_size=size,
        byes=byes(qualifiers),
        approved_chart=is_approved(size, len(ranked)),
        check=check,
        ranking=ranking,
        first_round=first_round(seeded),
    )


def is_complete(event_file: EventFile, check: CrossCheck) -> bool:
    """Tell whether every card has every line that is due (:mod:`tournaments.linesdue`)."""
    return not any(True for _ in missing_lines(event_file, check))


def missing_lines(event_file: EventFile, check: CrossCheck) -> Collection[tuple[int, int]]:
    """Return (entrant, game) for each line still to come; a game that the director decided has its line."""
    games = event_file.event.games
    sat_out = sat_out_in(event_file.schedule)
    missing = []
    for entrant in event_file.entrants:
        own = check.lines.get(entrant.number, {})
        left, off = entrant.withdrawn_after_game, sat_out.get(entrant.number, NOTHING)
        if len(own) < games:
            due = games_due(games, withdrawn_after_game=left, sat_out=off)
            missing += [(entrant.number, game) for game in due if game not in own]
    return missing


def as_plain_data(report: Report) -> dict[str, Any]:
    """Return the report as dictionaries and lists, keys in the order of the specification."""
    return {
        "event": report.event,
        "edition": report.edition,
        "complete": report.complete,
        "entrants": report.entrants,
        "qualifiers": report.qualifiers,
        "bracket_size": report.bracket_size,
        "byes": report.byes,
        "approved_chart": report.approved_chart,
        "arithmetic": [
            {
                "entrant": error.entrant,
                "game": error.game,
                "field": error.field,
                "recorded": error.recorded,
                "computed": error.computed,
                "note": error.note,
            }
            for error in report.check.arithmetic
        ],
        "rulings": [
            {
                "game": ruling.game,
                "entrants": list(ruling.entrants),
                "rules": list(ruling.rules),
                "changes": [
                    {
                        "entrant": change.entrant,
                        "before": _line_data(change.before),
                        "after": _line_data(change.after),
                    }
                    for change in ruling.changes
                ],
            }
            for ruling in report.check.rulings
        ],
        "undecided": [
            {"game": open_game.game, "entrants": list(open_game.entrants), "reason": open_game.reason}
            for open_game in report.check.undecided
        ],
        "unchecked": [
            {"game": left_alone.game, "entrants": list(left_alone.entrants)}
            for left_alone in report.check.unchecked
        ],
        "checked": list(report.check.checked),
        "standings": [_place_data(place) for place in report.ranking.places],
        "high_nonqualifier": report.ranking.high_nonqualifier,
        "tie_games_needed": [list(pair) for pair in report.ranking.tie_games_needed],
        "tie_orders_needed": [list(group) for group in report.ranking.tie_orders_needed],
        "first_round": [
            {"slot": match.slot, "upper": _side_data(match.upper), "lower": _side_data(match.lower)}
            for match in report.first_round
        ],
    }


def _line_data(line: Line) -> dict[str, int | None]:
    return {"points": line.points, "plus": line.plus, "minus": line.minus}


def _place_data(place: Place) -> dict[str, Any]:
    return {
        "rank": place.rank,
        "entrant": place.entrant,
        "game_points": place.totals.game_points,
        "games_won": place.totals.games_won,
        "net": place.totals.net,
        "plus": place.totals.plus,
        "qualifies": place.qualifies,
        "decided_by": place.decided_by,
    }


def _side_data(side: Side | None) -> dict[str, int] | None:
    return None if side is None else {"seed": side.seed, "entrant": side.entrant}
