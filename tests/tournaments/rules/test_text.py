"""Numbers that were typed, names that mean the same, and who somebody is."""

from __future__ import annotations

import pytest

from tournaments.rules.text import folded, pair_name, place_of, plain_text, seat_and_name, whole_number
from tournaments.rules.types import EntrantRecord


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("17", 17),
        ("007", 7),
        ("999999999", 999_999_999),
        ("1000000000", None),
        ("", None),
        ("-1", None),
        (" 1", None),
        ("1.5", None),
        ("²", None),
        ("٣", None),
    ],
)
def test_whole_number_is_read_from_plain_digits_only(text: str, number: int | None) -> None:
    assert whole_number(text) == number


def test_whole_number_has_no_more_digits_than_it_may() -> None:
    assert [whole_number(text, digits=3) for text in ("999", "1000")] == [999, None]


def test_names_are_compared_without_capitals_and_spaces() -> None:
    assert folded("  Ada   LANE ") == folded("ada lane") == "ada lane"
    assert folded("Zoë") != folded("Zoe")


def test_names_are_found_without_accents() -> None:
    assert plain_text("Zoë ÅSTRÖM") == "zoe astrom"


@pytest.mark.parametrize(("seat", "place", "called"), [("B-5", "B-5", "B-5 Ada Lane"), ("", "7", "7 Ada Lane")])
def test_somebody_without_a_seat_goes_by_the_number(seat: str, place: str, called: str) -> None:
    entrant = EntrantRecord(7, "Ada Lane", seat=seat)

    assert (place_of(entrant), seat_and_name(entrant)) == (place, called)


def test_pair_goes_by_both_names() -> None:
    assert [pair_name("Ada Lane", partner) for partner in ("", "Otis Reed")] == ["Ada Lane", "Ada Lane & Otis Reed"]
