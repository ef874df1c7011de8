from hypothesis import given
from hypothesis import strategies as st

from brackets.rules.seeding import (
    DrawnMatch,
    MatchResult,
    Side,
    best_of_in,
    bracket_size,
    byes,
    chart,
    depending_on,
    draw,
    first_round,
    games_to_win,
    results_resting_on,
    rounds_of,
)

QUALIFIERS = st.integers(2, 600)
PLAYED = st.integers(2, 140)
SIZES = st.sampled_from([2**power for power in range(1, 11)])


def play(seeded: list[int], upper_wins: object) -> tuple[tuple[DrawnMatch, ...], ...]:
    """Play every match out; ``upper_wins`` is called with the two sides of each."""
    results: dict[tuple[int, int], MatchResult] = {}
    while True:
        rounds = draw(seeded, results)
        ready = [
            match
            for drawn in rounds
            for match in drawn
            if match.upper and match.lower and match.winner is None and not match.is_bye
        ]
        if not ready:
            return rounds
        for match in ready:
            up = upper_wins(match.upper, match.lower)
            results[match.round, match.slot] = MatchResult(3, 1) if up else MatchResult(1, 3)


def better_seed_is_up(upper: Side, lower: Side) -> bool:
    return upper.seed < lower.seed


# The chart and the first round.


@given(size=SIZES)
def test_chart_has_each_seed_once_and_pairs_that_add_up(size: int) -> None:
    pairs = chart(size)

    assert sorted(seed for pair in pairs for seed in pair) == list(range(1, size + 1))
    assert {better + worse for better, worse in pairs} == {size + 1}
    assert [pair for pair in pairs if pair[0] > pair[1]] == []


@given(qualifiers=QUALIFIERS)
def test_first_round_has_each_qualifier_once(qualifiers: int) -> None:
    seeded = list(range(1001, 1001 + qualifiers))

    sides = [side for match in first_round(seeded) for side in (match.upper, match.lower) if side]

    assert sorted(side.entrant for side in sides) == seeded
    assert [side for side in sides if side.entrant != 1000 + side.seed] == []


@given(qualifiers=QUALIFIERS)
def test_first_round_gives_the_byes_to_the_top_seeds(qualifiers: int) -> None:
    matches = first_round(range(qualifiers))

    resting = sorted(match.upper.seed for match in matches if match.upper and match.lower is None)
    assert resting == list(range(1, byes(qualifiers) + 1))
    assert [match.upper for match in matches if match.is_bye] == [match.winner for match in matches if match.is_bye]
    assert [match.slot for match in matches] == list(range(1, len(matches) + 1))


@given(qualifiers=QUALIFIERS)
def test_first_round_pairs_add_up_to_the_size_and_one(qualifiers: int) -> None:
    size = bracket_size(qualifiers)

    sums = {
        match.upper.seed + match.lower.seed for match in first_round(range(qualifiers)) if match.upper and match.lower
    }

    assert sums == {size + 1}


@given(qualifiers=QUALIFIERS)
def test_bracket_is_the_smallest_that_holds_all(qualifiers: int) -> None:
    size = bracket_size(qualifiers)

    assert size // 2 < qualifiers <= size
    assert 2 ** rounds_of(size) == size
    assert byes(qualifiers) == size - qualifiers


# Who moves on.


@given(qualifiers=PLAYED, results=st.randoms(use_true_random=False))
def test_second_round_is_full_whoever_wins(qualifiers: int, results: object) -> None:
    rounds = play(list(range(qualifiers)), lambda upper, lower: results.random() < 0.5)

    later = [match for drawn in rounds[1:] for match in drawn]
    assert [match for match in later if match.upper is None or match.lower is None or match.is_bye] == []
    assert [len(drawn) for drawn in rounds] == [2**power for power in reversed(range(len(rounds)))]


@given(qualifiers=PLAYED)
def test_better_seeds_meet_as_late_as_they_can(qualifiers: int) -> None:
    """If the better seed wins each match, the best 2, 4, 8 and so on are those left in the last rounds."""
    rounds = play(list(range(qualifiers)), better_seed_is_up)

    for before_last, drawn in enumerate(reversed(rounds)):
        seeds = sorted(side.seed for match in drawn for side in (match.upper, match.lower) if side)
        assert seeds == list(range(1, min(2 ** (before_last + 1), qualifiers) + 1))


@given(qualifiers=st.integers(3, 600))
def test_top_two_seeds_can_meet_only_in_the_final(qualifiers: int) -> None:
    slots = {
        side.seed: match.slot for match in first_round(range(qualifiers)) for side in (match.upper, match.lower) if side
    }
    half = bracket_size(qualifiers) // 4

    assert (slots[1] <= half, slots[2] <= half) == (True, False)


def test_top_two_qualifiers_meet_in_the_only_match() -> None:
    assert draw([7, 5], {}) == ((DrawnMatch(1, 1, Side(1, 7), Side(2, 5)),),)


def test_nobody_moves_on_until_a_match_is_won() -> None:
    undecided = draw([11, 12, 13, 14], {(1, 1): MatchResult(2, 2)})
    decided = draw([11, 12, 13, 14], {(1, 1): MatchResult(2, 3)})

    assert (undecided[0][0].winner, undecided[1][0].upper) == (None, None)
    assert (decided[0][0].winner, decided[1][0].upper) == (Side(4, 14), Side(4, 14))
    assert (decided[1][0].lower, decided[1][0].result) == (None, None)


def test_best_of_sets_the_games_that_win_each_round() -> None:
    results = {(1, 1): MatchResult(1, 0), (1, 2): MatchResult(0, 1), (2, 1): MatchResult(3, 1)}

    rounds = draw([11, 12, 13, 14], results, best_of=(1, 7))

    assert [match.winner for match in rounds[0]] == [Side(1, 11), Side(3, 13)]
    assert rounds[1][0].winner is None


def test_result_of_a_bye_is_ignored() -> None:
    rounds = draw([11, 12, 13], {(1, 1): MatchResult(0, 3)})

    assert rounds[0][0] == DrawnMatch(1, 1, Side(1, 11), None, winner=Side(1, 11), is_bye=True)


def test_result_of_a_match_that_cannot_be_played_yet_is_ignored() -> None:
    rounds = draw([11, 12, 13, 14], {(2, 1): MatchResult(3, 0)})

    assert rounds[1] == (DrawnMatch(2, 1, None, None),)


def test_rounds_without_a_best_of_are_best_of_five() -> None:
    assert [best_of_in(number, (3, 7)) for number in (1, 2, 3)] == [3, 7, 5]
    assert [games_to_win(best_of) for best_of in (1, 3, 5, 7)] == [1, 2, 3, 4]


# What must be taken back before a correction.


def test_results_that_rest_on_a_match_are_listed_latest_round_first() -> None:
    recorded = {(1, 5), (1, 6), (1, 7), (2, 2), (2, 3), (2, 4), (3, 2), (3, 1), (4, 1)}

    assert depending_on(recorded, 1, 5) == ((4, 1), (3, 2), (2, 3))
    assert depending_on(recorded, 3, 1) == ((4, 1),)


def test_nothing_rests_on_a_match_whose_winner_has_not_played_yet() -> None:
    assert depending_on({(1, 1), (1, 2), (1, 3), (2, 2)}, 1, 1) == ()
    assert depending_on({(1, 1), (2, 1)}, 2, 1) == ()
    assert depending_on(set(), 1, 1) == ()


def test_games_of_an_unfinished_match_rest_on_the_one_before() -> None:
    results = {(1, 1): MatchResult(3, 1), (1, 2): MatchResult(0, 3), (2, 1): MatchResult(1, 0)}

    assert results_resting_on(results, 1, 1, MatchResult(1, 3)) == ((2, 1),)


def test_correction_that_leaves_the_winner_takes_nothing_back() -> None:
    results = {(1, 1): MatchResult(3, 1), (2, 1): MatchResult(3, 0)}

    assert results_resting_on(results, 1, 1, MatchResult(3, 2)) == ()


def test_result_that_is_taken_back_or_no_longer_won_takes_back_what_follows() -> None:
    results = {(1, 1): MatchResult(3, 1), (2, 1): MatchResult(3, 0)}

    assert results_resting_on(results, 1, 1, None) == ((2, 1),)
    assert results_resting_on(results, 1, 1, MatchResult(2, 1)) == ((2, 1),)
    assert results_resting_on({**results, (1, 1): MatchResult(1, 3)}, 1, 1, MatchResult(1, 2)) == ((2, 1),)
    assert results_resting_on(results, 1, 1, MatchResult(3, 1), best_of=7) == ()


@given(qualifiers=st.integers(2, 70), chance=st.randoms(use_true_random=False))
def test_taking_back_what_rests_on_a_match_leaves_every_other_match_as_it_was(qualifiers: int, chance: object) -> None:
    seeded = list(range(qualifiers))
    before = play(seeded, lambda upper, lower: chance.random() < 0.5)
    results = {(match.round, match.slot): match.result for drawn in before for match in drawn if match.result}
    key = chance.choice(sorted(results))
    taken_back = {*depending_on(results, *key), key}
    stands = {slot: result for slot, result in results.items() if slot not in taken_back}

    after = draw(seeded, stands)

    assert {(match.round, match.slot) for drawn in after for match in drawn if match.result} == set(stands)
    assert {(match.round, match.slot): match.winner for drawn in after for match in drawn if match.result} == {
        slot: before[slot[0] - 1][slot[1] - 1].winner for slot in stands
    }
