"""Random operations on small events, and a calculation from scratch now and then: both come to the same."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.load.pages import ROOT
from tests.load.saving import environment_on

# No operation is to wait for a disk: what is compared is kept in memory, where the system has such a folder.
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder is made in it that only we can read
OPERATIONS = int(os.environ.get("OPERATIONS", "100000"))

PROGRAM = """
import os
import sys
import django
django.setup()
from random import Random
from django.core.management import call_command
from brackets.eventfiles.store import import_event
from brackets.eventfiles.verify import differences
from tests.scorecards.checking.random_desk import Desk, event_at_random, latest

AN_EVENT, COMPARED_EVERY = 250, 25
wanted = int(os.environ["OPERATIONS"])
call_command("migrate", verbosity=0)
done = 0
while done < wanted:
    seed = 1000 + done // AN_EVENT
    event_file = event_at_random(seed)
    tournament = import_event(event_file=event_file)
    desk = Desk(Random(f"operations {seed}"), tournament, event_file)
    for step in range(min(AN_EVENT, wanted - done)):
        desk.do_something()
        done += 1
        if done % COMPARED_EVERY == 0 and (found := differences(latest(tournament))):
            sys.exit(f"after {done} operations (event of seed {seed}): {found}")
    if done % 5000 == 0 or done >= wanted:
        print(done, flush=True)
"""


def measure_operations() -> Iterator[str]:
    """Do operations at random: save, re-enter, decide, undo, withdraw, substitute, set, post; compare each 25.

    How many there are can be set: ``OPERATIONS=5000 make bench ARGS=operations``.
    """
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        environment = environment_on(f"sqlite:///{folder}/operations.sqlite3", Path(folder))
        run = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            env=environment | {"OPERATIONS": str(OPERATIONS)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert run.stdout is not None
        for line in run.stdout:
            yield f"{int(line):,} of {OPERATIONS:,} random operations: all that is stored follows from the cards"
        if run.wait():
            raise RuntimeError("what is stored does not follow from the cards")
