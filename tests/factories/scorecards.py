"""What was written, what was ruled, and what it came to."""

from uuid import uuid4

import factory
from django.utils import timezone
from factory.django import DjangoModelFactory

from scorecards.models import (
    CardCode,
    CardHandover,
    CardPicture,
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
    GameReport,
    GameUnlock,
    HighHand,
    LeaverLine,
    Line,
    PictureConfirmation,
    PictureFile,
    PictureSettings,
    RoundClosing,
    Ruling,
    Scorecard,
    Signature,
    SignedCard,
    StoredResult,
    TableHold,
    TieGame,
    TieOrder,
    TieOrderPlace,
)
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, TournamentFactory


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


class StoredResultFactory(DjangoModelFactory):
    class Meta:
        model = StoredResult

    tournament = factory.SubFactory(TournamentFactory)
    report = factory.LazyFunction(dict)


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


class CardCodeFactory(DjangoModelFactory):
    class Meta:
        model = CardCode

    entrant = factory.SubFactory(EntrantFactory)
    serial = 1
    digest = factory.LazyFunction(lambda: uuid4().hex)
    made_by = "Ada"


class GameReportFactory(DjangoModelFactory):
    class Meta:
        model = GameReport

    entrant = factory.SubFactory(EntrantFactory)
    opponent = factory.SubFactory(EntrantFactory)
    game = 1
    won = True
    spread = 12
    how = "entered"
    key = factory.LazyFunction(uuid4)


class GameUnlockFactory(DjangoModelFactory):
    class Meta:
        model = GameUnlock

    first = factory.SubFactory(EntrantFactory)
    second = factory.SubFactory(EntrantFactory)
    game = 1
    after = 1
    reason = "Wrong board."
    made_by = "Ada"


class CardHandoverFactory(DjangoModelFactory):
    class Meta:
        model = CardHandover

    entrant = factory.SubFactory(EntrantFactory)
    reports = 1
    seal = "0123456789"
    made_by = "Ada Birch"


class LeaverLineFactory(DjangoModelFactory):
    class Meta:
        model = LeaverLine

    entrant = factory.SubFactory(EntrantFactory)
    opponent = factory.SubFactory(EntrantFactory)
    game = 1
    made_by = "Ada Birch"


class SignedCardFactory(DjangoModelFactory):
    class Meta:
        model = SignedCard

    entrant = factory.SubFactory(EntrantFactory)
    game_points = games_won = plus = minus = 0
    key = factory.LazyFunction(uuid4)


class RoundClosingFactory(DjangoModelFactory):
    class Meta:
        model = RoundClosing

    tournament = factory.SubFactory(TournamentFactory)
    made_by = "Ada"


class PictureFileFactory(DjangoModelFactory):
    class Meta:
        model = PictureFile

    tournament = factory.SubFactory(TournamentFactory)
    key = factory.LazyFunction(uuid4)
    name = "card.jpg"
    size = 1000
    digest = factory.Sequence("{:064x}".format)
    made_by = "Ada"


class CardPictureFactory(DjangoModelFactory):
    class Meta:
        model = CardPicture

    file = factory.SubFactory(PictureFileFactory)
    made_by = "Ada"


class PictureConfirmationFactory(DjangoModelFactory):
    class Meta:
        model = PictureConfirmation

    picture = factory.SubFactory(CardPictureFactory)
    version = 1
    made_by = "Bo"


class PictureSettingsFactory(DjangoModelFactory):
    class Meta:
        model = PictureSettings

    tournament = factory.SubFactory(TournamentFactory)
