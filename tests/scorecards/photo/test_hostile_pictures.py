"""Pictures that somebody made to do harm, or that broke on the way: refused, and nothing large is decoded."""

import json
import struct
import subprocess
import sys
import zlib
from typing import Any

import pytest

pytest.importorskip("cv2", reason="The extra photo is not installed.")

import cv2
import numpy as np

from scorecards.photo import pictures
from scorecards.photo.heads import size_of
from scorecards.photo.pictures import decoded
from scorecards.photo.reading import NEEDS_ANOTHER_PICTURE, Refusal
from tests.conftest import SHARE_OF_EXAMPLES
from tests.scorecards.photo.pictures_of_cards import EXPECTED, read, shot


def png(width: int, height: int, body: bytes = b"") -> bytes:
    """Return a PNG that says this size, with a body of another."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(body)) + chunk(b"IEND", b"")


def jpeg(width: int, height: int, kind: bytes = b"\xc0") -> bytes:
    """Return the head of a JPEG that says this size; ``\xc2`` for a progressive one."""
    return b"\xff\xd8\xff\xe0\x00\x04ab\xff" + kind + struct.pack(">HBHHB", 17, 8, height, width, 3) + bytes(9)


def small_picture(ending: str) -> bytes:
    picture = np.random.default_rng(2).integers(0, 255, (45, 45), np.uint8)
    return cv2.imencode(ending, cv2.resize(picture, (720, 720)))[1].tobytes()


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
        (jpeg(6000, 6000, b"\xc2"), Refusal.TOO_LARGE),
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
def test_hostile_files_are_refused_in_words_and_within_memory() -> None:
    """Read them in a process of its own that may take no more memory than reading a card does."""
    count = 1000 // SHARE_OF_EXAMPLES

    done = subprocess.run(
        [sys.executable, "-m", "tests.scorecards.photo.hostile_files", str(count)],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert set(told["refusals"]) <= NEEDS_ANOTHER_PICTURE
    assert told["refusals"][Refusal.NOT_A_PICTURE] > count / 4
    assert told["refusals"][Refusal.NO_CARD] > count / 4, "Too few were decoded: they break before they are tried."
    assert told["read"] == count + told["bombs"] + told["polyglots"]
    assert told["megabytes"] < 350


@pytest.mark.parametrize(
    ("picture", "refusal"),
    [
        (np.zeros((900, 900), np.float32), Refusal.NOT_A_PICTURE),
        (np.zeros((900, 900), np.uint16), Refusal.NOT_A_PICTURE),
        (np.zeros((900, 900, 4), np.uint8), Refusal.NOT_A_PICTURE),
        (np.zeros((2, 900, 900, 3), np.uint8), Refusal.NOT_A_PICTURE),
        (np.zeros(900 * 900, np.uint8), Refusal.NOT_A_PICTURE),
        (np.zeros((0, 0), np.uint8), Refusal.TOO_SMALL),
        (np.broadcast_to(np.uint8(0), (16_001, 900)), Refusal.TOO_LARGE),
        (np.broadcast_to(np.uint8(0), (9000, 9000, 3)), Refusal.TOO_LARGE),
    ],
)
def test_an_array_that_is_no_picture_is_refused(picture: np.ndarray, refusal: Refusal) -> None:
    assert read(picture, EXPECTED).refusals == (refusal,)


@pytest.mark.slow
def test_mutated_cards_are_read_or_refused_and_never_raise() -> None:
    good = shot(1, "photo").data
    rng = np.random.default_rng(9)

    for _ in range(16 // SHARE_OF_EXAMPLES):
        data = bytearray(good)
        for place in rng.integers(600, len(data), 6):
            data[place] = int(rng.integers(256))

        reading = read(bytes(data), EXPECTED)

        assert reading.refusals or reading.lines
