"""What of the tables of this app goes into the archive of an event."""

from uuid import uuid4

from django.db.models import Model

from scorecards.models import CardCode
from scorecards.reporting.selectors.codes import secret_of
from tournaments.archives.decisions import NotCarried, OfEvent, OnceOnASite, Pseudonym, Rule, UpToRow
from tournaments.sign_in.links import digest_of

KEY: dict[str, Rule] = {"key": OnceOnASite(uuid4)}
DEVICE: dict[str, Rule] = {"device": Pseudonym()}


def _digest(code: CardCode) -> str:
    """Return the digest of the code that this site prints: the one printed by another site opens nothing here."""
    return digest_of(secret_of(code.entrant_id, code.serial))


def _blank(_: Model) -> str:
    return ""


TABLES = (
    OfEvent("scorecards.Scorecard"),
    OfEvent("scorecards.CardSave", KEY),
    OfEvent("scorecards.Line"),
    OfEvent("scorecards.Confirmation"),
    OfEvent("scorecards.HighHand"),
    OfEvent("scorecards.ClubMatch"),
    OfEvent("scorecards.ClubMatchPlayer"),
    OfEvent("scorecards.ClubGame"),
    OfEvent("scorecards.ClubMatchPosting"),
    OfEvent("scorecards.CardCode", {"digest": NotCarried("it opens the card", _digest), **DEVICE}),
    OfEvent("scorecards.GameReport", KEY | DEVICE),
    OfEvent("scorecards.GameUnlock", {"after": UpToRow("scorecards.GameReport")}),
    OfEvent("scorecards.SignedCard", KEY | DEVICE),
    OfEvent("scorecards.CardHandover"),
    OfEvent("scorecards.LeaverLine"),
    OfEvent("scorecards.RoundClosing"),
    OfEvent("scorecards.PictureSettings"),
    OfEvent("scorecards.PictureFile", KEY | {"stored": NotCarried("pictures stay where they were taken", _blank)}),
    OfEvent("scorecards.CardPicture", {"stored": NotCarried("pictures stay where they were taken", _blank)}),
    OfEvent("scorecards.PictureConfirmation"),
    OfEvent("scorecards.StoredResult"),
    OfEvent("scorecards.Ruling"),
    OfEvent("scorecards.Decision"),
    OfEvent("scorecards.DecidedLine"),
    OfEvent("scorecards.Correction"),
    OfEvent("scorecards.Signature"),
    OfEvent("scorecards.TieGame"),
    OfEvent("scorecards.TieOrder"),
    OfEvent("scorecards.TieOrderPlace"),
)

LEFT_OUT = {
    "scorecards.CardPresence": "who has a card open at the moment",
    "scorecards.TableHold": "who checks a table at the moment",
}
