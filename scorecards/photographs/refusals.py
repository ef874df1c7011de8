"""Why a file, or a card on it, could not be used, and what to do about it, in words."""

from collections.abc import Mapping
from typing import NamedTuple

from scorecards.photo.reading import Refusal

HEIC_UNREAD = "heic"
BROKEN_PDF = "broken pdf"
TOO_MANY_PAGES = "too many pages"
TOO_HARD = "too hard"
READER_FAILED = "reader failed"
LOST = "lost"
NO_ROOM = "no room"
DELETED = "deleted"


class Words(NamedTuple):
    """What is wrong, and what to do."""

    what: str
    advice: str


WORDS: Mapping[str, Words] = {
    Refusal.NOT_A_PICTURE: Words(
        "This is not a JPEG, PNG, HEIC or PDF file, or it is damaged.", "Photograph the card again, or scan it as PDF."
    ),
    HEIC_UNREAD: Words(
        "This is a HEIC photograph, which cannot be read here.",
        "Photograph from this page instead. Or on the iPhone choose Settings, Camera, Formats, Most Compatible.",
    ),
    Refusal.TOO_LARGE: Words(
        "The file is too large: at most 30 MB, 64 million pixels, as PNG 40 million, as HEIC 25 million.",
        "Send a smaller photograph, or fewer pages at once.",
    ),
    Refusal.TOO_SMALL: Words("The card is too small in the picture.", "Go closer, so that the card fills the picture."),
    Refusal.NO_CARD: Words(
        "No card with its corner marks was found.",
        "Show the whole card: at least three of its four corner marks must be seen. Do not cover them.",
    ),
    Refusal.NOT_SHARP: Words(
        "The picture is blurred, or the card is bent.", "Lay the card flat, hold still, and photograph it again."
    ),
    Refusal.FAINT: Words(
        "The writing is too faint to see, or nothing is written.",
        "Photograph the card in better light, or scan it in gray. Enter an empty card by hand.",
    ),
    Refusal.OTHER_LAYOUT: Words(
        "This card was printed by another version of this program.", "Enter this card by hand."
    ),
    Refusal.CODE_UNREAD: Words("The code on the card could not be read.", "Say whose card it is."),
    Refusal.OTHER_EVENT: Words("This card is of another event.", "Put it with the cards of its event."),
    Refusal.UNKNOWN_CARD: Words("This event has no entrant with this card's number.", "Say whose card it is."),
    BROKEN_PDF: Words(
        "This PDF cannot be opened: it is damaged or locked.", "Scan the cards again, without a password."
    ),
    TOO_MANY_PAGES: Words("This PDF has more than 40 pages.", "Send it in parts of 40 pages or fewer."),
    TOO_HARD: Words("This picture took too long or too much memory to read.", "Photograph the card again."),
    READER_FAILED: Words(
        "The reader stopped three times at this picture.", "Photograph the card again, or enter it by hand."
    ),
    LOST: Words(
        "The file is not on this computer: it did not come along from the other one.", "Photograph the card again."
    ),
    NO_ROOM: Words("The disk of this computer is full.", "Make room on it, then send the photograph again."),
    DELETED: Words("The photograph was deleted before it was read.", "Photograph the card again if you need it."),
}


def words_for(refusal: str) -> Words:
    """Return what a refusal says to people."""
    return WORDS.get(refusal) or Words("The picture could not be read.", "Photograph the card again.")
