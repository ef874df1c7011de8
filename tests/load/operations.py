"""Random operations of two writers at once, and a calculation from scratch now and then: both come to the same."""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tests.load.pages import ROOT
from tests.load.saving import environment_on, is_asked, on_each

# No operation is to wait for a disk: what is compared is kept in memory, where the system has such a folder.
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder is made in it that only we can read
OPERATIONS = int(os.environ.get("OPERATIONS", "100000"))
SEED = int(os.environ.get("SEED", "1000"))

# Two processes change one event at the same time, as two workers of the server do, and each keeps the rows that it has
# read. Now and then both stop: each compares what it keeps with what is stored, and one of them, in turn, all that is
# stored with a calculation from scratch. Events, people and acts follow from the seed; who comes first is chance.

PROGRAM = """
import multiprocessing
import os
import sys
from random import Random
from threading import BrokenBarrierError
import django
django.setup()
from django.core.management import call_command
from django.db import connections
from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from scorecards.records.facts import card_records, kept_card_records
from tests.factories.tournaments import UserFactory, director_of
from tests.scorecards.checking.random_desk import Desk, event_at_random, latest
from tournaments.changes.write_queue import EventIsBusy
from tournaments.models import Tournament
from tournaments.records.schedule import kept_schedule_of, schedule_of

WRITERS, BETWEEN_STOPS, STOPS = 2, 12, 10
ROUND = WRITERS * BETWEEN_STOPS
wanted, seed = int(os.environ["OPERATIONS"]), int(os.environ["SEED"])


def wrong(now, is_whole):
    if kept_card_records(now) != card_records(now):
        return "the cards that are kept are not those that are stored"
    if kept_schedule_of(now) != schedule_of(now):
        return "the schedule that is kept is not the one that is stored"
    return "; ".join(differences(now)) if is_whole else ""


def work(number, meet, event, counts):
    UserFactory.reset_sequence(number * 10**9)
    done = stops = 0
    while done < wanted:
        at = seed + stops // STOPS
        event_file = event_at_random(at)
        if number == 0:
            event.value = import_event(event_file=event_file).pk
        meet.wait()
        tournament = Tournament.objects.get(pk=event.value)
        for turn in range(WRITERS):  # the director, who is the same for both, is made once
            if turn == number:
                desk = Desk(Random(f"operations {at} {number}"), tournament, event_file)
                director_of(tournament, "Ada")
            meet.wait()
        for _ in range(STOPS):
            for _ in range(BETWEEN_STOPS):
                try:
                    desk.do_something()
                except EventIsBusy:
                    counts[2 * number + 1] += 1
            counts[2 * number] += desk.refused
            desk.refused = 0
            meet.wait()
            if found := wrong(latest(tournament), stops % WRITERS == number):
                print(f"after {done + ROUND} operations (event of seed {at}): {found}", file=sys.stderr)
                meet.abort()
                sys.exit(1)
            meet.wait()
            stops += 1
            done += ROUND
            if number == 0 and (done // ROUND % 50 == 0 or done >= wanted):
                print(done, counts[0] + counts[2], counts[1] + counts[3], flush=True)
            if done >= wanted:
                break


def writer(*told):
    try:
        work(*told)
    except BrokenBarrierError:
        sys.exit(1)
    except BaseException:
        told[1].abort()
        raise


call_command("migrate", verbosity=0)
connections.close_all()
forked = multiprocessing.get_context("fork")
meet, event, counts = forked.Barrier(WRITERS), forked.Value("q", 0), forked.Array("q", 2 * WRITERS)
writers = [forked.Process(target=writer, args=(number, meet, event, counts)) for number in range(WRITERS)]
for one in writers:
    one.start()
for one in writers:
    one.join()
sys.exit(max(abs(one.exitcode) for one in writers))
"""


def measure_operations() -> Iterator[str]:
    """Let two writers at random save, re-enter, decide, undo, withdraw, substitute, set, post; compare each 24.

    Half of them on SQLite, half on PostgreSQL, unless one is named; how many there are can be set, and where chance
    begins: ``OPERATIONS=5000 SEED=2000 ON=PostgreSQL make bench ARGS=operations``.
    """
    share = OPERATIONS // sum(map(is_asked, ("SQLite", "PostgreSQL")))
    within = MEMORY if MEMORY.is_dir() else None
    yield from on_each("operations", partial(_run, operations=share), is_durable=False, within=within)


def _run(name: str, url: str, folder: Path, operations: int) -> Iterator[str]:
    run = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env=environment_on(url, folder) | {"OPERATIONS": str(operations), "SEED": str(SEED)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert run.stdout is not None
    for line in run.stdout:
        done, refused, busy = map(int, line.split())
        yield (
            f"{done:,} of {operations:,} random operations of two writers on {name} ({refused:,} refused by a rule,"
            f" {busy} because the event was busy): all that is kept and stored follows from the cards"
        )
    if run.wait():
        raise RuntimeError("what is stored does not follow from the cards")
