"""The scripts of the card grid read and write keys as the table of cases says, which the server goes by too."""

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page

from tests.scorecards.rules.card_keys import SYSTEMS, TABLE
from tournaments.rules.scorings import SCORINGS

# In the line of a key cell what is "begun" needs Enter, and is a line all the same where it says which.
RUN = """
async ({ url, grid, texts, lines }) => {
  const { keysOf, readKeys } = await import(url);
  const read = texts.map((text) => readKeys(text, grid).line ?? null);
  return { read, keys: lines.map((line) => keysOf(line, grid)) };
}
"""


def grid_of(scoring: str) -> dict[str, Any]:
    """Return what the page of a card tells the scripts about its scoring."""
    system = SYSTEMS[scoring]
    scored = SCORINGS[scoring]
    return {"columns": list(system.columns.line), "bySpread": list(scored.by_spread), "points": list(scored.points)}


def fields_of(scoring: str, line: Mapping[str, int]) -> dict[str, Any]:
    """Return a line as the fields of a card hold it: spreads and the numbers of sheets in two digits."""
    texts = {
        column: "" if column not in line else str(line[column]) if column == "points" else f"{line[column]:02d}"
        for column in SYSTEMS[scoring].columns.line
    }
    return {**texts, "blank": not line}


def run(page: Page, scoring: str, texts: list[str], lines: list[dict[str, Any]]) -> dict[str, Any]:
    page.goto("/sign-in/")
    asked = {"url": "/static/js/cards/keys.js", "grid": grid_of(scoring), "texts": texts, "lines": lines}
    told: dict[str, Any] = page.evaluate(RUN, asked)
    return told


def test_the_scripts_read_every_case_as_the_server_does(page: Page, transactional_db: None) -> None:
    for scoring in SYSTEMS:
        table = TABLE[scoring]
        wanted = {
            case["keys"]: None if case.get("only") == "server" else fields_of(scoring, case["line"])
            for case in table["lines"]
        }
        wanted |= dict.fromkeys(table["refused"])

        told = run(page, scoring, list(wanted), [])

        assert dict(zip(wanted, told["read"], strict=True)) == wanted


def test_the_scripts_show_a_line_by_the_keys_that_make_it(page: Page, transactional_db: None) -> None:
    for scoring in SYSTEMS:
        table = TABLE[scoring]
        lines = [fields_of(scoring, case["line"]) for case in table["keys_of"]]
        keys = [case.get("in_grid", case["keys"]) for case in table["keys_of"]]

        assert run(page, scoring, keys, lines) == {"read": lines, "keys": keys}


WORDS = """
async ({ url, grid, lines }) => {
  const { inWords } = await import(url);
  return lines.map((line) => inWords(line, grid));
}
"""


def test_the_scripts_say_what_a_line_comes_to(page: Page, transactional_db: None) -> None:
    cases = {
        "acc": {
            "Won by 16: 2 points, +16": {"points": 2, "plus": 16},
            "Won by 40: 3 points, +40": {"points": 3, "plus": 40},
            "Lost by 9": {"points": 0, "minus": 9},
            "As written: 2 points, plus 35": {"points": 2, "plus": 35},
            "Left blank": {},
        },
        "total-points": {
            "Won 121 to 94": {"own": 121, "theirs": 94},
            "Lost 87 to 121": {"own": 87, "theirs": 121},
            "As written: 87 to 90": {"own": 87, "theirs": 90},
        },
        "points-left": {"Won": {"left": 0}, "Lost with 27 left": {"left": 27}},
    }
    page.goto("/sign-in/")
    for scoring, said in cases.items():
        lines = [fields_of(scoring, line) for line in said.values()]

        asked = {"url": "/static/js/cards/keys.js", "grid": grid_of(scoring), "lines": lines}
        assert page.evaluate(WORDS, asked) == list(said)
