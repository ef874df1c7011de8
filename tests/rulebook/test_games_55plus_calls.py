"""Calls at the 55+ Games, by line of the source (``games-55plus.txt``): no working of theirs has a penalty."""

import re
from itertools import product

import pytest

from judging.rules.call_questions import Facts, Kind, Proposal, work_out
from judging.rules.call_situations import BY_SLUG
from judging.rules.games_55plus import GAMES_SITUATIONS
from judging.rules.hand import RANKS, SUITS, Card, count_hand
from judging.rules.rulebook import citation_problem, rules_of
from judging.rules.situations.by_edition import situation_of, situations_of
from tournaments.rules.constants import EDITIONS, GAMES_55PLUS

NAMES = ("Ada", "Bo")


def worked(slug: str, **answers: str) -> tuple[Proposal | None, str]:
    situation = situation_of(GAMES_55PLUS, slug)
    assert situation is not None
    facts = Facts(GAMES_55PLUS, False, NAMES, {name.replace("_", "-"): value for name, value in answers.items()})
    result = work_out(situation, facts)
    return result.proposal, result.problem


def pegged(slug: str, **answers: str) -> tuple[tuple[str, ...], int, int, int, int]:
    """Return the lines cited, and what Ada and Bo peg back and forward."""
    proposal, problem = worked(slug, **answers)
    assert proposal is not None, problem
    first, second = proposal.first, proposal.second
    return proposal.rules, first.back, first.forward, second.back, second.forward


# Line 115: more than announced is corrected on demand until play resumes. Nobody gains by it.


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        ({"who": "first", "error": "3"}, (("line 115",), 3, 0, 0, 0)),
        ({"who": "second", "error": "2"}, (("line 115",), 0, 0, 2, 0)),
        ({"who": "first", "error": "3", "in_time": "no"}, (("line 115",), 0, 0, 0, 0)),
        # From hole 121 too: the game was not won by points that were not there.
        ({"who": "first", "error": "1", "offender_hole": "121"}, (("line 115",), 1, 0, 0, 0)),
        ({"who": "first", "error": "1", "offender_hole": "1"}, (("line 115",), 1, 0, 0, 0)),
    ],
)
def test_overpegging_is_only_corrected(answers: dict[str, str], found: tuple[object, ...]) -> None:
    assert pegged("games-too-many", **{"in_time": "yes"} | answers) == found


@pytest.mark.parametrize(
    "answers",
    [{"who": "first", "error": "3", "offender_hole": "2"}, {"who": "first", "error": "3", "opponent_hole": "121"}],
)
def test_overpegging_that_cannot_be_is_refused(answers: dict[str, str]) -> None:
    assert worked("games-too-many", in_time="yes", **answers)[0] is None


# Line 25: missed points are gone once the peg has been moved. Line 115: a peg moved too few holes can be put right
# until that player's next card. Line 28: the other side never takes them.


@pytest.mark.parametrize(
    ("what", "done", "found"),
    [
        ("not-counted", "no", (("line 25",), 0, 2, 0, 0)),
        ("not-counted", "yes", (("line 25", "line 28"), 0, 0, 0, 0)),
        ("peg-short", "no", (("line 115",), 0, 2, 0, 0)),
        ("peg-short", "yes", (("line 115", "line 28"), 0, 0, 0, 0)),
    ],
)
def test_too_few_is_put_right_in_time_or_lost(what: str, done: str, found: tuple[object, ...]) -> None:
    assert pegged("games-too-few", who="first", what=what, done=done, error="2") == found


def test_points_put_right_end_in_the_last_hole() -> None:
    assert pegged("games-too-few", who="first", what="peg-short", done="no", error="6", offender_hole="119") == (
        ("line 115",),
        0,
        2,
        0,
        0,
    )


# Lines 23, 107, 111: a bad deal is dealt again.


@pytest.mark.parametrize("what", ["faced", "exposed", "pack"])
def test_misdeal_is_dealt_again_by_the_same_dealer(what: str) -> None:
    proposal, _ = worked("games-misdeal", dealer="second", what=what)

    assert proposal is not None
    assert proposal.text.startswith("Dealer: Bo. ")
    assert "The same dealer deals again" in proposal.text
    assert proposal.rules == ("line 107", "line 23")


def test_one_hand_with_a_wrong_number_is_a_misdeal_and_what_else_is_wrong_is_for_the_judges() -> None:
    assert pegged("games-wrong-number", dealer="first", stage="after", wrong="one") == (
        *(("line 111", "line 23"),),
        *(0, 0, 0, 0),
    )
    for answers in ({"stage": "before"}, {"stage": "after", "wrong": "more"}):
        proposal, _ = worked("games-wrong-number", dealer="first", **answers)
        assert (proposal and (proposal.text, proposal.rules)) == ("", ("line 14",))


# Line 24: a jack counts up to and in the last hole.


@pytest.mark.parametrize(("hole", "forward"), [("", 2), ("0", 2), ("119", 2), ("120", 1)])
def test_jack_is_pegged_up_to_the_last_hole(hole: str, forward: int) -> None:
    assert pegged("games-jack", dealer="first", offender_hole=hole) == (("line 24",), 0, forward, 0, 0)


@pytest.mark.parametrize(
    ("slug", "rules"),
    [
        ("games-muggins", ("line 28", "line 25")),
        ("games-not-agreed", ("line 29", "line 115")),
        ("games-cards-gathered", ("line 22", "line 117")),
        ("games-after-the-end", ("line 20",)),
        ("games-conceded", ("line 33",)),
    ],
)
def test_nobody_pegs_anything_for_the_rest(slug: str, rules: tuple[str, ...]) -> None:
    assert pegged(slug, who="first") == (rules, 0, 0, 0, 0)


def test_something_else_is_for_the_judges() -> None:
    proposal, _ = worked("games-other")

    assert (proposal and (proposal.text, proposal.rules)) == ("", ("line 14",))


# No penalty of the ACC


def _every_answer() -> list[tuple[str, dict[str, str]]]:
    """Return each situation with every combination of its choices, numbers as 2."""
    found = []
    for situation in GAMES_SITUATIONS:
        open_ = [{}]
        while open_:
            answers = open_.pop()
            asked = situation.ask(Facts(GAMES_55PLUS, False, NAMES, answers))
            new = [question for question in asked if question.name not in answers and not question.optional]
            if not new:
                found.append((situation.slug, answers))
                continue
            choices = [
                [value for value, _ in question.choices]
                if question.kind is Kind.CHOICE
                else ["first", "second"]
                if question.kind is Kind.PLAYER
                else ["2"]
                for question in new
            ]
            open_ += [
                answers | dict(zip([question.name for question in new], values, strict=True))
                for values in product(*choices)
            ]
    return found


def test_no_answer_gives_a_side_points_for_what_the_other_did() -> None:
    answered = _every_answer()
    for slug, answers in answered:
        situation = situation_of(GAMES_55PLUS, slug)
        assert situation is not None
        proposal = work_out(situation, Facts(GAMES_55PLUS, False, NAMES, answers)).proposal
        assert proposal is not None, (slug, answers)
        who = answers.get("who") or answers.get("dealer")
        others = proposal.second if who == "first" else proposal.first
        assert (others.back, others.forward) == (0, 0), (slug, answers)
        assert all(citation_problem(GAMES_55PLUS, rule) is None for rule in proposal.rules)
    assert {slug for slug, _ in answered} == {situation.slug for situation in GAMES_SITUATIONS}


def test_situations_of_the_acc_have_no_working_here_and_the_other_way_round() -> None:
    assert all(situation_of(GAMES_55PLUS, slug) is None for slug in BY_SLUG)
    for edition in EDITIONS:
        assert all(situation_of(edition, one.slug) is None for one in GAMES_SITUATIONS)
        assert {one.slug for one in situations_of(edition)} == set(BY_SLUG)


# Lines 88 to 103: the sample hands, without the two that the source misprints (3 3 4 5, and 3 3 6 6 6 as 18).


def _counts(ranks: list[str], *, of_one_suit: bool) -> set[int]:
    """Return what five ranks can count in all suits that fit, the first in one; N is the jack of the starter's suit."""
    values = [RANKS.index({"1": "A", "N": "J"}.get(rank, rank)) + 1 for rank in ranks]
    counts = set()
    for suits in product(SUITS[:1], *[SUITS] * 4):
        cards = [Card(value, suit) for value, suit in zip(values, suits, strict=True)]
        if len(set(cards)) < 5 or (len(set(suits)) == 1) is not of_one_suit:
            continue
        for place, starter in enumerate(cards):
            hand = [*cards[:place], *cards[place + 1 :]]
            has_nobs = any(card.rank == 11 and card.suit == starter.suit for card in hand)
            has_flush = len({card.suit for card in hand}) == 1
            if has_nobs == ("N" in ranks) and has_flush == of_one_suit:
                counts.add(count_hand(hand, starter).total)
    return counts


def test_sample_hands_count_what_the_index_says() -> None:
    wrong = []
    for detail in rules_of(GAMES_55PLUS)["line 86"].details:
        points, hands = detail.split(": ")
        for hand in hands.split(", "):
            counts = _counts(hand.rstrip("*").split(), of_one_suit=hand.endswith("*"))
            wrong += [] if counts == {int(points)} else [(hand, points, counts)]

    assert wrong == []
    assert sum(len(re.findall(",", one)) + 1 for one in rules_of(GAMES_55PLUS)["line 86"].details) == 30
