"""Store the cards and decisions of a whole event. Lines as written are stored once and never altered."""

from collections.abc import Mapping

from scorecards.models import DecidedLine, Decision, Line, Scorecard, TieGame, TieOrder, TieOrderPlace
from tournaments.models import Entrant, Tournament
from tournaments.rules.scorings import FOOT_COLUMNS, LINE_COLUMNS
from tournaments.rules.types import EventFile, FootTotals


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
            **{column: getattr(line, column) for column in LINE_COLUMNS},
        )
        for stored, card in zip(cards, event_file.scorecards, strict=True)
        for line in card.lines
    )


def _scorecard(entrant: Entrant, recorded: FootTotals | None) -> Scorecard:
    if recorded is None:
        return Scorecard(entrant=entrant)
    return Scorecard(
        entrant=entrant, foot_written=True, **{column: getattr(recorded, column) for column in FOOT_COLUMNS}
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
            decided_by=decision.decided_by,
            made_by=made_by,
        )
        for decision in event_file.decisions
    )
    DecidedLine.objects.bulk_create(
        DecidedLine(
            decision=stored,
            entrant=entrants[line.entrant],
            **{column: getattr(line, column) for column in LINE_COLUMNS},
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
