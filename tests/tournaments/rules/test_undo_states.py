"""What undoing puts back, as it is stored: read back as it was, and in no form that nobody knows."""

import json
from typing import Any

import pytest

from tournaments.rules.undo_states import (
    ENTRANTS_VERSION,
    SEATING_VERSION,
    EntrantChange,
    EntrantsState,
    SeatingState,
    UnknownForm,
)

SEATING = SeatingState(
    seats={3: "A-1", 7: ""},
    pools={3: "B"},
    first_games={7: 2},
    pairs={1: ((3, 7), (5, 8)), 2: None, 3: ()},
    house_players={7: None, 9: "House player"},
    seed="",
    table_length=6,
    games=9,
    makeup_rounds=0,
    is_whole=True,
)
ANN, BO = {"number": 1, "name": "Ann Lee"}, {"number": 2, "name": "Bo Quist"}
ENTRANTS = EntrantsState(
    (EntrantChange(None, ANN), EntrantChange(BO, None), EntrantChange({"number": 3}, {"number": 3})), is_of_many=True
)


@pytest.mark.parametrize(
    ("version", "state"), [(SEATING_VERSION, SEATING), (SEATING_VERSION, SeatingState()), (ENTRANTS_VERSION, ENTRANTS)]
)
def test_state_is_read_as_it_was_written(version: int, state: Any) -> None:
    assert type(state).from_json(version, json.loads(json.dumps(state.to_json()))) == state


@pytest.mark.parametrize(
    ("kind", "version"),
    [
        *((SeatingState, version) for version in (0, SEATING_VERSION + 1)),
        *((EntrantsState, version) for version in (0, ENTRANTS_VERSION + 1)),
    ],
)
def test_form_of_another_version_is_refused(kind: Any, version: int) -> None:
    with pytest.raises(UnknownForm):
        kind.from_json(version, {})


def test_form_of_version_1_stays_readable() -> None:
    """Databases hold this form: whoever changes what is written raises the version, and keeps this reader."""
    stored = {
        "seats": {"3": "A-1"},
        "pools": {},
        "first_games": {},
        "pairs": {"1": [[3, 7]], "2": None},
        **dict.fromkeys(("seed", "table_length", "games", "makeup_rounds")),
        "is_whole": False,
    }

    assert SeatingState.from_json(1, stored) == SeatingState(seats={3: "A-1"}, pairs={1: ((3, 7),), 2: None})
    assert EntrantsState.from_json(1, {"changes": [{"before": None, "after": ANN}], "is_of_many": False}) == (
        EntrantsState((EntrantChange(None, ANN),))
    )


def test_accepted_doubts_of_version_1_are_read_under_their_names_of_now() -> None:
    young = {"number": 1, "let_in": "too young", "let_in_because": "agreed"}
    stored = {"changes": [{"before": young, "after": None}], "is_of_many": False}

    assert EntrantsState.from_json(1, stored).before == {
        1: {"number": 1, "accepted_doubts": "too young", "acceptance_reason": "agreed"}
    }


def test_state_names_whom_it_seats_or_pairs() -> None:
    assert SEATING.numbers == {3, 5, 7, 8}


def test_sides_of_a_change_are_by_number() -> None:
    assert (ENTRANTS.before.keys(), ENTRANTS.after.keys()) == ({2, 3}, {1, 3})
