"""Follows the printed boxes over curled paper, and cuts each out."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecards.photo import layout
from scorecards.photo.layout import BOX_HEIGHT, BOX_WIDTH, LINE_COLUMNS, Box, Column
from scorecards.photo.pictures import Ink
from scorecards.photo.rectify import SCALE

Floats = NDArray[np.float64]

CROP = 32
CROP_MM = 8.0
REACH = 20
"""Pixels by which the paper may have moved a row: 2.5 mm."""
STEP = 4
"""Pixels by which a row may lie off from where the row above says."""
MIN_LINE = 0.05
"""Ink that a printed line has at least where it shows at all."""
NEAR = 3.0
"""Pixels within which a row's lines have to be of where the fit says."""
MIN_NEAR = 0.8


@dataclass(frozen=True, slots=True)
class Fit:
    """Where the paper moved each place to: coefficients for x and y, and how well printed lines lie on it.

    ``misfit`` is the median distance in mm. ``shows`` tells whether printed lines show at all; if not, the marks alone
    are trusted. ``near`` is the share of rows whose lines lie where the fit says.
    """

    across: Floats
    down: Floats
    misfit: float
    near: float
    shows: bool

    def shift(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Return by how many pixels places in mm lie off, to the right and down."""
        terms = _terms(x, y)
        return terms @ self.across, terms @ self.down


def _terms(x: Floats, y: Floats) -> Floats:
    u, v = x / layout.WIDTH * 2 - 1, y / layout.HEIGHT * 2 - 1
    one = np.ones_like(u)
    return np.column_stack([one, u, v, u * v, u * u, v * v, u * v * v, v**3, u * u * v, v**4])


def follow(ink: Ink, games: int) -> Fit:
    """Return how the paper curls, by the printed boxes of plus and minus in all rows."""
    above = (layout.PITCH - BOX_HEIGHT) / 2
    tops = [layout.EXAMPLE_TOP, *(layout.row_top(game) for game in range(1, games + 1)), layout.FOOT_TOP]
    tops = [top + above for top in tops]
    # A pixel more in each direction: a printed line is two wide, and the fit is fine enough.
    soft = np.asarray(cv2.blur(ink, (3, 3)), np.float32)
    xs, ys, across, down, strength = [], [], [], [], []
    for column in (Column.PLUS, Column.MINUS):
        lefts = LINE_COLUMNS[column]
        rows = np.array([_down_scores(soft, lefts, top) for top in tops])
        path = _smooth_path(rows)
        sides = np.array([_across_scores(soft, lefts, top, move) for top, move in zip(tops, path, strict=True)])
        side_path = _smooth_path(sides)
        for top, score, move, side_score, side in zip(tops, rows, path, sides, side_path, strict=True):
            xs.append((lefts[0] + lefts[-1] + BOX_WIDTH) / 2)
            ys.append(top + BOX_HEIGHT / 2)
            down.append(_peak(score, move))
            across.append(_peak(side_score, side))
            strength.append(min(score[move + REACH], side_score[side + REACH]))
    return _fit(*(np.array(values, np.float64) for values in (xs, ys, across, down, strength)))


def _down_scores(ink: Ink, lefts: Sequence[float], top: float) -> Floats:
    """Return for each move down, -20 to 20 pixels, how dark top and bottom of three boxes are all along."""
    y = round(top * SCALE)
    height = round(BOX_HEIGHT * SCALE)
    inner = [slice(round((left + 0.8) * SCALE), round((left + BOX_WIDTH - 0.8) * SCALE)) for left in lefts]
    rows = slice(y - REACH, y + height + REACH + 1)
    # A printed line is dark all along, a pen is not: the lower third of its pixels decides.
    profile = np.mean([np.quantile(ink[rows, part], 0.3, axis=1) for part in inner], axis=0)
    both = profile[: 2 * REACH + 1] + profile[height : height + 2 * REACH + 1]
    return np.asarray(both, np.float64)


def _across_scores(ink: Ink, lefts: Sequence[float], top: float, move: int) -> Floats:
    """Return for each move to the right how dark the sides of three boxes are from top to bottom."""
    y = round(top * SCALE) + move
    x = round(lefts[0] * SCALE)
    rows = ink[
        y + 7 : y + round(BOX_HEIGHT * SCALE) - 6, x - REACH : round((lefts[-1] + BOX_WIDTH) * SCALE) + REACH + 2
    ]
    profile = np.quantile(rows, 0.3, axis=0)
    edges = [round((edge - lefts[0]) * SCALE) for left in lefts for edge in (left, left + BOX_WIDTH)]
    moved = [profile[edge : edge + 2 * REACH + 1] for edge in edges]
    return np.asarray(np.mean(moved, axis=0) * 2, np.float64)


def _smooth_path(scores: Floats) -> list[int]:
    """Return the moves of all rows together that are darkest, none of them far from its neighbors' (Viterbi)."""
    size = scores.shape[1]
    capped = np.minimum(scores, np.median(scores.max(axis=1)) * 1.3 + 1e-6)
    best = capped[0]
    came = []
    offsets = range(-STEP, STEP + 1)
    for row in capped[1:]:
        padded = np.pad(best, STEP, constant_values=-9.0)
        options = np.array([padded[STEP + off : STEP + off + size] - 0.01 * abs(off) for off in offsets])
        choice = options.argmax(axis=0)
        came.append(np.clip(np.arange(size) + choice - STEP, 0, size - 1))
        best = options.max(axis=0) + row
    path = [int(best.argmax())]
    for back in reversed(came):
        path.append(int(back[path[-1]]))
    return [place - REACH for place in reversed(path)]


def _peak(scores: Floats, move: int) -> float:
    """Return the move to a fraction of a pixel: the middle of what is dark around it."""
    at = move + REACH
    near = slice(max(at - 2, 0), at + 3)
    weights = np.maximum(scores[near] - scores.min(), 0) ** 2 + 1e-9
    return float((np.arange(len(scores))[near] * weights).sum() / weights.sum()) - REACH


def _fit(x: Floats, y: Floats, across: Floats, down: Floats, strength: Floats) -> Fit:
    """Fit a smooth shift, held at the marks, robustly: rows that lie off weigh little."""
    shows = bool(np.median(strength) >= MIN_LINE)
    marks = np.array(layout.MARK_PLACES, np.float64) + layout.MARK_SIZE / 2
    terms = np.vstack([_terms(x, y), _terms(marks[:, 0], marks[:, 1]), 0.3 * np.eye(10)])
    weights = np.concatenate([np.where(strength >= MIN_LINE / 2, 1.0, 0.05), np.full(4, 3.0), np.ones(10)])
    if not shows:
        return Fit(np.zeros(10), np.zeros(10), 0.0, 0.0, shows)
    found = []
    for moves in (across, down):
        wanted = np.concatenate([moves, np.zeros(14)])
        own = weights.copy()
        for _ in range(6):
            solved = np.linalg.lstsq(terms * own[:, None], wanted * own, rcond=None)[0]
            off = np.abs(terms[: len(moves)] @ solved - moves)
            own[: len(moves)] = weights[: len(moves)] / (1 + (off / 1.5) ** 2)
        found.append((solved, off))
    (a, off_a), (d, off_d) = found
    off = np.maximum(off_a, off_d)
    return Fit(a, d, float(np.median(off)) / SCALE, float(np.mean(off <= NEAR)), shows)


def crops(ink: Ink, places: Sequence[Box], fit: Fit) -> tuple[NDArray[np.float32], Floats]:
    """Return what lies 4 mm around the middle of each box, n x 32 x 32, 0 to 1; and the middles in pixels, n x 2.

    Ink is scaled by the pen's own darkness, so that a faint pencil looks like a pen.
    """
    middles = np.array([box.center for box in places], np.float64)
    dx, dy = fit.shift(middles[:, 0], middles[:, 1])
    at = middles * SCALE + np.column_stack([dx, dy])
    small = np.asarray(cv2.resize(ink, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
    steps = (np.arange(CROP) - (CROP - 1) / 2) * (CROP_MM / CROP * SCALE / 2)
    map_x = (at[:, 0] / 2 - 0.25)[:, None, None] + steps[None, None, :] + 0 * steps[None, :, None]
    map_y = (at[:, 1] / 2 - 0.25)[:, None, None] + steps[None, :, None] + 0 * steps[None, None, :]
    shape = (len(places) * CROP, CROP)
    cut = cv2.remap(
        small, map_x.reshape(shape).astype(np.float32), map_y.reshape(shape).astype(np.float32), cv2.INTER_LINEAR
    ).reshape(len(places), CROP, CROP)
    inner = cut[:, 8:24, 8:24]
    dark = inner[inner > 0.15]
    own = float(np.quantile(dark, 0.8)) if dark.size > 200 else 0.7
    return np.clip(cut / max(own, 0.25), 0, 1).astype(np.float32), at
