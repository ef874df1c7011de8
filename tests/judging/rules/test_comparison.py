"""What changed between the editions, in words."""

import pytest

from judging.rules.edition_changes import comparison_in_words, differences
from judging.rules.rulebook import EARLIER, IN_FORCE, Change, rules_of


@pytest.mark.parametrize(
    ("edition", "number", "words"),
    [
        (IN_FORCE, "8.3", "The same in the 2010 edition."),
        (IN_FORCE, "8.5", "The same in the 2010 edition. Parts of it differ."),
        (EARLIER, "8.4", "The same in the 2020 edition. Parts of it differ."),
        (EARLIER, "1.5", "The same in the 2020 edition. Parts of it differ."),
        (IN_FORCE, "8.4.b", "The same in the 2010 edition."),
        (IN_FORCE, "13.2.d", "The same in the 2010 edition, as brackets 4."),
        (IN_FORCE, "12.2", "The same in the 2010 edition, as guideline 11. Parts of it differ."),
        (IN_FORCE, "8.8", "The same in the 2010 edition, as 8.9."),
        (EARLIER, "8.9", "The same in the 2020 edition, as 8.8."),
        (EARLIER, "guideline 11.a", "The same in the 2020 edition, as 12.2.a."),
        (IN_FORCE, "2.1", "Changed between the 2010 and the 2020 edition."),
        (EARLIER, "2.1", "Changed between the 2010 and the 2020 edition."),
        (IN_FORCE, "8.10", "Changed; in the 2010 edition it is 8.11."),
        (IN_FORCE, "7.3.a", "In the 2010 edition a part of 7.3, and changed."),
        (IN_FORCE, "8.5.c", "New in the 2020 edition."),
        (EARLIER, "8.7", "Only in the 2010 edition."),
    ],
)
def test_comparison_is_said_in_words(edition: str, number: str, words: str) -> None:
    assert comparison_in_words(rules_of(edition)[number]) == words


def test_differences_have_every_rule_that_is_not_the_same_once() -> None:
    here = [difference.here for difference in differences() if difference.here]
    there = [difference.there for difference in differences() if difference.there]

    assert here == [rule for rule in rules_of(IN_FORCE).values() if rule.change is not Change.SAME or rule.is_moved]
    assert sorted(rule.number for rule in there) == sorted(
        rule.number for rule in rules_of(EARLIER).values() if rule.change is not Change.SAME or rule.is_moved
    )


def test_differences_stand_in_the_order_of_the_book() -> None:
    numbers = [difference.rule.number for difference in differences()]

    assert numbers.index("8.4.a.(2)") < numbers.index("8.5.b") < numbers.index("8.7")
    assert numbers.index("1.5.g") < numbers.index("1.6")
