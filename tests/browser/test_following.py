"""Public pages follow what is posted by themselves, and let people go on with what they are doing."""

import re

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Request, Route, expect

from brackets.public.services import post_announcement
from tests.browser.pages import NARROW, Event, heading, search_field, standings_shown
from tests.factories.tournaments import director_of
from tests.tournaments.entrants.conftest import change
from tournaments.models import Tournament
from tournaments.page_cache.versions import VERSIONS

# Longer than a page waits before it asks again, as long as it is answered; and as long as it may wait at all.
A_WHILE = 3_000
LONG = 20_000
NEW_NAME = "Zenobia Marram"


@pytest.fixture
def page(page: Page) -> Page:
    """Return a page whose clock can be put forward."""
    page.clock.install()
    return page


def rename(number: int) -> None:
    """Give an entrant another name, as the director does at the desk."""
    tournament = Tournament.objects.get()
    entrant = tournament.entrants.get(number=number)
    change(entrant, director_of(tournament, "Ada Birch"), name=NEW_NAME)
    VERSIONS.clear()  # the clock of the server is not put forward


def says(page: Page) -> Locator:
    return page.locator("[aria-live=polite]#following")


def open_page(page: Page, address: str) -> None:
    """Open a page, and wait until it has begun to follow. A mark is lost when it is loaded again."""
    page.goto(address)
    page.evaluate("window.mark = 'not loaded again'")
    with page.expect_response(re.compile(r"/t/")):
        page.clock.fast_forward(A_WHILE)


def expect_followed(page: Page, what: str) -> None:
    page.clock.fast_forward(A_WHILE)
    expect(says(page)).to_have_text(f"{what} updated.")
    assert page.evaluate("window.mark") == "not loaded again"


@pytest.mark.several_people
def test_open_pages_show_a_change_without_being_loaded_again(page: Page, context: BrowserContext, demo: Event) -> None:
    first = demo.report["standings"][0]["entrant"]
    other = context.new_page()  # its clock is that of the first: a browser's pages have one
    open_page(page, demo.standings_address)
    open_page(other, demo.card_address(first))

    rename(first)

    expect_followed(page, "Standings")
    assert standings_shown(page)[1][1] == NEW_NAME
    expect(heading(other)).to_have_text(NEW_NAME)
    expect(other).to_have_title(f"{NEW_NAME} · {demo.name}")
    assert other.evaluate("window.mark") == "not loaded again"

    page.clock.fast_forward(LONG)
    expect(says(page)).to_have_text("")  # the words go by themselves


@pytest.mark.several_people
@pytest.mark.parametrize(
    ("where", "what"), [("", "Event"), ("seats/", "Seats"), ("bracket/", "Bracket"), ("standings/{}/", "Card")]
)
def test_every_public_page_follows(page: Page, demo: Event, where: str, what: str) -> None:
    page.goto(demo.address)
    plays = page.locator(".playing bdi").first.inner_text()
    number = next(number for number, person in demo.people.items() if person.name == plays)
    open_page(page, f"{demo.address}{where.format(number)}")
    expect(page.get_by_text(NEW_NAME)).to_have_count(0)

    rename(number)

    expect_followed(page, what)
    assert page.get_by_text(re.compile("Zenobia Marram|Marram, Zenobia")).count() > 0


@pytest.mark.several_people
def test_announcement_with_its_timer_appears_and_counts_down_on_an_open_hall_screen(page: Page, demo: Event) -> None:
    open_page(page, f"{demo.address}screen/")
    tournament = Tournament.objects.get()
    actor = director_of(tournament, "Ada Birch")

    post_announcement(tournament=tournament, actor=actor, text="Game 5 begins.", minutes=15)
    VERSIONS.clear()

    expect_followed(page, "Screen")
    expect(page.locator("[id^=announcement-].sheet")).to_contain_text("Game 5 begins.")
    timer = page.locator("[id^=announcement-].sheet .timer")
    page.clock.run_for(1_100)
    expect(timer).to_have_text(re.compile(r"^1\d:\d\d left$"))
    page.mouse.move(200, 200)
    page.get_by_role("button", name="Sound").click()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
    page.clock.fast_forward("20:00")
    expect(timer).to_have_text("Time is up")


def test_page_says_nothing_where_nothing_on_it_changed(page: Page, demo: Event) -> None:
    untouched = demo.untouched
    open_page(page, demo.card_address(untouched))
    page.evaluate("document.querySelector('main').mark = 'not swapped'")
    other = next(number for number in demo.people if number not in opponents_of(demo, untouched))

    rename(other)
    with page.expect_response(lambda response: response.url.endswith(demo.card_address(untouched))):
        page.clock.fast_forward(A_WHILE)

    expect(says(page)).to_have_text("")
    assert page.evaluate("document.querySelector('main').mark") == "not swapped"


def opponents_of(event: Event, number: int) -> set[int | None]:
    card = next(card for card in event.file.scorecards if card.entrant == number)
    return {number, *(line.opponent for line in card.lines)}


def test_order_search_and_typed_text_stay(page: Page, demo: Event) -> None:
    last = demo.report["standings"][-1]["entrant"]
    open_page(page, f"{demo.standings_address}?sort=name")
    search_field(page).press_sequentially("zenob")
    expect(page).to_have_url(re.compile(r"name=zenob"))
    search_field(page).press_sequentially("ia")

    rename(last)
    page.clock.fast_forward(A_WHILE)

    expect(page.get_by_role("rowheader")).to_have_text(re.compile(NEW_NAME))
    expect(search_field(page)).to_have_value("zenobia")
    expect(search_field(page)).to_be_focused()
    assert page.evaluate("window.mark") == "not loaded again"


def test_page_waits_while_a_finger_is_on_it(page: Page, demo: Event) -> None:
    link = page.get_by_role("rowheader").get_by_role("link").nth(3)
    open_page(page, demo.standings_address)
    name = link.inner_text()
    link.hover()
    page.mouse.down()

    rename(demo.report["standings"][0]["entrant"])
    with page.expect_response(lambda response: response.url.endswith(demo.standings_address)):
        page.clock.fast_forward(A_WHILE)
    page.wait_for_timeout(500)  # for the page to change what is under the finger
    page.mouse.up()

    expect(heading(page)).to_have_text(name)


def test_press_that_ends_in_a_menu_holds_up_nothing(page: Page, demo: Event) -> None:
    """Where the menu has come, the browser tells no page of the button's release."""
    open_page(page, demo.standings_address)
    link = page.get_by_role("rowheader").get_by_role("link").first
    for kind in ("pointerdown", "contextmenu"):
        link.dispatch_event(kind)

    rename(demo.report["standings"][0]["entrant"])

    expect_followed(page, "Standings")


def test_text_that_was_selected_stays_for_a_while(page: Page, demo: Event) -> None:
    open_page(page, demo.standings_address)
    page.get_by_role("rowheader").get_by_role("link").nth(3).evaluate("link => getSelection().selectAllChildren(link)")
    selected = page.evaluate("String(getSelection())")

    # It asks by itself soon: to put its clock forward would leave a slow machine too little of the while.
    with page.expect_response(lambda response: response.url.endswith(demo.standings_address)):
        rename(demo.report["standings"][0]["entrant"])
    page.wait_for_timeout(500)  # for the page to take the selection away

    assert page.evaluate("String(getSelection())") == selected != ""
    page.clock.fast_forward(LONG)
    expect(says(page)).to_have_text("Standings updated.")


def test_own_card_waits_while_a_finger_is_on_it(page: Page, demo: Event) -> None:
    name = demo.names[3]
    page.goto(f"{demo.address}?name={name}")
    link = page.locator("#your-card").get_by_role("link", name=name)
    expect(link).to_be_visible()
    late: list[Route] = []
    page.route(re.compile(r"/p/\d+/$"), lambda route: late.append(route), times=1)
    with page.expect_request(re.compile(r"/p/\d+/$")):
        page.evaluate("document.dispatchEvent(new Event('followed'))")
    link.hover()
    page.mouse.down()

    with page.expect_response(re.compile(r"/p/\d+/$")):
        late[0].continue_()
    page.wait_for_timeout(500)  # for the card to change under the finger
    page.mouse.up()

    expect(heading(page)).to_have_text(name)


def test_search_alone_swaps_nothing(page: Page, demo: Event) -> None:
    page.goto(demo.standings_address)
    search_field(page).press_sequentially(demo.names[-1])
    page.clock.run_for(500)
    expect(page.get_by_role("rowheader")).to_have_count(1)
    page.evaluate("document.querySelector('main').mark = 'not swapped'")

    with page.expect_response(lambda response: response.request.resource_type == "fetch"):
        page.clock.fast_forward(A_WHILE)
    with page.expect_response(re.compile("/now/$")):
        page.clock.fast_forward(A_WHILE)

    assert page.evaluate("document.querySelector('main').mark") == "not swapped"
    expect(says(page)).to_have_text("")


def test_focus_and_place_stay(page: Page, demo: Event) -> None:
    numbers = [place["entrant"] for place in demo.report["standings"]]
    open_page(page, demo.standings_address)
    mine = page.get_by_role("rowheader").get_by_role("link", name=demo.people[numbers[90]].name)
    mine.focus()
    place = page.evaluate("scrollY")

    rename(numbers[0])
    expect_followed(page, "Standings")

    expect(mine).to_be_focused()
    assert page.evaluate("scrollY") == place > 0


def test_phone_keeps_the_round_that_is_looked_at(page: Page, demo: Event) -> None:
    page.set_viewport_size(NARROW)
    open_page(page, f"{demo.bracket_address}#round-1")

    rename(demo.report["standings"][0]["entrant"])
    expect_followed(page, "Bracket")

    expect(page.get_by_role("region", name=re.compile("^Round 1"))).to_be_visible()


def is_of_page(request: Request) -> bool:
    """Tell whether the page asks; its stream is tried again at times of its own."""
    return request.headers.get("accept") != "text/event-stream"


def test_page_says_that_the_server_is_away_and_when_it_is_back(
    page: Page, context: BrowserContext, demo: Event
) -> None:
    first = demo.report["standings"][0]["entrant"]
    open_page(page, demo.standings_address)
    missed: list[Request] = []
    page.on("requestfailed", lambda request: missed.append(request) if is_of_page(request) else None)
    context.set_offline(True)
    for _ in range(3):
        with page.expect_event("requestfailed", is_of_page):
            page.clock.fast_forward(LONG)
        # The clock runs on: by now the page may have asked once more by itself.
        assert says(page).text_content() == "" or len(missed) >= 3
    expect(says(page)).to_have_text(re.compile(r"^The server does not answer. What you see is from \d"))

    rename(first)
    context.set_offline(False)

    expect(says(page)).to_have_text("The server is back. Standings updated.")
    assert standings_shown(page)[1][1] == NEW_NAME


def test_fault_of_the_page_itself_is_reported_and_not_called_a_server_that_is_away(page: Page, demo: Event) -> None:
    open_page(page, demo.standings_address)
    page.evaluate("() => { window.reportError = (error) => { document.body.dataset.reported = error.message; }; }")
    page.evaluate("() => { window.htmx.swap = () => { throw new Error('ours'); }; }")

    rename(1)
    page.clock.fast_forward(A_WHILE)

    expect(page.locator("body")).to_have_attribute("data-reported", "ours")
    for _ in range(3):
        page.clock.fast_forward(LONG)
    expect(says(page)).to_have_text("")


@pytest.mark.several_people
def test_page_of_an_event_that_is_gone_stops_asking(page: Page, demo: Event) -> None:
    open_page(page, demo.standings_address)
    Tournament.objects.update(slug="elsewhere")
    VERSIONS.clear()
    page.clock.fast_forward(A_WHILE)
    expect(says(page)).to_have_text("There is nothing at this address any more.")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    for _ in range(3):
        page.clock.fast_forward(LONG)

    assert asked == []
