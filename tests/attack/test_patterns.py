"""Every pattern that reads a text takes time that grows with the text alone, however the text is made."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import NamedTuple

import pytest

from tests.test_layers import APPS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
CALLS = {"fullmatch", "match", "search", "sub", "split", "findall", "finditer"}
LENGTH = 5_000
# A pattern that tries each place again takes ten million steps for this length, five thousandths of a second at least;
# the others a tenth of that.
MOST_SECONDS = 0.003
# What these read is cut first: by MAX_PAYMENT_LENGTH, MAX_LINE, QUOTED, and as names by MAX_TEXT_LENGTH.
CUT = {"_AMOUNT_AND_WORDS": 200, "_WORDS_AND_AMOUNT": 200, "QUICK_RESULT": 200, "_NUMERIC": 60}
CUT |= dict.fromkeys(("_NAME_AND_PAID", "_MARK_BEHIND", "_MARK_BEFORE", "_TWO_PEOPLE"), 200)
BEFORE = ("", "1", "a", "A-1", "B-5: 2", "round 1, slot 1: ", '"', "$5", "1 ", "1-", "12 instead of ", "entrants 1")
REPEATED = (" ", "0", "1", "a", "A", ",", "-", ".", '"', "(", "'", ":", "$", ";", " 1", "1 ", "a ", "A-1", "a1", "\n")
REPEATED += (", 1", " and 1", "x (entrant 1", "cancel", "/join/", "= ", "total ", "√", "(a", ". ")


def sources() -> list[Path]:
    return [path for app in (*APPS, "config") for path in sorted((ROOT / app).rglob("*.py"))]


class Use(NamedTuple):
    """A pattern, how much it reads at most, and whether it is looked for anywhere in a text or must fit the whole."""

    pattern: re.Pattern[str]
    length: int
    is_searched: bool

    def seconds_for(self, text: str) -> float:
        start = process_time()
        if self.is_searched:
            for _ in self.pattern.finditer(text):
                pass
        else:
            self.pattern.fullmatch(text)
        return process_time() - start

    def slowest(self) -> tuple[float, str]:
        """Return how long a text takes: the first that takes too long, else the worst."""
        worst = (0.0, "")
        for before in BEFORE:
            for again in REPEATED:
                text = (before + again * (self.length // len(again)))[: self.length - 1] + "!"
                seconds = self.seconds_for(text)
                if seconds > MOST_SECONDS:  # or the machine did something else
                    seconds = min(seconds, *(self.seconds_for(text) for _ in range(3)))
                worst = max(worst, (seconds, text[:30]))
                if seconds > MOST_SECONDS:
                    return worst
        return worst


def patterns() -> Iterator[tuple[str, Use]]:
    """Yield each pattern by its module and name, or as it is written where it is used."""
    texts = {path: path.read_text() for path in sources()}
    for path, text in texts.items():
        if not re.search(r"^import re$", text, re.MULTILINE):
            continue
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for name, value in vars(import_module(module)).items():
            if isinstance(value, re.Pattern) and re.search(rf"^{name} = re\.compile", text, re.MULTILINE):
                used = {method for other in texts.values() for method in re.findall(rf"\b{name}\.(\w+)\(", other)}
                yield f"{module}.{name}", Use(value, CUT.get(name, LENGTH), used & CALLS != {"fullmatch"})
        for call in ast.walk(ast.parse(text)):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.args):
                continue
            called, first = call.func, call.args[0]
            if isinstance(called.value, ast.Name) and called.value.id == "re" and called.attr in CALLS:
                assert isinstance(first, ast.Constant), f"{module}, line {call.lineno}: a pattern that nobody can read"
                yield f"{module}:{first.value}", Use(re.compile(first.value), LENGTH, called.attr != "fullmatch")


@pytest.mark.parametrize(("pattern", "is_searched"), [(r" *,? *x", False), (r"\s*\(", True), (r"\s+,?\s+x", False)])
def test_pattern_that_tries_each_place_again_would_be_found(pattern: str, is_searched: bool) -> None:
    assert Use(re.compile(pattern), LENGTH, is_searched).slowest()[0] > MOST_SECONDS


def test_patterns_take_time_by_the_length_alone() -> None:
    """One test: to find the patterns takes as long as to try a few, and every process would do it to list them."""
    uses = dict(patterns())
    names = {name.rpartition(".")[2] for name in uses}

    slow = {name: worst for name, use in uses.items() if (worst := use.slowest())[0] >= MOST_SECONDS}

    assert slow == {}
    assert {"QUICK_RESULT", "NOTATION", "SECRET", "_DATE"} <= names
    assert CUT.keys() <= names
    assert len(uses) > 30
