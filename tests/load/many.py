"""Many events on one PostgreSQL: whether one waits for another, and what a worker keeps of them."""

import re
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import random
from statistics import median, quantiles
from threading import Thread

from tests.load.client import fetch
from tests.load.readers import hanging
from tests.load.saving import PREPARE, Client, environment_on, process_on, run_program
from tests.load.timing import verdict
from tests.with_postgresql import find_programs, temporary_server

EVENTS = 200
BUSY = 20
PLAYERS = 60
CHECKERS = 3
"""Of each busy event."""
BETWEEN_SAVES = 5.0
SECONDS = 60.0
RATIO = 2.0
"""How much longer a save may take while other events are busy: the machine is shared, but nothing else."""
GROWTH = 100.0
"""Megabytes by which a worker may grow once every event was opened."""

# One event is imported, and copied. Every event has the same directors.
COPIES = '''
from tournaments.models import Entrant, Pairing, ScheduledGame, StaffMember, Tournament


def copies(rows, **changes):
    rows = list(rows)
    for row in rows:
        row.pk = None
        for name, change in changes.items():
            setattr(row, name, change(row))
    return rows


def copied(model, rows, **changes):
    return model.objects.bulk_create(copies(rows, **changes))


slugs = [tournament.slug]
for number in range(1, int(os.environ["EVENTS"])):
    slug = f"{tournament.slug}-{number}"
    own = {"log_length": lambda row: 0, "log_head": lambda row: "", "slug": lambda row: slug}
    [copy] = copied(Tournament, Tournament.objects.filter(pk=tournament.pk), **own)
    of_copy = {"tournament": lambda row: copy}
    copied(StaffMember, StaffMember.objects.filter(tournament=tournament), **of_copy)
    copied(Entrant, Entrant.objects.filter(tournament=tournament), **of_copy)
    copied(ScheduledGame, ScheduledGame.objects.filter(tournament=tournament), **of_copy)
    slugs.append(slug)
from django.db import connection
PAIRINGS = """
    INSERT INTO tournaments_pairing (scheduled_game_id, first_id, second_id)
    SELECT own_game.id, own_first.id, own_second.id
    FROM tournaments_pairing AS pairing
    JOIN tournaments_scheduledgame AS game ON game.id = pairing.scheduled_game_id
    JOIN tournaments_entrant AS one ON one.id = pairing.first_id
    JOIN tournaments_entrant AS other ON other.id = pairing.second_id
    JOIN tournaments_scheduledgame AS own_game
        ON own_game.game = game.game AND own_game.tournament_id <> game.tournament_id
    JOIN tournaments_entrant AS own_first
        ON own_first.number = one.number AND own_first.tournament_id = own_game.tournament_id
    JOIN tournaments_entrant AS own_second
        ON own_second.number = other.number AND own_second.tournament_id = own_game.tournament_id
    WHERE game.tournament_id = %s
"""
with connection.cursor() as cursor:
    cursor.execute("ANALYZE")
    cursor.execute(PAIRINGS, [tournament.pk])
    cursor.execute("ANALYZE")
if Pairing.objects.count() != len(slugs) * Pairing.objects.filter(scheduled_game__tournament=tournament).count():
    raise SystemExit("not every pairing was copied")
print(json.dumps([slugs, sessions]))
'''


def measure_many() -> Iterator[str]:
    """Save in one busy event alone, beside nineteen others, and beside one whose lock hangs."""
    programs = find_programs()
    if programs is None:
        yield "many events on PostgreSQL: not measured, its programs are not installed"
        return
    with temporary_server(programs, is_durable=True) as url, tempfile.TemporaryDirectory() as folder:
        yield from _measure(environment_on(url, Path(folder)))


def _measure(environment: dict[str, str]) -> Iterator[str]:
    program = PREPARE.rpartition("print(")[0] + COPIES
    start = time.monotonic()
    more = {"PLAYERS": str(PLAYERS), "CHECKERS": str(CHECKERS), "EVENTS": str(EVENTS)}
    slugs, sessions = run_program(program, environment | more)
    made = time.monotonic() - start
    busy, port = slugs[:BUSY], int(environment["PORT"])
    with process_on(environment) as server:
        versions: dict[tuple[str, int], int] = {}
        _save(port, busy[:1], sessions, SECONDS / 6, versions)  # until each worker has what it keeps of an event
        alone = _save(port, busy[:1], sessions, SECONDS, versions)
        before = _megabytes(server)
        together = _save(port, busy, sessions, SECONDS, versions)
        with hanging(environment, busy[-1]):
            beside = _save(port, busy, sessions, SECONDS / 2, versions)
        after_busy = _megabytes(server)
        for slug in slugs * 2:
            for page in ("", "standings/"):
                _open(port, f"/t/{slug}/{page}")
        after_all = _megabytes(server)
    one, others = _late(alone.values()), _late(together.values())
    late = {slug: _late([times]) for slug, times in together.items()}
    free = {slug: times for slug, times in beside.items() if slug != busy[-1]}
    yield (
        f"{EVENTS} events of {PLAYERS} on PostgreSQL, made in {made:.0f} s; {BUSY} of them busy, {CHECKERS} people in"
        f" each, {sum(map(len, together.values()))} saves in {SECONDS:.0f} s: median"
        f" {_mid(together.values()) * 1000:.0f} ms, alone {_mid(alone.values()) * 1000:.0f}"
    )
    yield (
        f"  95th percentile of a save in ms: alone {one * 1000:.0f}, beside {BUSY - 1} others {others * 1000:.0f},"
        f" {verdict(others / one, RATIO)} times; of the slowest event {max(late.values()) * 1000:.0f}"
    )
    yield (
        f"  while the lock of one of them hangs, in the {BUSY - 1} others: {_late(free.values()) * 1000:.0f} ms,"
        f" {verdict(_late(free.values()) / one, RATIO)} times, {sum(map(len, free.values()))} saves"
    )
    grown = max(after_all) - max(before)
    yield (
        f"  memory of the larger worker: {max(before):.0f} MB with one event, {max(after_busy):.0f} with {BUSY} busy,"
        f" {max(after_all):.0f} once all {EVENTS} were opened; {verdict(grown, GROWTH)} MB more"
    )


def _late(times: Iterable[Sequence[float]]) -> float:
    return quantiles([time for of_event in times for time in of_event], n=20)[-1]


def _mid(times: Iterable[Sequence[float]]) -> float:
    return median([time for of_event in times for time in of_event])


def _save(
    port: int, slugs: Sequence[str], sessions: Sequence[str], seconds: float, versions: dict[tuple[str, int], int]
) -> Mapping[str, list[float]]:
    """Let people save in each of these events for a while; return how long each answered save took, by event."""
    times: dict[str, list[float]] = {slug: [] for slug in slugs}
    until = time.monotonic() + seconds

    def work(slug: str, number: int) -> None:
        client = Client(port, sessions[number])
        card, spread = number + 1, 0
        time.sleep(BETWEEN_SAVES * random())
        while time.monotonic() < until:
            spread += 1
            taken: list[float] = []
            version = versions.get((slug, card), 0)
            status, versions[slug, card] = client.try_to_save(slug, card, version, 1 + (version + spread) % 90, taken)
            if status == 200:
                times[slug] += taken
            time.sleep(BETWEEN_SAVES * (0.5 + random()))

    threads = [Thread(target=work, args=(slug, number)) for slug in slugs for number in range(len(sessions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return times


def _open(port: int, path: str) -> None:
    status, _, _ = fetch(port, path)
    if status != 200:
        raise RuntimeError(f"{path} was answered {status}")


def _megabytes(server: int) -> list[float]:
    """Return the memory that each worker holds (RSS), in megabytes."""
    found: list[float] = []
    for child in Path(f"/proc/{server}/task/{server}/children").read_text().split():
        with suppress(OSError):
            held = re.search(r"^Rss:\s+(\d+)", Path(f"/proc/{child}/smaps_rollup").read_text(), re.MULTILINE)
            found.append(int(held[1]) / 1024 if held else 0.0)
    return found
