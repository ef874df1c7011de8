"""The term of the site's data: each restore of a copy takes a higher one, and a laptop with a lower one serves no more.

Two laptops may hold the same event, and the version 42 of a card may be another one on each. The term tells them apart:
a number, and a word at random for the case that two take the same number. It is kept in a small file beside the
backups, which every process reads again when it has changed; to ask for it costs a look at that file, no query.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature, Signer
from filelock import FileLock

from tournaments.rules.text import whole_number

FILE = "term.json"
SALT = "term"
OF_ANOTHER_TERM = -1
"""What :func:`seen_in` returns for what was seen in another term: nothing has this number."""
PAGE_TERM = "page-term"
"""The field by which each form of a page for staff says in which term it was made."""
NAME = re.compile(r"(\d{1,9})-([a-z]{8})")
SLEPT = 15.0
"""Seconds of sleep after which another laptop may have gone on with the event."""


@dataclass(frozen=True, slots=True, order=True)
class Term:
    """A number, and a word: of two terms the one with the higher number counts. Number 0: there is none yet."""

    number: int = 0
    word: str = ""

    @classmethod
    def above(cls, number: int) -> Term:
        """Return a new one."""
        sounds = [secrets.choice("bdfklmnprstv") + secrets.choice("aeiou") for _ in range(4)]
        return cls(number + 1, "".join(sounds))

    @classmethod
    def named(cls, name: str) -> Term | None:
        """Read what :meth:`__str__` wrote."""
        found = NAME.fullmatch(name)
        return cls(int(found[1]), found[2]) if found else None

    def __str__(self) -> str:
        return f"{self.number}-{self.word}"

    def goes_before(self, other: Term) -> bool:
        """Tell whether the other laptop has to stop: this is higher, or nobody can tell which of the two is."""
        return self.number > other.number or (self.number == other.number and self.word != other.word)

    def signed(self, key: str | None = None) -> str:
        """Return it as other laptops and browsers get it, signed by the key of the site."""
        return _signed(str(self), key or settings.SECRET_KEY)


@lru_cache(maxsize=4)
def _signed(term: str, key: str) -> str:
    return Signer(key=key, salt=SALT).sign(term)


def read_signed(text: str, key: str | None = None) -> Term | None:
    """Return a term that this site signed; ``None`` for anything else. ``key`` is that of another site."""
    with suppress(BadSignature):
        return Term.named(Signer(key=key, salt=SALT).unsign(text))
    return None


@dataclass(frozen=True, slots=True)
class Standing:
    """What this laptop knows of itself and of others.

    ``continued`` is the copy that it continues, ``met`` a term that beats its own. ``former`` are
    the terms that its data had before. ``unsure``: somebody must say whether another laptop went on meanwhile.
    ``slept`` is for how long the laptop had slept, since it was turned on, when it last knew.
    """

    term: Term = Term()
    continued: Mapping[str, Any] = field(default_factory=dict)
    met: Mapping[str, Any] = field(default_factory=dict)
    unsure: bool = False
    slept: float = 0.0
    former: Sequence[str] = ()

    @property
    def other(self) -> Term:
        """The term that goes before its own."""
        return Term.named(self.met.get("term", "")) or Term()

    @property
    def is_tie(self) -> bool:
        """Whether another laptop took the same number: a person must choose."""
        return bool(self.met) and self.other.number == self.term.number

    @property
    def serves(self) -> bool:
        """Whether this laptop may answer."""
        return not (self.met or self.unsure) and (not self.term.number or time_asleep() - self.slept < SLEPT)

    def in_next(self, term: Term) -> Standing:
        """Return the state of the laptop after it takes another term for its data."""
        return Standing(term, self.continued, slept=time_asleep(), former=[*self.former, str(self.term)])

    def has_since(self, copy: Mapping[str, Any]) -> int | None:
        """Return the last entry of the log that this laptop shares with one that continued from a copy.

        ``None`` where nobody can tell: the copy is of data that is not this laptop's.
        """
        term, entry = copy.get("term"), int(copy.get("entry", 0))
        if term in (str(self.term), *self.former):
            return entry
        return min(entry, int(self.continued["entry"])) if term and term == self.continued.get("term") else None


_read: tuple[object, Standing] = (None, Standing())


def standing() -> Standing:
    """Return how this laptop stands. Cheap: the file is read again only when it has changed."""
    global _read
    path = os.path.join(settings.BACKUP_DIR, FILE)  # noqa: PTH118 - asked for with each request
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return Standing()
    seen = (path, found.st_ino, found.st_mtime_ns, found.st_size)
    if _read[0] != seen:
        _read = (seen, _read_file(Path(path)))
    return _read[1]


def current_term() -> Term:
    """Return the term of this site's data, for answers, forms and the tags of pages."""
    return standing().term


def signed_term() -> str:
    """Return the term as each answer carries it, signed; blank where there is none."""
    term = current_term()
    return term.signed() if term.number else ""


def in_term(seen: object) -> str:
    """Return a number as a form or a page says that it saw it: after a restore the same one is of something else.

    Nothing seen is 0, as :func:`seen_in` reads it: a template gives a blank for what is not there.
    """
    term, seen = current_term(), seen or 0
    return f"{seen}@{term}" if term.number else str(seen)


def seen_here(text: str) -> str:
    """Return what a form saw, as :func:`in_term` gave it out; blank where that was in another term.

    A number without a term, from a program or where there is none, is taken as it is.
    """
    seen, _, term = text.strip().partition("@")
    return seen if term in ("", str(current_term())) else ""


def seen_in(data: Mapping[str, str], name: str = "seen") -> int:
    """Return the number that a form says it saw, 0 for none; one that nothing has where that was in another term."""
    text = data.get(name, "")
    seen = seen_here(text)
    return OF_ANOTHER_TERM if "@" in text and not seen else whole_number(seen) or 0


def is_of_before(data: Mapping[str, str]) -> bool:
    """Tell whether a form was made in another term: a number in it may be of somebody else by now.

    A form that says in which term it saw something is judged by that. One of a program says neither.
    """
    says_itself = any("@" in data.get(name, "") for name in ("seen", "version"))
    return not says_itself and data.get(PAGE_TERM, "") not in ("", str(current_term()))


def _read_file(path: Path) -> Standing:
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        return Standing(**{**stored, "term": Term(**stored["term"])})
    except (ValueError, KeyError, TypeError):  # damaged: nobody here can tell
        return Standing(unsure=True)


def change_standing(change: Callable[[Standing], Standing]) -> Standing:
    """Keep how this laptop stands now, on the disk. Others who change it at the same moment wait."""
    path = Path(settings.BACKUP_DIR) / FILE
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with FileLock(f"{path}.lock"):
        before = _read_file(path) if path.exists() else Standing()  # as it is now, whatever was read lately
        after = change(before)
        if after != before:
            write_standing(path, after)
    return after


def write_standing(path: Path, found: Standing) -> None:
    """Keep how a laptop stands in a file, which is on the disk when this returns."""
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8") as file:
        json.dump(asdict(found), file)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def take_term(above: int = 0) -> Term:
    """Take a new term, higher than the own one and than ``above``: from here on this laptop has the event."""
    return change_standing(lambda before: before.in_next(Term.above(max(above, before.term.number)))).term


def begin_term() -> Term:
    """Return the term as the site starts, the first one where there was none. Nobody has slept since."""
    return change_standing(
        lambda before: replace(before, term=before.term if before.term.number else Term.above(0), slept=time_asleep())
    ).term


def meet_term(signed: str, **known: Any) -> bool:
    """Take note of a term that a browser or a stick has; tell whether it goes before the own one.

    From then on this laptop serves nothing. ``known`` tells more of it. Anything that this site did not sign is
    skipped.
    """
    term, own = read_signed(signed), standing().term
    if term is None or not own.number or not term.goes_before(own):
        return False

    def meet(before: Standing) -> Standing:
        # A higher term stays, and so does the same one if more is known about it.
        if before.other.number > term.number or (before.other == term and not known):
            return before
        return replace(before, met={"term": str(term), **known})

    change_standing(meet)
    return True


def time_asleep() -> float:
    """Return for how many seconds, in whole ones, the computer has slept since it was turned on."""
    if sys.platform == "win32":
        import ctypes

        awake = ctypes.c_ulonglong()
        ctypes.windll.kernel32.QueryUnbiasedInterruptTime(ctypes.byref(awake))
        return round(time.monotonic() - awake.value / 1e7, 0)
    if sys.platform == "darwin":
        return round(time.clock_gettime(time.CLOCK_MONOTONIC) - time.clock_gettime(time.CLOCK_UPTIME_RAW), 0)
    return round(time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC), 0)
