"""The working standings for staff: places, the line, who is near it, and the ties that matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, groupby, pairwise
from typing import Any

from scorecards.cards.selectors.stack import Stack
from scorecards.models import TieGame, TieOrder
from scorecards.models.ties import TieRecord
from scorecards.records.facts import facts_for_calculation
from scorecards.records.results import places_as_written
from scorecards.records.ruled_cards import ruled_cards_by_number
from scorecards.rules.calculation import calculate
from scorecards.rules.entry.card_reading import CardState
from scorecards.rules.line_points import Claim, Standing
from scorecards.rules.margins import is_near, margin
from scorecards.rules.pools import pool_in_words
from scorecards.rules.ranking import TIE_GAME, TIE_ORDER, TIED, LinesInForce, Place, head_to_head_wins
from scorecards.rules.scoring_systems.registry import scoring_system
from scorecards.rules.standing_columns import StandingColumns, columns_for
from tournaments.models import Entrant, Tournament
from tournaments.records.event import event_facts
from tournaments.rules.seating import seat_key
from tournaments.rules.text import plain_text

NEAREST = 6
"""So many cards on each side of the line are looked at first."""
SORTS: Mapping[str, Any] = {
    "place": lambda row: row.position,
    "name": lambda row: plain_text(row.holder.listed_name),
    "seat": lambda row: (seat_key(row.holder.seat), row.holder.number),
}


OF_HOLDERS = (
    *("number", "name", "last_name", "first_name", "suffix", "partner", "told_apart_by", "seat", "house_player"),
    "withdrawn_after_game",
)
"""What the page needs of each entrant: a hundred rows of all their columns take as long as the rest of it."""


@dataclass(slots=True)
class Row:
    """One row of the working standings: a place, whose it is, and what only staff see of it.

    ``before`` is the rank by the cards as written. ``separation`` says what separates a card near the line from the
    line. ``qualifies`` is ``None`` while a tie across the line is open.
    """

    position: int
    standing: Place
    holder: Entrant
    state: CardState
    is_shared: bool
    qualifies: bool | None
    is_high_nonqualifier: bool
    is_above_line: bool
    before: int | None
    separation: str
    cells: Sequence[str]

    @property
    def pool(self) -> str | None:
        return self.standing.pool

    @property
    def place(self) -> str:
        """The rank as it is written: with ``=`` where it is shared."""
        return f"{self.standing.rank}=" if self.is_shared else str(self.standing.rank)

    @property
    def moved(self) -> str:
        return "" if self.before in (None, self.standing.rank) else f"was place {self.before}"


class Ranking:
    """The standings as staff see them. Nine queries; seven more where a tie is shown, two where an order was entered.

    ``qualifiers`` is 0 without cards, and where :func:`qualifiers_of` says that nobody qualifies.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        holders = list(Entrant.objects.filter(tournament=tournament).in_seat_order().only(*OF_HOLDERS))
        self.entered = sum(holder.counts for holder in holders)
        stack = Stack(tournament, holders)
        self.outcome = stack.outcome
        self.result = self.outcome.result if self.outcome else None
        self.places = self.result.standings if self.result else ()
        self.system = scoring_system(tournament.scoring)
        self.qualifiers = self.result.qualifiers if self.result and not nobody_qualifies(tournament) else 0
        self.stack = {row.holder.number: row for row in stack.rows}
        self.holders = {number: row.holder for number, row in self.stack.items()}

    @cached_property
    def rows(self) -> list[Row]:
        if not self.outcome:
            return []
        sharing = Counter((place.pool, place.rank) for place in self.places)
        before = {place.entrant: place.rank for place in places_as_written(self.tournament, self.outcome)}
        return [
            Row(
                position,
                place,
                self.holders[place.entrant],
                self.stack[place.entrant].state,
                is_shared=sharing[place.pool, place.rank] > 1,
                qualifies=place.qualifies if self.qualifiers else False,
                is_high_nonqualifier=bool(self.qualifiers) and place.entrant == self.outcome.result.high_nonqualifier,
                is_above_line=position == self.qualifiers,
                before=before.get(place.entrant),
                separation=self._separation(position, place),
                cells=[column.cell(place.totals) for column in self.columns.on_page],
            )
            for position, place in enumerate(self.places, start=1)
        ]

    def _separation(self, position: int, own: Place) -> str:
        """Say what separates a card near the line from the first card on the other side of it.

        Nothing where cards are game sheets: no ruling changes those.
        """
        worth = self.system.scoring.max_points
        if worth is None or not 0 < self.qualifiers < len(self.places):
            return ""
        last, first_below = self.places[self.qualifiers - 1 : self.qualifiers + 1]
        if not is_near(own.totals.standing, last.totals.standing, worth):
            return ""
        other = first_below if position <= self.qualifiers else last
        apart = margin(own.totals.standing, other.totals.standing)
        holder = self.holders[other.entrant]
        words = apart.against(holder.seat or holder.shown_name)
        if apart.key is not None:
            return words
        step = first_below.decided_by
        return f"{words}: the tie is open" if step == TIED else f"{words}, parted by {step}"

    @cached_property
    def columns(self) -> StandingColumns:
        return columns_for(self.places)

    @property
    def drop_outs(self) -> list[str]:
        """Who dropped out, by name; nobody where that changes nothing."""
        gone = self.result.drop_outs if self.result else None
        return [row.holder.shown_name for row in self.rows if gone and row.holder.number in gone.entrants]

    @property
    def has_cards(self) -> bool:
        """Whether anything is on any card yet. Before that everybody is level, which means nothing."""
        return any(row.state is not CardState.NOT_IN for row in self.rows)

    @cached_property
    def open_ties(self) -> list[OpenTie]:
        return [part for tie in self.ties for part in tie.open]

    @property
    def settled_ties(self) -> int:
        return sum(not tie.open for tie in self.ties)

    @property
    def has_tie_across_line(self) -> bool:
        """Whether an open tie hides who is the last to qualify."""
        return any(row.qualifies is None and row.state is not CardState.NOT_IN for row in self.rows)

    @cached_property
    def near_line(self) -> list[Row]:
        """The cards that are no further from the line than one game can be worth, in order."""
        return [row for row in self.rows if row.separation]

    @property
    def nearest(self) -> list[Row]:
        """The cards nearest to the line, :data:`NEAREST` on each side."""
        line = self.qualifiers if self.qualifiers <= len(self.rows) else 0
        return [row for row in self.near_line if line - NEAREST < row.position <= line + NEAREST]

    @property
    def high_nonqualifier(self) -> Row | None:
        """The first card below the line, ``None`` while a tie for that place is open."""
        return next((row for row in self.rows if row.is_high_nonqualifier), None)

    @cached_property
    def is_settled(self) -> bool:
        """Whether every card is in and nothing about the order of the qualifiers is open."""
        return bool(self.result and self.result.complete and not self.result.undecided and not self.open_ties)

    def find(self, wanted: str, sort: str) -> list[Row]:
        """Return the rows whose name, seat or number matches the search, in this order; all for a blank search."""
        return sorted((row for row in self.rows if not wanted or is_meant(row.holder, wanted)), key=SORTS[sort])

    @cached_property
    def ties(self) -> list[Tie]:
        """Every group level on all four tiebreakers that touches the qualifying places, open ones first.

        Groups with somebody without a card are left out: they are level because nothing is entered yet.
        """
        if not self.result:
            return []
        depth = self.system.settled_down_to(event_facts(self.tournament), self.result.qualifiers, len(self.places))
        position, touching = 0, []
        for _, found in groupby(self.rows, key=lambda row: _level_in_pool(row.standing)):
            group = list(found)
            is_entered = all(row.state is not CardState.NOT_IN for row in group)
            if len(group) > 1 and position < depth and is_entered:
                touching.append(group)
            position += len(group)
        lines = self._lines_in_force({row.holder.number for group in touching for row in group}) if touching else {}
        return sorted((Tie(self, group, lines) for group in touching), key=lambda tie: not tie.open)

    def _lines_in_force(self, level: set[int]) -> LinesInForce:
        """Return the lines of these cards, each with its opponent in force; of game sheets those that count."""
        if self.tournament.is_of_sheets:
            return calculate(facts_for_calculation(self.tournament)).check.counted
        return {
            number: {
                line.game: replace(line.in_force, opponent=line.opponent_in_force.number)
                for line in card.lines
                if line.in_force is not None and line.opponent_in_force is not None
            }
            for number, card in ruled_cards_by_number(self.tournament, only=level).items()
        }

    @cached_property
    def records(self) -> list[tuple[TieRecord, list[Entrant], bool]]:
        """The tie games and orders that stand: who, best first, and whether it settles anything at the moment."""
        games = TieGame.objects.active().filter(tournament=self.tournament).select_related("winner", "loser")
        orders = TieOrder.objects.active().filter(tournament=self.tournament).prefetch_related("places__entrant")
        both: list[TieRecord] = [*games, *orders]
        stored = sorted(both, key=lambda record: record.made_at)
        return [(one, [self.holders[number] for number in one.numbers], self._counts(one)) for one in stored]

    def _counts(self, record: TieRecord) -> bool:
        """Whether this record is why these entrants are ranked in this order, directly after one another."""
        places = {place.entrant: place for place in self.places}
        step = TIE_GAME if record.is_game else TIE_ORDER
        return all(number in places for number in record.numbers) and all(
            lower.rank == upper.rank + 1 and lower.decided_by == step and _level_in_pool(lower) == _level_in_pool(upper)
            for upper, lower in pairwise(places[number] for number in record.numbers)
        )


class OpenTie:
    """Entrants whose order is open: two of them play a tie game, or the director enters an order."""

    def __init__(self, members: Sequence[Entrant], needs_game: bool) -> None:
        self.members = members
        self.needs_game = needs_game
        self.numbers = sorted(member.number for member in members)
        self.key = "-".join(map(str, self.numbers))


class Tie:
    """Entrants who are level on all that cards say, in the qualifying places or across the line, or in one pool.

    ``meetings`` are their games against each other: game, sides, lines, winner. ``unmet`` are pairs without a decided
    game, for which head-to-head does not apply. ``open`` is what somebody has to settle.
    """

    def __init__(self, ranking: Ranking, rows: Sequence[Row], lines: LinesInForce) -> None:
        order, holders = ranking.system.order(ranking.tournament.edition), ranking.holders
        self.rows, self.first = rows, rows[0].standing
        numbers = [row.holder.number for row in rows]
        self.lines = {number: lines.get(number, {}) for number in numbers}
        self.claim = order.claim
        wins = head_to_head_wins(numbers, self.lines, order.claim) if order.has_head_to_head else {}
        self.members = [(row, wins.get(row.holder.number)) for row in rows] if wins else [(row, None) for row in rows]
        pairs = [(holders[first], holders[second]) for first, second in combinations(numbers, 2)]
        self.meetings = sorted((game for pair in pairs for game in self._meetings(*pair)), key=lambda game: game[0])
        met = {game[1:3] for game in self.meetings if game[-1]}
        self.unmet = [pair for pair in pairs if pair not in met]
        assert ranking.result is not None, "there are no rows before there are cards"
        needed = ranking.result.ranking
        self.open = [
            OpenTie([holders[number] for number in tied], tied in needed.tie_games_needed)
            for tied in needed.open_ties
            if set(tied) <= set(numbers)
        ]

    def _meetings(self, first: Entrant, second: Entrant) -> list[tuple[Any, ...]]:
        found = []
        for game, mine in self.lines[first.number].items():
            if mine.opponent == second.number:
                theirs = self.lines[second.number].get(game)
                if theirs is not None and theirs.opponent != first.number:
                    theirs = None
                claims = (self.claim(mine), theirs and self.claim(theirs))
                winner = {(Claim.WIN, Claim.LOSS): first, (Claim.LOSS, Claim.WIN): second}.get(claims)  # type: ignore[arg-type]
                found.append((game, first, second, mine, theirs, winner))
        return found

    @property
    def plus(self) -> int | None:
        return self.first.totals.to_dict().get("plus")

    @property
    def settled_by(self) -> str:
        return ", then ".join(sorted({row.standing.decided_by or "" for row in self.rows[1:]} - {TIED}))

    @property
    def pool_in_words(self) -> str:
        return pool_in_words(self.first.pool)


def _level_in_pool(place: Place) -> tuple[str | None, Standing]:
    return place.pool, place.totals.standing


def is_meant(holder: Any, wanted: str) -> bool:
    """Whether an entrant's name, seat or number matches the search; a blank search matches all."""
    text = plain_text(" ".join(wanted.split()))
    names = plain_text(f"{holder.shown_name} {holder.listed_name}")
    return text in names or holder.seat.casefold().startswith(text) or str(holder.number) == text


def nobody_qualifies(tournament: Tournament) -> bool:
    """Whether the standings have no line: on a weekly night without playoffs, unless its director set a number."""
    return tournament.is_final_as_it_stands and tournament.qualifiers is None


def qualifiers_of(tournament: Tournament, entered: int) -> int:
    """Return how many of so many entrants qualify."""
    if nobody_qualifies(tournament):
        return 0
    return scoring_system(tournament.scoring).qualifiers(event_facts(tournament), entered)
