"""What the rulebook gives the director to do, at its time: the first deal (1.5.a), new decks (4.2.d)."""

from typing import Any

import pytest

from brackets.rules.duties import Duty, Phase, duties
from tournaments.rules.labels import first_deal_in_words

CUT = first_deal_in_words("cut", "")


def found(phase: Phase, **known: Any) -> list[Duty]:
    usual = {"edition": "acc-2020", "first_deal": CUT, "games": 22, "last_game": 0, "is_seated": True}
    return duties(phase, **{**usual, "is_posted": phase is Phase.PLAYOFFS, **known})


def rules(phase: Phase, **known: Any) -> list[str]:
    return [duty.rule for duty in found(phase, **known)]


def test_1_5_a_first_deal_is_decided_and_then_announced() -> None:
    words = first_deal_in_words("alternate", "odd seats deal first in odd games")
    told = found(Phase.BEFORE, first_deal=words)
    asked = found(Phase.BEFORE, first_deal="")
    calm = found(Phase.BEFORE, first_deal="", is_seated=False)

    assert (told[0].rule, told[0].text) == (
        "1.5.a",
        "Announce before game 1 who deals first. Alternate deal: odd seats deal first in odd games.",
    )
    assert asked[0].text == "Decide under Settings how the first dealer is chosen: cut for deal, or alternate deal."
    assert calm == []
    assert "1.5.a" not in rules(Phase.QUALIFYING, last_game=3)


@pytest.mark.parametrize(
    ("last_game", "is_due"), [(3, False), (10, False), (11, True), (12, True), (13, False), (22, False)]
)
def test_4_2_d_new_decks_midway(last_game: int, is_due: bool) -> None:
    assert ("4.2.d" in rules(Phase.QUALIFYING, last_game=last_game)) == is_due


def test_4_2_d_says_beforehand_after_which_game_where_nothing_is_known_yet() -> None:
    [duty] = [duty for duty in found(Phase.BEFORE, games=9) if duty.rule == "4.2.d"]

    assert duty.text == "After game 5 of 9: put a new deck of the same color at each stationary seat."


def test_4_2_d_one_other_deck_for_each_player_in_a_match() -> None:
    assert rules(Phase.PLAYOFFS, last_game=22) == ["4.2.d"]


def test_4_2_d_and_1_5_a_ask_nothing_under_the_earlier_edition() -> None:
    assert rules(Phase.BEFORE, edition="acc-2010") == rules(Phase.PLAYOFFS, edition="acc-2010") == []
