"""What the database itself refuses about brackets."""

import pytest
from django.utils import timezone

from brackets.models import AccFacts, Match, Payment, Waiver
from tests.factories.brackets import (
    AnnouncementFactory,
    BracketFactory,
    ClubSeasonFactory,
    DepartureFactory,
    HeldPostingFactory,
    MatchFactory,
    MoneyPlanFactory,
    NonAppearanceFactory,
    PaymentFactory,
    PayoutTemplateFactory,
    PointsEditFactory,
    PostedCardFactory,
    PostingFactory,
    RoundStartFactory,
    SeasonEventFactory,
    SeedFactory,
    SideEventFactory,
    SidePoolFactory,
    StakeFactory,
    TableCallFactory,
    WaiverFactory,
)
from tests.factories.tournaments import TournamentFactory
from tests.refusals import Make, assert_refused, rules_of, twice

pytestmark = pytest.mark.django_db


def two_seeds_for_one() -> None:
    first = SeedFactory(seed=1)
    SeedFactory(bracket=first.bracket, entrant=first.entrant, seed=2)


def second_absence() -> None:
    first = NonAppearanceFactory(round=2)
    NonAppearanceFactory(bracket=first.bracket, entrant=first.entrant, round=2)


def second_edit_of_an_announcement() -> None:
    first = AnnouncementFactory()
    AnnouncementFactory(replaces=first)
    AnnouncementFactory(replaces=first)


def second_stake() -> None:
    first = StakeFactory()
    StakeFactory(pool=first.pool, entrant=first.entrant)


def prize_paid_twice() -> None:
    first = PaymentFactory()
    PaymentFactory(tournament=first.tournament, entrant=first.entrant, amount=500)


def pool_paid_twice() -> None:
    first = PaymentFactory(pool=SidePoolFactory())
    PaymentFactory(tournament=first.tournament, pool=first.pool, entrant=first.entrant)


def second_edit_of_points() -> None:
    first = PointsEditFactory()
    PointsEditFactory(tournament=first.tournament, entrant=first.entrant)


def side_event_of_itself() -> None:
    main = SideEventFactory().main
    SideEventFactory(main=main, event=main)


REFUSED: dict[str, Make] = {
    "season_ends_after_it_starts": lambda: ClubSeasonFactory(ends_on="2025-12-31"),
    "season_counts_a_week": lambda: ClubSeasonFactory(best_of=0),
    "event_in_one_season": lambda: SeasonEventFactory(tournament=SeasonEventFactory().tournament),
    "bracket.tournament": lambda: BracketFactory(tournament=BracketFactory().tournament),
    "bracket_of_two_or_more": lambda: BracketFactory(size=1),
    "seed_once": lambda: SeedFactory(bracket=SeedFactory(seed=3).bracket, seed=3),
    "seeded_entrant_once": two_seeds_for_one,
    "seed_counts_from_one": lambda: SeedFactory(seed=0),
    "match_once_per_slot": lambda: MatchFactory(bracket=MatchFactory(round=2, slot=3).bracket, round=2, slot=3),
    "posting_number_once": lambda: PostingFactory(tournament=PostingFactory(number=2).tournament, number=2),
    "posting_counts_from_one": lambda: PostingFactory(number=0),
    "posted_card_once": lambda: PostedCardFactory(posting=PostedCardFactory(number=7).posting, number=7),
    "one_posting_held": lambda: HeldPostingFactory(tournament=HeldPostingFactory().tournament),
    "waiver_once": lambda: WaiverFactory(tournament=WaiverFactory(item="cards").tournament, item="cards"),
    "departure_once": lambda: DepartureFactory(entrant=DepartureFactory().entrant),
    "round_start_once": lambda: RoundStartFactory(bracket=RoundStartFactory(round=2).bracket, round=2),
    "absence_once": second_absence,
    "table_call_once": lambda: TableCallFactory(bracket=TableCallFactory(slot=3).bracket, slot=3, table="2"),
    "match_round_and_slot": lambda: MatchFactory(round=0),
    "moneyplan.tournament": lambda: MoneyPlanFactory(tournament=MoneyPlanFactory().tournament),
    "accfacts.tournament": lambda: twice(AccFacts, tournament=TournamentFactory()),
    "announcement.replaces": second_edit_of_an_announcement,
    "payout_template_name_once": lambda: PayoutTemplateFactory(owner=PayoutTemplateFactory().owner),
    "template_rounded_to_cents": lambda: PayoutTemplateFactory(unit=0),
    "rounded_to_cents": lambda: MoneyPlanFactory(unit=0),
    "pool_name_once": lambda: SidePoolFactory(tournament=SidePoolFactory().tournament),
    "pool_of_some_money": lambda: SidePoolFactory(stake=0),
    "stake_once": second_stake,
    "prize_paid_once": prize_paid_twice,
    "pool_paid_once": pool_paid_twice,
    "points_edit_once": second_edit_of_points,
    "sideevent.event": lambda: SideEventFactory(event=SideEventFactory().event),
    "side_event_of_another": side_event_of_itself,
}


@pytest.mark.parametrize("rule", REFUSED)
def test_database_refuses_what_breaks_a_rule(rule: str) -> None:
    assert_refused("brackets", rule, REFUSED[rule])


def test_database_rules_of_brackets_are_all_tried() -> None:
    assert sorted(rules_of("brackets")) == sorted(REFUSED)


def test_match_slot_zero_is_refused() -> None:
    assert_refused("brackets", "match_round_and_slot", lambda: MatchFactory(slot=0))


def test_matches_of_one_slot_may_be_in_two_rounds() -> None:
    bracket = MatchFactory(round=1, slot=1).bracket

    MatchFactory(bracket=bracket, round=2, slot=1)

    assert list(Match.objects.filter(bracket=bracket).values_list("round", "slot")) == [(1, 1), (2, 1)]


def test_result_taken_back_leaves_room_for_another() -> None:
    first = MatchFactory(revoked_at=timezone.now())

    MatchFactory(bracket=first.bracket, round=first.round, slot=first.slot)

    assert Match.objects.filter(bracket=first.bracket).count() == 2


def test_waiver_taken_back_leaves_room_for_another() -> None:
    first = WaiverFactory(revoked_at=timezone.now())

    WaiverFactory(tournament=first.tournament, item=first.item)

    assert Waiver.objects.filter(tournament=first.tournament).count() == 2


def test_prize_and_share_of_a_pool_may_both_be_paid() -> None:
    prize = PaymentFactory()

    PaymentFactory(tournament=prize.tournament, entrant=prize.entrant, pool=SidePoolFactory())

    assert Payment.objects.filter(tournament=prize.tournament, entrant=prize.entrant).count() == 2
