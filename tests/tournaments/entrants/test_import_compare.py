"""What a list would change: new, changed, doubtful, refused, unchanged."""

from typing import Any

import pytest

from tournaments.entrants.imports.compare import ComparedRow, Verdict, compare
from tournaments.entrants.imports.rows import ListedEntrant
from tournaments.entrants.known import Entry, People, Person
from tournaments.models import Entrant


def known(number: int, name: str, acc_number: str = "", **more: Any) -> Entrant:
    return Entrant(number=number, name=name, acc_number=acc_number, **more)


ANN = known(1, "Ann Lee", "HI296", club="Hilo Pegs")
BO = known(2, "Bo Quist")


def compared(*stated: dict[str, Any], to: tuple[Entrant, ...] = (ANN, BO)) -> list[ComparedRow]:
    listed = [ListedEntrant(row, values) for row, values in enumerate(stated, start=2)]
    return list(compare(listed, to).rows)


@pytest.mark.parametrize(
    ("stated", "verdict", "number"),
    [
        pytest.param({"name": "Ed Ash"}, Verdict.NEW, None, id="unknown"),
        pytest.param({"name": "Ed Ash", "number": 9}, Verdict.NEW, None, id="unknown, with a number"),
        pytest.param({"name": "ANN  lee", "acc_number": "hi296"}, Verdict.CHANGED, 1, id="same, other letters"),
        pytest.param({"name": "Ann Lee", "acc_number": "HI296"}, Verdict.UNCHANGED, 1, id="same ACC number"),
        pytest.param({"name": "Cy Dunn", "acc_number": "OR7"}, Verdict.UNCHANGED, 3, id="ACC number without its zeros"),
        pytest.param(
            {"name": "Di", "acc_number": "OR07"}, Verdict.DOUBTFUL, 3, id="ACC number of another, fewer zeros"
        ),
        pytest.param({"name": "Ann Lee", "acc_number": "HI0296"}, Verdict.CHANGED, 1, id="ACC number with its zeros"),
        pytest.param({"name": "Ann Lee"}, Verdict.UNCHANGED, 1, id="same name, no ACC number"),
        pytest.param({"name": "Bo Quist", "acc_number": "WA1"}, Verdict.CHANGED, 2, id="ACC number learnt"),
        pytest.param({"name": "Bo Quist", "number": 2}, Verdict.UNCHANGED, 2, id="same number"),
        pytest.param({"name": "Cy Dunn", "number": 2}, Verdict.DOUBTFUL, 2, id="number of somebody else"),
        pytest.param({"name": "Bo Quist", "number": 7}, Verdict.DOUBTFUL, 2, id="another number"),
        pytest.param({"name": "Cy", "acc_number": "HI296"}, Verdict.DOUBTFUL, 1, id="ACC number of another"),
        pytest.param({"name": "Ann Lee", "acc_number": "CA1"}, Verdict.NEW, None, id="namesake"),
    ],
)
def test_row_is_compared_with_who_is_there(stated: dict[str, Any], verdict: Verdict, number: int | None) -> None:
    [row] = compared(stated, to=(ANN, BO, known(3, "Cy Dunn", "OR007")))

    assert (row.verdict, row.entrant.number if row.entrant else None) == (verdict, number)
    assert bool(row.reasons) == (verdict is Verdict.DOUBTFUL or stated.get("acc_number") == "CA1")


@pytest.mark.parametrize(
    ("stated", "reasons"),
    [
        ({"name": "Ed", "fee_paid": 4500_00}, ("4500.00 paid, but the fee is 45.00.",)),
        ({"name": "Ed", "fee_paid": 450_00}, ("450.00 paid, but the fee is 45.00.",)),
        ({"name": "Ed", "fee_paid": 449_99}, ()),  # the fee, and a side pool of 404.99
        ({"name": "Ed", "fee_paid": 4500_00, "fee_owed": 4500_00}, ()),
        ({"name": "Ed", "fee_paid": 20_00, "fee_owed": 0}, ()),
        ({"name": "Bo Quist", "fee_paid": 200_00}, ("200.00 paid, but the fee is 20.00.",)),
        ({"name": "Ann Lee", "fee_paid": 4500_00}, ()),  # stored here so, after somebody looked at it
    ],
)
def test_a_fee_with_a_digit_too_many_is_doubtful(stated: dict[str, Any], reasons: tuple[str, ...]) -> None:
    there = [known(1, "Ann Lee", fee_owed=45_00, fee_paid=4500_00), known(2, "Bo Quist", fee_owed=20_00)]

    [row] = compare([ListedEntrant(2, stated)], there, entry_fee=45_00).rows

    assert (row.reasons, row.verdict is Verdict.DOUBTFUL) == (reasons, bool(reasons))


def test_two_of_the_same_name_make_a_row_doubtful() -> None:
    [row] = compared({"name": "Ann Lee"}, to=(ANN, known(5, "Ann Lee")))

    assert row.reasons == ("Numbers 1 and 5 have this name.",)


@pytest.mark.parametrize(
    ("first", "second", "reasons"),
    [
        ({"name": "Cy"}, {"name": "cy"}, ("Row 2 has the same name.",)),
        ({"name": "Cy"}, {"name": "Cy", "acc_number": "A1"}, ("Row 2 has the same name.",)),
        (
            {"name": "Cy", "acc_number": "A1"},
            {"name": "Cy", "acc_number": "A2"},
            ("Row 2 has this name, but another ACC number.",),
        ),
        ({"name": "Cy", "acc_number": "A1"}, {"name": "Di", "acc_number": "a-1"}, ("Row 2 has the same ACC number.",)),
        ({"name": "Cy", "acc_number": "A01"}, {"name": "Cy", "acc_number": "A1"}, ("Row 2 has the same ACC number.",)),
        ({"name": "Cy", "acc_number": "A1"}, {"name": "Di", "acc_number": "A1"}, ("Row 2 has the same ACC number.",)),
        ({"name": "Cy", "number": 8}, {"name": "Di", "number": 8}, ("Row 2 has the same entrant number.",)),
    ],
)
def test_rows_are_compared_with_each_other(
    first: dict[str, Any], second: dict[str, Any], reasons: tuple[str, ...]
) -> None:
    rows = compared(first, second)

    assert (rows[0].verdict, rows[1].reasons) == (Verdict.NEW, reasons)


def test_namesakes_who_are_entered_both_are_no_doubt() -> None:
    rows = compared(
        {"name": "Ann Lee", "acc_number": "HI296"},
        {"name": "Ann Lee", "acc_number": "CA7"},
        to=(ANN, known(5, "Ann Lee", "CA7")),
    )

    assert [row.verdict for row in rows] == [Verdict.UNCHANGED, Verdict.UNCHANGED]


def test_row_like_one_that_is_refused_is_doubtful() -> None:
    listed = [ListedEntrant(2, {"name": "Cy"}, ("The name is wrong.",)), ListedEntrant(3, {"name": "Cy"})]

    refused, doubtful = compare(listed, []).rows

    assert (refused.verdict, doubtful.reasons) == (Verdict.REFUSED, ("Row 2 has the same name.",))


@pytest.mark.parametrize(
    ("name", "reasons"),
    [("Cy Dunn", ("OR5 is the ACC number of Di Orr, who is known from another event.",)), ("di  orr", ())],
)
def test_acc_number_of_somebody_known_from_another_event_is_doubtful(name: str, reasons: tuple[str, ...]) -> None:
    people = People([Person(1, [Entry("Di Orr", "OR5", "", "")])])

    [row] = compare([ListedEntrant(2, {"name": name, "acc_number": "OR5"})], [], people).rows

    assert row.reasons == reasons
