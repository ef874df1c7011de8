"""What the database counts of each card is what reading every line tells."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from brackets.demo.event import make_event
from brackets.eventfiles.store import import_event
from scorecards.keying.selectors.agreement import LinesCounted, lines_counted
from scorecards.models import Decision, Line, Ruling, Scorecard, Signature
from scorecards.rules.entry.card_reading import lines_agree
from scorecards.rules.scoring_systems.registry import scoring_system
from tests.events import PHASES
from tournaments.models import Tournament
from tournaments.rules.columns import LINE_COLUMNS
from tournaments.rules.types import EventFile
from tournaments.rules.types import Line as LineRecord

pytestmark = pytest.mark.django_db

EVENTS = {
    **{name: PHASES[name] for name in ("no cards", "incomplete", "undecided", "open ties", "odd field with a leaver")},
    "errors of every kind": make_event(players=60, games=12, settled=False),
    "decided": make_event(players=60, games=12),
}


def counted_by_reading(tournament: Tournament) -> dict[int, LinesCounted]:
    lines: dict[int, dict[int, LineRecord]] = defaultdict(dict)
    columns = ("scorecard__entrant__number", "game", "opponent__number", *LINE_COLUMNS)
    for number, game, *rest in Line.objects.filter(scorecard__entrant__tournament=tournament).values_list(*columns):
        lines[number][game] = LineRecord(game, *rest)
    settled = {
        (row.game, side.number)
        for row in (
            *Decision.objects.active().filter(tournament=tournament),
            *Ruling.objects.active().filter(tournament=tournament, signatures__isnull=False),
        )
        for side in (row.first, row.second)
    }
    system = scoring_system(tournament.scoring)

    def is_open(number: int, line: LineRecord) -> bool:
        theirs = lines.get(line.opponent or 0, {}).get(line.game)
        agrees = theirs is not None and lines_agree(number, line, line.opponent or 0, theirs, system)
        return not agrees and (line.game, number) not in settled

    cards = dict(Scorecard.objects.filter(entrant__tournament=tournament).values_list("entrant__number", "pk"))
    return {
        cards[number]: LinesCounted(len(own), sum(is_open(number, line) for line in own.values()))
        for number, own in lines.items()
    }


@pytest.mark.parametrize("event_file", EVENTS.values(), ids=EVENTS)
def test_counts_are_those_of_reading_every_line(event_file: EventFile) -> None:
    tournament = import_event(event_file=event_file)
    for ruling in Ruling.objects.active().filter(tournament=tournament)[::2]:
        Signature.objects.create(ruling=ruling, initials="BA", made_by="Bo Ash")

    assert lines_counted(tournament) == counted_by_reading(tournament)


def test_something_of_each_kind_was_counted() -> None:
    tournament = import_event(event_file=EVENTS["errors of every kind"])
    open_lines = Counter(counted.open > 0 for counted in lines_counted(tournament).values())

    assert (open_lines[True] > 0, open_lines[False] > 0) == (True, True)
