"""What the rulebook gives the director to do, at its time: the first deal (1.5.a), new decks (4.2.d)."""

from dataclasses import replace

import pytest

from brackets.rules.next_step import Progress, duties
from tournaments.rules.labels import first_deal_in_words

READY = Progress(entrants=24, to_seat=24, seated=24, games=22, games_planned=22)
PLAYING = replace(READY, has_cards=True)
PLAYOFFS = replace(PLAYING, is_posted=True, qualifiers=6)
CUT = first_deal_in_words("cut", "")


def rules(progress: Progress, *, edition: str = "acc-2020", first_deal: str = CUT, last_game: int = 0) -> list[str]:
    found = duties(progress, edition=edition, first_deal=first_deal, games=22, last_game=last_game)
    return [duty.rule for duty in found]


def test_1_5_a_first_deal_is_decided_and_then_announced() -> None:
    words = first_deal_in_words("alternate", "odd seats deal first in odd games")
    told = duties(READY, edition="acc-2020", first_deal=words, games=22, last_game=0)
    asked = duties(READY, edition="acc-2020", first_deal="", games=22, last_game=0)
    calm = duties(replace(READY, games_planned=0), edition="acc-2020", first_deal="", games=22, last_game=0)

    assert (told[0].rule, told[0].text) == (
        "1.5.a",
        "Announce before game 1 who deals first. Alternate deal: odd seats deal first in odd games.",
    )
    assert asked[0].text == "Decide under Settings how the first dealer is found: cut for deal, or alternate deal."
    assert calm == []
    assert "1.5.a" not in rules(PLAYING, last_game=3)


@pytest.mark.parametrize(
    ("last_game", "is_due"), [(3, False), (10, False), (11, True), (12, True), (13, False), (22, False)]
)
def test_4_2_d_new_decks_midway(last_game: int, is_due: bool) -> None:
    assert ("4.2.d" in rules(PLAYING, last_game=last_game)) == is_due


def test_4_2_d_says_beforehand_after_which_game_where_nothing_is_known_yet() -> None:
    [duty] = [
        duty for duty in duties(READY, edition="acc-2020", first_deal=CUT, games=9, last_game=0) if duty.rule == "4.2.d"
    ]

    assert duty.text == "After game 5 of 9: put a new deck of the same color at each stationary seat."


def test_4_2_d_one_other_deck_for_each_player_in_a_match() -> None:
    assert rules(PLAYOFFS, last_game=22) == ["4.2.d"]


def test_4_2_d_and_1_5_a_ask_nothing_under_the_earlier_edition() -> None:
    assert rules(READY, edition="acc-2010") == rules(PLAYOFFS, edition="acc-2010") == []
