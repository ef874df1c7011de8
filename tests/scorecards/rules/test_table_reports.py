"""Games reported at the table: which report counts, where both sides stand, and the lines it comes to (rule 12.2)."""

from itertools import permutations

import pytest

from scorecards.rules.table_reports import (
    GameState,
    How,
    Report,
    Reported,
    Stage,
    Unlock,
    focus_of,
    foot_of,
    problem_with,
    report_of,
    result_in_words,
)
from tournaments.rules.scorings import SCORINGS
from tournaments.rules.types import FootTotals, Line

ACC, DOUBLE, FREE = SCORINGS["acc"], SCORINGS["double-skunk"], SCORINGS["free-play"]
ROSA, BO, CY = 1, 2, 3


def won(number: int, entrant: int, opponent: int, spread: int = 16, game: int = 5, how: How = How.ENTERED) -> Report:
    return Report(number, game, entrant, opponent, True, spread, how)


def lost(number: int, entrant: int, opponent: int, spread: int = 16, game: int = 5, how: How = How.ENTERED) -> Report:
    return Report(number, game, entrant, opponent, False, spread, how)


@pytest.mark.parametrize(
    ("reports", "rosa", "bo"),
    [
        ([], Stage.EMPTY, Stage.EMPTY),
        ([won(1, ROSA, BO)], Stage.WAITING, Stage.ASKED),
        ([won(1, ROSA, BO), lost(2, BO, ROSA)], Stage.LOCKED, Stage.LOCKED),
        ([won(1, ROSA, BO), lost(2, BO, ROSA, 15)], Stage.DIFFERS, Stage.DIFFERS),
        ([won(1, ROSA, BO), won(2, BO, ROSA)], Stage.DIFFERS, Stage.DIFFERS),
        ([lost(1, ROSA, BO), lost(2, BO, ROSA)], Stage.DIFFERS, Stage.DIFFERS),
        ([won(1, ROSA, BO), lost(2, BO, CY)], Stage.ELSEWHERE, Stage.WAITING),
        ([won(1, ROSA, BO), lost(2, BO, ROSA, 15), lost(3, BO, ROSA)], Stage.ASKED, Stage.WAITING),
        ([won(1, ROSA, BO, game=4), lost(2, BO, ROSA)], Stage.ASKED, Stage.WAITING),
        ([won(1, ROSA, BO), lost(2, BO, ROSA, how=How.INITIALED)], Stage.LOCKED, Stage.LOCKED),
        ([won(1, ROSA, BO), lost(2, BO, ROSA, how=How.INITIALED), lost(3, BO, ROSA, how=How.DENIED)],
         Stage.WAITING, Stage.ASKED),
    ],
)  # fmt: skip
def test_a_game_stands_where_the_latest_reports_of_both_sides_say(
    reports: list[Report], rosa: Stage, bo: Stage
) -> None:
    for order in permutations(reports):
        reported = Reported.of(order)

        assert (reported.state(ROSA, 5).stage, reported.state(BO, 5).stage) == (rosa, bo)


DIFFER = [won(1, ROSA, BO, 16), lost(2, BO, ROSA, 15)]
AGREED, KEPT, INITIALED_BY = How.AGREED, How.KEPT, How.INITIALED


@pytest.mark.parametrize(
    ("later", "rosa", "bo"),
    [
        # One gives in: the other has to see it, by a tap or by saying the same again, on whichever phone.
        ([won(3, ROSA, BO, 15, how=AGREED)], Stage.WAITING, Stage.ASKED),
        ([won(3, ROSA, BO, 15, how=AGREED), lost(4, BO, ROSA, 15, how=AGREED)], Stage.LOCKED, Stage.LOCKED),
        ([won(3, ROSA, BO, 15, how=AGREED), lost(4, BO, ROSA, 15, how=KEPT)], Stage.LOCKED, Stage.LOCKED),
        ([won(3, ROSA, BO, 15, how=AGREED), lost(4, BO, ROSA, 15, how=INITIALED_BY)], Stage.LOCKED, Stage.LOCKED),
        # The one who gave in saying so twice is nobody else's look.
        ([won(3, ROSA, BO, 15), won(4, ROSA, BO, 15)], Stage.WAITING, Stage.ASKED),
        # Both give in at the same moment: they differ as before, the other way round, and again.
        ([won(3, ROSA, BO, 15), lost(4, BO, ROSA, 16)], Stage.DIFFERS, Stage.DIFFERS),
        ([won(3, ROSA, BO, 15), lost(4, BO, ROSA, 16), won(5, ROSA, BO, 16)], Stage.WAITING, Stage.ASKED),
        # Who keeps a result does not lock it, nor does the one who gives in to it.
        ([lost(3, BO, ROSA, 15, how=KEPT)], Stage.DIFFERS, Stage.DIFFERS),
        ([lost(3, BO, ROSA, 15, how=KEPT), won(4, ROSA, BO, 15)], Stage.WAITING, Stage.ASKED),
        ([won(3, ROSA, BO, 14), lost(4, BO, ROSA, 14)], Stage.ASKED, Stage.WAITING),
    ],
)  # fmt: skip
def test_what_differed_is_locked_only_after_both_have_seen_the_same(
    later: list[Report], rosa: Stage, bo: Stage
) -> None:
    for order in permutations([*DIFFER, *later]):
        reported = Reported.of(order)

        assert (reported.state(ROSA, 5).stage, reported.state(BO, 5).stage) == (rosa, bo)


def test_what_differed_before_it_was_unlocked_is_forgotten() -> None:
    reported = Reported.of([*DIFFER, won(3, ROSA, BO), lost(4, BO, ROSA)], [Unlock(5, (ROSA, BO), 2)])

    assert reported.state(ROSA, 5).stage is Stage.LOCKED


def test_who_is_named_by_two_is_asked_by_the_later_or_the_one_of_the_schedule() -> None:
    reported = Reported.of([won(1, BO, ROSA), won(2, CY, ROSA)])

    assert reported.state(ROSA, 5) == GameState(5, Stage.ASKED, None, won(2, CY, ROSA))
    assert reported.state(ROSA, 5, scheduled=BO) == GameState(5, Stage.ASKED, None, won(1, BO, ROSA))


def test_who_did_not_play_somebody_is_not_asked_by_them_and_they_are_told() -> None:
    named, denied = won(1, CY, ROSA), lost(2, ROSA, CY, how=How.NOT_PLAYED)

    alone = Reported.of([denied, named])
    again = Reported.of([named, denied, won(3, CY, ROSA, 9)])
    beside = Reported.of([named, denied, won(3, ROSA, BO), lost(4, BO, ROSA)])

    assert (alone.state(ROSA, 5).stage, alone.state(CY, 5).stage) == (Stage.EMPTY, Stage.ELSEWHERE)
    assert (again.state(ROSA, 5).stage, again.state(CY, 5).stage) == (Stage.ASKED, Stage.WAITING)
    assert [beside.state(number, 5).stage for number in (ROSA, BO, CY)] == [
        *(Stage.LOCKED, Stage.LOCKED),
        Stage.ELSEWHERE,
    ]


def test_who_names_another_player_by_now_is_not_told_by_the_first() -> None:
    moved, denied = won(2, CY, BO), lost(3, ROSA, CY, how=How.NOT_PLAYED)

    reported = Reported.of([won(1, CY, ROSA), moved, denied])

    assert (reported.state(CY, 5).stage, reported.state(BO, 5).stage) == (Stage.WAITING, Stage.ASKED)


def test_a_locked_game_stays_locked_when_a_third_player_names_one_of_the_two() -> None:
    reported = Reported.of([won(1, ROSA, BO), lost(2, BO, ROSA), won(3, CY, BO)])

    assert [reported.state(number, 5).stage for number in (ROSA, BO, CY)] == [
        *(Stage.LOCKED, Stage.LOCKED),
        Stage.ELSEWHERE,
    ]


def test_an_unlocked_game_is_reported_again_by_both() -> None:
    before = [won(1, ROSA, BO), lost(2, BO, ROSA), won(3, ROSA, BO, game=6)]
    unlocks = [Unlock(5, (ROSA, BO), 1), Unlock(5, (ROSA, BO), 3)]

    emptied = Reported.of(before, unlocks)
    again = Reported.of([*before, won(4, ROSA, BO, 17)], unlocks)

    assert (emptied.state(ROSA, 5).stage, emptied.state(ROSA, 6).stage) == (Stage.EMPTY, Stage.WAITING)
    assert (again.state(ROSA, 5).stage, again.state(BO, 5).stage) == (Stage.WAITING, Stage.ASKED)


def test_a_card_has_the_lines_that_its_owner_reported_whatever_the_opponent_says() -> None:
    reported = Reported.of([lost(1, ROSA, CY, 121, game=2), won(2, ROSA, BO, 31, game=1), won(3, BO, ROSA, 4, game=1)])

    lines = reported.lines(ROSA, ACC)

    assert lines == (Line(1, BO, 3, 31, None), Line(2, CY, 0, None, 121))
    assert foot_of(lines) == FootTotals(3, 1, 31, 121)
    assert reported.lines(CY, ACC) == ()


@pytest.mark.parametrize(
    ("said", "report"),
    [
        ((BO, 2, 16, None), (True, 16)),
        ((BO, 3, 31, None), (True, 31)),
        ((BO, 0, None, 16), (False, 16)),
        ((BO, 2, 31, None), None),  # a skunk has three points
        ((BO, 0, None, 122), None),
        ((BO, 0, None, None), None),
        ((BO, 2, 16, 16), None),
        ((None, 2, 16, None), None),
    ],
)
def test_a_line_of_a_paper_card_is_a_report_where_it_says_a_result(
    said: tuple[int | None, ...], report: tuple[bool, int] | None
) -> None:
    found = report_of(Line(1, *said), ROSA, ACC)

    assert (None if found is None else (found.entrant, found.opponent, found.won, found.spread)) == (
        None if report is None else (ROSA, BO, *report)
    )


@pytest.mark.parametrize(
    ("is_won", "spread", "scheme", "words"),
    [
        (True, 1, ACC, "won by 1"),
        (False, 30, ACC, "lost by 30"),
        (True, 31, ACC, "won by 31, a skunk"),
        (False, 61, ACC, "lost by 61, a skunk"),
        (True, 60, DOUBLE, "won by 60, a skunk"),
        (True, 61, DOUBLE, "won by 61, a double skunk"),
        (False, 121, FREE, "lost by 121, a double skunk"),
    ],
)
def test_a_result_is_said_with_its_skunk(is_won: bool, spread: int, scheme: object, words: str) -> None:
    assert result_in_words(won=is_won, spread=spread, scheme=scheme) == words  # type: ignore[arg-type]


EMPTY = GameState(5, Stage.EMPTY)
LOCKED = GameState(5, Stage.LOCKED, won(1, ROSA, BO), lost(2, BO, ROSA))
INITIALED = GameState(5, Stage.LOCKED, won(1, ROSA, BO, how=How.INITIALED), lost(2, BO, ROSA))


@pytest.mark.parametrize(
    ("report", "state", "problem"),
    [
        (won(0, ROSA, BO, 1), EMPTY, ""),
        (won(0, ROSA, BO, 121), EMPTY, ""),
        (won(0, ROSA, BO, 0), EMPTY, "Spread 0 is not possible. Enter 1 to 121."),
        (won(0, ROSA, BO, 122), EMPTY, "Spread 122 is not possible. Enter 1 to 121."),
        (won(0, ROSA, BO, game=23), EMPTY, "There is no game 23. Cards have games 1 to 22."),
        (won(0, ROSA, BO, game=0), EMPTY, "There is no game 0. Cards have games 1 to 22."),
        (won(0, ROSA, ROSA), EMPTY, "You cannot be your own opponent. Choose who sat across from you."),
        (won(0, ROSA, BO), LOCKED, "Game 5 is locked: both players agreed. Ask the director to change it."),
        (won(0, ROSA, BO, how=How.DENIED), LOCKED, "Game 5 was not initialed on another phone."),
        (won(0, ROSA, BO, how=How.DENIED), EMPTY, "Game 5 was not initialed on another phone."),
        (won(0, ROSA, BO, how=How.DENIED), INITIALED, ""),
    ],
)
def test_a_report_that_cannot_be_is_refused_with_what_would_be_right(
    report: Report, state: GameState, problem: str
) -> None:
    assert problem_with(report, games=22, state=state) == problem


@pytest.mark.parametrize(
    ("stages", "focus"),
    [
        ({}, 0),
        ({1: Stage.LOCKED, 2: Stage.EMPTY, 3: Stage.EMPTY}, 2),
        ({1: Stage.WAITING, 2: Stage.EMPTY}, 1),
        ({1: Stage.WAITING, 2: Stage.LOCKED, 3: Stage.EMPTY}, 3),
        ({1: Stage.WAITING, 2: Stage.LOCKED}, 1),
        ({1: Stage.ELSEWHERE, 2: Stage.EMPTY}, 1),
        ({1: Stage.EMPTY, 2: Stage.ASKED}, 2),
        ({1: Stage.ASKED, 2: Stage.DIFFERS}, 2),
        ({1: Stage.LOCKED, 2: Stage.LOCKED}, 0),
    ],
)
def test_a_player_is_led_to_the_game_that_needs_them_most(stages: dict[int, Stage], focus: int) -> None:
    own = won(1, ROSA, BO)
    states = [
        GameState(game, stage, None if stage in (Stage.EMPTY, Stage.ASKED) else own) for game, stage in stages.items()
    ]

    assert focus_of(states) == focus
