"""What the cards of an event come to: checked, added up, ranked (domain 3 and 4), without the bracket."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from scorecards.counting import scoring_system
from scorecards.crosscheck import CrossCheck
from scorecards.dropouts import DropOuts
from scorecards.ranking import Place, Ranking
from scorecards.scoring import CardTotals
from tournaments.eventfile import EventFile, Line
from tournaments.linesdue import NOTHING, games_due


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What the cards come to.

    ``entrants`` and ``qualifiers`` are counts, house players left out. ``before`` is the ranking by the cards as they
    stood before any ruling, which tells whose place the rulings changed (12.2.i). ``drop_outs`` are those who left
    before the last game where cards are game sheets, with what becomes of their results; elsewhere, and where nobody
    did, it is ``None``.
    """

    event: str
    edition: str
    complete: bool
    entrants: int
    qualifiers: int
    check: CrossCheck
    ranking: Ranking
    before: Ranking
    drop_outs: DropOuts | None

    @property
    def is_settled(self) -> bool:
        """Whether nothing about the order of the qualifiers is open any more."""
        return self.complete and not self.check.undecided and self.ranking.is_settled

    @property
    def seeded(self) -> tuple[int, ...]:
        """The qualifiers, best first; empty while their order is open."""
        if not self.is_settled:
            return ()
        return tuple(place.entrant for place in self.ranking.places if place.qualifies)


def reckon(event_file: EventFile) -> Reckoned:
    """Check, rank and cut one event. Every entrant is ranked, with or without a card, but house players.

    How that is done is for the event's scoring to say (:mod:`scorecards.counting`).
    """
    event = event_file.event
    system = scoring_system(event.scoring)
    ranked = [entrant.number for entrant in event_file.entrants if not entrant.house_player]
    qualifiers = system.qualifiers(event, len(ranked))
    check = system.check(event_file, ranked, qualifiers)

    def ranked_by(totals: Mapping[int, CardTotals]) -> Ranking:
        return system.rank(event_file, check, totals, qualifiers)

    ranking = ranked_by(check.totals)
    drop_outs = DropOuts.of(event_file) if system.columns.is_of_sheets else None
    return Reckoned(
        event=event.name,
        edition=event.edition,
        complete=is_complete(event_file, check),
        entrants=len(ranked),
        qualifiers=qualifiers,
        check=check,
        ranking=ranking,
        before=ranking if check.totals == check.totals_before else ranked_by(check.totals_before),
        drop_outs=drop_outs if drop_outs is not None and drop_outs.entrants else None,
    )


def is_complete(event_file: EventFile, check: CrossCheck) -> bool:
    """Tell whether every card has every line that is due (:mod:`tournaments.linesdue`)."""
    return not any(True for _ in missing_lines(event_file, check))


def missing_lines(event_file: EventFile, check: CrossCheck) -> Collection[tuple[int, int]]:
    """Return (entrant, game) for each line still to come; a game that the director decided has its line."""
    games = event_file.event.games
    sat_out = scoring_system(event_file.event.scoring).sat_out(event_file)
    missing = []
    for entrant in event_file.entrants:
        own = check.lines.get(entrant.number, {})
        left, off = entrant.withdrawn_after_game, sat_out.get(entrant.number, NOTHING)
        if len(own) < games:
            due = games_due(games, withdrawn_after_game=left, sat_out=off)
            missing += [(entrant.number, game) for game in due if game not in own]
    return missing


def as_plain_data(reckoned: Reckoned) -> dict[str, Any]:
    """Return everything as dictionaries and lists, keys in the order of the report's specification."""
    return {
        "event": reckoned.event,
        "edition": reckoned.edition,
        "complete": reckoned.complete,
        "entrants": reckoned.entrants,
        "qualifiers": reckoned.qualifiers,
        "arithmetic": [
            {
                "entrant": error.entrant,
                "game": error.game,
                "field": error.field,
                "recorded": error.recorded,
                "computed": error.computed,
                "note": error.note,
            }
            for error in reckoned.check.arithmetic
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
            for ruling in reckoned.check.rulings
        ],
        "undecided": [
            {"game": open_game.game, "entrants": list(open_game.entrants), "reason": open_game.reason}
            for open_game in reckoned.check.undecided
        ],
        "unchecked": [
            {"game": left_alone.game, "entrants": list(left_alone.entrants)}
            for left_alone in reckoned.check.unchecked
        ],
        "checked": list(reckoned.check.checked),
        "standings": places_as_plain_data(reckoned.ranking),
        "high_nonqualifier": reckoned.ranking.high_nonqualifier,
        "tie_games_needed": [list(pair) for pair in reckoned.ranking.tie_games_needed],
        "tie_orders_needed": [list(group) for group in reckoned.ranking.tie_orders_needed],
        **_drop_out_data(reckoned.drop_outs),
    }


def _drop_out_data(drop_outs: DropOuts | None) -> dict[str, Any]:
    if drop_outs is None:
        return {}
    return {"drop_outs": {"setting": drop_outs.setting, "entrants": list(drop_outs.entrants)}}


def places_as_plain_data(ranking: Ranking) -> list[dict[str, Any]]:
    """Return the places of a ranking in order, as dictionaries."""
    return [_place_data(place) for place in ranking.places]


def _line_data(line: Line) -> dict[str, int | None]:
    return {"points": line.points, "plus": line.plus, "minus": line.minus}


def _place_data(place: Place) -> dict[str, Any]:
    return {
        "rank": place.rank,
        "entrant": place.entrant,
        **place.totals.as_figures(),
        "qualifies": place.qualifies,
        "decided_by": place.decided_by,
        **({} if place.pool is None else {"pool": place.pool}),
    }
