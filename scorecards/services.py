"""Writing cards, decisions and rulings. What was written on a card is stored once and never altered."""

from __future__ import annotations

from collections.abc import Mapping

from scorecards.corrections import CorrectionRecord, corrections_of
from scorecards.crosscheck import CrossCheck
from scorecards.crosscheck import Ruling as RulingFound
from scorecards.models import (
    Correction,
    DecidedLine,
    Decision,
    Line,
    Ruling,
    Scorecard,
    TieGame,
    TieOrder,
    TieOrderPlace,
)
from tournaments.eventfile import EventFile, FootTotals
from tournaments.models import Entrant, Tournament

MADE_BY_CHECK = "cross-check"


def store_cards(*, entrants: Mapping[int, Entrant], event_file: EventFile) -> None:
    """Store every card as written, in the order of the file. Runs inside the caller's transaction."""
    cards = Scorecard.objects.bulk_create(
        _scorecard(entrants[card.entrant], card.recorded) for card in event_file.scorecards
    )
    Line.objects.bulk_create(
        Line(
            scorecard=stored,
            game=line.game,
            opponent=None if line.opponent is None else entrants[line.opponent],
            points=line.points,
            plus=line.plus,
            minus=line.minus,
        )
        for stored, card in zip(cards, event_file.scorecards, strict=True)
        for line in card.lines
    )


def _scorecard(entrant: Entrant, recorded: FootTotals | None) -> Scorecard:
    if recorded is None:
        return Scorecard(entrant=entrant)
    return Scorecard(
        entrant=entrant,
        foot_written=True,
        game_points=recorded.game_points,
        games_won=recorded.games_won,
        plus=recorded.plus,
        minus=recorded.minus,
    )


def store_decisions(
    *, tournament: Tournament, entrants: Mapping[int, Entrant], event_file: EventFile, made_by: str
) -> None:
    """Store the director's decisions, tie games and tie orders. Runs inside the caller's transaction."""
    decisions = Decision.objects.bulk_create(
        Decision(
            tournament=tournament,
            game=decision.game,
            first=entrants[decision.entrants[0]],
            second=entrants[decision.entrants[1]],
            rule=decision.rule,
            reason=decision.reason,
            made_by=made_by,
        )
        for decision in event_file.decisions
    )
    DecidedLine.objects.bulk_create(
        DecidedLine(
            decision=stored,
            entrant=entrants[line.entrant],
            points=line.points,
            plus=line.plus,
            minus=line.minus,
        )
        for stored, decision in zip(decisions, event_file.decisions, strict=True)
        for line in decision.lines
    )
    TieGame.objects.bulk_create(
        TieGame(tournament=tournament, winner=entrants[tie.winner], loser=entrants[tie.loser])
        for tie in event_file.tie_games
    )
    orders = TieOrder.objects.bulk_create(
        TieOrder(tournament=tournament, reason=tie.reason) for tie in event_file.tie_orders
    )
    TieOrderPlace.objects.bulk_create(
        TieOrderPlace(tie_order=stored, place=place, entrant=entrants[number])
        for stored, tie in zip(orders, event_file.tie_orders, strict=True)
        for place, number in enumerate(tie.order, start=1)
    )


def store_rulings(
    *, tournament: Tournament, entrants: Mapping[int, Entrant], event_file: EventFile, check: CrossCheck
) -> None:
    """Store what the cross-check found: rulings, and corrections by arithmetic, decision and rule.

    Runs inside the caller's transaction. The corrections of a line, in the order they are stored, lead from
    the line as written to the line in force.
    """
    decisions = {
        (decision.game, decision.first.number, decision.second.number): decision
        for decision in tournament.decisions.select_related("first", "second")
    }
    rulings = Ruling.objects.bulk_create(
        Ruling(
            tournament=tournament,
            game=ruling.game,
            first=entrants[ruling.entrants[0]],
            second=entrants[ruling.entrants[1]],
            rules=list(ruling.rules),
            made_by=MADE_BY_CHECK,
        )
        for ruling in check.rulings
    )
    ruling_of = {
        (ruling.game, *ruling.entrants): stored for ruling, stored in zip(check.rulings, rulings, strict=True)
    }
    corrections = []
    for record in corrections_of(event_file, check):
        correction = _correction(entrants, record)
        if isinstance(record.cause, RulingFound):
            correction.ruling = ruling_of[record.cause.game, *record.cause.entrants]
        elif record.cause is not None:
            correction.decision = decisions[record.cause.game, *record.cause.entrants]
            correction.made_by = correction.decision.made_by
        corrections.append(correction)
    Correction.objects.bulk_create(corrections)


def _correction(entrants: Mapping[int, Entrant], record: CorrectionRecord) -> Correction:
    before, after = record.before, record.after
    assert after.points is not None, "a line in force states its game points"
    return Correction(
        entrant=entrants[record.entrant],
        game=after.game,
        before_opponent=entrants[before.opponent] if before and before.opponent else None,
        after_opponent=entrants[after.opponent] if after.opponent else None,
        before_points=before.points if before else None,
        before_plus=before.plus if before else None,
        before_minus=before.minus if before else None,
        after_points=after.points,
        after_plus=after.plus,
        after_minus=after.minus,
        rule=record.rule,
        made_by=MADE_BY_CHECK,
    )
