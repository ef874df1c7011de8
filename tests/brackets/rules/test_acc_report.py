"""The report to the ACC of the sample main event of 124, and of a consolation made from it, cell by cell.

The lists are written by hand: cards as the sample's own report has them; points by the table in force from 1 August
2016: 5 x (game points - 27 + 1) for the top 16 of 31, 5 for the others; 7 x r(r+1)/2 for the round lost.
"""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from brackets.acc_check.check import findings, report_in_words
from brackets.rules.acc_report import FORMAT, NOTICE, AccEvent, AccReport, Placing, city_and_state
from tests.brackets.acc_check.reports import made, reported
from tests.builders import both_cards
from tests.events import sample_case, undecided
from tournaments.rules.types import EventFacts, EventFile, MatchRecord, PlayoffRecord

# Seed, number, last name, first name, ACC number, city, state, card, place, round lost,
# qualifying points, playoff points, by the table, points, reason
MAIN = [
    (1, 54, "Hobbs", "Lars", "XX0054", "", "", "37/16 +203", 2, 5, 55, 105, 160, 160, ""),
    (2, 118, "Orton", "Cleo", "XX0118", "", "", "35/16 +135", 1, 6, 45, 147, 192, 192, ""),
    (3, 55, "Frost", "Finn", "XX0055", "", "", "34/16 +190", 3, 4, 40, 70, 110, 110, ""),
    (4, 32, "Rusk", "Lars", "XX0032", "", "", "34/14 +112", 4, 4, 40, 70, 110, 110, ""),
    (5, 40, "Ellis", "Mina", "XX0040", "", "", "33/16 +160", 5, 3, 35, 42, 77, 77, ""),
    (6, 53, "Jonas", "Kay", "XX0053", "", "", "33/16 +100", 6, 3, 35, 42, 77, 77, ""),
    (7, 59, "Wolfe", "Iris", "XX0059", "", "", "31/14 +166", 7, 3, 25, 42, 67, 67, ""),
    (8, 2, "Tripp", "Quin", "XX0002", "", "", "31/14 +36", 8, 3, 25, 42, 67, 67, ""),
    (9, 22, "Pratt", "Vera", "XX0022", "", "", "31/13 +189", 9, 2, 25, 21, 46, 46, ""),
    (10, 88, "Kerr", "Cleo", "XX0088", "", "", "30/15 +108", 10, 2, 20, 21, 41, 41, ""),
    (11, 113, "Marsh", "Bert", "XX0113", "", "", "30/14 +136", 11, 2, 20, 21, 41, 41, ""),
    (12, 12, "Stone", "Tess", "XX0012", "", "", "30/14 +129", 12, 2, 20, 21, 41, 41, ""),
    (13, 41, "Lunde", "Tess", "XX0041", "", "", "30/14 +102", 13, 2, 20, 21, 41, 41, ""),
    (14, 16, "Crane", "Xena", "XX0016", "", "", "30/14 +92", 14, 2, 20, 21, 41, 41, ""),
    (15, 9, "Orton", "Edna", "XX0009", "", "", "30/14 +62", 15, 2, 20, 21, 41, 41, ""),
    (16, 26, "Usher", "Quin", "XX0026", "", "", "29/14 +89", 16, 2, 15, 21, 36, 36, ""),
    (17, 110, "Jonas", "Quin", "XX0110", "", "", "29/14 +86", 17, 1, 5, 7, 12, 12, ""),
    (18, 17, "Stone", "Saul", "XX0017", "", "", "29/14 +72", 18, 1, 5, 7, 12, 12, ""),
    (19, 121, "Irwin", "Xena", "XX0121", "", "", "29/14 -20", 19, 1, 5, 7, 12, 12, ""),
    (20, 23, "Kerr", "Bert", "XX0023", "", "", "29/13 +192", 20, 1, 5, 7, 12, 12, ""),
    (21, 91, "Wolfe", "Walt", "XX0091", "", "", "29/13 +128", 21, 1, 5, 7, 12, 12, ""),
    (22, 90, "Pratt", "Yuri", "XX0090", "", "", "29/13 +127", 22, 1, 5, 7, 12, 12, ""),
    (23, 102, "Vance", "Finn", "XX0102", "", "", "29/13 +108", 23, 1, 5, 7, 12, 12, ""),
    (24, 15, "Marsh", "Pia", "XX0015", "", "", "29/13 +37", 24, 1, 5, 7, 12, 12, ""),
    (25, 108, "Quist", "Ned", "XX0108", "", "", "29/13 +35", 25, 1, 5, 7, 12, 12, ""),
    (26, 114, "Dale", "Gail", "XX0114", "", "", "28/13 +65", 26, 1, 5, 7, 12, 12, ""),
    (27, 116, "Rusk", "Quin", "XX0116", "", "", "28/12 +156", 27, 1, 5, 7, 12, 12, ""),
    (28, 58, "Lunde", "Zoe", "XX0058", "", "", "28/12 +85", 28, 1, 5, 7, 12, 12, ""),
    (29, 94, "Frost", "Ugo", "XX0094", "", "", "27/13 +148", 29, 1, 5, 7, 12, 12, ""),
    (30, 7, "Jonas", "Xena", "XX0007", "", "", "27/13 +102", 30, 1, 5, 7, 12, 12, ""),
    (31, 3, "Quist", "Finn", "XX0003", "", "", "27/13 +99", 31, 1, 5, 7, 12, 12, ""),
]
# The better seed wins each match, but the final goes to the second.
BYES_OF_16 = [(54, None), (26, 110), (22, 15), (2, 108), (40, 58), (12, 91), (41, 23), (32, 94)]
OTHER_HALF = [(55, 7), (16, 121), (113, 90), (53, 116), (59, 114), (88, 102), (9, 17), (118, 3)]

CONSOLATION = [
    (1, 1, "Vance", "Ugo", "XX0001", "", "", "15/7 +91", 2, 1, 21, 4, 25, 25, ""),
    (2, 4, "Zahn", "Dov", "XX0004", "", "", "12/6 +50", 1, 2, 3, 12, 15, 20, "By the commissioner."),
]


def cells(placing: Placing) -> tuple[Any, ...]:
    return tuple(placing.to_json().values())


@pytest.fixture
def main(cases_dir: Path) -> AccEvent:
    """Return the sample of 124: in each match the better seed wins 3 to 1, in the final the second 3 to 2."""
    file = sample_case(cases_dir, "main-124-players-settled")
    seeds = [row[1] for row in MAIN]
    sides: list[Any] = [*BYES_OF_16, *OTHER_HALF]
    matches = []
    for number in range(1, 6):
        won = []
        for slot, (upper, lower) in enumerate(sides, start=1):
            better = upper if lower is None or seeds.index(upper) < seeds.index(lower) else lower
            won.append(better)
            if lower is not None and number < 5:
                matches.append(MatchRecord(number, slot, (3, 1) if better == upper else (1, 3)))
        sides = list(zip(won[::2], won[1::2], strict=False))
    matches.append(MatchRecord(5, 1, (2, 3)))
    return reported(replace(file, playoff=PlayoffRecord((5, 5, 5, 5, 5), tuple(matches))))


@pytest.fixture
def consolation(main: AccEvent) -> AccEvent:
    """Return a consolation of eight who did not qualify: each beats all below by ten, the first skunks the last."""
    who = [one for one in main.file.entrants if one.number not in main.seeds][:8]
    numbers = [one.number for one in who]
    order = list(range(8))
    results = {}
    for game in range(1, 8):
        for one, two in zip(order[:4], order[:3:-1], strict=True):
            better, worse = sorted((one, two))
            results[game, numbers[better], numbers[worse]] = 31 if (better, worse) == (0, 7) else 10
        order = [order[0], order[-1], *order[1:-1]]
    facts = EventFacts("Consolation", 7, date(2026, 5, 16), kind="consolation")
    file = EventFile(facts, tuple(who), (), both_cards(results))
    file = replace(file, playoff=PlayoffRecord((5,), (MatchRecord(1, 1, (2, 3)),)))
    return reported(file, overrides={numbers[1]: (20, "By the commissioner.")})


def test_main_event_of_124_is_reported_cell_by_cell(main: AccEvent) -> None:
    data = main.to_json()

    assert [cells(placing) for placing in main.placings] == MAIN
    assert (data["number_of_entrants"], data["games"], data["qualifiers"]) == (124, 22, 31)
    assert (data["bracket_size"], data["byes"], data["approved_chart"], data["exemption"]) == (32, 1, True, None)
    assert [(one["upper"], one["lower"]) for one in data["first_round"]] == [*BYES_OF_16, *OTHER_HALF]
    assert data["rating_points"] == {
        "source": "a second-hand copy of the schedule in force from 1 August 2016",
        "in_force_from": "2016-08-01",
        "no_schedule": None,
    }
    assert main.is_final


def test_every_line_stands_in_the_report_as_written(main: AccEvent, cases_dir: Path) -> None:
    written = json.loads((cases_dir / "main-124-players-settled.json").read_text())
    worked_out = json.loads((cases_dir / "main-124-players-settled.report.json").read_text())
    data = main.to_json()

    assert [card["lines"] for card in data["scorecards"]] == [card["lines"] for card in written["scorecards"]]
    assert data["rulings"] == worked_out["rulings"]
    assert [one["rule"] for one in data["decisions"]] == ["14.1"]


def test_consolation_is_reported_cell_by_cell(consolation: AccEvent) -> None:
    data = consolation.to_json()

    assert [cells(placing) for placing in consolation.placings] == CONSOLATION
    assert (data["kind"], data["number_of_entrants"], data["games"], data["qualifiers"]) == ("consolation", 8, 7, 2)
    assert data["approved_chart"] is False


def test_weekend_of_both_is_sound(main: AccEvent, consolation: AccEvent) -> None:
    players = [replace(one.besides.sums, players=one.report.entrants) for one in (main, consolation)]
    both = [
        replace(one, besides=replace(one.besides, sums=sums))
        for one, sums in zip((main, consolation), players, strict=True)
    ]
    report = AccReport(name="Sample", events=tuple(both), starts_on=date(2026, 5, 16), ends_on=date(2026, 5, 15))

    data = report.to_json()
    assert (data["format"], data["notice"]) == (FORMAT, NOTICE)
    assert [one.kind for one in findings(data)] == ["dates"]
    assert [one.kind for one in findings({**data, "ends_on": None})] == []
    words, code = report_in_words(json.dumps({**data, "ends_on": None}).encode())
    assert code == 0
    assert "It does not prove who wrote this file." in words
    assert "The ACC has not approved" in words
    for one in data["events"][1]["entrants"]:
        one["last_name"] += "x"
    assert {one.kind for one in findings(data)} == {"dates", "name", "number twice"}


def test_bracket_stands_as_it_was_drawn(main: AccEvent) -> None:
    drawn = (*main.seeds[1:], main.seeds[0])
    event = reported(replace(main.file, playoff=None), seeded=drawn)

    assert [placing.entrant for placing in event.placings] == list(drawn)
    assert {placing.points for placing in event.placings} == {None}
    assert not event.is_final
    found = [one.kind for one in findings(AccReport(name="x", events=(event,)).to_json())]
    assert {"seed", "unfinished"} <= set(found)


def test_who_left_before_the_draw_is_replaced(main: AccEvent) -> None:
    gone = main.seeds[2]
    event = reported(replace(main.file, playoff=None), replaced=(gone,))

    assert gone not in event.seeds
    assert len(event.seeds) == 31
    found = {one.kind for one in findings(AccReport(name="x", events=(event,)).to_json())}
    assert found == {"unfinished", "money"}


def test_everybody_below_the_line_can_be_gone_too(main: AccEvent) -> None:
    file = made(12, 3, 5)
    below = [place.entrant for place in reported(file).report.standings]
    event = reported(replace(file, playoff=None), replaced=tuple(below[2:]))

    found = {one.kind for one in findings(AccReport(name="x", events=(event,)).to_json())}
    assert found == {"unfinished", "money"}


def test_open_order_has_no_placings() -> None:
    event = reported(undecided())

    assert event.placings == ()
    assert "unfinished" in {one.kind for one in findings(AccReport(name="x", events=(event,)).to_json())}


def test_event_without_playoffs_has_no_places() -> None:
    file = made(24, 9, 5)
    event = reported(replace(file, event=replace(file.event, format="qualifying"), playoff=None))

    assert {placing.place is None or placing.round_lost is None for placing in event.placings} == {True}
    assert {one.kind for one in findings(AccReport(name="x", events=(event,)).to_json())} <= {"money", "points"}


def test_field_that_no_chart_covers_is_extended_by_the_same_pattern() -> None:
    file = made(300, 12, 6)
    event = reported(file)

    assert event.to_json()["approved_chart"] is False
    assert len(event.seeds) == 75
    assert {one.kind for one in findings(AccReport(name="x", events=(event,)).to_json())} == {"money"}


@pytest.mark.parametrize(
    ("city", "state", "both"),
    [
        ("Tacoma WA", "", ("Tacoma", "WA")),
        ("Tacoma, WA", "", ("Tacoma", "WA")),
        ("Gull  Landing WA", "", ("Gull Landing", "WA")),
        ("Tacoma WA", "Washington", ("Tacoma WA", "Washington")),
        ("Santa Fe", "", ("Santa Fe", "")),
        ("WA", "", ("WA", "")),
        ("", "", ("", "")),
    ],
)
def test_city_and_state_stand_in_two_columns(city: str, state: str, both: tuple[str, str]) -> None:
    assert city_and_state(city, state) == both
