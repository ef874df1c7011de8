"""Whatever comes in on a day, and however it is paid out: the sums add up to the cent, on the page and in the file."""

import csv
import io

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from brackets.payouts.selectors import Money
from brackets.payouts.services import open_pool, record_payment, revoke_payment, set_fund, set_payout, set_stakes
from brackets.rules.payouts import Measure, PayoutRow, PoolSharing, Rounding
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, TournamentFactory
from tests.strategies import examples
from tournaments.entrants.services.absence import Paid, Settlement, record_absence
from tournaments.entrants.services.registration import take_fee
from tournaments.entrants.services.undo import undo_change
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.rules.currency import cents_of

pytestmark = [pytest.mark.slow, pytest.mark.once]

CENTS = st.integers(0, 200_00)
UNITS = st.sampled_from((1, 7, 25, 100, 500))
SAID = (Settlement(Paid.REFUND), Settlement(Paid.KEEP, "told us late"), Settlement(Paid.MOVE), Settlement(Paid.REFUND))


def came_in(*events: Tournament) -> int:
    return sum(Entrant.objects.filter(tournament__in=events).values_list("fee_paid", flat=True))


def pay_all(found: Money, director: StaffMember) -> None:
    """Pay every prize and every share of a pool; undo each second one, and pay it again."""
    tournament = found.plan.tournament
    lists = [(None, found.dues if found.payment_blocker is None else ()), *((p.pool.pk, p.dues) for p in found.pools)]
    for pool, dues in lists:
        for place, due in enumerate(due for due in dues if due.number and due.amount):
            again = {"tournament": tournament, "actor": director, "number": due.number, "amount": due.amount}
            payment = record_payment(**again, pool=pool)
            if place % 2:
                revoke_payment(tournament=tournament, actor=director, payment=payment.pk)
                record_payment(**again, pool=pool)


def test_no_cent_is_lost_between_the_door_and_the_prizes(
    tournament: Tournament, director: StaffMember, desk: Client
) -> None:
    @examples(15)
    @given(
        fees=st.lists(st.tuples(CENTS, CENTS), min_size=24, max_size=24),
        absent=st.tuples(CENTS, CENTS, CENTS, CENTS),
        fund=st.tuples(CENTS, st.integers(0, 5_00), CENTS),
        shares=st.lists(st.integers(1, 60_00), min_size=1, max_size=12),
        measure=st.sampled_from(Measure),
        how=st.tuples(UNITS, st.sampled_from(Rounding), st.booleans(), st.sampled_from(PoolSharing), UNITS),
        stakes=st.tuples(st.integers(1, 50_00), st.sets(st.integers(1, 24))),
    )
    def adds_up(fees, absent, fund, shares, measure, how, stakes) -> None:  # type: ignore[no-untyped-def]
        with transaction.atomic():
            day(fees, absent, fund, shares, measure, how, stakes)
            transaction.set_rollback(True)

    def day(fees, absent, fund, shares, measure, how, stakes) -> None:  # type: ignore[no-untyped-def]
        me = {"tournament": tournament, "actor": director}
        for number, (owed, paid) in enumerate(fees, start=1):
            Entrant.objects.filter(tournament=tournament, number=number).update(fee_owed=owed, fee_paid=paid)
        take_fee(**me, number=1)
        other = TournamentFactory(name="Tomorrow")
        StaffMemberFactory(tournament=other, user=director.user)
        for number, paid in enumerate(absent, start=101):
            one = EntrantFactory(tournament=tournament, number=number, fee_owed=20_00, fee_paid=paid)
            EntrantFactory(tournament=other, number=number, player=one.player, fee_paid=3)
        before = came_in(tournament, other)
        refunded = 0
        for number, paid, said in zip(range(101, 105), absent, SAID, strict=True):
            settled = Settlement(said.paid, said.reason, other.pk if said.paid is Paid.MOVE else None)
            entry = record_absence(**me, numbers=[number], settlements={number: settled})
            refunded += paid if said.paid is Paid.REFUND else 0
        undo_change(**me, entry=entry.pk)
        record_absence(**me, numbers=[104], settlements={104: SAID[3]})
        assert came_in(tournament, other) == before - refunded

        added, sanctioning, kept = fund
        set_fund(**me, added=added, sanctioning=sanctioning, kept=kept)
        unit, rounding, has_remainder, sharing, pool_unit = how
        table = [PayoutRow(place, place, share) for place, share in enumerate(shares, start=1)]
        given_to = len(table) if has_remainder else None
        set_payout(**me, table=table, measure=measure, rounding=rounding, unit=unit, remainder_to=given_to)
        stake, chosen = stakes
        pool = open_pool(**me, name="Q pool", sharing=sharing, stake=stake, unit=pool_unit)
        set_stakes(**me, pool=pool.pk, chosen=chosen, seen=())
        found = Money(tournament)

        assert found.fund.amount == came_in(tournament) + added - sanctioning * 24 - kept
        payout, won = found.payout, found.prizes
        assert payout.paid + payout.rounding + payout.unallotted == max(found.fund.amount, 0)
        assert won.paid + won.open_amount + won.remainder == payout.paid
        [staked] = found.pools
        assert staked.shared is not None
        assert staked.staked == stake * len(chosen) == sum(due.amount for due in staked.dues) + staked.shared.unclaimed

        pay_all(found, director)
        paid = Money(tournament)
        assert paid.overpaid == 0
        assert paid.paid_out == (won.paid if found.payment_blocker is None else 0)
        assert paid.paid_out + paid.balance_due == won.paid + won.open_amount
        assert paid.pools[0].paid_out == staked.staked - staked.shared.unclaimed

        text = desk.get(f"{tournament.get_absolute_url()}money/money.csv").content.decode("utf-8-sig")
        rows = [row for row in csv.DictReader(io.StringIO(text)) if row["Paid"]]
        assert sum(cents_of(row["Paid"]) for row in rows) == paid.paid_out + paid.pools[0].paid_out

    adds_up()
