"""Read the working standings: places, the line, and the margins of those near it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorecards.checking.items import Holder
from scorecards.keying.selectors.stack import card_stack, holders_in_seat_order
from scorecards.ranking.selectors.ties import OpenTie, TieRecordRow, TieView, tie_records, tie_views
from scorecards.records.results import CurrentResult, current_result, places_as_written
from scorecards.rules.entry.card_reading import CardState
from scorecards.rules.margins import is_near, margin
from scorecards.rules.ranking import TIED, Place
from scorecards.rules.scoring_systems.registry import scoring_system
from scorecards.rules.standing_columns import StandingColumns, columns_for
from tournaments.models import Tournament
from tournaments.records.entrants import PARTS, display_name, listed_names, people_of
from tournaments.records.event import event_facts
from tournaments.rules.seating import seat_key
from tournaments.rules.text import plain_text

SORTS = ("place", "name", "seat")
NEAREST = 6
"""So many cards on each side of the line are looked at first."""


@dataclass(frozen=True, slots=True)
class RankedRow:
    """One row of the working standings. ``position`` counts rows, ``rank`` may be shared.

    ``cells`` are what the columns of the standings say of the card. ``before`` is the rank by the cards as written,
    ``None`` where nobody was ranked then. ``separation`` says what separates a card near the line from the line, and is
    blank for the others. ``qualifies`` is ``None`` while a tie across the line is open, ``pool`` where there are none.
    """

    position: int
    rank: int
    holder: Holder
    card: str
    cells: Sequence[str]
    decided_by: str
    qualifies: bool | None
    is_shared: bool
    state: CardState
    is_high_nonqualifier: bool
    is_above_line: bool
    before: int | None
    separation: str
    pool: str | None

    @property
    def place(self) -> str:
        """The rank as it is written: with ``=`` where it is shared."""
        return f"{self.rank}=" if self.is_shared else str(self.rank)

    @property
    def moved(self) -> str:
        """How the rulings moved this card: ``was place 5``; blank where they did not."""
        return "" if self.before in (None, self.rank) else f"was place {self.before}"


@dataclass(frozen=True, slots=True)
class WorkingRanking:
    """The standings as staff see them, the ties that matter, and what was entered for ties and still stands.

    ``qualifiers`` is 0 without cards, and where :func:`nobody_qualifies`.
    """

    outcome: CurrentResult | None
    rows: Sequence[RankedRow]
    ties: Sequence[TieView]
    records: Sequence[TieRecordRow]
    qualifiers: int

    @property
    def columns(self) -> StandingColumns:
        assert self.outcome is not None, "there are no rows before there are cards"
        return columns_for(self.outcome.result.standings)

    @property
    def drop_outs(self) -> list[str]:
        """Who dropped out, by name; nobody where that changes nothing."""
        gone = self.outcome.result.drop_outs if self.outcome is not None else None
        return [row.holder.name for row in self.rows if gone and row.holder.number in gone.entrants]

    @property
    def has_cards(self) -> bool:
        """Whether anything is on any card yet. Before that everybody is level, which means nothing."""
        return any(row.state is not CardState.NOT_IN for row in self.rows)

    @property
    def open_ties(self) -> list[OpenTie]:
        return [part for tie in self.ties for part in tie.open]

    @property
    def settled_ties(self) -> int:
        return sum(not tie.open for tie in self.ties)

    @property
    def has_tie_across_line(self) -> bool:
        """Whether an open tie hides who is the last to qualify."""
        return any(row.qualifies is None for row in self.rows if row.state is not CardState.NOT_IN) and self.has_line

    @property
    def has_line(self) -> bool:
        return self.outcome is not None and self.qualifiers > 0

    @property
    def near_line(self) -> list[RankedRow]:
        """The cards that are no further from the line than one game can be worth, in order."""
        return [row for row in self.rows if row.separation]

    @property
    def nearest(self) -> list[RankedRow]:
        """The cards nearest to the line, :data:`NEAREST` on each side."""
        line = next((row.position for row in self.rows if row.is_above_line), 0)
        return [row for row in self.near_line if line - NEAREST < row.position <= line + NEAREST]

    @property
    def high_nonqualifier(self) -> RankedRow | None:
        """The first card below the line, ``None`` while a tie for that place is open."""
        return next((row for row in self.rows if row.is_high_nonqualifier), None)

    @property
    def is_settled(self) -> bool:
        """Whether every card is in and nothing about the order of the qualifiers is open."""
        if self.outcome is None:
            return False
        result = self.outcome.result
        return result.complete and not result.undecided and not self.open_ties

    def find(self, wanted: str, sort: str = "place") -> list[RankedRow]:
        """Return the rows whose name, seat or number matches the search, in this order; all for a blank search."""
        found = [row for row in self.rows if is_meant(row.holder, wanted)] if wanted else list(self.rows)
        if sort == "name":
            found.sort(key=lambda row: plain_text(row.holder.listed))
        elif sort == "seat":
            found.sort(key=lambda row: (seat_key(row.holder.seat), row.holder.number))
        return found


def is_meant(holder: Holder, wanted: str) -> bool:
    """Whether an entrant's name, seat or number matches the search; a blank search matches all."""
    text = plain_text(" ".join(wanted.split()))
    return (
        text in plain_text(f"{holder.name} {holder.listed}")
        or holder.seat.casefold().startswith(text)
        or str(holder.number) == text
    )


def nobody_qualifies(tournament: Tournament) -> bool:
    """Whether the standings have no line: on a weekly night without playoffs, unless its director set a number."""
    return tournament.is_final_as_it_stands and tournament.qualifiers is None


def qualifiers_of(tournament: Tournament, entered: int) -> int:
    """Return how many of so many entrants qualify."""
    if nobody_qualifies(tournament):
        return 0
    return scoring_system(tournament.scoring).qualifiers(event_facts(tournament), entered)


def working_ranking(tournament: Tournament) -> WorkingRanking:
    """Return the current standings. Eleven queries.

    Seven more where a tie has to be shown, two where an order was entered, ten where the director has decided a game:
    never more with the size.
    """
    outcome = current_result(tournament)
    people = people_of(tournament, *PARTS)
    listed = listed_names(people.values())
    holders = {
        number: Holder(number, person["seat"], display_name(person), listed=listed[number])
        for number, person in people.items()
    }
    records = tie_records(tournament, outcome, holders)
    if outcome is None:
        return WorkingRanking(None, [], [], records, 0)
    qualifiers = 0 if nobody_qualifies(tournament) else outcome.result.qualifiers
    stack = card_stack(tournament, holders_in_seat_order(people.values(), listed))
    rows = _rows(tournament, outcome, holders, qualifiers, {row.holder.number: row.state for row in stack.rows})
    without_card = {row.holder.number for row in rows if row.state is CardState.NOT_IN}
    ties = tie_views(tournament, outcome, holders, without_card)
    return WorkingRanking(outcome, rows, ties, records, qualifiers)


def _rows(
    tournament: Tournament,
    outcome: CurrentResult,
    holders: Mapping[int, Holder],
    qualifiers: int,
    states: Mapping[int, CardState],
) -> list[RankedRow]:
    result = outcome.result
    places = result.standings
    sharing = Counter((place.pool, place.rank) for place in places)
    before = {place.entrant: place.rank for place in places_as_written(tournament, outcome)}
    columns = columns_for(places).on_page
    max_points = scoring_system(tournament.scoring).max_points
    return [
        RankedRow(
            position=position,
            rank=place.rank,
            holder=holders[place.entrant],
            card=place.totals.in_card_notation(),
            cells=[column.cell(place.totals) for column in columns],
            decided_by=place.decided_by or "",
            qualifies=place.qualifies if qualifiers else False,
            is_shared=sharing[place.pool, place.rank] > 1,
            state=states[place.entrant],
            is_high_nonqualifier=bool(qualifiers) and place.entrant == result.high_nonqualifier,
            is_above_line=position == qualifiers,
            before=before.get(place.entrant),
            separation=_separation(places, qualifiers, position, holders, max_points),
            pool=place.pool,
        )
        for position, place in enumerate(places, start=1)
    ]


def _separation(
    places: Sequence[Place], qualifiers: int, position: int, holders: Mapping[int, Holder], max_a_game: int | None
) -> str:
    """Say what separates a card near the line from the first card on the other side of it.

    ``max_a_game`` is what one game can be worth; ``None`` where cards are game sheets, of which no ruling can make
    another: nothing is said then.
    """
    if max_a_game is None or not 0 < qualifiers < len(places):
        return ""
    last, first_below = places[qualifiers - 1], places[qualifiers]
    own = places[position - 1]
    if not is_near(own.totals.standing, last.totals.standing, max_a_game):
        return ""
    other = first_below if position <= qualifiers else last
    apart = margin(own.totals.standing, other.totals.standing)
    holder = holders[other.entrant]
    words = apart.against(holder.seat or holder.name)
    if apart.key is not None:
        return words
    step = first_below.decided_by
    return f"{words}: the tie is open" if step == TIED else f"{words}, parted by {step}"
