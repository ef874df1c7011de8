"""The command that prints the rule index."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from judging.rules.rulebook import BOOKS, IN_FORCE, rules_of


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("rules", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("edition", BOOKS)
def test_rules_prints_the_whole_index_as_json(edition: str) -> None:
    index = json.loads(printed("--edition", edition, "--json"))

    assert index == [
        {"number": rule.number, "title": rule.title, "summary": rule.summary, "status": rule.status.value}
        for rule in rules_of(edition).values()
    ]


def test_rules_says_what_is_withdrawn() -> None:
    states = {
        edition: {
            entry["number"]
            for entry in json.loads(printed("--edition", edition, "--json"))
            if entry["status"] != "in force"
        }
        for edition in BOOKS
    }

    assert states == {book: set() for book in BOOKS} | {IN_FORCE: {"5.1.b"}}


def test_rules_prints_the_edition_in_force_unless_told_otherwise() -> None:
    assert printed("--json") == printed("--edition", IN_FORCE, "--json")


@pytest.mark.parametrize("edition", BOOKS)
def test_rules_prints_every_rule_for_people(edition: str) -> None:
    lines = [" ".join(line.split()) for line in printed("--edition", edition).splitlines()]
    text = " ".join(lines)

    for rule in rules_of(edition).values():
        assert f"{rule.number} {rule.title}{' [withdrawn]' if rule.is_withdrawn else ''}" in lines
        assert rule.summary in text


def test_rules_refuses_an_edition_that_is_not_there() -> None:
    with pytest.raises(CommandError, match="acc-1999"):
        printed("--edition", "acc-1999")
