"""Whole events, stored: as written, with what they come to, and exported as they came."""

from dataclasses import replace
from pathlib import Path

import pytest
from django.db import transaction
from hypothesis import given

from brackets.event_files.export import event_file_of
from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from brackets.models import Bracket, Seed
from brackets.rules.report import with_bracket
from scorecards.models import Correction, Ruling, StoredResult
from scorecards.records.facts import card_records
from scorecards.rules.calculation import calculate
from scorecards.rules.event_result import places_to_json
from tests.events import CASE_NAMES, PHASES, sample_case
from tests.strategies import events, examples
from tests.tournaments.event_file.samples import event_files
from tournaments.event_file.writing import write_event_file
from tournaments.models import Tournament
from tournaments.rules.types import EventFile, PlayoffRecord

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

Numbers = tuple[int | None, int | None, int | None]


def lines_after_corrections(tournament: Tournament, event_file: EventFile) -> dict[tuple[int, int], Numbers]:
    """Apply the stored corrections in order to the lines as written, each to what it says it found."""
    lines: dict[tuple[int, int], Numbers] = {
        (card.entrant, line.game): (line.points, line.plus, line.minus)
        for card in event_file.scorecards
        for line in card.lines
    }
    for found in Correction.objects.filter(entrant__tournament=tournament).select_related("entrant"):
        key = (found.entrant.number, found.game)
        assert lines.get(key, (None, None, None)) == (found.before_points, found.before_plus, found.before_minus)
        lines[key] = (found.after_points, found.after_plus, found.after_minus)
    return lines


def assert_stored(event_file: EventFile) -> None:
    """Assert that an event is kept as it was written, with its rulings, corrections, standings and bracket."""
    calculation = calculate(event_file)

    tournament = import_event(event_file=event_file)

    assert card_records(tournament) == event_file.scorecards
    assert lines_after_corrections(tournament, event_file) == {
        (entrant, game): (line.points, line.plus, line.minus)
        for entrant, own in calculation.check.lines.items()
        for game, line in own.items()
    }
    rulings = Ruling.objects.filter(tournament=tournament).select_related("first", "second")
    assert [(one.game, (one.first.number, one.second.number), tuple(one.rules)) for one in rulings] == [
        (one.game, one.entrants, one.rules) for one in calculation.check.rulings
    ]
    stored = StoredResult.objects.get(tournament=tournament)
    assert (stored.report, stored.version) == (calculation.result.to_json(), tournament.version)
    assert stored.before == places_to_json(calculation.before.places)
    assert stored.passes == [list(flagged) for flagged in calculation.check.passes]
    assert_bracket(tournament, event_file)
    assert write_event_file(event_file_of(tournament)) == write_event_file(event_file)


def assert_bracket(tournament: Tournament, event_file: EventFile) -> None:
    """Assert that there is a bracket with its seeds where the file brings matches along, and none elsewhere."""
    report = with_bracket(calculate(event_file).result)
    has_bracket = bool(event_file.playoff and event_file.playoff.matches) and report.bracket_size >= 2

    sizes = Bracket.objects.filter(tournament=tournament).values_list("size", flat=True)
    seeds = Seed.objects.filter(bracket__tournament=tournament).values_list("seed", "entrant__number")
    assert list(sizes) == ([report.bracket_size] if has_bracket else [])
    assert list(seeds) == (list(enumerate(report.seeded, start=1)) if has_bracket else [])


@pytest.mark.parametrize("name", CASE_NAMES)
def test_sample_case_is_stored_proved_and_given_back(name: str, cases_dir: Path) -> None:
    event_file = sample_case(cases_dir, name)

    assert_stored(event_file)

    assert differences(Tournament.objects.get()) == []


@pytest.mark.parametrize("phase", PHASES)
def test_event_in_any_phase_is_stored_proved_and_given_back(phase: str) -> None:
    assert_stored(PHASES[phase])

    assert differences(Tournament.objects.get()) == []


@given(event_file=events())
@examples(40)
def test_any_event_is_stored_proved_and_given_back(event_file: EventFile) -> None:
    with transaction.atomic():
        assert_stored(event_file)
        assert differences(Tournament.objects.get()) == []
        transaction.set_rollback(True)


@given(event_file=event_files())
@examples(60)
def test_any_file_is_stored_and_given_back(event_file: EventFile) -> None:
    if all(entrant.house_player for entrant in event_file.entrants) and event_file.playoff:
        # Where nobody can qualify there is no bracket, and no result has a place in it.
        event_file = replace(event_file, playoff=PlayoffRecord(event_file.playoff.best_of))
    with transaction.atomic():
        assert_stored(event_file)
        transaction.set_rollback(True)
