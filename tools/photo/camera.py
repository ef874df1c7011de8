"""Pictures of a card: as a phone takes them, and as a flatbed does."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.photo.paper import PAPERS, SCALE, Picture

Map = NDArray[np.float32]


@dataclass(frozen=True)
class Shot:
    """A picture as a file's bytes, and what disturbs it: figures that the table of the evaluation groups by."""

    data: bytes
    kind: str
    disturbed: dict[str, float]


def on_paper(card: Picture, rng: np.random.Generator) -> Picture:
    """Return the live area in the middle of its paper."""
    width, height = PAPERS[int(rng.integers(2))]
    page = np.empty((round(height * SCALE), round(width * SCALE), 3), np.uint8)
    page[:] = np.median(card[::9, ::9].reshape(-1, 3), axis=0)
    top, left = (page.shape[0] - card.shape[0]) // 2, (page.shape[1] - card.shape[1]) // 2
    page[top : top + card.shape[0], left : left + card.shape[1]] = card
    return page


def photograph(
    card: Picture | Sequence[Picture], rng: np.random.Generator, *, long_side: int = 0, hardness: float = 1.0
) -> Shot:
    """Return a picture as of a phone held at up to 25 degrees over a table. ``hardness`` scales what disturbs.

    Several cards lie side by side, as on a sheet that is not cut; the picture is no larger than that of one.
    """
    papers = [on_paper(one, rng) for one in ([card] if isinstance(card, np.ndarray) else card)]
    height = min(len(one) for one in papers)
    paper = np.hstack([one[:height] for one in papers])
    size = long_side or int(rng.integers(1900, 2700))
    tilt = rng.uniform(-25, 25, 2) * hardness
    if np.hypot(*tilt) > 25:
        tilt *= 25 / np.hypot(*tilt)
    turned = 90 * int(rng.choice([0, 0, 0, 0, 0, 1, 2, 3]))
    matrix, width, height = _view(
        paper.shape[1], paper.shape[0], size, np.radians(tilt), np.radians(turned + rng.normal(0, 4)), rng
    )
    curl = float(np.abs(rng.normal(0, 0.7)) * hardness)
    map_x, map_y = _maps(matrix, width, height, paper.shape[1], paper.shape[0], curl, rng)
    picture = cv2.remap(paper, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(0, 0, 0))
    outside = (map_x < 0) | (map_y < 0) | (map_x > paper.shape[1] - 1) | (map_y > paper.shape[0] - 1)
    picture[outside] = _table(width, height, rng)[outside]
    shadow = float(rng.uniform(0, 0.55) * hardness)
    picture = _light(picture, shadow, rng)
    blur = float(rng.uniform(0.3, 1.5) * size / 2300 * (1 if hardness >= 1 else hardness))
    picture = cv2.GaussianBlur(picture, (0, 0), blur)
    if rng.random() < 0.2 * hardness:
        picture = _motion(picture, int(rng.integers(2, 5)), rng)
    quality = int(rng.integers(60, 95))
    return Shot(
        _jpeg(picture, quality, float(rng.uniform(1, 6)), rng),
        "photo",
        {
            "tilt": float(np.hypot(*tilt)),
            "shadow": shadow,
            "blur": blur * 2300 / size,
            "curl": curl,
            "quality": quality,
        },
    )


def scan(card: Picture, rng: np.random.Generator, *, hardness: float = 1.0) -> Shot:
    """Return a picture as of a flatbed or sheet-fed scanner at 200 to 300 dots an inch."""
    paper = on_paper(card, rng)
    scale = float(rng.uniform(200, 300)) / 25.4 / SCALE
    angle = float(np.clip(rng.normal(0, 1.0), -3, 3))
    turned = 180 if rng.random() < 0.1 else 0
    height, width = round(paper.shape[0] * scale) + 60, round(paper.shape[1] * scale) + 60
    matrix = cv2.getRotationMatrix2D((paper.shape[1] / 2, paper.shape[0] / 2), angle + turned, scale)
    matrix[:, 2] += (width / 2 - paper.shape[1] / 2, height / 2 - paper.shape[0] / 2)
    source = cv2.GaussianBlur(paper, (0, 0), 0.5 / scale) if scale < 1 else paper
    color = int(rng.uniform(200, 255))
    picture = cv2.warpAffine(source, matrix, (width, height), flags=cv2.INTER_LINEAR, borderValue=(color, color, color))
    gain = rng.uniform(0.95, 1.15)
    picture = np.clip(picture.astype(np.float32) * gain + rng.uniform(-12, 8), 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    kind = "scan"
    if rng.random() < 0.03 * hardness:
        gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        picture = np.where(gray > 150, 255, 0).astype(np.uint8)[:, :, None].repeat(3, 2)
        kind = "scan, 1 bit"
    quality = int(rng.integers(70, 96))
    return Shot(
        _jpeg(picture, quality, float(rng.uniform(0, 2)), rng),
        kind,
        {"tilt": 0.0, "shadow": 0.0, "blur": 0.5, "curl": 0.0, "quality": quality},
    )


def _view(
    width: int, height: int, size: int, tilt: NDArray[np.float64], turn: float, rng: np.random.Generator
) -> tuple[NDArray[np.float64], int, int]:
    """Return the homography from the paper to the picture, and the picture's size."""
    (ax, ay), distance = tilt, rng.uniform(1.6, 3.0) * height
    corners = np.array(
        [[-width / 2, -height / 2], [width / 2, -height / 2], [width / 2, height / 2], [-width / 2, height / 2]]
    )
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    points = corners @ spin.T
    x, y, z = points[:, 0], points[:, 1], np.zeros(4)
    y, z = y * np.cos(ax) - z * np.sin(ax), y * np.sin(ax) + z * np.cos(ax)
    x, z = x * np.cos(ay) + z * np.sin(ay), -x * np.sin(ay) + z * np.cos(ay)
    seen = np.column_stack([x, y]) * (distance / (distance + z))[:, None]
    low, high = seen.min(0), seen.max(0)
    wide = (high - low).max()
    margin = rng.uniform(0.03, 0.14) * wide
    scale = size / (wide + 2 * margin)
    shift = rng.uniform(-0.8, 0.8, 2) * margin
    placed = (seen - low + margin + shift) * scale
    out = np.ceil((high - low + 2 * margin) * scale).astype(int)
    paper = (corners + np.array([width / 2, height / 2])).astype(np.float32)
    return cv2.getPerspectiveTransform(paper, placed.astype(np.float32)), int(out[0]), int(out[1])


def _maps(
    matrix: NDArray[np.float64],
    width: int,
    height: int,
    paper_width: int,
    paper_height: int,
    curl: float,
    rng: np.random.Generator,
) -> tuple[Map, Map]:
    """Return for each pixel of the picture its place on the paper; ``curl`` bends the paper by up to so many mm."""
    back = np.linalg.inv(matrix)
    xs, ys = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    depth = back[2, 0] * xs + back[2, 1] * ys + back[2, 2]
    map_x = ((back[0, 0] * xs + back[0, 1] * ys + back[0, 2]) / depth).astype(np.float32)
    map_y = ((back[1, 0] * xs + back[1, 1] * ys + back[1, 2]) / depth).astype(np.float32)
    if curl > 0.05:
        phase, waves = rng.uniform(0, 6.28), rng.uniform(0.4, 1.3)
        along = np.sin(map_y * (waves * 3.14 / paper_height) + map_x * (rng.uniform(-1, 1) / paper_width) + phase)
        across = np.sin(map_x * (waves * 3.14 / paper_width) + rng.uniform(0, 6.28))
        map_y += along * (curl * SCALE)
        map_x += across * (curl * SCALE * 0.6)
    return map_x, map_y


def _table(width: int, height: int, rng: np.random.Generator) -> Picture:
    """Return a table top: a color, a grain."""
    small = rng.normal(0, 1, (max(height // 16, 2), max(width // (16 if rng.random() < 0.5 else 120), 2)))
    grain = cv2.resize(small.astype(np.float32), (width, height))
    color = rng.uniform(30, 190) * rng.uniform(0.7, 1.1, 3)
    return np.clip(color + grain[:, :, None] * rng.uniform(2, 14), 0, 255).astype(np.uint8)


def _light(picture: Picture, shadow: float, rng: np.random.Generator) -> Picture:
    """Return the picture under uneven light, with a shadow's soft edge."""
    height, width = picture.shape[:2]
    xs, ys = np.meshgrid(np.linspace(-1, 1, 64, dtype=np.float32), np.linspace(-1, 1, 64, dtype=np.float32))
    angle = rng.uniform(0, 6.28)
    lie = xs * np.cos(angle) + ys * np.sin(angle)
    light = 1 - 0.18 * rng.random() * (lie + 1)
    edge = rng.uniform(-0.7, 0.7)
    angle = rng.uniform(0, 6.28)
    lie = xs * np.cos(angle) + ys * np.sin(angle)
    light *= 1 - shadow / (1 + np.exp(-(lie - edge) * rng.uniform(6, 40)))
    light = cv2.resize((light * rng.uniform(0.75, 1.05)).astype(np.float32), (width, height))
    tint = np.array([rng.uniform(0.82, 1.02), rng.uniform(0.92, 1.0), 1.0], np.float32)
    return np.clip(picture * (light[:, :, None] * tint), 0, 255).astype(np.uint8)


def _motion(picture: Picture, length: int, rng: np.random.Generator) -> Picture:
    kernel = np.zeros((length * 2 + 1, length * 2 + 1), np.float32)
    angle = rng.uniform(0, 3.14)
    ends = [
        (round(length + s * np.cos(angle) * length), round(length + s * np.sin(angle) * length)) for s in (-0.5, 0.5)
    ]
    cv2.line(kernel, ends[0], ends[1], 1.0)
    return cv2.filter2D(picture, -1, kernel / kernel.sum())


def _jpeg(picture: Picture, quality: int, noise: float, rng: np.random.Generator) -> bytes:
    grain = rng.normal(0, noise, (picture.shape[0] // 2 + 1, picture.shape[1] // 2 + 1)).astype(np.float32)
    noisy = picture.astype(np.float32) + cv2.resize(grain, (picture.shape[1], picture.shape[0]))[:, :, None]
    done, data = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return data.tobytes()
