"""Read the stack of cards: the state of each card, and the schedule."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from scorecards.keying.selectors.agreement import LinesCounted, lines_counted
from scorecards.models import CardPresence, Decision, Line, Ruling, Scorecard, Signature
from scorecards.records.facts import foot_totals, lines_not_due
from scorecards.records.results import current_result, initialed_sums
from scorecards.rules.entry.card_reading import CardState, lines_agree, state_of
from scorecards.rules.entry.typed_cards import SeatPlan
from scorecards.rules.line_points import SCHEMES, Standing, put_points_right, total
from scorecards.rules.qualifying import CardPile, number_of_qualifiers, piles
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.models import Entrant, Pairing, StaffMember, Tournament
from tournaments.records.entrants import PARTS, display_name, listed_names
from tournaments.rules.columns import LINE_COLUMNS
from tournaments.rules.due_lines import NOTHING, games_due
from tournaments.rules.schedule_check import games_in_words
from tournaments.rules.seating import seat_key
from tournaments.rules.text import folded, place_of, plain_text
from tournaments.rules.types import FootTotals
from tournaments.rules.types import Line as LineRecord

PRESENT_FOR = timedelta(seconds=25)
"""A card counts as open for so long after its page was last heard of."""

NO_LINES = LinesCounted(0, 0)

LinesByEntrant = Mapping[int, Mapping[int, LineRecord]]


@dataclass(frozen=True, slots=True)
class CardHolder:
    """The holder of a card: number, starting seat and name. ``withdrawn_after_game`` is ``None``, or 0 and up."""

    number: int
    seat: str
    name: str
    withdrawn_after_game: int | None
    house_player: bool
    listed: str
    """The name as lists to search show it: ``Lee, Ann``."""

    @property
    def place(self) -> str:
        """What the card is called in the stack: its seat, or the number where there is no seat."""
        return place_of(self)


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


def qualifying_numbers(tournament: Tournament) -> frozenset[int]:
    """Return who qualifies by the cards as they are, as far as no open tie hides it. One query."""
    outcome = current_result(tournament)
    return frozenset(place.entrant for place in outcome.result.standings if place.qualifies) if outcome else frozenset()


def card_holders(tournament: Tournament) -> list[CardHolder]:
    """Return the holders of all cards in seat order. One query."""
    fields = ("number", "seat", "name", "partner", "city", "withdrawn_after_game", "house_player", *PARTS)
    rows = list(Entrant.objects.filter(tournament=tournament).values(*fields))
    listed = listed_names(rows)
    holders = [
        CardHolder(
            *(row["number"], row["seat"], display_name(row), row["withdrawn_after_game"], row["house_player"]),
            listed=listed[row["number"]],
        )
        for row in rows
    ]
    return sorted(holders, key=lambda holder: (seat_key(holder.seat), holder.number))


def seat_plan(holders: Iterable[CardHolder]) -> SeatPlan:
    """Return the seats of all holders, to find an opponent by seat or number."""
    return SeatPlan.of((holder.number, holder.seat) for holder in holders)


def _after(holders: Sequence[CardHolder], number: int, passed_over: Collection[int]) -> Sequence[CardHolder]:
    at = next(index for index, holder in enumerate(holders) if holder.number == number)
    return [holder for holder in holders[at + 1 :] if holder.number not in passed_over]


def next_card(
    tournament: Tournament, holders: Sequence[CardHolder], number: int, passed_over: Collection[int] = ()
) -> CardHolder | None:
    """Return the holder of the next incomplete card, if any. One query if the very next one is blank, else five."""
    following = _after(holders, number, passed_over)
    keyed: defaultdict[int, set[int]] = defaultdict(set)
    rows = Line.objects.filter(
        scorecard__entrant__tournament=tournament,
        scorecard__entrant__number__in=[holder.number for holder in following],
    )
    for owner, game in rows.order_by().values_list("scorecard__entrant__number", "game"):
        keyed[owner].add(game)
    has_floaters = tournament.is_of_sheets
    if following and not keyed[following[0].number] and _is_due_in_whole(following[0], has_floaters):
        return following[0]
    sat_out, (_, decided) = lines_not_due(tournament), _settled_games(tournament)
    for holder in following:
        own, left = keyed[holder.number], holder.withdrawn_after_game
        due = games_due(tournament.games, withdrawn_after_game=left, sat_out=sat_out.get(holder.number, NOTHING))
        if any(game not in own and (game, holder.number) not in decided for game in due):
            return holder
    return None


def _is_due_in_whole(holder: CardHolder, has_floaters: bool) -> bool:
    return holder.withdrawn_after_game is None and not (has_floaters and holder.house_player)


def next_without_totals(
    tournament: Tournament, holders: Sequence[CardHolder], number: int | None = None, passed_over: Collection[int] = ()
) -> CardHolder | None:
    """Return the holder of the next card in the stack without foot totals, the first of all without ``number``.

    ``None`` if there is none. One query.
    """
    cards = Scorecard.objects.filter(entrant__tournament=tournament, foot_written=True)
    taken = {*cards.values_list("entrant__number", flat=True), *passed_over}
    following = holders if number is None else _after(holders, number, passed_over)
    return next((holder for holder in following if holder.number not in taken), None)


def scheduled_opponents(entrant: Entrant) -> dict[int, int]:
    """Return the number of the opponent of each scheduled game. One query."""
    pairings = Pairing.objects.filter(Q(first=entrant) | Q(second=entrant)).values_list(
        "scheduled_game__game", "first__number", "second__number"
    )
    return {game: second if first == entrant.number else first for game, first, second in pairings}


@dataclass(frozen=True, slots=True)
class CardRow:
    """One card in the list: its holder, state, lines in and due, and the ``missing`` games, ascending."""

    holder: CardHolder
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


@dataclass(frozen=True, slots=True)
class Stack:
    """All cards of an event in seat order."""

    rows: Sequence[CardRow]

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
                or wanted in plain_text(f"{row.holder.name} {row.holder.listed}")
                or row.holder.seat.casefold().startswith(wanted)
                or str(row.holder.number) == wanted
            )
        ]


def card_stack(tournament: Tournament) -> Stack:
    """Return every card with its state. Eight queries, nine with initialed sums."""
    holders = card_holders(tournament)
    cards = {
        card.number: card  # type: ignore[attr-defined]
        for card in Scorecard.objects.filter(entrant__tournament=tournament).annotate(number=F("entrant__number"))
    }
    is_of_sheets, games = tournament.is_of_sheets, tournament.games
    counted = {} if is_of_sheets else lines_counted(tournament)
    whole = {number for number, card in cards.items() if counted.get(card.pk, NO_LINES).lines == games}
    read = None if len(whole) < len(cards) / 2 else cards.keys() - whole
    lines = _lines_by_entrant(tournament, read) if read is None or read else {}
    sat_out = lines_not_due(tournament) if len(whole) < len(holders) else {}
    settled, decided = _settled_games(tournament)
    initialed = initialed_sums(tournament)
    sums_wrong = _wrong_sums(tournament) if whole else frozenset()
    system = scoring_system(tournament.scoring)
    rows = []
    for holder in holders:
        number, card = holder.number, cards.get(holder.number)
        if is_of_sheets and holder.house_player and card is None:
            continue
        foot = foot_totals(card) if card is not None else None
        saved_by = card.saved_by if card is not None else ""
        left, off = holder.withdrawn_after_game, sat_out.get(number, NOTHING)
        due = games_due(games, withdrawn_after_game=left, sat_out=off)
        if number in whole and card is not None:
            state = state_of(
                number_of_lines=games,
                foot=foot,
                missing=0,
                agrees=not counted[card.pk].open,
                is_sum_wrong=number in sums_wrong and number not in initialed,
            )
            rows.append(CardRow(holder, state, games, len(due), (), foot, saved_by))
            continue
        own = lines.get(number, {})
        missing = [game for game in due if game not in own and (game, number) not in decided]
        if card is not None and not is_of_sheets:
            agrees = not counted.get(card.pk, NO_LINES).open
        else:
            agrees = all(
                (line.game, number) in settled or _agrees(number, line, lines, tournament) for line in own.values()
            )
        is_wrong = foot is not None and not missing and bool(system.foot_errors(foot, own.values()))
        state = state_of(
            number_of_lines=len(own),
            foot=foot,
            missing=len(missing),
            agrees=agrees,
            is_sum_wrong=is_wrong and number not in initialed,
        )
        rows.append(CardRow(holder, state, len(own), len(due), missing, foot, saved_by))
    return Stack(rows)


def _wrong_sums(tournament: Tournament) -> frozenset[int]:
    """Return whose whole card has a foot that is not the sum of its lines. One query."""
    outcome = current_result(tournament)
    errors = outcome.result.arithmetic if outcome is not None else ()
    return frozenset(error.entrant for error in errors if error.game is None)


def _lines_by_entrant(tournament: Tournament, only: Collection[int] | None = None) -> LinesByEntrant:
    lines: defaultdict[int, dict[int, LineRecord]] = defaultdict(dict)
    wanted = Q(scorecard__entrant__tournament=tournament)
    if only is not None:
        wanted &= Q(scorecard__entrant__number__in=only)
    rows = (
        Line.objects.filter(wanted)
        .order_by("scorecard_id", "game")
        .values_list("scorecard__entrant__number", "game", "opponent__number", *LINE_COLUMNS)
    )
    for number, game, *line in rows:
        lines[number][game] = LineRecord(game, *line)
    return lines


Games = set[tuple[int, int]]


def _settled_games(tournament: Tournament) -> tuple[Games, Games]:
    """Return the games that were decided, or ruled on and initialled, and of these those decided, by game and entrant.

    A ruling that follows from the cards settles nothing before somebody has looked at them.
    """

    def sides(records: QuerySet[Ruling] | QuerySet[Decision]) -> Games:
        rows = records.values_list("game", "first__number", "second__number")
        return {(game, number) for game, *both in rows for number in both}

    decided = sides(Decision.objects.active().filter(tournament=tournament))
    initialled = Signature.objects.active().filter(ruling=OuterRef("pk"))
    rulings = Ruling.objects.active().filter(Exists(initialled), tournament=tournament)
    return sides(rulings) | decided, decided


def _agrees(number: int, line: LineRecord, lines: LinesByEntrant, tournament: Tournament) -> bool:
    other = line.opponent
    others_line = None if other is None else lines.get(other, {}).get(line.game)
    if other is None or others_line is None:
        return False
    return lines_agree(number, line, other, others_line, scoring_system(tournament.scoring))


@dataclass(frozen=True, slots=True)
class PiledCard:
    """One card in a pile: whose it is, and its totals in card notation."""

    holder: CardHolder
    card: str


@dataclass(frozen=True, slots=True)
class SortedCards:
    """The cards sorted into four piles. ``cards_in`` of ``entrants`` cards have game points."""

    piles: Mapping[CardPile, Sequence[PiledCard]]
    cards_in: int
    entrants: int
    qualifiers: int


def sort_piles(tournament: Tournament, stack: Stack) -> SortedCards:
    """Sort line cards into the four piles by their foot totals or, where there are none, by their lines. One query."""
    ranked = {row.holder.number: row for row in stack.rows if not row.holder.house_player}
    qualifiers = number_of_qualifiers(len(ranked), tournament.qualifiers)
    scheme = SCHEMES[tournament.scoring]
    # Cards without their totals, most often none.
    to_add_up = {number for number, row in ranked.items() if row.is_in and _is_without_points(row.foot)}
    added_up = {
        number: total(put_points_right(line, scheme) for line in own.values()).standing
        for number, own in (_lines_by_entrant(tournament, to_add_up) if to_add_up else {}).items()
    }
    standings: dict[int, Standing] = {}
    for number, row in ranked.items():
        if row.foot is not None and row.foot.game_points is not None:
            plus = row.foot.plus or 0
            standings[number] = (row.foot.game_points, row.foot.games_won or 0, plus - (row.foot.minus or 0), plus)
        elif row.is_in and number in added_up:
            standings[number] = added_up[number]
    laid = piles(standings, qualifiers, max(scheme.by_spread))
    return SortedCards(
        piles={
            pile: [PiledCard(ranked[number].holder, _notation(standings[number])) for number in numbers]
            for pile, numbers in laid.items()
        },
        cards_in=len(standings),
        entrants=len(ranked),
        qualifiers=qualifiers,
    )


def _is_without_points(foot: FootTotals | None) -> bool:
    return foot is None or foot.game_points is None


def _notation(standing: Standing) -> str:
    return f"{standing[0]}/{standing[1]} {standing[2]:+d}"
