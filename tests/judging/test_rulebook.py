"""The rule index, laid beside the rulebooks."""

from __future__ import annotations

import difflib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rulebook import (
    EARLIER,
    IN_FORCE,
    Change,
    Rule,
    Status,
    children_of,
    citation_problem,
    depth_of,
    find_number,
    find_rule,
    in_other_edition,
    neighbors_of,
    other_edition,
    parents_of,
    parts_below,
    parts_of,
    rules_of,
)
from judging.situations import SITUATIONS, quick_reference
from tests.judging.books import numbers_in, runs_of, struck_out_in, words_in
from tournaments.eventfile import EDITIONS

LONGEST_BORROWED = 6
"""So many words in a row may by chance be the rulebook's own, and no more."""

ALL_RULES = [rule for edition in EDITIONS for rule in rules_of(edition).values()]
# Rules that say the same, but do not read alike word by word in the scans: reworded headings and references, a
# table, charts and a colophon that the scans put under them.
SAME_IN_OTHER_WORDS = {"12.2", "13.2.d.(4)", "App.1.a", "App.2", "App.7.c", "App.14"}

SPELLED = [
    *(
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    ),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
]
# The six cards of the deal, the 27 rows of the table, and the game hole, which other rules state.
FIGURES_FROM_ELSEWHERE = {
    "4.4.a.(2)": {"6"},
    "4.4.c": {"27"},
    "8.4.b.(2)": {"121"},
    "8.10": {"121"},
}

# In 2010 pegs that are knocked out have a rule of their own, so that its 8.6 is not found by them.
TOLD_OTHERWISE = {"8.6"}


def numbers(rules: list[Rule]) -> list[str]:
    return [rule.number for rule in rules]


@pytest.mark.parametrize("edition", EDITIONS)
def test_index_has_every_number_of_the_rulebook_in_its_order_and_none_besides(
    edition: str, rulebook_dir: Path
) -> None:
    assert list(rules_of(edition)) == list(numbers_in(rulebook_dir / f"{edition}.txt"))


def test_index_has_as_many_numbers_as_were_counted() -> None:
    def counted(edition: str) -> tuple[int, int, int]:
        parts = [rule for rule in rules_of(edition).values() if not rule.part.isdigit()]
        chapters = [rule for rule in rules_of(edition).values() if rule.number.isdigit()]
        return len(rules_of(edition)) - len(parts) - len(chapters), len(chapters), len(parts)

    assert counted(IN_FORCE) == (228, 14, 9 + 25)
    assert counted(EARLIER) == (203, 14, 32 + 9)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_struck_out_is_withdrawn_and_nothing_else(edition: str, rulebook_dir: Path) -> None:
    withdrawn = [rule.number for rule in rules_of(edition).values() if rule.status is Status.WITHDRAWN]

    assert withdrawn == struck_out_in(rulebook_dir / f"{edition}.txt")


def test_every_rule_says_something() -> None:
    silent = [
        rule.number
        for rule in ALL_RULES
        if not (rule.title.strip() and rule.summary.strip() and all(rule.keywords))
    ]

    assert silent == []


def test_no_text_of_the_index_is_the_rulebooks_own(rulebook_dir: Path) -> None:
    length = LONGEST_BORROWED + 1
    theirs = {run for book in rulebook_dir.glob("*.txt") for run in runs_of(book.read_text(), length)}

    borrowed = [
        (rule.number, run)
        for rule in ALL_RULES
        for text in (rule.title, rule.summary, rule.changed, *rule.keywords, *rule.details)
        for run in runs_of(text, length)
        if run in theirs
    ]

    assert borrowed == []


def test_summary_brings_in_no_figure_that_the_rulebook_does_not_have_there(rulebook_dir: Path) -> None:
    """Figures count that stand under the number, under one that it is a part of, or under a part of it."""
    strange = []
    for edition in EDITIONS:
        texts = numbers_in(rulebook_dir / f"{edition}.txt")
        for rule in rules_of(edition).values():
            there = {
                figure
                for near in (*parents_of(rule), rule, *parts_below(rule))
                for figure in figures_in(texts[near.number])
            }
            cited = {
                step for number in rules_of(edition) if number in rule.summary for step in words_in(number)
            }
            extra = figures_in(rule.summary) - there - cited - FIGURES_FROM_ELSEWHERE.get(rule.number, set())
            strange += [(edition, rule.number, figure) for figure in sorted(extra)]

    assert strange == []


def figures_in(text: str) -> set[str]:
    """Return the numbers in a text, in digits or spelled, but for one and two, which are in every other sentence."""
    found = words_in(text)
    return {str(SPELLED.index(word)) for word in found if word in SPELLED[3:]} | {
        word for word in found if word.isdigit() and int(word) > 2
    }


def test_summaries_send_readers_only_to_rules_in_force_of_their_own_edition() -> None:
    astray = [
        (rule.edition, rule.number, cited)
        for rule in ALL_RULES
        for text in (rule.summary, *rule.details)
        for cited in re.findall(
            r"\b(?:\d+\.\d+(?:\.[a-z]\b(?:\.\(\d+\))?)?|(?:brackets|guideline) \d+)", text
        )
        if citation_problem(rule.edition, cited) is not None
    ]

    assert astray == []


# What changed


def test_numbers_that_differ_between_the_editions_are_matched() -> None:
    moved = {rule.number: rule.other for rule in rules_of(IN_FORCE).values() if rule.is_moved}

    assert {
        number: moved[number] for number in ("8.7", "8.8", "8.9", "8.10", "8.10.b", "13.1", "14.1", "14.2")
    } == {
        "8.7": "8.8",
        "8.8": "8.9",
        "8.9": "8.10",
        "8.10": "8.11",
        "8.10.b": "8.11.d",
        "13.1": "12.2",
        "14.1": "13",
        "14.2": "14",
    }
    assert [moved[f"12.2.{letter}"] for letter in "abcefghi"] == [
        f"guideline 11.{letter}" for letter in "abcdefgh"
    ]
    assert [moved[f"13.2.{letter}"] for letter in "abcd"] == [f"brackets {step}" for step in "1234"]
    assert [moved[f"App.{step}"] for step in (7, 10, 11, 14)] == [
        f"guideline {step}" for step in (7, 10, 12, 15)
    ]


def test_what_is_only_in_one_edition() -> None:
    new = numbers([rule for rule in rules_of(IN_FORCE).values() if rule.change is Change.NEW])
    gone = numbers([rule for rule in rules_of(EARLIER).values() if rule.change is Change.GONE])

    assert [number for number in new if not number.startswith("JP.")] == [
        *("4.1.c", "4.2.d", "5.3", "5.3.a", "5.3.b", "7.3.e", "8.5.c", "8.10.a", "9.2.e", "12.2.d"),
        *("13", "13.2", "14", "App.7.e", "App.7.f"),
    ]
    assert gone == [
        *(
            "1.5.g",
            "8.4.a.(2)",
            "8.7",
            "8.11.a",
            "8.11.a.(1)",
            "8.11.a.(2)",
            "8.11.a.(3)",
            "8.11.b",
            "8.11.c",
        ),
        "10.3.e",
    ]


def test_rules_that_are_the_same_read_alike(rulebook_dir: Path) -> None:
    here, there = (numbers_in(rulebook_dir / f"{edition}.txt") for edition in EDITIONS)

    unlike = {
        rule.number
        for rule in rules_of(IN_FORCE).values()
        if rule.change is Change.SAME and rule.other and likeness(here[rule.number], there[rule.other]) < 0.75
    }

    assert unlike == SAME_IN_OTHER_WORDS


def likeness(one: str, other: str) -> float:
    """Return from 0 to 1 how many words two texts share in order, numbering left out."""
    words = [
        [word for word in words_in(text) if not word.isdigit() and word != "rule" and len(word) > 1]
        for text in (one, other)
    ]
    return difflib.SequenceMatcher(None, *words, autojunk=False).ratio()


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


# Finding one's way


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("8.4.b.(3)", "8.4.b.(3)"),
        ("8.4b3", "8.4.b.(3)"),
        ("rule 8.4 b (3)", "8.4.b.(3)"),
        ("4.4.D.13", "4.4.d.(13)"),
        ("JPf", "JP.f"),
        ("judge protocol f", None),
        ("protocol f", "JP.f"),
        ("Appendix 7e", "App.7.e"),
        ("app7", "App.7"),
        ("12", "12"),
        ("1.2", "1.2"),
        ("15", None),
        ("peeked", None),
        ("", None),
    ],
)
def test_number_is_understood_as_typed(typed: str, number: str | None) -> None:
    assert find_number(IN_FORCE, typed) == number


def test_number_of_the_earlier_edition_is_understood_as_typed() -> None:
    assert find_number(EARLIER, "Guidelines 11 a") == "guideline 11.a"
    assert find_number(EARLIER, "brackets 4b") == "brackets 4.b"


def test_rule_stands_among_its_own() -> None:
    rule = rules_of(IN_FORCE)["8.4.b.(2)"]

    before, after = neighbors_of(rule)

    assert numbers(parents_of(rule)) == ["8", "8.4", "8.4.b"]
    assert (before and before.number, after and after.number) == ("8.4.b.(1)", "8.4.b.(3)")
    assert numbers(children_of(rules_of(IN_FORCE)["8.4.b"])) == ["8.4.b.(1)", "8.4.b.(2)", "8.4.b.(3)"]
    assert numbers(parts_below(rules_of(IN_FORCE)["11"])) == [
        *("11.1", "11.1.a", "11.1.b", "11.2", "11.3", "11.4", "11.4.a", "11.4.b"),
    ]
    assert [depth_of(number) for number in ("8", "8.4", "8.4.b.(2)", "App.7", "App.7.e", "JP.f")] == [
        0,
        1,
        3,
        0,
        1,
        0,
    ]


def test_neighbors_do_not_reach_into_another_part_of_the_book() -> None:
    rules = rules_of(IN_FORCE)

    assert neighbors_of(rules["1"]) == (None, rules["2"])
    assert neighbors_of(rules["14"]) == (rules["13"], None)
    assert neighbors_of(rules["JP.i"]) == (rules["JP.h"], None)
    assert neighbors_of(rules["App.1"]) == (None, rules["App.2"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_parts_hold_every_rule_once_and_in_order(edition: str) -> None:
    parts = parts_of(edition)

    assert [rule for _, rules in parts for rule in rules] == list(rules_of(edition).values())
    assert [name for name, _ in parts if not name.startswith("Rule ")] == (
        ["Judge protocols", "Appendix: cross-checking"]
        if edition == IN_FORCE
        else ["Cross-checking guidelines", "Playoff brackets and byes"]
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_quick_reference_has_rules_in_force_for_every_situation(edition: str) -> None:
    shown = [situation for part in quick_reference(edition).values() for situation in part]

    assert len(shown) == sum(map(len, SITUATIONS.values()))
    for situation in shown:
        assert situation.rules
        assert {(rule.edition, rule.status) for rule in situation.rules} == {(edition, Status.IN_FORCE)}
        assert len(set(situation.rules)) == len(situation.rules)


# Citations


def test_citation_of_a_rule_in_force_has_no_problem() -> None:
    refused = [rule.number for rule in ALL_RULES if citation_problem(rule.edition, rule.number) is not None]

    assert refused == ["5.1.b"]


@pytest.mark.parametrize(
    ("edition", "number", "problem"),
    [
        (
            IN_FORCE,
            "5.1.b",
            "5.1.b is withdrawn in the 2020 edition, so no ruling can cite it. Cite another rule.",
        ),
        (
            IN_FORCE,
            "8.11",
            "8.11 is not a number of the 2020 edition. What the 2010 edition has as 8.11 is 8.10 here.",
        ),
        (
            EARLIER,
            "12.2.a",
            "12.2.a is not a number of the 2010 edition. What the 2020 edition has as 12.2.a is guideline 11.a here.",
        ),
        (IN_FORCE, "10.3.e", "10.3.e is not a number of the 2020 edition. Only the 2010 edition has it."),
        (EARLIER, "JP.f", "JP.f is not a number of the 2010 edition. Only the 2020 edition has it."),
        (IN_FORCE, "8.4b3", "8.4b3 is not a number of the 2020 edition. Write 8.4.b.(3)."),
        (IN_FORCE, "99.9", "99.9 is not a number of the 2020 edition. Look it up under Rules."),
        (IN_FORCE, " ", "No rule is named. Look it up under Rules."),
        (EARLIER, "5.1.b", None),
        (IN_FORCE, "4.4.d.(13)", None),
        (IN_FORCE, "JP.f", None),
        (IN_FORCE, "App.7.e", None),
        (EARLIER, "guideline 11.a", None),
    ],
)
def test_citation_problem_is_said_in_words(edition: str, number: str, problem: str | None) -> None:
    assert citation_problem(edition, number) == problem


@given(edition=st.sampled_from(EDITIONS), number=st.one_of(st.text(), st.from_regex(r"\d{1,2}(\.\w){0,3}")))
def test_citation_of_anything_else_is_refused_with_what_was_cited(edition: str, number: str) -> None:
    problem = citation_problem(edition, number)

    assert (problem is None) == (number in rules_of(edition) and not rules_of(edition)[number].is_withdrawn)
    assert problem is None or number in problem or not number.strip()


@given(rule=st.sampled_from(ALL_RULES), noise=st.sampled_from([" ", ".", ")", "x", "."]))
def test_number_with_anything_added_is_another_number(rule: Rule, noise: str) -> None:
    assert citation_problem(rule.edition, rule.number + noise) is not None


@given(rule=st.sampled_from(ALL_RULES))
def test_number_of_one_edition_is_cited_in_the_other_only_where_it_has_that_number_too(rule: Rule) -> None:
    edition = other_edition(rule.edition)
    there = find_rule(edition, rule.number)

    assert (citation_problem(edition, rule.number) is None) == (there is not None and not there.is_withdrawn)


@given(rule=st.sampled_from(ALL_RULES))
def test_number_is_found_by_its_steps_alone(rule: Rule) -> None:
    typed = rule.number.replace("(", "").replace(")", "").replace(".", " ").upper()

    assert find_number(rule.edition, typed) == rule.number
