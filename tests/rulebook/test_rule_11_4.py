"""Rule 11.4.b: what a player's removal does to the game or match in progress. The same in both editions."""

import pytest

from brackets.rules.forfeits import ForfeitedGame, Half, MatchRemoval, remove_from_game, remove_from_match
from brackets.rules.seeding import MatchResult


@pytest.mark.parametrize(
    ("removed", "best_of", "before", "after", "given"),
    [
        (Half.UPPER, 5, MatchResult(2, 1), MatchResult(2, 3), 2),
        (Half.LOWER, 5, MatchResult(2, 2), MatchResult(3, 2), 1),
        (Half.LOWER, 7, None, MatchResult(4, 0), 4),
        (Half.UPPER, 1, MatchResult(0, 0), MatchResult(0, 1), 1),
    ],
)
def test_11_4_b_match_in_progress_is_lost(
    removed: Half, best_of: int, before: MatchResult | None, after: MatchResult, given: int
) -> None:
    found = remove_from_match(removed, best_of=best_of, result=before)

    assert found == MatchRemoval(after, removed.other, given, "11.4.b")


def test_11_4_b_match_that_was_won_before_stands() -> None:
    with pytest.raises(ValueError, match="won before"):
        remove_from_match(Half.UPPER, best_of=5, result=MatchResult(3, 1))


@pytest.mark.parametrize("edition", ["acc-2020", "acc-2010"])
def test_11_4_b_qualifying_game_in_progress_is_lost_by_ten(edition: str) -> None:
    assert remove_from_game(edition=edition) == ForfeitedGame(2, 10, 0, 10, "11.4.b")


def test_11_4_b_win_by_ten_is_worth_what_the_event_gives_for_a_win() -> None:
    assert remove_from_game(scoring="free-play").winner_points == 1
