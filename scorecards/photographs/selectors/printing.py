"""Scorecards for photographs, ready to print: the engine's shapes as what an SVG needs."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import segno

from scorecards.photo import layout
from scorecards.photo.card_code import QR_ERROR, QR_VERSION, CardCode, event_key
from scorecards.photo.form import HAIR, FormContent, FormRow, Label, Rect, shapes
from tournaments.models import Tournament
from tournaments.rules.movement.setup import MovementError
from tournaments.seating.selectors.printouts import PrintedCard, card_pages
from tournaments.seating.selectors.seats import Seating, seating_of

WIDTH_OF_LETTER = 0.52
"""How wide a letter of the printed font is on average, for its size: longer lines are narrowed."""
PRINTINGS = 999


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text of an SVG. ``length`` is the width in mm to which it is narrowed; blank for none."""

    x: str
    y: str
    text: str
    size: str
    anchor: str
    weight: str
    length: str


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """One card: ``filled`` are the outlines of all that is black, ``outlines`` those of lines by their color."""

    title: str
    filled: str
    outlines: tuple[tuple[str, str], ...]
    texts: tuple[Text, ...]
    width: float = layout.WIDTH
    height: float = layout.HEIGHT
    line: float = HAIR


def why_none(tournament: Tournament) -> str:
    """Return why this event has no scorecards for photographs, blank if it has."""
    if tournament.is_of_sheets:
        return "Scorecards for photographs have plus and minus spreads. Print the scorecards of this event's scoring."
    if tournament.games > layout.MAX_GAMES:
        return f"Scorecards for photographs have at most {layout.MAX_GAMES} games. This event has {tournament.games}."
    return ""


def photo_sheets(
    tournament: Tournament, seating: Seating, *, table: str = "", number: int = 0
) -> list[list[DrawnCard]]:
    """Return the cards of everybody, of one table or of one entrant, two a sheet.

    Raises:
        MovementError: the schedule cannot be read off.
    """
    pages = card_pages(seating, tournament.games, lambda _: "", table=table, number=number)
    cards = [_picture(tournament, card) for page in pages for card in page]
    return [cards[start : start + 2] for start in range(0, len(cards), 2)]


def version_to_print(tournament: Tournament, number: int) -> int | None:
    """Return what the code of an entrant's card would say of its version, printed now; ``None`` without a card."""
    try:
        pages = card_pages(seating_of(tournament), tournament.games, lambda _: "", number=number)
    except MovementError:
        return None
    cards = [card for page in pages for card in page]
    return printed_version(cards[0].chair.seat, [_row(row) for row in cards[0].rows]) if cards else None


def _picture(tournament: Tournament, card: PrintedCard) -> DrawnCard:
    rows = [_row(row) for row in card.rows]
    code = CardCode(event_key(tournament.slug), card.chair.number, printed_version(card.chair.seat, rows))
    matrix = segno.make_qr(code.text, version=QR_VERSION, error=QR_ERROR, boost_error=False).matrix
    content = FormContent(tournament.name, card.chair.seat, card.chair.name, rows, [list(row) for row in matrix])
    drawn = list(shapes(content))
    rectangles = [shape for shape in drawn if isinstance(shape, Rect)]
    grays = sorted({one.stroke for one in rectangles if one.stroke is not None})
    return DrawnCard(
        f"{card.chair.seat} {card.chair.name}",
        _path(one for one in rectangles if one.fill is not None),
        tuple((f"#{gray:02x}{gray:02x}{gray:02x}", _path(r for r in rectangles if r.stroke == gray)) for gray in grays),
        tuple(_text(shape) for shape in drawn if isinstance(shape, Label) and shape.text),
    )


def _row(row: dict[str, Any]) -> FormRow:
    if row["is_off"] or row["is_sat_out"]:
        return FormRow(is_off=True)
    return FormRow(row["seat"], f"{row['opponent']} {row['opponent_seat']}".strip())


def printed_version(seat: str, rows: Sequence[FormRow]) -> int:
    """Return 1 to 999 for what is printed: another number, most likely, once the schedule has changed."""
    text = "\n".join((seat, *(f"{row.seat} {row.opponent} {row.is_off}" for row in rows)))
    return zlib.crc32(text.encode()) % PRINTINGS + 1


def _path(rectangles: Iterable[Rect]) -> str:
    """Return one path for many rectangles: a card has a thousand."""
    return "".join(f"M{_mm(r.x)} {_mm(r.y)}h{_mm(r.width)}v{_mm(r.height)}h-{_mm(r.width)}z" for r in rectangles)


def _text(label: Label) -> Text:
    is_long = label.room and len(label.text) * label.size * WIDTH_OF_LETTER > label.room
    return Text(
        _mm(label.x),
        _mm(label.y),
        label.text,
        _mm(label.size),
        label.anchor,
        "bold" if label.is_bold else "normal",
        _mm(label.room) if is_long else "",
    )


def _mm(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
