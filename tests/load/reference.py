"""Generated events worked out twice: by the engines, and slowly from the rules (tests/reference.py)."""

import os
from collections.abc import Iterator

from hypothesis import HealthCheck, Phase, given, seed, settings

from brackets.rules.report import report_on
from tests.reference import Reference, without_free_text
from tests.strategies import events
from tournaments.rules.types import EventFile

EVENTS = int(os.environ.get("EVENTS", "20000"))
EVENTS_A_SEED = 1_000
FIRST_SEED = 2026


def compare_with_reference() -> Iterator[str]:
    """Compare the reports on generated events, the same ones each time; the first that differs is shown and raised.

    How many there are can be set: ``EVENTS=2000 make bench ARGS=reference``.
    """
    compared = 0
    while compared < EVENTS:
        number = min(EVENTS_A_SEED, EVENTS - compared)
        _compare(FIRST_SEED + compared // EVENTS_A_SEED, number)
        compared += number
        yield f"{compared:,} of {EVENTS:,} generated events: the slow reference has the same report"


def _compare(with_seed: int, number: int) -> None:
    @seed(with_seed)
    @settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(event_file=events())
    def both_agree(event_file: EventFile) -> None:
        report = without_free_text(report_on(event_file).to_json())
        assert report == without_free_text(Reference(event_file).report())

    both_agree()
