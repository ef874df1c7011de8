"""Rule 9.2.e: a dealer who counts the crib before the hand, and reaches the game hole by it."""

from __future__ import annotations

from judging.rules.pegging_penalties import false_claim
from judging.rules.remedy import Board


def test_9_2_e_crib_counted_first_is_no_false_claim_in_2020() -> None:
    remedy = false_claim(edition="acc-2020", board=Board(115, 90), crib_first=True)

    assert remedy.rules == ("9.2.e",)
    assert (remedy.offender.stands, remedy.opponent.stands) == (115, 90)
    assert remedy.winner is None


def test_9_2_e_is_not_in_2010() -> None:
    remedy = false_claim(edition="acc-2010", board=Board(115, 90), crib_first=True)

    assert remedy.rules == ("8.4.a.(1)", "8.4.b.(1)", "8.4.b.(2)", "8.4.b.(3)")
    assert (remedy.offender.stands, remedy.opponent.stands) == (100, 96)
