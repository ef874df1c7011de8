"""What the code of a printed scorecard says: layout, event, entrant, version of the card."""

import hashlib
import re
from base64 import b32encode
from dataclasses import dataclass

from scorecards.photo.layout import LAYOUT_VERSION

QR_VERSION = 2
QR_ERROR = "q"
_TEXT = re.compile(r"CRIB(\d)/([A-Z2-7]{8})/(\d{1,4})/(\d{1,3})")


@dataclass(frozen=True, slots=True)
class CardCode:
    """Names one printed scorecard. ``event`` is :func:`event_key`; ``version`` counts the printings, 1 to 999."""

    event: str
    entrant: int
    version: int
    layout: int = LAYOUT_VERSION

    @property
    def text(self) -> str:
        """Return the text of the code: at most 24 characters that QR codes hold at 5.5 bits each."""
        return f"CRIB{self.layout}/{self.event}/{self.entrant}/{self.version}"


def event_key(slug: str) -> str:
    """Return eight characters that stand for an event in codes: 40 bits of the SHA-256 of its address."""
    return b32encode(hashlib.sha256(slug.encode()).digest()[:5]).decode()


def parse_code(text: str) -> CardCode | None:
    """Return what a code says, ``None`` if it is not the code of a scorecard."""
    found = _TEXT.fullmatch(text)
    if found is None:
        return None
    layout, event, entrant, version = found.groups()
    return CardCode(event, int(entrant), int(version), int(layout))
