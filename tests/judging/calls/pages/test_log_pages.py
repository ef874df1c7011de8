"""The log of calls: narrowed down, counted by rule, as a table."""

import csv
import io
import re

import pytest
from django.test import Client

from judging.calls.services.calls import change_parties, rule_on
from tests.judging.calls.calling import a_call, draft, judge, player, ruled, settled
from tests.judging.calls.pages.asking import RULING, address, fragment, words
from tournaments.models import StaffMember, Tournament

pytestmark = pytest.mark.django_db


def test_log_is_narrowed_down_by_rule_table_player_and_judge(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    settled(tournament)
    other = a_call(tournament, ada, first=3, second=4, place="B-1/B-2")
    rule_on(call=other, actor=ada, draft=draft(rules=("JP.g",)), seen=0)

    def found(**wanted: str) -> list[str]:
        page = client.get(address(tournament, "log/"), wanted, headers=fragment("call-log")).content.decode()
        return re.findall(r'/calls/(\d+)/">', page)

    assert found() == ["2", "1"]
    rules = {"8.4": ["1"], "8.4.c.(1)": ["1"], "8.4.c.(2)": [], "8": ["1"]}
    rules |= {"8.4.C": ["1"], "rule 8.4 c 1": ["1"], "jp": ["2"], "4": []}
    assert {rule: found(rule=rule) for rule in rules} == rules
    tables = {"a": ["1"], "A-2": ["1"], "B": ["2"], "c": []}
    tables |= {"Table A": ["1"], "a2": ["1"], "seat B 1": ["2"], "table": []}
    assert {place: found(table=place) for place in tables} == tables
    assert [found(player=name) for name in (player(tournament, 3).name.upper(), "2 ")] == [["2"], ["1"]]
    assert [found(judge=name) for name in ("bo", "BC", "nobody")] == [["1"], ["1"], []]


def test_log_counts_by_rule(client: Client, tournament: Tournament, ada: StaffMember) -> None:
    for member in (ada, judge(tournament, "Bo Cedar", "BC")):
        ruled(tournament, member)

    assert re.search(
        r"By rule .*8\.4\.c\.\(1\) .* 2$", words(client.get(address(tournament, "log/"), headers=fragment("call-log")))
    )


def test_log_draws_the_kinds_of_calls_that_were_found(client: Client, tournament: Tournament, ada: StaffMember) -> None:
    ruled(tournament, ada)
    a_call(tournament, ada, first=3, second=4, place="B-1/B-2")  # without a ruling

    page = client.get(address(tournament, "log/"), headers=fragment("call-log"))

    assert re.search(
        r"By kind .* 1 call with a ruling\. The commonest kind: (.+), 1\. As a table .*\1 1 By rule", words(page)
    )
    found = client.get(address(tournament, "log/"), {"table": "B"}, headers=fragment("call-log"))
    assert "By kind" not in words(found)


def test_table_for_a_spreadsheet_runs_no_formula(client: Client, tournament: Tournament, ada: StaffMember) -> None:
    call = a_call(tournament, ada)
    change_parties(call=call, actor=ada, first=1, second=2, asked="=1+1")
    client.post(address(tournament, "1/ruling/"), RULING | {"text": "@SUM(A1)"})

    response = client.get(address(tournament, "log/csv/"))

    rows = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert [(row["Call"], row["Asked"], row["Ruling"], row["Judges"]) for row in rows] == [
        (str(call.number), "'=1+1", "'@SUM(A1)", "Ada Birch (AB)")
    ]
