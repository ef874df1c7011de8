"""Playoffs, postings, money and seasons."""

import factory
from django.utils import timezone
from factory.django import DjangoModelFactory

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
    RoundStart,
    SeasonEvent,
    Seed,
    SideEvent,
    SidePool,
    Stake,
    TableCall,
    Waiver,
)
from tests.factories.tournaments import EntrantFactory, TournamentFactory, UserFactory


class BracketFactory(DjangoModelFactory):
    class Meta:
        model = Bracket

    tournament = factory.SubFactory(TournamentFactory)
    size = 2


class SeedFactory(DjangoModelFactory):
    class Meta:
        model = Seed

    bracket = factory.SubFactory(BracketFactory)
    seed = 1
    entrant = factory.SubFactory(EntrantFactory)


class MatchFactory(DjangoModelFactory):
    class Meta:
        model = Match

    bracket = factory.SubFactory(BracketFactory)
    round = 1
    slot = 1


class DepartureFactory(DjangoModelFactory):
    class Meta:
        model = Departure

    entrant = factory.SubFactory(EntrantFactory)
    made_by = "Dee Rector"


class RoundStartFactory(DjangoModelFactory):
    class Meta:
        model = RoundStart

    bracket = factory.SubFactory(BracketFactory)
    round = 1
    starts_at = factory.LazyFunction(timezone.now)
    made_by = "Dee Rector"


class NonAppearanceFactory(DjangoModelFactory):
    class Meta:
        model = NonAppearance

    bracket = factory.SubFactory(BracketFactory)
    round = 1
    entrant = factory.SubFactory(EntrantFactory)
    made_by = "Dee Rector"


class TableCallFactory(DjangoModelFactory):
    class Meta:
        model = TableCall

    bracket = factory.SubFactory(BracketFactory)
    round = 1
    slot = 1
    table = "1"
    made_by = "Dee Rector"


class PostingFactory(DjangoModelFactory):
    class Meta:
        model = Posting

    tournament = factory.SubFactory(TournamentFactory)
    number = 1
    report = factory.LazyFunction(dict)
    people = factory.LazyFunction(dict)
    made_by = "Dee Rector"


class PostedCardFactory(DjangoModelFactory):
    class Meta:
        model = PostedCard

    posting = factory.SubFactory(PostingFactory)
    number = 1
    snapshot = factory.LazyFunction(dict)


class HeldPostingFactory(DjangoModelFactory):
    class Meta:
        model = HeldPosting

    tournament = factory.SubFactory(TournamentFactory)
    report = factory.LazyFunction(dict)
    people = factory.LazyFunction(dict)
    cards = factory.LazyFunction(dict)
    cards_version = 1
    made_by = "Dee Rector"


class WaiverFactory(DjangoModelFactory):
    class Meta:
        model = Waiver

    tournament = factory.SubFactory(TournamentFactory)
    item = "entrants"
    reason = "two left before the first game"
    made_by = "Dee Rector"


class MoneyPlanFactory(DjangoModelFactory):
    class Meta:
        model = MoneyPlan

    tournament = factory.SubFactory(TournamentFactory)


class AnnouncementFactory(DjangoModelFactory):
    class Meta:
        model = Announcement

    tournament = factory.SubFactory(TournamentFactory)
    text = "Lunch until 1 PM."
    made_by = "Dee Rector"


class PayoutTemplateFactory(DjangoModelFactory):
    class Meta:
        model = PayoutTemplate

    owner = factory.SubFactory(UserFactory)
    name = "Top four"
    measure = "percent"
    rounding = "down"
    unit = 100
    table = factory.LazyFunction(lambda: [[1, 1, 5000]])
    made_by = "Dee Rector"


class SidePoolFactory(DjangoModelFactory):
    class Meta:
        model = SidePool

    tournament = factory.SubFactory(TournamentFactory)
    name = "Q pool"
    stake = 1000
    made_by = "Dee Rector"


class StakeFactory(DjangoModelFactory):
    class Meta:
        model = Stake

    pool = factory.SubFactory(SidePoolFactory)
    entrant = factory.SubFactory(EntrantFactory)
    amount = 1000
    made_by = "Dee Rector"


class PaymentFactory(DjangoModelFactory):
    class Meta:
        model = Payment

    tournament = factory.SubFactory(TournamentFactory)
    entrant = factory.SubFactory(EntrantFactory)
    amount = 1000
    made_by = "Dee Rector"


class PointsEditFactory(DjangoModelFactory):
    class Meta:
        model = PointsEdit

    tournament = factory.SubFactory(TournamentFactory)
    entrant = factory.SubFactory(EntrantFactory)
    points = 12
    reason = "as the office wrote"
    made_by = "Dee Rector"


class SideEventFactory(DjangoModelFactory):
    class Meta:
        model = SideEvent

    main = factory.SubFactory(TournamentFactory)
    event = factory.SubFactory(TournamentFactory)
    made_by = "Dee Rector"


class ClubSeasonFactory(DjangoModelFactory):
    class Meta:
        model = ClubSeason

    club = "Harbor Peggers"
    name = "Spring"
    starts_on = "2026-01-01"
    ends_on = "2026-12-31"
    made_by = "Dee Rector"


class SeasonEventFactory(DjangoModelFactory):
    class Meta:
        model = SeasonEvent

    season = factory.SubFactory(ClubSeasonFactory)
    tournament = factory.SubFactory(TournamentFactory, kind="club")
    made_by = "Dee Rector"


class AccFactsFactory(DjangoModelFactory):
    class Meta:
        model = AccFacts

    tournament = factory.SubFactory(TournamentFactory)
    sanction_number = "2026-117"
    notes = "Snow on Saturday."
