"""What is known of the rulebooks: their numbers, the figures under each, and the fingerprints of their wording.

None of it can be read as text. ``tests/judging/rules/scans.py`` draws it from the scans.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path

from tests.conftest import ROOT

BOOKS = ROOT / "tests" / "rulebook" / "books"
LIKENESS = BOOKS / "likeness.json"
FINGERPRINTS = BOOKS / "fingerprints"
FINGERPRINT_SIZE = 5
MAX_BORROWED = 5
"""So many words in a row may by chance be a rulebook's own, and no more."""

# From three on: one and two are in every other sentence.
SPELLED = dict(
    zip(
        (
            *("three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
            *("fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
        ),
        map(str, range(3, 21)),
        strict=True,
    )
)


def book_of(edition: str) -> Path:
    return BOOKS / f"{edition}.json"


def figures_under(edition: str) -> dict[str, set[str]]:
    """Return every number of a rulebook in its order, each with the figures in the text under it alone."""
    figures = json.loads(book_of(edition).read_text())["figures"]
    return {number: set(found) for number, found in figures.items()}


def struck_out_in(edition: str) -> list[str]:
    """Return the numbers whose text is struck out."""
    struck_out: list[str] = json.loads(book_of(edition).read_text())["struck_out"]
    return struck_out


def likeness_of(number: str, other: str) -> float:
    """Return from 0 to 1 how many words a rule shares in order with one of the earlier edition."""
    shares: dict[str, float] = json.loads(LIKENESS.read_text())
    return shares[f"{number} = {other}"]


def borrowed_in(text: str, longest: int = MAX_BORROWED) -> list[str]:
    """Return every run of more than ``longest`` words of a text that is a rulebook's own."""
    theirs, words = _fingerprints(), words_in(text)
    kept = [_fingerprint(run) in theirs for run in _runs_of(words)]
    more = longest - MAX_BORROWED
    return [
        " ".join(words[start : start + longest + 1])
        for start in range(len(kept) - more)
        if all(kept[start : start + more + 1])
    ]


def words_in(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def figures_in(text: str) -> set[str]:
    """Return the numbers above two in a text, in digits or spelled."""
    figures = (SPELLED.get(word, word) for word in words_in(text))
    return {figure for figure in figures if figure.isdigit() and int(figure) > 2}


def fingerprints_of(text: str) -> Iterator[bytes]:
    return map(_fingerprint, _runs_of(words_in(text)))


def _runs_of(words: list[str]) -> Iterator[str]:
    length = MAX_BORROWED + 1
    return (" ".join(words[start : start + length]) for start in range(len(words) - length + 1))


def _fingerprint(run: str) -> bytes:
    return blake2b(run.encode(), digest_size=FINGERPRINT_SIZE).digest()


@cache
def _fingerprints() -> frozenset[bytes]:
    kept = FINGERPRINTS.read_bytes()
    return frozenset(kept[start : start + FINGERPRINT_SIZE] for start in range(0, len(kept), FINGERPRINT_SIZE))
