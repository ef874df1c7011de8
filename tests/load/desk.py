"""What ten disagreements cost in keys and clicks, from all cards keyed to posted, in a real browser."""

import secrets
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from brackets.demo.event import make_event
from brackets.rules.report import report_on
from tests.chromium import installed_chromium
from tests.load.saving import environment_on, run_program, server_on
from tests.load.timing import verdict
from tournaments.rules.types import CardRecord, EventFile, FootTotals

PLAYERS = 124
GAMES = 22
DISAGREEMENTS = 10
GOAL = 4
MARGINS = range(10, 25)
"""Spreads that can be some holes off and yet make a win of the same worth."""

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
PASSWORD = secrets.token_urlsafe(12)

# Runs on the database of the server, before it starts.
PREPARE = """
import json
import sys
import django
django.setup()
from django.contrib.auth.models import User
from django.core.management import call_command
from brackets.event_files.store import import_event
from tests.load.desk import keyed_event
call_command("migrate", verbosity=0)
user = User.objects.create_user("ada", password=sys.argv[1], first_name="Ada Birch")
print(json.dumps(import_event(event_file=keyed_event(), director=user).slug))
"""

# Every key and every click, also across pages.
WATCH = """
addEventListener("keydown", () => sessionStorage.keys = Number(sessionStorage.keys || 0) + 1, true);
addEventListener("pointerdown", () => sessionStorage.clicks = Number(sessionStorage.clicks || 0) + 1, true);
"""
COUNTED = "() => [Number(sessionStorage.keys || 0), Number(sessionStorage.clicks || 0)]"


def keyed_event() -> EventFile:
    """Return 124 cards of 22 games that agree, but for ten games of ten qualifiers, whose opponents differ."""
    event_file = make_event(players=PLAYERS, games=GAMES, errors=False)
    qualifiers = report_on(event_file).seeded[: DISAGREEMENTS * 2]
    cards = {card.entrant: card for card in event_file.scorecards}
    amounts = cycle((-3, 2, -1, 5))
    spoilt = 0
    for number in qualifiers:
        found = next(
            (
                line
                for line in cards[number].lines
                if line.opponent not in qualifiers and (line.plus or line.minus or 0) in MARGINS
            ),
            None,
        )
        if found is None or found.opponent is None or spoilt == DISAGREEMENTS:
            continue
        cards[found.opponent] = _off_by(cards[found.opponent], found.game, next(amounts))
        spoilt += 1
    return replace(event_file, scorecards=tuple(cards.values()))


def _off_by(card: CardRecord, game: int, amount: int) -> CardRecord:
    """Return a card on which one spread is off, and which adds up all the same."""
    line, foot = card.lines[game - 1], card.recorded or FootTotals()
    if line.plus is not None:
        line = replace(line, plus=line.plus + amount)
        foot = replace(foot, plus=(foot.plus or 0) + amount)
    else:
        line = replace(line, minus=(line.minus or 0) + amount)
        foot = replace(foot, minus=(foot.minus or 0) + amount)
    lines = (*card.lines[: game - 1], line, *card.lines[game:])
    return replace(card, lines=lines, recorded=foot)


def measure_desk() -> Iterator[str]:
    """Check and post an event of 124 cards as its director does: counted are keys and clicks, not time."""
    program = installed_chromium()
    if program is None:
        yield "keys and clicks of ten disagreements: not counted, because there is no Chromium (set CHROMIUM)"
        return
    with tempfile.TemporaryDirectory() as folder:
        environment = environment_on(f"sqlite:///{folder}/desk.sqlite3", Path(folder))
        slug = run_program(PREPARE, environment, PASSWORD)
        with server_on(environment) as port, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
            context = browser.new_context(base_url=f"http://127.0.0.1:{port}")
            context.add_init_script(WATCH)
            page = context.new_page()
            page.goto("/sign-in/")
            page.get_by_label("User name").fill("ada")
            page.get_by_label("Password").fill(PASSWORD)
            page.get_by_role("button", name="Sign in").click()
            page.wait_for_url("**/account/")
            yield from _from_keyed_to_posted(page, slug)
            browser.close()


def _from_keyed_to_posted(page: Page, slug: str) -> Iterator[str]:
    page.goto(f"/t/{slug}/desk/")
    page.evaluate("() => sessionStorage.clear()")
    page.locator("#to-checked").click()
    expect(page.locator("#next")).to_be_focused()
    before = page.evaluate(COUNTED)
    page.keyboard.press("Enter")
    done = 0
    while done < DISAGREEMENTS:
        page.wait_for_url("**/check/*-*/")
        key = page.url
        for name in ("Papers match", "Initial"):
            expect(page.get_by_role("button", name=name, exact=True)).to_be_focused()
            page.keyboard.press("Enter")
        page.wait_for_url(lambda address, key=key: address != key)
        done += 1
    expect(page.get_by_text(" settled.")).to_be_visible()
    after = page.evaluate(COUNTED)
    page.get_by_role("main").get_by_role("link", name="Dashboard", exact=True).click()
    page.locator("#to-post").click()
    page.get_by_role("button", name="Post 31 qualifiers").click()
    expect(page.get_by_text("Posting 1 is public now.")).to_be_visible()
    keys, clicks = page.evaluate(COUNTED)
    each = sum(after) - sum(before)
    yield (
        f"{done} disagreements among {PLAYERS} cards of {GAMES} games, in a browser: {after[0] - before[0]} keys and"
        f" {after[1] - before[1]} clicks; for each {verdict(each / done, GOAL)}"
    )
    yield f"  from all cards keyed to posted, with nothing else to do: {keys} keys and {clicks} clicks"
