"""What one save, one initial and one posting cost at 124, 1,000 and 2,000 entrants: processor time and queries."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.load.saving import environment_on, run_program
from tests.load.timing import verdict
from tests.with_postgresql import find_programs, temporary_server

SIZES = (124, 1000, 2000)
GAMES = 22
ROUNDS = 15
MOST_MS = 40
MOST_GROWTH = 1.5

# Runs with the server's settings: every card is in and names its opponents; each act is a request of the staff.
PROGRAM = """
import json
import os
import time
from contextlib import ExitStack
from statistics import median
from uuid import uuid4
import django
django.setup()
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from brackets.posting.services import post_qualifiers, waive_condition
from brackets.rules.checklist import NEVER_WAIVED, ChecklistItem
from config.serve import load_pages
from scorecards.checking.check_queue import CheckQueue
from scorecards.cards.services.cards import stored_card
from tournaments.models import Entrant, Tournament
from tournaments.staff.services import add_director

players, games, rounds = (int(os.environ[name]) for name in ("PLAYERS", "GAMES", "ROUNDS"))
load_pages()  # as each worker has them
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
tournament = import_event(event_file=make_event(players=players, games=games))
user = User.objects.create_user("dee")
member = add_director(tournament=tournament, user=user)
member.name = member.initials = "Dee"
member.save()
client = Client(headers={"host": "localhost", "accept": "application/json"})
client.force_login(user)
base = f"/t/{tournament.slug}/"
seat = dict(Entrant.objects.filter(tournament=tournament).values_list("number", "seat"))


def vars_of(foot):
    return {name: getattr(foot, name) for name in ("game_points", "games_won", "plus", "minus")}


class Counted:
    def __init__(self):
        self.queries = 0

    def __call__(self, execute, sql, *rest):
        self.queries += 1
        return execute(sql, *rest)


def cost(job):
    counted = Counted()
    with ExitStack() as stack:
        stack.enter_context(connection.execute_wrapper(counted))
        start = time.process_time()
        job()
        return (time.process_time() - start) * 1000, counted.queries


def typed_lines(card, spread):
    fields = {}
    for game, line in card.lines.items():
        values = {"opponent": seat.get(line.opponent, "")}
        values |= {name: getattr(line, name) for name in ("points", "plus", "minus")}
        if game == 3:
            values |= {"points": 0, "plus": None, "minus": spread}
        fields |= {f"{name}-{game}": "" if value is None else value for name, value in values.items()}
    return fields


def save(number, spread):
    card = stored_card(Entrant.objects.get(tournament=tournament, number=number))
    fields = {"key": str(uuid4()), "version": card.version, "reason": "as on the paper"} | typed_lines(card, spread)
    if card.foot is not None:
        fields |= {f"foot-{name}": value for name, value in vars_of(card.foot).items() if value is not None}

    def send():
        response = client.post(f"{base}cards/{number}/", fields)
        assert response.status_code == 200, (response.status_code, response.content[:500])

    return send


def post(path, fields):
    response = client.post(f"{base}check/{path}/", fields)
    assert response.status_code == 302, (response.status_code, path, response.content[:2000])


def initial():
    queue = CheckQueue(Tournament.objects.get(pk=tournament.pk))
    item = next(item for item in queue.open if item.kind.is_ruling)
    post(f"{item.key}/as-written", {"stamp": item.stamp})
    return lambda: post(f"{item.key}/initials", {"stamp": item.stamp, "initials": "DD"})


def confirm():
    queue = CheckQueue(Tournament.objects.get(pk=tournament.pk))
    item = next(item for item in queue.open if item.kind.is_ruling and not item.is_confirmed)
    return lambda: post(f"{item.key}/as-written", {"stamp": item.stamp})


def work_out():
    CheckQueue(Tournament.objects.get(pk=tournament.pk))


spreads = iter(range(1, 120))
saves = [cost(save(4 + one, next(spreads))) for one in range(rounds)][3:]
read = [cost(work_out)]
for one in range(4):
    save(4 + one, next(spreads))()
    read.append(cost(work_out))
confirms = [cost(confirm()) for _ in range(5)][1:]
initials = [cost(initial()) for _ in range(5)][1:]
for item in ChecklistItem:
    if item not in NEVER_WAIVED:
        try:
            waive_condition(tournament=tournament, actor=member, item=item.value, reason="bench")
        except Exception:
            pass
now = Tournament.objects.get(pk=tournament.pk)
try:
    posting = [cost(lambda: post_qualifiers(tournament=now, actor=member, seen=now.version))]
except Exception as refused:
    posting = [(-1.0, 0)]
of = lambda all: (median(one[0] for one in all), median(one[1] for one in all))
found = {"save": saves, "read": read, "confirm": confirms, "initial": initials, "posting": posting}
print(json.dumps({act: of(costs) for act, costs in found.items()}))
if "PROFILE" in os.environ:
    import cProfile, pstats, sys
    job = save(30, 77)
    profile = cProfile.Profile()
    profile.runcall(job)
    pstats.Stats(profile, stream=sys.stderr).sort_stats("cumulative").print_stats(60)
"""


def measure_changes() -> Iterator[str]:
    """Measure each act at each size, on SQLite and, where it is installed, on PostgreSQL."""
    yield from _measure("SQLite", None)
    if find_programs() is None:
        yield "PostgreSQL: not measured, its programs are not installed"
    else:
        yield from _measure("PostgreSQL", find_programs())


def _measure(name: str, programs: Path | None) -> Iterator[str]:
    found = {}
    for players in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            if programs is None:
                found[players] = _cost_at(players, f"sqlite:///{folder}/growth.sqlite3", Path(folder))
            else:
                with temporary_server(programs, is_durable=True) as url:
                    found[players] = _cost_at(players, url, Path(folder))
    for act in found[SIZES[0]]:
        costs = ", ".join(
            f"{size}: {time:.0f} ms in {queries:.0f} queries"
            for size, (time, queries) in ((size, found[size][act]) for size in SIZES)
        )
        growth = found[SIZES[-1]][act][0] / found[SIZES[0]][act][0]
        goals = ""
        if act == "save":
            goals = (
                f"; at {SIZES[-1]} {verdict(found[SIZES[-1]][act][0], MOST_MS)}, growth {verdict(growth, MOST_GROWTH)}"
            )
        yield f"{act} on {name}, processor time: {costs}{goals or f'; growth {growth:.1f}'}"


def _cost_at(players: int, url: str, folder: Path) -> dict[str, tuple[float, float]]:
    more = {"PLAYERS": str(players), "GAMES": str(GAMES), "ROUNDS": str(ROUNDS)}
    found: dict[str, tuple[float, float]] = run_program(PROGRAM, environment_on(url, folder) | more)
    return found
