"""Export money as tables, for the director's own files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal

from brackets.money.selectors import Due, Money
from brackets.results.documents import ExportTable
from brackets.rules.payouts import money

HEADER = ("What", "Place", "Number", "Name", "Amount", "Handed out", "By", "At", "Note")


def money_table(found: Money) -> ExportTable:
    """Return the fund, the prizes by final place, and each side pool with its unclaimed amount."""
    return ExportTable("Money", HEADER, [*_fund_rows(found), *_due_rows("Prize", found.dues), *_pool_rows(found)])


def _fund_rows(found: Money) -> Iterator[tuple[object, ...]]:
    """Yield the parts of the fund. Deductions are named as such and have no minus sign."""
    lines = (
        ("Fees paid", found.fund.fees),
        ("Money added", found.fund.added),
        ("Sanctioning fees, taken off", found.fund.sanctioning),
        ("Kept for costs, taken off", found.fund.kept),
        ("Prize fund", found.fund.amount),
        ("Fees still owed", found.fees.outstanding),
    )
    for name, amount in lines:
        yield ("Fund", "", None, name, _amount(amount), None, "", "", "")


def _pool_rows(found: Money) -> Iterator[tuple[object, ...]]:
    for pool_view in found.pools:
        yield (pool_view.pool.name, "", None, "Staked", _amount(pool_view.staked), None, "", "", "")
        yield from _due_rows(pool_view.pool.name, pool_view.dues)
        if pool_view.shared is not None and pool_view.shared.unclaimed:
            yield (
                pool_view.pool.name,
                "",
                None,
                "Won by nobody",
                _amount(pool_view.shared.unclaimed),
                None,
                "",
                "",
                "",
            )


def _due_rows(what: str, dues: Iterable[Due]) -> Iterator[tuple[object, ...]]:
    for due in dues:
        payment = due.payment
        yield (
            *(what, due.place, due.number, due.name or "open", _amount(due.amount)),
            *(
                (_amount(payment.amount), payment.made_by, payment.made_at.isoformat(timespec="seconds"))
                if payment is not None
                else (None, "", "")
            ),
            due.note,
        )


def _amount(cents: int) -> Decimal:
    return Decimal(money(cents))
