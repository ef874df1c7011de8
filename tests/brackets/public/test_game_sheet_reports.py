"""Events of game sheets: stored, worked out, proved and exported, with every report that goes out."""

from dataclasses import replace

import pytest
from django.db import connection

from brackets.event_files.export import event_file_of
from brackets.event_files.reading import read_event
from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from brackets.rules.report import report_on
from scorecards.models import Correction, Line
from scorecards.records.facts import cards_to_come
from tests.scorecards.rules.test_game_sheets import gone_home
from tests.sheets import decided, decided_left, with_line
from tournaments.event_file.writing import write_event_file
from tournaments.rules.types import EventFile
from tournaments.rules.types import Line as LineRecord

pytestmark = pytest.mark.django_db


def of_points() -> EventFile:
    """Return an event in which somebody drops out and one card says other points, which the director decided."""
    event_file = with_line(gone_home("stand"), 2, LineRecord(1, 1, own=108, theirs=121))
    return with_decision(event_file)


def with_decision(event_file: EventFile) -> EventFile:
    is_points = event_file.event.scoring == "total-points"
    decision = decided(1, 1, 2, 121, 109) if is_points else decided_left(1, 1, 2, (0, 12))
    return replace(event_file, decisions=(decision,))


@pytest.mark.parametrize("scoring", ["total-points", "points-left"])
@pytest.mark.parametrize("drop_outs", ["stand", "dropped", "forfeits"])
def test_event_of_sheets_is_stored_proved_and_exported_byte_for_byte(scoring: str, drop_outs: str) -> None:
    written = write_event_file(with_decision(gone_home(drop_outs, scoring)))

    tournament = import_event(event_file=read_event(written.encode()))

    assert write_event_file(event_file_of(tournament)) == written
    assert differences(tournament) == []
    assert cards_to_come(tournament) == []


def test_decision_on_a_sheet_leaves_the_line_as_written_and_is_a_record_of_its_own() -> None:
    tournament = import_event(event_file=of_points())

    line = Line.objects.get(scorecard__entrant__number=2, game=1)
    correction = Correction.objects.get(entrant__number=2, game=1)
    assert (line.own, line.theirs) == (108, 121)
    assert (correction.before_own, correction.after_own, correction.after_theirs) == (108, 109, 121)
    assert (correction.decision is not None, correction.rule) == (True, "14.1")
    assert tournament.stored_result.report["undecided"] == []


def test_what_is_tampered_with_is_found() -> None:
    tournament = import_event(event_file=of_points())
    with connection.cursor() as cursor:
        cursor.execute("UPDATE scorecards_line SET own = 0 WHERE own = 121 AND game = 2")

    assert differences(tournament) != []


def test_report_has_the_keys_of_the_specification_and_who_dropped_out() -> None:
    report = report_on(of_points()).to_json()

    assert list(report) == [
        *("event", "edition", "complete", "entrants", "qualifiers", "bracket_size", "byes", "approved_chart"),
        *("arithmetic", "rulings", "undecided", "unchecked", "checked", "standings", "high_nonqualifier"),
        *("tie_games_needed", "tie_orders_needed", "drop_outs", "first_round"),
    ]
    assert report["standings"][0] == {
        "rank": 1,
        "entrant": 2,
        "total_points": 320,
        "games_won": 1,
        "qualifies": False,
        "decided_by": None,
    }
