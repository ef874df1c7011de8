"""Passwords that are easy to guess here, besides those that Django knows."""

from __future__ import annotations

import re
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
OF_WORDS = re.compile(f"(?:{'|'.join(sorted(WORDS, key=len, reverse=True))})+")


class FieldWordValidator:
    """Refuse a password made of the words of cribbage and digits alone, such as ``Cribbage-2026`` or ``skunk 121``."""

    def validate(self, password: str, user: Any = None) -> None:
        letters = "".join(char for char in password.casefold() if char.isalpha())
        if OF_WORDS.fullmatch(letters):
            raise ValidationError("This password is easy to guess. Add words that have nothing to do with cribbage.")

    def get_help_text(self) -> str:
        return "Your password cannot be made of the words of cribbage alone."
