"""Pairs of the 55+ Games: partners, ages by the end of the year, so many a province (games-55plus.txt)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.pairs import (
    DoubtKind,
    FieldOfPairs,
    Pair,
    PairTerms,
    are_ages_known,
    birth_year_in,
    doubts_about,
    doubts_in_words,
    not_settled,
    still_open,
)

TERMS = PairTerms(year=2026)
ADA = Pair(1, "Ada Birch", "Ben Cole", "Yukon", 1960, 1971)


def told(pair: Pair, *others: Pair, terms: PairTerms = TERMS) -> list[tuple[DoubtKind, str]]:
    return [(one.kind, one.text) for one in doubts_about(pair, FieldOfPairs.of(others), terms)]


def of_province(count: int, province: str = "Yukon") -> list[Pair]:
    return [Pair(number, f"Player {number}", f"Partner {number}", province) for number in range(11, 11 + count)]


def test_pair_with_nothing_against_it() -> None:
    assert told(ADA, ADA, *of_province(4)) == []


@pytest.mark.parametrize(("born", "is_too_young"), [(1971, False), (1972, True), (1900, False)])
def test_lowest_age_is_reached_by_the_end_of_the_year_of_the_event(born: int, is_too_young: bool) -> None:
    pair = replace(ADA, partner_birth_year=born)

    assert [doubt for doubt, _ in told(pair)] == ([DoubtKind.TOO_YOUNG] if is_too_young else [])


def test_who_is_too_young_is_told_by_name_and_age() -> None:
    assert told(replace(ADA, birth_year=1975, partner_birth_year=1980)) == [
        (DoubtKind.TOO_YOUNG, "Ada Birch, born 1975, is 51 at the end of 2026: 55 is the lowest age."),
        (DoubtKind.TOO_YOUNG, "Ben Cole, born 1980, is 46 at the end of 2026: 55 is the lowest age."),
    ]


@given(st.integers(1900, 2026), st.integers(1, 99), st.integers(2000, 2100))
def test_age_is_told_exactly_below_the_limit(born: int, lowest: int, year: int) -> None:
    pair = replace(ADA, birth_year=born, partner_birth_year=None)

    doubts = doubts_about(pair, FieldOfPairs(), PairTerms(year, lowest))

    assert bool(doubts) == (year - born < lowest)


def test_without_a_lowest_age_nobody_is_too_young() -> None:
    assert told(replace(ADA, birth_year=2015), terms=replace(TERMS, lowest_age=None)) == []


@pytest.mark.parametrize("most", [1, 5, 7])
def test_one_pair_more_than_a_province_may_send_is_told(most: int) -> None:
    terms = replace(TERMS, most=most)

    assert told(ADA, *of_province(most - 1), terms=terms) == []
    others = "another pair" if most == 1 else f"{most} other pairs"
    assert told(ADA, *of_province(most, "  yukon"), terms=terms) == [
        (DoubtKind.PROVINCE_FULL, f"Yukon has {others}: {most} from each province or territory may play.")
    ]


def test_province_is_not_full_by_pairs_that_left_house_pairs_or_those_let_in() -> None:
    four, (fifth,) = of_province(4), of_province(5)[4:]

    assert told(ADA, *four, replace(fifth, has_left=True)) == []
    assert told(ADA, *four, replace(fifth, house_player=True)) == []
    assert told(ADA, *four, replace(fifth, accepted_doubts="too young, province full")) == []
    assert told(ADA, *of_province(9), terms=replace(TERMS, most=None)) == []


def test_partner_who_is_missing_is_told() -> None:
    assert told(replace(ADA, partner=" ")) == [
        (DoubtKind.PARTNER_MISSING, "Ada Birch has no partner yet: a pair is two, the same throughout.")
    ]


def test_somebody_with_themselves_is_told() -> None:
    assert told(replace(ADA, partner="ada  BIRCH")) == [
        (DoubtKind.SAME_PERSON, "Ada Birch cannot be their own partner: write the other name.")
    ]


@pytest.mark.parametrize(
    "other", [Pair(2, "Cy Dunn", "ben cole"), Pair(2, "Ben  Cole", "Cy Dunn"), Pair(2, "Ben Cole")]
)
def test_somebody_in_two_pairs_is_told(other: Pair) -> None:
    names = f"{other.name} and {other.partner}" if other.partner else other.name

    assert told(ADA, other) == [
        (DoubtKind.IN_TWO_PAIRS, f"Ben Cole is in pair 2 already ({names}): nobody plays in two pairs.")
    ]


def test_namesake_who_was_let_in_casts_no_doubt_on_the_other() -> None:
    namesake = Pair(2, "Ben Cole", "Cy Dunn", accepted_doubts="in two pairs")

    assert told(ADA, namesake) == []
    assert [doubt for doubt, _ in told(namesake, ADA)] == [DoubtKind.IN_TWO_PAIRS]


def test_house_pair_is_held_to_nothing() -> None:
    floater = Pair(9, "House player", house_player=True)

    assert told(floater, *of_province(9)) == []
    assert still_open(floater, TERMS) == ()


@pytest.mark.parametrize(
    ("pair", "wanting"),
    [
        (ADA, ()),
        (replace(ADA, birth_year=None), ("age of Ada Birch",)),
        (replace(ADA, birth_year=None, partner_birth_year=None, ages_confirmed=True), ()),
        (Pair(1, "Ada Birch"), ("province", "age of Ada Birch")),
        (Pair(1, "Ada Birch", "Ben Cole"), ("province", "age of Ada Birch", "age of Ben Cole")),
    ],
)
def test_what_nobody_has_said_yet_is_told(pair: Pair, wanting: tuple[str, ...]) -> None:
    assert still_open(pair, TERMS) == wanting


@pytest.mark.parametrize(
    ("pair", "terms", "are_known"),
    [
        (ADA, TERMS, True),
        (replace(ADA, birth_year=1980), TERMS, False),
        (replace(ADA, birth_year=None), TERMS, False),
        (replace(ADA, birth_year=None, ages_confirmed=True), TERMS, True),
        (ADA, replace(TERMS, lowest_age=None), False),
    ],
)
def test_ages_are_known_by_years_of_birth_or_by_the_directors_word(
    pair: Pair, terms: PairTerms, are_known: bool
) -> None:
    assert are_ages_known(pair, terms) is are_known


def test_being_let_in_holds_for_what_was_told_and_nothing_else() -> None:
    young = replace(ADA, birth_year=1980, partner_birth_year=1990)
    accepted_doubts = replace(young, accepted_doubts=doubts_in_words(doubts_about(young, FieldOfPairs(), TERMS)))

    doubts = doubts_about(replace(accepted_doubts, partner=""), FieldOfPairs(), TERMS)

    assert accepted_doubts.accepted_doubts == "too young"
    assert [one.kind for one in not_settled(accepted_doubts, doubts)] == [DoubtKind.PARTNER_MISSING]


@pytest.mark.parametrize("cell", ["1961", "1961-05-03", "3 May 1961", "05/03/1961", "1961-05-03 00:00:00"])
def test_year_of_birth_is_read_from_a_year_or_a_date(cell: str) -> None:
    assert birth_year_in(cell, "Born") == 1961


@pytest.mark.parametrize("cell", ["61", "x", "1899", "2100", "1961 1962", "19610503"])
def test_what_is_no_year_of_birth_is_refused(cell: str) -> None:
    with pytest.raises(ValueError, match="is not a year of birth"):
        birth_year_in(cell, "Born")
