"""Passwords that are easy to guess here, besides those that Django knows."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError

WORDS = (
    *(
        "cribbage",
        "crib",
        "cribs",
        "pegging",
        "pegged",
        "pegs",
        "peg",
        "pegboard",
        "board",
        "boards",
        "skunk",
        "skunked",
    ),
    *(
        "skunks",
        "doubleskunk",
        "muggins",
        "nobs",
        "nibs",
        "heels",
        "fifteen",
        "fifteens",
        "two",
        "four",
        "pair",
        "pairs",
    ),
    *(
        "flush",
        "starter",
        "dealer",
        "pone",
        "cards",
        "card",
        "score",
        "scorecard",
        "tournament",
        "tournaments",
        "director",
    ),
    *("checker", "judge", "player", "players", "acc", "american", "congress", "club", "grassroots", "hand", "perfect"),
    *(
        "one",
        "twentyone",
        "twentynine",
        "twenty",
        "nine",
        "the",
        "my",
        "play",
        "playing",
        "game",
        "games",
        "open",
        "event",
    ),
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
