"""Scorecards for photographs, ready to print: the engine's shapes as what an SVG needs."""

import zlib
from collections.abc import Iterable, Sequence
from typing import Any

import segno

from scorecards.photo import layout
from scorecards.photo.form import HAIR, FormContent, FormRow, Label, Rect, shapes
from scorecards.photo.layout import QR_ERROR, QR_VERSION, CardCode, event_key
from tournaments.models import Tournament
from tournaments.rules.movement.setup import MovementError
from tournaments.rules.text import ems, shortened
from tournaments.seating.selectors.printouts import PrintedCard, card_pages, tables_by_room
from tournaments.seating.selectors.seats import Seating, seating_of

LEAST = 9 * 25.4 / 72
"""The size in mm down to which a name gets smaller."""
PRESSED = 0.85
"""How far its letters are pressed together then, before it ends in an ellipsis."""
PRINTINGS = 999


def why_none(tournament: Tournament) -> str:
    """Return why this event has no scorecards for photographs, blank if it has."""
    if tournament.is_of_sheets:
        return "Scorecards for photographs have plus and minus spreads. Print the scorecards of this event's scoring."
    if tournament.games > layout.MAX_GAMES:
        return f"Scorecards for photographs have at most {layout.MAX_GAMES} games. This event has {tournament.games}."
    return ""


def photo_sheets(
    tournament: Tournament, seating: Seating, *, table: str = "", number: int = 0
) -> list[list[dict[str, Any]]]:
    """Return the cards of everybody, of one table or of one entrant, two a sheet.

    ``filled`` are the outlines of all that is black, ``outlines`` those of lines by their color.

    Raises:
        MovementError: the schedule cannot be read off.
    """
    pages = card_pages(seating, tournament.games, lambda _: "", table=table, number=number)
    rooms = " ".join(f"{room}: {tables}." for room, tables in tables_by_room(seating))
    cards = [_picture(tournament, card, rooms) for page in pages for card in page]
    return [cards[start : start + 2] for start in range(0, len(cards), 2)]


def version_to_print(tournament: Tournament, number: int) -> int | None:
    """Return the version that the code of an entrant's card would have, printed now; ``None`` without a card."""
    try:
        pages = card_pages(seating_of(tournament), tournament.games, lambda _: "", number=number)
    except MovementError:
        return None
    cards = [card for page in pages for card in page]
    return printed_version(cards[0].chair.seat, [_row(row) for row in cards[0].rows]) if cards else None


def _picture(tournament: Tournament, card: PrintedCard, rooms: str) -> dict[str, Any]:
    rows = [_row(row) for row in card.rows]
    code = CardCode(event_key(tournament.slug), card.chair.number, printed_version(card.chair.seat, rows))
    matrix = segno.make_qr(code.text, version=QR_VERSION, error=QR_ERROR, boost_error=False).matrix
    modules = [list(row) for row in matrix]
    content = FormContent(tournament.name, card.chair.seat, card.chair.shown_name, rows, modules, rooms)
    drawn = list(shapes(content))
    rectangles = [shape for shape in drawn if isinstance(shape, Rect)]
    grays = sorted({one.stroke for one in rectangles if one.stroke is not None})
    return {
        "title": f"{card.chair.seat} {card.chair.shown_name}",
        "filled": _path(one for one in rectangles if one.fill is not None),
        "outlines": [
            (f"#{gray:02x}{gray:02x}{gray:02x}", _path(r for r in rectangles if r.stroke == gray)) for gray in grays
        ],
        "texts": [_text(shape) for shape in drawn if isinstance(shape, Label) and shape.text],
        "width": layout.WIDTH,
        "height": layout.HEIGHT,
        "line": HAIR,
    }


def _row(row: dict[str, Any]) -> FormRow:
    if row["is_off"] or row["is_sat_out"]:
        return FormRow(is_off=True)
    return FormRow(row["seat"], row["opponent"], "left: win by 10" if row["is_left_alone"] else row["opponent_seat"])


def printed_version(seat: str, rows: Sequence[FormRow]) -> int:
    """Return 1 to 999 for what is printed: another number, most likely, once the schedule has changed."""
    lines = (f"{row.seat} {f'{row.opponent} {row.beside}'.strip()} {row.is_off}" for row in rows)
    text = "\n".join((seat, *lines))
    return zlib.crc32(text.encode()) % PRINTINGS + 1


def _path(rectangles: Iterable[Rect]) -> str:
    """Return one path for many rectangles: a card has a thousand."""
    return "".join(f"M{_mm(r.x)} {_mm(r.y)}h{_mm(r.width)}v{_mm(r.height)}h-{_mm(r.width)}z" for r in rectangles)


def _text(label: Label) -> dict[str, str]:
    """Return a line of text of an SVG; ``length`` is its width in mm whatever the font, blank for any."""
    text, size, width = label.text, label.size, ems(label.text, is_bold=label.is_bold)
    if label.room and width * size > label.room:
        size = max(min(size, LEAST), label.room / width)
        text = shortened(text, label.room / PRESSED / size, is_bold=label.is_bold)
        width = ems(text, is_bold=label.is_bold)
    # The printer's font may be wider than is estimated: what nearly fills its room is given just that.
    is_tight = label.room and width * size > label.room * PRESSED
    return {
        "x": _mm(label.x),
        "y": _mm(label.y),
        "text": text,
        "size": _mm(size),
        "anchor": label.anchor,
        "weight": "bold" if label.is_bold else "normal",
        "length": _mm(min(width * size, label.room)) if is_tight else "",
    }


def _mm(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
