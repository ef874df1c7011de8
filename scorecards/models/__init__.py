"""Every model of scorecards, by its subject's module."""

from scorecards.models.base import ACTIVE, MAX_REASON_LENGTH, Revocable, RevocableQuerySet, StaffRecord
from scorecards.models.cards import CardPresence, CardSave, Line, Scorecard
from scorecards.models.checking import Confirmation, TableHold
from scorecards.models.high_hands import HighHand
from scorecards.models.matches import FORMS, ClubGame, ClubMatch, ClubMatchPlayer, ClubMatchPosting
from scorecards.models.pictures import CardPicture, PictureConfirmation, PictureFile, PictureSettings
from scorecards.models.reports import (
    CardCode,
    CardHandover,
    GameReport,
    GameUnlock,
    LeaverLine,
    RoundClosing,
    SignedCard,
)
from scorecards.models.results import StoredResult
from scorecards.models.rulings import Correction, DecidedLine, Decision, GameRecord, Ruling, Signature
from scorecards.models.ties import TieGame, TieOrder, TieOrderPlace, TieRecord
