"""HEIC files made to do harm, or broken on the way, given to the site as somebody would send them.

Run as ``python -m tests.scorecards.photographs.hostile_heic COUNT``: bombs, polyglots, and so many mutated files. The
process that takes them stands for a web worker: it looks at their kind, and asks the engine. What came of them is
printed as JSON, with how much memory each of the two processes took at most, and what the worker has loaded.
"""

import json
import random
import resource
import struct
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scorecards.photo.heads import RefusedPicture
from scorecards.photo.reading import Refusal
from scorecards.photographs import engine as reader
from scorecards.photographs.engine import Engine, pixels_of_heic
from scorecards.photographs.kinds import NotTaken, kind_of
from tests.conftest import CASES

GOOD = CASES / "photographs" / "card-1.heic"
SECONDS = 2.0
"""Of the processor for a page, instead of 15: bombs that only take time are ended sooner, and the suite goes on."""
CLOCK = 15
"""How many times as long by the clock, instead of 3: on a busy machine no turn comes for seconds."""
WHOLE = 1600, 1260
"""Pixels of the good picture as it is coded."""


def box(name: bytes, *parts: bytes) -> bytes:
    """Return a box with its length and name before what it has."""
    body = b"".join(parts)
    return struct.pack(">I", len(body) + 8) + name + body


def full(name: bytes, version: int, *parts: bytes) -> bytes:
    """Return a box that has a version."""
    return box(name, bytes([version, 0, 0, 0]), *parts)


def ispe(width: int, height: int) -> bytes:
    """Return the property that says a size."""
    return full(b"ispe", 0, struct.pack(">II", width, height))


@dataclass(frozen=True)
class Item:
    """An item of a file: its kind, its properties (counted from 1), what it is made of, and its bytes, ``times``."""

    kind: bytes
    properties: Sequence[int]
    data: bytes
    made_of: Sequence[int] = ()
    times: int = 1
    reference: bytes = b"dimg"


def heic(
    items: Sequence[Item], properties: Sequence[bytes], *, primary: int = 1, brand: bytes = b"heic", more: bytes = b""
) -> bytes:
    """Return a file of items, which count from 1. The same bytes are there once."""
    head = box(b"ftyp", brand, bytes(4), b"mif1", brand)
    found: dict[bytes, int] = {}
    size = 0
    for item in items:
        if item.data not in found:
            found[item.data] = size
            size += len(item.data)

    def meta(start: int) -> bytes:
        places = []
        for number, item in enumerate(items, 1):
            extent = struct.pack(">II", start + found[item.data], len(item.data))
            places.append(struct.pack(">HHH", number, 0, item.times) + extent * item.times)
        infos = [
            full(b"infe", 2, struct.pack(">HH", number, 0), item.kind, b"\0") for number, item in enumerate(items, 1)
        ]
        uses = [
            struct.pack(">HB", number, len(item.properties)) + bytes(item.properties)
            for number, item in enumerate(items, 1)
        ]
        refers = [
            box(item.reference, struct.pack(f">HH{len(item.made_of)}H", number, len(item.made_of), *item.made_of))
            for number, item in enumerate(items, 1)
            if item.made_of
        ]
        count = struct.pack(">H", len(items))
        return full(
            b"meta",
            0,
            full(b"hdlr", 0, bytes(4), b"pict", bytes(13)),
            full(b"pitm", 0, struct.pack(">H", primary)),
            full(b"iloc", 0, b"\x44\x00", count, *places),
            full(b"iinf", 0, count, *infos),
            full(b"iref", 0, *refers) if refers else b"",
            box(b"iprp", box(b"ipco", *properties), full(b"ipma", 0, struct.pack(">I", len(items)), *uses)),
        )

    start = len(head) + len(meta(0)) + len(more) + 8
    return head + meta(start) + more + box(b"mdat", *found)


def grid(rows: int, columns: int, width: int, height: int) -> bytes:
    """Return what a picture of tiles says of itself."""
    return bytes([0, 1, rows - 1, columns - 1]) + struct.pack(">II", width, height)


def parts_of_good() -> tuple[bytes, bytes]:
    """Return the decoder's settings of the good file, as a property, and its coded picture."""
    data = GOOD.read_bytes()
    settings = data.index(b"hvcC") - 4
    length = int.from_bytes(data[settings : settings + 4], "big")
    return data[settings : settings + length], data[data.index(b"mdat") + 4 :]


def with_coded_size(settings: bytes, width: int, height: int) -> bytes:
    """Return a decoder's settings whose stream says another size: width and height are numbers in exp-Golomb code."""
    sps = settings.index(bytes.fromhex("42010103"))
    length = int.from_bytes(settings[sps - 2 : sps], "big")
    plain = settings[sps : sps + length].replace(b"\0\0\3", b"\0\0")
    bits = "".join(f"{byte:08b}" for byte in plain)
    # Two bytes of head, a byte of layers, twelve of profile and level; then identity, color, width and height.
    at = 15 * 8
    for _ in range(2):
        at += 2 * (bits.index("1", at) - at) + 1
    end = at
    for _ in range(2):
        end += 2 * (bits.index("1", end) - end) + 1

    def golomb(number: int) -> str:
        code = f"{number + 1:b}"
        return "0" * (len(code) - 1) + code

    bits = bits[:at] + golomb(width) + golomb(height) + bits[end:]
    bits += "0" * (-len(bits) % 8)
    changed = bytes(int(bits[start : start + 8], 2) for start in range(0, len(bits), 8))
    safe = bytearray()
    for byte in changed:
        if byte <= 3 and safe[-2:] == b"\0\0":
            safe.append(3)
        safe.append(byte)
    body = settings[8 : sps - 2] + struct.pack(">H", len(safe)) + safe + settings[sps + length :]
    return box(b"hvcC", body)


def bombs() -> dict[str, bytes]:
    """Return small files that ask for a great deal, by what they do."""
    settings, coded = parts_of_good()
    card = Item(b"hvc1", [1, 2], coded)
    usual = [settings, ispe(*WHOLE), ispe(5000, 5000)]

    def coded_as(width: int, height: int, *, said: tuple[int, int] | None = None) -> bytes:
        return heic([card], [with_coded_size(settings, width, height), ispe(*said or (width, height))])

    def made_of(count: int, kind: bytes, data: bytes) -> bytes:
        """Return a picture of so many that are all the same bytes: a reference twice is refused at once."""
        whole = Item(kind, [3], data, range(1, count + 1))
        return heic([*[card] * count, whole], usual, primary=count + 1)

    def tiles(rows: int, columns: int, width: int, height: int) -> bytes:
        return made_of(rows * columns, b"grid", grid(rows, columns, width, height))

    # Each of the four tiles of a level is made of the same four of the level below.
    levels = [card] * 4
    for level in range(10):
        levels += [Item(b"grid", [2], grid(2, 2, *WHOLE), range(4 * level + 1, 4 * level + 5))] * 4
    overlaid = bytes([0, 1]) + struct.pack(">4H2I", 0, 0, 0, 0, 5000, 5000) + bytes(8 * 900)
    itself = Item(b"grid", [3], grid(1, 1, *WHOLE), [2])
    uncompressed = full(b"uncC", 1, b"rgb3")
    return {
        "size of 40,000": heic([card], [settings, ispe(40_000, 40_000)]),
        "size of one more item": heic([card, replace(card, properties=[1, 3])], [*usual[:2], ispe(2**31, 2**31)]),
        "another size than coded": heic([card], [settings, ispe(5000, 5000)]),
        "coded as 16,000": coded_as(16_000, 16_000, said=WHOLE),
        "coded as 65,000": coded_as(65_000, 65_000, said=WHOLE),
        "coded as large as is allowed": coded_as(5000, 5000),
        "coded as long as is allowed": coded_as(32_760, 760),
        "65,535 tiles": heic([card, Item(b"grid", [3], grid(256, 256, 5000, 5000), [1] * 65_535)], usual, primary=2),
        "tiles of 30,000": tiles(24, 19, 30_000, 30_000),
        "more tiles than are seen": tiles(31, 31, 5000, 5000),
        "tiles as large as is allowed": tiles(4, 4, 5000, 5000),
        "tiles of tiles": heic(levels, usual, primary=len(levels)),
        "tiles of itself": heic([card, itself], usual, primary=2),
        "900 layers": made_of(900, b"iovl", overlaid),
        "the same as itself": heic([card, Item(b"iden", [3], b"", [2])], usual, primary=2),
        "bytes said 60,000 times": heic([replace(card, times=60_000)], usual),
        "bytes said 30 times": heic([replace(card, data=coded + bytes(28_000_000), times=30)], usual),
        "notes said 30 times": heic([card, Item(b"Exif", [], bytes(28_000_000), [1], 30, b"cdsc")], usual),
        "60,000 pictures": heic([card] * 60_000, usual),
        "900 pictures": heic([card] * 900, usual),
        "900 thumbnails": heic([card] + [Item(b"hvc1", [1, 2], coded, [1], reference=b"thmb")] * 900, usual),
        "not compressed, nothing there": heic([Item(b"unci", [1, 2], b"")], [uncompressed, ispe(5000, 5000)]),
        "a long profile of colors": heic(
            [Item(b"hvc1", [1, 2, 4], coded)], [*usual, box(b"colr", b"prof", bytes(28_000_000))]
        ),
        "30 MB": heic([card], usual) + bytes(30_000_000),
    }


def sequences() -> dict[str, bytes]:
    """Return pictures that move: named so, and named as a still one."""
    settings, coded = parts_of_good()
    card, usual = [Item(b"hvc1", [1, 2], coded)], [settings, ispe(*WHOLE)]
    track = box(b"tkhd", bytes(84)) + box(
        b"mdia", full(b"hdlr", 0, bytes(4), b"pict", bytes(13)), box(b"minf", box(b"stbl", full(b"stsd", 0, bytes(4))))
    )
    moving = box(b"moov", full(b"mvhd", 0, bytes(96)), *[box(b"trak", track)] * 90)
    return {
        **{f"brand {name.decode()}": heic(card, usual, brand=name, more=moving) for name in (b"hevc", b"msf1")},
        "still and moving": heic(card, usual, more=moving),
        "only moving": box(b"ftyp", b"heic", bytes(4), b"msf1") + moving,
    }


def polyglots() -> dict[str, bytes]:
    """Return files that are a HEIC photograph, or say so, and something else."""
    good = GOOD.read_bytes()
    page = b"<script>alert(1)</script>"
    free = box(b"free", b"%PDF-1.7\n1 0 obj\n", page, b"PK\x03\x04", b"\xff\xd8\xff\xe0")
    brand = good[: int.from_bytes(good[:4], "big")]
    return {
        "and a PDF": good + b"%PDF-1.7\n1 0 obj\n%%EOF",
        "and a ZIP": good + b"PK\x05\x06" + bytes(18),
        "and a page": brand + box(b"free", page) + good,
        "JPEG after its brand": brand + b"\xff\xd8\xff\xe0" + bytes(900),
        "JPEG after its brand, with a size": brand + ispe(1600, 1260) + b"\xff\xd8\xff\xe0" + bytes(900),
        "many in a box": good + free,
        "only a brand": brand,
        "PDF before": b"%PDF-1.7\n" + good,
        "page before": b"<!--" + good + page,
        "AVIF": good.replace(b"ftypheic", b"ftypavif"),
        "JPEG 2000": good.replace(b"hvc1", b"j2k1"),
        "AV1": good.replace(b"hvc1", b"av01"),
        "JPEG": good.replace(b"hvc1", b"jpeg"),
    }


def mutated(count: int) -> Iterator[bytes]:
    """Yield the good file with some bytes changed, mostly in its head, cut off, or with a part of itself inside."""
    good = GOOD.read_bytes()
    chance = random.Random(9)
    for _ in range(count):
        data = bytearray(good)
        reach = 420 if chance.random() < 0.7 else len(data)
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(12, reach)] = chance.choice([0, 1, 127, 128, 255, chance.randrange(256)])
        if chance.random() < 0.2:
            del data[chance.randrange(13, 420 if chance.random() < 0.5 else len(data)) :]
        if chance.random() < 0.1:
            at = chance.randrange(24, len(data) + 1)
            data[at:at] = data[: chance.randrange(2000)]
        yield bytes(data)


class Decoding(Engine):
    """An engine that decodes a file and does not look for a card: what is mutated is tried faster."""

    def decode(self, path: Path) -> str:
        """Return why it is refused, nothing if it is not.

        Raises:
            NotTaken: it ended its process.
        """
        with self._asked((decoded_in_engine, (path,))) as answer:
            return answer().decode()


def decoded_in_engine(path: Path) -> list[bytes]:
    """Decode a file; run in the engine's process."""
    try:
        pixels_of_heic(path)
    except RefusedPicture as refused:
        return [refused.refusal.encode()]
    return [b""]


def came_of(path: Path, data: bytes, read: Callable[[Path], str]) -> str:
    """Return why a file is refused that somebody sends; of one that is read, nothing."""
    path.write_bytes(data)
    try:
        kind_of(path)
        return read(path)
    except NotTaken as refused:
        return refused.refusal


def main() -> None:
    """Send all, and print."""
    named = {**bombs(), **sequences(), **polyglots()}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    reader.CLOCK = CLOCK
    with tempfile.TemporaryDirectory() as folder, Decoding(seconds=SECONDS) as engine:
        path = Path(folder) / "picture.heic"

        def read(path: Path) -> str:
            page = engine.read(path, 1, [], "acc")
            return page.refusal or ("" if page.cards[0][0]["lines"] else Refusal.NO_CARD)

        said = {name: came_of(path, data, read) for name, data in named.items()}
        broken = Counter(came_of(path, data, engine.decode) for data in mutated(int(sys.argv[1])))
    told = {
        "said": said,
        "mutated": broken,
        "engine": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024,
        "worker": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024,
        "loaded": [name for name in ("pi_heif", "PIL", "cv2", "numpy") if name in sys.modules],
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
