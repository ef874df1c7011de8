"""What one tap at the door costs: everybody of a large event checked in and paid, one request after the other."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from tests.load.saving import Client, environment_on, run_program, server_on

ENTRANTS = 124
IDLE = 200
ROW = {"HX-Request": "true", "HX-Target": "check-in-row"}

# Runs with the server's settings: an event before its first game, and the director's session.
PREPARE = f"""
import json
import django
django.setup()
from django.contrib.auth.models import User
from django.core.management import call_command
from tests.load.sessions import new_session
from tournaments.models import Entrant, Tournament
from tournaments.staff.services import add_director
call_command("migrate", verbosity=0)
tournament = Tournament.objects.create(name="Door", slug="door", games=22, entry_fee=60_00)
for number in range(1, {ENTRANTS} + 1):
    Entrant.objects.create(tournament=tournament, number=number, name=f"Player {{number}}", fee_owed=60_00)
user = User.objects.create_user("director")
add_director(tournament=tournament, user=user)
print(json.dumps(new_session(user)))
"""
COUNT = """
import json
import django
django.setup()
from tournaments.models import Entrant
print(json.dumps(Entrant.objects.filter(checked_in_at__isnull=False, fee_paid=60_00).count()))
"""


def measure_door() -> Iterator[str]:
    """Check in everybody and take the fee of each, as the page at the door does; RuntimeError where one is lost."""
    with tempfile.TemporaryDirectory() as folder:
        environment = environment_on(f"sqlite:///{folder}/door.sqlite3", Path(folder))
        session = run_program(PREPARE, environment)
        taps: list[float] = []
        idle: list[float] = []
        with server_on(environment) as port:
            client = Client(port, session)
            for _ in range(IDLE):
                client.ask_nothing(idle)
            _, page = client.send("GET", "/t/door/entrants/check-in/", "", [])
            for number in range(1, ENTRANTS + 1):
                for tap in ({"here": str(number)}, {"paid": f"{number} 60.00"}):
                    body = urlencode({"csrfmiddlewaretoken": client.token, **tap})
                    status, _ = client.send("POST", "/t/door/entrants/check-in/", body, taps, ROW)
                    if status != 200:
                        raise RuntimeError(f"a tap was answered {status}")
        if (stored := run_program(COUNT, environment)) != ENTRANTS:
            raise RuntimeError(f"{stored} of {ENTRANTS} are here and have paid")
    yield (
        f"{ENTRANTS} entrants checked in and paid, {len(taps)} taps, none lost: {60 / median(taps):.0f} taps a minute,"
        f" {median(taps) / median(idle):.1f} times a request that does nothing; page of {len(page) / 1000:.0f} kB"
    )
