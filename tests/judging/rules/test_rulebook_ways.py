"""Finding one's way in the index: numbers as typed, parents, parts, neighbors, situations."""

import pytest

from judging.rules.quick_reference import SITUATIONS, quick_reference
from judging.rules.rulebook import (
    EARLIER,
    IN_FORCE,
    Rule,
    Status,
    depth_of,
    find_number,
    neighbors_of,
    parents_of,
    parts_below,
    parts_of,
    rules_of,
)
from tournaments.rules.constants import EDITIONS, GAMES_55PLUS

ALL_RULES = [rule for edition in EDITIONS for rule in rules_of(edition).values()]


def numbers(rules: list[Rule]) -> list[str]:
    return [rule.number for rule in rules]


@pytest.mark.parametrize(
    ("edition", "typed", "number"),
    [
        (IN_FORCE, "8.4.b.(3)", "8.4.b.(3)"),
        (IN_FORCE, "8.4b3", "8.4.b.(3)"),
        (IN_FORCE, "rule 8.4 b (3)", "8.4.b.(3)"),
        (IN_FORCE, "4.4.D.13", "4.4.d.(13)"),
        (IN_FORCE, "JPf", "JP.f"),
        (IN_FORCE, "judge protocol f", None),
        (IN_FORCE, "protocol f", "JP.f"),
        (IN_FORCE, "Appendix 7e", "App.7.e"),
        (IN_FORCE, "app7", "App.7"),
        (IN_FORCE, "12", "12"),
        (IN_FORCE, "1.2", "1.2"),
        (IN_FORCE, "15", None),
        (IN_FORCE, "ce12", "CE.12"),
        (IN_FORCE, "Ethics 6", "CE.6"),
        (IN_FORCE, "CE.13", None),
        (IN_FORCE, "peeked", None),
        (IN_FORCE, "", None),
        (EARLIER, "Guidelines 11 a", "guideline 11.a"),
        (EARLIER, "brackets 4b", "brackets 4.b"),
        (GAMES_55PLUS, "115", "line 115"),
        (GAMES_55PLUS, "lines 115", "line 115"),
        (GAMES_55PLUS, "8.4.c", None),
    ],
)
def test_number_is_understood_as_typed(edition: str, typed: str, number: str | None) -> None:
    assert find_number(edition, typed) == number


def test_rule_stands_among_its_own() -> None:
    rule = rules_of(IN_FORCE)["8.4.b.(2)"]

    before, after = neighbors_of(rule)

    assert numbers(parents_of(rule)) == ["8", "8.4", "8.4.b"]
    assert (before and before.number, after and after.number) == ("8.4.b.(1)", "8.4.b.(3)")
    assert numbers(parts_below(rules_of(IN_FORCE)["11"])) == [
        *("11.1", "11.1.a", "11.1.b", "11.2", "11.3", "11.4", "11.4.a", "11.4.b")
    ]
    assert [depth_of(number) for number in ("8", "8.4", "8.4.b.(2)", "App.7", "App.7.e", "JP.f")] == [0, 1, 3, 0, 1, 0]


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
        ["Code of Ethics", "Judge protocols", "Appendix: cross-checking"]
        if edition == IN_FORCE
        else ["Code of Ethics", "Cross-checking guidelines", "Playoff brackets and byes"]
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_quick_reference_has_rules_in_force_for_every_situation(edition: str) -> None:
    shown = [situation for part in quick_reference(edition).values() for situation in part]

    assert len(shown) == sum(map(len, SITUATIONS.values()))
    for situation in shown:
        assert situation.rules
        assert {(rule.edition, rule.status) for rule in situation.rules} == {(edition, Status.IN_FORCE)}
        assert len(set(situation.rules)) == len(situation.rules)
