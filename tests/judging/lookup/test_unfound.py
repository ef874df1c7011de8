"""Words by which no rule was found stand in the log, and nothing else of the search does."""

import logging

import pytest
from django.test import Client


@pytest.fixture(autouse=True)
def heard(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="judging.unfound")


def test_words_that_find_nothing_are_noted_without_numbers(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.get("/rules/", {"q": "Zyxwv 0171 Qqqq!"})

    assert [record.getMessage() for record in caplog.records if record.name == "judging.unfound"] == [
        "acc-2020: zyxwv qqqq"
    ]


@pytest.mark.parametrize("typed", ["peeked", "8.4.c", "", "999 888"])
def test_what_finds_a_rule_or_has_no_words_is_not_noted(
    client: Client, caplog: pytest.LogCaptureFixture, typed: str
) -> None:
    client.get("/rules/", {"q": typed})

    assert [record for record in caplog.records if record.name == "judging.unfound"] == []
