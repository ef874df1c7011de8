"""Write money: additions to the fund and deductions, the payout table, side pools and payments."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from brackets.models import MoneyPlan, Payment, PayoutTemplate, SidePool, Stake
from brackets.payouts.selectors import Due, Money, plan_of
from brackets.rules.payout_examples import payout_examples
from brackets.rules.payouts import Measure, PayoutRow, PoolSharing, Rounding, pay_places, percent
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, AuditEntry, Entrant, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.currency import MAX_CENTS, money, money_in

LAST_PLACE = 999
PAYOUT_FIELDS = ("measure", "rounding", "unit", "remainder_to", "table")
"""What a plan and a template have in common."""


def set_fund(tournament: Tournament, actor: StaffMember, *, added: int, sanctioning: int, kept: int) -> None:
    """Set additions to the prize fund and deductions, in cents; Refused below 0 or beyond any event's."""
    amounts = {"added": added, "sanctioning": sanctioning, "kept": kept}
    for name, amount in amounts.items():
        if not 0 <= amount <= MAX_CENTS:
            raise Refused(f"{money(amount)} is out of range. Enter 0 to {money(MAX_CENTS)}.", name)
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        plan = plan_of(locked)
        before = {name: money(getattr(plan, name)) for name in amounts}
        plan.added, plan.sanctioning, plan.kept = added, sanctioning, kept
        after = {name: money(amount) for name, amount in amounts.items()}
        if before != after:
            plan.save()
            record_change(locked, actor, AuditAction.PRIZE_FUND_SET, before=before, after=after)


def set_payout(
    tournament: Tournament,
    actor: StaffMember,
    *,
    table: Sequence[PayoutRow],
    measure: Measure,
    rounding: Rounding = Rounding.DOWN,
    unit: int = 100,
    remainder_to: int | None = None,
) -> None:
    """Set the payout table. It may not add up yet: the page shows the difference and allows no payment until it does.

    Raises:
        Refused: a row has no places, a place below 1 or above 999, or stands twice; ``remainder_to`` is not in
            the table.
    """
    _check_table(table, unit, remainder_to)
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        plan = plan_of(locked)
        before = _payout_to_json(plan)
        plan.table = _rows_to_json(table)
        plan.measure, plan.rounding, plan.unit, plan.remainder_to = measure, rounding, unit, remainder_to
        after = _payout_to_json(plan)
        if before != after:
            plan.save()
            record_change(locked, actor, AuditAction.PAYOUT_SET, before=before, after=after)


def save_template(tournament: Tournament, actor: StaffMember, *, name: str) -> PayoutTemplate:
    """Save the payout table under a name for other events; a template of this name is replaced.

    Raises:
        Refused: the table is empty, the name is blank, or the director has no account.
    """
    name = " ".join(name.split())
    if actor.user is None:
        raise Refused("Templates need an account. Sign in with yours, then save.")
    if not name:
        raise Refused("Enter a name for the template.")
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        plan = plan_of(locked)
        if not plan.table:
            raise Refused("The payout table is empty. Save the table first.")
        PayoutTemplate.objects.active().filter(owner=actor.user, name=name).revoke(actor.name, "replaced")
        saved = PayoutTemplate.objects.create(
            owner=actor.user, name=name, made_by=actor.name, **{field: getattr(plan, field) for field in PAYOUT_FIELDS}
        )
        record_change(locked, actor, AuditAction.PAYOUT_TEMPLATE_SAVED, name, after=_payout_to_json(plan))
    return saved


def use_template(tournament: Tournament, actor: StaffMember, *, template: int | str) -> str:
    """Use a table to start from as the payout table, and return its name: an example, or one of the director's own.

    An example keeps what shares are rounded to; the remainder of rounding goes to its first place.

    Raises:
        Refused: there is no such template, or no such example for so many qualifiers (any more).
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        plan = plan_of(locked)
        before = _payout_to_json(plan)
        if isinstance(template, str):
            name, rows = template, payout_examples(Money(locked).qualifiers).get(template)
            if rows is None:
                raise Refused("The number of qualifiers has changed. Choose another table.")
            plan.table = _rows_to_json(rows)
            plan.measure, plan.rounding, plan.remainder_to = Measure.PERCENT, Rounding.DOWN, 1
        else:
            found = PayoutTemplate.objects.active().filter(owner=actor.user, pk=template).first()
            if found is None or actor.user is None:
                raise Refused("This template was deleted. Choose another one.")
            name = found.name
            for field in PAYOUT_FIELDS:
                setattr(plan, field, getattr(found, field))
        plan.save()
        after = _payout_to_json(plan)
        record_change(locked, actor, AuditAction.PAYOUT_TEMPLATE_USED, name, before=before, after=after)
    return name


def _rows_to_json(table: Sequence[PayoutRow]) -> list[list[int]]:
    return [[row.first, row.last, row.each] for row in table]


def delete_template(tournament: Tournament, actor: StaffMember, *, template: int) -> None:
    """Delete one of the director's own templates. Events that use it keep their tables."""
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        active = PayoutTemplate.objects.active().filter(owner=actor.user, pk=template)
        found = active.first()
        if found is None or actor.user is None:
            return
        active.revoke(actor.name, "deleted")
        record_change(locked, actor, AuditAction.PAYOUT_TEMPLATE_DELETED, found.name)


def _check_table(table: Sequence[PayoutRow], unit: int, remainder_to: int | None) -> None:
    places = [place for row in table if row.last <= LAST_PLACE for place in row.places]
    twice = sorted(place for place, times in Counter(places).items() if times > 1)
    if twice:
        raise Refused(f"Place {twice[0]} is in the table more than once. Enter it once.")
    if any(row.last > LAST_PLACE or row.each > MAX_CENTS for row in table):
        raise Refused(f"Places go up to {LAST_PLACE}, amounts up to {money(MAX_CENTS)}.")
    if remainder_to is not None and remainder_to not in places:
        raise Refused(
            f"Place {remainder_to} is not in the table. Choose a place of the table for what rounding leaves over.",
            "remainder_to",
        )
    try:
        pay_places(0, table, Measure.AMOUNT, unit=unit)
    except ValueError as error:
        raise Refused("Enter a first place, a last place that is not before it, and a share in each row.") from error


def _payout_to_json(plan: MoneyPlan) -> dict[str, Any]:
    write = percent if plan.measure == Measure.PERCENT else money
    return {
        "places": [
            f"{row.first}: {write(row.each)}" if row.first == row.last else f"{row.first}-{row.last}: {write(row.each)}"
            for row in plan.rows
        ],
        "rounded": f"{plan.rounding} to {money(plan.unit)}",
        "remainder to place": plan.remainder_to,
    }


def record_payment(
    tournament: Tournament, actor: StaffMember, *, number: int, amount: int, pool: int | None = None
) -> Payment:
    """Record that an entrant has been paid a prize, or a share of a side pool, of ``amount`` cents in all.

    Where less was paid before, this pays the balance: a new record of the whole amount takes the place of the first.

    Raises:
        Refused: it is not what is due (any more), it was paid already, or nothing can be paid yet.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        found = Money(locked)
        due, from_pool = _due(found, number, pool)
        if due.balance <= 0:
            raise Refused(f"{due.name} was already paid{f' by {due.payment.made_by}' if due.payment else ''}.")
        if due.amount != amount:
            raise Refused(
                f"{due.name} now gets {money_in(due.amount, locked.currency)}, not {money_in(amount, locked.currency)}."
                " Check the list, then pay."
            )
        before = due.payment.amount if due.payment is not None else 0
        if due.payment is not None:
            Payment.objects.filter(pk=due.payment.pk).revoke(actor.name, "balance paid")
        entrant = Entrant.objects.get(tournament=locked, number=number)
        payment = Payment.objects.create(
            tournament=locked, pool=from_pool, entrant=entrant, amount=amount, made_by=actor.name
        )
        record_change(
            locked,
            actor,
            AuditAction.PAYMENT_MADE,
            _payee(entrant, from_pool),
            before={"amount": money(before)} if before else None,
            after={"amount": money(amount)},
        )
    return payment


def _due(found: Money, number: int, pool: int | None) -> tuple[Due, SidePool | None]:
    pool_view = None
    if pool is None:
        if (blocker := found.payment_blocker) is not None:
            raise Refused(blocker.text)
        dues = found.dues
    else:
        pool_view = found.pool(pool)
        if pool_view is None:
            raise Refused("This side pool was closed.")
        dues = pool_view.dues
    due = next((due for due in dues if due.number == number), None)
    if due is None:
        raise Refused("No payment is due to this entrant.")
    return due, pool_view.pool if pool_view is not None else None


def revoke_payment(tournament: Tournament, actor: StaffMember, *, payment: int) -> None:
    """Revoke a payment: the money was not paid out. Do nothing if it is revoked already."""
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        active = Payment.objects.active().filter(tournament=locked, pk=payment)
        found = active.select_related("entrant", "pool").first()
        if found is None:
            return
        active.revoke(actor.name, "undone")
        record_change(
            locked,
            actor,
            AuditAction.PAYMENT_UNDONE,
            _payee(found.entrant, found.pool),
            before={"amount": money(found.amount)},
        )


def open_pool(
    tournament: Tournament, actor: StaffMember, *, name: str, sharing: PoolSharing, stake: int, unit: int = 100
) -> SidePool:
    """Open a side pool of ``stake`` cents each.

    Raises:
        Refused: it has no name, one of this name is open, or the stake is nothing or too much.
    """
    name = " ".join(name.split())
    if not name:
        raise Refused("Enter a name for the side pool.", "name")
    if not 1 <= stake <= MAX_CENTS:
        raise Refused(f"Enter a stake from 0.01 to {money(MAX_CENTS)}.", "stake")
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        if SidePool.objects.active().filter(tournament=locked, name=name).exists():
            raise Refused(f"There is already a side pool named {name}. Enter another name.", "name")
        pool = SidePool.objects.create(
            tournament=locked, name=name, sharing=sharing, stake=stake, unit=unit, made_by=actor.name
        )
        after = {"stake": money(stake), "sharing": sharing.label, "unit": money(unit)}
        record_change(locked, actor, AuditAction.SIDE_POOL_OPENED, name, after=after)
    return pool


def revoke_pool(tournament: Tournament, actor: StaffMember, *, pool: int) -> None:
    """Close a side pool, stakes returned, if it is open; Refused once it has payments."""
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        active = SidePool.objects.active().filter(tournament=locked, pk=pool)
        found = active.first()
        if found is None:
            return
        if found.payments.active().exists():
            raise Refused("This pool has payments. Undo them first.", status=409)
        stakes = Stake.objects.active().filter(pool=found)
        before = {"stakes": stakes.count(), "staked": money(sum(stake.amount for stake in stakes))}
        stakes.revoke(actor.name, "the pool was closed")
        active.revoke(actor.name, "undone")
        record_change(locked, actor, AuditAction.SIDE_POOL_CLOSED, found.name, before=before)


def join_pool(tournament: Tournament, actor: StaffMember, name: str, stake: int, numbers: Collection[int]) -> bool:
    """Let entrants of an imported list join a side pool, opened where there is none of this name; tell if any did.

    Runs inside the caller's transaction.

    Raises:
        Refused: the stake is nothing or too much or another one by now, or the pool has paid somebody.
    """
    pool = SidePool.objects.active().filter(tournament=tournament, name=name).first()
    if pool is None and numbers:
        pool = open_pool(tournament, actor, name=name, sharing=PoolSharing.EQUAL, stake=stake)
    if pool is None:
        return False
    if pool.stake != stake:
        raise Refused(f"The stake of {name} is now {money(pool.stake)}. Check the preview, then import.")
    active = Stake.objects.active().filter(pool=pool)
    before = set(active.values_list("entrant__number", flat=True))
    set_stakes(tournament, actor, pool=pool.pk, chosen=numbers, seen=())
    return bool(set(numbers) - before)


def forget_stakes(entrants: Collection[Entrant], before: datetime) -> None:
    """Delete the stakes of entrants whose import is undone, as far as they are older than its entry in the log."""
    Stake.objects.filter(entrant__in=entrants, made_at__lte=before).delete()


def tick_pool(tournament: Tournament, actor: StaffMember, *, pool: int, number: int, is_in: bool) -> AuditEntry | None:
    """Let an entrant at the door join a side pool, or leave it; return the entry of the log, if anything changed.

    Raises:
        Refused: there is no such pool or entrant, or it has payments.
    """
    chosen, seen = ({number}, set()) if is_in else (set(), {number})
    return set_stakes(tournament, actor, pool=pool, chosen=chosen, seen=seen)


def set_stakes(
    tournament: Tournament, actor: StaffMember, *, pool: int, chosen: Collection[int], seen: Collection[int]
) -> AuditEntry | None:
    """Set who is in a side pool, by number. ``seen`` are those who were ticked when the page was rendered.

    Only the differences between the two are applied, so that ticks made by somebody else meanwhile stay. Return the
    entry of the log, ``None`` where nothing changed.

    Raises:
        Refused: there is no such pool, somebody chosen is not an entrant, or it has payments.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        found = SidePool.objects.active().filter(tournament=locked, pk=pool).first()
        if found is None:
            raise Refused("This side pool was closed.")
        added, removed = set(chosen) - set(seen), set(seen) - set(chosen)
        entrants = {
            entrant.number: entrant
            for entrant in Entrant.objects.filter(tournament=locked, house_player=False, number__in=added)
        }
        if len(entrants) < len(added):
            raise Refused("A selected player is no longer an entrant. Check the list, then save.")
        active = Stake.objects.active().filter(pool=found)
        already = set(active.values_list("entrant__number", flat=True))
        added, removed = added - already, removed & already
        if not added and not removed:
            return None
        if found.payments.active().exists():
            raise Refused("This pool has payments. Undo them first.")
        active.filter(entrant__number__in=removed).revoke(actor.name, "not in the pool")
        Stake.objects.bulk_create(
            Stake(pool=found, entrant=entrants[number], amount=found.stake, made_by=actor.name)
            for number in sorted(added)
        )
        return record_change(
            locked,
            actor,
            AuditAction.STAKES_CHANGED,
            found.name,
            before={"out": sorted(removed)} if removed else None,
            after={"in": sorted(added)} if added else None,
        )


def _payee(entrant: Entrant, pool: SidePool | None) -> str:
    return f"{entrant.number} {entrant.name}" + (f", {pool.name}" if pool is not None else "")


def copy_plan(*, source: Tournament, target: Tournament, actor: StaffMember) -> None:
    """Plan the prize fund of a copied event as that of the first. Runs inside the caller's transaction."""
    plan = MoneyPlan.objects.filter(tournament=source).first()
    if plan is None:
        return
    plan.pk, plan.tournament = None, target
    plan.save()
    record_change(target, actor, AuditAction.PAYOUT_SET, after=_payout_to_json(plan))
