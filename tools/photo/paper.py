"""The filled-in card on its paper: the project's own printed form, and ink over it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from scorecards.photo import layout
from scorecards.photo.form import FormContent, FormRow, Label, Rect, shapes
from scorecards.photo.layout import BOX_HEIGHT, BOX_WIDTH, QR_ERROR, QR_VERSION, Box, CardCode, boxes
from tools.photo.cards import BLANK, LOSS_MARK, STRUCK, Written
from tools.photo.writers import Hand

SCALE = 8
"""Pixels a mm."""
PAPERS = ((148.0, 210.0), (139.7, 215.9))
"""A5 and half-Letter, in mm."""
Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class Pen:
    """How one person's pen writes on one card."""

    color: tuple[int, int, int]
    size: float
    """Height of a digit in mm."""
    spread: float
    thin: float
    slant: float
    darkness: float
    offset: tuple[float, float]


PENS = [(40, 30, 30), (120, 50, 25), (150, 70, 30), (95, 90, 88), (60, 45, 40), (130, 40, 50)]
"""Blue-green-red of black, blue, light blue, pencil, gray-black and violet ink."""


def pen(rng: np.random.Generator) -> Pen:
    """Return a pen and a way of holding it."""
    color = tuple(int(v) for v in np.clip(np.array(PENS[int(rng.integers(len(PENS)))]) + rng.normal(0, 12, 3), 0, 190))
    faint = rng.random() < 0.12
    return Pen(
        color,
        size=float(np.clip(rng.normal(4.7, 0.7), 3.2, 6.8)),
        spread=float(rng.uniform(0.02, 0.1)),
        thin=float(rng.uniform(0.05, 0.5)),
        slant=float(rng.normal(0, 0.12)),
        darkness=float(rng.uniform(0.45, 0.7) if faint else rng.uniform(0.75, 1.0)),
        offset=(float(rng.normal(0, 0.3)), float(rng.normal(0, 0.3))),
    )


def modules_of(code: CardCode) -> list[list[int]]:
    """Return the square of the code's dark modules, without quiet zone."""
    return [list(row) for row in segno.make_qr(code.text, version=QR_VERSION, error=QR_ERROR, boost_error=False).matrix]


def content_of(code: CardCode, games: int, rng: np.random.Generator) -> FormContent:
    """Return what is printed on an invented card."""
    letters = "abcdefghiklmnoprstuw"

    def name() -> str:
        return ", ".join(
            "".join(letters[i] for i in rng.integers(0, len(letters), int(rng.integers(3, 9)))).title() for _ in "12"
        )

    def seat() -> str:
        return f"{'ABCDEF'[int(rng.integers(6))]}-{rng.integers(1, 40)}"

    rows = [FormRow(seat(), name(), seat()) for _ in range(games)]
    return FormContent("Invented tournament", seat(), name(), rows, modules_of(code))


def draw_form(content: FormContent) -> Picture:
    """Return the printed live area in gray at ``SCALE``."""
    wide = 2
    size = SCALE * wide
    page = np.full((int(layout.HEIGHT * size), int(layout.WIDTH * size)), 255, np.uint8)
    for shape in shapes(content):
        if isinstance(shape, Rect):
            _rectangle(page, shape, size)
        else:
            _label(page, shape, size)
    return cv2.resize(page, None, fx=1 / wide, fy=1 / wide, interpolation=cv2.INTER_AREA)


def _rectangle(page: Picture, shape: Rect, size: int) -> None:
    left, top = round(shape.x * size), round(shape.y * size)
    right, bottom = round((shape.x + shape.width) * size), round((shape.y + shape.height) * size)
    if shape.fill is not None:
        page[top:bottom, left:right] = shape.fill
    if shape.stroke is not None:
        cv2.rectangle(page, (left, top), (right, bottom), shape.stroke, 3)


def _label(page: Picture, label: Label, size: int) -> None:
    font, scale = cv2.FONT_HERSHEY_SIMPLEX, label.size * size / 30
    thickness = 4 if label.is_bold else 3
    text = label.text.replace("−", "-")
    (width, _), _ = cv2.getTextSize(text, font, scale, thickness)
    if label.room and width > label.room * size:
        scale *= label.room * size / width
        width = label.room * size
    left = label.x * size - {"start": 0, "middle": width / 2, "end": width}[label.anchor]
    cv2.putText(page, text, (round(left), round(label.y * size)), font, scale, 20, thickness, cv2.LINE_AA)


def write(
    form: Picture, card: Written, hand: Hand | Sequence[Hand], rng: np.random.Generator, how: Pen | None = None
) -> Picture:
    """Return the card in color, with its ink. Of several hands each row has another."""
    hands = [hand] if isinstance(hand, Hand) else list(hand)
    own = how or pen(rng)
    page = np.repeat(form[:, :, None], 3, axis=2)
    paper = rng.uniform(232, 255) / 255 * np.array([rng.uniform(0.93, 1), rng.uniform(0.97, 1), 1.0])
    page = (page * paper).astype(np.uint8)
    pens = [own] if len(hands) == 1 else [pen(rng) for _ in hands]
    for box in boxes(card.games):
        sign = card.at(box)
        row = box.row % len(hands)
        if sign != BLANK:
            _write_sign(page, box, sign, hands[row], pens[row], rng)
        elif rng.random() < 0.004:
            _speck(page, box, pens[row], rng)
    _initials(page, card, hands, pens, rng)
    return page


def _write_sign(page: Picture, box: Box, sign: str, hand: Hand, how: Pen, rng: np.random.Generator) -> None:
    x, y = box.center
    x += how.offset[0] + rng.normal(0, 0.3)
    y += how.offset[1] + rng.normal(0, 0.3)
    height = how.size * float(np.exp(rng.normal(0, how.spread)))
    if rng.random() < 0.03:
        height *= rng.uniform(1.15, 1.45)
    if sign == LOSS_MARK:
        _strokes(
            page,
            [[(x - rng.uniform(1, 2.4), y + rng.normal(0, 0.5)), (x + rng.uniform(1, 2.4), y + rng.normal(0, 0.5))]],
            how,
            rng,
        )
        return
    value = int(sign) if sign.isdigit() else int(rng.integers(10))
    blend(page, digit_ink(hand.digit(value, rng), height, how, rng), (x, y), how)
    if sign == STRUCK:
        # Who writes a digit over another writes another one.
        _strike(page, (x, y), height, lambda: hand.digit((value + int(rng.integers(1, 10))) % 10, rng), how, rng)


def _strike(
    page: Picture,
    at: tuple[float, float],
    height: float,
    another: Callable[[], Picture],
    how: Pen,
    rng: np.random.Generator,
) -> None:
    """Cross a digit out with one, two or many strokes, or write another over it."""
    x, y = at
    kind = rng.random()
    half = height / 2 * rng.uniform(0.8, 1.2)
    if kind < 0.25:
        blend(page, digit_ink(another(), height, how, rng), (x + rng.normal(0, 0.4), y + rng.normal(0, 0.4)), how)
        if rng.random() < 0.6:
            return
    if kind < 0.55:
        strokes = [
            [(x - half, y - half * rng.uniform(0.5, 1)), (x + half, y + half * rng.uniform(0.5, 1))],
            [(x - half, y + half * rng.uniform(0.5, 1)), (x + half, y - half * rng.uniform(0.5, 1))],
        ]
    elif kind < 0.75:
        strokes = [
            [(x - half * 1.1, y + off + rng.normal(0, 0.3)), (x + half * 1.1, y + off + rng.normal(0, 0.3))]
            for off in rng.normal(0, 0.6, int(rng.integers(2, 4)))
        ]
    else:
        count = int(rng.integers(6, 14))
        steps = np.linspace(-1, 1, count)
        strokes = [
            [
                (x + step * half * 0.9 + rng.normal(0, 0.2), y + half * (1 if i % 2 else -1) * rng.uniform(0.5, 1))
                for i, step in enumerate(steps)
            ]
        ]
    _strokes(page, strokes, how, rng)


def digit_ink(image: Picture, height: float, how: Pen, rng: np.random.Generator) -> NDArray[np.float32]:
    """Return a digit's ink, 0 to 1, in a square of 13 mm at ``SCALE``; its height is ``height`` mm."""
    side = 13 * SCALE
    scale = height * SCALE / 20
    angle = rng.normal(0, 0.05)
    wide = scale * rng.uniform(0.88, 1.1)
    shear = how.slant + rng.normal(0, 0.05)
    matrix = np.array(
        [[wide * np.cos(angle), scale * (np.sin(angle) - shear)], [-wide * np.sin(angle), scale * np.cos(angle)]]
    )
    shift = np.array([side / 2, side / 2]) - matrix @ np.array([13.5, 13.5])
    large = cv2.warpAffine(image, np.column_stack([matrix, shift]), (side, side), flags=cv2.INTER_CUBIC)
    ink = large.astype(np.float32) / 255
    return np.clip((ink - how.thin) / 0.35, 0, 1)


def blend(page: Picture, ink: NDArray[np.float32], at: tuple[float, float], how: Pen) -> None:
    """Draw ink with its middle at a place in mm."""
    side = len(ink)
    left, top = round(at[0] * SCALE - side / 2), round(at[1] * SCALE - side / 2)
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + side, page.shape[1]), min(top + side, page.shape[0])
    part = page[y0:y1, x0:x1]
    alpha = ink[y0 - top : y1 - top, x0 - left : x1 - left, None] * how.darkness
    part[:] = (part * (1 - alpha) + np.minimum(part, np.array(how.color, np.float32)) * alpha).astype(np.uint8)


def _strokes(page: Picture, strokes: list[list[tuple[float, float]]], how: Pen, rng: np.random.Generator) -> None:
    side = 13 * SCALE
    center = np.mean([point for stroke in strokes for point in stroke], axis=0)
    ink = np.zeros((side, side), np.uint8)
    width = max(2, round(SCALE * rng.uniform(0.3, 0.75) * (1.2 - how.thin)))
    for stroke in strokes:
        points = (np.array(stroke) - center) * SCALE + side / 2
        cv2.polylines(ink, [np.round(points * 8).astype(np.int32)], False, 255, width, cv2.LINE_AA, 3)
    blend(page, ink.astype(np.float32) / 255, (float(center[0]), float(center[1])), how)


def _speck(page: Picture, box: Box, how: Pen, rng: np.random.Generator) -> None:
    """Draw a slip of the pen: a dot or a short scratch that says nothing."""
    x = box.left + rng.uniform(0.5, BOX_WIDTH - 0.5)
    y = box.top + rng.uniform(0.5, BOX_HEIGHT - 0.5)
    _strokes(page, [[(x, y), (x + rng.normal(0, 0.35), y + rng.normal(0, 0.35))]], how, rng)


def _initials(page: Picture, card: Written, hands: list[Hand], pens: list[Pen], rng: np.random.Generator) -> None:
    """Scribble initials beside the lines; some reach out of their column."""
    left, right = layout.INITIALS
    for game in range(1, card.games + 1):
        y = layout.row_top(game) + layout.PITCH / 2
        x = rng.uniform(left + 1, left + 4)
        points = [(x + i * rng.uniform(0.6, 1.3), y + rng.normal(0, 1.7)) for i in range(int(rng.integers(4, 9)))]
        _strokes(page, [[(min(px, right), py) for px, py in points]], pens[game % len(pens)], rng)


@lru_cache(maxsize=64)
def plain_form(games: int, entrant: int, seed: int) -> Picture:
    """Return a form of an invented event; each entrant has another code."""
    code = CardCode("ABCDEFGH", entrant, 1)
    return draw_form(content_of(code, games, np.random.default_rng(seed)))
