"""Pairs of the 55+ Games: two partners for the whole event, old enough by the end of its year, so many a province.

``games-55plus.txt``: everybody is at least 55 by 31 December of the year of the Games, any two may be partners and
stay so throughout, and each province or territory sends at most five pairs. Both numbers are the event's own
settings. What is wrong with a pair is a doubt in words. The director may accept it with a reason, which is kept
with the pair and holds for exactly these doubts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from tournaments.rules.text import folded

SOURCES = ("games-55plus 3", "games-55plus 9", "games-55plus 34")
"""What is held to here, by the source's lines: ages, pairs a province, the same partners throughout."""

MIN_AGE = 55
PAIRS_PER_PROVINCE = 5
SAME_PARTNERS = "A pair has the same partners throughout, so nobody can take over. If one leaves, the pair withdraws."
EARLIEST_BIRTH, LATEST_BIRTH = 1900, 2100


class DoubtKind(Enum):
    """What can be wrong with a pair. The value is what the entrant keeps where the director accepts it."""

    PARTNER_MISSING = "partner missing"
    SAME_PERSON = "same person twice"
    IN_TWO_PAIRS = "in two pairs"
    TOO_YOUNG = "too young"
    PROVINCE_FULL = "province full"


@dataclass(frozen=True, slots=True)
class PairTerms:
    """The limits that pairs must keep. ``year`` is the event's; without ``lowest_age`` or ``most`` there is none.

    ``lowest_age`` is in years, reached by 31 December; ``most`` is how many pairs a province or territory may have.
    """

    year: int
    lowest_age: int | None = MIN_AGE
    most: int | None = PAIRS_PER_PROVINCE


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair as far as it is known: blanks and ``None`` stand for what nobody has said yet.

    ``has_left`` is true of a pair that withdrew before its first game: it takes nobody's place. ``accepted_doubts``
    holds the doubts in spite of which it plays, as :func:`doubts_in_words` writes them. ``row`` is where a pair
    stands in a list that is not stored yet.
    """

    number: int
    name: str
    partner: str = ""
    province: str = ""
    birth_year: int | None = None
    partner_birth_year: int | None = None
    ages_confirmed: bool = False
    house_player: bool = False
    has_left: bool = False
    accepted_doubts: str = ""
    row: int | None = None

    def has_accepted(self, kind: DoubtKind) -> bool:
        """Tell whether the director has accepted the pair in spite of this."""
        return kind.value in {word.strip() for word in self.accepted_doubts.split(",")}

    @property
    def people(self) -> tuple[str, ...]:
        """Both names as they are compared, a blank one left out."""
        return tuple(folded(name) for name in (self.name, self.partner) if name.strip())


@dataclass(frozen=True, slots=True)
class Doubt:
    """What speaks against a pair, in words."""

    kind: DoubtKind
    text: str


@dataclass(frozen=True, slots=True)
class PairState:
    """What stands against a pair: ``doubts`` in words that nobody has settled, and what is ``open`` yet."""

    doubts: tuple[Doubt, ...] = ()
    open: tuple[str, ...] = ()

    @property
    def is_settled(self) -> bool:
        return not (self.doubts or self.open)


@dataclass(frozen=True, slots=True)
class FieldOfPairs:
    """The pairs of an event, sorted by person and by province for comparing many with them.

    A pair that plays in spite of a doubt casts none on others by it: an accepted namesake, or a pair beyond the
    limit of its province.
    """

    by_person: dict[str, list[Pair]] = field(default_factory=dict)
    by_province: dict[str, list[Pair]] = field(default_factory=dict)

    @classmethod
    def of(cls, pairs: Iterable[Pair]) -> FieldOfPairs:
        """Sort pairs; house pairs and those that left before play do not count."""
        found = cls()
        for pair in pairs:
            found.add(pair)
        return found

    def add(self, pair: Pair) -> None:
        if pair.house_player or pair.has_left:
            return
        if not pair.has_accepted(DoubtKind.IN_TWO_PAIRS):
            for person in dict.fromkeys(pair.people):
                self.by_person.setdefault(person, []).append(pair)
        if pair.province.strip() and not pair.has_accepted(DoubtKind.PROVINCE_FULL):
            self.by_province.setdefault(folded(pair.province), []).append(pair)


def birth_year_in(cell: str, label: str) -> int:
    """Return the year of a cell that holds a year or a whole date; ``label`` is what the cell is called.

    Raises:
        ValueError: there is no year of birth in it, or more than one.
    """
    years = [int(number) for number in re.findall(r"(?<!\d)\d{4}(?!\d)", cell)]
    if len(years) != 1 or not EARLIEST_BIRTH <= years[0] < LATEST_BIRTH:
        raise ValueError(f"{label}: “{cell[:30]}” is not a year of birth such as 1961.")
    return years[0]


def age_in(year: int, birth_year: int) -> int:
    """Return the age in years that somebody reaches by 31 December of ``year``."""
    return year - birth_year


def doubts_about(pair: Pair, others: FieldOfPairs, terms: PairTerms) -> tuple[Doubt, ...]:
    """Return what speaks against a pair, nothing for a house pair; ``others`` may hold the pair itself, by number."""
    if pair.house_player:
        return ()
    return (
        *_of_partners(pair),
        *_of_other_pairs(pair, others),
        *_of_ages(pair, terms),
        *_of_province(pair, others, terms),
    )


def _of_partners(pair: Pair) -> Iterable[Doubt]:
    if not pair.partner.strip():
        yield Doubt(DoubtKind.PARTNER_MISSING, f"{pair.name} has no partner yet: a pair is two, the same throughout.")
    elif folded(pair.name) == folded(pair.partner):
        yield Doubt(DoubtKind.SAME_PERSON, f"{pair.name} cannot be their own partner: write the other name.")


def _of_other_pairs(pair: Pair, others: FieldOfPairs) -> Iterable[Doubt]:
    for name in (pair.name, pair.partner):
        for other in others.by_person.get(folded(name), ()):
            if other.number != pair.number:
                names = f"{other.name} and {other.partner}" if other.partner else f"{other.name}"
                where = f"pair {other.number} already" if other.row is None else f"row {other.row} too"
                text = f"{name} is in {where} ({names}): nobody plays in two pairs."
                yield Doubt(DoubtKind.IN_TWO_PAIRS, text)
                break


def _of_ages(pair: Pair, terms: PairTerms) -> Iterable[Doubt]:
    if terms.lowest_age is None:
        return
    partner = pair.partner or "The partner"
    for name, born in ((pair.name, pair.birth_year), (partner, pair.partner_birth_year)):
        if born is not None and (age := age_in(terms.year, born)) < terms.lowest_age:
            lowest = f"{terms.lowest_age} is the lowest age"
            yield Doubt(DoubtKind.TOO_YOUNG, f"{name}, born {born}, is {age} at the end of {terms.year}: {lowest}.")


def _of_province(pair: Pair, others: FieldOfPairs, terms: PairTerms) -> Iterable[Doubt]:
    if terms.most is None or not pair.province.strip():
        return
    there = [other for other in others.by_province.get(folded(pair.province), ()) if other.number != pair.number]
    if len(there) >= terms.most and not pair.has_left:
        others_there = "another pair" if len(there) == 1 else f"{len(there)} other pairs"
        text = f"{pair.province} has {others_there}: {terms.most} from each province or territory may play."
        yield Doubt(DoubtKind.PROVINCE_FULL, text)


def still_open(pair: Pair, terms: PairTerms) -> tuple[str, ...]:
    """Return what nobody has said yet about a pair, as the list shows it: ``age of Ada Birch``, ``province``."""
    if pair.house_player:
        return ()
    found = []
    if terms.most is not None and not pair.province.strip():
        found.append("province")
    if terms.lowest_age is not None and not pair.ages_confirmed:
        found += [
            f"age of {name}"
            for name, birth_year in ((pair.name, pair.birth_year), (pair.partner, pair.partner_birth_year))
            if birth_year is None and name
        ]
    return tuple(found)


def are_ages_known(pair: Pair, terms: PairTerms) -> bool:
    """Whether the director has confirmed both ages, or both follow from years of birth and reach the lowest age."""
    if pair.ages_confirmed or terms.lowest_age is None:
        return pair.ages_confirmed
    years = (pair.birth_year, pair.partner_birth_year)
    return all(born is not None and age_in(terms.year, born) >= terms.lowest_age for born in years)


def doubts_in_words(doubts: Sequence[Doubt]) -> str:
    """Return the doubts as the entrant keeps them: ``too young, province full``."""
    return ", ".join(dict.fromkeys(one.kind.value for one in doubts))


def not_settled(pair: Pair, doubts: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """Return the doubts that the director has not accepted."""
    return tuple(one for one in doubts if not pair.has_accepted(one.kind))
