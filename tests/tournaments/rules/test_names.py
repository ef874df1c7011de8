"""Names split into last, first and suffix, and the names that are used for one another."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.names import (
    SAME_NAMES,
    NameParts,
    full_name_key,
    in_order,
    listed_name,
    other_first_names,
    parts_of,
    possible_parts,
    shown_name,
    split_name,
    told_apart,
)
from tournaments.rules.text import plain_text


@pytest.mark.parametrize(
    ("name", "last", "first", "suffix", "doubtful"),
    [
        ("Ann Lee", "Lee", "Ann", "", False),
        ("  Ann   Lee ", "Lee", "Ann", "", False),
        ("Lee, Ann", "Lee", "Ann", "", False),
        ("Zoë Núñez", "Núñez", "Zoë", "", False),
        ("Jan van der Berg", "van der Berg", "Jan", "", False),
        ("Ludwig von Ohm", "von Ohm", "Ludwig", "", False),
        ("María de la Cruz", "de la Cruz", "María", "", False),
        ("Di Orr", "Orr", "Di", "", False),
        ("Van Morrow", "Morrow", "Van", "", False),
        ("Otis Lane Jr.", "Lane", "Otis", "Jr.", False),
        ("Otis Lane, Jr.", "Lane", "Otis", "Jr.", False),
        ("Lane, Otis III", "Lane", "Otis", "III", False),
        ("Lane Jr., Otis", "Lane", "Otis", "Jr.", False),
        ("Lane, Otis, Sr", "Lane", "Otis", "Sr", False),
        ("Ann M. Lee", "Lee", "Ann M.", "", False),
        ('Ann "Peg" Lee', "Lee", 'Ann "Peg"', "", False),
        ("Cy O'Dell", "O'Dell", "Cy", "", False),
        ("Rosa Lunde-Marsh", "Lunde-Marsh", "Rosa", "", False),
        ("Mary Ann Lee", "Lee", "Mary Ann", "", True),
        ("Ana Garza Lopez", "Lopez", "Ana Garza", "", True),
        ("Cher", "Cher", "", "", True),
        ("House player", "House player", "", "", False),
        ("House player 2", "House player 2", "", "", False),
        ("Ann Lee (Gull Landing)", "Lee", "Ann (Gull Landing)", "", False),
        ("Jr.", "Jr.", "", "", True),
        (", Ann", "Ann", "", "", True),
        ("Lee,", "Lee", "", "", True),
        ("", "", "", "", True),
    ],
)
def test_name_is_split(name: str, last: str, first: str, suffix: str, doubtful: bool) -> None:
    assert split_name(name) == NameParts(last, first, suffix, doubtful)


@given(st.text(max_size=60))
def test_any_name_is_split_without_loss_of_letters(name: str) -> None:
    parts = split_name(name)

    assert sorted(parts.spoken.replace(",", "").replace(" ", "")) == sorted("".join(name.replace(",", " ").split()))


def test_lists_show_the_last_name_first() -> None:
    assert NameParts("Lane", "Otis", "Jr.").listed == "Lane Jr., Otis"
    assert listed_name(split_name("Cher")) == "Cher"
    assert listed_name(split_name("Ann Lee"), "Bo Quist") == "Lee, Ann & Quist, Bo"


def person(number: int, name: str, *, city: str = "", club: str = "", seat: str = "") -> dict[str, Any]:
    return {"number": number, "name": name, "partner": "", "city": city, "club": club, "seat": seat}


def test_namesakes_are_told_apart_by_city_club_seat_or_number() -> None:
    people = [
        person(1, "Ann Lee", city="Hilo", seat="A-1"),
        person(2, "Ann  Léé", city="Kona", seat="A-2"),
        person(3, "Bo Quist", city="Hilo", seat="A-3"),
        person(4, "ANN LEE", city="hilo", club="Harbor", seat="A-4"),
        person(5, "Ann Lee"),
    ]

    assert told_apart(people) == {1: "A-1", 2: "Kona", 4: "Harbor", 5: "#5"}


@pytest.mark.parametrize(
    ("one", "other"), [("Dot O’Hara", "Dot O'Hara"), ("Al Ly Jr.", "Al Ly Jr"), ("J. Ø", "J O"), ("Ann Lee", "ann lee")]
)
def test_names_that_look_alike_are_told_apart(one: str, other: str) -> None:
    assert told_apart([person(1, one), person(2, other)]) == {1: "#1", 2: "#2"}


def test_what_tells_one_apart_is_of_nobody_else_with_the_name() -> None:
    people = [person(1, "Ann Lee", city="Kona"), person(2, "Ann Lee", club="Kona"), person(3, "Bo")]

    assert told_apart(people) == {1: "#1", 2: "#2"}
    assert told_apart([person(1, "Ann Lee (Kona)"), *people[:1], person(5, "Ann Lee")]) == {1: "#1", 5: "#5"}


def test_pairs_are_told_apart_by_both_names() -> None:
    pairs = [person(1, "Ann Lee") | {"partner": one} for one in ("Bo Quist", "Cy Dunn")]

    assert told_apart([pairs[0], pairs[1] | {"number": 2}]) == {}
    assert shown_name("Ann Lee", "Bo Quist", "#1") == "Ann Lee & Bo Quist (#1)"
    assert listed_name(split_name("Ann Lee"), "Bo Quist", "#1") == "Lee, Ann & Quist, Bo (#1)"


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["Ann Lee", "ann lee", "Ann Lee (Hilo)", "Bo"]),
            *[st.sampled_from(["", "Hilo", "Kona"])] * 2,
        )
    )
)
def test_no_two_are_ever_shown_alike(rows: list[tuple[str, str, str]]) -> None:
    people = [person(number, name, city=city, club=club) for number, (name, city, club) in enumerate(rows, start=1)]

    told = told_apart(people)
    shown = [plain_text(shown_name(one["name"], apart=told.get(one["number"], ""))) for one in people]

    assert len(set(shown)) == len(shown)


def test_full_names_are_sorted_by_the_last_name_of_the_first_partner() -> None:
    assert full_name_key("Ann Lee & Bo Quist") == ("lee", "ann", "")
    assert full_name_key("Ann Lee Jr. (Gull Landing)") == ("lee", "ann (gull landing)", "jr.")


def test_lists_are_sorted_without_accents() -> None:
    names = [
        "Abe Adler",
        "Zoë Adler",
        "Bo Anders",
        "Al Ångström",
        "Ed Łasko",
        "Cy Law",
        "Di O’Brien",
        "Ed Orr",
        "Jo Ørsted",
    ]

    assert sorted(set(names), key=lambda name: split_name(name).sort_key) == names


@pytest.mark.parametrize(
    ("name", "turned"),
    [
        ("Lee, Ann", "Ann Lee"),
        ("Lane Jr., Otis", "Otis Lane Jr."),
        ("Otis Lane, Jr.", "Otis Lane, Jr."),
        ("Ann  Lee", "Ann  Lee"),
        ("Lee,", "Lee,"),
    ],
)
def test_name_is_turned_round_where_its_last_name_came_first(name: str, turned: str) -> None:
    assert in_order(name) == turned


def test_stored_parts_go_before_the_rule() -> None:
    assert parts_of("Ana Garza Lopez", "Garza Lopez", "Ana", "").listed == "Garza Lopez, Ana"
    assert parts_of("Ann Lee", "", "", "").listed == "Lee, Ann"


def test_doubtful_name_can_be_split_otherwise() -> None:
    assert [way.listed for way in possible_parts("Ana Garza Lopez Jr.")] == [
        "Lopez Jr., Ana Garza",
        "Garza Lopez Jr., Ana",
    ]
    assert [way.listed for way in possible_parts("Cher")] == ["Cher"]
    assert len(possible_parts("a b c d e f g")) == 1


def test_nicknames_are_known_both_ways() -> None:
    assert "robert" in other_first_names("Bob")
    assert "bill" in other_first_names("William")
    assert other_first_names("Zoë") == frozenset()
    assert all(name in SAME_NAMES[other] for name, group in SAME_NAMES.items() for other in group)


def test_suffix_between_two_commas_belongs_to_the_last_name() -> None:
    parts = split_name("Cedar, Jr., Bo")

    assert (parts.last, parts.first, parts.suffix) == ("Cedar", "Bo", "Jr.")
