"""Digits printed over empty boxes while the net learns: every pass has other digits, and no card has to be drawn.

Crops of whole cards (``dataset.py``) teach light, blur and neighbors; these teach hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from tools.photo import bends, dataset, writers
from tools.photo.strokes import SIZE

PIXELS_A_MM = 4
HIGH = 20
"""Rows that a digit of a bank has of its 28."""
BLANK, STRUCK = (dataset.CLASSES.index(sign) for sign in (dataset.BLANK, dataset.STRUCK))
STRIKES = 3000
SHARE_STRUCK = 0.08


@dataclass(frozen=True)
class Bank:
    """Digits and dots, 28 x 28, with their classes; and strokes that cross digits out."""

    digits: NDArray[np.uint8]
    values: NDArray[np.int64]
    strikes: NDArray[np.uint8]


def bank(folder: Path, seed: int, *, specks: int = 0) -> Bank:
    """Return the digits of training: MNIST's as they are, digits of all sources bent, and slips of the pen."""
    rng = np.random.default_rng([seed, 1])
    images, labels = writers.mnist(folder, "train")
    some = rng.permutation(len(labels))[: len(labels) // 2]
    made = [(bends.bent(images[place], bends.bend(rng), rng), int(labels[place])) for place in some]
    for _ in range(1500):
        hand = bends.varied(writers.hand_of_strokes(rng), rng)
        made += [(hand.digit(value, rng), value) for value in range(10)]
    for _ in range(1200):
        hand = bends.varied(writers.hand_of_fonts(folder, rng, is_test=False), rng)
        made += [(hand.digit(value, rng), value) for value in range(10)]
    made += [(_speck(rng), BLANK) for _ in range(specks)]
    values = np.concatenate([labels.astype(np.int64), np.array([value for _, value in made])])
    digits = np.concatenate([images, np.stack([image for image, _ in made])])
    return Bank(digits, values, np.stack([_strike(rng) for _ in range(STRIKES)]))


def _strike(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return strokes over a digit: a cross, a few lines, or a scrawl."""
    half = HIGH / 2 * rng.uniform(0.75, 1.2)
    kind = rng.integers(4)
    strokes: list[list[tuple[float, float]]]
    if kind == 0:
        strokes = [[(-half, side * half * rng.uniform(0.4, 1)), (half, -side * half * rng.uniform(0.4, 1))]
                   for side in (1, -1)]  # fmt: skip
    elif kind == 1:
        strokes = [[(-half * 1.1, off + rng.normal(0, 1.4)), (half * 1.1, off + rng.normal(0, 1.4))]
                   for off in rng.normal(0, 2.5, int(rng.integers(2, 4)))]  # fmt: skip
    elif kind == 2:
        slope = rng.uniform(0.3, 1) * rng.choice([-1, 1])
        strokes = [[(-half * 1.1, half * slope + off), (half * 1.1, -half * slope + off)]
                   for off in rng.normal(0, 2.5, int(rng.integers(1, 3)))]  # fmt: skip
    else:
        steps = np.linspace(-1, 1, int(rng.integers(6, 14)))
        strokes = [[(step * half * 0.9 + rng.normal(0, 0.8), half * (1 if i % 2 else -1) * rng.uniform(0.4, 1))
                    for i, step in enumerate(steps)]]  # fmt: skip
    return _drawn(strokes, rng)


def _speck(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a dot or a short scratch, somewhere."""
    x, y = rng.uniform(-HIGH / 2, HIGH / 2, 2)
    return _drawn([[(x, y), (x + rng.normal(0, 1.6), y + rng.normal(0, 1.6))]], rng)


def _drawn(strokes: list[list[tuple[float, float]]], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return strokes, whose middle is 0, as ink of 28 x 28."""
    fine = 4
    picture = np.zeros((SIZE * fine, SIZE * fine), np.uint8)
    width = max(round(fine * rng.uniform(1.3, 3.2)), 1)
    for stroke in strokes:
        at = (np.array(stroke) + SIZE / 2) * fine
        cv2.polylines(picture, [np.round(at * 8).astype(np.int32)], False, 255, width, cv2.LINE_AA, 3)
    return np.asarray(cv2.resize(picture, (SIZE, SIZE), interpolation=cv2.INTER_AREA), np.uint8)


def overprinted(empty: torch.Tensor, own: Bank, chance: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Return crops, n x 1 x 32 x 32, with a digit over each empty one, some of them crossed out; and their classes."""
    count = len(empty)
    chosen = torch.randint(len(own.values), (count,), generator=chance).numpy()
    classes = torch.from_numpy(own.values[chosen])
    height = (4.7 + 0.8 * torch.randn(count, generator=chance)).clamp(3.1, 6.9)
    at = torch.randn(count, 2, generator=chance) * 0.45
    ink = _placed(own.digits[chosen], height, at, chance)
    struck = torch.rand(count, generator=chance) < SHARE_STRUCK
    if struck.any():
        number = int(struck.sum())
        over = own.strikes[torch.randint(len(own.strikes), (number,), generator=chance).numpy()]
        others = torch.randint(len(own.values), (number,), generator=chance).numpy()
        is_digit = (torch.rand(number, generator=chance) < 0.3).numpy()
        # Who writes a digit over another writes another one. A dot crosses nothing out.
        under = own.values[chosen[struck.numpy()]]
        is_digit &= (own.values[others] != under) & (np.maximum(own.values[others], under) < BLANK)
        over = np.where(is_digit[:, None, None], own.digits[others], over)
        near = at[struck] + 0.12 * torch.randn(number, 2, generator=chance)
        ink[struck] = torch.maximum(ink[struck], _placed(over, height[struck], near, chance))
        classes = torch.where(struck, STRUCK, classes)
    soft = functional.avg_pool2d(ink, 3, stride=1, padding=1)
    share = torch.rand(count, 1, 1, 1, generator=chance) * 0.8
    dark = 0.65 + 0.5 * torch.rand(count, 1, 1, 1, generator=chance)
    return torch.maximum(empty, ((ink * (1 - share) + soft * share) * dark).clamp(0, 1)), classes


def _placed(images: NDArray[np.uint8], height: torch.Tensor, at: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Return ink of digits ``height`` mm high, their middles ``at`` mm from the middle of a crop."""
    count = len(images)

    def normal(scale: float) -> torch.Tensor:
        return torch.randn(count, generator=chance) * scale

    scale = HIGH / (height * PIXELS_A_MM) * (dataset.boxes.CROP / SIZE)
    wide, shear, turn = torch.exp(normal(0.1)), normal(0.15), normal(0.06)
    rows = torch.stack([torch.stack([1 / wide, shear - turn], 1), torch.stack([turn, torch.ones(count)], 1)], 1)
    rows = rows * scale[:, None, None]
    shift = -(rows @ (at * PIXELS_A_MM / (dataset.boxes.CROP / 2))[:, :, None])
    grid = functional.affine_grid(
        torch.cat([rows, shift], 2), [count, 1, dataset.boxes.CROP, dataset.boxes.CROP], align_corners=False
    )
    seen = functional.grid_sample(torch.from_numpy(images).float()[:, None] / 255, grid, align_corners=False)
    thin = 0.05 + 0.4 * torch.rand(count, 1, 1, 1, generator=chance)
    return ((seen - thin) / 0.35).clamp(0, 1)
