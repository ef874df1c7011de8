"""Scorecards for photographs as the browser prints them: the reader finds marks, code and boxes on the paper."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.pages import sign_in
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, TournamentFactory
from tournaments.models import Entrant, StaffMember
from tournaments.seating.services.draw import draw
from tournaments.seating.services.schedule import make_schedule

pytest.importorskip("cv2", reason="The extra photo is not installed.")

DOTS = 200
WIDTHS = {"Letter": 11.0, "A4": 11.69}


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="There is no pdftoppm.")
def test_reader_reads_what_the_browser_prints(
    transactional_db: None, context: BrowserContext, page: Page, live_server: Any, tmp_path: Path
) -> None:
    from scorecards.photo.card_code import CardCode, event_key
    from scorecards.photo.reader import read
    from scorecards.photo.reading import ExpectedCard

    tournament = TournamentFactory(slug="bay", games=22, table_length=12)
    for number in range(1, 47):
        EntrantFactory(tournament=tournament, number=number, name=f"{'Wes Dogwood of Gull'[: number % 13 + 6].strip()}")
    director: StaffMember = StaffMemberFactory(tournament=tournament, name="Dee Rector")
    draw(tournament=tournament, actor=director, table_length=12, keep=False)
    make_schedule(tournament=tournament, actor=director)
    sign_in(context, director, live_server.url)
    expected = [ExpectedCard(CardCode(event_key("bay"), number, 1), 22) for number in range(1, 47)]
    page.goto("/t/bay/seating/print/photo-cards/?table=A")
    numbers = set()

    for paper, width in WIDTHS.items():
        printed = page.pdf(format=paper, landscape=True, prefer_css_page_size=True)
        (tmp_path / "cards.pdf").write_bytes(printed)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 6
        half = round(width * DOTS / 2)
        for left in (0, half):
            cut = ["-x", str(left), "-y", "0", "-W", str(half), "-H", "1700"]
            subprocess.run(
                ["pdftoppm", "-r", str(DOTS), "-l", "1", *cut, "-png", "-singlefile", "cards.pdf", f"{paper}-{left}"],
                cwd=tmp_path,
                check=True,
            )
            reading = read((tmp_path / f"{paper}-{left}.png").read_bytes(), expected)
            assert reading.refusals == ()
            assert reading.misfit < 0.1
            assert all(line.is_blank for line in reading.lines)
            assert reading.code is not None
            numbers.add(reading.code.entrant)

    seated = Entrant.objects.filter(tournament=tournament, number__in=numbers)
    assert len(numbers) == len(seated) == 2
