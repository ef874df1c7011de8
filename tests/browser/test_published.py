"""The published site opened from a stick: read, found in, sorted and printed, with script and without."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.brackets.published.site import published_to
from tests.browser.fit import faults
from tests.browser.pages import NARROW, WIDE, follow
from tests.browser.test_print import UPRIGHT, show_as_printed

pytestmark = [pytest.mark.slow, pytest.mark.thorough]


@pytest.fixture(scope="module")
def made() -> dict[str, Path]:
    """Return the stick once it is made: making it takes longer than reading it."""
    return {}


@pytest.fixture
def stick(made: dict[str, Path], transactional_db: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a stick with the published site, made by the first test that wants it."""
    if "stick" not in made:
        made["stick"] = published_to(tmp_path_factory.mktemp("stick"))
    return made["stick"]


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """Return a browser that knows nothing of the site."""
    with browser.new_context(viewport=WIDE, service_workers="block") as context:
        yield context


def posted(stick: Path) -> dict[str, str]:
    """Return what the feed says of the event that has a posting."""
    [event] = [one for one in json.loads((stick / "a/feed.json").read_text())["events"] if one["posting"]]
    return event  # type: ignore[no-any-return]


def kinds_of_page(folder: Path) -> dict[str, str]:
    """Return one page of each kind of each event, by its path without numbers; the mailed pages, too."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*.html")):
        name = str(path.relative_to(folder))
        if not name.startswith("b/"):
            found.setdefault(re.sub(r"/\d+/", "/N/", name), name)
    return found


def test_each_kind_of_page_is_fit_for_everybody(visitor: BrowserContext, stick: Path) -> None:
    page = visitor.new_page()
    kinds = kinds_of_page(stick)

    assert len(kinds) > 30
    assert faults(page, {name: (stick / path).as_uri() for name, path in kinds.items()}) == {}


def test_a_stick_is_read_found_in_and_sorted(visitor: BrowserContext, stick: Path) -> None:
    asked: list[str] = []
    visitor.on("requestfailed", lambda request: asked.append(f"failed: {request.url}"))
    visitor.on("request", lambda request: asked.append(request.url) if not request.url.startswith("file:") else None)
    visitor.on("weberror", lambda error: asked.append(str(error.error)))
    page = visitor.new_page()
    page.goto((stick / "index.html").as_uri())
    page.locator(f"a[href='a/{posted(stick)['page']}']").click()
    follow(page.get_by_role("link", name="Standings").first)
    rows = page.locator("#standings tbody tr:not(.cut)")
    everybody = rows.locator("th").all_inner_texts()
    name = rows.locator("th bdi").all_inner_texts()[5]
    page.get_by_role("searchbox").fill(name.split()[-1])
    expect(rows.filter(visible=True)).to_have_count(sum(name.split()[-1] in one for one in everybody))
    page.get_by_role("searchbox").fill("")
    page.locator("thead").get_by_role("button", name="Name").click()
    by_name = rows.locator("th bdi").all_inner_texts()
    page.locator("thead").get_by_role("button", name="Place").click()
    again = rows.locator("th").all_inner_texts()
    page.get_by_role("link", name=name).click()

    expect(page.locator("h1")).to_contain_text(name)
    assert by_name == sorted(by_name, key=lambda one: (one.split()[-1], one))
    assert (sorted(again), again) == (sorted(everybody), everybody)
    assert asked == []


def test_a_stick_is_read_without_script(browser: Browser, stick: Path) -> None:
    with browser.new_context(java_script_enabled=False, viewport=NARROW) as context:
        page = context.new_page()
        event = posted(stick)
        for path in ("standings", "bracket", "seats", "results"):
            page.goto((stick / "a" / event["slug"] / path / "index.html").as_uri())
            expect(page.locator("h1")).to_be_visible()
            shown = page.locator("main").get_by_text(re.compile("Ploverholt|Gorseness|1")).filter(visible=True)
            expect(shown.first).to_be_visible()
            expect(page.get_by_role("searchbox")).to_have_count(0)
            expect(page.get_by_text(re.compile(r"As of \d+:\d\d [AP]M, posting 1"))).to_be_visible()


def test_pages_as_printed(visitor: BrowserContext, stick: Path) -> None:
    page = visitor.new_page()
    wide = []
    for path in kinds_of_page(stick).values():
        show_as_printed(page, (stick / path).as_uri(), UPRIGHT)
        for part in (page.get_by_role("searchbox"), page.get_by_role("navigation")):
            expect(part.filter(visible=True)).to_have_count(0)
        wide += [path] * page.evaluate("document.scrollingElement.scrollWidth > innerWidth + 1")

    assert wide == []
