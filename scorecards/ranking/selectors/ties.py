"""Read the ties that matter: who is level, their games against each other, and what was entered for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations, groupby, pairwise

from scorecards.checking.items import Holder
from scorecards.models import TieGame, TieOrder
from scorecards.records.facts import facts_for_calculation
from scorecards.records.results import CurrentResult
from scorecards.records.ruled_cards import ruled_cards_by_number
from scorecards.rules.calculation import calculate
from scorecards.rules.line_points import Claim, Standing
from scorecards.rules.pools import pool_in_words
from scorecards.rules.ranking import TIE_GAME, TIE_ORDER, TIED, LinesInForce, Order, Place, Ranking, head_to_head_wins
from scorecards.rules.ruled_cards import RuledCard
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.models import Tournament
from tournaments.records.event import event_facts
from tournaments.rules.types import Line


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game between two who are level: what both cards have in force. ``winner`` is ``None`` where nobody won."""

    game: int
    first: Holder
    second: Holder
    first_line: Line
    second_line: Line | None
    winner: Holder | None


@dataclass(frozen=True, slots=True)
class TiedMember:
    """Somebody who is level with others: place, what parts them, and wins among themselves (``None`` where void)."""

    holder: Holder
    rank: int
    decided_by: str
    wins: int | None


@dataclass(frozen=True, slots=True)
class OpenTie:
    """Entrants whose order is open: two of them play a tie game, or the director enters an order."""

    members: Sequence[Holder]
    needs_game: bool

    @property
    def key(self) -> str:
        """The tie's key in forms: its members' numbers, ascending."""
        return "-".join(str(number) for number in self.numbers)

    @property
    def numbers(self) -> list[int]:
        return sorted(member.number for member in self.members)


@dataclass(frozen=True, slots=True)
class TieView:
    """Entrants who are level on all that cards say, in the qualifying places or across the line, or in one pool.

    ``pool`` is ``None`` where there are no pools, ``plus`` on game sheets. ``unmet`` are pairs without a decided game,
    for which head-to-head does not apply. ``open`` is what somebody has to settle; ``settled_by`` says what parted the
    others.
    """

    members: Sequence[TiedMember]
    card: str
    plus: int | None
    meetings: Sequence[Meeting]
    unmet: Sequence[tuple[Holder, Holder]]
    open: Sequence[OpenTie]
    settled_by: str
    pool: str | None

    @property
    def rank(self) -> int:
        return self.members[0].rank

    @property
    def pool_in_words(self) -> str:
        """What follows the place: in which pool; blank where there are no pools."""
        return pool_in_words(self.pool)


@dataclass(frozen=True, slots=True)
class TieRecordRow:
    """A tie game or an order that stands, best first. ``counts`` tells whether it settles anything at the moment."""

    key: int
    holders: Sequence[Holder]
    is_game: bool
    reason: str
    made_by: str
    made_at: datetime
    counts: bool


def tie_views(
    tournament: Tournament, outcome: CurrentResult, holders: Mapping[int, Holder], without_card: Collection[int] = ()
) -> list[TieView]:
    """Return every group level on all four tiebreakers that touches the qualifying places, open ones first.

    Groups with somebody ``without_card`` are left out: they are level because nothing is entered yet.

    Ten queries or fewer where there is one, else none. On game sheets the games that count are those shown.
    """
    result = outcome.result
    system = scoring_system(tournament.scoring)
    settled_down_to = system.settled_down_to(event_facts(tournament), result.qualifiers, len(result.standings))
    position, touching = 0, []
    for _, found in groupby(result.standings, key=_level_in_pool):
        group = list(found)
        is_entered = not any(place.entrant in without_card for place in group)
        if len(group) > 1 and position < settled_down_to and is_entered:
            touching.append(group)
        position += len(group)
    if not touching:
        return []
    if tournament.is_of_sheets:
        lines = calculate(facts_for_calculation(tournament)).check.counted
    else:
        level = {place.entrant for group in touching for place in group}
        lines = _lines_in_force(ruled_cards_by_number(tournament, only=level))
    reading = _TieReader(result.ranking, holders, lines, system.order(tournament.edition))
    return sorted((reading.tie(group) for group in touching), key=lambda tie: not tie.open)


def _level_in_pool(place: Place) -> tuple[str | None, Standing]:
    return place.pool, place.totals.standing


def _lines_in_force(cards: Mapping[int, RuledCard]) -> LinesInForce:
    """Return the lines in force of every card, each with its opponent in force."""
    return {
        number: {
            line.game: replace(line.in_force, opponent=line.opponent_in_force.number)
            for line in card.lines
            if line.in_force is not None and line.opponent_in_force is not None
        }
        for number, card in cards.items()
    }


@dataclass(frozen=True, slots=True)
class _TieReader:
    ranking: Ranking
    holders: Mapping[int, Holder]
    lines: LinesInForce
    order: Order

    def tie(self, group: Sequence[Place]) -> TieView:
        numbers = [place.entrant for place in group]
        lines = {number: self.lines.get(number, {}) for number in numbers}
        wins = head_to_head_wins(numbers, lines, self.order.claim) if self.order.has_head_to_head else None
        meetings = [
            self._meeting(first, second, line, lines[second].get(game))
            for first, second in combinations(numbers, 2)
            for game, line in lines[first].items()
            if line.opponent == second
        ]
        met = {frozenset((one.first.number, one.second.number)) for one in meetings if one.winner}
        steps = {place.decided_by or "" for place in group[1:]} - {TIED}
        return TieView(
            members=[
                TiedMember(
                    self.holders[place.entrant],
                    place.rank,
                    (place.decided_by or "") if index else "",
                    wins[place.entrant] if wins is not None else None,
                )
                for index, place in enumerate(group)
            ],
            card=group[0].totals.in_card_notation(),
            plus=group[0].totals.to_dict().get("plus"),
            meetings=sorted(meetings, key=lambda meeting: meeting.game),
            unmet=[
                (self.holders[first], self.holders[second])
                for first, second in combinations(numbers, 2)
                if frozenset((first, second)) not in met
            ],
            open=self._open(numbers),
            settled_by=", then ".join(sorted(steps)),
            pool=group[0].pool,
        )

    def _open(self, numbers: Sequence[int]) -> list[OpenTie]:
        needed: list[tuple[tuple[int, ...], bool]] = [(pair, True) for pair in self.ranking.tie_games_needed]
        needed += [(group, False) for group in self.ranking.tie_orders_needed]
        return [
            OpenTie([self.holders[number] for number in members], is_game)
            for members, is_game in needed
            if set(members) <= set(numbers)
        ]

    def _meeting(self, first: int, second: int, mine: Line, theirs: Line | None) -> Meeting:
        sides = (self.holders[first], self.holders[second])
        if theirs is None or theirs.opponent != first:
            return Meeting(mine.game, *sides, mine, None, None)
        claims = (self.order.claim(mine), self.order.claim(theirs))
        winner = {(Claim.WIN, Claim.LOSS): sides[0], (Claim.LOSS, Claim.WIN): sides[1]}.get(claims)  # type: ignore[arg-type]
        return Meeting(mine.game, *sides, mine, theirs, winner)


def tie_records(
    tournament: Tournament, outcome: CurrentResult | None, holders: Mapping[int, Holder]
) -> list[TieRecordRow]:
    """Return the tie games and orders that stand, in the order in which they were entered. Three queries or fewer."""
    places = {place.entrant: place for place in outcome.result.standings} if outcome else {}
    shown = []
    for game in TieGame.objects.active().filter(tournament=tournament).select_related("winner", "loser"):
        order = [game.winner.number, game.loser.number]
        shown.append(_record(game, order, holders, _settles(order, places, TIE_GAME)))
    orders = TieOrder.objects.active().filter(tournament=tournament).prefetch_related("places__entrant")
    for entered in orders:
        order = [place.entrant.number for place in entered.places.all()]
        shown.append(_record(entered, order, holders, _settles(order, places, TIE_ORDER)))
    return sorted(shown, key=lambda record: record.made_at)


def _record(
    stored: TieGame | TieOrder, order: Sequence[int], holders: Mapping[int, Holder], counts: bool
) -> TieRecordRow:
    return TieRecordRow(
        key=stored.pk,
        holders=[holders[number] for number in order],
        is_game=isinstance(stored, TieGame),
        reason=stored.reason if isinstance(stored, TieOrder) else "",
        made_by=stored.made_by,
        made_at=stored.made_at,
        counts=counts,
    )


def _settles(order: Sequence[int], places: Mapping[int, Place], step: str) -> bool:
    """Whether this record is why these entrants are ranked in this order, directly after one another."""
    found = [places[number] for number in order if number in places]
    if len(found) != len(order):
        return False
    return all(
        lower.rank == upper.rank + 1 and lower.decided_by == step and _level_in_pool(lower) == _level_in_pool(upper)
        for upper, lower in pairwise(found)
    )
