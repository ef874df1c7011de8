"""The runbook of docs/deploying.md, followed as it stands there while twenty checkers save on two servers.

``make bench ARGS=promoting`` kills ten times.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.load.failover import ask
from tests.load.promoting import (
    Pair,
    Work,
    in_the_runbook,
    kill_primary,
    must_be_fenced,
    pair_of,
    under_load,
    wait_until,
)
from tests.with_postgresql import find_programs

pytestmark = [pytest.mark.slow, pytest.mark.thorough, pytest.mark.alone]

SECONDS_OF_WAITING = 4.0


def stands_still(work: Work) -> bool:
    """Tell whether nothing is saved for a while; what was on its way may still be answered at first."""
    answered = work.saves
    time.sleep(SECONDS_OF_WAITING)
    return work.saves == answered


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL's programs are not installed.")
    with pair_of(programs) as two:
        yield two


def test_nothing_is_lost_when_the_standby_dies_and_then_one_primary_after_the_other(pair: Pair, tmp_path: Path) -> None:
    first = pair.primary
    with under_load(pair, tmp_path) as work:
        pair.standby.kill()
        wait_until(lambda: stands_still(work), "saves do not wait for a dead standby")
        shown = ask(work.port, "GET", "/")[0]
        pair.do(pair.primary, "At the primary, when its standby has died")
        work.must_go_on()
        pair.standby.run("systemctl start postgresql@15-main")
        pair.follow()
        for starts_by_itself in (True, False):
            kill_primary(pair, work, starts_by_itself=starts_by_itself)

    # What was answered is there once, and all follows from the cards: that was verified.
    assert (shown, pair.primary) == (200, first)


def test_primary_that_is_started_again_takes_nothing_before_it_is_promoted(pair: Pair) -> None:
    pair.primary.run("systemctl restart postgresql@15-main")
    must_be_fenced(pair.primary)

    pair.do(pair.primary, "At the primary, after a start")

    assert pair.primary.run('sudo -u postgres psql -Atc "SELECT pg_is_in_recovery()"') == "f\n"
    pair.follow()


def test_every_command_of_the_runbook_is_tried_here() -> None:
    occasions = {name for name in in_the_runbook() if name.startswith("At ")}

    assert occasions == {
        "At FIRST",
        "At the standby, to copy everything",
        "At the primary, once its standby follows",
        "At the primary, when its standby has died",
        "At the standby, when the primary has died",
        "At the old primary",
        "At the primary, after a start",
    }
