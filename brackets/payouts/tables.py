"""Export money as tables, for the director's own files."""

from collections.abc import Iterable, Iterator
from zoneinfo import ZoneInfo

from brackets.payouts.selectors import Due, Money
from brackets.results.exports import ExportTable
from tournaments.models import Tournament
from tournaments.rules.currency import number_of

HEADER = ("What", "Place", "Number", "Name", "Amount", "Paid", "By", "At", "Note", "Currency")


def money_table(found: Money, tournament: Tournament) -> ExportTable:
    """Return the fund, the prizes by final place, and each side pool with its unclaimed amount."""
    zone = ZoneInfo(tournament.time_zone)
    rows = [*_fund_rows(found), *_due_rows("Prize", found.dues, zone), *_pool_rows(found, zone)]
    return ExportTable("Payouts", HEADER, [(*row, tournament.currency) for row in rows])


def _fund_rows(found: Money) -> Iterator[tuple[object, ...]]:
    """Yield the parts of the fund. Deductions are named as such and have no minus sign."""
    lines = (
        ("Fees paid", found.fund.fees),
        ("Money added", found.fund.added),
        ("Sanctioning fees, deducted", found.fund.sanctioning),
        ("Kept for costs, deducted", found.fund.kept),
        ("Prize fund", found.fund.amount),
        ("Fees still owed", found.fees.outstanding),
    )
    for name, amount in lines:
        yield ("Fund", "", None, name, number_of(amount), None, "", "", "")


def _pool_rows(found: Money, zone: ZoneInfo) -> Iterator[tuple[object, ...]]:
    for pool_view in found.pools:
        yield (pool_view.pool.name, "", None, "Staked", number_of(pool_view.staked), None, "", "", "")
        yield from _due_rows(pool_view.pool.name, pool_view.dues, zone)
        if pool_view.shared is not None and pool_view.shared.unclaimed:
            yield (pool_view.pool.name, "", None, "Unclaimed", number_of(pool_view.shared.unclaimed), None, "", "", "")


def _due_rows(what: str, dues: Iterable[Due], zone: ZoneInfo) -> Iterator[tuple[object, ...]]:
    for due in dues:
        payment = due.payment
        yield (
            *(what, due.place, due.number, due.name or "open", number_of(due.amount)),
            *(
                (
                    number_of(payment.amount),
                    payment.made_by,
                    payment.made_at.astimezone(zone).isoformat(timespec="seconds"),
                )
                if payment is not None
                else (None, "", "")
            ),
            due.note,
        )
