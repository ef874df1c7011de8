"""A database of the commit before part 7 goes on working, and shows what it showed.

``tests/cases/old_database/`` holds the database (demos of every format, an event posted three times with a card
corrected in between, playoffs, money, calls, and one in registration with changes of seats still to undo) and, beside
it, what that commit answered. Neither is ever made anew: what is read from them is what people have stored.
"""

import csv
import gzip
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

OLD = ROOT / "tests" / "cases" / "old_database"
NEW_KEYS = {"version", "acc_number"}
REWORDED = {
    " sits out ": " has a bye ",
    "fills an empty chair": "fills an empty seat",
    "Nothing is on this card yet. Its lines will stand here as the player wrote them, with everything that was ruled "
    "about them. Rulings Nothing was ruled about this card.": (
        "Not entered yet. The lines appear here as the player wrote them, with every ruling on them."
    ),
    "Nothing was ruled about this card.": "No rulings on this card.",
    "None is reported.": "None reported.",
    "To keep": "Downloads",
    " This page prints as a report.": "",
    "(CSV) For programs (JSON)": "",
    "The standings as a table ": "Download CSV Download JSON",
    "Everything that was posted, the latest first. What was posted stays as it was.": (
        "Every posting, the latest first. A posting never changes."
    ),
    "Where something else is in force, it stands below the line": "What is in force instead is below the line",
}
DAYS = re.compile(r"\b([A-Z]\w\w)\w*day, ([A-Z]\w\w)\w* (\d+)")
NUMBER = re.compile(r"[+-]?\d+")
# A weekly night and game sheets without playoffs have no line, and nobody qualifies.
LINE = re.compile(
    r"The line: \d+ of \d+ qualify|Does not qualify(: high non-qualifier)?|Qualifies|high non-qualifier"
    r"|, \d+ qualified|(\d+ of )?\d+ (places|qualify · bracket of \d+)|\bHow\b|Rating points"
    r"|: the champion, the runner-up, .*? qualifying round|, as in the standings"
)
POSTED = re.compile(r"(Posting \d+, )(?:\w+day |\w{3}, \w{3} \d+, )(?=\d)")
FOLLOWS = "everything stored follows from the cards as written"


def visited(recorded: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return what this commit answers, from a copy of the database."""
    database = folder / "copy.sqlite3"
    database.write_bytes(gzip.decompress((OLD / "before_part_7.sqlite3.gz").read_bytes()))
    visit = subprocess.run(
        [sys.executable, "-m", "tests.old_database"],
        input=json.dumps(recorded),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{database}", "DJANGO_SETTINGS_MODULE": "tests.settings"},
    )
    assert visit.returncode == 0, visit.stderr
    answers: dict[str, Any] = json.loads(visit.stdout)
    return answers


SEAT_AND_NUMBER = re.compile(r"\b([A-Z]+-\d+) (\d+)\b")


def who_sits_where(undone: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what came of each undo, of the page of seats who sits where: names are listed otherwise."""
    return [{**one, "seats": SEAT_AND_NUMBER.findall(one["seats"])} for one in undone]


def as_it_was(path: str, text: str) -> Any:
    """Return what a page or file shows, in the words of today, without the ACC numbers that files have had since."""
    if path.endswith(".json"):
        return without(json.loads(text), NEW_KEYS)
    if path.endswith(".csv"):
        rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
        # A night that does not count was "(2)", which a spreadsheet takes for -2.
        return [
            {
                name: re.sub(r"^\((\d+)\)$", r"\1 not counted", cell)
                for name, cell in row.items()
                if name != "ACC number"
            }
            for row in rows
        ]
    if path.endswith("/season/"):
        return NUMBER.findall(text)
    text = in_words_of_today(text)
    return LINE.sub("", text).split() if "-week" in path or "-of-the-bay" in path else text


def in_words_of_today(text: str) -> str:
    """Return a page with what is written otherwise now; a posting without its day, which was shown otherwise."""
    for before, now in REWORDED.items():
        text = text.replace(before, now)
    return POSTED.sub(r"\1", DAYS.sub(r"\1, \2 \3", text))


def without(value: Any, keys: set[str]) -> Any:
    """Return JSON without some keys."""
    if isinstance(value, dict):
        return {name: without(part, keys) for name, part in value.items() if name not in keys}
    return [without(part, keys) for part in value] if isinstance(value, list) else value


def test_database_of_before_is_verified_served_shown_and_undone_as_it_was(tmp_path: Path) -> None:
    """One test: several processes would each pay for the visit, which takes most of the time."""
    recorded = json.loads((OLD / "before_part_7.json").read_text(encoding="utf-8"))

    seen = visited(recorded, tmp_path)

    # What is stored follows from the cards.
    said = {slug: [code, text.splitlines()[-1]] for slug, (code, text) in seen["verified"].items()}
    by_earlier_rules = {"gull-harbor-open": "posted by version 1 of the rules, and stays so"}
    assert said == {slug: [0, f"{slug}: {by_earlier_rules.get(slug, FOLLOWS)}"] for slug in recorded["verified"]}
    # Every page is served in every role.
    assert sorted(recorded["pages"]) == ["checker", "director", "judge", "stranger"]
    assert all(len(paths) > 30 for paths in recorded["pages"].values())
    assert seen["not_served"] == []
    # What was posted shows what it showed.
    changed = [
        path
        for path, text in seen["texts"].items()
        if text != recorded["texts"][path] and as_it_was(path, text) != as_it_was(path, recorded["texts"][path])
    ]
    assert changed == []
    assert seen["texts"].keys() == recorded["texts"].keys()
    # Changes of seats are still undone.
    assert len(recorded["undone"]) > 1
    assert all(one["seats"] for one in who_sits_where(recorded["undone"]))
    assert who_sits_where(seen["undone"]) == who_sits_where(recorded["undone"])
