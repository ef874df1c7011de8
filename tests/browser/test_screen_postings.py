"""The hall screen when the qualifiers are posted again: the correction is shown at once, and is called one."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from scorecards.ranking.services import set_exemption
from tests.brackets.playoffs.playing import director, posted
from tests.brackets.posting.posting import post
from tournaments.page_cache.versions import VERSIONS


def test_further_posting_is_shown_at_once_and_says_so(page: Page, transactional_db: None, live_server) -> None:
    tournament = posted(players=24)
    page.clock.install()
    page.goto(f"{tournament.get_absolute_url()}screen/")
    told = page.locator("#page")
    expect(told).to_have_text(re.compile("^Qualifiers, page 1"))
    expect(page.get_by_role("heading", name="Qualifiers")).to_have_text("Qualifiers")
    page.keyboard.press("ArrowLeft")
    expect(told).not_to_have_text(re.compile("^Qualifiers"))

    member = director(tournament)
    set_exemption(tournament=tournament, actor=member, qualifiers=7, reason="one more table")
    post(tournament, member, "seven qualify")
    VERSIONS.clear()
    page.clock.run_for(3_000)

    expect(told).to_have_text(re.compile("^Qualifiers, page 1"))
    expect(page.get_by_role("heading", name="Qualifiers")).to_have_text(
        re.compile(r"^\s*Qualifiers corrected: posting 2, \d+:\d\d [AP]M\s*$")
    )
    expect(page.locator("#qualifiers .cut")).to_have_text(re.compile("The line: 7 of 24 qualify"))
