"""Reading cards, decisions and rulings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, Exists, F, OuterRef, Q, Value
from django.db.models.functions import Coalesce

from scorecards.models import STANDS, DecidedLine, Decision, Line, Scorecard, TieGame, TieOrder
from tournaments.eventfile import (
    CardRecord,
    DecisionRecord,
    EventFile,
    FootTotals,
    TieGameRecord,
    TieOrderRecord,
)
from tournaments.eventfile import DecidedLine as DecidedLineRecord
from tournaments.eventfile import Line as LineRecord
from tournaments.models import Entrant, Tournament
from tournaments.selectors import display_name, entrant_records, event_facts, schedule_of


@dataclass(frozen=True, slots=True)
class CardToCome:
    """A card that still wants lines: whose it is, and how many."""

    number: int
    name: str
    seat: str
    missing: int


def cards_to_come(tournament: Tournament) -> list[CardToCome]:
    """Return the cards that are not complete, in order of entry. Two queries.

    A card needs a line for each game until its entrant withdrew; a game that the director decided has its line.
    """
    last = Coalesce("withdrawn_after_game", Value(tournament.games))
    written = Count("scorecard__lines", filter=Q(scorecard__lines__game__lte=last))
    short = (
        Entrant.objects.filter(tournament=tournament)
        .annotate(last=last, written=written)
        .filter(written__lt=F("last"))
        .order_by("pk")
        .values("pk", "number", "name", "partner", "seat", "last", "written")
    )
    decided = Counter(
        DecidedLine.objects.filter(decision__tournament=tournament, decision__ended_at__isnull=True)
        .filter(decision__game__lte=Coalesce("entrant__withdrawn_after_game", Value(tournament.games)))
        .exclude(
            Exists(
                Line.objects.filter(scorecard__entrant=OuterRef("entrant"), game=OuterRef("decision__game"))
            )
        )
        .values_list("entrant", flat=True)
    )
    cards = [
        CardToCome(
            row["number"], display_name(row), row["seat"], row["last"] - row["written"] - decided[row["pk"]]
        )
        for row in short
    ]
    return [card for card in cards if card.missing > 0]


def facts_of(tournament: Tournament) -> EventFile:
    """Return everything that is stored of a tournament but its playoffs. Fourteen queries or fewer."""
    return replace(facts_to_reckon(tournament), schedule=schedule_of(tournament))


def facts_to_reckon(tournament: Tournament) -> EventFile:
    """Return what the standings rest on: all of an event but its schedule and playoffs. Eleven queries or fewer."""
    return EventFile(
        event=event_facts(tournament),
        entrants=entrant_records(tournament),
        scorecards=card_records(tournament),
        decisions=decision_records(tournament),
        tie_games=tie_game_records(tournament),
        tie_orders=tie_order_records(tournament),
    )


def card_records(tournament: Tournament) -> tuple[CardRecord, ...]:
    """Return every card as written, cards and lines in the order in which they were entered. Three queries.

    A large event has more than ten thousand lines, which are read at each change: without a join for each.
    """
    number = dict(Entrant.objects.filter(tournament=tournament).values_list("pk", "number"))
    cards = Scorecard.objects.filter(entrant__tournament=tournament)
    rows = (
        Line.objects.filter(scorecard__in=cards.values("pk"))
        .order_by("scorecard_id", "pk")
        .values_list("scorecard_id", "game", "opponent_id", "points", "plus", "minus")
    )
    lines: dict[int, list[LineRecord]] = {}
    for key, game, opponent, points, plus, minus in rows:
        lines.setdefault(key, []).append(LineRecord(game, number.get(opponent), points, plus, minus))
    return tuple(
        CardRecord(number[card.entrant_id], tuple(lines.get(card.pk, ())), foot_totals(card))
        for card in cards.order_by("pk")
    )


def foot_totals(card: Scorecard) -> FootTotals | None:
    """Return the foot totals as written, ``None`` where the card has none."""
    if not card.foot_written:
        return None
    return FootTotals(card.game_points, card.games_won, card.plus, card.minus)


def decision_records(tournament: Tournament) -> tuple[DecisionRecord, ...]:
    """Return the director's decisions in the order in which they were entered. Two queries."""
    rows = (
        DecidedLine.objects.filter(decision__tournament=tournament, decision__ended_at__isnull=True)
        .order_by("decision_id", "pk")
        .values_list("decision_id", "entrant__number", "points", "plus", "minus")
    )
    lines = {
        key: [DecidedLineRecord(*row[1:]) for row in group] for key, group in groupby(rows, itemgetter(0))
    }
    return tuple(
        DecisionRecord(
            game=decision.game,
            entrants=(decision.first.number, decision.second.number),
            lines=(lines[decision.pk][0], lines[decision.pk][1]),
            rule=decision.rule,
            reason=decision.reason,
        )
        for decision in Decision.objects.filter(STANDS, tournament=tournament)
        .order_by("pk")
        .select_related("first", "second")
    )


def tie_game_records(tournament: Tournament) -> tuple[TieGameRecord, ...]:
    """Return the tie games in the order in which they were entered. One query."""
    rows = (
        TieGame.objects.filter(STANDS, tournament=tournament)
        .order_by("pk")
        .values_list("winner__number", "loser__number")
    )
    return tuple(TieGameRecord(winner, loser) for winner, loser in rows)


def tie_order_records(tournament: Tournament) -> tuple[TieOrderRecord, ...]:
    """Return the tie orders in the order in which they were entered. Three queries."""
    orders = (
        TieOrder.objects.filter(STANDS, tournament=tournament)
        .order_by("pk")
        .prefetch_related("places__entrant")
    )
    return tuple(
        TieOrderRecord(tuple(place.entrant.number for place in order.places.all()), order.reason)
        for order in orders
    )
