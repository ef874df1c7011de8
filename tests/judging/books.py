"""The rulebooks' scans, read for their numbering: every number with its own text.

They are read without the index, so that they can be laid beside it. What the scans have lost is known and stated
here: in 2020 the letters a to c of rule 1.3 and of the judge protocols, in 2010 the numbers 1 and 2 of the part
on brackets and byes, whose 4.a stands in the middle of a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

HEADING = r"^#+ \W*"
PARTS = {
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


def numbers_in(book: Path) -> dict[str, str]:
    """Return every number of a rulebook in order, each with the text that stands under it alone."""
    reader = _Reader()
    for line in _lines_of(book):
        reader.read(line)
    return reader.texts


def struck_out_in(book: Path) -> list[str]:
    """Return the numbers whose text is struck out."""
    return [number for number, text in numbers_in(book).items() if text.lstrip("- ").startswith("~~")]


def words_in(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def runs_of(text: str, length: int) -> Iterator[str]:
    """Yield every so many words in a row."""
    words = words_in(text)
    return (" ".join(words[start : start + length]) for start in range(len(words) - length + 1))


def _lines_of(book: Path) -> list[str]:
    return re.sub(r"(of byes:) (a\. )", r"\1\n- \2", book.read_text()).splitlines()


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
        if not self._step:
            return None
        if found := LETTER.match(line):
            return self._new_letter(found[1])
        if self._letter and (found := ITEM.match(line)):
            return f"{self._letter}.({found[1]})"
        if self._step in LETTERS_LOST_UNDER and line.startswith("- "):
            return self._new_letter(
                chr(ord("a") + sum(number.startswith(f"{self._step}.") for number in self.texts))
            )
        return None

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
