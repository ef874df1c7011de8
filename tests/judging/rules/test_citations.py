"""What a ruling may cite, and what is said of the rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rules.rulebook import (
    EARLIER,
    IN_FORCE,
    Rule,
    citation_problem,
    find_number,
    find_rule,
    other_edition,
    rules_of,
)
from tournaments.rules.constants import EDITIONS, GAMES_55PLUS

ALL_RULES = [rule for edition in EDITIONS for rule in rules_of(edition).values()]


def test_citation_of_a_rule_in_force_has_no_problem() -> None:
    refused = [rule.number for rule in ALL_RULES if citation_problem(rule.edition, rule.number) is not None]

    assert refused == ["5.1.b"]


@pytest.mark.parametrize(
    ("edition", "number", "problem"),
    [
        (IN_FORCE, "5.1.b", "5.1.b is withdrawn in the 2020 edition, so no ruling can cite it. Cite another rule."),
        (IN_FORCE, "8.11", "8.11 is not a number of the 2020 edition. What the 2010 edition has as 8.11 is 8.10 here."),
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
        (EARLIER, "CE.11", None),
        (EARLIER, "CE.12", "CE.12 is not a number of the 2010 edition. Only the 2020 edition has it."),
        (GAMES_55PLUS, "line 115", None),
        (GAMES_55PLUS, "8.4.c", "8.4.c is not a number of the 55+ Games. Look it up under Rules."),
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
