"""Single rows, for tests that ask the database itself. Whole events are imported instead (tests/events.py)."""

from __future__ import annotations

from uuid import uuid4

import factory
from django.contrib.auth import get_user_model
from django.utils import timezone
from factory.django import DjangoModelFactory

from brackets.models import (
    Bracket,
    ClubSeason,
    Departure,
    Match,
    MoneyPlan,
    NonAppearance,
    Override,
    Payment,
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
)
from scorecards.models import (
    CardPresence,
    CardSave,
    ClubGame,
    ClubMatch,
    ClubMatchPlayer,
    ClubMatchPosting,
    Confirmation,
    Correction,
    DecidedLine,
    Decision,
    HighHand,
    Line,
    Reckoning,
    Ruling,
    Scorecard,
    Signature,
    TableHold,
    TieGame,
    TieOrder,
    TieOrderPlace,
)
from tournaments.models import (
    Entrant,
    Pairing,
    Player,
    Role,
    ScheduledGame,
    StaffMember,
    Substitution,
    Tournament,
)


class UserFactory(DjangoModelFactory):
    class Meta:
        model = get_user_model()

    username = factory.Sequence(lambda n: f"user-{n}")


class TournamentFactory(DjangoModelFactory):
    class Meta:
        model = Tournament

    slug = factory.Sequence(lambda n: f"lantern-bay-open-{n}")
    name = "Lantern Bay Open"
    games = 3


class PlayerFactory(DjangoModelFactory):
    class Meta:
        model = Player

    name = factory.Sequence(lambda n: f"Player {n}")


class EntrantFactory(DjangoModelFactory):
    class Meta:
        model = Entrant

    tournament = factory.SubFactory(TournamentFactory)
    number = factory.Sequence(lambda n: n + 1)
    name = factory.LazyAttribute(lambda entrant: f"Entrant {entrant.number}")


class ScheduledGameFactory(DjangoModelFactory):
    class Meta:
        model = ScheduledGame

    tournament = factory.SubFactory(TournamentFactory)
    game = 1


class PairingFactory(DjangoModelFactory):
    class Meta:
        model = Pairing

    scheduled_game = factory.SubFactory(ScheduledGameFactory)
    first = factory.SubFactory(EntrantFactory)
    second = factory.SubFactory(EntrantFactory)


class StaffMemberFactory(DjangoModelFactory):
    class Meta:
        model = StaffMember

    tournament = factory.SubFactory(TournamentFactory)
    user = factory.SubFactory(UserFactory)
    role = Role.DIRECTOR


class ScorecardFactory(DjangoModelFactory):
    class Meta:
        model = Scorecard

    entrant = factory.SubFactory(EntrantFactory)


class LineFactory(DjangoModelFactory):
    class Meta:
        model = Line

    scorecard = factory.SubFactory(ScorecardFactory)
    game = 1


class RulingFactory(DjangoModelFactory):
    class Meta:
        model = Ruling

    tournament = factory.SubFactory(TournamentFactory)
    game = 1
    first = factory.SubFactory(EntrantFactory)
    second = factory.SubFactory(EntrantFactory)
    rules = ["12.2.a"]


class DecisionFactory(DjangoModelFactory):
    class Meta:
        model = Decision

    tournament = factory.SubFactory(TournamentFactory)
    game = 1
    first = factory.SubFactory(EntrantFactory)
    second = factory.SubFactory(EntrantFactory)


class DecidedLineFactory(DjangoModelFactory):
    class Meta:
        model = DecidedLine

    decision = factory.SubFactory(DecisionFactory)
    entrant = factory.SubFactory(EntrantFactory)
    points = 2
    plus = 12


class CorrectionFactory(DjangoModelFactory):
    class Meta:
        model = Correction

    entrant = factory.SubFactory(EntrantFactory)
    game = 1
    after_points = 2
    after_plus = 12
    rule = "12.2.a"


class TieGameFactory(DjangoModelFactory):
    class Meta:
        model = TieGame

    tournament = factory.SubFactory(TournamentFactory)
    winner = factory.SubFactory(EntrantFactory)
    loser = factory.SubFactory(EntrantFactory)


class TieOrderFactory(DjangoModelFactory):
    class Meta:
        model = TieOrder

    tournament = factory.SubFactory(TournamentFactory)


class TieOrderPlaceFactory(DjangoModelFactory):
    class Meta:
        model = TieOrderPlace

    tie_order = factory.SubFactory(TieOrderFactory)
    place = 1
    entrant = factory.SubFactory(EntrantFactory)


class ReckoningFactory(DjangoModelFactory):
    class Meta:
        model = Reckoning

    tournament = factory.SubFactory(TournamentFactory)
    report = factory.LazyFunction(dict)


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


class SubstitutionFactory(DjangoModelFactory):
    class Meta:
        model = Substitution

    entrant = factory.SubFactory(EntrantFactory)
    name = "Sam Stand"
    from_game = 1
    made_by = "Dee"


class CardSaveFactory(DjangoModelFactory):
    class Meta:
        model = CardSave

    scorecard = factory.SubFactory(ScorecardFactory)
    key = factory.LazyFunction(uuid4)
    version = 1
    who = "Ada Birch"


class CardPresenceFactory(DjangoModelFactory):
    class Meta:
        model = CardPresence

    entrant = factory.SubFactory(EntrantFactory)
    member = factory.SubFactory(StaffMemberFactory)
    seen_at = factory.LazyFunction(timezone.now)


class ConfirmationFactory(DjangoModelFactory):
    class Meta:
        model = Confirmation

    entrant = factory.SubFactory(EntrantFactory)
    game = 1
    seen = [2, 2, 12, None]
    initials = "AB"
    made_by = "Ada Birch"


class SignatureFactory(DjangoModelFactory):
    class Meta:
        model = Signature

    ruling = factory.SubFactory(RulingFactory)
    initials = "AB"
    made_by = "Ada Birch"


class TableHoldFactory(DjangoModelFactory):
    class Meta:
        model = TableHold

    tournament = factory.SubFactory(TournamentFactory)
    table = "A"
    member = factory.SubFactory(StaffMemberFactory)
    taken_at = factory.LazyFunction(timezone.now)
    seen_at = factory.LazyFunction(timezone.now)


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
    shown = factory.LazyFunction(dict)


class OverrideFactory(DjangoModelFactory):
    class Meta:
        model = Override

    tournament = factory.SubFactory(TournamentFactory)
    item = "entrants"
    reason = "two left before the first game"
    made_by = "Dee Rector"


class MoneyPlanFactory(DjangoModelFactory):
    class Meta:
        model = MoneyPlan

    tournament = factory.SubFactory(TournamentFactory)


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


class HighHandFactory(DjangoModelFactory):
    class Meta:
        model = HighHand

    tournament = factory.SubFactory(TournamentFactory)
    entrant = factory.SubFactory(EntrantFactory)
    points = 29
    game = "game 7"
    hand = "5H 5S 5C JD, cut 5D"
    witnesses = "Ann Lee, Bo Cedar"
    made_by = "Dee Rector"


class SideEventFactory(DjangoModelFactory):
    class Meta:
        model = SideEvent

    main = factory.SubFactory(TournamentFactory)
    event = factory.SubFactory(TournamentFactory)
    made_by = "Dee Rector"


class ClubMatchFactory(DjangoModelFactory):
    class Meta:
        model = ClubMatch

    tournament = factory.SubFactory(TournamentFactory, kind="club")
    number = 1
    form = "two"
    scheme = "free-play"
    target = 5
    made_by = "Dee Rector"


class ClubMatchPlayerFactory(DjangoModelFactory):
    class Meta:
        model = ClubMatchPlayer

    match = factory.SubFactory(ClubMatchFactory)
    side = 0
    entrant = factory.SubFactory(EntrantFactory)


class ClubGameFactory(DjangoModelFactory):
    class Meta:
        model = ClubGame

    match = factory.SubFactory(ClubMatchFactory)
    number = 1
    pegged = factory.LazyFunction(lambda: [121, 98])
    made_by = "Dee Rector"


class ClubMatchPostingFactory(DjangoModelFactory):
    class Meta:
        model = ClubMatchPosting

    tournament = factory.SubFactory(TournamentFactory, kind="club")
    number = 1
    shown = factory.LazyFunction(lambda: {"matches": [], "standings": []})
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
