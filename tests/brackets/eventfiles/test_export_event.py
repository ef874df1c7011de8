"""What is exported is what was imported, byte for byte."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given

from brackets.demo.event import make_event
from brackets.eventfiles.export import event_file_of
from brackets.eventfiles.reading import read_event
from brackets.eventfiles.store import import_event
from scorecards.models import Line
from tests.events import CASE_NAMES, PHASES, round_robin, sample_case
from tests.strategies import examples
from tests.tournaments.eventfile.samples import event_files
from tournaments.eventfile.writing import write_event_file
from tournaments.rules.types import EventFile, PlayoffRecord

pytestmark = pytest.mark.django_db


def exported(event_file: EventFile) -> str:
    return write_event_file(event_file_of(import_event(event_file=event_file)))


@pytest.mark.parametrize("name", CASE_NAMES)
def test_export_gives_the_sample_case_back(name: str, cases_dir: Path) -> None:
    event_file = sample_case(cases_dir, name)

    assert exported(event_file) == write_event_file(event_file)


@pytest.mark.parametrize("phase", PHASES)
def test_export_gives_an_event_in_any_phase_back(phase: str) -> None:
    assert exported(PHASES[phase]) == write_event_file(PHASES[phase])


def test_export_of_the_demo_imports_to_an_equal_tournament() -> None:
    event_file = make_event(playoff_rounds=2)

    first = exported(event_file)
    again = read_event(first.encode())

    assert first == write_event_file(event_file)
    assert again == event_file
    assert exported(again) == first


@given(event_file=event_files())
@examples(60)
def test_export_gives_any_event_file_back(event_file: EventFile) -> None:
    if all(entrant.house_player for entrant in event_file.entrants) and event_file.playoff:
        # Where nobody can qualify there is no bracket, and no result has a place in it.
        event_file = replace(event_file, playoff=PlayoffRecord(event_file.playoff.best_of))
    with transaction.atomic():
        text = exported(event_file)
        transaction.set_rollback(True)

    assert text == write_event_file(event_file)


def test_export_keeps_the_order_of_every_list() -> None:
    event_file = make_event(players=61, games=9, playoff_rounds=2)
    assert event_file.playoff is not None
    assert event_file.decisions
    turned = replace(
        event_file,
        entrants=event_file.entrants[::-1],
        schedule=tuple(replace(game, pairs=game.pairs[::-1]) for game in event_file.schedule[::-1]),
        scorecards=tuple(replace(card, lines=card.lines[::-1]) for card in event_file.scorecards[::-1]),
        decisions=tuple(
            replace(one, entrants=one.entrants[::-1], lines=one.lines[::-1]) for one in event_file.decisions[::-1]
        ),
        playoff=PlayoffRecord(event_file.playoff.best_of, event_file.playoff.matches[::-1]),
    )

    assert exported(turned) == write_event_file(turned)


@pytest.mark.parametrize("playoff", [None, PlayoffRecord(), PlayoffRecord((5, 3, 1))])
def test_export_tells_an_empty_playoff_from_none(playoff: PlayoffRecord | None) -> None:
    event_file = replace(round_robin(), playoff=playoff)

    assert exported(event_file) == write_event_file(event_file)


def test_export_is_of_one_tournament_only() -> None:
    first, second = make_event(players=24, games=9, playoff_rounds=1), make_event(players=12, games=7)
    stored = import_event(event_file=first)
    import_event(event_file=second)

    assert event_file_of(stored) == first


def test_export_takes_the_same_queries_at_any_size() -> None:
    queries = []
    for event_file in (make_event(players=12, games=7), make_event(players=124, playoff_rounds=2)):
        tournament = import_event(event_file=event_file)
        with CaptureQueriesContext(connection) as captured:
            event_file_of(tournament)
        queries.append(len(captured))

    assert queries == [11, 11]


def test_export_follows_what_is_stored() -> None:
    tournament = import_event(event_file=round_robin())
    Line.objects.filter(scorecard__entrant__tournament=tournament, game=1, plus=40).update(plus=41)

    exported_file = event_file_of(tournament)

    assert exported_file.scorecards[0].lines[0].plus == 41
