"""The commands for judges: what they print, what they refuse, and how they end."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def printed(*arguments: str) -> object:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return json.loads(out.getvalue())


# hand


def test_hand_prints_total_and_items() -> None:
    assert printed("hand", "5H", "6S", "7C", "JD", "2D") == {
        "total": 8,
        "items": [
            {"cards": ["5H", "JD"], "kind": "fifteen", "points": 2},
            {"cards": ["2D", "6S", "7C"], "kind": "fifteen", "points": 2},
            {"cards": ["5H", "6S", "7C"], "kind": "run", "points": 3},
            {"cards": ["JD"], "kind": "nobs", "points": 1},
        ],
    }


def test_hand_takes_the_cards_in_one_argument() -> None:
    assert printed("hand", "5h 5s 5c jd", "5d") == printed("hand", "5H", "5S", "5C", "JD", "5D")


def test_hand_counts_a_crib_without_a_flush_of_four() -> None:
    flush = {"cards": ["2H", "4H", "6H", "8H"], "kind": "flush", "points": 4}

    assert printed("hand", "2H", "4H", "6H", "8H", "KS") == {"total": 4, "items": [flush]}
    assert printed("hand", "2H", "4H", "6H", "8H", "KS", "--crib") == {"total": 0, "items": []}


@pytest.mark.parametrize(
    ("cards", "refusal"),
    [
        ("5H 5S 5C JD 5H", "5H is there twice: a pack has only one."),
        ("5H 5S 5C JD 5X", "'5X' is not a card: write rank and suit, such as 5H, 10D, JC or AS."),
        (
            "5H 5S 5C JD",
            "Write four cards and then the starter, five in all: here are 4. Example: 5H 5S 5C JD 5D",
        ),
    ],
)
def test_hand_refuses_cards_in_words_with_exit_2(cards: str, refusal: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("hand", *cards.split())

    assert str(refused.value) == refusal
    assert refused.value.returncode == 2
