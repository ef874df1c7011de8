"""The rule index, laid beside the rulebooks."""

import re

import pytest

from judging.rules.rulebook import (
    BOOKS,
    BY_LINE,
    EARLIER,
    GENERAL,
    IN_FORCE,
    Status,
    citation_problem,
    neighbors_of,
    parents_of,
    parts_below,
    parts_of,
    place_of,
    rules_of,
)
from tests.judging.rules.books import borrowed_in, figures_in, figures_under, struck_out_in, words_in
from tournaments.rules.constants import EDITIONS, GAMES_55PLUS

ALL_RULES = [rule for edition in BOOKS for rule in rules_of(edition).values()]

# The six cards of the deal, the 27 rows of the table, and the game hole, which other rules state.
FIGURES_FROM_ELSEWHERE = {"4.4.a.(2)": {"6"}, "4.4.c": {"27"}, "8.4.b.(2)": {"121"}, "8.10": {"121"}}

# What is added up from the source, or pointed to.
FIGURES_BY_LINE = {
    (GAMES_55PLUS, "line 23"): {"107", "111"},
    (GAMES_55PLUS, "line 62"): {"4"},
    (GENERAL, "line 89.3"): {"9"},
    (GENERAL, "line 95.3"): {"6"},
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_index_has_every_number_of_the_rulebook_in_its_order_and_none_besides(edition: str) -> None:
    assert list(rules_of(edition)) == list(figures_under(edition))


def test_index_has_as_many_numbers_as_were_counted() -> None:
    def counted(edition: str) -> tuple[int, int, int]:
        parts = [rule for rule in rules_of(edition).values() if not rule.part.isdigit()]
        chapters = [rule for rule in rules_of(edition).values() if rule.number.isdigit()]
        return len(rules_of(edition)) - len(parts) - len(chapters), len(chapters), len(parts)

    assert counted(IN_FORCE) == (228, 14, 12 + 9 + 25)
    assert counted(EARLIER) == (203, 14, 11 + 32 + 9)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_struck_out_is_withdrawn_and_nothing_else(edition: str) -> None:
    withdrawn = [rule.number for rule in rules_of(edition).values() if rule.status is Status.WITHDRAWN]

    assert withdrawn == struck_out_in(edition)


def test_every_rule_says_something() -> None:
    silent = [
        rule.number for rule in ALL_RULES if not (rule.title.strip() and rule.summary.strip() and all(rule.keywords))
    ]

    assert silent == []


def test_no_text_of_the_index_is_the_rulebooks_own() -> None:
    borrowed = [
        (rule.number, run)
        for rule in ALL_RULES
        for text in (rule.title, rule.summary, rule.changed, *rule.keywords, *rule.details)
        for run in borrowed_in(text)
    ]

    assert borrowed == []


def test_summary_brings_in_no_figure_that_the_rulebook_does_not_have_there() -> None:
    """Figures count that stand under the number, under one that it is a part of, or under a part of it."""
    strange = []
    for edition in EDITIONS:
        figures = figures_under(edition)
        for rule in rules_of(edition).values():
            there = {
                figure for near in (*parents_of(rule), rule, *parts_below(rule)) for figure in figures[near.number]
            }
            cited = {step for number in rules_of(edition) if number in rule.summary for step in words_in(number)}
            extra = figures_in(rule.summary) - there - cited - FIGURES_FROM_ELSEWHERE.get(rule.number, set())
            strange += [(edition, rule.number, figure) for figure in sorted(extra)]

    assert strange == []


def test_summaries_send_readers_only_to_rules_in_force_of_their_own_edition() -> None:
    astray = [
        (rule.edition, rule.number, cited)
        for rule in ALL_RULES
        for text in (rule.summary, *rule.details)
        for cited in re.findall(r"\b(?:\d+\.\d+(?:\.[a-z]\b(?:\.\(\d+\))?)?|(?:brackets|guideline) \d+)", text)
        if citation_problem(rule.edition, cited) is not None
    ]

    assert astray == []


# The books without numbers of their own


@pytest.mark.parametrize("edition", BY_LINE)
def test_book_by_line_has_its_lines_in_order_each_in_one_section(edition: str) -> None:
    rules = list(rules_of(edition).values())

    assert [rule.number for rule in rules] == sorted((rule.number for rule in rules), key=place_of)
    assert all(re.fullmatch(r"line \d+(\.\d+)?", rule.number) for rule in rules)
    assert all(rule.section for rule in rules)
    assert [rule for _, within in parts_of(edition) for rule in within if rule not in rules] == []
    assert sum(len(within) for _, within in parts_of(edition)) == len(rules)


@pytest.mark.parametrize("edition", BY_LINE)
def test_summary_by_line_brings_in_no_figure_that_the_source_does_not_have_there(edition: str) -> None:
    figures = figures_under(edition)
    strange = [
        (rule.number, figure)
        for rule in rules_of(edition).values()
        for figure in sorted(
            figures_in(" ".join((rule.summary, *rule.details)))
            - figures[rule.number.partition(".")[0]]
            - {step for number in rules_of(edition) for step in words_in(number) if number in rule.summary}
            - FIGURES_BY_LINE.get((edition, rule.number), set())
        )
    ]

    assert strange == []


def test_rules_of_one_line_stand_side_by_side() -> None:
    rule = rules_of(GENERAL)["line 97.3"]

    assert (parents_of(rule), parts_below(rules_of(GENERAL)["line 97"])) == ([], [])
    assert [near and near.number for near in neighbors_of(rule)] == ["line 97.2", "line 97.4"]
