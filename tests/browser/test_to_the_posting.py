"""From the last card to the posted qualifiers, with three checkers at once, and what a stranger sees of it."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Browser, BrowserContext, Page, expect

from brackets.event_files.store import import_event
from brackets.models import Posting
from scorecards.models import Decision, Signature, TieGame, TieOrder
from tests.brackets.demo.event_with_every_error import LEVEL_TWO, TABLES, event_with_every_error
from tests.browser.hall import (
    AtTheCards,
    Deed,
    checklist_now,
    decide_what_waits,
    expect_desk_as_it_is,
    settle_ties,
    work_until_nothing_is_left,
)
from tests.browser.pages import WIDE, follow, second_browser, sign_in, standings_shown
from tests.browser.snapshots import Store
from tests.browser.test_ways_in import invite, join
from tests.scorecards.checking.check_pages import queue_of, staff
from tournaments.models import Audience, AuditEntry, Tournament

pytestmark = pytest.mark.several_people

DIRECTOR = "Ada Birch"
CHECKERS = {"Bo Cedar": "BC", "Cy Dale": "CD", "Di Elm": "DE"}
RULES = {"12.2.a", "12.2.b", "12.2.c", "12.2.d", "12.2.e", "12.2.f", "12.2.h"}
REASONS = 5
"""In how many ways cards differ so that no rule covers it."""

WHY = "Game 1 of the first two was decided anew."
NOT_POSTED = "appear here when the director posts them."


@pytest.fixture
def tournament(store: Store) -> Tournament:
    tournament = store(import_event, event_file=event_with_every_error())
    Tournament.objects.filter(pk=tournament.pk).update(standings_shown=Audience.NOBODY)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def director(tournament: Tournament, context: BrowserContext, page: Page, live_server: Any) -> Page:
    sign_in(context, staff(tournament, "director", DIRECTOR, "AB"), live_server.url)
    page.goto(f"/t/{tournament.slug}/desk/")
    return page


@pytest.fixture
def stranger(tournament: Tournament, browser: Browser, live_server: Any) -> Iterator[Page]:
    """Return the standings on the phone of somebody who has nothing to do with the event."""
    with second_browser(browser, live_server.url) as page:
        page.goto(f"/t/{tournament.slug}/standings/")
        page.evaluate("window.mark = 'not loaded again'")
        yield page


@pytest.mark.thorough
def test_three_checkers_and_the_director_bring_the_cards_to_the_posting(
    director: Page, stranger: Page, browser: Browser, live_server: Any, tournament: Tournament, tmp_path: Path
) -> None:
    expect_every_kind_of_error(tournament)
    desk = director.context.new_page()
    desk.goto(f"/t/{tournament.slug}/desk/")
    link = invite(director)
    expect(stranger.get_by_text(NOT_POSTED)).to_be_visible()
    deeds: list[Deed] = []
    with ExitStack() as stack:
        checkers = []
        for (name, initials), table in zip(CHECKERS.items(), TABLES, strict=True):
            page = stack.enter_context(second_browser(browser, live_server.url, WIDE))
            join(page, link, name, initials.lower())
            checker = AtTheCards(page, tournament, name, deeds, finds_wrong=int(table != "A"))
            checker.take(table)
            checkers.append(checker)
        expect_desk_as_it_is(desk, tournament)
        work_until_nothing_is_left(checkers)
        expect_desk_as_it_is(desk, tournament)
        while any(item.is_open for item in queue_of(tournament).items):
            decide_what_waits(director, tournament, deeds, DIRECTOR)
            work_until_nothing_is_left(checkers)
    settle_ties(director, tournament)
    assert checklist_now(tournament).unmet == []
    expect_desk_as_it_is(desk, tournament)
    expect_nothing_unposted(stranger, tournament)

    follow(desk.get_by_role("link", name="Post", exact=True).last)
    desk.get_by_role("button", name="Post 12 qualifiers").click()
    expect(desk.get_by_text("Posting 1 is public now.")).to_be_visible()

    expect_followed(stranger, tournament)
    posting = Posting.objects.get()
    assert posting.report == crosscheck_of_the_export(tournament, tmp_path)
    assert verified(tournament).endswith("everything stored follows from the cards as written\n")
    assert {place["decided_by"] for place in posting.report["standings"]} >= {"tie game", "tie order"}
    expect_log_names_who_did_it(tournament, deeds, checkers)

    decide_another_game(director, tournament)
    expect(desk.locator("#condition-post")).to_contain_text("To do: the standings have changed since posting 1")
    expect_followed(stranger, tournament)
    post_again(desk, tournament)
    expect_followed(stranger, tournament)
    expect_both_postings(stranger, tournament, posting)
    assert Posting.objects.get(number=2).report == crosscheck_of_the_export(tournament, tmp_path)
    assert verified(tournament).endswith("everything stored follows from the cards as written\n")


def expect_every_kind_of_error(tournament: Tournament) -> None:
    """Check that there is something to do about every rule, in every way that none covers, and at every table."""
    queue = queue_of(tournament)
    assert {rule for item in queue.open for rule, _ in item.rules} >= RULES | {"App.5"}
    assert len({item.reason for item in queue.open if item.reason}) == REASONS
    assert {item.table for item in queue.open} == set(TABLES)


def expect_nothing_unposted(stranger: Page, tournament: Tournament) -> None:
    """Check the page that was opened before, and everything else that a stranger can open."""
    expect(stranger.get_by_text(NOT_POSTED)).to_be_visible()
    assert stranger.evaluate("window.mark") == "not loaded again"
    outcome = queue_of(tournament).outcome
    assert outcome is not None
    standings = outcome.result.standings
    cards = [place.totals.in_card_notation() for place in standings]
    assert cards[:2] == ["17/7 +156"] * 2
    other = stranger.context.new_page()
    for part in ("", "standings/", "standings/25/", "bracket/", "postings/", "screen/"):
        response = other.goto(f"/t/{tournament.slug}/{part}")
        assert response is not None
        assert (part, response.status) == (part, 200)
        text = other.locator("body").inner_text()
        assert [card for card in cards if card in text] == []
        expect(other.get_by_role("table")).to_have_count(0)
    response = other.goto(f"/t/{tournament.slug}/postings/1/")
    assert response is not None
    assert response.status == 404
    other.close()


def expect_followed(stranger: Page, tournament: Tournament) -> None:
    """Check that the page which was opened before shows the latest posting, without having been loaded again."""
    posting = Posting.objects.filter(tournament=tournament).last()
    assert posting is not None
    expect(stranger.get_by_text(f"Posting {posting.number}, ")).to_be_visible()
    names = [posting.people[str(place["entrant"])]["name"] for place in posting.report["standings"]]
    shown = [row[1] for row in standings_shown(stranger)[1:] if len(row) > 1]
    assert shown == names
    assert stranger.evaluate("window.mark") == "not loaded again"


def decide_another_game(director: Page, tournament: Tournament) -> None:
    """Decide the game of the two who were level after all, so that the loser of their tie game is first."""
    first, second = (tournament.entrants.get(number=number) for number in LEVEL_TWO)
    director.goto(f"/t/{tournament.slug}/check/")
    director.get_by_text("Decide a game", exact=True).click()
    director.get_by_label("Game", exact=True).fill("1")
    director.get_by_label("Seat or number", exact=True).fill(first.seat)
    director.get_by_label("Opponent’s seat or number", exact=True).fill(second.seat)
    director.get_by_role("button", name="Open game").click()
    director.get_by_text("Decide this game").click()
    for entrant, keys in ((first, "13"), (second, "-13")):
        director.get_by_label(f"{entrant.seat} {entrant.name}", exact=True).fill(keys)
    director.get_by_label("Reason").fill("Both cards had been altered.")
    director.get_by_role("button", name="Save decision", exact=True).click()
    expect(director.get_by_text("Game 1 is decided.")).to_be_visible()


def post_again(desk: Page, tournament: Tournament) -> None:
    """Post the correction, which is not possible without a reason."""
    desk.goto(f"/t/{tournament.slug}/post/")
    again = desk.get_by_role("button", name="Post 12 qualifiers again")
    again.click()
    assert Posting.objects.count() == 1
    desk.get_by_label("What has changed and why").fill(WHY)
    again.click()
    expect(desk.get_by_text("Posting 2 is public now.")).to_be_visible()


def expect_both_postings(stranger: Page, tournament: Tournament, first: Posting) -> None:
    """Check what is public about both: the reason and the changes, and the first as it was."""
    follow(stranger.get_by_role("link", name="All postings and what changed"))
    links = stranger.get_by_role("heading", level=2).get_by_role("link")
    assert links.all_text_contents() == ["Posting 2", "Posting 1"]
    expect(stranger.get_by_text(WHY, exact=True)).to_be_visible()
    changed = stranger.get_by_role("table", name="What changed").get_by_role("rowheader")
    assert [name.strip() for name in changed.all_text_contents()] == ["Level 25", "Level 26"]
    follow(stranger.get_by_role("link", name="Posting 1"))
    names = [first.people[str(place["entrant"])]["name"] for place in first.report["standings"]]
    assert [row[1] for row in standings_shown(stranger)[1:] if len(row) > 1] == names


def crosscheck_of_the_export(tournament: Tournament, folder: Path) -> dict[str, Any]:
    """Return what the command makes of the event file that another command writes."""
    exported, report = StringIO(), StringIO()
    call_command("export_event", tournament.slug, stdout=exported)
    path = folder / "event.json"
    path.write_text(exported.getvalue())
    call_command("crosscheck", str(path), stdout=report)
    found: dict[str, Any] = json.loads(report.getvalue())
    return found


def verified(tournament: Tournament) -> str:
    """Return what verifying says; it ends the test where anything differs."""
    said = StringIO()
    call_command("verify_tournament", tournament.slug, stdout=said)
    return said.getvalue()


def expect_log_names_who_did_it(tournament: Tournament, deeds: list[Deed], checkers: list[AtTheCards]) -> None:
    log = AuditEntry.objects.filter(tournament=tournament).order_by("pk")
    assert [
        (who, action, subject)
        for who, action, subject in log.values_list("who", "action", "subject")
        if action
        not in (
            "event imported",
            "staff member joined",
            "invitation created",
            "tie game recorded",
            "tie order set",
            "standings posted",
        )
    ] == deeds
    assert [checker.finds_wrong for checker in checkers] == [0, 0, 0]
    assert [checker.tables >= {table} for checker, table in zip(checkers, TABLES, strict=True)] == [True] * 3
    signed = Signature.objects.active().values_list("made_by", "initials")
    assert set(signed) == set(CHECKERS.items())
    for action in ("game decided", "tie game recorded", "tie order set", "standings posted"):
        assert set(log.filter(action=action).values_list("who", flat=True)) == {DIRECTOR}
    assert (TieGame.objects.count(), TieOrder.objects.count()) == (1, 1)
    assert Decision.objects.count() == sum(action == "game decided" for _, action, _ in deeds)
