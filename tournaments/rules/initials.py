"""Initials: 1 to 4 letters."""

from unicodedata import normalize

MAX_INITIALS = 4


def initials_of(name: str) -> str:
    """Return the initials under which somebody signs corrections, at most four letters."""
    firsts = (next((sign for sign in part if sign.isalpha()), "") for part in name.split())
    return initials_from("".join(firsts)[:MAX_INITIALS]) or name.strip()[:1].upper()


def initials_from(text: str) -> str:
    """Return typed initials as they stand on cards, in capitals; nothing where they are not 1 to 4 letters."""
    letters = normalize("NFC", text.strip()).upper()
    return letters if letters.isalpha() and len(letters) <= MAX_INITIALS else ""
