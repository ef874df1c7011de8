"""A player whose page is open hears of a call by itself, with a sound if they turned that on."""

import pytest
from playwright.sync_api import Page, expect

from brackets.public.services import call_player
from tests.browser.pages import put_up
from tests.browser.test_following import A_WHILE, open_page
from tests.events import PHASES
from tests.factories.tournaments import director_of
from tournaments.models import Tournament
from tournaments.page_cache.versions import VERSIONS

RINGS = """
    window.rings = 0;
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () { window.rings += 1; return make.call(this); };
"""


@pytest.mark.parametrize("is_on", [pytest.param(True, id="sound"), pytest.param(False, id="no sound")])
def test_a_call_comes_by_itself_with_a_sound_if_wished(page: Page, transactional_db: None, is_on: bool) -> None:
    page.clock.install()
    page.add_init_script(RINGS)
    event = put_up(PHASES["no cards"])
    tournament = Tournament.objects.get()
    player = tournament.entrants.exclude(seat="").order_by("number")[0]
    open_page(page, f"{event.address}p/{player.number}/")
    if is_on:
        page.get_by_role("button", name="Turn on sound for calls").click()
    before = page.evaluate("window.rings")

    call_player(tournament, director_of(tournament, "Ada Birch"), player)
    VERSIONS.clear()
    page.clock.fast_forward(A_WHILE)

    expect(page.get_by_role("alert")).to_have_text(f"You are called: seat {player.seat}, game 1")
    assert (page.evaluate("window.rings") > before) is is_on
    page.reload()
    name = "Sound is on. Turn off" if is_on else "Turn on sound for calls"
    expect(page.get_by_role("button", name=name)).to_be_visible()
