"""The rules on a phone and a wide screen: found by words, opened in place, read, printed."""

import re

import pytest
from playwright.sync_api import Page, expect

from judging.rules.search import search
from tests.browser.fit import faults, faults_shown
from tests.browser.pages import NARROW, follow, heading
from tests.browser.test_print import RUNS_OUT, UPRIGHT, expect_nothing_to_press, show_as_printed

ADDRESSES = {
    "rules": "/rules/",
    "rules found": "/rules/?q=pegged+wrong+hole",
    "nothing found": "/rules/acc-2010/?q=zzzz",
    "an edition": "/rules/acc-2010/",
    "a rule with parts": "/rules/acc-2020/8.4/",
    "a rule that changed": "/rules/acc-2020/8.10/",
    "a rule that is withdrawn": "/rules/acc-2020/5.1.b/",
    "terms": "/rules/acc-2020/1.6/",
    "changes": "/rules/changes/",
}
TARGETS = "main :is(a, button, input, summary)"


def results(page: Page) -> list[str]:
    return page.locator("#found .rule-number").all_text_contents()


@pytest.mark.thorough
def test_pages_of_the_rules_are_fit_for_everybody(page: Page, transactional_db: None) -> None:
    found = faults(page, ADDRESSES, TARGETS)
    for address in ("/rules/", "/rules/acc-2010/"):
        page.goto(address)
        for situation in (0, 4):
            page.locator("summary").nth(situation).click()
        found[f"{address}, situations open"] = faults_shown(page, TARGETS)

    assert {name: lines for name, lines in found.items() if lines} == {}


def test_judge_finds_the_remedy_while_typing(page: Page, transactional_db: None) -> None:
    page.set_viewport_size(NARROW)
    page.goto("/rules/")

    page.get_by_role("searchbox").press_sequentially("pegged wrong hole")

    expect(page.locator("#found .rule-number").first).to_have_text("8.4.c")
    expect(page).to_have_url(re.compile(r"/rules/\?q=pegged\+?(%20)?wrong(\+|%20)hole$"))
    follow(page.locator("#found").get_by_role("link").first)
    expect(heading(page)).to_contain_text("8.4.c")
    page.go_back()
    expect(page.get_by_role("searchbox")).to_have_value("pegged wrong hole")
    assert results(page) == [rule.number for rule in search("acc-2020", "pegged wrong hole")]


def test_judge_opens_a_situation_in_place(page: Page, transactional_db: None) -> None:
    page.set_viewport_size(NARROW)
    page.goto("/rules/")
    remedy = page.get_by_text("2 points, and the other player is let see its cards.")
    expect(remedy).to_be_hidden()

    page.get_by_text("Looked at the crib").click()

    expect(remedy).to_be_visible()


def test_rules_as_printed(page: Page, transactional_db: None) -> None:
    show_as_printed(page, "/rules/acc-2020/8.4/", UPRIGHT)

    expect_nothing_to_press(page)
    expect(page.get_by_text("The offender pegs back 15", exact=False)).to_be_visible()
    assert page.evaluate(RUNS_OUT) is False


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_rules_without_script(page: Page, transactional_db: None) -> None:
    page.goto("/rules/acc-2010/")
    page.get_by_role("searchbox").fill("used my opponent's peg")

    follow(page.get_by_role("button", name="Find"))

    assert results(page)[0] == "8.8"
    follow(page.locator("#found").get_by_role("link").first)
    expect(heading(page)).to_contain_text("8.8")
    follow(page.get_by_role("article").get_by_role("link"))
    expect(heading(page)).to_contain_text("8.7")
