"""Read the photographs that are not asked for: set aside by somebody, hidden from the list, or of no use."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from scorecards.models import CardPicture, PictureFile
from scorecards.models.base import ACTIVE
from scorecards.photo.reading import NEEDS_ANOTHER_PICTURE
from scorecards.photographs.refusals import words_for
from tournaments.models import Tournament
from tournaments.rules.text import place_of, plain_text

HIDDEN = "hidden from the list"
SEARCHED = ("name", "place", "holder", "reason", "sent_by", "by")


def pictures_aside(tournament: Tournament, wanted: str = "") -> Sequence[dict[str, Any]]:
    """Return what is not asked for, the newest first; only what contains the text that is wanted. Two queries.

    ``picture`` is the key of the card found on it, ``file`` that of a file of which nothing was of use; ``by`` and
    ``at`` say who set it aside, and when; blank and when it came where it is of no use and still listed.
    """
    cards = CardPicture.objects.filter(file__tournament=tournament).select_related("file", "entrant").defer("reading")
    files = PictureFile.objects.filter(tournament=tournament, state=PictureFile.State.REFUSED)
    rows = [_card(card) for card in cards if card.revoked_at is not None or _is_of_no_use(card)]
    rows += [_row(file, file, words_for(file.refusal).what) for file in files]
    asked = plain_text(wanted.strip())
    found = [row for row in rows if any(asked in plain_text(row[name]) for name in SEARCHED)]
    return sorted(found, key=itemgetter("at"), reverse=True)


def number_aside(tournament: Tournament) -> int:
    """Return how many were set aside or hidden. Two queries."""
    cards = CardPicture.objects.exclude(ACTIVE).filter(file__tournament=tournament).count()
    return cards + PictureFile.objects.exclude(ACTIVE).filter(tournament=tournament).count()


def _is_of_no_use(card: CardPicture) -> bool:
    return card.entrant_id is None and not NEEDS_ANOTHER_PICTURE.isdisjoint(card.refusals)


def _card(card: CardPicture) -> dict[str, Any]:
    is_aside = card.revoked_at is not None
    said_by_reader = words_for(card.refusals[0]).what if card.refusals else ""
    reason = card.revoked_reason if is_aside and card.revoked_reason != HIDDEN else said_by_reader or HIDDEN
    row = _row(card, card.file, reason) | {"picture": card.pk, "has_picture": card.stored != ""}
    if card.entrant is not None:
        row |= {"place": place_of(card.entrant), "holder": card.entrant.shown_name}
    return row


def _row(aside: CardPicture | PictureFile, file: PictureFile, reason: str) -> dict[str, Any]:
    return {
        "file": file.pk,
        "name": file.name,
        "place": "",
        "holder": "",
        "reason": reason,
        "sent_by": file.made_by,
        "by": aside.revoked_by,
        "at": aside.revoked_at or file.made_at,
        "is_undoable": aside.revoked_at is not None,
    }
