"""What changed between the editions, laid beside the rulebooks."""

from judging.rules.rulebook import EARLIER, IN_FORCE, Change, Rule, in_other_edition, rules_of
from tests.judging.rules.books import likeness_of
from tournaments.rules.constants import EDITIONS

ALL_RULES = [rule for edition in EDITIONS for rule in rules_of(edition).values()]
# Rules that say the same, but do not read alike word by word in the scans: reworded headings and references, a
# table, charts and a colophon that the scans put under them.
SAME_IN_OTHER_WORDS = {"12.2", "13.2.d.(4)", "App.1.a", "App.2", "App.7.c", "App.14"}

# In 2010 pegs that are knocked out have a rule of their own, so that its 8.6 is not found by them.
TOLD_OTHERWISE = {"8.6"}


def numbers(rules: list[Rule]) -> list[str]:
    return [rule.number for rule in rules]


def test_numbers_that_differ_between_the_editions_are_matched() -> None:
    moved = {rule.number: rule.other for rule in rules_of(IN_FORCE).values() if rule.is_moved}

    assert {number: moved[number] for number in ("8.7", "8.8", "8.9", "8.10", "8.10.b", "13.1", "14.1", "14.2")} == {
        "8.7": "8.8",
        "8.8": "8.9",
        "8.9": "8.10",
        "8.10": "8.11",
        "8.10.b": "8.11.d",
        "13.1": "12.2",
        "14.1": "13",
        "14.2": "14",
    }
    assert [moved[f"12.2.{letter}"] for letter in "abcefghi"] == [f"guideline 11.{letter}" for letter in "abcdefgh"]
    assert [moved[f"13.2.{letter}"] for letter in "abcd"] == [f"brackets {step}" for step in "1234"]
    assert [moved[f"App.{step}"] for step in (7, 10, 11, 14)] == [f"guideline {step}" for step in (7, 10, 12, 15)]


def test_what_is_only_in_one_edition() -> None:
    new = numbers([rule for rule in rules_of(IN_FORCE).values() if rule.change is Change.NEW])
    gone = numbers([rule for rule in rules_of(EARLIER).values() if rule.change is Change.GONE])

    assert [number for number in new if not number.startswith("JP.")] == [
        *("CE.12", "4.1.c", "4.2.d", "5.3", "5.3.a", "5.3.b", "7.3.e", "8.5.c", "8.10.a", "9.2.e", "12.2.d"),
        *("13", "13.2", "14", "App.7.e", "App.7.f"),
    ]
    assert gone == [
        *("1.5.g", "8.4.a.(2)", "8.7", "8.11.a", "8.11.a.(1)", "8.11.a.(2)", "8.11.a.(3)", "8.11.b", "8.11.c"),
        "10.3.e",
    ]


def test_rules_that_are_the_same_read_alike() -> None:
    unlike = {
        rule.number
        for rule in rules_of(IN_FORCE).values()
        if rule.change is Change.SAME and rule.other and likeness_of(rule.number, rule.other) < 0.75
    }

    assert unlike == SAME_IN_OTHER_WORDS


def test_rule_of_both_editions_is_told_alike_from_either() -> None:
    for rule in ALL_RULES:
        if rule.other is None:
            continue
        there = in_other_edition(rule)
        assert there is not None
        assert (there.other, there.change, there.changed) == (rule.number, rule.change, rule.changed)
        assert (rule.change is Change.CHANGED) == bool(rule.changed), rule.number
        if rule.change is Change.SAME and rule.number not in TOLD_OTHERWISE:
            assert (there.title, there.keywords) == (rule.title, rule.keywords), rule.number


def test_rule_without_its_like_says_what_the_other_edition_has_instead() -> None:
    for rule in ALL_RULES:
        if rule.other is None:
            assert rule.change in (Change.NEW, Change.GONE) or rule.near is not None, rule.number
            assert rule.changed or rule.change is Change.NEW, rule.number
