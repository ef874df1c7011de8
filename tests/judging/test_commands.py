"""The commands for judges: what they print, what they refuse, and how they end."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from judging.rules.wrong_number import ACTIONS


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
            "5H 5S 5C JD 5D --five-card",
            "Write three cards and then the starter, four in all: here are 5. Example: 5H 5S JD 5D",
        ),
        ("5H 5S 5C JD", "Write four cards and then the starter, five in all: here are 4. Example: 5H 5S 5C JD 5D"),
    ],
)
def test_hand_refuses_cards_in_words_with_exit_2(cards: str, refusal: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("hand", *cards.split())

    assert str(refused.value) == refusal
    assert refused.value.returncode == 2


def test_hand_of_the_five_card_game_has_three_cards() -> None:
    assert printed("hand", "5H", "6H", "7H", "8C", "--five-card") == {
        "total": 6,
        "items": [
            {"cards": ["7H", "8C"], "kind": "fifteen", "points": 2},
            {"cards": ["5H", "6H", "7H", "8C"], "kind": "run", "points": 4},
        ],
    }


def test_crib_of_the_five_card_game_has_four_cards() -> None:
    crib = ("hand", "5H", "5S", "5C", "JD", "5D", "--crib")

    assert printed(*crib, "--five-card") == printed(*crib)


# wrong_count


def wrong_count(edition: str, pone: str, dealer: str, crib: str, when: str) -> object:
    return printed(
        *("wrong_count", "--edition", edition, "--pone", pone, "--dealer", dealer, "--crib", crib), f"--{when}"
    )


@pytest.mark.parametrize(
    ("edition", "cards", "when", "action"),
    [
        ("acc-2020", ("correct", "many", "correct"), "before-starter", 1),
        ("acc-2020", ("correct", "many", "correct"), "after-starter", 9),
        ("acc-2010", ("correct", "many", "correct"), "after-starter", 4),
        ("acc-2010", ("many", "correct", "correct"), "after-starter", 13),
        ("acc-2020", ("few", "correct", "many"), "before-starter", 11),
    ],
)
def test_wrong_count_prints_action_rule_and_summary(
    edition: str, cards: tuple[str, str, str], when: str, action: int
) -> None:
    assert wrong_count(edition, *cards, when) == {
        "action": action,
        "rule": f"4.4.d.({action})",
        "summary": ACTIONS[edition][action].summary,
    }


@pytest.mark.parametrize("when", ["before-starter", "after-starter"])
def test_wrong_count_of_right_numbers_is_action_0_by_the_table_itself(when: str) -> None:
    assert wrong_count("acc-2010", "correct", "correct", "correct", when) == {
        "action": 0,
        "rule": "4.4.c",
        "summary": "Every number is right: play on.",
    }


@pytest.mark.parametrize(
    "arguments",
    [
        "--edition acc-1999 --pone few --dealer few --crib few --after-starter",
        "--edition acc-2020 --pone five --dealer few --crib few --after-starter",
        "--edition acc-2020 --pone few --dealer few --crib few",
        "--edition acc-2020 --pone few --dealer few --crib few --after-starter --before-starter",
        "--edition acc-2020 --dealer few --crib few --after-starter",
    ],
)
def test_wrong_count_refuses_what_it_does_not_know(arguments: str) -> None:
    with pytest.raises(CommandError):
        call_command("wrong_count", *arguments.split())


# play


def test_play_prints_total_count_and_the_card_that_scored() -> None:
    assert printed("play", "8S", "7S", "7D", "6C") == {
        "total": 4,
        "count": 28,
        "items": [{"card": "7S", "kind": "fifteen", "points": 2}, {"card": "7D", "kind": "pair", "points": 2}],
    }


def test_play_adds_the_last_card_as_an_item_of_its_own() -> None:
    assert printed("play", "TS 5S", "--last") == {
        "total": 3,
        "count": 15,
        "items": [{"card": "5S", "kind": "fifteen", "points": 2}, {"card": "5S", "kind": "last card", "points": 1}],
    }


def test_play_reads_ranks_alone_and_refuses_in_words_with_exit_2() -> None:
    assert printed("play", "3", "5", "6", "7", "4")["total"] == 8  # type: ignore[index]
    with pytest.raises(CommandError) as refused:
        call_command("play", "K", "Q", "J", "2")

    assert (str(refused.value), refused.value.returncode) == ("2 makes 32: it cannot be played on 30.", 2)
