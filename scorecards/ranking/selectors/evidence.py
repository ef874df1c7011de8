"""Read the evidence: players whose place or qualifying the rulings changed, and the rulings (rule 12.2.i)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from scorecards.checking.items import Holder
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
    """A corrected card that passed the player's own, in either direction, with its rulings."""

    holder: Holder
    before: int
    after: int
    rulings: Sequence[CardRuling]


@dataclass(frozen=True, slots=True)
class PlaceNotice:
    """The notice for one player: place before and after, and every ruling with both lines as written.

    ``rulings`` are about the player's own card, ``others`` what was ruled about cards that went past it, either way.
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
    rulings: Sequence[CardRuling]
    others: Sequence[OtherCard]

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


def notices(tournament: Tournament) -> list[PlaceNotice]:
    """Return notices for those who were moved, those about qualifying first. Ten queries, with decisions twenty."""
    outcome = current_result(tournament)
    if outcome is None:
        return []
    before = {place.entrant: place for place in places_as_written(tournament, outcome)}
    after = {place.entrant: place for place in outcome.result.standings}
    changed = [
        number
        for number, place in after.items()
        if number in before and (before[number].rank, before[number].qualifies) != (place.rank, place.qualifies)
    ]
    if not changed:
        return []
    reading = _NoticeReader(before, after, ruled_cards_by_number(tournament), people_of(tournament))
    found = [reading.notice(number) for number in changed]
    return sorted(found, key=lambda notice: notice.about)


@dataclass(frozen=True, slots=True)
class _NoticeReader:
    before: Mapping[int, Place]
    after: Mapping[int, Place]
    cards: Mapping[int, RuledCard]
    people: Mapping[int, Mapping[str, Any]]

    def notice(self, number: int) -> PlaceNotice:
        was, place = self.before[number], self.after[number]
        return PlaceNotice(
            holder=self._holder(number),
            before=was.rank,
            after=place.rank,
            qualified=was.qualifies,
            qualifies=place.qualifies,
            card_before=was.totals.in_card_notation(),
            card_after=place.totals.in_card_notation(),
            rulings=self._rulings(number),
            others=[
                OtherCard(self._holder(other), self.before[other].rank, self.after[other].rank, self._rulings(other))
                for other in self.after
                if other != number and self._is_corrected(other) and self._went_past(number, other)
            ],
        )

    def _holder(self, number: int) -> Holder:
        person = self.people[number]
        return Holder(number, person["seat"], display_name(person))

    def _rulings(self, number: int) -> list[CardRuling]:
        return [
            ruling
            for ruling in self.cards[number].rulings
            if any(not change.is_own_arithmetic for change in ruling.sides[0].changes)
        ]

    def _is_corrected(self, number: int) -> bool:
        if number not in self.before:
            return False
        return self.before[number].totals != self.after[number].totals

    def _went_past(self, number: int, other: int) -> bool:
        """Whether these two, of one pool, stand in another order than before, or are level in one of the two only."""
        if self.after[number].pool != self.after[other].pool:
            return False
        was = _order(self.before[number].rank, self.before[other].rank)
        return was != _order(self.after[number].rank, self.after[other].rank)


def _order(first: int, second: int) -> int:
    return (first > second) - (first < second)
