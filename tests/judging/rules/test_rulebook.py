"""The rule index, laid beside the rulebooks."""

from __future__ import annotations

import re

import pytest

from judging.rules.rulebook import (
    EARLIER,
    IN_FORCE,
    Status,
    citation_problem,
    parents_of,
    parts_below,
    rules_of,
)
from tests.judging.rules.books import borrowed_in, figures_in, figures_under, struck_out_in, words_in
from tournaments.rules.constants import EDITIONS

ALL_RULES = [rule for edition in EDITIONS for rule in rules_of(edition).values()]

# The six cards of the deal, the 27 rows of the table, and the game hole, which other rules state.
FIGURES_FROM_ELSEWHERE = {
    "4.4.a.(2)": {"6"},
    "4.4.c": {"27"},
    "8.4.b.(2)": {"121"},
    "8.10": {"121"},
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_index_has_every_number_of_the_rulebook_in_its_order_and_none_besides(
    edition: str,
) -> None:
    assert list(rules_of(edition)) == list(figures_under(edition))


def test_index_has_as_many_numbers_as_were_counted() -> None:
    def counted(edition: str) -> tuple[int, int, int]:
        parts = [rule for rule in rules_of(edition).values() if not rule.part.isdigit()]
        chapters = [rule for rule in rules_of(edition).values() if rule.number.isdigit()]
        return len(rules_of(edition)) - len(parts) - len(chapters), len(chapters), len(parts)

    assert counted(IN_FORCE) == (228, 14, 9 + 25)
    assert counted(EARLIER) == (203, 14, 32 + 9)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_struck_out_is_withdrawn_and_nothing_else(edition: str) -> None:
    withdrawn = [rule.number for rule in rules_of(edition).values() if rule.status is Status.WITHDRAWN]

    assert withdrawn == struck_out_in(edition)


def test_every_rule_says_something() -> None:
    silent = [
        rule.number
        for rule in ALL_RULES
        if not (rule.title.strip() and rule.summary.strip() and all(rule.keywords))
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
                figure
                for near in (*parents_of(rule), rule, *parts_below(rule))
                for figure in figures[near.number]
            }
            cited = {
                step for number in rules_of(edition) if number in rule.summary for step in words_in(number)
            }
            extra = figures_in(rule.summary) - there - cited - FIGURES_FROM_ELSEWHERE.get(rule.number, set())
            strange += [(edition, rule.number, figure) for figure in sorted(extra)]

    assert strange == []


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
