"""Pictures that somebody made to do harm, or that broke on the way: refused, and nothing large is decoded."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import pytest

pytest.importorskip("cv2", reason="The extra photo is not installed.")

import cv2
import numpy as np

from scorecards.photo import pictures
from scorecards.photo.heads import MAX_PIXELS, RefusedPicture, size_of
from scorecards.photo.pictures import decoded
from scorecards.photo.reader import read
from scorecards.photo.reading import Refusal
from tests.conftest import SHARE_OF_EXAMPLES
from tests.scorecards.photo.pictures_of_cards import EXPECTED, shot

MUTATIONS = 400 // SHARE_OF_EXAMPLES


def png(width: int, height: int, body: bytes = b"") -> bytes:
    """Return a PNG that says this size, with a body of another."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(body)) + chunk(b"IEND", b"")


def jpeg(width: int, height: int) -> bytes:
    """Return the head of a JPEG that says this size."""
    return b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0" + struct.pack(">HBHHB", 17, 8, height, width, 3) + bytes(9)


def small_picture(ending: str) -> bytes:
    picture = np.random.default_rng(2).integers(0, 255, (45, 45), np.uint8)
    return cv2.imencode(ending, cv2.resize(picture, (720, 720)))[1].tobytes()


def outcome(data: bytes) -> Refusal | None:
    """Return why a picture is refused, ``None`` for one that was decoded within the limits."""
    try:
        gray = decoded(data)
    except RefusedPicture as refused:
        return refused.refusal
    return None if gray.size <= MAX_PIXELS else Refusal.UNKNOWN_CARD


@pytest.fixture
def nothing_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail where a picture is decoded."""

    def decode(*_: Any) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(pictures.cv2, "imdecode", decode)


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (png(60_000, 60_000), Refusal.TOO_LARGE),
        (png(2_000_000_000, 800), Refusal.TOO_LARGE),
        (png(7000, 6000), Refusal.TOO_LARGE),
        (jpeg(65_000, 65_000), Refusal.TOO_LARGE),
        (jpeg(1000, 1000) + b"\xff\xda" * 300, Refusal.TOO_LARGE),
        (b"\xff\xd8\xff" + bytes(30_000_001), Refusal.TOO_LARGE),
        (png(699, 5000), Refusal.TOO_SMALL),
        (png(0, 0), Refusal.TOO_SMALL),
        (b"", Refusal.NOT_A_PICTURE),
        (png(1000, 1000).replace(b"\x00\x00\x00\x08IDAT", b"\x40\xff\x00\x20IDAT"), Refusal.NOT_A_PICTURE),
        (png(1000, 1000).replace(b"IDAT", b"acTL"), Refusal.NOT_A_PICTURE),
        (png(1000, 1000)[:-12], Refusal.NOT_A_PICTURE),
        (b"%PDF-1.7\n" + jpeg(1000, 1000), Refusal.NOT_A_PICTURE),
        (b"GIF89a" + bytes(40), Refusal.NOT_A_PICTURE),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 " + bytes(40), Refusal.NOT_A_PICTURE),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", Refusal.NOT_A_PICTURE),
        (b"\xff\xd8\xff" + b"\xff" * 5000, Refusal.NOT_A_PICTURE),
        (b"\xff\xd8\xff\xe0\x00\x00" * 50, Refusal.NOT_A_PICTURE),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR", Refusal.NOT_A_PICTURE),
    ],
)
def test_size_and_kind_are_known_before_anything_is_decoded(
    nothing_is_decoded: None, data: bytes, refusal: Refusal
) -> None:
    assert read(data, EXPECTED).refusals == (refusal,)


def test_a_picture_without_its_pixels_is_refused() -> None:
    assert read(png(1000, 1000), EXPECTED).refusals in {(Refusal.NOT_A_PICTURE,), (Refusal.NO_CARD,)}


@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_sizes_are_those_of_the_picture(ending: str) -> None:
    data = cv2.imencode(ending, np.zeros((900, 750, 3), np.uint8))[1].tobytes()

    assert size_of(data) == (750, 900)
    assert decoded(data).shape == (900, 750)


def test_bytes_of_a_png_are_not_taken_for_parts_of_a_jpeg() -> None:
    data = small_picture(".png") + b"\xff\xda" * 300

    assert decoded(data).shape == (720, 720)


@pytest.mark.slow
def test_a_large_picture_is_read_at_half_its_size() -> None:
    data = cv2.imencode(".jpg", np.zeros((4000, 3600), np.uint8))[1].tobytes()

    assert decoded(data).shape == (2000, 1800)


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_mutated_pictures_are_refused_or_decoded_within_limits(ending: str) -> None:
    good = small_picture(ending)
    rng = np.random.default_rng(8)
    allowed = {None, Refusal.NOT_A_PICTURE, Refusal.TOO_LARGE, Refusal.TOO_SMALL}

    for _ in range(MUTATIONS):
        data = bytearray(good)
        for place in rng.integers(0, min(len(data), 900 if rng.random() < 0.7 else len(data)), int(rng.integers(1, 9))):
            data[place] = int(rng.integers(256))
        if rng.random() < 0.2:
            data = data[: int(rng.integers(0, len(data)))]
        assert outcome(bytes(data)) in allowed


@pytest.mark.slow
def test_mutated_cards_are_read_or_refused_and_never_raise() -> None:
    good = shot(1, "photo").data
    rng = np.random.default_rng(9)

    for _ in range(24 // SHARE_OF_EXAMPLES):
        data = bytearray(good)
        for place in rng.integers(600, len(data), 6):
            data[place] = int(rng.integers(256))

        reading = read(bytes(data), EXPECTED)

        assert reading.refusals or reading.is_read
