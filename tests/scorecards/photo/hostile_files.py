"""Reads hostile files in a process whose memory is limited, and prints the outcome as JSON.

Run as ``python -m tests.scorecards.photo.hostile_files COUNT``: so many mutated JPEG and PNG files, then bombs and
files that are two things at once.
"""

import json
import random
import resource
import struct
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import cv2
import numpy as np

from scorecards.photo.layout import CardCode
from scorecards.photo.reader import read_all
from scorecards.photo.reading import ExpectedCard

EXPECTED = [ExpectedCard(CardCode("ABCDEFGH", 1, 1), 22)]
HEADROOM = 500_000_000
"""Bytes of address space above what the reader takes once it is ready: libraries reserve more than they use."""
SECONDS = 200


def good_files() -> dict[str, bytes]:
    """Return a small picture in each manner of writing it."""
    rng = np.random.default_rng(2)
    picture = cv2.resize(rng.integers(0, 255, (45, 45, 3)).astype(np.uint8), (704, 704))
    options = {
        "plain.jpg": [cv2.IMWRITE_JPEG_QUALITY, 60],
        "progressive.jpg": [cv2.IMWRITE_JPEG_QUALITY, 60, cv2.IMWRITE_JPEG_PROGRESSIVE, 1],
        "restarts.jpg": [cv2.IMWRITE_JPEG_QUALITY, 60, cv2.IMWRITE_JPEG_RST_INTERVAL, 8],
        "color.png": [cv2.IMWRITE_PNG_COMPRESSION, 1],
    }
    files = {name: cv2.imencode(name[-4:], picture, how)[1].tobytes() for name, how in options.items()}
    return {**files, "gray.png": cv2.imencode(".png", picture[:, :, 0])[1].tobytes()}


def mutated(count: int) -> Iterator[bytes]:
    """Yield files with some bytes changed, mostly near their heads; sums of PNG files are put right in half of them."""
    files = list(good_files().items())
    chance = random.Random(8)
    for number in range(count):
        name, good = files[number % len(files)]
        data = bytearray(good)
        reach = min(len(data), 700) if chance.random() < 0.6 else len(data)
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(2, reach)] = chance.choice([0, 1, 127, 128, 255, chance.randrange(256)])
        if chance.random() < 0.15:
            del data[chance.randrange(len(data)) :]
        if chance.random() < 0.1:
            at = chance.randrange(len(data) + 1)
            data[at:at] = data[: chance.randrange(2000)]
        yield with_right_sums(bytes(data)) if name.endswith("png") and chance.random() < 0.5 else bytes(data)


def with_right_sums(data: bytes) -> bytes:
    """Return a PNG whose chunks have the sums that fit them, as far as its chunks go."""
    done, place = bytearray(data[:8]), 8
    while place + 12 <= len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        if place + 12 + length > len(data):
            break
        body = data[place + 4 : place + 8 + length]
        done += data[place : place + 4] + body + struct.pack(">I", zlib.crc32(body))
        place += 12 + length
    return bytes(done) + data[place:]


def bombs() -> list[bytes]:
    """Return small files that become large: as large as is allowed, and larger."""

    def png(width: int, height: int) -> bytes:
        head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
        packer = zlib.compressobj(1)
        body = b"".join(packer.compress(bytes(width + 1)) for _ in range(min(height, 6000))) + packer.flush()
        chunks = ((b"IHDR", head), (b"IDAT", body), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            for name, data in chunks
        )

    large = cv2.imencode(".jpg", np.zeros((7900, 8000), np.uint8))[1].tobytes()
    lying = large.replace(struct.pack(">HH", 7900, 8000), struct.pack(">HH", 15_900, 4000))
    return [
        png(6600, 6000),
        png(16_000, 50_000),
        png(700, 16_000),
        large,
        lying,
        bytes(30_000_001),
        b"\x89PNG" * 7_000_000,
    ]


def polyglots() -> list[bytes]:
    """Return files that are a picture and something else."""
    files = good_files()
    jpg, png = files["plain.jpg"], files["color.png"]
    page = b"<script>alert(1)</script>"
    return [
        jpg + b"%PDF-1.7\n1 0 obj\n" + b"PK\x03\x04" + page,
        png + page + b"PK\x05\x06" + bytes(18),
        *(jpg + png, png + jpg, page + png, b"%PDF-1.4\n" + jpg, b"GIF89a" + jpg, b"PK\x03\x04" + png),
        *(
            b"\xff\xd8\xff" + png,
            png[:8] + jpg,
            b"\x00\x00\x00\x18ftypheic" + jpg,
            b"RIFF\x00\x00\x00\x00WEBPVP8 " + jpg,
        ),
        *(b"II*\x00" + bytes(200), b"BM" + bytes(2000), b"MZ" + bytes(400), b"#!/bin/sh\n", b"<svg/>"),
    ]


def memory(what: str) -> float:
    """Return a figure of this process in megabytes: VmSize, VmRSS, or VmHWM for the most so far."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{what}:")) / 1024


def main() -> None:
    """Read all, and print."""
    read_all(next(iter(good_files().values())), EXPECTED)
    big, both = bombs(), polyglots()
    # From here on the most memory is that of reading.
    Path("/proc/self/clear_refs").write_text("5")
    most = int(memory("VmSize") * 1024 * 1024) + HEADROOM
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    refusals: Counter[str] = Counter()
    count = 0
    for data in chain(big, both, mutated(int(sys.argv[1]))):
        [reading] = read_all(data, EXPECTED)
        assert not reading.lines
        assert len(reading.refusals) == 1
        refusals[reading.refusals[0]] += 1
        count += 1
    told = {"read": count, "bombs": len(big), "polyglots": len(both), "refusals": refusals}
    print(json.dumps({**told, "megabytes": memory("VmHWM")}))


if __name__ == "__main__":
    main()
