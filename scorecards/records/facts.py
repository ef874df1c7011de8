"""Read cards, decisions and rulings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, F, Q, Value
from django.db.models.functions import Coalesce

from scorecards.models import DecidedLine, Decision, Line, Scorecard, TieGame, TieOrder
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.models import Entrant, Tournament
from tournaments.records.entrants import display_name, entrant_records
from tournaments.records.event import event_facts
from tournaments.records.schedule import games_sat_out_by, sat_out_of, schedule_of
from tournaments.rules.columns import LINE_COLUMNS
from tournaments.rules.due_lines import NOTHING, games_due
from tournaments.rules.seating import seat_key
from tournaments.rules.types import CardRecord, DecisionRecord, EventFile, FootTotals, TieGameRecord, TieOrderRecord
from tournaments.rules.types import DecidedLine as DecidedLineRecord
from tournaments.rules.types import Line as LineRecord


def is_begun(tournament: Tournament) -> bool:
    """Tell whether the qualifying round has begun: a line is entered. One query."""
    return Line.objects.filter(scorecard__entrant__tournament=tournament).exists()


@dataclass(frozen=True, slots=True)
class CardToCome:
    """A card with missing lines: its holder, and how many."""

    number: int
    name: str
    seat: str
    missing: int


def cards_to_come(tournament: Tournament) -> list[CardToCome]:
    """Return the cards without every due line (written or decided), by table. Three queries, five for game sheets."""
    last = Coalesce("withdrawn_after_game", Value(tournament.games))
    written = Count("scorecard__lines", filter=Q(scorecard__lines__game__lte=last))
    # Most cards have every line, whatever the schedule says: only the others are looked at game by game.
    short = list(
        Entrant.objects.filter(tournament=tournament)
        .annotate(last=last, written=written)
        .filter(written__lt=F("last"))
        .values("pk", "number", "name", "partner", "seat", "withdrawn_after_game")
    )
    if not short:
        return []
    sat_out, games_in = lines_not_due(tournament), _games_in(tournament)
    cards = []
    for row in short:
        left, off = row["withdrawn_after_game"], sat_out.get(row["number"], NOTHING)
        due = games_due(tournament.games, withdrawn_after_game=left, sat_out=off)
        missing = sum(game not in games_in[row["pk"]] for game in due)
        if missing:
            cards.append(CardToCome(row["number"], display_name(row), row["seat"], missing))
    return sorted(cards, key=lambda card: (seat_key(card.seat), card.number))


def lines_not_due(tournament: Tournament) -> Mapping[int, Set[int]]:
    """Return the games for which an entrant's card needs no line, by number. One query, three for game sheets."""
    if not tournament.is_of_sheets:
        return sat_out_of(tournament)
    facts = EventFile(event_facts(tournament), entrant_records(tournament), schedule_of(tournament))
    return scoring_system(tournament.scoring).sat_out(facts)


def games_not_due_by(tournament: Tournament, entrant: Entrant) -> Set[int]:
    """Return the games for which one entrant's card needs no line. One query, three for game sheets."""
    if tournament.is_of_sheets:
        return lines_not_due(tournament).get(entrant.number, NOTHING)
    return games_sat_out_by(entrant)


def _games_in(tournament: Tournament) -> defaultdict[int, set[int]]:
    """Return the games that each entrant, by primary key, has a line for, written or decided. One query."""
    games: defaultdict[int, set[int]] = defaultdict(set)
    written = Line.objects.filter(scorecard__entrant__tournament=tournament).order_by()
    decided = DecidedLine.objects.filter(decision__tournament=tournament, decision__revoked_at__isnull=True).order_by()
    rows = written.values_list("scorecard__entrant_id", "game").union(
        decided.values_list("entrant_id", "decision__game")
    )
    for entrant, game in rows:
        games[entrant].add(game)
    return games


def facts_of(tournament: Tournament) -> EventFile:
    """Return everything stored of a tournament except its playoffs. At most fourteen queries."""
    return replace(_facts_without_schedule(tournament), schedule=schedule_of(tournament))


def facts_for_calculation(tournament: Tournament) -> EventFile:
    """Return the facts that a calculation needs. At most fourteen queries.

    The schedule tells which lines of a card are not due: it is read only where a card has some lines and not all, and
    always for game sheets, whose drop-outs it follows to the end.
    """
    facts = _facts_without_schedule(tournament)
    left = {entrant.number: entrant.withdrawn_after_game for entrant in facts.entrants}
    games = facts.event.games
    is_short = any(
        0 < len(card.lines) < (games if (last := left[card.entrant]) is None else min(last, games))
        for card in facts.scorecards
    )
    if not is_short and not tournament.is_of_sheets:
        return facts
    return replace(facts, schedule=schedule_of(tournament))


def _facts_without_schedule(tournament: Tournament) -> EventFile:
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
        .values_list("scorecard_id", "game", "opponent_id", *LINE_COLUMNS)
    )
    lines: dict[int, list[LineRecord]] = {}
    for key, game, opponent, *columns in rows:
        lines.setdefault(key, []).append(LineRecord(game, number.get(opponent), *columns))
    return tuple(
        CardRecord(number[card.entrant_id], tuple(lines.get(card.pk, ())), foot_totals(card))
        for card in cards.order_by("pk")
    )


def foot_totals(card: Scorecard) -> FootTotals | None:
    """Return the foot totals as written, ``None`` where the card has none."""
    if not card.foot_written:
        return None
    return FootTotals(card.game_points, card.games_won, card.plus, card.minus, card.total)


def decision_records(tournament: Tournament) -> tuple[DecisionRecord, ...]:
    """Return the director's decisions in the order in which they were entered. Two queries."""
    rows = (
        DecidedLine.objects.filter(decision__tournament=tournament, decision__revoked_at__isnull=True)
        .order_by("decision_id", "pk")
        .values_list("decision_id", "entrant__number", *LINE_COLUMNS)
    )
    lines = {key: [DecidedLineRecord(*row[1:]) for row in group] for key, group in groupby(rows, itemgetter(0))}
    return tuple(
        DecisionRecord(
            game=decision.game,
            entrants=(decision.first.number, decision.second.number),
            lines=(lines[decision.pk][0], lines[decision.pk][1]),
            rule=decision.rule,
            reason=decision.reason,
            decided_by=decision.decided_by,
        )
        for decision in Decision.objects.active()
        .filter(tournament=tournament)
        .order_by("pk")
        .select_related("first", "second")
    )


def tie_game_records(tournament: Tournament) -> tuple[TieGameRecord, ...]:
    """Return the tie games in the order in which they were entered. One query."""
    rows = (
        TieGame.objects.active()
        .filter(tournament=tournament)
        .order_by("pk")
        .values_list("winner__number", "loser__number")
    )
    return tuple(TieGameRecord(winner, loser) for winner, loser in rows)


def tie_order_records(tournament: Tournament) -> tuple[TieOrderRecord, ...]:
    """Return the tie orders in the order in which they were entered. Three queries."""
    orders = TieOrder.objects.active().filter(tournament=tournament).order_by("pk").prefetch_related("places__entrant")
    return tuple(
        TieOrderRecord(tuple(place.entrant.number for place in order.places.all()), order.reason) for order in orders
    )
