"""What tests of photographs that are sent share: files that are small, and a reader that is told what to say."""

import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from scorecards.models import PictureFile
from scorecards.photo.as_json import reading_to_json
from scorecards.photo.layout import CardCode, event_key
from scorecards.photo.reading import CardReading, ExpectedCard, LineReading, Refusal
from scorecards.photographs.engine import Engine, Page
from scorecards.photographs.services.receiving import receive
from tournaments.models import StaffMember, Tournament

TO_LOOK_AT = b"\xff\xd8\xff a page laid flat"


def png(number: int = 0, *, width: int = 800, height: int = 900) -> bytes:
    """Return a PNG that says this size, of other bytes for each number."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    text = chunk(b"tEXt", b"number\0%d" % number)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + text + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def sent(
    tournament: Tournament, member: StaffMember, data: bytes, *, key: UUID | None = None, name: str = "card.png"
) -> tuple[PictureFile, bool]:
    return receive(tournament=tournament, actor=member, key=key or uuid4(), name=name, chunks=[data])


def send(tournament: Tournament, member: StaffMember, data: bytes, *, name: str = "card.png") -> PictureFile:
    return sent(tournament, member, data, name=name)[0]


def reading(tournament: Tournament, number: int, *refusals: Refusal) -> Mapping[str, Any]:
    """Return what the reader says of an entrant's card: one line, or why there is none."""
    code = CardCode(event_key(tournament.slug), number, 1)
    lines = () if refusals else (LineReading(1, 2, 16, None, 0.999, None, ()),)
    return reading_to_json(CardReading(refusals, code, lines))


class Told(Engine):
    """A reader that says of each file what it is told; it notes what it was asked."""

    def __init__(self, *pages: Page | Exception | Callable[[], Page]) -> None:
        super().__init__()
        self.pages = list(pages)
        self.asked: list[tuple[bytes, int]] = []

    def read(self, path: Path, page: int, expected: Sequence[ExpectedCard], scoring: str) -> Page:
        self.asked.append((path.read_bytes(), page))
        told = self.pages.pop(0)
        if isinstance(told, Exception):
            raise told
        return told if isinstance(told, Page) else told()


def one_card(tournament: Tournament, number: int, *refusals: Refusal, pages: int = 1) -> Page:
    """Return a page with one card."""
    return Page(pages, cards=[(reading(tournament, number, *refusals), TO_LOOK_AT)])
