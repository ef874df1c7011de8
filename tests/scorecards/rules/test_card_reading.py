"""Reading what was typed, finding seats, and how far a card has come."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecards.rules.entry.card_reading import CardLimits, CardState, read_typed, state_of
from scorecards.rules.entry.typed_cards import InvalidCard, SeatPlan, TypedCard, TypedLine, table_letters
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.rules.types import FootTotals, Line

ACC = scoring_system("acc")
PLAN = SeatPlan.of([(1, "A-1"), (2, "A-2"), (3, "B-5"), (4, "AA-3"), (15, "")])
LIMITS = CardLimits(games=3, system=ACC, owner=1, plan=PLAN)
WON, LOST = Line(1, 2, 2, 16, None), Line(1, 1, 0, None, 16)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("B-5", 3),
        ("b-5", 3),
        ("b5", 3),
        ("2-5", 3),
        ("2-05", 3),
        ("27-3", 4),
        (" A-2 ", 2),
        ("15", 15),
        ("2", 2),
        ("7", None),
        ("C-1", None),
        ("9-9", None),
        ("", None),
        ("-", None),
        ("B-5-1", None),
    ],
)
def test_opponent_is_found_by_what_a_card_or_a_number_pad_can_say(text: str, number: int | None) -> None:
    assert PLAN.find(text) == number


def test_seat_comes_before_number_where_seats_are_numbers() -> None:
    assert SeatPlan.of([(1, "2"), (2, "1")]).find("2") == 1


@pytest.mark.parametrize(("table", "letters"), [(1, "a"), (26, "z"), (27, "aa"), (52, "az"), (53, "ba")])
def test_table_letters(table: int, letters: str) -> None:
    assert table_letters(table) == letters


def test_typed_card_is_read_as_it_stands() -> None:
    typed = TypedCard(
        [TypedLine(1, "B-5", "2", "07", ""), TypedLine(2, "A-2", "", "", "", is_blank=True), TypedLine(3, "A-2")],
        {"game_points": "2", "games_won": "", "plus": "007", "minus": "0"},
    )

    lines, foot = read_typed(typed, LIMITS)

    assert lines == (Line(1, 3, 2, 7, None), Line(2, 2, None, None, None))
    assert foot == FootTotals(2, None, 7, 0)


def test_foot_that_was_left_out_is_none() -> None:
    assert read_typed(TypedCard([], {}), LIMITS) == ((), None)


@pytest.mark.parametrize(
    ("line", "errors"),
    [
        (TypedLine(1, "", "2", "x", ""), {"plus-1": "Game 1, plus: x is not a number."}),
        (TypedLine(1, "", "2", "0", ""), {"plus-1": "Game 1: 0 is not a spread (1 to 121)."}),
        (TypedLine(1, "", "1", "", "12"), {"points-1": "Game 1: 1 are no game points (0, 2, 3)."}),
        (TypedLine(1, "Q-9", "0", "", "12"), {"opponent-1": "Game 1: no player has seat or number Q-9."}),
        (TypedLine(1, "A-1", "0", "", "12"), {"opponent-1": "Game 1: the opponent is the owner of this card."}),
    ],
)
def test_what_cannot_stand_on_a_card_is_named(line: TypedLine, errors: dict[str, str]) -> None:
    with pytest.raises(InvalidCard) as invalid:
        read_typed(TypedCard([line], {}), LIMITS)

    assert invalid.value.errors == errors


def test_every_mistake_is_named_at_once() -> None:
    typed = TypedCard([TypedLine(1, "Q-9", "7", "400", "")], {"plus": "-1"})

    with pytest.raises(InvalidCard) as invalid:
        read_typed(typed, LIMITS)

    assert sorted(invalid.value.errors) == ["foot-plus", "opponent-1", "plus-1", "points-1"]


def test_foot_total_that_is_too_large_names_its_field() -> None:
    with pytest.raises(InvalidCard) as invalid:
        read_typed(TypedCard([], {"minus": "100000"}), LIMITS)

    assert invalid.value.errors == {"foot-minus": "Foot total, minus: 100000 is too much."}


@given(st.text(max_size=8), st.text(max_size=8), st.text(max_size=8), st.text(max_size=8))
def test_whatever_is_typed_is_read_or_refused(opponent: str, points: str, plus: str, minus: str) -> None:
    typed = TypedCard([TypedLine(1, opponent, points, plus, minus)], {"plus": plus})

    try:
        lines, foot = read_typed(typed, LIMITS)
    except InvalidCard:
        return
    assert all(line.plus is None or 1 <= line.plus <= 121 for line in lines)
    assert foot is None or foot.plus is not None


RIGHT, WRONG = FootTotals(2, 1, 16, 0), FootTotals(2, 1, 61, 0)


@pytest.mark.parametrize(
    ("lines", "foot", "missing", "agrees", "state"),
    [
        ([], None, 3, True, CardState.NOT_IN),
        ([], RIGHT, 3, True, CardState.IN_PART),
        ([WON], None, 2, True, CardState.IN_PART),
        ([WON], WRONG, 2, True, CardState.IN_PART),
        ([WON], WRONG, 0, True, CardState.DIFFERS),
        ([WON], RIGHT, 0, False, CardState.KEYED),
        ([WON], None, 0, False, CardState.KEYED),
        ([WON], RIGHT, 0, True, CardState.CHECKED),
        # The points are put right before the foot is compared (appendix 5).
        ([Line(1, 2, 3, 16, None)], RIGHT, 0, False, CardState.KEYED),
    ],
)
def test_state_of_a_card(
    lines: list[Line], foot: FootTotals | None, missing: int, agrees: bool, state: CardState
) -> None:
    is_wrong = foot is not None and bool(ACC.foot_errors(foot, lines))

    found = state_of(number_of_lines=len(lines), foot=foot, missing=missing, agrees=agrees, is_sum_wrong=is_wrong)

    assert found is state
