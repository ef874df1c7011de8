import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecards.rules.line_points import Claim, Totals, claim_of, put_points_right, total
from tests.builders import BLANK, Entry, line, loss, win
from tests.strategies import ODD_ENTRIES
from tournaments.rules.scorings import SCORINGS


@pytest.mark.parametrize(
    ("entry", "claim"),
    [
        (win(16), Claim.WIN),
        (loss(16), Claim.LOSS),
        (Entry(3, None, 16), Claim.WIN),
        (Entry(0, 16, None), Claim.LOSS),
        (Entry(2, 16, 16), Claim.WIN),
        (Entry(0, 16, 16), Claim.LOSS),
        (Entry(points=2), Claim.WIN),
        (Entry(points=0), Claim.LOSS),
        (Entry(None, 16, None), Claim.WIN),
        (Entry(None, None, 16), Claim.LOSS),
        (Entry(None, 16, 16), None),
        (BLANK, None),
    ],
)
def test_claim_follows_from_the_points_or_else_from_the_column(entry: Entry, claim: Claim | None) -> None:
    assert claim_of(line(1, 2, entry)) is claim


def test_put_points_right_leaves_a_line_alone_that_is_right() -> None:
    written = line(1, 2, win(16))

    assert put_points_right(written) is written


@given(entry=ODD_ENTRIES)
def test_put_points_right_changes_nothing_but_points_and_no_claim(entry: Entry) -> None:
    written = line(1, 2, entry)

    right = put_points_right(written)

    assert (right.game, right.opponent, right.plus, right.minus) == (1, 2, entry.plus, entry.minus)
    assert claim_of(right) is claim_of(written)
    assert put_points_right(right) == right


def test_put_points_right_goes_by_the_scheme() -> None:
    written = line(1, 2, Entry(2, 61, None))

    assert put_points_right(written, SCORINGS["double-skunk"]).points == 4


def test_total_of_no_lines_is_nothing() -> None:
    assert total([]) == Totals(0, 0, 0, 0)


def test_total_adds_up_what_is_written_and_counts_blanks_for_nothing() -> None:
    lines = [
        line(game, 2, entry)
        for game, entry in enumerate((win(16), win(31), loss(9), BLANK, Entry(2, 5, 7), Entry(points=3)), 1)
    ]

    assert total(lines) == Totals(game_points=10, games_won=4, plus=52, minus=16)


@given(entries=st.lists(ODD_ENTRIES, max_size=8), cut=st.integers(0, 8))
def test_total_of_two_parts_is_the_sum_of_theirs(entries: list[Entry], cut: int) -> None:
    lines = [line(game, 2, entry) for game, entry in enumerate(entries, 1)]

    first, second, both = total(lines[:cut]), total(lines[cut:]), total(lines)

    assert both == Totals(
        first.game_points + second.game_points,
        first.games_won + second.games_won,
        first.plus + second.plus,
        first.minus + second.minus,
    )


@pytest.mark.parametrize(
    ("totals", "notation"),
    [(Totals(36, 15, 520, 154), "36/15 +366"), (Totals(8, 4, 40, 52), "8/4 -12"), (Totals(0, 0, 0, 0), "0/0 +0")],
)
def test_card_notation_is_points_games_and_net(totals: Totals, notation: str) -> None:
    assert totals.in_card_notation() == notation
