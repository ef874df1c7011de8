"""Read money: fees and the fund, payouts by place, payments and side pools. All in whole cents."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from brackets.models import MoneyPlan, Payment, PayoutTemplate, SidePool, Stake
from brackets.results.selectors import Results, working_results
from brackets.rules.payouts import Measure, PoolSharing, Rounding, pay_places, prize_fund, prizes, qualifier_pool
from scorecards.rules.qualifying import number_of_qualifiers
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.rules.currency import money_in
from tournaments.rules.names import shown_name


class Fees:
    """What all entrants owe and have paid, in cents; ``owing`` counts those who have not paid all of it. One query.

    ``players`` counts those for whom a sanctioning fee is due: both of a pair, and only who counts; of them
    ``entrants`` are pairs or players. Who does not count owes nothing; what they paid and was kept came in.
    """

    def __init__(self, tournament: Tournament) -> None:
        fields = ("fee_owed", "fee_paid", "partner", "house_player", "withdrawn_after_game")
        entrants = list(Entrant.objects.filter(tournament=tournament, house_player=False).only(*fields))
        amounts = [(one.fee_owed if one.counts else one.fee_paid, one.fee_paid) for one in entrants]
        missing = [owed - paid for owed, paid in amounts if owed > paid]
        self.owed, self.paid = sum(owed for owed, _ in amounts), sum(paid for _, paid in amounts)
        self.outstanding, self.owing = sum(missing), len(missing)
        self.players = sum(2 if one.partner else 1 for one in entrants if one.counts)
        self.entrants = sum(one.counts for one in entrants)


class Blocker(NamedTuple):
    """Why something cannot be paid (yet), and the page, with the part of it, where that can be mended."""

    text: str
    page: str
    label: str
    part: str = ""


class Due(NamedTuple):
    """What somebody gets, and whether it has been paid.

    ``place`` is the final place, in a side pool the seed. ``number`` is ``None`` for a place that nobody holds yet.
    ``amount`` is 0 where something was paid that is no longer due. ``note`` is what the rules have on the
    award of a player who forfeited.
    """

    place: str
    number: int | None
    name: str
    amount: int
    payment: Payment | None
    note: str = ""

    @property
    def is_settled(self) -> bool:
        return self.payment is not None and self.payment.amount == self.amount

    @property
    def is_wrong(self) -> bool:
        """Whether another amount was paid than is due now."""
        return self.payment is not None and self.payment.amount != self.amount

    @property
    def balance(self) -> int:
        """What is still to be paid; below 0 where too much was paid."""
        return self.amount - (self.payment.amount if self.payment is not None else 0)


class PoolView:
    """A side pool: who staked in it, by number, and who gets what (``shared``, ``None`` until that is known)."""

    def __init__(
        self, pool: SidePool, results: Results | None, paid: Mapping[int, Payment], names: Mapping[int, str]
    ) -> None:
        self.pool, self.shared = pool, None
        self.stakes = {stake.entrant.number: stake.amount for stake in pool.stakes.all() if stake.revoked_at is None}
        won: Sequence[tuple[int, int]] = ()
        if results is not None:
            shared = qualifier_pool(self.stakes, results.seeded, PoolSharing(pool.sharing), unit=pool.unit)
            self.shared, won = shared, shared.prizes
        seeds = {number: seed for seed, number in enumerate(results.seeded if results else (), start=1)}
        self.dues = [Due(str(seeds[number]), number, names[number], amount, paid.get(number)) for number, amount in won]
        self.dues += _no_longer_due(paid, self.dues, names)
        self.staked, self.paid_out = sum(self.stakes.values()), _paid_out(self.dues)


class Money:
    """All money of an event: ``payout`` by the table, ``dues`` by holder, ``results`` ``None`` without any cards.

    What has been paid makes the fund, not what is still owed; one below nothing pays nothing. ``names`` are those of
    all but house players, as posted where that is posted. A fixed number of queries whatever the event's size.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.plan = plan = plan_of(tournament)
        self.fees, self.results = Fees(tournament), working_results(tournament)
        self.fund = prize_fund(
            [self.fees.paid],
            players=self.fees.players,
            sanctioning_fee=plan.sanctioning,
            added=plan.added,
            kept=plan.kept,
        )
        self.payout = pay_places(
            max(self.fund.amount, 0),
            plan.rows,
            Measure(plan.measure),
            unit=plan.unit,
            rounding=Rounding(plan.rounding),
            remainder_to=plan.remainder_to,
            currency=tournament.currency,
        )
        settled = self.results if self.results is not None and self.results.outcome.is_settled else None
        self.prizes = prizes(self.payout, settled.places if settled is not None else ())
        entrants = Entrant.objects.filter(tournament=tournament, house_player=False).order_by("number")
        rows = entrants.values_list("number", "name", "partner", "told_apart_by")
        self.names = {number: shown_name(*name) for number, *name in rows}
        self.names |= {row.number: row.name for row in self.results.rows} if self.results is not None else {}
        paid: defaultdict[int | None, dict[int, Payment]] = defaultdict(dict)
        for payment in Payment.objects.active().filter(tournament=tournament).select_related("entrant"):
            paid[payment.pool_id][payment.entrant.number] = payment
        self.dues = self._dues_by_place(paid[None])
        pools = SidePool.objects.active().filter(tournament=tournament).order_by("pk")
        self.pools = [
            PoolView(pool, settled, paid[pool.pk], self.names) for pool in pools.prefetch_related("stakes__entrant")
        ]

    def _dues_by_place(self, paid: Mapping[int, Payment]) -> list[Due]:
        """Return prizes by place, best first, then open places, then payments that are no longer due."""
        notes = {row.number: row.award for row in self.results.rows} if self.results is not None else {}
        dues = {}
        for one in self.prizes.prizes:
            place = f"{one.places[0]}=" if len(one.places) > 1 else str(one.places[0])
            due = Due(place, one.entrant, self.names[one.entrant], one.amount, paid.get(one.entrant))
            dues[one.places[0], one.entrant] = due._replace(note=notes.get(one.entrant, ""))
        for open_place, amount in self.prizes.open_places.items():
            dues[open_place, 0] = Due(str(open_place), None, "", amount, None)
        found = [due for _, due in sorted(dues.items(), key=lambda one: one[0][0])]
        return found + _no_longer_due(paid, found, self.names)

    @cached_property
    def paid_out(self) -> int:
        return _paid_out(self.dues)

    @cached_property
    def balance_due(self) -> int:
        """Prizes still to be paid: open places, unpaid prizes, and the rest of those that were paid in part."""
        return sum(max(due.balance, 0) for due in self.dues)

    @cached_property
    def overpaid(self) -> int:
        """What was paid beyond what is due."""
        return sum(max(-due.balance, 0) for due in self.dues)

    @property
    def qualifiers(self) -> int:
        """How many qualify by the cards, or will by those who are entered."""
        counted = self.results.outcome.report.qualifiers if self.results is not None else 0
        return counted or number_of_qualifiers(self.fees.entrants, self.plan.tournament.qualifiers)

    @property
    def payment_blocker(self) -> Blocker | None:
        """What keeps every prize from being paid; ``None`` where one can be."""
        table = ("brackets:payouts", "Payout table", "#payout")
        if not self.plan.table:
            return Blocker("There is no payout table yet.", *table)
        if self.fund.amount <= 0:
            return Blocker("The prize fund is empty.", "brackets:payouts", "Prize fund", "#fund")
        if not self.payout.is_payable:
            return Blocker(f"No prize can be paid yet. {' '.join(self.payout.warnings)}", *table)
        return self.standings_blocker

    @property
    def standings_blocker(self) -> Blocker | None:
        """What keeps prizes and side pools from being paid, as nobody knows yet who gets them."""
        if self.results is None or not self.results.outcome.is_settled:
            text = "You can pay once the qualifying round is settled. The dashboard shows what is still open."
            return Blocker(text, "brackets:dashboard", "Dashboard")
        return None

    @property
    def open_places_blocker(self) -> Blocker | None:
        """What keeps the prizes of open places from being paid, though others can be."""
        held = [due for due in self.dues if due.number is None]
        if not held or self.payment_blocker is not None or self.results is None or self.results.is_final:
            return None
        return Blocker("Open places can be paid once the playoffs have decided them.", "brackets:playoffs", "Playoffs")

    def pool(self, number: int) -> PoolView | None:
        """Return the pool with this number, ``None`` where there is none."""
        return next((view for view in self.pools if view.pool.pk == number), None)


def _paid_out(dues: Sequence[Due]) -> int:
    return sum(due.payment.amount for due in dues if due.payment is not None)


def plan_of(tournament: Tournament) -> MoneyPlan:
    """Return what the director has planned, or a plan with nothing in it that is not stored. One query."""
    found = MoneyPlan.objects.filter(tournament=tournament).first()
    return found if found is not None else MoneyPlan(tournament=tournament)


def templates_of(member: StaffMember) -> Sequence[PayoutTemplate]:
    """Return the payout templates of a director, by name; none without an account. One query."""
    if member.user_id is None:
        return []
    return list(PayoutTemplate.objects.active().filter(owner_id=member.user_id).order_by("name"))


def _no_longer_due(paid: Mapping[int, Payment], dues: Sequence[Due], names: Mapping[int, str]) -> list[Due]:
    due_to = {due.number for due in dues}
    return [
        Due("", number, names.get(number, payment.entrant.name), 0, payment)
        for number, payment in paid.items()
        if number not in due_to
    ]


def joinable_pools(tournament: Tournament) -> list[SidePool]:
    """Return the side pools that can be joined: no paid ones. One query."""
    paid = Payment.objects.active().filter(tournament=tournament, pool__isnull=False).values("pool")
    return list(SidePool.objects.active().filter(tournament=tournament).exclude(pk__in=paid).order_by("pk"))


def stakes_of_pools(tournament: Tournament) -> dict[str, int]:
    """Return the side pools that can be joined, by name, with their stake in cents. One query."""
    return {pool.name: pool.stake for pool in joinable_pools(tournament)}


class PoolTick(NamedTuple):
    """A side pool as the door ticks it for one entrant."""

    pool: int
    label: str
    is_in: bool


def pool_ticks(entrant: Entrant) -> list[PoolTick]:
    """Return the side pools that can be joined, with their stake, and which of them an entrant is in. Two queries."""
    pools = joinable_pools(entrant.tournament)
    joined = Stake.objects.active().filter(entrant=entrant).values_list("pool", flat=True) if pools else ()
    currency = entrant.tournament.currency
    return [
        PoolTick(pool.pk, f"{pool.name} {money_in(pool.stake, currency)}", pool.pk in set(joined)) for pool in pools
    ]
