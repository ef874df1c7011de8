"""What the database itself refuses about brackets."""

import pytest
from django.utils import timezone

from brackets.models import (
    AccFacts,
    Announcement,
    Bracket,
    ClubSeason,
    Departure,
    HeldPosting,
    Match,
    MoneyPlan,
    NonAppearance,
    Payment,
    PayoutTemplate,
    PointsEdit,
    PostedCard,
    Posting,
    Publication,
    PublishTarget,
    RoundStart,
    SeasonEvent,
    Seed,
    SideEvent,
    SidePool,
    Stake,
    TableCall,
    Waiver,
)
from tests.factories.rows import row
from tests.factories.tournaments import EntrantFactory, TournamentFactory
from tests.refusals import Make, assert_refused, rules_of, twice

pytestmark = pytest.mark.django_db


def second_edit_of_an_announcement() -> None:
    first = row(Announcement)
    row(Announcement, replaces=first)
    row(Announcement, replaces=first)


def side_event_of_itself() -> None:
    main = TournamentFactory()
    row(SideEvent, main=main, event=main)


def second_call() -> None:
    entrant = EntrantFactory()
    row(Announcement, tournament=entrant.tournament, entrant=entrant)
    row(Announcement, tournament=entrant.tournament, entrant=entrant)


REFUSED: dict[str, Make] = {
    "season_ends_after_it_starts": lambda: row(ClubSeason, ends_on="2025-12-31"),
    "season_counts_a_week": lambda: row(ClubSeason, best_of=0),
    "event_in_one_season": twice(SeasonEvent, "tournament"),
    "bracket.tournament": twice(Bracket, "tournament"),
    "bracket_of_two_or_more": lambda: row(Bracket, size=1),
    "seed_once": twice(Seed, "bracket", seed=3),
    "seeded_entrant_once": twice(Seed, "bracket", "entrant", second={"seed": 2}),
    "seed_counts_from_one": lambda: row(Seed, seed=0),
    "match_once_per_slot": twice(Match, "bracket", round=2, slot=3),
    "posting_number_once": twice(Posting, "tournament", number=2),
    "posting_counts_from_one": lambda: row(Posting, number=0),
    "publication.tournament": twice(Publication, "tournament"),
    "publish_target_once": twice(PublishTarget, "kind", "place"),
    "publish_target_has_a_place": lambda: row(PublishTarget, place=""),
    "posted_card_once": twice(PostedCard, "posting", number=7),
    "one_posting_held": twice(HeldPosting, "tournament"),
    "waiver_once": twice(Waiver, "tournament", item="cards"),
    "departure_once": twice(Departure, "entrant"),
    "round_start_once": twice(RoundStart, "bracket", round=2),
    "absence_once": twice(NonAppearance, "bracket", "entrant", round=2),
    "table_call_once": twice(TableCall, "bracket", slot=3, second={"table": "2"}),
    "match_round_and_slot": lambda: row(Match, round=0),
    "moneyplan.tournament": twice(MoneyPlan, "tournament"),
    "accfacts.tournament": twice(AccFacts, "tournament"),
    "call_once": second_call,
    "announcement.replaces": second_edit_of_an_announcement,
    "payout_template_name_once": twice(PayoutTemplate, "owner"),
    "template_rounded_to_cents": lambda: row(PayoutTemplate, unit=0),
    "rounded_to_cents": lambda: row(MoneyPlan, unit=0),
    "pool_name_once": twice(SidePool, "tournament"),
    "pool_of_some_money": lambda: row(SidePool, stake=0),
    "stake_once": twice(Stake, "pool", "entrant"),
    "prize_paid_once": twice(Payment, "tournament", "entrant", second={"amount": 500}),
    "pool_paid_once": lambda: twice(Payment, "tournament", "entrant", pool=row(SidePool))(),
    "points_edit_once": twice(PointsEdit, "tournament", "entrant"),
    "sideevent.event": twice(SideEvent, "event"),
    "side_event_of_another": side_event_of_itself,
}


@pytest.mark.parametrize("rule", REFUSED)
def test_database_refuses_what_breaks_a_rule(rule: str) -> None:
    assert_refused("brackets", rule, REFUSED[rule])


def test_database_rules_of_brackets_are_all_tried() -> None:
    assert sorted(rules_of("brackets")) == sorted(REFUSED)


def test_match_slot_zero_is_refused() -> None:
    assert_refused("brackets", "match_round_and_slot", lambda: row(Match, slot=0))


def test_matches_of_one_slot_may_be_in_two_rounds() -> None:
    bracket = row(Match, round=1, slot=1).bracket

    row(Match, bracket=bracket, round=2, slot=1)

    assert list(Match.objects.filter(bracket=bracket).values_list("round", "slot")) == [(1, 1), (2, 1)]


def test_result_taken_back_leaves_room_for_another() -> None:
    first = row(Match, revoked_at=timezone.now())

    row(Match, bracket=first.bracket, round=first.round, slot=first.slot)

    assert Match.objects.filter(bracket=first.bracket).count() == 2


def test_waiver_taken_back_leaves_room_for_another() -> None:
    first = row(Waiver, revoked_at=timezone.now())

    row(Waiver, tournament=first.tournament, item=first.item)

    assert Waiver.objects.filter(tournament=first.tournament).count() == 2


def test_prize_and_share_of_a_pool_may_both_be_paid() -> None:
    prize = row(Payment)

    row(Payment, tournament=prize.tournament, entrant=prize.entrant, pool=row(SidePool))

    assert Payment.objects.filter(tournament=prize.tournament, entrant=prize.entrant).count() == 2
