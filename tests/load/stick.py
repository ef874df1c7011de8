"""What a copy of the event on a stick costs: its time, age and size, and what it adds to a save."""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median, quantiles

from tests.load.saving import Client, environment_on, prepare, run_program, server_on
from tournaments.backups.stick import FOLDER

ENTRANTS = tuple(map(int, os.environ.get("ENTRANTS", "124,1000,2000").split(",")))
COPIES = 5
SAVES = 25
TURNS = 16
"""With and without a stick, after a first one in which the cards are new."""
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
    copy, head = write_copy(database, folder, of_this_laptop(), Term(1, "badokiru"))
    times.append(time.perf_counter() - began)
print(json.dumps([times, copy.path.stat().st_size, head.size]))
"""


def measure_stick() -> Iterator[str]:
    """Copy events of several sizes, and save cards with and without a stick, in turns at one server."""
    for entrants in ENTRANTS:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
            folder = Path(temporary)
            (folder / "stick" / FOLDER).mkdir(parents=True)
            (folder / "measured").mkdir()
            (folder / "backups").mkdir()
            environment = environment_on(f"sqlite:///{folder}/db.sqlite3", folder) | {"DATA_DIR": temporary}
            slug, [session] = prepare(environment, entrants, 1)
            times, packed, size = run_program(COPY, environment, str(folder / "measured"), str(COPIES))
            saves, behind = _save_in_turns(environment, slug, session, folder)
            without, with_stick = saves
            noise = median(without[::2]) / median(without[1::2])
            ratios = [figure(with_stick) / figure(without) for figure in (median, mean, _slowest_of_twenty)]
            yield (
                f"{entrants} entrants: a copy of {size / 1024**2:.1f} MB takes {median(times):.2f} s and"
                f" {packed / 1024**2:.1f} MB on the stick; at most {max(behind):.1f} s old while cards are saved; of"
                f" {len(without) + len(with_stick)} saves with a stick one takes {ratios[0]:.2f} times as long as"
                f" without ({median(without) * 1000:.0f} ms), on average {ratios[1]:.2f} times, the slowest of twenty"
                f" {ratios[2]:.2f} times (every other one of those without: {noise:.2f} times the others)"
            )


def _slowest_of_twenty(times: list[float]) -> float:
    return quantiles(times, n=20)[18]


def _save_in_turns(
    environment: dict[str, str], slug: str, session: str, folder: Path
) -> tuple[tuple[list[float], list[float]], list[float]]:
    """Save cards while no stick is chosen, then while one is, again and again.

    Returns the times of both, and how far behind the stick was, as pages say.
    """
    times: tuple[list[float], list[float]] = ([], [])
    behind = [0.0]
    with server_on(environment) as port:
        client = Client(port, session)

        def said() -> str:
            return client.send("GET", "/healthz", "", [])[1].decode().partition("stick: ")[2]

        for turn in range(TURNS + 1):
            (folder / "backups" / "second-place").write_text(str(folder / "stick") if turn % 2 else "")
            while ("All on" in said()) != bool(turn % 2):
                time.sleep(0.1)
            for card in range(1, SAVES + 1):
                status, _ = client.try_to_save(slug, card, turn, 5 + turn, times[turn % 2] if turn else [])
                if status != 200:
                    raise RuntimeError(f"a save was answered {status}")
                time.sleep(0.1)
                if not card % 5:
                    now, is_behind, _ = said().partition(" s behind")
                    behind.append(float(now) if is_behind else 0.0)
    return times, behind
