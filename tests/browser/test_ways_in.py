"""From the link that ``make run`` prints to a checker whose access is removed, as people do it."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from config.serve import path_of_sign_in_link
from tests.browser.fit import faults, faults_shown, violations
from tests.browser.pages import WIDE, follow, heading, second_browser
from tests.tournaments.staff.people import PASSWORD, SECRET, add_director, make_event, make_invitation, make_user
from tournaments.models import Tournament

CHECKER = "Bo Cedar"


def sign_in_by_link(page: Page) -> None:
    path = path_of_sign_in_link()
    assert path is not None
    page.goto(path)
    page.get_by_role("button", name="Sign in now").click()
    expect(page.get_by_role("status")).to_contain_text("set a password now")


def set_password(page: Page) -> None:
    page.get_by_label("New password", exact=True).fill(PASSWORD)
    page.get_by_label("Confirm new password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Password saved.")


def sign_in(page: Page, name: str) -> None:
    page.goto("/sign-in/")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/account/")


def make_new_event(page: Page, name: str) -> None:
    page.get_by_role("link", name="New event").first.click()
    page.get_by_label("Name", exact=True).fill(name)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("is created.")


def invite(page: Page, role: str = "checker") -> str:
    """Make an invitation and return its link."""
    follow(page.get_by_role("link", name="More", exact=True))
    page.get_by_role("link", name="Staff", exact=True).first.click()
    page.get_by_label("Role").select_option(role)
    page.get_by_role("button", name="Create invitation").click()
    expect(page.get_by_role("img", name="Code to scan")).to_be_visible()
    return page.locator("code", has_text="/join/").text_content() or ""


def join(page: Page, link: str, name: str = CHECKER, initials: str = "bc", leads_to: str = "cards") -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Your initials").fill(initials)
    page.get_by_label("No", exact=True).check()
    page.get_by_role("button", name="Start work").click()
    page.wait_for_url(f"**/{leads_to}/")


def test_from_the_first_link_to_a_checker_who_is_shut_out(page: Page, browser: Browser, live_server: object) -> None:
    address = live_server.url  # type: ignore[attr-defined]
    sign_in_by_link(page)
    set_password(page)
    page.get_by_role("button", name="Sign out", exact=True).click()
    sign_in(page, "director")
    make_new_event(page, "Gull Harbor Open")
    desk = page.url
    link = invite(page)

    with second_browser(browser, address) as other:
        join(other, link)
        other.goto(desk)
        expect(heading(other)).to_have_text("Dashboard")

        page.reload()
        page.get_by_role("button", name=f"Remove access of {CHECKER}").click()
        expect(page.get_by_role("status")).to_contain_text(f"Access of {CHECKER} removed.")

        other.goto(desk)
        expect(heading(other)).to_have_text("No access")
        expect(other.get_by_role("main")).to_contain_text("Your access to this event has ended.")

    follow(page.get_by_role("link", name="Activity log", exact=True))
    page.get_by_label("Contains").press_sequentially("access rem")
    expect(page.get_by_role("row")).to_have_count(2)
    expect(page.get_by_role("row").last).to_contain_text(CHECKER)


def test_access_that_ends_while_a_page_is_open_is_told_on_that_page(page: Page, director: Tournament) -> None:
    page.goto(f"/t/{director.slug}/log/")
    director.staff.update(ended_at=director.created_at)

    page.get_by_label("Contains").press_sequentially("what I look for")

    expect(page.get_by_role("alert")).to_contain_text("Your access to this event has ended.")
    assert page.get_by_label("Contains").input_value() == "what I look for"
    expect(heading(page)).to_have_text("Activity log")


@pytest.fixture
def director(context: BrowserContext, live_server: object) -> Tournament:
    """Return an event whose director has signed in."""
    tournament = make_event()
    add_director(tournament, make_user())
    page = context.new_page()
    sign_in(page, "ada")
    page.close()
    return tournament


OF_SETTINGS = ("settings", "settings/copy", "settings/delete")


def staff_pages(tournament: Tournament) -> list[str]:
    event = tournament.get_absolute_url()
    return [
        "/account/",
        "/account/second-step/",
        "/account/confirm/",
        "/new/",
        *(f"{event}{name}/" for name in ("desk", "staff", "log", *OF_SETTINGS)),
    ]


@pytest.mark.thorough
def test_pages_for_staff_are_fit_for_everybody(
    page: Page, director: Tournament, browser: Browser, live_server: object
) -> None:
    event = director.get_absolute_url()
    found = [faults(page, staff_pages(director))]

    page.set_viewport_size(WIDE)
    page.goto(f"{event}staff/")
    link = invite(page)
    shown = faults_shown(page)
    with second_browser(browser, live_server.url) as other:  # type: ignore[attr-defined]
        found += [faults(other, [link])]
        join(other, link)
        found += [faults(other, [f"{event}log/"])]
    found += [faults(page, [f"{event}{where}" for where in ("staff/", "log/", "log/?text=nothing", "desk/")])]

    assert (shown, found) == ([], [{}, {}, {}, {}])


def test_ways_in_are_fit_for_everybody(page: Page, live_server: object) -> None:
    tournament = make_event()
    event = tournament.get_absolute_url()
    make_invitation(tournament)
    make_invitation(tournament, "director", secret="of-a-director")
    pages = [
        f"/join/{SECRET}/",
        "/join/of-a-director/",
        "/sign-in/",
        str(path_of_sign_in_link()),
        "/sign-in/used/",
        "/join/never-made/",
    ]

    assert faults(page, [*pages, event, *(f"{event}{name}/" for name in ("standings", "bracket"))]) == {}


def test_refused_form_can_be_mended_at_once(page: Page, director: Tournament) -> None:
    page.goto("/new/")
    page.get_by_label("Name", exact=True).fill("Gull Harbor Open")
    page.get_by_label("Time zone").fill("Harbor Time")
    page.keyboard.press("Enter")

    expect(page.get_by_role("alert")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("alert").get_by_role("link", name="Time zone").click()
    page.keyboard.press("Control+a")
    page.keyboard.type("Europe/London")
    page.get_by_role("button", name="Create event").click()

    expect(page.get_by_role("status")).to_contain_text("is created.")
