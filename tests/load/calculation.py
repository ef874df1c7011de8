"""What working everything out after one correction costs, against the page that is asked for next."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from tests.load.pages import ROOT
from tests.load.timing import verdict

SIZES = (124, 500)
GAMES = 22
ROUNDS = 12
GOAL = 1.5

# Runs with the server's settings, each size in a process of its own so that nothing is warm from another.
PROGRAM = """
import json
import sys
import django
django.setup()
from itertools import cycle
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from scorecards.checking.items import Kind
from scorecards.checking.selectors.queue import check_queue
from scorecards.checking.services.initials import reenter_line
from scorecards.records.recalculate import recalculate
from tests.load.timing import best_times
from tournaments.rules.types import Line
from tournaments.models import Tournament
from tournaments.staff.services.directors import add_director

players, games, rounds = map(int, sys.argv[1:])
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
tournament = import_event(event_file=make_event(players=players, games=games))
user = User.objects.create_user("dee")
member = add_director(tournament=tournament, user=user)
member.name = member.initials = "Dee"
spreads = cycle((5, 6, 7))

item = next(item for item in check_queue(tournament).items if item.kind is Kind.RULING)
key, number = item.key, item.sides[0].holder.number
opponent = item.sides[1].holder.number


def correct():
    line = Line(seen.game, opponent, 2, next(spreads), None)
    reenter_line(
        tournament=tournament, actor=member, key=key, stamp=seen.stamp, number=number, line=line
    )


def look():
    global seen
    seen = check_queue(tournament).find(key)


def recompute():
    with transaction.atomic():
        recalculate(Tournament.objects.get())


client = Client()
client.force_login(user)


def get(page):
    response = client.get(f"/t/{tournament.slug}/{page}", headers={"host": "localhost"})
    assert response.status_code == 200, response.status_code


def view_queue():
    get("check/")


def view_standings():
    # With a parameter that it does not know, a page is rendered afresh each time.
    get("standings/?afresh=1")


_, correction, alone, queue, standings = best_times(
    look, correct, recompute, view_queue, view_standings, rounds=rounds
)
print(json.dumps([correction, alone, queue, standings]))
"""


def measure_calculation() -> Iterator[str]:
    """Key one line of a game anew through the services, and show the queue, at 124 and at 500 entrants."""
    for players in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(
                [sys.executable, "-c", PROGRAM, str(players), str(GAMES), str(ROUNDS)],
                cwd=ROOT,
                env=os.environ
                | {
                    "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
                    "STATIC_ROOT": f"{folder}/static",
                    "SECRET_KEY": secrets.token_urlsafe(64),
                    "DJANGO_SETTINGS_MODULE": "config.settings",
                },
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
        correction, alone, queue, standings = json.loads(run.stdout)
        yield (
            f"one correction at {players} entrants: working everything out {alone * 1000:.0f} ms, the whole request's"
            f" service {correction * 1000:.0f} ms; the queue's page, which comes next, {queue * 1000:.0f} ms: ratio"
            f" {verdict(alone / queue, GOAL)} and {verdict(correction / queue, GOAL)}; against the smallest page, the"
            f" public standings ({standings * 1000:.0f} ms): {alone / standings:.1f}"
        )
