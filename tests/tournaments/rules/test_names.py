"""Names split into last, first and suffix, and the names that are used for one another."""

from __future__ import annotations

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
    split_name,
    told_apart,
)


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
        ("House player 2", "House player 2", "", "", True),
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


def test_two_of_one_name_carry_their_city_or_number() -> None:
    names = {1: "Lee, Ann", 2: "Léé, Ann", 3: "Quist, Bo", 4: "Lee, Ann", 5: "Lee, Ann"}

    assert told_apart(names, {1: "Hilo", 2: "Kona", 3: "", 4: "", 5: "hilo"}) == {
        1: "Lee, Ann (#1)",
        2: "Léé, Ann (Kona)",
        3: "Quist, Bo",
        4: "Lee, Ann (#4)",
        5: "Lee, Ann (#5)",
    }


def test_full_names_are_sorted_by_the_last_name_of_the_first_partner() -> None:
    assert full_name_key("Ann Lee & Bo Quist") == ("lee", "ann", "")


def test_lists_are_sorted_without_accents() -> None:
    names = ["Zoë Adler", "Al Ångström", "Bo Anders", "Abe Adler"]

    assert sorted(names, key=lambda name: split_name(name).sort_key) == [
        "Abe Adler",
        "Zoë Adler",
        "Bo Anders",
        "Al Ångström",
    ]


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
