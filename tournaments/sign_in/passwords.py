"""How passwords are stored, and which are too easy to guess here, besides those that Django knows."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.exceptions import ValidationError

WORDS = (
    *("cribbage", "crib", "cribs", "pegging", "pegged", "pegs", "peg", "pegboard", "board", "boards", "skunk"),
    *("skunked", "skunks", "doubleskunk", "muggins", "nobs", "nibs", "heels", "fifteen", "fifteens", "two", "four"),
    *("pair", "pairs", "flush", "starter", "dealer", "pone", "cards", "card", "score", "scorecard", "tournament"),
    *("tournaments", "director", "checker", "judge", "player", "players", "acc", "american", "congress", "club"),
    *("grassroots", "hand", "perfect", "one", "twentyone", "twentynine", "twenty", "nine", "the", "my", "play"),
    *("playing", "game", "games", "open", "event"),
)


def is_made_of_words(letters: str) -> bool:
    """Tell whether ``letters`` are words of cribbage one after the other, in time that grows with their number alone.

    A pattern would try each way of taking "twentyone" for one word or two, and all their combinations.
    """
    ends = {0}
    for start in range(len(letters)):
        if start in ends:
            ends |= {start + len(word) for word in WORDS if letters.startswith(word, start)}
    return bool(letters) and len(letters) in ends


class FieldWordValidator:
    """Refuse a password made of the words of cribbage and digits alone, such as ``Cribbage-2026`` or ``skunk 121``."""

    def validate(self, password: str, user: Any = None) -> None:
        letters = "".join(char for char in password.casefold() if char.isalpha())
        if is_made_of_words(letters):
            raise ValidationError("This password is easy to guess. Add words that have nothing to do with cribbage.")

    def get_help_text(self) -> str:
        return "Your password cannot be made of the words of cribbage alone."


HASHED_AT_ONCE = 2
WAITING = 4
"""How many may wait for that, in each process; the next person sees a page that says to try again."""


class TooManyAtOnce(Exception):
    """More people than we can serve are signing in in this very moment."""


class FewAtATime(Argon2PasswordHasher):
    """Argon2id as OWASP has it for servers: 19 MiB and 22 ms each time (Django's own: 100 MiB and 230 ms).

    Run by a few at a time, so that nobody can fill the memory. A password kept with other numbers gets these when its
    owner signs in.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    _room = BoundedSemaphore(HASHED_AT_ONCE + WAITING)
    _turns = BoundedSemaphore(HASHED_AT_ONCE)

    def encode(self, password: str, salt: str) -> str:
        with self._turn():
            return str(super().encode(password, salt))

    def verify(self, password: str, encoded: str) -> bool:
        with self._turn():
            return bool(super().verify(password, encoded))

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._room.acquire(blocking=False):
            raise TooManyAtOnce
        try:
            with self._turns:
                yield
        finally:
            self._room.release()
