"""How long a checker waits from Enter on the last field of a card until the next card is there.

Over HTTP what the server takes: the save, which says whether the card that was fetched ahead still follows, and where
it does not, the card. In Chromium, where it is installed, what a person waits: from Enter until the next card stands on
the screen.
"""

import html
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

from tests.chromium import installed_chromium
from tests.load.saving import Client, environment_on, on_each, prepare, server_on
from tests.load.timing import verdict

PLAYERS = 2000
CARDS = 120
CARDS_IN_BROWSER = int(os.environ.get("CARDS_IN_BROWSER", "60"))
GOAL = 100.0
"""Milliseconds at the 95th percentile."""

WAITS = """
(() => {
  const now = () => performance.timeOrigin + performance.now();
  const read = () => JSON.parse(sessionStorage.waits ?? "[]");
  addEventListener("keydown", (event) => {
    if (event.key === "Enter") sessionStorage.entered = now();
  }, true);
  const isThere = (how) => requestAnimationFrame(() => setTimeout(() => {
    if (!sessionStorage.entered) return;
    sessionStorage.waits = JSON.stringify([...read(), [how, now() - Number(sessionStorage.entered)]]);
  }));
  document.addEventListener("card:opened", () => isThere("fetched"));
  document.addEventListener("DOMContentLoaded", () => document.querySelector("form.cardgrid") && isThere("loaded"));
})();
"""


def measure_next_card() -> Iterator[str]:
    """Save one card after the other as the stack goes on, each with the next one fetched ahead."""
    yield from on_each("Enter to the next card", _measure)


def _measure(name: str, url: str, folder: Path) -> Iterator[str]:
    environment = environment_on(url, folder)
    slug, [one, other] = prepare(environment, PLAYERS, 2)
    with server_on(environment) as port:
        yield _over_http(name, port, slug, one)
        program = installed_chromium()
        if program is None:
            yield f"  in Chromium on {name}: not measured, it is not installed"
        else:
            yield _in_chromium(name, program, port, slug, other)


def _over_http(name: str, port: int, slug: str, session: str) -> str:
    checker = Client(port, session)
    saves: list[float] = []
    waits: list[float] = []
    opened: list[float] = []
    behind: list[float] = []
    address = f"/t/{slug}/cards/1/"
    _open(checker, address, [])
    for card in range(CARDS):
        ahead = _fetch_ahead(checker, address, behind)
        typed = f"{checker.typed(0, 1 + card % 90)}&ahead={ahead}"
        status, body = checker.send("POST", address, typed, saves)
        if status != 200:
            raise RuntimeError(f"a save was answered {status}")
        answer = json.loads(body)
        address = answer["next"]
        if "told" not in answer:
            _open(checker, address, opened)
        waits.append(saves[-1] + (opened[-1] if "told" not in answer else 0.0))
    late = _late(waits)
    return (
        f"Enter to the next card on {name}, {PLAYERS} entrants, {CARDS} cards, {CARDS - len(opened)} fetched ahead:"
        f" median {median(waits) * 1000:.0f} ms, 95th percentile {verdict(late * 1000, GOAL)} ms;"
        f" fetching ahead, for which nobody waits, {median(behind) * 1000:.0f} ms"
    )


def _late(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]


def _open(checker: Client, address: str, times: list[float]) -> bytes:
    status, body = checker.send("GET", address, "", times, {"Accept": "text/html"})
    if status != 200 or b"<form" not in body:
        raise RuntimeError(f"a card was answered {status}")
    return body


def _fetch_ahead(checker: Client, address: str, times: list[float]) -> str:
    """Do what the page does while its card is keyed; return the address of the card that follows."""
    asked: list[float] = []
    _, body = checker.send("GET", f"{address}presence/", "", asked, {"Accept": "text/html"})
    found = re.search(r'data-ahead="([^"]+)"', body.decode())
    if found is None:
        raise RuntimeError("no card follows")
    ahead = html.unescape(found[1])
    _open(checker, ahead, asked)
    times.append(sum(asked))
    return ahead


def _in_chromium(name: str, program: str, port: int, slug: str, session: str) -> str:
    """Key cards as a person does, from the second half of the stack; return how long each next one took."""
    from playwright.sync_api import sync_playwright

    host = f"http://127.0.0.1:{port}"
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path=program, args=flags)
        # The page's policy forbids what waits for a condition in it.
        context = browser.new_context(bypass_csp=True)
        context.add_cookies([{"name": "sessionid", "value": session, "url": host}])
        page = context.new_page()
        page.add_init_script(WAITS)
        page.goto(f"{host}/t/{slug}/cards/{PLAYERS // 2}/")
        for card in range(CARDS_IN_BROWSER):
            page.wait_for_function("document.activeElement.name === 'keyed-1'")
            # Nobody keys a card in less than this.
            page.wait_for_timeout(1_000)
            page.keyboard.type("16" * 22, delay=2)
            for total in ("44", "22", "352", "0"):
                page.keyboard.type(total, delay=2)
                page.keyboard.press("Enter")
            page.wait_for_function(f"JSON.parse(sessionStorage.waits ?? '[]').length > {card}")
        waits = json.loads(page.evaluate("sessionStorage.waits"))
        browser.close()
    times = [time for _, time in waits]
    fetched = sum(how == "fetched" for how, _ in waits)
    return (
        f"  in Chromium on {name}, {len(times)} cards, {fetched} fetched ahead: median {median(times):.0f} ms,"
        f" 95th percentile {verdict(_late(times), GOAL)} ms until the next card is on the screen"
    )
