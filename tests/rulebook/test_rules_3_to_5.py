"""Rules 3.3.c, 4.1.b, 4.3, 4.5, 5.1.c and d, 5.3: what goes wrong before the play."""

import pytest

from judging.rules.dealing import (
    CardSeen,
    Fault,
    card_seen,
    crib_astray,
    dealt_out_of_turn,
    discard_taken_back,
    faulty_pack,
    forgotten_cut,
)
from judging.rules.remedy import Board, WorkingError
from tests.rulebook.remedies import EDITIONS, stands

BOARD = Board(50, 120)


def test_3_3_c_forgotten_cut_is_made_until_the_pone_takes_up_a_card() -> None:
    early, late = (forgotten_cut(taken_up=taken_up, board=BOARD) for taken_up in (False, True))

    assert early.summary == "No penalty. The pack is shuffled and cut, and the same dealer deals."
    assert late.summary == "Too late for a cut: play this hand."
    assert {early.rules, late.rules} == {("3.3.c",)}
    assert stands(early) == stands(late) == (50, 120)


@pytest.mark.parametrize("edition", EDITIONS)
def test_4_1_b_deal_out_of_turn_is_void_until_both_have_played(edition: str) -> None:
    void = dealt_out_of_turn(edition=edition, both_have_played=False, board=BOARD)
    stays = dealt_out_of_turn(edition=edition, both_have_played=True, board=BOARD)

    assert void.summary == "No penalty. The deal is void, and the right player deals."
    assert stays.summary.endswith("The player who did not deal deals the next.")
    assert (void.rules, stays.rules, void.left_open) == (("4.1.b",), ("4.1.b",), "")


@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "14.1"), ("acc-2010", "13")])
def test_4_1_b_what_was_pegged_in_a_void_deal_comes_off_and_that_is_left_open(edition: str, rule: str) -> None:
    remedy = dealt_out_of_turn(edition=edition, both_have_played=False, board=Board(2, 9), pegged_since=(2, 0))

    assert (stands(remedy), remedy.opponent.forward) == ((0, 9), 0)
    assert rule in remedy.left_open


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("seen", "rule", "is_dealt_again"),
    [(CardSeen.BY_DEALER, "4.3.a", True), (CardSeen.BY_PONE, "4.3.b", False), (CardSeen.IN_PACK, "4.3.c", True)],
)
def test_4_3_who_showed_the_card_decides_about_a_new_deal(
    edition: str, seen: CardSeen, rule: str, is_dealt_again: bool
) -> None:
    remedy = card_seen(edition=edition, seen=seen, board=BOARD)

    assert (remedy.rules, stands(remedy)) == ((rule,), (50, 120))
    assert ("deals again" in remedy.summary) is is_dealt_again
    assert ("shuffled" in remedy.summary) is (is_dealt_again and edition == "acc-2020")


@pytest.mark.parametrize("edition", EDITIONS)
def test_4_5_b_doubled_card_takes_everything_of_the_deal_back(edition: str) -> None:
    remedy = faulty_pack(edition=edition, fault=Fault.DOUBLED, board=Board(10, 120), pegged_since=(10, 7))

    assert (stands(remedy), remedy.rules) == ((0, 113), ("4.5.b",))
    assert (remedy.offender.forward, remedy.opponent.forward) == (0, 0)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("taken_up", [False, True])
def test_4_5_a_marked_card_waits_for_the_end_of_a_hand_that_was_taken_up(edition: str, taken_up: bool) -> None:
    remedy = faulty_pack(edition=edition, fault=Fault.MARKED, taken_up=taken_up, board=BOARD)

    assert remedy.rules == ("4.5.a",)
    assert remedy.summary.startswith("Play this hand out." if taken_up else "No penalty.")
    assert ("shuffles and deals" in remedy.summary) is (not taken_up and edition == "acc-2020")


@pytest.mark.parametrize(("fault", "rule"), [(Fault.STRAY, "4.5.c"), (Fault.SHORT, "4.5.d")])
def test_4_5_c_and_d_wait_for_the_end_of_the_deal(fault: Fault, rule: str) -> None:
    remedy = faulty_pack(edition="acc-2020", fault=fault, board=BOARD)

    assert (remedy.rules, stands(remedy)) == ((rule,), (50, 120))
    assert remedy.summary.startswith("Play on. ")


@pytest.mark.parametrize(
    ("by_both", "starter_turned", "both_have_played", "rule", "begins"),
    [
        (False, False, False, "5.1.c", "No penalty. The player may take"),
        (False, True, True, "5.1.c", "No penalty. The cards are moved"),
        (True, False, False, "5.1.d", "No penalty. The crib is moved"),
        (True, True, False, "5.1.d", "No penalty. The crib is moved"),
        (True, True, True, "5.1.d", "The crib now belongs"),
    ],
)
def test_5_1_crib_on_the_wrong_side(
    by_both: bool, starter_turned: bool, both_have_played: bool, rule: str, begins: str
) -> None:
    remedy = crib_astray(by_both=by_both, starter_turned=starter_turned, both_have_played=both_have_played, board=BOARD)

    assert (remedy.rules, stands(remedy)) == ((rule,), (50, 120))
    assert remedy.summary.startswith(begins)
    assert bool(remedy.left_open) is (not by_both and starter_turned)


def test_5_3_discard_comes_back_until_the_other_has_discarded() -> None:
    early, late = (
        discard_taken_back(edition="acc-2020", other_has_discarded=discarded, board=BOARD)
        for discarded in (False, True)
    )

    assert (early.rules, late.rules) == (("5.3",), ("5.3.a",))
    assert (early.summary[:10], late.summary[:3]) == ("No penalty", "No:")
    with pytest.raises(WorkingError, match=r"see rule 5\.1\.b"):
        discard_taken_back(edition="acc-2010", other_has_discarded=False)


@pytest.mark.parametrize("board", [Board(121, 5), Board(5, 121)])
def test_nothing_is_worked_out_in_a_game_that_is_over(board: Board) -> None:
    workings = [
        lambda: forgotten_cut(taken_up=False, board=board),
        lambda: dealt_out_of_turn(edition="acc-2020", both_have_played=False, board=board),
        lambda: card_seen(edition="acc-2020", seen=CardSeen.BY_PONE, board=board),
        lambda: faulty_pack(edition="acc-2020", fault=Fault.STRAY, board=board),
        lambda: crib_astray(by_both=True, starter_turned=False, board=board),
        lambda: discard_taken_back(edition="acc-2020", other_has_discarded=False, board=board),
    ]

    for work_out in workings:
        with pytest.raises(WorkingError, match="this game is over"):
            work_out()


def test_facts_that_cannot_be_are_refused() -> None:
    with pytest.raises(WorkingError, match="takes no points back"):
        faulty_pack(edition="acc-2020", fault=Fault.STRAY, pegged_since=(1, 0))
    with pytest.raises(WorkingError, match="cannot have been pegged"):
        faulty_pack(edition="acc-2020", fault=Fault.DOUBLED, board=Board(3, 5), pegged_since=(4, 0))
    with pytest.raises(WorkingError, match="before the starter"):
        crib_astray(by_both=True, starter_turned=False, both_have_played=True)
