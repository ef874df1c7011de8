"""Calculate the result of an event from its cards: check, add up, rank (domain 3 and 4)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from scorecards.rules.crosscheck import CrossCheck
from scorecards.rules.drop_outs import DropOuts
from scorecards.rules.event_result import EventResult, ResultRuling
from scorecards.rules.line_points import CardTotals, Totals
from scorecards.rules.ranking import Ranking
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.rules.due_lines import NOTHING, games_due
from tournaments.rules.types import EventFile

RULES_VERSION = 4
"""The version of the rules as worked out here. Raise it whenever the same cards come to something else.

2: a blank line takes the other side of the opponent's result (12.2.c, guideline 11.c); guideline 11.d, c and g of 2010
and 12.2.f to the letter; approved charts by edition.
3: who never came does not count.
4: the dead zone is flagged as well (appendix 5); a line against somebody who had left waits, unless it is a win by ten.
"""


@dataclass(frozen=True, slots=True)
class Calculation:
    """The result of an event, and the work behind it that is not part of the report.

    ``before`` is the ranking by the cards as written, before any ruling and before their own arithmetic was put right,
    which tells whose place that changed (12.2.i).
    """

    result: EventResult
    check: CrossCheck
    before: Ranking


def calculate(event_file: EventFile) -> Calculation:
    """Check, rank and cut one event. Everybody who counts is ranked, with or without a card.

    How that is done is for the event's scoring to say (:mod:`scorecards.rules.scoring_systems.registry`).
    """
    event = event_file.event
    system = scoring_system(event.scoring)
    ranked = [entrant.number for entrant in event_file.entrants if entrant.counts]
    qualifiers = system.qualifiers(event, len(ranked))
    check = system.check(event_file, ranked, qualifiers)

    def ranked_by(totals: Mapping[int, CardTotals]) -> Ranking:
        return system.rank(event_file, check, totals, qualifiers)

    ranking = ranked_by(check.totals)
    drop_outs = DropOuts.of(event_file) if system.columns.is_of_sheets else None
    result = EventResult(
        event=event.name,
        edition=event.edition,
        complete=is_complete(event_file, check),
        entrants=len(ranked),
        qualifiers=qualifiers,
        arithmetic=check.arithmetic,
        rulings=tuple(ResultRuling.of(ruling) for ruling in check.rulings),
        undecided=check.undecided,
        unchecked=check.unchecked,
        checked=check.checked,
        ranking=ranking,
        drop_outs=drop_outs if drop_outs is not None and drop_outs.entrants else None,
    )
    written = _totals_as_written(event_file, check)
    before = ranking if check.totals == written else ranked_by(written)
    return Calculation(result, check, before)


def _totals_as_written(event_file: EventFile, check: CrossCheck) -> Mapping[int, CardTotals]:
    """Return what the cards came to before any ruling, with the errors that their own arithmetic had (12.2.i).

    A total at the foot counts as it is written. Where that is blank, game points count as they stand in the lines. Game
    points and games won in each other's place (appendix 4) are nobody's count.
    """
    has_foot = {
        card.entrant for card in event_file.scorecards if card.recorded and card.recorded.game_points is not None
    }
    decided = {(line.entrant, decision.game) for decision in event_file.decisions for line in decision.lines}
    totals = dict(check.totals_before)
    for error in check.arithmetic:
        own = totals.get(error.entrant)
        is_line = error.game is not None
        if is_line and (error.entrant in has_foot or (error.entrant, error.game) in decided):
            continue
        if isinstance(own, Totals) and not error.note:
            field = "game_points" if is_line else error.field
            slip = error.recorded - error.computed
            totals[error.entrant] = replace(own, **{field: getattr(own, field) + slip})
    return totals


def is_complete(event_file: EventFile, check: CrossCheck) -> bool:
    """Tell whether every card has every line that is due (:mod:`tournaments.rules.due_lines`)."""
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
