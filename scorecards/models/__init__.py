"""Every model of scorecards, by its subject's module."""

from scorecards.models.base import ACTIVE, MAX_REASON_LENGTH, Revocable, RevocableQuerySet
from scorecards.models.cards import CardPresence, CardSave, Line, Scorecard
from scorecards.models.checking import Confirmation, TableHold
from scorecards.models.constraints import does_not_contradict_itself, fits_on_the_board_or_is_blank, is_spread_or_blank
from scorecards.models.high_hands import HighHand
from scorecards.models.matches import FORMS, ClubGame, ClubMatch, ClubMatchPlayer, ClubMatchPosting
from scorecards.models.results import StoredResult
from scorecards.models.rulings import Correction, DecidedLine, Decision, GameRecord, Ruling, Signature
from scorecards.models.ties import TieGame, TieOrder, TieOrderPlace, TieRecord

__all__ = [
    "ACTIVE",
    "FORMS",
    "MAX_REASON_LENGTH",
    "CardPresence",
    "CardSave",
    "ClubGame",
    "ClubMatch",
    "ClubMatchPlayer",
    "ClubMatchPosting",
    "Confirmation",
    "Correction",
    "DecidedLine",
    "Decision",
    "GameRecord",
    "HighHand",
    "Line",
    "Revocable",
    "RevocableQuerySet",
    "Ruling",
    "Scorecard",
    "Signature",
    "StoredResult",
    "TableHold",
    "TieGame",
    "TieOrder",
    "TieOrderPlace",
    "TieRecord",
    "does_not_contradict_itself",
    "fits_on_the_board_or_is_blank",
    "is_spread_or_blank",
]
