"""Read the stack of cards: the state of each card, and the schedule."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from scorecards.models import CardPresence, Decision, Line, Ruling, Scorecard, Signature
from scorecards.records.facts import kept_card_records, lines_not_due
from scorecards.records.recalculate import bring_up_to_date
from scorecards.records.results import current_result, initialed_sums
from scorecards.rules.crosscheck import UncheckedGame, UndecidedGame
from scorecards.rules.entry.card_reading import CardState, state_of
from scorecards.rules.entry.typed_cards import SeatPlan, full_label
from scorecards.rules.event_result import EventResult, ResultRuling
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.models import Entrant, Pairing, StaffMember, Tournament
from tournaments.rules.due_lines import NOTHING, games_due
from tournaments.rules.schedule_check import games_in_words
from tournaments.rules.text import folded, plain_text
from tournaments.rules.types import CardRecord, FootTotals

PRESENT_FOR = timedelta(seconds=25)
"""A card counts as open for so long after its page was last heard of."""

NEXT_LOOKED_AT = 8
"""How many of the cards that follow are looked at first."""

MOST_DIGITS = 9

OF_CARDS = (
    *("tournament", "number", "name", "last_name", "first_name", "suffix", "partner", "told_apart_by"),
    *("acc_number", "club", "city", "seat", "seat_order", "house_player", "withdrawn_after_game"),
)
"""What cards show of their holders: a large event has many, and most of an entrant's columns are of no use to them."""

Games = set[tuple[int, int]]


def is_own(actor: StaffMember, entrant: Entrant) -> bool:
    """Whether a member of the staff plays as this entrant, under any name that they work under in this browser."""
    return any(_is_held_by(one, entrant) for one in actor.names_here)


def _is_held_by(actor: StaffMember, entrant: Entrant) -> bool:
    """Whether this name plays as the entrant: as entered by staff, or else by the same name."""
    if actor.entrant_id:
        return actor.entrant_id == entrant.pk
    own = folded(actor.name)
    return own != "" and own in (folded(entrant.name), folded(entrant.partner))


def own_numbers(actor: StaffMember) -> frozenset[int]:
    """Return the numbers of the entrants as whom a member of the staff plays, usually none. One query."""
    entrants = Entrant.objects.filter(tournament=actor.tournament_id)
    chosen = {one.entrant_id for one in actor.names_here if one.entrant_id}
    names = {folded(one.name) for one in actor.names_here if not one.entrant_id} - {""}
    return frozenset(
        number
        for key, number, *own in entrants.values_list("pk", "number", "name", "partner")
        if key in chosen or any(folded(name) in names for name in own if name)
    )


def not_next_for(actor: StaffMember) -> frozenset[int]:
    """Return the numbers of the cards that are not offered next: their own, and those others have open. Two queries."""
    present = CardPresence.objects.filter(
        entrant__tournament=actor.tournament_id, seen_at__gt=timezone.now() - PRESENT_FOR
    ).exclude(member=actor)
    return own_numbers(actor) | frozenset(present.values_list("entrant__number", flat=True))


def card_holders(tournament: Tournament, *more: str) -> list[Entrant]:
    """Return the holders of all cards in seat order, with what cards show of them, and ``more`` fields. One query."""
    return list(tournament.entrants.in_seat_order().only(*OF_CARDS, *more))


def seat_plan(holders: Iterable[Entrant]) -> SeatPlan:
    """Return the seats of all holders, to find an opponent by seat or number."""
    return SeatPlan.of((holder.number, holder.seat) for holder in holders)


def seats_meant(tournament: Tournament, texts: Iterable[str]) -> SeatPlan:
    """Return the seats and numbers that texts mean. One query; another for all seats where one is not found at once."""
    wanted = {text.strip() for text in texts} - {""}
    labels = wanted | {full_label(text.casefold()) for text in wanted} - {""}
    spellings = {spelling for label in labels for spelling in (label, label.upper(), label.lower())}
    numbers = {int(text) for text in wanted if text.isdecimal() and len(text) <= MOST_DIGITS}
    entrants = Entrant.objects.filter(tournament=tournament).values_list("number", "seat").order_by()
    found = SeatPlan.of(entrants.filter(Q(seat__in=spellings) | Q(number__in=numbers)) if wanted else ())
    if all(found.find(text) is not None for text in wanted):
        return found
    return SeatPlan.of(entrants)


def _after(entrant: Entrant, actor: StaffMember) -> QuerySet[Entrant]:
    """Return the holders of the cards that follow in the stack, except those whose cards others have open."""
    in_seat_order = Q(seat_order__gt=entrant.seat_order) | Q(seat_order=entrant.seat_order, number__gt=entrant.number)
    is_open = CardPresence.objects.filter(entrant=OuterRef("pk"), seen_at__gt=timezone.now() - PRESENT_FOR)
    return (
        Entrant.objects.filter(~Exists(is_open.exclude(member=actor)), in_seat_order, tournament=entrant.tournament_id)
        .in_seat_order()
        .only("number", "name", "partner", "told_apart_by", "withdrawn_after_game", "house_player")
    )


def next_card(tournament: Tournament, entrant: Entrant, actor: StaffMember) -> Entrant | None:
    """Return the holder of the next incomplete card that is not the actor's own, if any.

    One query if the next one that is short of lines is blank. Where cards are short for a reason, such as a bye, they
    are looked at more and more at a time: five queries, and one for each time.
    """
    last = Coalesce("withdrawn_after_game", Value(tournament.games))
    lines = Line.objects.filter(scorecard__entrant=OuterRef("pk"), game__lte=OuterRef("last")).order_by()
    written = Subquery(lines.values("scorecard").annotate(count=Count("pk")).values("count"))
    short = (
        _after(entrant, actor).annotate(last=last, written=Coalesce(written, Value(0))).filter(written__lt=F("last"))
    )
    start, size = 0, NEXT_LOOKED_AT
    schedule: tuple[Mapping[int, Set[int]], Games] | None = None
    while found := list(short[start : start + size]):
        following = [holder for holder in found if not is_own(actor, holder)]
        entered: dict[int, set[int]] = {}
        for holder in following:
            if not holder.written and holder.withdrawn_after_game is None and not holder.house_player:
                return holder
            # What is due is not plain: the schedule is read now, and the lines of all these cards at once.
            sat_out, decided = schedule = schedule or (lines_not_due(tournament), _settled_games(tournament)[1])
            entered = entered or _games_entered(following)
            off = sat_out.get(holder.number, NOTHING)
            due = games_due(tournament.games, withdrawn_after_game=holder.withdrawn_after_game, sat_out=off)
            if any(game not in entered[holder.pk] and (game, holder.number) not in decided for game in due):
                return holder
        start, size = start + size, size * NEXT_LOOKED_AT
    return None


def _games_entered(holders: Iterable[Entrant]) -> dict[int, set[int]]:
    """Return the games for which cards have a line, by their holders' primary keys. One query."""
    games: dict[int, set[int]] = {holder.pk: set() for holder in holders}
    for owner, game in Line.objects.filter(scorecard__entrant__in=games).values_list("scorecard__entrant_id", "game"):
        games[owner].add(game)
    return games


def next_without_totals(entrant: Entrant, actor: StaffMember) -> Entrant | None:
    """Return the holder of the next card in the stack without foot totals; ``None`` if there is none. One query."""
    following = _after(entrant, actor).exclude(scorecard__foot_written=True)
    return next((holder for holder in following.iterator(NEXT_LOOKED_AT) if not is_own(actor, holder)), None)


def scheduled_opponents(entrant: Entrant) -> dict[int, int]:
    """Return the number of the opponent of each scheduled game. One query."""
    pairings = Pairing.objects.filter(Q(first=entrant) | Q(second=entrant)).values_list(
        "scheduled_game__game", "first__number", "second__number"
    )
    return {game: second if first == entrant.number else first for game, first, second in pairings}


@dataclass(frozen=True, slots=True)
class CardRow:
    """One card in the list: its holder, state, lines in and due, and the ``missing`` games, ascending."""

    holder: Entrant
    state: CardState
    lines: int
    due: int
    missing: Sequence[int]
    foot: FootTotals | None
    saved_by: str

    @property
    def is_in(self) -> bool:
        return self.state in (CardState.DIFFERS, CardState.KEYED, CardState.CHECKED)

    @property
    def has_totals_only(self) -> bool:
        """Whether the foot totals came first and the lines are still to come."""
        return self.foot is not None and not self.lines

    @property
    def missing_in_words(self) -> str:
        """What is still to come, in words: ``games 3 and 5``, or ``every line``."""
        return games_in_words(self.missing) if self.lines else "every line"


class Stack:
    """All cards of an event in seat order, as they are written by entrant's number, and what they come to.

    Seven queries, one less with ``holders``, one more with initialed sums. One more where a card is short of lines, and
    three each for cards and schedule that this process has not read yet.
    """

    def __init__(self, tournament: Tournament, holders: Sequence[Entrant] | None = None) -> None:
        bring_up_to_date(tournament)
        holders = card_holders(tournament) if holders is None else holders
        self.cards = cards = {card.entrant: card for card in kept_card_records(tournament)}
        saved = Scorecard.objects.filter(entrant__tournament=tournament).exclude(saved_by="")
        saved_by = dict(saved.order_by().values_list("entrant__number", "saved_by"))
        games = tournament.games
        is_short = len(cards) < len(holders) or any(len(card.lines) < games for card in cards.values())
        house_players = {holder.number for holder in holders if holder.house_player}
        sat_out = lines_not_due(tournament, house_players) if is_short else {}
        settled, decided = _settled_games(tournament)
        initialed = initialed_sums(tournament)
        self.outcome = outcome = current_result(tournament)
        result = outcome.result if outcome is not None else None
        errors = result.arithmetic if result is not None else ()
        sums_wrong = {error.entrant for error in errors if error.game is None}
        open_cards = {error.entrant for error in errors} - initialed
        if result is not None:
            open_cards |= _with_open_games(result, cards, settled)
        if is_short:
            open_cards |= _unanswered(holders, cards, settled)
        system = scoring_system(tournament.scoring)
        self.rows: list[CardRow] = []
        for holder in holders:
            number, card = holder.number, cards.get(holder.number)
            lines, foot = (card.lines, card.recorded) if card is not None else ((), None)
            left, off = holder.withdrawn_after_game, sat_out.get(number, NOTHING)
            due = games_due(games, withdrawn_after_game=left, sat_out=off)
            if not (due or lines or foot):
                continue  # who never came, and a house player without a game
            missing: Sequence[int] = ()
            is_wrong = number in sums_wrong
            if len(lines) < games or tournament.is_of_sheets:
                own = {line.game for line in lines}
                missing = [game for game in due if game not in own and (game, number) not in decided]
                is_wrong = foot is not None and not missing and bool(system.foot_errors(foot, lines))
            state = state_of(
                number_of_lines=len(lines),
                foot=foot,
                missing=len(missing),
                agrees=number not in open_cards,
                is_sum_wrong=is_wrong and number not in initialed,
            )
            self.rows.append(CardRow(holder, state, len(lines), len(due), missing, foot, saved_by.get(number, "")))

    @property
    def counts(self) -> dict[CardState, int]:
        found = Counter(row.state for row in self.rows)
        return {state: found[state] for state in CardState}

    @property
    def number_in(self) -> int:
        return sum(row.is_in for row in self.rows)

    @property
    def missing(self) -> list[CardRow]:
        return [row for row in self.rows if row.state is CardState.NOT_IN]

    @property
    def in_part(self) -> list[CardRow]:
        return [row for row in self.rows if row.state is CardState.IN_PART]

    def first_open(self, passed_over: Collection[int]) -> CardRow | None:
        return next((row for row in self.rows if not row.is_in and row.holder.number not in passed_over), None)

    def find(self, state: str, name: str) -> list[CardRow]:
        """Return the cards in this state whose seat, number or name contains the text; blank means any."""
        wanted = plain_text(name.strip())
        return [
            row
            for row in self.rows
            if (not state or row.state.name == state)
            and (
                not wanted
                or wanted in plain_text(f"{row.holder.shown_name} {row.holder.listed_name}")
                or row.holder.seat.casefold().startswith(wanted)
                or str(row.holder.number) == wanted
            )
        ]


def _with_open_games(result: EventResult, cards: Mapping[int, CardRecord], settled: Games) -> set[int]:
    """Return whose card has a game on which the two cards differ, neither decided nor ruled on and initialed."""
    found = set()
    differing: list[ResultRuling | UndecidedGame | UncheckedGame] = [*result.rulings]
    differing += [*result.undecided, *result.unchecked]
    for record in differing:
        for number in cards.keys() & record.entrants:
            line = next((line for line in cards[number].lines if line.game == record.game), None)
            # A player who is named by mistake, and met somebody else, has no such game.
            is_theirs = line is not None and (line.opponent is None or line.opponent in record.entrants)
            if is_theirs and (record.game, number) not in settled:
                found.add(number)
    return found


def _unanswered(holders: Iterable[Entrant], cards: Mapping[int, CardRecord], settled: Games) -> set[int]:
    """Return whose cards name somebody who has no line for that game yet and had not left before it."""
    lines = {(line.game, number) for number, card in cards.items() for line in card.lines}
    left = {holder.number: holder.withdrawn_after_game for holder in holders}

    def is_owed(game: int, opponent: int | None) -> bool:
        last = left.get(opponent or 0)
        return (game, opponent) not in lines and (last is None or game <= last)

    return {
        number
        for number, card in cards.items()
        for line in card.lines
        if is_owed(line.game, line.opponent) and (line.game, number) not in settled
    }


def _settled_games(tournament: Tournament) -> tuple[Games, Games]:
    """Return the games that were decided, or ruled on and initialed, and of these those decided, by game and entrant.

    A ruling that follows from the cards settles nothing before somebody has looked at them.
    """

    def sides(records: QuerySet[Ruling] | QuerySet[Decision]) -> Games:
        rows = records.values_list("game", "first__number", "second__number")
        return {(game, number) for game, *both in rows for number in both}

    decided = sides(Decision.objects.active().filter(tournament=tournament))
    initialled = Signature.objects.active().filter(ruling=OuterRef("pk"))
    rulings = Ruling.objects.active().filter(Exists(initialled), tournament=tournament)
    return sides(rulings) | decided, decided
