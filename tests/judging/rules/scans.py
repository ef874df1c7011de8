"""Draw from the rulebooks' scans what the tests hold the rule index to, and nothing that could be read as text.

    python -m tests.judging.rules.scans FOLDER

FOLDER holds the scans (``acc-2020.txt``, ``acc-2010.txt`` and what else must not be copied from). What is drawn is
kept in ``tests/rulebook/books/`` and read by ``tests/judging/rules/books.py``: only with a new edition need it be
drawn anew.

What the scans have lost is known and stated here: in 2020 the letters a to c of rule 1.3 and of the judge protocols,
in 2010 the numbers 1 and 2 of the part on brackets and byes, whose 4.a stands in the middle of a line. The code of
ethics has no numbers: its items are counted.
"""

import difflib
import json
import re
import sys
from pathlib import Path

from judging.rules.rulebook import BY_LINE, EARLIER, IN_FORCE, rules_of
from tests.judging.rules.books import FINGERPRINTS, LIKENESS, book_of, figures_in, fingerprints_of, words_in

HEADING = r"^#+ \W*"
PARTS = {
    HEADING + "CODE OF ETHICS": "CE.",
    HEADING + "JUDGE PROTOCOLS": "JP.",
    HEADING + "APPENDIX": "App.",
    HEADING + "CROSS-CHECKING GUIDELINES": "guideline ",
    HEADING + "PLAYOFF BRACKETS AND BYES": "brackets ",
}
FIRST_CHAPTER = re.compile(HEADING + r"RULE (1|I)\. THE MECHANICS")
CHAPTER = re.compile(HEADING + r"rule (i|\d+)\.\W", re.IGNORECASE)
RULE = re.compile(HEADING + r"(?:rule )?(\d+\.\d+)\.?\W", re.IGNORECASE)
STEP = re.compile(r"^[\s-]*(\d+)\. ")
LETTER = re.compile(r"^\W*?([a-z])\. ")
ITEM = re.compile(r"^\W*?\((\d+)\)")
STEP_WITHOUT_NUMBER = re.compile(r"^ [A-Z]")
LETTERS_LOST_UNDER = ("1.3", "JP")
# An item of the code of ethics that the scan of 2020 breaks over two.
REST_OF_AN_ITEM = "- form of"
AFTER_THE_ITEMS = "By honoring"


def main(folder: Path) -> None:
    """Write the files that the tests read."""
    texts = {edition: numbers_in(folder / f"{edition}.txt") for edition in (IN_FORCE, EARLIER)}
    for edition, numbers in texts.items():
        drawn = {
            "figures": {number: sorted(figures_in(text), key=int) for number, text in numbers.items()},
            "struck_out": [number for number, text in numbers.items() if text.lstrip("- ").startswith("~~")],
        }
        _write(book_of(edition), drawn)
    for edition in BY_LINE:
        lines = (folder / f"{edition}.txt").read_text().split("\n")
        _write(book_of(edition), {"figures": figures_by_line(edition, lines)})
    pairs = [(rule.number, rule.other) for rule in rules_of(IN_FORCE).values() if rule.other]
    here, there = texts[IN_FORCE], texts[EARLIER]
    _write(LIKENESS, {f"{one} = {other}": likeness(here[one], there[other]) for one, other in pairs})
    theirs = {run for scan in folder.glob("*.txt") for run in fingerprints_of(scan.read_text())}
    FINGERPRINTS.write_bytes(b"".join(sorted(theirs)))


def figures_by_line(edition: str, lines: list[str]) -> dict[str, list[str]]:
    """Return the figures from each line that the index names up to the next one."""
    named = sorted({int(re.findall(r"\d+", number)[0]) for number in rules_of(edition)})
    ends = [*named[1:], len(lines) + 1]
    return {
        f"line {first}": sorted(figures_in(" ".join(lines[first - 1 : end - 1])), key=int)
        for first, end in zip(named, ends, strict=True)
    }


def _write(path: Path, drawn: object) -> None:
    text = json.dumps(drawn, indent=1)
    path.write_text(re.sub(r"\[[^\[\]]*\]", lambda found: " ".join(found[0].split()), text) + "\n")


def likeness(one: str, other: str) -> float:
    """Return from 0 to 1 how many words two texts share in order, numbering left out."""
    words = [
        [word for word in words_in(text) if not word.isdigit() and word != "rule" and len(word) > 1]
        for text in (one, other)
    ]
    return round(difflib.SequenceMatcher(None, *words, autojunk=False).ratio(), 3)


def numbers_in(book: Path) -> dict[str, str]:
    """Return every number of a rulebook in order, each with the text that stands under it alone."""
    reader = _Reader()
    for line in re.sub(r"(of byes:) (a\. )", r"\1\n- \2", book.read_text()).splitlines():
        reader.read(line)
    return reader.texts


class _Reader:
    """Takes a book line by line and keeps what it has come to."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self._part: str | None = None  # "" within the rules, None before them
        self._step = self._letter = self._number = ""

    def read(self, line: str) -> None:
        if part := next((part for heading, part in PARTS.items() if re.match(heading, line)), None):
            self._part, self._step, self._letter, self._number = part, part.rstrip(". "), "", ""
        elif self._part is not None or FIRST_CHAPTER.match(line):
            self._begin(self._number_on(line), line)

    def _number_on(self, line: str) -> str | None:
        """Return the number that a line begins, if it begins one."""
        if found := CHAPTER.match(line) or RULE.match(line):
            self._part, self._letter = "", ""
            self._step = "1" if found[1] == "I" else found[1]
            return self._step
        if self._part in ("App.", "guideline ", "brackets "):
            if found := STEP.match(line):
                return self._new_step(found[1])
            if self._part == "brackets " and STEP_WITHOUT_NUMBER.match(line):
                return self._new_step(str(1 + sum(number.startswith("brackets ") for number in self.texts)))
        if self._part == "CE.":
            if line.startswith(AFTER_THE_ITEMS):
                self._number = ""
            return self._next_of_ethics() if line.startswith("- ") and REST_OF_AN_ITEM not in line else None
        if not self._step:
            return None
        if found := LETTER.match(line):
            return self._new_letter(found[1])
        if self._letter and (found := ITEM.match(line)):
            return f"{self._letter}.({found[1]})"
        if self._step in LETTERS_LOST_UNDER and line.startswith("- "):
            return self._new_letter(chr(ord("a") + sum(number.startswith(f"{self._step}.") for number in self.texts)))
        return None

    def _next_of_ethics(self) -> str:
        return f"CE.{1 + sum(number.startswith('CE.') for number in self.texts)}"

    def _new_step(self, step: str) -> str:
        self._step, self._letter = f"{self._part}{step}", ""
        return self._step

    def _new_letter(self, letter: str) -> str:
        self._letter = f"{self._step}.{letter}"
        return self._letter

    def _begin(self, number: str | None, line: str) -> None:
        if number is not None:
            assert number not in self.texts, f"{number} is read twice"
            self._number = number
            self.texts[number] = line
        elif self._number:
            self.texts[self._number] += "\n" + line


if __name__ == "__main__":
    main(Path(sys.argv[1]))
