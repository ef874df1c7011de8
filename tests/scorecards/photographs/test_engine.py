"""The process that reads: pictures and scans come back as cards, hostile ones end nothing but that process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="The extra photo is not installed.")
pytest.importorskip("pypdfium2", reason="The extra photo is not installed.")

import numpy as np

from scorecards.photo.card_code import CardCode, event_key
from scorecards.photo.reading import ExpectedCard, Refusal
from scorecards.photographs.engine import Engine, EngineFailed, Page, read_page
from scorecards.photographs.refusals import BROKEN_PDF, TOO_HARD, TOO_MANY_PAGES
from tests.conftest import SHARE_OF_EXAMPLES
from tests.scorecards.keying.card_entry import written
from tests.scorecards.photo.event_pictures import pdf_of, photograph_of, sheet_of

pytestmark = pytest.mark.slow

SLUG, GAMES = "bay", 7
PAPERS = written(players=24, games=GAMES).scorecards
EXPECTED = [ExpectedCard(CardCode(event_key(SLUG), card.entrant, 1), GAMES) for card in PAPERS]


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


@pytest.mark.parametrize("turns", range(4))
def test_photograph_is_read_however_it_is_turned(engine: Engine, tmp_path: Path, turns: int) -> None:
    card = PAPERS[turns]

    page = engine.read(in_file(tmp_path, photograph_of(SLUG, card, GAMES, turns=turns)), 1, EXPECTED, "acc")

    assert (page.pages, page.refusal, cards_on(page)) == (1, "", [card.entrant])
    [(reading, laid_flat)] = page.cards
    lines = {line["game"]: line["values"] for line in reading["lines"] if not line["doubt"]}
    assert len(lines) >= GAMES - 2
    assert (
        lines.items()
        <= {line.game: [line.points, line.plus or None, line.minus or None] for line in card.lines}.items()
    )
    assert laid_flat[:3] == b"\xff\xd8\xff"


def test_scan_of_twelve_sheets_has_twenty_four_cards(engine: Engine, tmp_path: Path) -> None:
    sheets = [sheet_of(SLUG, (PAPERS[place], PAPERS[place + 1]), GAMES) for place in range(0, 24, 2)]
    path = in_file(tmp_path, pdf_of(sheets), ".pdf")

    pages = [engine.read(path, number, EXPECTED, "acc") for number in range(1, 13)]

    assert {page.pages for page in pages} == {12}
    assert [number for page in pages for number in cards_on(page)] == [card.entrant for card in PAPERS]


@pytest.mark.parametrize(
    ("data", "ending", "refusal"),
    [
        pytest.param(pdf_of([np.full((8, 8, 3), 9, np.uint8)] * 41), ".pdf", TOO_MANY_PAGES, id="41 pages"),
        pytest.param(b"%PDF-1.7 and nothing else", ".pdf", BROKEN_PDF, id="no PDF"),
        pytest.param(b"\xff\xd8\xff" + bytes(100), ".jpg", Refusal.NOT_A_PICTURE, id="no JPEG"),
    ],
)
def test_file_of_no_use_is_refused(tmp_path: Path, data: bytes, ending: str, refusal: str) -> None:
    assert read_page(in_file(tmp_path, data, ending), 1, EXPECTED, "acc").refusal == refusal


def test_page_as_large_as_a_field_is_drawn_small(tmp_path: Path) -> None:
    huge = pdf_of([np.full((900, 700, 3), 255, np.uint8)], dots_an_inch=1)

    page = read_page(in_file(tmp_path, huge, ".pdf"), 1, EXPECTED, "acc")

    [(reading, picture)] = page.cards
    assert (reading["refusals"], len(picture) < 200_000) == (["no card"], True)


def test_page_that_takes_too_much_ends_its_process_and_the_next_is_read(tmp_path: Path) -> None:
    path = in_file(tmp_path, photograph_of(SLUG, PAPERS[0], GAMES))
    with Engine() as engine:
        for limit in ("_memory", "_seconds"):
            usual = getattr(engine, limit)
            assert cards_on(engine.read(path, 1, EXPECTED, "acc")) == [PAPERS[0].entrant]
            setattr(engine, limit, 0)
            with pytest.raises(EngineFailed, match=TOO_HARD):
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
        except EngineFailed as failed:
            found.add(failed.refusal)

    assert found <= {"", BROKEN_PDF, TOO_MANY_PAGES, TOO_HARD}
