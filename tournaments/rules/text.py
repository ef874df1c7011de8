"""Reading what people type: names, numbers, accents."""

from collections.abc import Mapping, Sequence
from typing import Protocol
from unicodedata import category, combining, east_asian_width, normalize


class Seated(Protocol):
    """Somebody with a number and a name, and mostly a seat."""

    @property
    def number(self) -> int:
        """The number, by which they are known as long as they have no seat."""

    @property
    def seat(self) -> str:
        """The seat, blank where there is none."""

    @property
    def name(self) -> str:
        """The name."""


def whole_number(text: str, *, digits: int = 9) -> int | None:
    """Return the whole number that a text is; ``None`` where it is none, or has more digits.

    Only 0 to 9 are digits. A number of a million digits would take minutes to work out.
    """
    is_number = text.isascii() and text.isdecimal() and len(text) <= digits
    return int(text) if is_number else None


def number_of(count: int, one: str, many: str = "") -> str:
    """Return a number with its noun: ``1 card``, ``3 cards``; ``many`` where the plural is not an added s."""
    return f"{count} {one if count == 1 else many or f'{one}s'}"


APOSTROPHES = "'‘’‚‛`´′‵ʹʻʼʽʾʿˈˊˋ՚׳＇ꞌ"
DASHES = "‐‑‒–—―−﹣－"
_SAME_SIGNS = str.maketrans(dict.fromkeys(APOSTROPHES, "'") | dict.fromkeys(DASHES, "-"))
_NO_APOSTROPHES = str.maketrans(dict.fromkeys(APOSTROPHES, "") | dict.fromkeys(DASHES, "-"))
_BASE_LETTERS = str.maketrans(
    dict(zip("łøđðħıŧŋəɨɓɗƙɔɛ", "loddhitneibdkoe", strict=True)) | {"æ": "ae", "œ": "oe", "þ": "th"}
)
# Marks and letters that are drawn as nothing, though Unicode does not count them among its format characters.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def first_of(names: Sequence[str], most: int) -> str:
    """Return the first names, and how many more there are: ``Ann, Bo and 3 more``."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def tidy(text: str) -> str:
    """Return text as it is stored: on one line with single spaces, without what nobody can see, accents composed."""
    if text.isascii():
        return " ".join(text.split())
    return " ".join(normalize("NFC", "".join(char for char in text if not _is_unseen(char))).split())


def _is_unseen(char: str) -> bool:
    is_selector = "\ufe00" <= char <= "\ufe0f" or "\u180b" <= char <= "\u180f" or "\U000e0100" <= char <= "\U000e01ef"
    return category(char) == "Cf" or is_selector or char in _UNSEEN


def folded(text: str) -> str:
    """Return text for comparing: capitals, spaces, and how an apostrophe or a dash is drawn make no difference."""
    return tidy(normalize("NFKC", tidy(text).translate(_SAME_SIGNS)).casefold())


def plain_text(text: str) -> str:
    """Return the text as people type it who are looking for it, and as lists are sorted.

    No capitals, accents or apostrophes, and of letters such as Ł, Ø, Æ and ß those of the English alphabet.
    ``static/js/text/plain_text.js`` does the same.
    """
    text = tidy(text).translate(_NO_APOSTROPHES).casefold()
    if text.isascii():
        return text
    letters = "".join(letter for letter in normalize("NFKD", text) if not combining(letter))
    return tidy(letters.translate(_BASE_LETTERS))


def search_words(text: str) -> list[str]:
    """Return the words that somebody looks for; ``Lee, Ann`` finds Ann Lee."""
    return plain_text(text).replace(",", " ").split()


def pair_name(name: str, partner: str) -> str:
    """Return the name of a card's holder: one name, or both names of a pair."""
    return f"{name} & {partner}" if partner else name


_NARROW, _LETTER, _CAPITAL, _WIDE, _WIDEST, _BOLD = 0.27, 0.54, 0.65, 0.77, 0.92, 1.07
LEAST_POINTS = 9
POINTS = (300, 120, 72, 44, 20, 16, 13, 11, 10, LEAST_POINTS)
"""Sizes in which a name is printed: ``static/css/print.css`` has a class for each."""
_MM_OF_A_POINT = 25.4 / 72


def ems(text: str, *, is_bold: bool = False) -> float:
    """Return about how wide a text is drawn, in sizes of its letters: no browser is there to measure it."""
    width = sum(
        1.0
        if east_asian_width(letter) in "WF"
        else _WIDEST
        if letter in "MW@"
        else _WIDE
        if letter in "mwOQ"
        else _CAPITAL
        if letter.isupper() and letter != "I"
        else _NARROW
        if letter in "fijlrtI '’.,-"
        else _LETTER
        for letter in text
    )
    return width * _BOLD if is_bold else width


def shortened(text: str, most: float, *, is_bold: bool = False) -> str:
    """Return a text that is no wider than so many ems: what is too much ends in an ellipsis."""
    if ems(text, is_bold=is_bold) <= most:
        return text
    while text and ems(f"{text}…", is_bold=is_bold) > most:
        text = text[:-1]
    return f"{text.rstrip()}…"


def points_in(text: str, mm: float, most: int) -> int:
    """Return the size in points in which a text fits: ``most`` or smaller, and 9 where it fits in none."""
    width = ems(text) * _MM_OF_A_POINT
    return next((points for points in POINTS if points <= most and points * width <= mm), min(most, LEAST_POINTS))


def place_of(holder: Seated) -> str:
    """Return where somebody is found: their seat, or the number where they have none."""
    return holder.seat or str(holder.number)


def seat_and_name(holder: Seated) -> str:
    """Return what somebody is called in the log: ``B-5 Otis Lane``."""
    return f"{place_of(holder)} {holder.name}"


def is_same_name(one: str, other: str) -> bool:
    """Tell whether two names are the same to somebody who reads them: capitals and spaces do not count."""
    return folded(one) == folded(other)


def number_in(data: Mapping[str, str], name: str) -> int | None:
    """Return a whole number of a form, ``None`` where it has none."""
    return whole_number(data.get(name, "").strip())
