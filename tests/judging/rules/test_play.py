"""The scorer of the play: cards read by rank, refused in words, and every order of a few cards."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rules.hand import RANKS, Card, CardsError, value_of
from judging.rules.play import PlayKind, Series, parse_played_card, score_play, score_series

plays = st.lists(st.integers(1, 13), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("text", "name"), [("8", "8"), ("10", "10"), ("t", "10"), ("TD", "10D"), ("q", "Q"), ("7s", "7S")]
)
def test_played_card_may_be_a_rank_alone(text: str, name: str) -> None:
    assert str(parse_played_card(text)) == name


@pytest.mark.parametrize(
    ("cards", "refusal"),
    [
        ("10 10 10 2", "2 makes 32: it cannot be played on 30."),
        ("10 10 10 A 5", "The series is over at 31: 5 begins the next one."),
        ("4S 4S", "4S is there twice: a pack has only one."),
        ("2 2 2 2 2S", "2 is there 5 times: a pack has only 4."),
        ("8S X", "'X' is not a card: write rank and suit, such as 5H, 10D, JC or AS."),
        ("", "A series has at least one card."),
    ],
)
def test_cards_that_cannot_be_played_so_are_refused_in_words(cards: str, refusal: str) -> None:
    with pytest.raises(CardsError) as refused:
        score_series([parse_played_card(text) for text in cards.split()])

    assert str(refused.value) == refusal


def test_two_series_share_no_card() -> None:
    with pytest.raises(CardsError) as refused:
        score_play([[parse_played_card("8S")], [parse_played_card("8S")]])

    assert str(refused.value) == "8S is there twice: a pack has only one."


def test_only_the_last_series_may_be_open() -> None:
    first, last = score_play([[parse_played_card("8")], [parse_played_card("9")]])

    assert (first.is_over, first.total, last.is_over, last.total) == (True, 1, False, 0)


def _playable(ranks: list[int]) -> list[Card]:
    """Return as many of these ranks from the first on as one series and one pack allow."""
    cards: list[Card] = []
    for rank in ranks:
        at = sum(value_of(card.rank) for card in cards)
        if at + value_of(rank) > 31 or sum(card.rank == rank for card in cards) == 4:
            break
        cards.append(Card(rank, ""))
    return cards


def _points_of(series: Series, place: int) -> int:
    return sum(item.points for item in series.items if item.place == place)


@given(plays)
def test_series_agrees_with_a_second_working(ranks: list[int]) -> None:
    """Spell the rule out once more, from the last card of each beginning backward."""
    cards = _playable(ranks)
    series = score_series(cards)
    for place in range(len(cards)):
        played = [card.rank for card in cards[: place + 1]]
        alike = 1
        while alike < len(played) and played[-alike - 1] == played[-1]:
            alike += 1
        runs = [
            size
            for size in range(3, len(played) + 1)
            if all(after == before + 1 for before, after in pairwise(sorted(played[-size:])))
        ]
        count = sum(value_of(rank) for rank in played)
        due = 2 * (count in (15, 31)) + alike * (alike - 1) + max(runs, default=0)
        assert _points_of(series, place) == due, [RANKS[rank - 1] for rank in played]


@given(plays)
def test_last_card_adds_one_point_below_31_and_nothing_at_31(ranks: list[int]) -> None:
    cards = _playable(ranks)
    open_, over = score_series(cards), score_series(cards, no_more=True)

    assert over.is_over
    assert over.total - open_.total == (over.count < 31)
    assert [item.kind for item in over.items[len(open_.items) :]] == [PlayKind.LAST_CARD] * (over.count < 31)
