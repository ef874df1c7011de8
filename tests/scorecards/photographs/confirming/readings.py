"""Readings of photographed cards for tests, made without a picture: what stands on a card, box by box."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from uuid import uuid4

from scorecards.models import CardPicture, PictureFile
from scorecards.photo import layout
from scorecards.photo.as_json import reading_to_json
from scorecards.photo.layout import CardCode, Column, event_key
from scorecards.photo.reading import BoxReading, CardReading, Doubt, FootReading, LineReading, Rectangle
from scorecards.records.pictures import PIXELS_A_MM
from tournaments.models import Entrant, Tournament
from tournaments.rules.types import CardRecord, FootTotals, Line

SIDE = 64
CERTAIN, UNSURE = 0.999, 0.6


def read_line(line: Line, doubt: Doubt | None = None) -> LineReading:
    """Return a line as the reader has it."""
    confidence = CERTAIN if doubt is None else UNSURE
    boxes = _boxes(line.game, {Column.POINTS: line.points, Column.PLUS: line.plus, Column.MINUS: line.minus})
    return LineReading(line.game, line.points, line.plus, line.minus, confidence, doubt, boxes)


def read_card(
    card: CardRecord, *, slug: str = "lantern-bay-open", games: int = 7, doubts: Mapping[int, Doubt] | None = None
) -> CardReading:
    """Return a card as the reader has it: as written, with these lines in doubt; lines it does not have are blank."""
    written = {line.game: line for line in card.lines}
    lines = [read_line(written.get(game, Line(game)), (doubts or {}).get(game)) for game in range(1, games + 1)]
    return CardReading((), CardCode(event_key(slug), card.entrant, 1), tuple(lines), read_foot(card.recorded, lines))


def read_foot(foot: FootTotals | None, lines: Iterable[LineReading], confidence: float = CERTAIN) -> FootReading:
    """Return foot totals as the reader has them."""
    lines = list(lines)
    totals = {
        Column.GAMES_WON: foot.games_won if foot else None,
        Column.POINTS: foot.game_points if foot else None,
        Column.PLUS: foot.plus if foot else None,
        Column.MINUS: foot.minus if foot else None,
    }
    sums = {
        Column.GAMES_WON: sum(1 for line in lines if line.points),
        Column.POINTS: sum(line.points or 0 for line in lines),
        Column.PLUS: sum(line.plus or 0 for line in lines),
        Column.MINUS: sum(line.minus or 0 for line in lines),
    }
    return FootReading(totals, sums, dict.fromkeys(totals, confidence), _boxes(layout.FOOT, totals))


def _boxes(row: int, values: Mapping[Column, int | None]) -> tuple[BoxReading, ...]:
    found = []
    for box in (one for one in layout.boxes() if one.row == row):
        value = values[box.column]
        width = len(layout.FOOT_COLUMNS[box.column] if row == layout.FOOT else layout.LINE_COLUMNS[box.column])
        digits = "" if value is None else str(value).rjust(width)
        x, y = (round(part * PIXELS_A_MM) - SIDE // 2 for part in box.center)
        sign = digits[box.place].strip() if digits else ""
        found.append(BoxReading(box.column, box.place, sign, CERTAIN, Rectangle(x, y, SIDE, SIDE)))
    return tuple(found)


def picture_of(
    tournament: Tournament, entrant: Entrant | None, reading: CardReading, stored: str = "page.jpg"
) -> CardPicture:
    """Store a picture that was read."""
    key = uuid4()
    file = PictureFile.objects.create(
        tournament=tournament,
        key=key,
        name="card.jpg",
        size=1,
        digest=sha256(key.bytes).hexdigest(),
        stored="card",
        state=PictureFile.State.READ,
        made_by="Bo Cedar",
    )
    return CardPicture.objects.create(
        file=file, entrant=entrant, reading=reading_to_json(reading), stored=stored, made_by="Bo Cedar"
    )
