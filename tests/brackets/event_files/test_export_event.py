"""What is exported is what was imported, byte for byte."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from brackets.demo.event import make_event
from brackets.event_files.export import event_file_of
from brackets.event_files.store import import_event
from tests.events import PHASES, round_robin
from tournaments.event_file.writing import write_event_file
from tournaments.rules.types import EventFile, PlayoffRecord

pytestmark = pytest.mark.django_db


def exported(event_file: EventFile) -> str:
    return write_event_file(event_file_of(import_event(event_file=event_file)))


def test_export_keeps_the_order_of_every_list() -> None:
    event_file = make_event(players=25, games=9, playoff_rounds=2)
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
    first = PHASES["finished"]
    stored = import_event(event_file=first)
    import_event(event_file=round_robin())

    assert event_file_of(stored) == first


def test_export_takes_the_same_queries_at_any_size() -> None:
    queries = []
    for event_file in (round_robin(), PHASES["finished"]):
        tournament = import_event(event_file=event_file)
        with CaptureQueriesContext(connection) as captured:
            event_file_of(tournament)
        queries.append(len(captured))

    # Where there are matches, one more: how many the bracket was drawn for.
    assert queries == [11, 12]
