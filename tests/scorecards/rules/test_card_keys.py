"""The server reads and writes the keys of the card grid as the table of cases says."""

from typing import Any

import pytest

from scorecards.rules.entry.typed_cards import InvalidCard
from tests.scorecards.rules.card_keys import SYSTEMS, TABLE, cases
from tournaments.rules.types import Line

GAME = 3


def read(scoring: str, keys: str) -> dict[str, int]:
    """Return the numbers of the line that the keys make, blank ones left out."""
    typed = SYSTEMS[scoring].read_keys(keys, GAME, "B-5")
    assert (typed.game, typed.opponent) == (GAME, "B-5")
    numbers = {column: getattr(typed, column) for column in SYSTEMS[scoring].columns.line}
    assert typed.is_blank is not any(numbers.values())
    return {column: int(number) for column, number in numbers.items() if number}


def test_every_scoring_has_its_cases() -> None:
    assert set(TABLE) == set(SYSTEMS)


@pytest.mark.parametrize(("scoring", "case"), cases("lines"))
def test_keys_make_the_line(scoring: str, case: dict[str, Any]) -> None:
    assert read(scoring, case["keys"]) == case["line"]


@pytest.mark.parametrize(("scoring", "keys"), cases("refused"))
def test_keys_that_make_no_line_are_refused(scoring: str, keys: str) -> None:
    with pytest.raises(InvalidCard):
        read(scoring, keys)


@pytest.mark.parametrize(("scoring", "case"), cases("keys_of"))
def test_a_line_has_its_keys_which_make_it_again(scoring: str, case: dict[str, Any]) -> None:
    assert SYSTEMS[scoring].keys_of(Line(GAME, 2, **case["line"])) == case["keys"]
    assert read(scoring, case["keys"]) == case["line"]
    assert read(scoring, case.get("in_grid", case["keys"])) == case["line"]


@pytest.mark.parametrize("scoring", SYSTEMS)
def test_no_line_has_no_keys(scoring: str) -> None:
    assert SYSTEMS[scoring].keys_of(None) == ""
