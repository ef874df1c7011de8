"""Properties of every working: pegs stay on the board, points are accounted for, and the editions' rules are cited."""

from hypothesis import given
from hypothesis import strategies as st

from judging.rules.muggins import Missed, muggins
from judging.rules.pegging_penalties import ClaimAct, false_claim, opponents_peg, overpegging, renege
from judging.rules.remedy import GAME_HOLE, START, Board, Party, Pegging, Remedy, WorkingError
from judging.rules.two_points import PENALTIES, two_points
from judging.rules.wrong_number import kept_from_counting
from tournaments.rules.constants import EDITIONS

editions = st.sampled_from(EDITIONS)
holes = st.integers(START, GAME_HOLE - 1)
known_boards = st.builds(Board, holes, holes)
unknown_or_hole = st.none() | holes
boards = st.builds(Board, unknown_or_hole, unknown_or_hole)
small = st.integers(0, 40)


@st.composite
def reneges(draw: st.DrawFn) -> Remedy:
    board = draw(boards)
    since = (draw(st.integers(0, board.offender or 0)), draw(st.integers(0, board.opponent or 0)))
    return renege(
        edition=draw(editions),
        held=draw(st.lists(st.integers(1, 13), max_size=4)),
        count=draw(st.integers(0, 31)),
        board=board,
        pegged_since=since,
        pegged_out=draw(st.booleans()),
        corrected=draw(st.booleans()),
        in_time=draw(st.booleans()),
    )


@st.composite
def overpeggings(draw: st.DrawFn) -> Remedy:
    offender = draw(st.integers(1, GAME_HOLE - 1))
    return overpegging(
        error=draw(st.integers(1, offender)),
        found_by=draw(st.sampled_from(Party)),
        board=Board(offender, draw(unknown_or_hole)),
        in_time=draw(st.booleans()),
    )


@st.composite
def two_point_penalties(draw: st.DrawFn) -> Remedy:
    edition = draw(editions)
    return two_points(edition=edition, offence=draw(st.sampled_from(list(PENALTIES[edition]))), board=draw(boards))


false_claims = st.builds(
    lambda edition, board, act: false_claim(edition=edition, board=board, act=act),
    editions,
    st.builds(Board, holes, unknown_or_hole),
    st.sampled_from(ClaimAct),
)
backward_tens = st.builds(kept_from_counting, st.builds(Board, holes, unknown_or_hole))
pegs_of_the_opponent = st.builds(
    lambda edition, due, board: opponents_peg(edition=edition, due=due, board=board),
    editions,
    st.integers(-15, 29),
    boards,
)
muggins_calls = st.builds(
    lambda edition, claimed, true, missed, board: muggins(
        edition=edition, played=True, claimed=claimed, true=true, missed=missed, board=board
    ),
    editions,
    st.integers(1, 29),
    st.integers(0, 29),
    st.sampled_from(Missed),
    boards,
)
remedies = st.one_of(
    reneges(), overpeggings(), two_point_penalties(), false_claims, backward_tens, pegs_of_the_opponent, muggins_calls
)


@given(remedies)
def test_no_peg_leaves_the_board(remedy: Remedy) -> None:
    for pegging in (remedy.offender, remedy.opponent):
        assert min(pegging.back, pegging.forward, pegging.unpegged) >= 0
        assert pegging.stands is None or START <= pegging.stands <= GAME_HOLE


@given(remedies)
def test_points_find_no_room_only_at_an_end_of_the_board(remedy: Remedy) -> None:
    for pegging in (remedy.offender, remedy.opponent):
        assert not pegging.unpegged or pegging.stands in (START, GAME_HOLE)


@given(remedies)
def test_remedy_says_what_to_do_and_by_which_rules(remedy: Remedy) -> None:
    assert remedy.summary.endswith(".")
    assert remedy.rules
    assert len(set(remedy.rules)) == len(remedy.rules)


@given(remedies)
def test_there_is_never_more_than_one_winner(remedy: Remedy) -> None:
    assert GAME_HOLE not in (remedy.offender.stands, remedy.opponent.stands) or remedy.winner is not None
    assert (remedy.offender.stands, remedy.opponent.stands) != (GAME_HOLE, GAME_HOLE)


@given(backward_tens)
def test_backward_ten_is_accounted_for(remedy: Remedy) -> None:
    assert remedy.offender.back + remedy.opponent.forward + remedy.opponent.unpegged == 10


@given(false_claims)
def test_false_claim_accounts_for_the_overclaim_and_for_fifteen(remedy: Remedy) -> None:
    assert remedy.offender.stood is not None
    assert remedy.offender.stood + remedy.opponent.forward + remedy.opponent.unpegged == GAME_HOLE
    assert remedy.offender.back + remedy.offender.unpegged == 15


@given(st.integers(1, 29), known_boards)
def test_error_that_the_opponent_finds_changes_sides(error: int, board: Board) -> None:
    assert board.offender is not None
    if error > board.offender:
        board = Board(board.offender + error if board.offender + error < GAME_HOLE else error, board.opponent)

    remedy = overpegging(error=error, found_by=Party.OPPONENT, board=board)

    assert remedy.offender.back == error == remedy.opponent.forward + remedy.opponent.unpegged


@given(editions, st.integers(1, 29), st.integers(1, 29), known_boards)
def test_muggins_is_never_more_than_claimed_missed_or_possible(
    edition: str, claimed: int, true: int, board: Board
) -> None:
    remedy = muggins(edition=edition, played=True, claimed=claimed, true=true, board=board)

    assert board.offender is not None
    assert board.opponent is not None
    room = min(GAME_HOLE - board.offender, GAME_HOLE - board.opponent)
    assert remedy.opponent.forward == min(claimed, true, room)


@given(st.none() | st.integers(START, GAME_HOLE), st.lists(st.tuples(st.booleans(), small)))
def test_pegging_keeps_count_of_every_point(stood: int | None, steps: list[tuple[bool, int]]) -> None:
    pegging = Pegging(stood)
    for forward, points in steps:
        pegging = pegging.forwards(points) if forward else pegging.backwards(points)

    assert pegging.back + pegging.forward + pegging.unpegged == sum(points for _, points in steps)
    assert pegging.stands is None or START <= pegging.stands <= GAME_HOLE


@given(st.integers(-50, 200), st.integers(-50, 200))
def test_board_refuses_holes_that_are_not_there(offender: int, opponent: int) -> None:
    there = all(START <= hole <= GAME_HOLE for hole in (offender, opponent))
    try:
        Board(offender, opponent)
    except WorkingError:
        assert not there
    else:
        assert there
