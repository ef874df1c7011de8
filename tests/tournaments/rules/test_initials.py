"""Initials: letters alone, in capitals, as they stand on cards."""

import pytest

from tournaments.rules.initials import initials_from, initials_of


@pytest.mark.parametrize(
    ("typed", "initials"),
    [
        *((" ab ", "AB"), ("e\u0301s", "ÉS"), ("æø", "ÆØ"), ("ABCD", "ABCD")),
        *(("", ""), ("ABCDE", ""), ("A1", ""), ("A-B", ""), ("A B", "")),
    ],
)
def test_initials_are_one_to_four_letters(typed: str, initials: str) -> None:
    assert initials_from(typed) == initials


@pytest.mark.parametrize(
    ("name", "initials"),
    [*(("Dee Rector", "DR"), ("Jo (Ann) de la Cruz", "JADL"), ("Émile 2", "É")), *(("007", "0"), (" ", ""))],
)
def test_initials_of_a_name_are_its_first_letters(name: str, initials: str) -> None:
    assert initials_of(name) == initials
