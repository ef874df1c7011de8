"""What was typed is never lost: a dead server, a reload, an ended session, a nervous finger, two people on one card."""

import datetime as dt
import re
from dataclasses import replace

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from scorecards.models import CardPresence, CardSave, Scorecard
from tests.browser.own_server import OwnServer
from tests.browser.pages import second_browser, sign_in, wait_until
from tests.browser.test_cards import card_address, cell, expect_card, kept, open_card, type_keys
from tests.scorecards.cards.card_entry import checker, paper, save, stored, written
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.rules.types import CardRecord, EventFile, FootTotals, Line

# Seven games, four won: 8 game points, 4 won, plus 64, minus 27.
KEYS = "16-0916-0916-0916"
FOOT_KEYS = "8\n4\n64\n27"
# Milliseconds after which a page has asked who else has its card open.
PRESENCE = 11_000
LINES = [[2, 16, None] if game % 2 else [0, None, 9] for game in range(1, 8)]


@pytest.fixture
def event_file() -> EventFile:
    return written()


def state(page: Page):
    return page.locator("#draft-state")


def figures(card: CardRecord) -> list[list[int | None]]:
    return [[line.points, line.plus, line.minus] for line in card.lines]


def log_length(tournament: Tournament) -> int:
    return AuditEntry.objects.filter(tournament=tournament, action__in=("card entered", "card re-entered")).count()


def test_draft_survives_a_killed_server_and_is_saved_once(
    own_context: BrowserContext, own_server: OwnServer, tournament: Tournament
) -> None:
    page = own_context.new_page()
    open_card(page, tournament)
    type_keys(page, KEYS[:10])

    own_server.kill()
    type_keys(page, KEYS[10:] + FOOT_KEYS + "\n")
    expect(state(page)).to_have_text(
        "Not saved yet: no connection to the server. Your draft is kept and sent again automatically."
    )
    own_server.start()

    expect(page.get_by_role("heading", level=1)).to_contain_text("A-2 ", timeout=40_000)
    assert (Scorecard.objects.get().version, CardSave.objects.count(), log_length(tournament)) == (1, 1, 1)
    assert figures(stored(tournament, 1)) == LINES


def test_draft_survives_a_server_killed_and_started_while_the_page_is_closed(
    own_context: BrowserContext, own_server: OwnServer, tournament: Tournament
) -> None:
    page = own_context.new_page()
    open_card(page, tournament)
    own_server.kill()
    type_keys(page, KEYS + FOOT_KEYS + "\n")
    expect(state(page)).to_contain_text("Not saved yet: no connection")
    page.close()
    own_server.start()

    page = own_context.new_page()
    page.goto(f"/t/{tournament.slug}/cards/")

    expect(state(page)).to_have_text("A-1 saved.", timeout=40_000)
    assert (Scorecard.objects.get().version, CardSave.objects.count()) == (1, 1)


def test_what_was_typed_is_back_after_a_reload(page: Page, tournament: Tournament, member: StaffMember) -> None:
    open_card(page, tournament)
    type_keys(page, "16-09/2/35/\n1")

    page.reload()

    expect(state(page)).to_have_text("Draft restored. It is not saved yet.")
    shown = [cell(page, game).input_value() for game in range(1, 5)]
    assert shown == ["16", "-09", "/2/35/", "1"]
    expect(cell(page, 4)).to_be_focused()
    assert Scorecard.objects.count() == 0


def test_draft_is_listed_with_the_cards(page: Page, tournament: Tournament, member: StaffMember) -> None:
    open_card(page, tournament)
    type_keys(page, "16")

    page.goto(f"/t/{tournament.slug}/cards/")

    expect(page.locator("#drafts li")).to_have_text("A-1: draft, not saved")


def test_card_that_waits_is_saved_by_nobody_but_who_typed_it(
    page: Page, context: BrowserContext, tournament: Tournament, member: StaffMember, live_server
) -> None:
    open_card(page, tournament)
    Session.objects.all().delete()
    type_keys(page, KEYS + FOOT_KEYS + "\n")
    expect(state(page)).to_contain_text("Not saved. You are signed out")
    sign_in(context, checker(tournament, "Bo Crane"), live_server.url)
    page.goto(f"/t/{tournament.slug}/cards/")
    expect(page.locator("#drafts li")).to_have_text("A-1: draft by Ada Birch, saved when they sign in here")
    assert Scorecard.objects.count() == 0

    sign_in(context, member, live_server.url)
    page.goto(f"/t/{tournament.slug}/cards/")

    expect(state(page)).to_have_text("A-1 saved.")
    assert Scorecard.objects.get().saved_by == "Ada Birch"


def test_nothing_is_lost_when_the_session_has_ended(
    page: Page, context: BrowserContext, tournament: Tournament, member: StaffMember, live_server
) -> None:
    open_card(page, tournament)
    type_keys(page, KEYS + FOOT_KEYS)
    Session.objects.all().delete()

    page.keyboard.press("Enter")
    expect(state(page)).to_contain_text("Not saved. You are signed out")
    expect(state(page).get_by_role("link", name="Sign in")).to_have_attribute(
        "href", f"/sign-in/?next=%2Ft%2F{tournament.slug}%2Fcards%2F1%2F"
    )
    assert Scorecard.objects.count() == 0
    sign_in(context, member, live_server.url)
    page.goto(card_address(tournament, 1))

    expect(page.get_by_role("heading", level=1)).to_contain_text("A-2 ")
    assert figures(stored(tournament, 1)) == LINES
    assert (CardSave.objects.count(), log_length(tournament)) == (1, 1)


def test_save_whose_answer_is_lost_counts_once(page: Page, tournament: Tournament, member: StaffMember) -> None:
    open_card(page, tournament)
    lost: list[int] = []

    def lose_the_first_answer(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    page.route(re.compile("/cards/1/$"), lose_the_first_answer)
    type_keys(page, KEYS + FOOT_KEYS + "\n")

    expect_card(page, "A-2")
    assert lost == [200]
    assert (Scorecard.objects.get().version, CardSave.objects.count(), log_length(tournament)) == (1, 1, 1)


def test_save_whose_answer_is_lost_and_whose_page_is_reloaded_counts_once(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    open_card(page, tournament)
    lost: list[int] = []

    def lose_every_answer(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        if not lost:
            lost.append(route.fetch().status)
        route.abort()

    page.route(re.compile("/cards/1/$"), lose_every_answer)
    type_keys(page, KEYS + FOOT_KEYS + "\n")
    expect(state(page)).to_contain_text("Not saved yet: no connection")

    page.reload()
    page.unroute_all()

    expect_card(page, "A-2")
    assert lost == [200]
    assert (Scorecard.objects.get().version, CardSave.objects.count(), log_length(tournament)) == (1, 1, 1)


def test_save_that_the_site_was_too_busy_for_or_another_answered_is_sent_again_by_itself(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    page.clock.install()
    open_card(page, tournament)
    page.clock.pause_at(dt.datetime.now(dt.UTC) + dt.timedelta(minutes=1))  # what is said stays until it is read
    refused: list[str] = []

    def be_busy_once(route: Route) -> None:
        if route.request.method == "POST" and len(refused) < 2:
            refused.append(route.request.url)
            status = 503 if len(refused) == 1 else 200
            route.fulfill(status=status, content_type="text/html", body="<p>Sign in to this network")
        else:
            route.continue_()

    page.route(re.compile("/cards/1/$"), be_busy_once)
    type_keys(page, KEYS + FOOT_KEYS + "\n")

    expect(state(page)).to_contain_text(
        "Not saved yet: the server is busy. Your draft is kept and sent again automatically."
    )
    page.clock.run_for(1_000)
    expect(state(page)).to_contain_text("Not saved yet: no connection to the server.")
    page.clock.run_for(2_000)
    expect_card(page, "A-2")
    assert len(refused) == 2
    assert (figures(stored(tournament, 1)), log_length(tournament)) == (LINES, 1)


def test_nervous_finger_saves_once(page: Page, tournament: Tournament, member: StaffMember) -> None:
    open_card(page, tournament)

    type_keys(page, KEYS + FOOT_KEYS + "\n\n\n")

    expect(page.get_by_role("heading", level=1)).to_contain_text("A-2 ")
    assert (Scorecard.objects.count(), CardSave.objects.count(), log_length(tournament)) == (1, 1, 1)


def test_two_people_on_one_card_are_told_of_each_other(
    page: Page, tournament: Tournament, member: StaffMember, browser: Browser, live_server
) -> None:
    page.clock.install()
    open_card(page, tournament)

    with second_browser(browser, live_server.url, member=checker(tournament, "Bo Crane")) as other:
        open_card(other, tournament)

        expect(other.locator("#presence")).to_have_text("Ada Birch has this card open too.")
        page.clock.run_for(PRESENCE)
        expect(page.locator("#presence")).to_have_text("Bo Crane has this card open too.")


def test_card_that_is_left_is_free_for_others_at_once(page: Page, tournament: Tournament, member: StaffMember) -> None:
    with page.expect_response(re.compile("/presence/$")):  # a question on its way would open it again
        open_card(page, tournament)
    assert CardPresence.objects.exists()

    page.goto(f"/t/{tournament.slug}/cards/")

    wait_until(lambda: not CardPresence.objects.exists())  # the page does not wait for the answer
    assert not CardPresence.objects.exists()


def test_later_save_shows_both_versions_and_a_choice_line_by_line(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    open_card(page, tournament)
    type_keys(page, KEYS + FOOT_KEYS)
    opponents = [line.opponent for line in paper(event_file).lines]
    mine = [Line(game, opponents[game - 1], *LINES[game - 1]) for game in range(1, 8)]
    theirs = [*mine[:2], replace(mine[2], plus=61, points=3), replace(mine[3], minus=90), *mine[4:]]
    foot = FootTotals(8, 4, 64, 27)
    save(tournament, checker(tournament, "Bo Crane"), CardRecord(1, tuple(theirs), foot))

    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Bo Crane saved this card while you had it open")).to_be_focused()
    rows = page.get_by_role("row").all_text_contents()
    assert [" ".join(row.split())[:6] for row in rows[1:]] == ["Game 3", "Game 4"]
    page.get_by_role("radio", name="Game 4, theirs").check()
    page.get_by_role("button", name="Save card").click()
    expect_card(page, "A-2")
    assert stored(tournament, 1) == CardRecord(1, (*mine[:3], theirs[3], *mine[4:]), foot)
    assert kept(page) == []


def test_own_version_can_be_dropped(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    open_card(page, tournament)
    type_keys(page, KEYS + FOOT_KEYS)
    card = paper(event_file)
    save(tournament, checker(tournament, "Bo Crane"), card)
    page.keyboard.press("Enter")

    page.get_by_role("link", name="Discard mine, open theirs").click()

    expect(page.get_by_role("button", name="Save card")).to_be_focused()
    assert stored(tournament, 1) == card
    assert kept(page) == []


def test_draft_of_a_card_that_was_saved_meanwhile_is_not_dropped(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    open_card(page, tournament)
    type_keys(page, "16")
    save(tournament, checker(tournament, "Bo Crane"), paper(event_file))

    page.reload()
    expect(cell(page, 1)).to_have_value("16")
    type_keys(page, "**\n\n\n\n\n")

    expect(page.get_by_role("heading", name="Bo Crane saved this card while you had it open")).to_be_visible()
    assert stored(tournament, 1) == paper(event_file)


def test_one_draft_in_two_windows_makes_two_saves_and_neither_is_lost(
    page: Page, context: BrowserContext, tournament: Tournament, member: StaffMember
) -> None:
    open_card(page, tournament)
    type_keys(page, "16")
    other = context.new_page()
    other.goto(card_address(tournament, 1))
    expect(cell(other, 1)).to_have_value("16")
    type_keys(page, "-09**\n\n\n\n\n")
    expect_card(page, "A-2")

    type_keys(other, "-12**\n\n\n\n\n")

    expect(other.get_by_role("heading", name="Ada Birch saved this card while you had it open")).to_be_visible()
    assert [(line.plus, line.minus) for line in stored(tournament, 1).lines] == [(16, None), (None, 9)]


def test_what_is_typed_after_a_save_without_answer_is_saved_over_it(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    open_card(page, tournament)
    lost: list[int] = []

    def lose_the_first_answers(route: Route) -> None:
        if route.request.method == "POST" and len(lost) < 1:
            lost.append(route.fetch().status)
            route.abort()
        elif route.request.method == "POST" and "minus-2=12" not in (route.request.post_data or ""):
            route.abort()
        else:
            route.continue_()

    page.route(re.compile("/cards/1/$"), lose_the_first_answers)
    type_keys(page, "16-09**\n\n\n\n\n")
    expect(state(page)).to_contain_text("Not saved yet: no connection")

    cell(page, 2).focus()
    type_keys(page, "-12**\n\n\n\n\n")

    expect_card(page, "A-2")
    assert [(line.plus, line.minus) for line in stored(tournament, 1).lines] == [(16, None), (None, 12)]
    assert (Scorecard.objects.get().version, log_length(tournament)) == (2, 2)
