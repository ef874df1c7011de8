"""The evidence: players whose place or qualifying corrections changed, and those (rule 12.2.i).

Corrections are rulings, and those of a card's own arithmetic.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from scorecards.records.results import current_result, places_as_written
from scorecards.records.ruled_cards import ruled_cards_by_number
from scorecards.rules.line_points import CardError
from scorecards.rules.ranking import Place
from scorecards.rules.ruled_cards import CardRuling
from tournaments.models import Entrant, Tournament
from tournaments.records.entrants import as_people, entrants_of


class Notice:
    """What a player is told whose place or qualifying corrections changed: the places before and after them.

    ``rulings`` are about the player's own card, ``sums`` the errors of its own arithmetic. ``others`` tells the same of
    the cards that went past it, either way: where a notice names only so many, those that stand nearest now.
    """

    rulings: Sequence[CardRuling] = ()
    sums: Sequence[CardError] = ()
    others: Sequence[Notice] = ()
    others_left_out = 0

    def __init__(self, holder: Entrant, was: Place, now: Place) -> None:
        self.holder, self.was, self.now = holder, was, now

    @property
    def is_about_qualifying(self) -> bool:
        return self.was.qualifies != self.now.qualifies

    @property
    def is_below_line(self) -> bool:
        return not self.is_about_qualifying and self.now.qualifies is False

    @property
    def verdict(self) -> str:
        if self.now.qualifies is None:
            return "level with others across the line: the tie is still open"
        if self.is_about_qualifying:
            return "qualifies now" if self.now.qualifies else "does not qualify any more"
        return "qualifies, at another place" if self.now.qualifies else "does not qualify, as before"

    @property
    def lines(self) -> set[tuple[int, int]]:
        """The lines that the rulings are about, by entrant's number and game."""
        rulings = chain(self.rulings, *(other.rulings for other in self.others))
        return {(side.entrant.number, ruling.game) for ruling in rulings for side in ruling.sides}


class Evidence:
    """Everybody who was moved, those about qualifying first. Four queries; after each change twelve more."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        outcome = current_result(tournament)
        self.before = {place.entrant: place for place in places_as_written(tournament, outcome)} if outcome else {}
        self.after = {place.entrant: place for place in outcome.result.standings} if outcome else {}
        self.entrants = entrants_of(tournament) if outcome else {}
        self.sums: defaultdict[int, list[CardError]] = defaultdict(list)
        for error in outcome.result.arithmetic if outcome else ():
            self.sums[error.entrant].append(error)
        moved = [
            self._notice(number)
            for number, now in self.after.items()
            if number in self.before
            and (self.before[number].rank, self.before[number].qualifies) != (now.rank, now.qualifies)
        ]
        self.moved = sorted(moved, key=lambda notice: (not notice.is_about_qualifying, notice.is_below_line))

    def tell(self, notices: Collection[Notice], most_others: int | None = None) -> Collection[Notice]:
        """Give these notices their rulings. Seven queries where there are any."""
        if not notices:
            return notices
        corrected = [
            number
            for number, now in self.after.items()
            if number in self.before and self.before[number].totals != now.totals
        ]
        passed = {notice: self._passed(notice.now.entrant, corrected) for notice in notices}
        named = {notice: self._nearest(notice.now.rank, others, most_others) for notice, others in passed.items()}
        only = {notice.now.entrant for notice in notices}.union(*named.values())
        cards = ruled_cards_by_number(self.tournament, only, as_people(self.entrants.values()))
        rulings = {
            number: [
                one for one in card.rulings if not all(change.is_own_arithmetic for change in one.sides[0].changes)
            ]
            for number, card in cards.items()
        }
        for notice in notices:
            notice.others = [self._notice(other) for other in named[notice]]
            for told in (notice, *notice.others):
                told.rulings, told.sums = rulings[told.now.entrant], self.sums[told.now.entrant]
            notice.others_left_out = len(passed[notice]) - len(named[notice])
        return notices

    def _notice(self, number: int) -> Notice:
        return Notice(self.entrants[number], self.before[number], self.after[number])

    def _passed(self, own: int, corrected: Iterable[int]) -> list[int]:
        """Return the corrected cards of the same pool that stood in another order with this one, or level."""

        def order(places: dict[int, Place], other: int) -> int:
            return (places[own].rank > places[other].rank) - (places[own].rank < places[other].rank)

        return [
            other
            for other in corrected
            if other != own
            and self.after[other].pool == self.after[own].pool
            and order(self.before, other) != order(self.after, other)
        ]

    def _nearest(self, rank: int, others: list[int], most: int | None) -> list[int]:
        nearest = sorted(others, key=lambda other: abs(self.after[other].rank - rank))[:most]
        return [other for other in others if other in nearest]
