"""Scorecards for photographs as the browser prints them: the reader finds marks, code and boxes on the paper."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.pages import sign_in
from tests.browser.test_seating import seated_event

pytest.importorskip("cv2", reason="The extra photo is not installed.")

MM = 25.4
SIZES = {"Letter": (279.4, 215.9), "A4": (297.0, 210.0)}


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="There is no pdftoppm.")
def test_reader_reads_what_the_browser_prints(
    transactional_db: None, context: BrowserContext, page: Page, live_server: Any, tmp_path: Path
) -> None:
    import cv2

    from scorecards.photo.layout import CardCode, event_key
    from scorecards.photo.reading import ExpectedCard, Refusal
    from tests.scorecards.photo.pictures_of_cards import read, written_on
    from tools.photo.paper import SCALE

    director = seated_event(46, games=22, table_length=12)
    sign_in(context, director, live_server.url)
    expected = [ExpectedCard(CardCode(event_key("bay"), number, 1), 22) for number in range(1, 47)]
    page.goto("/t/bay/seating/print/photo-cards/?table=A")
    numbers = set()

    for paper, (width, height) in SIZES.items():
        printed = page.pdf(format=paper, landscape=True, prefer_css_page_size=True)
        (tmp_path / "cards.pdf").write_bytes(printed)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 6
        half = round(width * SCALE / 2)
        for left in (0, half):
            cut = ["-x", str(left), "-y", "0", "-W", str(half), "-H", str(round(height * SCALE))]
            subprocess.run(
                ["pdftoppm", "-r", str(MM * SCALE), "-l", "1", *cut, "-png", "-singlefile", "cards.pdf", "card"],
                cwd=tmp_path,
                check=True,
            )
            empty = read((tmp_path / "card.png").read_bytes(), expected)
            assert empty.refusals == (Refusal.FAINT,)  # nothing of the print is taken for ink
            assert empty.misfit < 0.1
            sheet = cv2.imread(str(tmp_path / "card.png"))
            side, top = (round(row[2]) for row in empty.homography[:2])
            card, written = written_on(sheet[top:, side:, 0], len(numbers))
            sheet[top:, side:] = written
            reading = read(cv2.imencode(".png", sheet)[1].tobytes(), expected)
            assert reading.refusals == ()
            assert [line.values for line in reading.lines] == [card.lines[game] for game in range(1, 23)]
            assert reading.code is not None
            numbers.add(reading.code.entrant)

    assert len(numbers) == director.tournament.entrants.filter(number__in=numbers).count() == 2
