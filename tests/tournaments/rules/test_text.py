"""Numbers that were typed, names that mean the same, and who somebody is."""

import pytest

from tournaments.rules.text import (
    POINTS,
    ems,
    folded,
    pair_name,
    place_of,
    plain_text,
    points_in,
    seat_and_name,
    shortened,
    tidy,
    whole_number,
)
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


@pytest.mark.parametrize(
    "unseen", ["\u200b", "\u00ad", "\u2060", "\ufeff", "\u200e", "\u202c", "\u034f", "\ufe0f", "\u3164"]
)
def test_what_nobody_sees_makes_no_other_text(unseen: str) -> None:
    assert tidy(f"{unseen}Ann{unseen} {unseen} Lee{unseen}") == "Ann Lee"
    assert folded(f"Ann{unseen} Lee") == plain_text(f"{unseen}ANN Lee") == "ann lee"


@pytest.mark.parametrize("space", ["\u00a0", "\u2009", "\u3000", "\t", "\u2028", "\n", " \u202f "])
def test_every_space_is_a_space(space: str) -> None:
    assert tidy(f"{space}Dee{space}{space}Fox{space}") == "Dee Fox"
    assert folded(f"Dee{space}Fox") == "dee fox"


def test_accents_are_composed() -> None:
    assert tidy("Zoe\u0308") == "Zoë"
    assert folded("ZOE\u0308") == folded("Zoë")


@pytest.mark.parametrize("apostrophe", "'‘’ʻʼ`´′ʹ＇")
def test_every_apostrophe_is_one(apostrophe: str) -> None:
    assert folded(f"Dot O{apostrophe}Hara") == "dot o'hara"
    assert plain_text(f"Dot O{apostrophe}Hara") == "dot ohara"


def test_every_dash_is_a_hyphen() -> None:
    assert {folded(f"Rosa Lunde{dash}Marsh") for dash in "-‐‑–—－"} == {"rosa lunde-marsh"}
    assert {plain_text(f"Rosa Lunde{dash}Marsh") for dash in "-‐‑–—－"} == {"rosa lunde-marsh"}


PLAIN = {
    "Zoë ÅSTRÖM": "zoe astrom",
    "Łukasz Żak": "lukasz zak",
    "Jørn Ørsted": "jorn orsted",
    "Tia ÆBELØ": "tia aebelo",
    "Grete Großmann": "grete grossmann",
    "Đặng Þór Óð": "dang thor od",
    "İnci Işık": "inci isik",
    "Œdipe Ħal Ŋuŧ": "oedipe hal nut",
    "Jean\u2011Luc\u00a0d´Arcy\u200b": "jean-luc darcy",
    "ﬁn Ｆｏｘ": "fin fox",
}
"""Names with the letters of a plain keyboard; ``tests/browser/test_check_in.py`` asks the same of the pages."""


@pytest.mark.parametrize(("name", "plain"), PLAIN.items())
def test_names_are_found_and_sorted_by_plain_letters(name: str, plain: str) -> None:
    assert plain_text(name) == plain


@pytest.mark.parametrize(("seat", "place", "called"), [("B-5", "B-5", "B-5 Ada Lane"), ("", "7", "7 Ada Lane")])
def test_somebody_without_a_seat_goes_by_the_number(seat: str, place: str, called: str) -> None:
    entrant = EntrantRecord(7, "Ada Lane", seat=seat)

    assert (place_of(entrant), seat_and_name(entrant)) == (place, called)


def test_pair_goes_by_both_names() -> None:
    assert [pair_name("Ada Lane", partner) for partner in ("", "Otis Reed")] == ["Ada Lane", "Ada Lane & Otis Reed"]


@pytest.mark.parametrize(
    ("wide", "narrow"), [("WOMMEL", "Bartho"), ("BARTHO", "bartho"), ("Bartho", "Lillif"), ("王", "a")]
)
def test_width_is_that_of_the_letters_and_not_their_number(wide: str, narrow: str) -> None:
    assert ems(wide) > ems(narrow)
    assert ems(wide, is_bold=True) > ems(wide)


@pytest.mark.parametrize(
    ("name", "mm", "most", "points"),
    [
        ("Bo", 27, 11, 11),
        ("Rosa Lindqvista", 27, 11, 10),
        ("Bartholomew Quincy", 27, 11, 9),
        ("A", 180, 300, 300),
        ("Bo", 9, 8, 8),
    ],
)
def test_name_gets_smaller_down_to_9_points(name: str, mm: float, most: int, points: int) -> None:
    assert points_in(name, mm, most) == points
    assert points in (*POINTS, most)


def test_name_that_is_too_wide_ends_in_an_ellipsis() -> None:
    assert shortened("Rosa Lunde", 10) == "Rosa Lunde"
    assert shortened("Bartholomew Quincy", 6.8) == "Bartholomew…"
    assert ems(shortened("WOMMELSDORF", 5, is_bold=True), is_bold=True) <= 5
