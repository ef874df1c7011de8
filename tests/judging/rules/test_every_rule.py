"""Every number of rules 2 to 11: what moves or forfeits points is worked out, and docs/rules.md says how each is."""

import re

import pytest

from judging.rules.call_questions import Facts, Kind, work_out
from judging.rules.call_situations import BY_SLUG
from judging.rules.rulebook import EARLIER, IN_FORCE, find_rule, rules_of
from judging.rules.situations.by_rule import NO_REMEDY, ROUTES, HowHandled, how_handled, rules_handled
from tests.conftest import ROOT
from tests.judging.rules.tapping import NAMES
from tournaments.rules.constants import EDITIONS

# From the text of each edition: numbers by which points are pegged, taken back, lost, kept or refused.
MOVES_IN_BOTH = """
    2.1 3.3.a 3.3.b 4.1.b 4.4.a.(3) 4.4.d.(4) 4.4.d.(8) 4.4.d.(9) 4.4.d.(10) 4.4.d.(12) 4.4.d.(13) 4.5.b
    5.2.a 5.2.b 5.2.c 6.1.a 6.1.b 6.1.c 6.2.a 6.3.a 6.3.b 6.3.c 7.1.b 7.1.e 7.1.f 7.3 7.4.a 7.4.b 8.3
    8.4.b.(1) 8.4.b.(2) 8.4.b.(3) 8.4.c 8.4.c.(1) 8.4.c.(2) 8.4.d 8.5.a.(1) 8.5.a.(2) 8.5.a.(3) 8.5.b 8.6
    9.2.c 9.2.d 9.3.a 9.3.a.(1) 9.3.a.(2) 9.3.a.(3) 9.4.a 9.4.b 9.4.c 10.1.c 10.2 10.3.a 10.3.b 10.3.c 10.3.d
    10.4.a 10.4.b 10.4.c 11.2 11.3 11.4.b
"""
MOVES = {
    IN_FORCE: f"{MOVES_IN_BOTH} 7.3.a 7.3.b 7.3.e 8.5.c 8.7 8.8 8.9 8.10 8.10.a 8.10.b 9.2.e".split(),
    EARLIER: f"{MOVES_IN_BOTH} 4.4.d.(2) 5.1.b 8.8 8.9 8.10 8.11 8.11.a 8.11.b 8.11.c 8.11.d 10.3.e".split(),
}
SPEAKS_OF_POINTS = re.compile(r"\b(points?|penalt\w+|los[et]\w*|forfeit\w*|dead|taken? back|overpeg\w*)\b")
# What points are worth, who pegs them and how: nothing is moved by these.
ONLY_SAYS_HOW = {"7.1.d", "7.2", "7.2.a", "7.2.a.(1)", "7.2.b", "8.1", "8.2", "9.2.a", "11.1", "11.1.a", "11.1.b"}


def numbers_in_table() -> dict[tuple[str, str], str]:
    text = (ROOT / "docs" / "rules.md").read_text()
    _, table = text.split("## Every number of rules 2 to 11\n")
    numbers: dict[tuple[str, str], str] = {}
    for line in [line for line in table.splitlines() if line.startswith("|")][2:]:
        how, both, new, old = (cell.strip() for cell in line.strip("|").split("|"))
        for edition, listed in ((IN_FORCE, f"{both}, {new}"), (EARLIER, f"{both}, {old}")):
            for number in filter(None, listed.split(", ")):
                assert (edition, number) not in numbers, f"{number} stands twice"
                numbers[edition, number] = how
    return numbers


def test_table_has_every_number_of_both_editions_as_it_is_handled() -> None:
    handled = {
        (edition, rule.number): how_handled(rule).value for edition in EDITIONS for rule in rules_handled(edition)
    }

    assert numbers_in_table() == handled


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_number_that_moves_or_forfeits_points_is_merely_shown(edition: str) -> None:
    merely_shown = [
        number for number in MOVES[edition] if how_handled(rules_of(edition)[number]) is not HowHandled.WORKED_OUT
    ]

    assert merely_shown == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_number_that_speaks_of_points_was_overlooked(edition: str) -> None:
    overlooked = [
        rule.number
        for rule in rules_handled(edition)
        if SPEAKS_OF_POINTS.search(rule.summary)
        and how_handled(rule) is not HowHandled.WORKED_OUT
        and rule.number not in ONLY_SAYS_HOW
    ]

    assert overlooked == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_route_is_of_a_number_and_to_questions_that_have_its_answers(edition: str) -> None:
    for number, route in ROUTES[edition].items():
        rule = find_rule(edition, number)
        assert rule is not None, number
        assert not rule.is_withdrawn, number
        questions = {
            one.name: one
            for one in work_out(BY_SLUG[route.slug], Facts(edition, True, NAMES, dict(route.answers))).questions
        }
        for name, answer in route.answers.items():
            assert questions[name].kind is Kind.CHOICE, number
            assert answer in dict(questions[name].choices), (number, name, answer)


def test_duties_without_a_remedy_are_numbers_of_the_edition_in_force() -> None:
    assert {number for number in NO_REMEDY if find_rule(IN_FORCE, number) is None} == set()
    assert not NO_REMEDY & ROUTES[IN_FORCE].keys()
