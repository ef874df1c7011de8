"""Pictures of the cards of an event in the database, as its players wrote them, photographed or scanned."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecards.photo.layout import FOOT, CardCode, Column, event_key
from tools.photo import camera, cards, paper, writers
from tournaments.rules.types import CardRecord

PLAIN = cards.Habits()
PEN = paper.Pen((70, 40, 30), 4.6, 0.05, 0.2, 0.05, 0.95, (0.0, 0.0))


def page_of(slug: str, card: CardRecord, games: int, struck: int = 0) -> paper.Picture:
    """Return the card with its ink, laid flat, in color; the game points of the game ``struck`` are crossed out."""
    rng = np.random.default_rng(card.entrant)
    written = cards.Written(games)
    for line in card.lines:
        written.lines[line.game] = (line.points, line.plus or None, line.minus or None)
        cards.write_line(written, line.game, PLAIN)
    for column, size in ((Column.POINTS, 2), (Column.GAMES_WON, 2), (Column.PLUS, 3), (Column.MINUS, 3)):
        lines = written.lines.values()
        totals = {
            Column.POINTS: sum(points or 0 for points, _, _ in lines),
            Column.GAMES_WON: sum(bool(points) for points, _, _ in lines),
            Column.PLUS: sum(plus or 0 for _, plus, _ in lines),
            Column.MINUS: sum(minus or 0 for _, _, minus in lines),
        }
        for place, sign in enumerate(cards.in_boxes(totals[column], size, PLAIN)):
            written.cells[FOOT, column, place] = sign
    if struck:
        written.cells[struck, Column.POINTS, 0] = cards.STRUCK
    form = paper.draw_form(paper.content_of(CardCode(event_key(slug), card.entrant, 1), games, rng))
    return paper.write(form, written, writers.hand_of_strokes(rng), rng, PEN)


def photograph_of(slug: str, card: CardRecord, games: int, *, turns: int = 0, struck: int = 0) -> bytes:
    """Return a JPEG of a card, as a phone takes it; ``turns`` by a quarter each."""
    rng = np.random.default_rng(100 + card.entrant)
    shot = camera.photograph(page_of(slug, card, games, struck), rng, long_side=1600, hardness=0.3)
    return (
        jpeg(np.rot90(cv2.imdecode(np.frombuffer(shot.data, np.uint8), cv2.IMREAD_COLOR), turns))
        if turns
        else shot.data
    )


def jpeg(picture: NDArray[np.uint8], quality: int = 85) -> bytes:
    """Return a picture as a JPEG."""
    return cv2.imencode(".jpg", np.ascontiguousarray(picture), [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def sheet_of(slug: str, pair: tuple[CardRecord, CardRecord], games: int) -> NDArray[np.uint8]:
    """Return a landscape sheet with two cards, as a scanner sees it at 200 dots an inch."""
    page = np.full((1650, 2200, 3), 248, np.uint8)
    for place, card in enumerate(pair):
        flat = page_of(slug, card, games)
        small = cv2.resize(flat, (1008, round(flat.shape[0] * 1008 / flat.shape[1])), interpolation=cv2.INTER_AREA)
        page[45 : 45 + small.shape[0], 46 + 1100 * place : 46 + 1100 * place + 1008] = small
    return page


def pdf_of(pages: Sequence[NDArray[np.uint8]], *, dots_an_inch: int = 200) -> bytes:
    """Return a PDF as sheet-fed scanners make it: one JPEG a page."""
    objects: list[bytes] = [b"<</Type/Catalog/Pages 2 0 R>>"]
    kids = b" ".join(b"%d 0 R" % (3 + 3 * number) for number in range(len(pages)))
    objects.append(b"<</Type/Pages/Kids[%b]/Count %d>>" % (kids, len(pages)))
    for number, page in enumerate(pages):
        height, width = page.shape[:2]
        data = jpeg(page, 60)
        wide, high = (side * 72 / dots_an_inch for side in (width, height))
        draw = b"q %.2f 0 0 %.2f 0 0 cm /I Do Q" % (wide, high)
        own = 3 + 3 * number
        objects += [
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %.2f %.2f]/Contents %d 0 R/Resources<</XObject<</I %d 0 R>>>>>>"
            % (wide, high, own + 1, own + 2),
            b"<</Length %d>>stream\n%b\nendstream" % (len(draw), draw),
            b"<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8"
            b"/Filter/DCTDecode/Length %d>>stream\n%b\nendstream" % (width, height, len(data), data),
        ]
    found = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(found))
        found += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    start = len(found)
    found += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    found += b"".join(b"%010d 00000 n \n" % place for place in places)
    return bytes(found) + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
