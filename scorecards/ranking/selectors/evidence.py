"""Read the evidence: players whose place or qualifying corrections changed, and those (rule 12.2.i).

Corrections are rulings, and those of a card's own arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import chain
from typing import Any

from scorecards.checking.items import Holder, SumError
from scorecards.records.results import current_result, places_as_written
from scorecards.records.ruled_cards import ruled_cards_by_number
from scorecards.rules.ranking import Place
from scorecards.rules.ruled_cards import CardRuling, RuledCard
from tournaments.models import Tournament
from tournaments.records.entrants import display_name, people_of


class NoticeSubject(IntEnum):
    """The subjects of notices, the most important first."""

    QUALIFYING = 1
    PLACE_AMONG_QUALIFIERS = 2
    PLACE_BELOW_LINE = 3


@dataclass(frozen=True, slots=True)
class OtherCard:
    """A corrected card that passed the player's own, in either direction, with its rulings and wrong sums."""

    holder: Holder
    before: int
    after: int
    rulings: Sequence[CardRuling]
    sums: Sequence[SumError] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """A player whose place or qualifying the rulings changed.

    ``before`` is the place by the cards as written. ``qualified`` and ``qualifies`` are ``None`` while a tie
    across the line is open.
    """

    holder: Holder
    before: int
    after: int
    qualified: bool | None
    qualifies: bool | None
    card_before: str
    card_after: str

    @property
    def about(self) -> NoticeSubject:
        if self.qualified != self.qualifies:
            return NoticeSubject.QUALIFYING
        return NoticeSubject.PLACE_BELOW_LINE if self.qualifies is False else NoticeSubject.PLACE_AMONG_QUALIFIERS

    @property
    def verdict(self) -> str:
        if self.qualifies is None:
            return "level with others across the line: the tie is still open"
        if self.qualified == self.qualifies:
            return "qualifies, at another place" if self.qualifies else "does not qualify, as before"
        return "qualifies now" if self.qualifies else "does not qualify any more"


@dataclass(frozen=True, slots=True)
class PlaceNotice:
    """The notice for one player, with every ruling and both lines as written.

    ``rulings`` are about the player's own card, ``others`` what was ruled about cards that went past it, either way:
    where a notice names only so many, those that stand nearest now, and ``others_left_out`` are the rest. ``sums`` are
    the errors of the card's own arithmetic.
    """

    moved: Moved
    rulings: Sequence[CardRuling]
    others: Sequence[OtherCard]
    others_left_out: int = 0
    sums: Sequence[SumError] = ()

    @property
    def lines(self) -> set[tuple[int, int]]:
        """The lines that the rulings are about, by entrant's number and game."""
        rulings = chain(self.rulings, *(other.rulings for other in self.others))
        return {(side.entrant.number, ruling.game) for ruling in rulings for side in ruling.sides}


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everybody who was moved, those about qualifying first, and the places that tell it."""

    tournament: Tournament
    moved: Sequence[Moved]
    before: Mapping[int, Place]
    after: Mapping[int, Place]
    people: Mapping[int, Mapping[str, Any]]
    sums: Mapping[int, Sequence[SumError]] = field(default_factory=dict)

    def notices(self, wanted: Iterable[Moved], most_others: int | None = None) -> list[PlaceNotice]:
        """Return the notices for these. Seven queries where there are any."""
        chosen = list(wanted)
        if not chosen:
            return []
        corrected = [number for number in self.after if self._is_corrected(number)]
        passed = {one.holder.number: self._passed(one.holder.number, corrected) for one in chosen}
        named = {number: self._nearest(number, others, most_others) for number, others in passed.items()}
        only = {*named, *chain.from_iterable(named.values())}
        cards = ruled_cards_by_number(self.tournament, only, self.people)
        return [
            PlaceNotice(
                one,
                _rulings(cards[number]),
                [
                    OtherCard(
                        _holder(self.people[other]),
                        self.before[other].rank,
                        self.after[other].rank,
                        _rulings(cards[other]),
                        self.sums.get(other, ()),
                    )
                    for other in named[number]
                ],
                len(passed[number]) - len(named[number]),
                self.sums.get(number, ()),
            )
            for one in chosen
            for number in [one.holder.number]
        ]

    def _is_corrected(self, number: int) -> bool:
        return number in self.before and self.before[number].totals != self.after[number].totals

    def _passed(self, number: int, corrected: Iterable[int]) -> list[int]:
        """Return the corrected cards of the same pool that stood in another order with this one, or level."""
        was, place = self.before[number], self.after[number]
        return [
            other
            for other in corrected
            if other != number
            and self.after[other].pool == place.pool
            and _order(was.rank, self.before[other].rank) != _order(place.rank, self.after[other].rank)
        ]

    def _nearest(self, number: int, others: Sequence[int], most: int | None) -> Sequence[int]:
        if most is None or len(others) <= most:
            return others
        rank = self.after[number].rank
        nearest = set(sorted(others, key=lambda other: abs(self.after[other].rank - rank))[:most])
        return [other for other in others if other in nearest]


def evidence_of(tournament: Tournament) -> Evidence:
    """Return who was moved. Four queries; the first time, and after each change, twelve more with decisions."""
    outcome = current_result(tournament)
    if outcome is None:
        return Evidence(tournament, [], {}, {}, {})
    before = {place.entrant: place for place in places_as_written(tournament, outcome)}
    after = {place.entrant: place for place in outcome.result.standings}
    people = people_of(tournament)
    moved = [
        _moved(_holder(people[number]), before[number], place)
        for number, place in after.items()
        if number in before and (before[number].rank, before[number].qualifies) != (place.rank, place.qualifies)
    ]
    sums: dict[int, list[SumError]] = {}
    for error in outcome.result.arithmetic:
        own = SumError(error.game, error.field, error.recorded, error.computed, error.note)
        sums.setdefault(error.entrant, []).append(own)
    return Evidence(tournament, sorted(moved, key=lambda one: one.about), before, after, people, sums)


def _moved(holder: Holder, was: Place, place: Place) -> Moved:
    return Moved(
        holder=holder,
        before=was.rank,
        after=place.rank,
        qualified=was.qualifies,
        qualifies=place.qualifies,
        card_before=was.totals.in_card_notation(),
        card_after=place.totals.in_card_notation(),
    )


def _holder(person: Mapping[str, Any]) -> Holder:
    return Holder(person["number"], person["seat"], display_name(person))


def _rulings(card: RuledCard) -> list[CardRuling]:
    return [
        ruling for ruling in card.rulings if any(not change.is_own_arithmetic for change in ruling.sides[0].changes)
    ]


def _order(first: int, second: int) -> int:
    return (first > second) - (first < second)
