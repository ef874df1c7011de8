"""What a copy of the event on a stick costs: its time, age and size, and what it adds to a save."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.load.saving import Client, environment_on, prepare, run_program, server_on
from tournaments.backups.stick import FOLDER

ENTRANTS = tuple(map(int, os.environ.get("ENTRANTS", "124,1000,2000").split(",")))
COPIES = 5
SAVES = 60
# Runs with the server's settings: copies, one after the other.
COPY = """
import json
import sys
import time
from pathlib import Path
import django
django.setup()
from django.conf import settings
from tournaments.backups.copying import of_this_laptop
from tournaments.backups.stick import write_copy
from tournaments.term import Term
database, folder, times = Path(settings.DATABASES["default"]["NAME"]), Path(sys.argv[1]), []
for _ in range(int(sys.argv[2])):
    began = time.perf_counter()
    copy, head = write_copy(database, folder, of_this_laptop(), Term(1, "badokiru"), folder / "scratch")
    times.append(time.perf_counter() - began)
print(json.dumps([times, copy.path.stat().st_size, head.size]))
"""


def measure_stick() -> Iterator[str]:
    """Copy events of several sizes, and save cards with and without a stick."""
    for entrants in ENTRANTS:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            (folder / "stick" / FOLDER).mkdir(parents=True)
            (folder / "measured").mkdir()
            (folder / "backups").mkdir()
            environment = environment_on(f"sqlite:///{folder}/db.sqlite3", folder) | {"DATA_DIR": temporary}
            slug, [session] = prepare(environment, entrants, 1)
            times, packed, size = run_program(COPY, environment, str(folder / "measured"), str(COPIES))
            without, _ = _save(environment, slug, session, 0)
            (folder / "backups" / "second-place").write_text(str(folder / "stick"))
            with_stick, age = _save(environment, slug, session, 1)
            yield (
                f"{entrants} entrants: a copy of {size / 1024**2:.1f} MB takes {median(times):.2f} s and"
                f" {packed / 1024**2:.1f} MB on the stick; at most {age:.1f} s old while cards are saved; a save takes"
                f" {with_stick / without:.2f} times as long as without ({without * 1000:.0f} ms)"
            )


def _save(environment: dict[str, str], slug: str, session: str, version: int) -> tuple[float, float]:
    """Save cards; return the median time, and how far behind the stick was at most, as pages say."""
    times: list[float] = []
    behind = [0.0]
    with server_on(environment) as port:
        client = Client(port, session)
        time.sleep(5)  # the first copy is made
        for card in range(1, SAVES + 1):
            status, _ = client.try_to_save(slug, card, version, 5 + version, times)
            if status != 200:
                raise RuntimeError(f"a save was answered {status}")
            said = client.send("GET", "/healthz", "", [])[1].decode().rpartition("stick: ")[2]
            behind.append(float(said.split(" s behind")[0]) if " s behind" in said else 0.0)
            time.sleep(0.1)
    return median(times), max(behind)
