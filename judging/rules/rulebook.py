"""The rule index: every number of each rulebook, what it says in our own words, and what changed between editions.

The ACC has two editions. The other books have no numbers of their own: an entry is named by the line of the source
(``line 104``, and ``line 104.1`` for what else stands in it), and holds besides

``section``
    the heading that it stands under.

The data is in ``judging/rules/data``, one file for each of those books. For the ACC it is one file for each chapter
of the edition in force and one for what only the earlier edition has. An entry is named by its number and holds

``title``, ``summary``
    short and in words of our own;
``words``
    what players call the matter, phrases separated by commas;
``details``
    a list, where a rule is one (terms, the chart of points);
``status``
    ``withdrawn``, where the rule is struck out;
``old``
    the number in the earlier edition, where that is another;
``new``, ``near``
    the earlier edition has no such number at all; the number under which it has the matter, or something like it;
``changed``
    what differs between the two;
``old_title``, ``old_summary``, ``old_words``, ``old_details``
    what the earlier edition's entry has instead.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from tournaments.rules.constants import EDITIONS, GAMES_55PLUS

IN_FORCE, EARLIER = EDITIONS
GENERAL, CLUB = "general-rules", "club-rules"
BOOKS = (IN_FORCE, EARLIER, GAMES_55PLUS, GENERAL, CLUB)
"""Every rulebook of the index; events are played by the first three."""
YEARS = {IN_FORCE: "2020", EARLIER: "2010"}
BOOK_NAMES = {
    IN_FORCE: "2020 edition",
    EARLIER: "2010 edition",
    GAMES_55PLUS: "55+ Games",
    GENERAL: "General rules",
    CLUB: "Club rules",
}
DATA = Path(__file__).parent / "data"
BY_LINE = {GAMES_55PLUS: "games_55plus", GENERAL: "general_rules", CLUB: "club_rules"}
"""The books whose rules are named by line, and the file of each."""
LINE = "line"
ONLY_EARLIER = "only_2010"

# Parts of the books whose numbers begin with a word, as rulings write it.
PARTS = {
    "CE": "Code of Ethics",
    "JP": "Judge protocols",
    "App": "Appendix: cross-checking",
    "guideline": "Cross-checking guidelines",
    "brackets": "Playoff brackets and byes",
}
# The same words as people may type them.
SPELLINGS = {
    "appendix": "app",
    "ethics": "ce",
    "lines": LINE,
    "guidelines": "guideline",
    "bracket": "brackets",
    "protocol": "jp",
    "protocols": "jp",
}
_IN_ORDER = ("CE", "JP", "", "App", "guideline", "brackets", LINE)
_STEP = re.compile(r"\d+|rules?|lines?|ethics|ce|jp|protocols?|app(?:endix)?|guidelines?|brackets?|[a-z]")


class Status(StrEnum):
    """Whether a rule can be applied."""

    IN_FORCE = "in force"
    WITHDRAWN = "withdrawn"


class Change(StrEnum):
    """How a rule compares with the other edition's."""

    SAME = "same"
    CHANGED = "changed"
    NEW = "new"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Rule:
    """One number of one edition.

    ``other`` is its number in the other edition, if it has one of its own there; ``near`` the number under which
    the other edition has the matter, or something like it, among other things.
    """

    edition: str
    number: str
    title: str
    summary: str
    keywords: tuple[str, ...]
    details: tuple[str, ...]
    status: Status
    change: Change
    changed: str
    other: str | None
    near: str | None
    section: str = ""

    @property
    def is_withdrawn(self) -> bool:
        """Whether the edition has struck it out."""
        return self.status is Status.WITHDRAWN

    @property
    def is_moved(self) -> bool:
        """Whether the other edition has it under another number."""
        return self.other is not None and self.other != self.number

    @property
    def part(self) -> str:
        """The chapter (``8``) or the part (``App``) that it belongs to."""
        return re.split(r"[. ]", self.number)[0]


@cache
def rules_of(edition: str) -> Mapping[str, Rule]:
    """Return every rule of an edition by its number, in the order of the book."""
    return {rule.number: rule for rule in sorted(_read(edition), key=lambda rule: place_of(rule.number))}


def find_rule(edition: str, number: str) -> Rule | None:
    """Return the rule with this very number."""
    return rules_of(edition).get(number)


def find_number(edition: str, typed: str) -> str | None:
    """Return the number that somebody means, if there is one: without dots or brackets, or with a word before it."""
    numbers, steps = _by_steps(edition), _steps(typed)
    return numbers.get(steps) or numbers.get((LINE, *steps))


def parents_of(rule: Rule) -> list[Rule]:
    """Return the rules that a rule is a part of, the largest first."""
    rules = rules_of(rule.edition)
    return [rules[number] for number in _numbers_above(rule.number) if number in rules]


def parts_below(rule: Rule) -> list[Rule]:
    """Return the parts of a rule at every depth, in order."""
    return list(_by_number_above(rule.edition).get(rule.number, ()))


def neighbors_of(rule: Rule) -> tuple[Rule | None, Rule | None]:
    """Return the rules before and after a rule, at the same depth and under the same rule."""
    above = _number_above(rule.number)
    rules = rules_of(rule.edition).values()
    row = [other for other in rules if _number_above(other.number) == above and _is_alike(other, rule)]
    at = row.index(rule)
    return (row[at - 1] if at else None, row[at + 1] if at + 1 < len(row) else None)


def parts_of(edition: str) -> list[tuple[str, list[Rule]]]:
    """Return an edition part by part, a chapter or a part with its own name: that name, and every rule within."""
    parts: dict[str, list[Rule]] = {}
    for rule in rules_of(edition).values():
        parts.setdefault(rule.section or rule.part, []).append(rule)
    if edition in BY_LINE:
        return list(parts.items())
    return [(PARTS.get(part) or f"Rule {part}: {rules[0].title}", rules) for part, rules in parts.items()]


def depth_of(number: str) -> int:
    """Return how deep a number lies within its part: 0 for a chapter, 1 for a rule of it, 3 at most."""
    return len(_numbers_above(number))


def place_of(number: str) -> tuple[Any, ...]:
    """Return where a number stands in the book: what sorts before others comes before them."""
    first, *rest = re.findall(r"\d+|[A-Za-z]+", number)
    part = "" if first.isdigit() else first
    steps = [first, *rest] if not part else rest
    return (_IN_ORDER.index(part), *((int(step), "") if step.isdigit() else (0, step) for step in steps))


def in_other_edition(rule: Rule) -> Rule | None:
    """Return what the other edition has in place of a rule, its nearest where it has no such number."""
    number, edition = rule.other or rule.near, other_edition(rule.edition)
    return rules_of(edition)[number] if number and edition else None


def other_edition(edition: str) -> str | None:
    """Return the edition of the same book that this one is not; ``None`` where the book has only one."""
    return {IN_FORCE: EARLIER, EARLIER: IN_FORCE}.get(edition)


def citation_problem(edition: str, number: str) -> str | None:
    """Say why a ruling in an event under this edition may not cite a number; ``None`` where it may."""
    book = f"the {BOOK_NAMES[edition]}"
    rule = find_rule(edition, number)
    if rule is not None:
        if not rule.is_withdrawn:
            return None
        return f"{number} is withdrawn in {book}, so no ruling can cite it. Cite another rule."
    problem = f"{number} is not a number of {book}." if number.strip() else "No rule is named."
    if meant := find_number(edition, number):
        return f"{problem} Write {meant}."
    other = other_edition(edition)
    elsewhere = find_number(other, number) if other else None
    if other is None or elsewhere is None:
        return f"{problem} Look it up under Rules."
    here = rules_of(other)[elsewhere].other
    if here is None:
        return f"{problem} Only the {BOOK_NAMES[other]} has it."
    return f"{problem} What the {BOOK_NAMES[other]} has as {elsewhere} is {here} here."


def _read(edition: str) -> Iterator[Rule]:
    if edition in BY_LINE:
        entries = _entries_in(DATA / f"{BY_LINE[edition]}.toml")
        yield from (_by_line(edition, number, entry) for number, entry in entries.items())
        return
    for path in sorted(DATA.glob("*.toml")):
        if path.stem in BY_LINE.values():
            continue
        for number, entry in _entries_in(path).items():
            if path.stem == ONLY_EARLIER:
                if edition == EARLIER:
                    yield _only_earlier(number, entry)
            elif edition == IN_FORCE:
                yield _in_force(number, entry)
            elif not entry.get("new") and (entry.get("old") or not entry.get("near")):
                yield _earlier(number, entry)


def _entries_in(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _by_line(edition: str, number: str, entry: Mapping[str, Any]) -> Rule:
    return Rule(
        edition=edition,
        number=number,
        title=entry["title"],
        summary=entry["summary"],
        keywords=_phrases(entry["words"]),
        details=tuple(entry.get("details", ())),
        status=Status.IN_FORCE,
        change=Change.SAME,
        changed="",
        other=None,
        near=None,
        section=entry["section"],
    )


def _in_force(number: str, entry: Mapping[str, Any]) -> Rule:
    changed, near = entry.get("changed", ""), entry.get("near")
    is_new = bool(entry.get("new"))
    return Rule(
        edition=IN_FORCE,
        number=number,
        title=entry["title"],
        summary=entry["summary"],
        keywords=_phrases(entry["words"]),
        details=tuple(entry.get("details", ())),
        status=Status(entry.get("status", Status.IN_FORCE)),
        change=Change.NEW if is_new else Change.CHANGED if changed else Change.SAME,
        changed=changed,
        other=None if is_new or near else entry.get("old", number),
        near=near,
    )


def _earlier(number: str, entry: Mapping[str, Any]) -> Rule:
    changed = entry.get("changed", "")
    return Rule(
        edition=EARLIER,
        number=entry.get("old", number),
        title=entry.get("old_title", entry["title"]),
        summary=entry.get("old_summary", entry["summary"]),
        keywords=_phrases(entry.get("old_words", entry["words"])),
        details=tuple(entry.get("old_details", entry.get("details", ()))),
        status=Status.IN_FORCE,
        change=Change.CHANGED if changed else Change.SAME,
        changed=changed,
        other=number,
        near=None,
    )


def _only_earlier(number: str, entry: Mapping[str, Any]) -> Rule:
    return Rule(
        edition=EARLIER,
        number=number,
        title=entry["title"],
        summary=entry["summary"],
        keywords=_phrases(entry["words"]),
        details=(),
        status=Status.IN_FORCE,
        change=Change.GONE,
        changed=entry["changed"],
        other=None,
        near=entry.get("near"),
    )


def _phrases(words: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in words.split(","))


@cache
def _by_number_above(edition: str) -> Mapping[str, list[Rule]]:
    """Return the parts of every rule of an edition at every depth, in order."""
    parts: dict[str, list[Rule]] = {}
    for rule in rules_of(edition).values():
        for number in _numbers_above(rule.number):
            parts.setdefault(number, []).append(rule)
    return parts


@cache
def _by_steps(edition: str) -> Mapping[tuple[str, ...], str]:
    return {_steps(number): number for number in rules_of(edition)}


def _steps(typed: str) -> tuple[str, ...]:
    """Return what a number is made of: words, digits and letters, without what stands between them."""
    steps = _STEP.findall(typed.lower())
    return tuple(SPELLINGS.get(step, step) for step in steps if step not in ("rule", "rules"))


def _number_above(number: str) -> str | None:
    above = _numbers_above(number)
    return above[-1] if above else None


@cache
def _numbers_above(number: str) -> tuple[str, ...]:
    """Return the numbers of which a number is a part, the shortest first; what shares a line is no part of it."""
    if number.startswith(f"{LINE} "):
        return ()
    ends = [found.start() for found in re.finditer(r"\.", number)]
    return tuple(number[:end] for end in ends if number[:end] not in PARTS)


def _is_alike(one: Rule, other: Rule) -> bool:
    """Whether two rules stand in the same part of the book, of which the numbered chapters are one."""
    return one.part == other.part or (one.part.isdigit() and other.part.isdigit())
