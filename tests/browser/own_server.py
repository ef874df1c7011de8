"""The production server on the database of the test, for what only it does, and for tests that kill it."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import psutil
from django.conf import settings
from django.db import connection

from tests.conftest import ROOT
from tests.load.pages import children, free_port, wait_for

# As `make run` does, but for what the database of a test has or must not have: tables, the demo.
SERVE = """
import os
import django
django.setup()
from pathlib import Path
from config.serve import Start, collect_static, number, serve
collect_static()
start = Start(Path(), workers=number("WORKERS", 2, 64))
serve(start, int(os.environ["PORT"]), [], None)
"""


def database_url() -> str:
    """Return the address of the test database."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


@dataclass(slots=True)
class OwnServer:
    """The server, which keeps its port, so that a browser finds it again."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it unless it runs."""
        if self.process is not None and self.process.poll() is None:
            return
        kept = {name: value for name, value in os.environ.items() if name not in {"DEBUG", "HOST", "ALLOWED_HOSTS"}}
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE],
            cwd=ROOT,
            env=kept
            | {
                "PORT": str(self.port),
                "WORKERS": "1",
                "DATA_DIR": str(self.folder / "data"),
                "DATABASE_URL": database_url(),
                "STATIC_ROOT": str(self.folder / "static"),
                "SECRET_KEY": settings.SECRET_KEY,
                "DJANGO_SETTINGS_MODULE": "config.settings",
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for(self.port, self.process)

    def kill(self) -> None:
        """Kill the server and its workers at once, as when the power fails."""
        if self.process is None or self.process.poll() is not None:
            return
        # The server first: it would put another in the place of a worker that dies before it.
        pids = [self.process.pid, *children(self.process.pid)]
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait(timeout=30)
        # On a busy machine a worker holds the port a while longer, and the next server would not start.
        until = time.monotonic() + 30
        while any(_is_alive(pid) for pid in pids[1:]) and time.monotonic() < until:
            time.sleep(0.02)


def _is_alive(pid: int) -> bool:
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    return False
