"""A photographed card in doubt is confirmed by keys alone, and the next one stands on the page."""

from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from scorecards.models import CardPicture, PictureConfirmation
from scorecards.photo.reading import Doubt
from scorecards.photographs.files import store as store_picture
from scorecards.photographs.selectors import confirming
from tests.browser.pages import just_shown, sign_in
from tests.browser.snapshots import Store
from tests.browser.test_cards import keys_of as keys_of_line
from tests.browser.test_cards import type_keys
from tests.browser.test_cards_ahead import TELL_FETCHED, expect_fetched, hold, wait_for
from tests.scorecards.cards.card_entry import checker, entrant, paper, put_up, stored, written
from tests.scorecards.photographs.confirming.readings import picture_of, read_card
from tournaments.models import Tournament
from tournaments.rules.types import CardRecord

EVENT = written()
CARD = paper(EVENT)
# One white pixel.
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsDmVNAAAAABJRU5ErkJggg=="


def looked_at(page: Page, game: int) -> None:
    """Wait until the paper of a line has been on the screen for half a second."""
    expect(page.locator(f"tr[data-game='{game}'] .seen label")).to_have_css("pointer-events", "auto")


def keys_of(page: Page) -> str:
    """Return the name of the field that has the cursor, or the words of the button."""
    return str(page.evaluate("document.activeElement.name || document.activeElement.textContent.trim()"))


@pytest.fixture
def tournament(store: Store, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    monkeypatch.setattr(confirming, "SAMPLED_OF_EIGHT", 0)
    settings.PICTURES_DIR = tmp_path
    tournament: Tournament = store(put_up, written())
    return tournament


type_photograph = Callable[..., CardPicture]


@pytest.fixture
def photograph(tournament: Tournament) -> type_photograph:
    """Return what stores a photographed card, with the games that are in doubt."""
    name = store_picture(b64decode(PIXEL), ".png")

    def make(number: int, card: CardRecord | None = None, **doubts: Doubt) -> CardPicture:
        reading = read_card(
            card or paper(EVENT, number), doubts={int(game.removeprefix("game_")): why for game, why in doubts.items()}
        )
        return picture_of(tournament, entrant(tournament, number), reading, stored=name)

    return make


@pytest.fixture
def address(tournament: Tournament, context: BrowserContext, live_server: Any) -> str:
    """Sign in a checker; return where the photographs are."""
    sign_in(context, checker(tournament, "Bo Cedar"), live_server.url)
    return f"{live_server.url}/t/{tournament.slug}/cards/photographs"


def test_a_card_in_doubt_is_confirmed_by_keys_alone(
    page: Page, tournament: Tournament, photograph: type_photograph, address: str
) -> None:
    misread = replace(CARD.lines[4], points=2, plus=99, minus=None)
    lines = tuple(misread if line.game == 5 else line for line in CARD.lines)
    picture = photograph(1, replace(CARD, lines=lines), game_3=Doubt.UNSURE, game_5=Doubt.UNSURE, game_6=Doubt.STRUCK)
    following = photograph(2)

    page.goto(f"{address}/confirm/")
    expect(page).to_have_url(f"{address}/{picture.pk}/")
    expect(page.locator("input[name=keyed-3]")).to_be_focused()
    page.keyboard.press("p")
    expect(page.locator("#whole-picture")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#whole-picture")).to_be_hidden()
    looked_at(page, 3)
    page.keyboard.press("Enter")
    for game in (5, 6):
        expect(page.locator(f"input[name=keyed-{game}]")).to_be_focused()
        line = CARD.lines[game - 1]
        # The figure that was read is replaced; Enter ends what is typed, and no key moves on by itself.
        for key in f"{line.plus:02d}" if line.plus else f"-{line.minus:02d}":
            page.keyboard.press(key)
        expect(page.locator(f"input[name=keyed-{game}]")).to_be_focused()
        looked_at(page, game)
        page.keyboard.press("Enter")
    assert keys_of(page) == "Save card"
    page.keyboard.press("Enter")

    expect(page).to_have_url(f"{address}/{following.pk}/")
    expect(page.locator("#told")).to_have_text("Saved A-1 · next A-2 Undo U")
    assert stored(tournament) == CARD
    assert PictureConfirmation.objects.get().shown == [3, 5, 6]
    expect(page.get_by_role("button", name="Save card")).to_be_focused()
    page.wait_for_load_state()
    page.keyboard.press("u")
    expect(page).to_have_url(f"{address}/{picture.pk}/")
    expect(page.locator("tr[data-game] [name^=seen-]")).to_have_count(3)
    assert stored(tournament).lines == ()


def test_key_that_saved_confirms_nothing_of_the_next_card(
    page: Page, tournament: Tournament, photograph: type_photograph, address: str
) -> None:
    photograph(1)
    photograph(2, game_2=Doubt.UNSURE)
    third = photograph(3)
    page.add_init_script(TELL_FETCHED)
    page.goto(f"{address}/confirm/")
    expect(page.get_by_role("button", name="Save card")).to_be_focused()
    expect_fetched(page, "A-2, photograph")

    with just_shown(page):
        page.keyboard.press("Enter")
        expect(page.locator("input[name=keyed-2]")).to_be_focused()
        type_keys(page, f"\n{keys_of_line(paper(EVENT, 2).lines[1])}\n")
        expect(page.locator(".said")).to_have_text("Game 2: look at the paper first, then press Enter.")
        expect(page.locator("[name=seen-2]")).not_to_be_checked()
    looked_at(page, 2)
    page.keyboard.press("Enter")
    assert keys_of(page) == "Save card"
    assert stored(tournament, 2).lines == ()
    expect_fetched(page, "A-3, photograph")

    # Where nothing is in doubt the cursor is at the button at once: nobody has seen that card.
    with just_shown(page):
        page.keyboard.press("Enter")
        expect(page).to_have_url(f"{address}/{third.pk}/")
        expect(page.get_by_role("button", name="Save card")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_timeout(100)
    assert PictureConfirmation.objects.count() == 2
    expect(page.get_by_role("button", name="Save card")).to_have_css("pointer-events", "auto")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address}/")


def test_keys_typed_while_a_photographed_card_is_saved_are_told_and_not_entered(
    page: Page, tournament: Tournament, photograph: type_photograph, address: str
) -> None:
    first = photograph(1)
    photograph(2, game_2=Doubt.UNSURE)
    saving = hold(page, f"/photographs/{first.pk}/$", "POST")
    page.goto(f"{address}/confirm/")
    expect(page.get_by_role("button", name="Save card")).to_be_focused()
    read = f"{paper(EVENT, 2).lines[1].plus or 0:02d}", f"-{paper(EVENT, 2).lines[1].minus or 0:02d}"

    page.keyboard.press("Enter")
    wait_for(page, saving)
    for key in ("9", "9", "Enter"):
        page.keyboard.press(key)
    saving[0].continue_()

    expect(page.get_by_text("Typed for the next card and not entered: 99")).to_be_visible()
    assert page.locator("input[name=keyed-2]").input_value() in read
    expect(page.locator("[name=seen-2]")).not_to_be_checked()


def test_line_below_the_edge_of_the_screen_is_not_confirmed_unseen(
    page: Page, tournament: Tournament, photograph: type_photograph, address: str
) -> None:
    page.set_viewport_size({"width": 800, "height": 300})
    photograph(1, game_1=Doubt.UNSURE, game_3=Doubt.UNSURE, game_5=Doubt.UNSURE, game_7=Doubt.UNSURE)
    page.goto(f"{address}/confirm/")
    looked_at(page, 1)

    with just_shown(page):
        for _ in range(4):
            page.keyboard.press("Enter")

    ticked = [page.locator(f"[name=seen-{game}]").is_checked() for game in (1, 3, 5, 7)]
    assert ticked[0]
    assert not ticked[3]


SLOW_STORE = """
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...told) {
        const request = open.apply(this, told);
        Object.defineProperty(request, "onsuccess", {
            set: (heard) => request.addEventListener("success", () => setTimeout(heard, 1_000)),
        });
        return request;
    };
"""


@pytest.fixture
def pictures(tmp_path: Path) -> list[Path]:
    found = [tmp_path / "one.png", tmp_path / "two.png"]
    for path in found:
        path.write_bytes(b64decode(PIXEL))
    return found


def expect_answers(page: Page, pictures: list[Path]) -> None:
    """Expect that the server has seen them: one pixel is no card."""
    answers = page.get_by_role("list", name="Photographs of this device")
    for path in pictures:
        expect(answers).to_contain_text(f"{path.name}: not saved. The card is too small in the picture.")


def test_photograph_chosen_before_the_script_is_there_is_sent(page: Page, address: str, pictures: list[Path]) -> None:
    held: list[Route] = []
    page.route("**/photographs/sending*.js", lambda route: held.append(route))
    page.goto(f"{address}/", wait_until="commit")

    page.set_input_files("#many-photographs", pictures)
    wait_for(page, held).continue_()

    expect_answers(page, pictures)


@pytest.mark.browser_context_args
def test_photographs_chosen_while_the_browser_opens_its_store_are_sent(
    page: Page, context: BrowserContext, address: str, pictures: list[Path]
) -> None:
    context.add_init_script(SLOW_STORE)
    page.route("**/photographs/send/", lambda route: None)
    page.goto(f"{address}/", wait_until="commit")
    page.locator("form.is-scripted").wait_for()

    page.set_input_files("#many-photographs", pictures)
    expect(page.locator("#sending-state")).to_contain_text("2 to be sent")
    page.wait_for_timeout(1_000)
    page.unroute("**/photographs/send/")  # which lets go of what was held

    expect_answers(page, pictures)
