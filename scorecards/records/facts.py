"""Read cards, decisions and rulings."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Set
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import TextField
from django.db.models.functions import Cast

from scorecards.models import DecidedLine, Decision, GameReport, Line, Scorecard, TieGame, TieOrder
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.models import Entrant, Tournament
from tournaments.records.attendance import counting
from tournaments.records.entrants import display_name, entrant_records, people_of
from tournaments.records.event import event_facts
from tournaments.records.kept import KeptRows
from tournaments.records.schedule import games_sat_out_by, kept_schedule_of, sat_out_of, schedule_of
from tournaments.rules.due_lines import NOTHING, games_due
from tournaments.rules.scorings import LINE_COLUMNS, SCORINGS
from tournaments.rules.seating import seat_key
from tournaments.rules.types import CardRecord, DecisionRecord, EventFile, FootTotals, TieGameRecord, TieOrderRecord
from tournaments.rules.types import DecidedLine as DecidedLineRecord
from tournaments.rules.types import Line as LineRecord


def is_begun(tournament: Tournament) -> bool:
    """Tell whether the qualifying round has begun: a line is entered, or a game reported. Two queries at most."""
    return (
        Line.objects.filter(scorecard__entrant__tournament=tournament).exists()
        or GameReport.objects.filter(entrant__tournament=tournament).exists()
    )


@dataclass(frozen=True, slots=True)
class CardToCome:
    """A card with missing lines: its holder, and how many."""

    number: int
    name: str
    seat: str
    missing: int


def cards_to_come(
    tournament: Tournament,
    people: Mapping[int, Mapping[str, Any]] | None = None,
    cards: Iterable[CardRecord] | None = None,
) -> list[CardToCome]:
    """Return the cards without every due line (written or decided), by table.

    ``people`` are all entrants by number and ``cards`` all cards, where they are read already. Else two queries; two
    more where such a card is found, one more for game sheets; three each for cards and schedule that this process has
    not read yet.
    """
    people = people_of(tournament) if people is None else people
    cards = kept_card_records(tournament) if cards is None else cards
    games_in = {card.entrant: {line.game for line in card.lines} for card in cards}
    # Most cards have every line, whatever the schedule says: only the others are looked at game by game.
    whole = games_due(tournament.games)
    short = [row for number, row in people.items() if not games_in.get(number, NOTHING).issuperset(whole)]
    if not short:
        return []
    sat_out, decided = lines_not_due(tournament, _house_players(people)), _games_decided(tournament)
    found = []
    for row in short:
        number = row["number"]
        off = sat_out.get(number, NOTHING)
        due = games_due(tournament.games, withdrawn_after_game=row["withdrawn_after_game"], sat_out=off)
        missing = len(set(due) - games_in.get(number, NOTHING) - decided.get(number, NOTHING))
        if missing:
            found.append(CardToCome(number, display_name(row), row["seat"], missing))
    return sorted(found, key=lambda card: (seat_key(card.seat), card.number))


def without_card(
    tournament: Tournament, people: Mapping[int, Mapping[str, Any]], cards: Iterable[CardRecord]
) -> frozenset[int]:
    """Return the numbers of those who owe no card and have none: who never came, and house players without a game.

    One query where a house player has no card, two for game sheets.
    """
    written = {card.entrant for card in cards if card.lines or card.recorded is not None}
    counted = set(counting(people))
    blank = [number for number in people if number not in written and number not in counted]
    owe = any(people[number]["withdrawn_after_game"] != 0 for number in blank)
    off = lines_not_due(tournament, _house_players(people)) if owe else {}
    return frozenset(
        number
        for number in blank
        if not games_due(
            tournament.games,
            withdrawn_after_game=people[number]["withdrawn_after_game"],
            sat_out=off.get(number, NOTHING),
        )
    )


def _house_players(people: Mapping[int, Mapping[str, Any]]) -> set[int]:
    return {number for number, row in people.items() if row["house_player"]}


def _games_decided(tournament: Tournament) -> Mapping[int, Set[int]]:
    """Return the games that the director decided, by the entrants' numbers. One query."""
    games: defaultdict[int, set[int]] = defaultdict(set)
    rows = DecidedLine.objects.filter(decision__tournament=tournament, decision__revoked_at__isnull=True).order_by()
    for number, game in rows.values_list("entrant__number", "decision__game"):
        games[number].add(game)
    return games


def lines_not_due(tournament: Tournament, house_players: Collection[int] | None = None) -> Mapping[int, Set[int]]:
    """Return the games for which an entrant's card needs no line, by number. Two queries, three for game sheets.

    ``house_players`` are the numbers of house players, where they are known.
    """
    if not tournament.is_of_sheets:
        return sat_out_of(tournament, house_players)
    facts = EventFile(event_facts(tournament), entrant_records(tournament), kept_schedule_of(tournament))
    return scoring_system(tournament.scoring).sat_out(facts)


def games_not_due_by(tournament: Tournament, entrant: Entrant) -> Set[int]:
    """Return the games for which one entrant's card needs no line. One query, three for game sheets."""
    if tournament.is_of_sheets:
        return lines_not_due(tournament).get(entrant.number, NOTHING)
    return games_sat_out_by(entrant)


def facts_of(tournament: Tournament) -> EventFile:
    """Return everything stored of a tournament except its playoffs, all of it read now. At most fifteen queries."""
    facts = _facts_besides_cards(tournament)
    facts = replace(facts, scorecards=card_records(tournament), schedule=schedule_of(tournament))
    return _with_lines_owed(facts)


def facts_for_calculation(tournament: Tournament, *, is_snapshot: bool = False) -> EventFile:
    """Return the facts that a calculation needs; cards that this process has read before are not read again.

    The schedule tells which lines of a card are not due: it is read only where a card has some lines and not all, or a
    house player none, and always for game sheets, whose drop-outs it follows to the end. For ``is_snapshot`` see
    :class:`KeptRows`. At most fifteen queries.
    """
    facts = _facts_besides_cards(tournament)
    facts = _with_lines_owed(replace(facts, scorecards=kept_card_records(tournament, is_snapshot=is_snapshot)))
    left = {entrant.number: entrant.withdrawn_after_game for entrant in facts.entrants}
    games = facts.event.games
    is_short = any(
        0 < len(card.lines) < (games if (last := left[card.entrant]) is None else min(last, games))
        for card in facts.scorecards
    )
    with_lines = {card.entrant for card in facts.scorecards if card.lines}
    has_blank = any(entrant.house_player and entrant.number not in with_lines for entrant in facts.entrants)
    if not (is_short or has_blank or tournament.is_of_sheets):
        return facts
    return replace(facts, schedule=kept_schedule_of(tournament, is_snapshot=is_snapshot))


def _with_lines_owed(facts: EventFile) -> EventFile:
    """Leave out of each decision the line of somebody who had left before that game and has no line of it.

    A decision of one line holds no longer where the other side owes a line by now: reinstated, or the line is entered.
    """
    if not facts.decisions or SCORINGS[facts.event.scoring].is_of_sheets:
        return facts
    left = {entrant.number: entrant for entrant in facts.entrants if entrant.withdrawn_after_game is not None}
    written = {(card.entrant, line.game) for card in facts.scorecards if card.entrant in left for line in card.lines}
    kept = []
    for decision in facts.decisions:
        gone = {
            number
            for number in decision.entrants
            if number in left and left[number].has_left_before(decision.game) and (number, decision.game) not in written
        }
        owed = tuple(line for line in decision.lines if line.entrant not in gone)
        if gone or len(owed) > 1:
            kept.append(replace(decision, lines=owed or decision.lines[:1]))
    return replace(facts, decisions=tuple(kept))


def _facts_besides_cards(tournament: Tournament) -> EventFile:
    return EventFile(
        event=event_facts(tournament),
        entrants=entrant_records(tournament),
        decisions=decision_records(tournament),
        tie_games=tie_game_records(tournament),
        tie_orders=tie_order_records(tournament),
    )


def card_records(tournament: Tournament) -> tuple[CardRecord, ...]:
    """Return every card as written, cards and lines in the order in which they were entered. Three queries."""
    return tuple(_read_cards(tournament, None).values())


LINES_KEPT = 150_000
"""How many lines a process keeps."""


def kept_card_records(tournament: Tournament, *, is_snapshot: bool = False) -> tuple[CardRecord, ...]:
    """Return every card as :func:`card_records` does, of which only those are read that changed. One query, or four."""
    found = _CARDS.read(
        tournament,
        lambda: _stamps_of_cards(tournament),
        lambda cards: _read_cards(tournament, cards),
        is_snapshot=is_snapshot,
    )
    return tuple(found.values())


_CARDS: KeptRows[CardRecord] = KeptRows(LINES_KEPT, lambda card: len(card.lines))


def _stamps_of_cards(tournament: Tournament) -> dict[int, Hashable]:
    """Return each card's version and when it was saved: every change of its lines or totals is a version of its own."""
    rows = Scorecard.objects.filter(entrant__tournament=tournament).order_by("pk")
    # As text: to make a time of each takes longer than to read them, and they are only compared.
    saved_at = Cast("saved_at", TextField())
    return {key: tuple(stamp) for key, *stamp in rows.values_list("pk", "version", saved_at)}


def _read_cards(tournament: Tournament, only: Collection[int] | None) -> dict[int, CardRecord]:
    # A large event has tens of thousands of lines: without a join for each.
    number = dict(Entrant.objects.filter(tournament=tournament).values_list("pk", "number"))
    cards = Scorecard.objects.filter(entrant__tournament=tournament)
    if only is not None:
        cards = cards.filter(pk__in=only)
    rows = (
        Line.objects.filter(scorecard__in=cards.values("pk"))
        .order_by("scorecard_id", "pk")
        .values_list("scorecard_id", "game", "opponent_id", *LINE_COLUMNS)
    )
    lines: dict[int, list[LineRecord]] = {}
    for key, game, opponent, *columns in rows:
        lines.setdefault(key, []).append(LineRecord(game, number.get(opponent), *columns))
    return {
        card.pk: CardRecord(number[card.entrant_id], tuple(lines.get(card.pk, ())), foot_totals(card))
        for card in cards.order_by("pk")
    }


class LinesOfCards(dict[int, Mapping[int, LineRecord]]):
    """The lines of cards by entrant's number and game, made of those that are asked for."""

    def __init__(self, cards: Iterable[CardRecord]) -> None:
        super().__init__()
        self._cards = {card.entrant: card for card in cards}

    def __missing__(self, number: int) -> Mapping[int, LineRecord]:
        card = self._cards.get(number)
        lines = self[number] = {line.game: line for line in card.lines} if card is not None else {}
        return lines


def lines_of_game(tournament: Tournament, game: int, numbers: Collection[int]) -> dict[int, LineRecord]:
    """Return the lines of a game as written on the cards of entrants, by their numbers. One query."""
    rows = Line.objects.filter(
        scorecard__entrant__tournament=tournament, scorecard__entrant__number__in=numbers, game=game
    ).order_by()
    columns = ("scorecard__entrant__number", "game", "opponent__number", *LINE_COLUMNS)
    return {number: LineRecord(*line) for number, *line in rows.values_list(*columns)}


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
            lines=tuple(lines[decision.pk]),
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
