"""The result of an event as JSON: what is written is read as it was, and nothing else is."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given

from brackets.rules.report import Report, report_on, with_bracket
from scorecards.rules.calculation import calculate
from scorecards.rules.event_result import EventResult, places_from_json, places_to_json
from tests.events import PHASES
from tests.scorecards.rules.test_game_sheets import gone_home
from tests.scorecards.rules.test_pools import LEVEL_ACROSS, POOLS, in_pools
from tests.strategies import events
from tournaments.rules.stored_json import StoredJsonError
from tournaments.rules.types import EventFile

EVENTS = {
    **PHASES,
    "dropped out": gone_home("dropped"),
    "points left": gone_home("stand", "points-left"),
    "pools": in_pools(LEVEL_ACROSS, POOLS),
}


def assert_read_as_written(event_file: EventFile) -> None:
    """Assert that result, report and standings come back from JSON as they were, key by key in the same order."""
    calculation = calculate(event_file)
    result, report = calculation.result, report_on(event_file)
    written, reported = json.dumps(result.to_json()), json.dumps(report.to_json())

    assert EventResult.from_json(json.loads(written)) == result
    assert json.dumps(EventResult.from_json(json.loads(written)).to_json()) == written
    assert Report.from_json(json.loads(reported)) == report
    assert json.dumps(Report.from_json(json.loads(reported)).to_json()) == reported
    before = calculation.before.places
    assert places_from_json(json.loads(json.dumps(places_to_json(before)))) == before


@pytest.mark.parametrize("name", EVENTS)
def test_result_is_read_as_it_was_written(name: str) -> None:
    assert_read_as_written(EVENTS[name])


@given(event_file=events())
def test_result_of_any_event_is_read_as_it_was_written(event_file: EventFile) -> None:
    assert_read_as_written(event_file)


def test_who_is_seeded_waits_for_every_card_unless_that_is_waived() -> None:
    result = calculate(PHASES["incomplete"]).result

    assert (result.complete, result.seeds(), with_bracket(result).seeded) == (False, (), ())
    assert with_bracket(result, waived=True).seeded == result.seeds(waived=True) == (1, 2, 3, 4)


@pytest.mark.parametrize("name", ["undecided", "open ties"])
def test_nobody_is_seeded_while_the_order_is_open_whatever_is_waived(name: str) -> None:
    assert calculate(PHASES[name]).result.seeds(waived=True) == ()


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    report = deepcopy(calculate(gone_home("dropped")).result.to_json())
    change(report)
    return report


@pytest.mark.parametrize(
    ("report", "message"),
    [
        (None, "report: None is not an object"),
        (changed(lambda report: report.pop("event")), "report: event missing"),
        (changed(lambda report: report.update(winner=7)), "report: unknown key winner"),
        (changed(lambda report: report.update(complete=1)), "report.complete: 1 is not of type bool"),
        (changed(lambda report: report.update(checked=[True])), "report.checked[0]: True is not of type int"),
        (
            changed(lambda report: report.update(tie_games_needed=[[1, 2, 3]])),
            "report.tie_games_needed: a tie game of 3, not of 2",
        ),
        (
            changed(lambda report: report.update(tie_orders_needed=[[1, "2"]])),
            "report.tie_orders_needed[0][1]: '2' is not of type int",
        ),
        (
            changed(lambda report: report["standings"][0].pop("total_points")),
            "standings[0]: game_points, net, plus missing",
        ),
        (changed(lambda report: report["standings"][1].update(net=3)), "standings[1]: unknown key net"),
        (changed(lambda report: report["drop_outs"].pop("setting")), "report.drop_outs: setting missing"),
    ],
)
def test_result_that_does_not_fit_is_refused(report: object, message: str) -> None:
    with pytest.raises(StoredJsonError) as refused:
        EventResult.from_json(report)

    assert str(refused.value) == message
