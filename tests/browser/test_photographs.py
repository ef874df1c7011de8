"""Twelve cards photographed by phone, offline in between, the server killed in between: all arrive, each once."""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

pytest.importorskip("cv2", reason="The extra photo is not installed.")
pytest.importorskip("pypdfium2", reason="The extra photo is not installed.")

from scorecards.models import CardPicture, PictureFile
from scorecards.photographs.engine import Engine
from scorecards.photographs.services.reading import read_waiting
from tests.browser.fit import RUNS_OUT, violations
from tests.browser.own_server import OwnServer
from tests.browser.pages import NARROW, sign_in
from tests.browser.phones import BACK
from tests.browser.snapshots import Store
from tests.scorecards.cards.card_entry import checker, put_up, written
from tests.scorecards.photo.event_pictures import photograph_of

PAPERS = written(players=12, games=5)
ALL_TEN = re.compile(r"^(10 saved|9 saved, 1 to|8 saved, 2 to|7 saved, 3 to|6 saved, 4 to)\b")


def photograph(page: Page, pictures: Sequence[Path]) -> None:
    """Take pictures one after the other, as the phone's camera hands them to the page."""
    for picture in pictures:
        page.set_input_files("#one-photograph", picture)


@pytest.mark.thorough
def test_twelve_cards_arrive_once_through_a_dead_network_and_a_dead_server(
    browser: Browser, store: Store, own_server: OwnServer, tmp_path: Path, settings: Any
) -> None:
    tournament = store(put_up, PAPERS)
    settings.PICTURES_DIR = own_server.folder / "data" / "pictures"
    pictures = [tmp_path / f"card {card.entrant}.jpg" for card in PAPERS.scorecards]
    for card, path in zip(PAPERS.scorecards, pictures, strict=True):
        path.write_bytes(photograph_of(tournament.slug, card, 5))
    context = browser.new_context(base_url=own_server.address, viewport=NARROW, has_touch=True)
    sign_in(context, checker(tournament, "Di Elm"), own_server.address)
    page = context.new_page()
    page.goto(f"/t/{tournament.slug}/cards/")
    page.get_by_role("link", name="Photographs").click()
    expect(page.locator("form.is-scripted")).to_be_visible()  # before, the second takes the place of the first
    state = page.locator("#sending-state")

    photograph(page, pictures[:3])
    expect(state).to_have_text("3 saved. All are sent.")

    context.set_offline(True)
    photograph(page, pictures[3:6])
    expect(state).to_have_text("3 saved, 3 to be sent. They stay on this device until then.")
    context.set_offline(False)
    expect(state).to_have_text("6 saved. All are sent.", timeout=BACK)

    photograph(page, pictures[6:10])
    own_server.kill()
    # The tab is closed once the page has all ten.
    expect(state).to_have_text(ALL_TEN)
    page.close()
    own_server.start()
    page = context.new_page()
    page.goto(f"/t/{tournament.slug}/cards/photographs/")
    state = page.locator("#sending-state")
    photograph(page, [*pictures[10:], pictures[0]])
    expect(page.get_by_text("this photograph is here already. It counts once.")).to_be_visible(timeout=BACK)
    expect(state).to_contain_text("All are sent.", timeout=BACK)

    files = PictureFile.objects.order_by("pk")
    sent = sorted(hashlib.sha256(path.read_bytes()).hexdigest() for path in pictures)
    assert sorted(file.digest for file in files) == sent
    kept = [hashlib.sha256((settings.PICTURES_DIR / file.stored).read_bytes()).hexdigest() for file in files]
    assert sorted(kept) == sent

    with Engine() as engine:
        assert read_waiting(engine) == 12

    expect(page.locator("#pictures")).to_contain_text("Count the pile on the desk: it should have 12 cards.")
    numbers = CardPicture.objects.order_by("entrant__number").values_list("entrant__number", flat=True)
    assert list(numbers) == list(range(1, 13))
    assert (violations(page), page.evaluate(RUNS_OUT)) == ([], [])
    context.close()
