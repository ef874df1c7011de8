"""Services that keep money: the fund, the payout table, side pools, and what was handed out."""

import pytest

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from brackets.models import Payment, SidePool, Stake
from brackets.payouts.selectors import Fees, Money, plan_of, templates_of
from brackets.payouts.services import (
    delete_template,
    open_pool,
    record_payment,
    revoke_payment,
    revoke_pool,
    save_template,
    set_fund,
    set_payout,
    set_stakes,
    use_template,
)
from brackets.rules.payouts import Measure, PayoutRow, PoolSharing, Rounding
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, TournamentFactory
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.refused import Refused

pytestmark = pytest.mark.slow

TABLE = [PayoutRow(1, 1, 4000), PayoutRow(2, 2, 3000), PayoutRow(3, 4, 1500)]


@pytest.fixture
def planned(tournament: Tournament, director: StaffMember) -> Tournament:
    """Return the event with a table that pays out its fund of 480.00."""
    set_payout(tournament=tournament, actor=director, table=TABLE, measure=Measure.PERCENT)
    return tournament


def amounts(found: Money) -> list[tuple[str, int]]:
    return [(due.place, due.amount) for due in found.dues]


def last_entry(tournament: Tournament) -> tuple[str, object, object]:
    entry = AuditEntry.objects.filter(tournament=tournament).latest("pk")
    return entry.action, entry.before, entry.after


# The fund


def test_fund_is_what_came_in_less_what_goes_off(tournament: Tournament, director: StaffMember) -> None:
    set_fund(tournament=tournament, actor=director, added=5000, sanctioning=200, kept=3000)

    found = Money(tournament)

    assert (found.fund.fees, found.fund.sanctioning, found.fund.amount) == (48000, 4800, 45200)
    assert last_entry(tournament) == (
        "prize fund set",
        {"added": "0.00", "sanctioning": "0.00", "kept": "0.00"},
        {"added": "50.00", "sanctioning": "2.00", "kept": "30.00"},
    )
    # Set to what it is, it leaves no entry.
    entries = AuditEntry.objects.count()
    set_fund(tournament=tournament, actor=director, added=5000, sanctioning=200, kept=3000)
    assert AuditEntry.objects.count() == entries


@pytest.mark.parametrize("amount", [-1, 1_000_000_000])
def test_fund_refuses_amounts_of_no_event(amount: int, tournament: Tournament, director: StaffMember) -> None:
    with pytest.raises(Refused) as refused:
        set_fund(tournament=tournament, actor=director, added=amount, sanctioning=0, kept=0)

    assert refused.value.field == "added"


def test_fees_count_what_is_paid_both_of_a_pair_and_nobody_who_never_played(db: None) -> None:
    tournament = TournamentFactory()
    EntrantFactory(tournament=tournament, fee_owed=20_00, fee_paid=12_50)
    EntrantFactory(tournament=tournament, fee_owed=20_00, fee_paid=20_00, partner="Bo Cedar")
    EntrantFactory(tournament=tournament, fee_owed=0, fee_paid=0, withdrawn_after_game=0)
    EntrantFactory(tournament=tournament, fee_owed=20_00, fee_paid=25_00, withdrawn_after_game=2)
    EntrantFactory(tournament=tournament, fee_owed=99_00, house_player=True)

    fees = Fees(tournament)

    assert (fees.owed, fees.paid, fees.outstanding, fees.owing, fees.players) == (6000, 5750, 750, 1, 4)


# The payout table


def test_payout_says_who_gets_what(planned: Tournament) -> None:
    found = Money(planned)

    assert amounts(found) == [("1", 19200), ("2", 14400), ("3", 7200), ("4", 7200)]
    assert found.payout.adds_up
    assert [due.number for due in found.dues] == [place.entrant for place in found.results.places[:4]]  # type: ignore[union-attr]
    assert sum(due.amount for due in found.dues) == found.fund.amount


def test_payout_is_logged_with_what_it_was(planned: Tournament, director: StaffMember) -> None:
    set_payout(tournament=planned, actor=director, table=[PayoutRow(1, 1, 48000)], measure=Measure.AMOUNT, unit=1)

    assert last_entry(planned) == (
        "payout set",
        {"places": ["1: 40%", "2: 30%", "3-4: 15%"], "rounded": "down to 1.00", "remainder to place": None},
        {"places": ["1: 480.00"], "rounded": "down to 0.01", "remainder to place": None},
    )


@pytest.mark.parametrize(
    ("table", "remainder_to", "field"),
    [
        ([PayoutRow(1, 2, 10), PayoutRow(2, 2, 10)], None, None),
        ([PayoutRow(0, 1, 10)], None, None),
        ([PayoutRow(3, 2, 10)], None, None),
        ([PayoutRow(1, 1000, 10)], None, None),
        ([PayoutRow(1, 1, 1_000_000_000)], None, None),
        ([PayoutRow(1, 1, 10)], 2, "remainder_to"),
    ],
)
def test_payout_refuses_what_is_no_table(
    table: list[PayoutRow], remainder_to: int | None, field: str | None, tournament: Tournament, director: StaffMember
) -> None:
    with pytest.raises(Refused) as refused:
        set_payout(
            tournament=tournament, actor=director, table=table, measure=Measure.PERCENT, remainder_to=remainder_to
        )

    assert (refused.value.field, Money(tournament).plan.table) == (field, [])


def test_payout_that_does_not_add_up_says_what_is_over_and_pays_nobody(
    tournament: Tournament, director: StaffMember
) -> None:
    set_payout(
        tournament=tournament,
        actor=director,
        table=[PayoutRow(1, 1, 3333), PayoutRow(2, 2, 6600)],
        measure=Measure.PERCENT,
        rounding=Rounding.DOWN,
    )
    found = Money(tournament)
    first = found.dues[0]

    with pytest.raises(Refused) as refused:
        record_payment(tournament=tournament, actor=director, number=first.number or 0, amount=first.amount)

    assert found.payout.warnings == (
        "Place 2 gets more than place 1.",
        "The percentages add up to 99.33%.",
        "The table leaves $3.22 of the fund unpaid.",
        "Rounding leaves $1.78 over.",
    )
    assert found.payment_blocker == (
        f"No prize can be paid yet. {' '.join(found.payout.warnings)}",
        *("brackets:payouts", "Payout table", "#payout"),
    )
    assert str(refused.value) == found.payment_blocker.text
    assert Payment.objects.count() == 0


# Handing out


def test_prize_handed_out_is_ticked_with_who_and_when_and_once(planned: Tournament, director: StaffMember) -> None:
    first = Money(planned).dues[0]

    record_payment(tournament=planned, actor=director, number=first.number or 0, amount=first.amount)

    due = Money(planned).dues[0]
    assert due.payment is not None
    assert (due.is_settled, due.payment.made_by, due.payment.amount) == (True, "Dee Rector", 19200)
    assert (Money(planned).paid_out, Money(planned).balance_due) == (19200, 28800)
    assert last_entry(planned) == ("payment made", None, {"amount": "192.00"})
    with pytest.raises(Refused, match="was already paid by Dee Rector"):
        record_payment(tournament=planned, actor=director, number=first.number or 0, amount=first.amount)
    with pytest.raises(Refused, match="No payment is due"):
        record_payment(tournament=planned, actor=director, number=999, amount=19200)
    assert Payment.objects.count() == 1


def test_a_top_up_counts_as_balance_and_is_paid_with_a_record_of_its_own(
    planned: Tournament, director: StaffMember
) -> None:
    """The fund rises after the first prize was paid: the rest of that prize is still due."""
    paid = Money(planned).dues[0]
    record_payment(tournament=planned, actor=director, number=paid.number or 0, amount=paid.amount)
    set_fund(tournament=planned, actor=director, added=10000, sanctioning=0, kept=0)

    found = Money(planned)
    assert (found.fund.amount, found.paid_out, found.balance_due) == (58000, 19200, 58000 - 19200)
    assert (found.dues[0].balance, found.overpaid) == (4000, 0)

    record_payment(tournament=planned, actor=director, number=paid.number or 0, amount=found.dues[0].amount)

    found = Money(planned)
    assert (found.paid_out, found.balance_due) == (23200, 58000 - 23200)
    assert last_entry(planned) == ("payment made", {"amount": "192.00"}, {"amount": "232.00"})
    assert list(Payment.objects.order_by("pk").values_list("amount", "revoked_reason")) == [
        (19200, "balance paid"),
        (23200, ""),
    ]
    with pytest.raises(Refused, match="already paid"):
        record_payment(tournament=planned, actor=director, number=paid.number or 0, amount=23200)

    set_fund(tournament=planned, actor=director, added=0, sanctioning=0, kept=0)
    assert (Money(planned).overpaid, Money(planned).balance_due) == (4000, 48000 - 19200)


def test_template_is_saved_used_in_another_event_replaced_and_deleted(
    planned: Tournament, director: StaffMember
) -> None:
    template = save_template(tournament=planned, actor=director, name="  Top   four ")
    other = TournamentFactory()
    me = StaffMemberFactory(tournament=other, user=director.user, name="Dee Rector")
    stranger = StaffMemberFactory(tournament=other, name="Ann Other")

    assert [(one.name, one.table) for one in templates_of(me)] == [
        ("Top four", [[1, 1, 4000], [2, 2, 3000], [3, 4, 1500]])
    ]
    assert templates_of(stranger) == []
    with pytest.raises(Refused, match="deleted"):
        use_template(tournament=other, actor=stranger, template=template.pk)
    use_template(tournament=other, actor=me, template=template.pk)
    assert plan_of(other).table == plan_of(planned).table
    assert last_entry(other)[0] == "payout template used"

    set_payout(tournament=planned, actor=director, table=TABLE[:1], measure=Measure.PERCENT)
    second = save_template(tournament=planned, actor=director, name="Top four")
    assert [one.pk for one in templates_of(me)] == [second.pk]
    delete_template(tournament=other, actor=me, template=second.pk)
    assert templates_of(me) == []


def test_template_needs_a_name_a_table_and_an_account(tournament: Tournament, director: StaffMember) -> None:
    with pytest.raises(Refused, match="empty"):
        save_template(tournament=tournament, actor=director, name="Top four")
    with pytest.raises(Refused, match="Enter a name"):
        save_template(tournament=tournament, actor=director, name=" ")
    director.user = None
    with pytest.raises(Refused, match="account"):
        save_template(tournament=tournament, actor=director, name="Top four")


def test_payment_taken_back_stays_in_the_record(planned: Tournament, director: StaffMember) -> None:
    first = Money(planned).dues[0]
    paid = record_payment(tournament=planned, actor=director, number=first.number or 0, amount=first.amount)

    revoke_payment(tournament=planned, actor=director, payment=paid.pk)
    revoke_payment(tournament=planned, actor=director, payment=paid.pk)

    paid.refresh_from_db()
    assert (paid.revoked_by, Money(planned).dues[0].payment) == ("Dee Rector", None)
    assert AuditEntry.objects.filter(action="payment undone").count() == 1


def test_payment_that_is_not_what_is_due_any_more_shows_as_wrong(planned: Tournament, director: StaffMember) -> None:
    first, last = Money(planned).dues[0], Money(planned).dues[-1]
    for due in (first, last):
        record_payment(tournament=planned, actor=director, number=due.number or 0, amount=due.amount)

    set_payout(
        tournament=planned,
        actor=director,
        table=[PayoutRow(1, 1, 5000), PayoutRow(2, 3, 2500)],
        measure=Measure.PERCENT,
    )

    found = Money(planned)
    assert [(due.place, due.amount, due.is_wrong) for due in found.dues] == [
        ("1", 24000, True),
        ("2", 12000, False),
        ("3", 12000, False),
        ("", 0, True),
    ]
    assert found.dues[-1].number == last.number


def test_prizes_of_an_event_that_is_not_settled_wait(db: None) -> None:
    tournament = import_event(event_file=make_event(players=24, games=12, settled=False))
    director = StaffMemberFactory(tournament=tournament, name="Dee Rector")
    tournament.entrants.update(fee_paid=20_00)
    set_payout(tournament=tournament, actor=director, table=TABLE, measure=Measure.PERCENT)

    found = Money(tournament)

    assert found.payment_blocker == found.standings_blocker
    assert found.payment_blocker is not None
    assert (found.payment_blocker.page, found.payment_blocker.label) == ("brackets:dashboard", "Dashboard")
    assert [(due.place, due.number) for due in found.dues] == [("1", None), ("2", None), ("3", None), ("4", None)]


def test_example_becomes_the_payout_table_and_pays_all_but_what_is_open(
    tournament: Tournament, director: StaffMember
) -> None:
    """24 players, 6 qualifiers: 18 parts of 480.00 by fives; what is left of rounding is the champion's."""
    set_payout(tournament=tournament, actor=director, table=TABLE, measure=Measure.PERCENT, unit=5_00)

    name = use_template(tournament=tournament, actor=director, template="6 places: each round doubles")

    found = Money(tournament)
    assert (found.qualifiers, name) == (6, "6 places: each round doubles")
    assert amounts(found) == [("1", 225_00), ("2", 105_00), ("3", 50_00), ("4", 50_00), ("5", 25_00), ("6", 25_00)]
    assert (found.payout.adds_up, found.payment_blocker, found.plan.remainder_to) == (True, None, 1)
    assert last_entry(tournament)[0] == "payout template used"
    assert AuditEntry.objects.latest("pk").subject == name


def test_example_for_another_number_of_qualifiers_is_refused(tournament: Tournament, director: StaffMember) -> None:
    with pytest.raises(Refused, match="The number of qualifiers has changed"):
        use_template(tournament=tournament, actor=director, template="7 places: each round doubles")


def test_before_any_card_qualifiers_are_those_of_who_is_entered(db: None) -> None:
    tournament = TournamentFactory()
    for _ in range(10):
        EntrantFactory(tournament=tournament)
    EntrantFactory(tournament=tournament, house_player=True)
    EntrantFactory(tournament=tournament, withdrawn_after_game=0)

    assert Money(tournament).qualifiers == 3
    Tournament.objects.filter(pk=tournament.pk).update(qualifiers=5)
    assert Money(Tournament.objects.get(pk=tournament.pk)).qualifiers == 5


def test_places_that_the_playoffs_leave_open_are_named_with_the_page_that_closes_them(db: None) -> None:
    tournament = import_event(event_file=make_event(players=24, games=12))
    director = StaffMemberFactory(tournament=tournament, name="Dee Rector")
    tournament.entrants.update(fee_paid=20_00)
    set_payout(tournament=tournament, actor=director, table=TABLE, measure=Measure.PERCENT)

    found = Money(tournament)

    assert (found.payment_blocker, found.open_places_blocker is not None) == (None, True)
    assert found.open_places_blocker is not None
    assert found.open_places_blocker.page == "brackets:playoffs"


# Side pools


@pytest.fixture
def pool(tournament: Tournament, director: StaffMember) -> SidePool:
    return open_pool(tournament=tournament, actor=director, name=" Q  pool ", sharing=PoolSharing.GRADUATED, stake=1000)


def seeds(tournament: Tournament) -> list[int]:
    results = Money(tournament).results
    assert results is not None
    return results.seeded


@pytest.mark.parametrize(
    ("sharing", "shares"),
    [(PoolSharing.EQUAL, [1500, 1500]), (PoolSharing.DOUBLE_TOP, [2000, 1000]), (PoolSharing.GRADUATED, [2000, 1000])],
)
def test_pool_is_shared_among_those_in_it_who_qualify(
    sharing: PoolSharing, shares: list[int], tournament: Tournament, director: StaffMember
) -> None:
    pool = open_pool(tournament=tournament, actor=director, name="Q", sharing=sharing, stake=1000)
    first, second, *_ = seeds(tournament)
    outside = next(number for number in range(1, 25) if number not in seeds(tournament))

    set_stakes(tournament=tournament, actor=director, pool=pool.pk, chosen={first, second, outside}, seen=set())

    [shown] = Money(tournament).pools
    assert [(due.place, due.number, due.amount) for due in shown.dues] == [
        ("1", first, shares[0]),
        ("2", second, shares[1]),
    ]
    assert shown.staked == sum(due.amount for due in shown.dues) == 3000


def test_stakes_keep_what_somebody_else_ticked_meanwhile(
    tournament: Tournament, director: StaffMember, pool: SidePool
) -> None:
    set_stakes(tournament=tournament, actor=director, pool=pool.pk, chosen={1, 2}, seen=set())

    set_stakes(tournament=tournament, actor=director, pool=pool.pk, chosen={3}, seen=set())
    set_stakes(tournament=tournament, actor=director, pool=pool.pk, chosen={1}, seen={1, 2})

    [shown] = Money(tournament).pools
    assert sorted(shown.stakes) == [1, 3]
    assert Stake.objects.get(entrant__number=2).revoked_by == "Dee Rector"
    assert last_entry(tournament) == ("stakes in side pool changed", {"out": [2]}, None)


def test_stake_that_two_ticked_at_once_counts_once(
    tournament: Tournament, director: StaffMember, pool: SidePool
) -> None:
    for _ in range(2):
        set_stakes(tournament=tournament, actor=director, pool=pool.pk, chosen={1}, seen=set())

    assert Stake.objects.count() == 1


def test_stakes_of_nobody_we_know_are_refused(tournament: Tournament, director: StaffMember, pool: SidePool) -> None:
    with pytest.raises(Refused, match="no longer an entrant"):
        set_stakes(tournament=tournament, actor=director, pool=pool.pk, chosen={1, 999}, seen=set())

    assert Stake.objects.count() == 0


def test_share_of_a_pool_is_handed_out_and_holds_the_pool_as_it_is(
    tournament: Tournament, director: StaffMember, pool: SidePool
) -> None:
    top = seeds(tournament)[0]
    set_stakes(tournament=tournament, actor=director, pool=pool.pk, chosen={top}, seen=set())

    record_payment(tournament=tournament, actor=director, number=top, amount=1000, pool=pool.pk)

    assert Money(tournament).pools[0].dues[0].is_settled
    assert Money(tournament).paid_out == 0
    for change in (
        lambda: set_stakes(tournament=tournament, actor=director, pool=pool.pk, chosen={2}, seen=set()),
        lambda: revoke_pool(tournament=tournament, actor=director, pool=pool.pk),
    ):
        with pytest.raises(Refused, match="Undo them first"):
            change()


def test_pool_closed_makes_room_for_another_of_its_name(
    tournament: Tournament, director: StaffMember, pool: SidePool
) -> None:
    set_stakes(tournament=tournament, actor=director, pool=pool.pk, chosen={1}, seen=set())

    revoke_pool(tournament=tournament, actor=director, pool=pool.pk)

    assert Money(tournament).pools == []
    assert Stake.objects.active().count() == 0
    assert last_entry(tournament) == ("side pool closed", {"stakes": 1, "staked": "10.00"}, None)
    open_pool(tournament=tournament, actor=director, name="Q pool", sharing=PoolSharing.EQUAL, stake=500)


@pytest.mark.parametrize(
    ("name", "stake", "field"), [("  ", 1000, "name"), ("Q pool", 1000, "name"), ("Other", 0, "stake")]
)
def test_pool_refuses_no_name_the_same_name_and_no_stake(
    name: str, stake: int, field: str, tournament: Tournament, director: StaffMember, pool: SidePool
) -> None:
    with pytest.raises(Refused) as refused:
        open_pool(tournament=tournament, actor=director, name=name, sharing=PoolSharing.EQUAL, stake=stake)

    assert refused.value.field == field


def test_money_leaves_open_public_pages_alone(db: None) -> None:
    tournament = TournamentFactory()
    director = StaffMemberFactory(tournament=tournament, name="Dee Rector")

    set_fund(tournament=tournament, actor=director, added=100, sanctioning=0, kept=0)

    before, tournament = tournament.posted_version, Tournament.objects.get(pk=tournament.pk)
    assert (tournament.posted_version, tournament.version) == (before, 2)
