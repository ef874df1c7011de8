"""The process that reads: pictures and scans come back as cards, hostile ones end nothing but that process."""

import io
import json
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from scorecards.models import CardPicture, PictureConfirmation, PictureFile

pytest.importorskip("cv2", reason="The extra photo is not installed.")
pytest.importorskip("pypdfium2", reason="The extra photo is not installed.")

import cv2
import numpy as np

from scorecards.photo.layout import CardCode, event_key
from scorecards.photo.reading import ExpectedCard, Refusal
from scorecards.photographs.engine import MAX_MEMORY, Engine, Page, page_read
from scorecards.photographs.files import store
from scorecards.photographs.kinds import NotTaken
from scorecards.photographs.refusals import BROKEN_PDF, TOO_HARD, TOO_MANY_PAGES, WORDS
from scorecards.photographs.services.boxes import boxes_of
from tests.conftest import CASES, SHARE_OF_EXAMPLES
from tests.factories.rows import row
from tests.scorecards.cards.card_entry import put_up, written
from tests.scorecards.photo.event_pictures import pdf_of, photograph_of, sheet_of
from tournaments.rules.types import CardRecord

pytestmark = pytest.mark.slow

SLUG, GAMES = "bay", 7
READ_AS_PICTURES = {
    "size of one more item", "tiles as large as is allowed", "900 pictures", "900 thumbnails",
    "a long profile of colors", "and a PDF", "and a ZIP", "many in a box",
}  # fmt: skip
"""Strange files that are a photograph all the same."""
PAPERS = written(players=24, games=GAMES).scorecards
EXPECTED = [ExpectedCard(CardCode(event_key(SLUG), card.entrant, 1), GAMES) for card in PAPERS]


@pytest.fixture(scope="module", autouse=True)
def _long_by_the_clock() -> Iterator[None]:
    """Give the process its time on a busy machine, where it is the last to get a turn: the processor's is counted."""
    with patch("scorecards.photographs.engine.CLOCK", 10):
        yield


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as running:
        yield running


def in_file(folder: Path, data: bytes, ending: str = ".jpg") -> Path:
    path = folder / f"picture{ending}"
    path.write_bytes(data)
    return path


def cards_on(page: Page) -> list[int]:
    """Return whose cards were read on a page."""
    return [int(card["code"].split("/")[2]) for card, _ in page.cards if card["lines"]]


def assert_read_as_written(page: Page, card: CardRecord) -> None:
    """Assert that a page has this card alone, and that nearly all of it is read with certainty."""
    assert cards_on(page) == [card.entrant]
    [(reading, laid_flat)] = page.cards
    found = {line["game"]: line["values"] for line in reading["lines"] if not line["doubt"]}
    assert len(found) >= GAMES - 2
    on_paper = {line.game: [line.points, line.plus or None, line.minus or None] for line in card.lines}
    assert found.items() <= on_paper.items()
    assert laid_flat[:3] == b"\xff\xd8\xff"


def test_photograph_that_is_turned_is_read(engine: Engine, tmp_path: Path) -> None:
    card = PAPERS[1]

    page = engine.read(in_file(tmp_path, photograph_of(SLUG, card, GAMES, turns=1)), 1, EXPECTED, "acc")

    assert (page.pages, page.refusal) == (1, "")
    assert_read_as_written(page, card)


def test_scan_of_three_sheets_has_six_cards(engine: Engine, tmp_path: Path) -> None:
    sheets = [sheet_of(SLUG, (PAPERS[place], PAPERS[place + 1]), GAMES) for place in range(0, 6, 2)]
    path = in_file(tmp_path, pdf_of(sheets), ".pdf")

    pages = [engine.read(path, number, EXPECTED, "acc") for number in range(1, 4)]

    assert {page.pages for page in pages} == {3}
    assert [number for page in pages for number in cards_on(page)] == [card.entrant for card in PAPERS[:6]]


@pytest.mark.parametrize(
    ("data", "ending", "refusal"),
    [
        pytest.param(pdf_of([np.full((8, 8, 3), 9, np.uint8)] * 41), ".pdf", TOO_MANY_PAGES, id="41 pages"),
        pytest.param(b"%PDF-1.7 and nothing else", ".pdf", BROKEN_PDF, id="no PDF"),
        pytest.param(b"\xff\xd8\xff" + bytes(100), ".jpg", Refusal.NOT_A_PICTURE, id="no JPEG"),
    ],
)
def test_file_of_no_use_is_refused(tmp_path: Path, data: bytes, ending: str, refusal: str) -> None:
    assert page_read(in_file(tmp_path, data, ending), 1, EXPECTED, "acc").refusal == refusal


def test_page_as_large_as_a_field_is_drawn_small(tmp_path: Path) -> None:
    huge = pdf_of([np.full((900, 700, 3), 255, np.uint8)], dots_an_inch=1)

    page = page_read(in_file(tmp_path, huge, ".pdf"), 1, EXPECTED, "acc")

    [(reading, picture)] = page.cards
    assert (reading["refusals"], len(picture) < 200_000) == (["no card"], True)


def test_page_that_takes_too_much_ends_its_process_and_the_next_is_read(tmp_path: Path) -> None:
    path = in_file(tmp_path, photograph_of(SLUG, PAPERS[0], GAMES))
    with Engine() as engine:
        for limit in ("_memory", "_seconds"):
            usual = getattr(engine, limit)
            assert cards_on(engine.read(path, 1, EXPECTED, "acc")) == [PAPERS[0].entrant]
            setattr(engine, limit, 0)
            with pytest.raises(NotTaken, match=TOO_HARD):
                engine.read(path, 1, EXPECTED, "acc")
            setattr(engine, limit, usual)

        assert cards_on(engine.read(path, 1, EXPECTED, "acc")) == [PAPERS[0].entrant]


def test_mutated_scans_are_read_or_refused(engine: Engine, tmp_path: Path) -> None:
    good = pdf_of([sheet_of(SLUG, (PAPERS[0], PAPERS[1]), GAMES)])
    rng = np.random.default_rng(6)
    found = set()

    for _ in range(40 // SHARE_OF_EXAMPLES):
        data = bytearray(good)
        for place in rng.integers(0, len(data) if rng.random() < 0.5 else 700, int(rng.integers(1, 12))):
            data[place] = int(rng.integers(256))
        try:
            found.add(engine.read(in_file(tmp_path, bytes(data), ".pdf"), 1, EXPECTED, "acc").refusal)
        except NotTaken as failed:
            found.add(failed.refusal)

    assert found <= {"", BROKEN_PDF, TOO_MANY_PAGES, TOO_HARD}


def heic() -> bytes:
    """Return the first card as a phone keeps it: made by libheif from the JPEG of the same card."""
    pytest.importorskip("pi_heif", reason="HEIC is not read here.")
    return (CASES / "photographs" / "card-1.heic").read_bytes()


def test_heic_of_a_phone_is_read(engine: Engine, tmp_path: Path) -> None:
    page = engine.read(in_file(tmp_path, heic(), ".heic"), 1, EXPECTED, "acc")

    assert_read_as_written(page, PAPERS[0])


@pytest.mark.thorough
def test_hostile_heic_is_refused_in_words_and_decoded_by_nobody_but_the_engine() -> None:
    """Send bombs, polyglots and broken files to a process that stands for a web worker, with an engine of its own."""
    pytest.importorskip("pi_heif", reason="HEIC is not read here.")
    count = 300 // SHARE_OF_EXAMPLES

    done = subprocess.run(
        [sys.executable, "-m", "tests.scorecards.photographs.hostile_heic", str(count)],
        capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    said, mutated = told["said"], Counter(told["mutated"])
    assert {name for name, refusal in said.items() if not refusal} <= READ_AS_PICTURES
    assert {refusal for refusal in [*said.values(), *mutated] if refusal} <= WORDS.keys()
    assert {name for name, refusal in said.items() if refusal == TOO_HARD} >= {"notes said 30 times", "tiles of tiles"}
    assert mutated.total() == count
    assert min(mutated[""], mutated[Refusal.NOT_A_PICTURE]) > count / 10
    assert mutated[TOO_HARD] <= count / 50, "They end the process."
    assert told["engine"] < 1.3 * MAX_MEMORY / 1024**2, "The engine is looked at every 50 ms."
    assert (told["worker"] < 100, told["loaded"]) == (True, [])


@pytest.mark.django_db
def test_boxes_of_a_confirmed_card_are_exported_by_their_digits(engine: Engine, tmp_path: Path, settings: Any) -> None:
    settings.PICTURES_DIR = tmp_path
    tournament = put_up(written(players=24, games=GAMES))
    card = PAPERS[3]
    path = in_file(tmp_path, photograph_of(tournament.slug, card, GAMES))
    expected = [ExpectedCard(CardCode(event_key(tournament.slug), card.entrant, 1), GAMES)]
    [(reading, laid_flat)] = engine.read(path, 1, expected, "acc").cards
    file = row(PictureFile, tournament=tournament)
    picture = row(CardPicture, file=file, reading=reading, stored=store(laid_flat, ".jpg"))
    lines = {str(line.game): [line.opponent, line.points, line.plus or None, line.minus or None] for line in card.lines}
    row(PictureConfirmation, picture=picture, confirmed=lines)

    with zipfile.ZipFile(io.BytesIO(boxes_of(tournament, engine))) as archive:
        names = archive.namelist()
        crops = {name: cv2.imdecode(np.frombuffer(archive.read(name), np.uint8), 0) for name in names}

    digits = "".join(f"{line.points}{max(line.plus or 0, line.minus or 0):02}" for line in card.lines)
    folders = Counter(name.partition("/")[0] for name in names)
    assert sum(folders.values()) >= 7 * (GAMES - 1)
    assert all(folders[digit] <= count for digit, count in Counter(digits).items())
    ink = {
        is_blank: [crop[8:24, 8:24].mean() for name, crop in crops.items() if name.startswith("blank") == is_blank]
        for is_blank in (True, False)
    }
    assert max(ink[True]) < min(ink[False])
