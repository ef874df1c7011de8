"""A photographed card in doubt is confirmed by keys alone, and the next one stands on the page."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorecards.models import PictureConfirmation
from scorecards.photo.reading import Doubt
from scorecards.photographs.files import store as store_picture
from scorecards.photographs.selectors import confirming
from tests.browser.pages import sign_in
from tests.browser.snapshots import Store
from tests.scorecards.keying.card_entry import checker, entrant, paper, put_up, stored, written
from tests.scorecards.photographs.confirming.readings import picture_of, read_card
from tournaments.models import Tournament

EVENT = written()
CARD = paper(EVENT)
# One white pixel.
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsDmVNAAAAABJRU5ErkJggg=="


def keys_of(page: Page) -> str:
    """Return the name of the field that has the cursor, or the words of the button."""
    return str(page.evaluate("document.activeElement.name || document.activeElement.textContent.trim()"))


def test_a_card_in_doubt_is_confirmed_by_keys_alone(
    store: Store,
    page: Page,
    context: BrowserContext,
    live_server: Any,
    settings: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(confirming, "SAMPLED_OF_EIGHT", 0)
    settings.PICTURES_DIR = tmp_path
    tournament: Tournament = store(put_up, written())
    name = store_picture(b64decode(PIXEL), ".png")
    misread = replace(CARD.lines[4], points=2, plus=99, minus=None)
    lines = tuple(misread if line.game == 5 else line for line in CARD.lines)
    doubts = {3: Doubt.UNSURE, 5: Doubt.UNSURE, 6: Doubt.STRUCK}
    picture = picture_of(
        tournament, entrant(tournament), read_card(replace(CARD, lines=lines), doubts=doubts), stored=name
    )
    following = picture_of(tournament, entrant(tournament, 2), read_card(paper(EVENT, 2)), stored=name)
    sign_in(context, checker(tournament, "Bo Cedar"), live_server.url)
    address = f"{live_server.url}/t/{tournament.slug}/cards/photographs"

    page.goto(f"{address}/confirm/")
    expect(page).to_have_url(f"{address}/{picture.pk}/")
    expect(page.locator("input[name=keyed-3]")).to_be_focused()
    page.keyboard.press("p")
    expect(page.locator("#whole-picture")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#whole-picture")).to_be_hidden()
    page.keyboard.press("Enter")
    for game in (5, 6):
        expect(page.locator(f"input[name=keyed-{game}]")).to_be_focused()
        line = CARD.lines[game - 1]
        # The figure that was read is replaced; Enter ends what is typed, and no key moves on by itself.
        for key in f"{line.plus:02d}" if line.plus else f"-{line.minus:02d}":
            page.keyboard.press(key)
        expect(page.locator(f"input[name=keyed-{game}]")).to_be_focused()
        page.keyboard.press("Enter")
    assert keys_of(page) == "Save card"
    page.keyboard.press("Enter")

    expect(page).to_have_url(f"{address}/{following.pk}/")
    expect(page.locator("#told")).to_have_text("A-1 saved. Undo U")
    assert stored(tournament) == CARD
    assert PictureConfirmation.objects.get().shown == [3, 5, 6]
    assert keys_of(page) == "Save card"
    page.keyboard.press("u")
    expect(page).to_have_url(f"{address}/{picture.pk}/")
    expect(page.locator("tr[data-game] [name^=seen-]")).to_have_count(3)
    assert stored(tournament).lines == ()
