"""The reader in its own process: a harmful picture ends that process and nothing else.

numpy, OpenCV, pdfium and libheif are loaded only in that process, which has no database. It returns JSON and JPEG of
limited length: nothing that the other side would run.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from scorecards.photo.as_json import reading_to_json
from scorecards.photo.heads import RefusedPicture
from scorecards.photo.layout import Column, boxes
from scorecards.photo.reading import CardReading, ExpectedCard, Refusal
from scorecards.photographs.kinds import HEIC, PDF, NotTaken
from scorecards.photographs.refusals import BROKEN_PDF, TOO_HARD, TOO_MANY_PAGES
from tournaments.rules.scorings import SCORINGS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_PAGES = 40
SECONDS_FOR_A_PAGE = 15.0
"""Of the processor: beside a busy site a page waits for its turns, which is no fault of the picture."""
SECONDS_TO_START = 20.0
"""Of the processor too."""
CLOCK = 3
"""How many times as long anything takes by the clock at most: less than until a claim is anybody's."""
MAX_MEMORY = 700 * 1024**2
"""Bytes in which a picture must be read; 350 MB are usual for the largest."""
LOOK_EVERY = 0.05
MAX_ANSWER = 20_000_000
PAGES_OF_A_PROCESS = 400
"""How many pages one process reads: what leaks in other people's code ends with it."""

SIDE = 32
"""Pixels of the crop of a box, each way: what the net sees."""
Place = tuple[int, Column, int]

_DOTS_A_POINT = 200 / 72
_MAX_SIDE = 3600
"""Of a page of a PDF, in pixels: two cards on a sheet of A4 at 300 dots an inch."""
_SIDE_TO_LOOK_AT = 1200


@dataclass(frozen=True, slots=True)
class Page:
    """What one page of a file says.

    ``pages`` is how many the file has. ``refusal`` is blank unless nothing of the file can be used. ``cards`` are
    readings as JSON, each with a picture to look at: a JPEG, the card laid flat or the whole page, empty for none.
    """

    pages: int
    refusal: str = ""
    cards: Sequence[tuple[Mapping[str, Any], bytes]] = field(default=())


class Engine:
    """Asks the process, which is started at the first question and again after each that it did not survive."""

    def __init__(self, *, seconds: float = SECONDS_FOR_A_PAGE, memory: int = MAX_MEMORY) -> None:
        self._seconds = seconds
        self._memory = memory
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._pages = 0

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(self, path: Path, page: int, expected: Sequence[ExpectedCard], scoring: str) -> Page:
        """Read a page of a file, which counts from 1.

        Raises:
            NotTaken: it took too long or too much memory, or the process died.
            OSError: it does not start.
        """
        with self._asked((read_page, (path, page, list(expected), scoring))) as answer:
            told = json.loads(answer())
            return Page(told["pages"], told["refusal"], [(reading, answer()) for reading in told["cards"]])

    def cut(self, path: Path, games: int) -> Mapping[Place, bytes]:
        """Return the crop of each box of a card laid flat, 32 x 32 bytes of gray as the net sees them.

        Raises:
            NotTaken: it cannot be read any more.
            OSError: the process does not start.
        """
        places = boxes(games)
        size = SIDE * SIDE
        with self._asked((cut_boxes, (path, games))) as answer:
            crops = answer()
            if len(crops) != len(places) * size:
                raise ValueError("another number of boxes")
            cut = (crops[start : start + size] for start in range(0, len(crops), size))
            return {(box.row, box.column, box.place): crop for box, crop in zip(places, cut, strict=True)}

    @contextmanager
    def _asked(self, question: object) -> Iterator[Callable[[], bytes]]:
        """Ask, and give what waits for a part of the answer."""
        connection, process = self._started()
        try:
            connection.send(question)
            self._wait(connection, process, self._seconds)
            yield partial(connection.recv_bytes, MAX_ANSWER)
        except (EOFError, OSError, ValueError) as error:
            self.close()
            raise NotTaken(TOO_HARD) from error
        except BaseException:
            self.close()
            raise
        self._pages += 1
        if self._pages >= PAGES_OF_A_PROCESS:
            self.close()

    def close(self) -> None:
        """End the process."""
        process, connection = self._process, self._connection
        self._process = self._connection = None
        if connection is not None:
            connection.close()
        if process is not None:
            process.kill()
            process.join()
            process.close()

    def _started(self) -> tuple[Connection, BaseProcess]:
        if self._process is None or self._connection is None or not self._process.is_alive():
            self.close()
            context = get_context("spawn")
            here, there = context.Pipe()
            process = context.Process(target=answer, args=[there], name="photographs", daemon=True)
            process.start()
            there.close()
            self._process, self._connection, self._pages = process, here, 0
            try:
                self._wait(here, process, SECONDS_TO_START)
                here.recv_bytes(MAX_ANSWER)
            except (EOFError, OSError, NotTaken) as error:
                self.close()
                raise OSError("The process that reads photographs does not start.") from error
        return self._connection, self._process

    def _wait(self, connection: Connection, process: BaseProcess, seconds: float) -> None:
        watched = psutil.Process(process.pid)
        end = time.monotonic() + CLOCK * seconds
        enough = _seconds_worked(watched) + seconds
        while not connection.poll(LOOK_EVERY):
            with suppress(psutil.Error):
                too_long = time.monotonic() > end or _seconds_worked(watched) > enough
                if too_long or watched.memory_info().rss > self._memory:
                    self.close()
                    raise NotTaken(TOO_HARD)


def _seconds_worked(process: psutil.Process) -> float:
    """Return how long the processor has worked for a process; nothing for one that has ended."""
    with suppress(psutil.Error):
        times = process.cpu_times()
        return float(times.user + times.system)
    return 0.0


def answer(connection: Connection) -> None:
    """Read page after page until the other side is gone."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = "1"
    with suppress(OSError, AttributeError):
        os.nice(10)  # who saves a card comes first
    import cv2

    import scorecards.photo.reader  # noqa: F401 - loads the model before the first picture

    cv2.setNumThreads(1)
    # Decoders write there what is wrong with each picture, where the director reads the site's own words.
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 2)
    os.close(silence)
    with suppress(EOFError, OSError):
        connection.send_bytes(b"ready")
        while True:
            work, about = connection.recv()
            for part in work(*about):
                connection.send_bytes(part)


def read_page(path: Path, page: int, expected: Sequence[ExpectedCard], scoring: str) -> list[bytes]:
    """Read a page of a file in this process, and return it as it is sent: JSON, then a picture of each card."""
    found = page_read(path, page, expected, scoring)
    told = {"pages": found.pages, "refusal": found.refusal, "cards": [reading for reading, _ in found.cards]}
    return [json.dumps(told).encode(), *(picture for _, picture in found.cards)]


def cut_boxes(path: Path, games: int) -> list[bytes]:
    """Return the crops of all boxes of a card laid flat, one after the other."""
    from scorecards.photo.boxes import crops, follow
    from scorecards.photo.pictures import decoded, ink_of

    ink = ink_of(decoded(path.read_bytes()))
    cut, _ = crops(ink, boxes(games), follow(ink, games))
    return [(cut * 255).astype("uint8").tobytes()]


def page_read(path: Path, page: int, expected: Sequence[ExpectedCard], scoring: str) -> Page:
    """Read a page of a file in this process."""
    from scorecards.photo.pictures import page_jpeg
    from scorecards.photo.reader import read_all

    picture: bytes | NDArray[np.uint8]
    try:
        if path.suffix == PDF:
            pages, picture = _page_of_pdf(path, page)
        else:
            pages, picture = 1, pixels_of_heic(path) if path.suffix == HEIC else path.read_bytes()
    except (NotTaken, RefusedPicture) as refused:
        return Page(1, refused.refusal)
    readings = read_all(picture, expected, SCORINGS[scoring])
    if readings[0].refusals[:1] in ((Refusal.NOT_A_PICTURE,), (Refusal.TOO_LARGE,)):
        return Page(pages, readings[0].refusals[0])
    return Page(
        pages,
        cards=[
            (
                reading_to_json(reading),
                page_jpeg(picture, reading.homography) if reading.homography else _to_look_at(picture, reading),
            )
            for reading in readings
        ],
    )


def _page_of_pdf(path: Path, number: int) -> tuple[int, NDArray[np.uint8]]:
    """Return how many pages a PDF has, and one of them as a picture, at 200 dots an inch unless the page is huge."""
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(path) as document:
            pages = len(document)
            if pages > MAX_PAGES:
                raise NotTaken(TOO_MANY_PAGES)
            page = document[number - 1]
            scale = min(_DOTS_A_POINT, _MAX_SIDE / max(*page.get_size(), 1.0))
            return pages, page.render(scale=scale, may_draw_forms=False).to_numpy().copy()
    except (pypdfium2.PdfiumError, IndexError, ValueError) as error:
        raise NotTaken(BROKEN_PDF) from error


def pixels_of_heic(path: Path) -> NDArray[np.uint8]:
    """Return a HEIC photograph, gray or blue-green-red, at half its size if it is large.

    It is known not to have too many pixels (kinds.py): the decoder refuses one that has others than its head says.

    Raises:
        RefusedPicture: it cannot be decoded.
    """
    import cv2
    import numpy as np
    import pi_heif

    from scorecards.photo.pictures import HALVED_FROM

    options = {"DECODE_THREADS": 1, "THUMBNAILS": False, "DEPTH_IMAGES": False, "AUX_IMAGES": False}
    vars(pi_heif.options).update(options)
    try:
        opened = pi_heif.open_heif(path, bgr_mode=True)
        width, height = opened.size
        # A row may be longer than the picture is wide.
        pixels = np.asarray(opened)[:, :width]
    except (ValueError, EOFError, SyntaxError, RuntimeError, OSError, LookupError) as error:
        raise RefusedPicture(Refusal.NOT_A_PICTURE) from error
    if width * height >= HALVED_FROM:
        pixels = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    if pixels.dtype != np.uint8:
        raise RefusedPicture(Refusal.NOT_A_PICTURE)
    # A copy: what is decoded goes with what has opened it.
    return np.array(pixels[:, :, :3] if pixels.ndim == 3 else pixels)


def _to_look_at(picture: bytes | NDArray[np.uint8], reading: CardReading) -> bytes:
    """Return the whole picture, small, where no card was found; nothing where it was not even decoded."""
    import cv2

    from scorecards.photo.pictures import decoded

    try:
        seen = decoded(picture) if isinstance(picture, bytes) else picture
    except RefusedPicture:
        return b""
    scale = min(1.0, _SIDE_TO_LOOK_AT / max(seen.shape[:2]))
    small = cv2.resize(seen, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 75])[1].tobytes()
