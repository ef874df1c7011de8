"""Read the photographs that are not asked for: set aside by somebody, hidden from the list, or of no use."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scorecards.models import CardPicture, PictureFile
from scorecards.models.base import ACTIVE
from scorecards.photo.reading import NEEDS_ANOTHER_PICTURE
from scorecards.photographs.refusals import words_for
from tournaments.models import Tournament
from tournaments.rules.text import place_of, plain_text

HIDDEN = "hidden from the list"


@dataclass(frozen=True, slots=True)
class AsideRow:
    """One photograph. ``picture`` is the key of the card found on it, ``file`` of a file of which nothing was of use.

    ``by`` and ``at`` say who set it aside, and when; blank and when it came where it is of no use and still listed.
    """

    picture: int | None
    file: int
    name: str
    place: str
    holder: str
    reason: str
    sent_by: str
    by: str
    at: datetime
    is_undoable: bool
    has_picture: bool

    def has(self, wanted: str) -> bool:
        """Tell whether a word of it contains this text, which is plain already."""
        said = (self.name, self.place, self.holder, self.reason, self.sent_by, self.by)
        return any(wanted in plain_text(text) for text in said)


def pictures_aside(tournament: Tournament, wanted: str = "") -> Sequence[AsideRow]:
    """Return what is not asked for, the newest first; only what contains the text that is wanted. Two queries."""
    cards = CardPicture.objects.filter(file__tournament=tournament).select_related("file", "entrant").defer("reading")
    files = PictureFile.objects.filter(tournament=tournament, state=PictureFile.State.REFUSED)
    rows = [_card(card) for card in cards if card.revoked_at is not None or _is_of_no_use(card)]
    rows += [_file(file) for file in files]
    asked = plain_text(wanted.strip())
    return sorted((row for row in rows if row.has(asked)), key=lambda row: row.at, reverse=True)


def number_aside(tournament: Tournament) -> int:
    """Return how many were set aside or hidden. Two queries."""
    cards = CardPicture.objects.exclude(ACTIVE).filter(file__tournament=tournament).count()
    return cards + PictureFile.objects.exclude(ACTIVE).filter(tournament=tournament).count()


def _is_of_no_use(card: CardPicture) -> bool:
    return card.entrant_id is None and not NEEDS_ANOTHER_PICTURE.isdisjoint(card.refusals)


def _card(card: CardPicture) -> AsideRow:
    holder = card.entrant
    is_aside = card.revoked_at is not None
    said_by_reader = words_for(card.refusals[0]).what if card.refusals else ""
    return AsideRow(
        picture=card.pk,
        file=card.file_id,
        name=card.file.name,
        place=place_of(holder) if holder is not None else "",
        holder=holder.shown_name if holder is not None else "",
        reason=card.revoked_reason if is_aside and card.revoked_reason != HIDDEN else said_by_reader or HIDDEN,
        sent_by=card.file.made_by,
        by=card.revoked_by,
        at=card.revoked_at or card.file.made_at,
        is_undoable=is_aside,
        has_picture=card.stored != "",
    )


def _file(file: PictureFile) -> AsideRow:
    return AsideRow(
        picture=None,
        file=file.pk,
        name=file.name,
        place="",
        holder="",
        reason=words_for(file.refusal).what,
        sent_by=file.made_by,
        by=file.revoked_by,
        at=file.revoked_at or file.made_at,
        is_undoable=file.revoked_at is not None,
        has_picture=False,
    )
