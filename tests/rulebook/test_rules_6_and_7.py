"""Rules 6.1.a, 6.2.a, 6.3, 7.1.b, e and f, 7.4: the starter, who leads, cards let go, and counts said wrongly."""

import pytest

from judging.rules.remedy import Board, Party, WorkingError
from judging.rules.starter_and_play import (
    AnnouncedCount,
    Heels,
    Lead,
    TwoCards,
    card_let_go,
    his_heels,
    starter_too_soon,
    two_cards_at_once,
    two_starters,
    wrong_count_said,
    wrong_lead,
)
from tests.rulebook.remedies import EDITIONS, NOT_COVERED, stands

BOARDS = [Board(0, 120), Board(9, 10), Board(119, 0), Board(120, 9)]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("board", BOARDS)
def test_6_1_a_starter_turned_before_the_dealer_discarded_goes_back_without_penalty(edition: str, board: Board) -> None:
    remedy = starter_too_soon(edition=edition, by_dealer=True, board=board)

    assert remedy.rules == ("6.1.a",)
    assert stands(remedy) == (board.offender, board.opponent)
    assert remedy.summary.startswith("No penalty. The starter goes back into the pack, the dealer discards")
    assert remedy.left_open == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_6_1_a_says_nothing_of_a_pone_who_has_yet_to_discard(edition: str) -> None:
    remedy = starter_too_soon(edition=edition, by_dealer=False, board=Board(50, 60))

    assert (remedy.rules, stands(remedy)) == (("6.1.a",), (50, 60))
    assert NOT_COVERED[edition] in remedy.left_open


@pytest.mark.parametrize("edition", EDITIONS)
def test_6_1_a_two_pegged_for_a_jack_that_goes_back_come_off_and_that_is_left_open(edition: str) -> None:
    remedy = starter_too_soon(edition=edition, by_dealer=True, pegged=2, board=Board(2, 9))

    assert stands(remedy) == (0, 9)
    assert NOT_COVERED[edition] in remedy.left_open


@pytest.mark.parametrize("board", BOARDS)
def test_6_2_a_the_top_card_is_the_starter_and_nobody_pegs(board: Board) -> None:
    remedy = two_starters(board=board)

    assert (remedy.rules, stands(remedy)) == (("6.2.a", "6.2.b"), (board.offender, board.opponent))


@pytest.mark.parametrize(("hole", "stood"), [(0, 2), (9, 11), (10, 12), (119, 121), (120, 121)])
def test_6_3_a_and_b_two_for_a_jack_may_still_be_pegged_and_win(hole: int, stood: int) -> None:
    remedy = his_heels(heels=Heels.BEFORE_PLAY, board=Board(hole, 120))

    assert (remedy.offender.stands, remedy.winner) == (stood, Party.OFFENDER if stood == 121 else None)
    assert remedy.rules == (("6.3.a", "6.3.b") if stood == 121 else ("6.3.a",))


@pytest.mark.parametrize("board", BOARDS)
def test_6_3_c_dealer_who_has_played_has_lost_the_two(board: Board) -> None:
    remedy = his_heels(heels=Heels.PLAYED, board=board)

    assert (remedy.rules, stands(remedy)) == (("6.3.c",), (board.offender, board.opponent))
    assert remedy.summary == "The dealer has played a card, and the two points are lost."


@pytest.mark.parametrize(
    ("found_by", "rule", "opponent"), [(Party.OPPONENT, "8.4.c.(1)", 62), (Party.OFFENDER, "8.4.c.(2)", 60)]
)
def test_6_3_c_two_that_were_pegged_after_a_card_was_played_are_too_many(
    found_by: Party, rule: str, opponent: int
) -> None:
    remedy = his_heels(heels=Heels.PEGGED_LATE, found_by=found_by, board=Board(2, 60))

    assert (stands(remedy), remedy.rules) == ((0, opponent), ("6.3.c", rule))


def test_6_3_c_late_two_into_the_game_hole_are_a_false_claim() -> None:
    with pytest.raises(WorkingError, match="false claim"):
        his_heels(heels=Heels.PEGGED_LATE, board=Board(121, 60))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("lead", "both", "begins"),
    [(Lead.PONE_PLAYED_ON_IT, (48, 58), "No penalty. Both cards go back"), (Lead.WENT_ON, (50, 60), "Too late")],
)
def test_7_1_b_lead_of_the_dealer_is_undone_only_while_each_has_played_one_card(
    edition: str, lead: Lead, both: tuple[int, int], begins: str
) -> None:
    since = (2, 2) if lead is Lead.PONE_PLAYED_ON_IT else (0, 0)
    remedy = wrong_lead(edition=edition, lead=lead, pegged_since=since, board=Board(50, 60))

    assert (stands(remedy), remedy.rules, remedy.left_open) == (both, ("7.1.b",), "")
    assert remedy.summary.startswith(begins)


@pytest.mark.parametrize("edition", EDITIONS)
def test_7_1_b_points_taken_back_go_to_nobody(edition: str) -> None:
    remedy = wrong_lead(edition=edition, lead=Lead.PONE_PLAYED_ON_IT, pegged_since=(0, 2), board=Board(9, 120))

    assert (remedy.offender.forward, remedy.opponent.forward, stands(remedy)) == (0, 0, (9, 118))


@pytest.mark.parametrize("edition", EDITIONS)
def test_7_1_b_lead_on_which_nobody_has_played_is_left_open(edition: str) -> None:
    remedy = wrong_lead(edition=edition, lead=Lead.DEALER_ALONE, board=Board(0, 10))

    assert (remedy.rules, stands(remedy)) == (("7.1.b",), (0, 10))
    assert NOT_COVERED[edition] in remedy.left_open


def test_7_1_b_nothing_is_taken_back_where_the_order_stands() -> None:
    with pytest.raises(WorkingError, match="takes no points back"):
        wrong_lead(edition="acc-2020", lead=Lead.WENT_ON, pegged_since=(0, 2))


@pytest.mark.parametrize("edition", EDITIONS)
def test_7_1_e_card_let_go_is_played(edition: str) -> None:
    remedy = card_let_go(edition=edition, past_31=False, board=Board(50, 60))

    assert (remedy.rules, stands(remedy)) == (("7.1.e",), (50, 60))
    assert remedy.summary == "The card has been let go: it is played, and stays."


@pytest.mark.parametrize("edition", EDITIONS)
def test_7_1_e_card_past_31_with_nothing_pegged_only_goes_back(edition: str) -> None:
    remedy = card_let_go(edition=edition, past_31=True, board=Board(50, 60))

    assert (remedy.rules, stands(remedy)) == (("7.1.e",), (50, 60))


@pytest.mark.parametrize(("edition", "both"), [("acc-2020", (48, 62)), ("acc-2010", (48, 60))])
def test_7_1_e_what_was_pegged_for_it_is_an_overpeg_in_2020_only(edition: str, both: tuple[int, int]) -> None:
    remedy = card_let_go(edition=edition, past_31=True, pegged=2, board=Board(50, 60))

    assert stands(remedy) == both


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("true_hole", "back"), [(0, 0), (9, 0), (10, 0), (119, 104), (120, 105)])
def test_7_1_e_game_claimed_with_a_card_past_31_is_a_false_claim(edition: str, true_hole: int, back: int) -> None:
    remedy = card_let_go(edition=edition, past_31=True, claimed_game=True, board=Board(true_hole, 60))

    assert remedy.offender.stands == back
    assert remedy.opponent.forward == min(121 - true_hole, 61)
    assert remedy.rules == ("7.1.e", "8.4.a.(1)", "8.4.b.(1)", "8.4.b.(2)", "8.4.b.(3)")


@pytest.mark.parametrize(
    ("cards", "begins", "is_open"),
    [
        (TwoCards.ONE_FITS, "The card that fits the count", False),
        (TwoCards.NONE_FITS, "No penalty. The player picks", False),
        (TwoCards.BOTH_FIT, "No penalty. The player picks", True),
    ],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_7_1_f_the_count_said_decides_which_card_is_played(
    edition: str, cards: TwoCards, begins: str, is_open: bool
) -> None:
    remedy = two_cards_at_once(edition=edition, cards=cards, board=Board(120, 9))

    assert (remedy.rules, stands(remedy)) == (("7.1.f",), (120, 9))
    assert remedy.summary.startswith(begins)
    assert (NOT_COVERED[edition] in remedy.left_open) is is_open


@pytest.mark.parametrize(
    ("announced", "pegged", "both", "rules"),
    [
        (AnnouncedCount.CORRECTED, 0, (50, 60), ("7.4.a",)),
        (AnnouncedCount.CORRECTED, 2, (48, 60), ("7.4.a", "8.4.c.(2)")),
        (AnnouncedCount.GO_WITHDRAWN, 0, (50, 60), ("7.4.a",)),
        (AnnouncedCount.CHALLENGED, 0, (50, 60), ("7.4.b",)),
        (AnnouncedCount.CHALLENGED, 2, (48, 62), ("7.4.b", "8.4.c.(1)")),
        (AnnouncedCount.TOO_LATE, 2, (50, 60), ("7.4.a",)),
    ],
)
def test_7_4_wrong_count_is_put_right_in_time_or_stands(
    announced: AnnouncedCount, pegged: int, both: tuple[int, int], rules: tuple[str, ...]
) -> None:
    remedy = wrong_count_said(announced=announced, pegged=pegged, board=Board(50, 60))

    assert (stands(remedy), remedy.rules) == (both, rules)


@pytest.mark.parametrize(("hole", "stood"), [(0, 2), (9, 11), (10, 12), (119, 121), (120, 121)])
def test_7_4_b_challenger_pegs_the_error_up_to_the_game_hole(hole: int, stood: int) -> None:
    remedy = wrong_count_said(announced=AnnouncedCount.CHALLENGED, pegged=2, board=Board(10, hole))

    assert (stands(remedy), remedy.winner) == ((8, stood), Party.OPPONENT if stood == 121 else None)


def test_7_4_b_unearned_points_into_the_game_hole_are_a_false_claim() -> None:
    with pytest.raises(WorkingError, match="false claim"):
        wrong_count_said(announced=AnnouncedCount.CHALLENGED, pegged=2, board=Board(121, 60))


def test_7_4_a_go_that_was_withdrawn_in_time_came_before_any_pegging() -> None:
    with pytest.raises(WorkingError, match="before anything is pegged"):
        wrong_count_said(announced=AnnouncedCount.GO_WITHDRAWN, pegged=1)


@pytest.mark.parametrize("board", [Board(121, 5), Board(5, 121)])
def test_nothing_is_worked_out_in_a_game_that_is_over(board: Board) -> None:
    workings = [
        lambda: starter_too_soon(edition="acc-2020", by_dealer=True, board=board),
        lambda: two_starters(board=board),
        lambda: his_heels(heels=Heels.PLAYED, board=board),
        lambda: wrong_lead(edition="acc-2020", lead=Lead.WENT_ON, board=board),
        lambda: card_let_go(edition="acc-2020", past_31=False, board=board),
        lambda: two_cards_at_once(edition="acc-2020", cards=TwoCards.ONE_FITS, board=board),
        lambda: wrong_count_said(announced=AnnouncedCount.TOO_LATE, board=board),
    ]

    for work_out in workings:
        with pytest.raises(WorkingError, match="this game is over"):
            work_out()
