"""Finding rules by what players say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rules.rulebook import EARLIER, IN_FORCE, rules_of
from judging.rules.search import MAX_FOUND, is_one_letter_off, search, stems
from tournaments.rules.constants import EDITIONS

# What a player says, the rule in 2020, the rule in 2010 where it has another number (``None``: no such rule).
PHRASES = [
    ("peeked", "5.2.a"),
    ("too many cards", "4.4"),
    ("pegged wrong hole", "8.4.c"),
    ("backwards", "8.5.a.(2)"),
    ("pegged backwards", "8.5.a.(2)"),
    ("He peeked at the crib", "5.2.a"),
    ("she looked at the crib before discarding", "5.2.b"),
    ("dealer looked at the bottom card after the cut", "3.3.b"),
    ("looked at bottom card while shuffling", "2.1"),
    ("not enough cards", "4.4"),
    ("I was dealt seven cards", "4.4.a.(3)"),
    ("dealer has five cards", "4.4.a.(2)"),
    ("six cards in the crib", "4.4.c"),
    ("threw three cards in the crib", "4.4.a.(1)"),
    ("wrong person dealt", "4.1.b"),
    ("forgot to cut", "3.3.c"),
    ("dealer flipped a card while dealing", "4.3.a"),
    ("card face up in the deck", "4.3.c"),
    ("card on the floor", "4.5.c"),
    ("two jacks of spades", "4.5.b"),
    ("bent card", "4.5.a"),
    ("crib on the wrong side", "5.1.c"),
    ("took back my discard", "5.3", "5.1.b"),
    ("can I change my discard", "5.3", "5.1.b"),
    ("new deck", "4.2.d", None),
    ("picked up the crib instead of his hand", "5.2.c"),
    ("turned two cards", "6.2.a"),
    ("forgot his heels", "6.3.c"),
    ("starter turned too early", "6.1.a"),
    ("renege", "7.3"),
    ("said go but could play", "7.3"),
    ("triple renege", "7.3.b", "7.3"),
    ("pegged out after go", "7.3.e", None),
    ("wrong count", "7.4"),
    ("played two cards at once", "7.1.f"),
    ("went over 31", "7.1.e"),
    ("dealer led first", "7.1.b"),
    ("pegged too many", "8.4.c"),
    ("opponent caught my overpegging", "8.4.c.(1)"),
    ("pegged too few", "8.3"),
    ("pegged out by mistake", "8.4.a"),
    ("claimed the game without enough points", "8.4.a"),
    ("15 point penalty", "8.4.b.(3)"),
    ("pulled the front peg", "8.5.a"),
    ("took out both pegs", "8.5.b"),
    ("moved his back peg", "8.5.c", None),
    ("used my peg", "8.7", "8.8"),
    ("pegged with the opponent's pegs", "8.7", "8.8"),
    ("wrong track", "8.8", "8.9"),
    ("pegged the go too early", "8.9", "8.10"),
    ("did not peg out", "8.10", "8.11"),
    ("forgot to peg out", "8.10", "8.11"),
    ("concede", "8.10.b", "8.11.d"),
    ("knocked over the pegs", "8.6", "8.7"),
    ("dealer counted first", "9.2.c"),
    ("counted crib first", "9.2.e", None),
    ("mixed my hand with the deck", "9.4.a"),
    ("opponent mixed my crib", "9.4.c"),
    ("forgot my crib", "9.4.b"),
    ("starter shuffled into the pack", "9.3.a"),
    ("phone app", "9.5"),
    ("wrong muggins call", "10.4.a"),
    ("muggins on a penalty", "10.3.a"),
    ("I disagree with the ruling", "11.4.a"),
    ("argue with judge", "11.4.a"),
    ("miscounted hand", "9.2.d"),
    ("he stole my points", "10.2"),
    ("lost my place", "8.5.b"),
    ("a peg fell on the floor", "8.6", "8.7"),
    ("pegged twice", "8.4.c"),
    ("pegged on the wrong side of the board", "8.8", "8.9"),
    ("missed a fifteen", "8.3"),
    ("forgot his nobs", "8.3"),
    ("my friend is the judge", "JP.i", None),
    ("two queens of hearts", "4.5.b"),
    ("thrown out of the tournament", "11.4.b"),
    ("red ink", "12.1"),
    ("both cards claim a win", "12.2.d", "guideline 11.d"),
    ("blank spread", "12.2.c", "guideline 11.c"),
    ("late for playoffs", "13.1", "12.2"),
    ("how many qualify", "13.2.b", "brackets 2"),
    ("who gets a bye", "13.2.d", "brackets 4"),
    ("not in the rules", "14.1", "13"),
    ("tiebreaker", "App.7", "guideline 7"),
    ("my brother is the judge", "JP.i", None),
    ("forgot to move peg", "8.3"),
    ("he forgot to move his peg", "8.3"),
    ("foul deck", "4.5"),
    ("pegged 12 instead of 10", "8.4.c"),
    ("pegged 12 points instead of 10", "8.4.c"),
    ("pegged 10 instead of 12", "8.3"),
    ("pegged my points", "8.4.c"),
    ("peg moved back", "8.4.c"),
    ("skunk", "1.6"),
    ("how many points for a flush", "1.7"),
    ("quit early", "CE.12", None),
    ("he quit early and went home", "CE.12", None),
    ("drunk", "CE.6"),
    ("my opponent is drunk", "CE.6"),
    ("intoxicated", "CE.6"),
]


# What players say in their own words, and the rules that may be meant: one of them is among the first three.
EVERYDAY = [
    ("claimed win but short", "8.4.a"),
    ("pegged out early", "8.4.a"),
    ("threw 3 cards in crib", "5.3.b 4.4.a.(1)"),
    ("moved my peg by mistake", "8.4.c 8.5.a 8.4.a"),
    ("said I won but I was two short", "8.4.a"),
    ("went out but not enough points", "8.4.a"),
    ("put peg in last hole too soon", "8.4.a 8.4.a.(1)"),
    ("thought I had won", "8.4.a"),
    ("threw one card in the crib", "5.3.b 4.4.a.(1)"),
    ("put 3 in the crib", "5.3.b 4.4.a.(1)"),
    ("discarded three cards", "5.3.b 4.4.a.(1)"),
    ("5 cards in the crib", "4.4.c 4.4"),
    ("dealt 7 cards", "4.4.a.(3) 4.4"),
    ("can i take my crib cards back", "5.3"),
    ("wants to change his discard", "5.3"),
    ("both threw to my side of the board", "5.1.d"),
    ("put my crib cards on wrong side", "5.1.c"),
    ("dealer peeked at crib", "5.2.a 5.2.b"),
    ("saw bottom card when shuffling", "2.1"),
    ("looked at the bottom when cutting", "6.1.b 3.3.b"),
    ("turned up two starter cards", "6.2.a"),
    ("cut before the crib was in", "6.1.a"),
    ("forgot two for jack", "6.3.c"),
    ("dealer played first", "7.1.b"),
    ("played out of turn", "7.1.b 7.1.c"),
    ("card made 33", "7.1.e"),
    ("he said go and had an ace", "7.3"),
    ("had a card i could play but said go", "7.3"),
    ("said 24 but it was 25", "7.4 7.4.a 7.4.b"),
    ("dropped two cards on the table", "7.1.f"),
    ("took both my pegs out", "8.5.b"),
    ("pulled the wrong peg", "8.5.a"),
    ("picked up my front peg", "8.5.a"),
    ("bumped the board and pegs fell", "8.6"),
    ("moved his peg instead of mine", "8.7"),
    ("pegged with the wrong color pegs", "8.7"),
    ("pegged on my opponents track", "8.8"),
    ("took too many points", "8.4.c"),
    ("pegged 8 but only had 6", "8.4.c"),
    ("only pegged 4 for a hand of 6", "8.3"),
    ("did not take all my points", "8.3"),
    ("took one for go before he said go", "8.9"),
    ("won but forgot to put peg in the last hole", "8.10"),
    ("dealer counted before me", "9.2.c"),
    ("counted crib before hand", "9.2.e"),
    ("threw my hand in the deck before counting", "9.4.a"),
    ("put the crib back without counting it", "9.4.b"),
    ("used a calculator", "9.5"),
    ("told me how many points i had", "9.5"),
    ("opponent missed points can i take them", "10.2 10.1"),
    ("called muggins but was wrong", "10.4.a"),
    ("will not accept the judges decision", "11.4.a 11.4"),
    ("our scorecards do not match", "12.2"),
    ("wrote plus instead of minus", "12.2.f 12.2.d 12.2.e"),
    ("we both wrote a win", "12.2.d"),
    ("we both wrote a loss", "12.2.e"),
    ("different spread on the cards", "12.2.a 12.2.b 12.2.h"),
    ("did not show up for playoff match", "13.1"),
    ("card face up in pack", "4.3.c"),
    ("dropped a card while dealing", "4.3.a"),
    ("marked card", "4.5.a"),
    ("there are 2 fives of hearts", "4.5.b"),
    ("dealt out of turn", "4.1.b"),
    ("left the tournament before the last game", "CE.12"),
]


@pytest.mark.parametrize(("phrase", "numbers"), EVERYDAY)
def test_everyday_phrase_finds_its_rule_among_three(phrase: str, numbers: str) -> None:
    found = {rule.number for rule in search(IN_FORCE, phrase, most=3)}

    assert found & set(numbers.split()), found


@pytest.mark.parametrize(
    ("phrase", "number"), [("threw 3 cards in crib", "5.3.b"), ("moved my peg by mistake", "8.4.a")]
)
def test_other_rule_that_may_be_meant_is_shown_too(phrase: str, number: str) -> None:
    assert number in [rule.number for rule in search(IN_FORCE, phrase, most=3)]


@pytest.mark.parametrize("phrase", ["where is the bathroom", "parking lot", "wifi password", "my chair is broken"])
def test_what_no_rule_is_about_finds_nothing(phrase: str) -> None:
    assert search(IN_FORCE, phrase) == []


@pytest.mark.parametrize(("phrase", "number"), [(phrase, number) for phrase, number, *_ in PHRASES])
def test_phrase_finds_its_rule_first(phrase: str, number: str) -> None:
    assert [rule.number for rule in search(IN_FORCE, phrase, most=1)] == [number]


@pytest.mark.parametrize(
    ("phrase", "number"), [(phrase, number) for phrase, *numbers in PHRASES if (number := numbers[-1]) is not None]
)
def test_phrase_finds_its_rule_first_in_the_earlier_edition(phrase: str, number: str) -> None:
    assert [rule.number for rule in search(EARLIER, phrase, most=1)] == [number]


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("reneg", "7.3"),
        ("backwar", "8.5.a.(2)"),
        ("renage", "7.3"),
        ("mugins on a penalty", "10.3.a"),
        ("peekd", "5.2.a"),
        ("bakwards", "8.5.a.(2)"),
        ("pegged wrong hoel", "8.4.c"),
        ("pegged wrong hlole", "8.4.c"),
        ("bent crad", "4.5.a"),
        ("too maany cards", "4.4"),
        ("concedd", "8.10.b"),
    ],
)
def test_word_with_one_letter_wrong_still_finds_its_rule(typed: str, number: str) -> None:
    assert [rule.number for rule in search(IN_FORCE, typed, most=1)] == [number]


@pytest.mark.parametrize(
    ("typed", "number"), [("8.4b3", "8.4.b.(3)"), ("rule 12", "12"), ("jp f", "JP.f"), ("App 7.e", "App.7.e")]
)
def test_number_finds_its_rule_first(typed: str, number: str) -> None:
    assert search(IN_FORCE, typed)[0].number == number


@pytest.mark.parametrize("typed", ["", "   ", "the of and", "?!", "zyxwv qqqq"])
def test_nothing_said_finds_nothing(typed: str) -> None:
    assert search(IN_FORCE, typed) == []


def test_withdrawn_rule_is_found_and_says_so() -> None:
    found = search(IN_FORCE, "withdrawn", most=1)

    assert [(rule.number, rule.is_withdrawn) for rule in found] == [("5.1.b", True)]


@pytest.mark.parametrize(
    ("one", "other", "is_off"),
    [
        ("renege", "renege", False),
        ("renege", "reneg", True),
        ("renege", "renage", True),
        ("renege", "rrenege", True),
        ("renege", "erneg", False),
        ("renege", "ernege", True),
        ("renege", "renegee", True),
        ("renege", "renga", False),
        ("peg", "pge", True),
        ("peg", "gep", False),
        ("", "a", True),
        ("ab", "cd", False),
    ],
)
def test_one_letter_off(one: str, other: str, is_off: bool) -> None:
    assert is_one_letter_off(one, other) is is_off
    assert is_one_letter_off(other, one) is is_off


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("pegged", "pegging"),
        ("pegs", "peg"),
        ("shuffle", "shuffled"),
        ("dealt", "dealing"),
        ("the opponent's pegs", "opponent peg"),
        ("decks", "pack"),
        ("peeking", "looked"),
        ("reneged", "renege"),
        ("didn't", "not"),
    ],
)
def test_forms_of_a_word_are_the_same_word(one: str, other: str) -> None:
    assert stems(one) == stems(other)


@given(edition=st.sampled_from(EDITIONS), typed=st.text(max_size=300))
def test_search_takes_anything_and_finds_each_rule_once(edition: str, typed: str) -> None:
    found = search(edition, typed)

    assert len(found) == len(set(found)) <= MAX_FOUND
    assert set(found) <= set(rules_of(edition).values())


@given(edition=st.sampled_from(EDITIONS), data=st.data())
def test_every_rule_is_found_by_a_phrase_of_its_own(edition: str, data: st.DataObject) -> None:
    rule = data.draw(st.sampled_from(list(rules_of(edition).values())))
    phrase = data.draw(st.sampled_from(rule.keywords))

    assert not stems(phrase) or rule in search(edition, phrase)
