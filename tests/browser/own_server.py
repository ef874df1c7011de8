"""A server of its own, on a database of its own, that a test may kill and start again."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.conftest import ROOT
from tests.load.pages import free_port, wait_for

# Runs with the server's settings: one event without cards, and somebody signed in who may key them.
PREPARE = """
import json
import django
django.setup()
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from brackets.demo.event import make_event
from brackets.eventfiles.store import import_event
from tests.events import without_cards
call_command("migrate", verbosity=0)
user = User.objects.create_user("ada")
tournament = import_event(event_file=without_cards(make_event(players=8, games=7)), director=user)
session = SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.create()
print(json.dumps([tournament.slug, session.session_key]))
"""
# What is in the database about cards, so that nothing can be in it twice.
COUNT = """
import json
import django
django.setup()
from scorecards.models import CardSave, Line, Scorecard
from tournaments.models import AuditEntry
rows = Line.objects.order_by("scorecard__entrant__number", "game")
print(json.dumps({
    "cards": list(Scorecard.objects.values_list("entrant__number", "version")),
    "saves": CardSave.objects.count(),
    "log": AuditEntry.objects.filter(action__in=("card entered", "card re-entered", "slip entered")).count(),
    "lines": list(rows.values_list("scorecard__entrant__number", "game", "points", "plus", "minus")),
}))
"""


@dataclass(slots=True)
class OwnServer:
    """The production server on a folder. It keeps its port, so that a browser finds it again."""

    folder: Path
    port: int = field(default_factory=free_port)
    slug: str = ""
    session: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def prepare(self) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in {"DEBUG", "HOST", "ALLOWED_HOSTS"}}
        self.environment = kept | {
            "PORT": str(self.port),
            "WORKERS": "1",
            "DATABASE_URL": f"sqlite:///{self.folder}/own.sqlite3",
            "STATIC_ROOT": str(self.folder / "static"),
            "SECRET_KEY": secrets.token_urlsafe(64),
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        self.slug, self.session = json.loads(self._run(PREPARE))

    def count(self) -> dict[str, object]:
        found: dict[str, object] = json.loads(self._run(COUNT))
        return found

    def _run(self, program: str) -> str:
        run = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.serve"],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for(self.port, self.process)

    def kill(self) -> None:
        """Kill the server and its workers at once, as when the power fails."""
        if self.process is None or self.process.poll() is not None:
            return
        # The server first: it would put another in the place of a worker that dies before it.
        for pid in [self.process.pid, *_children(self.process.pid)]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait(timeout=30)


def _children(pid: int) -> list[int]:
    """Return everything that a process has started, the youngest first."""
    try:
        own = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []
    return [below for child in own for below in (*_children(child), child)]
