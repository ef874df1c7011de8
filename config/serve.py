"""``make run``: make ready whatever is not yet ready, then serve the site until Ctrl-C.

The environment may set HOST, PORT and WORKERS besides what ``config/settings.py`` reads.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import secrets
import signal
import socket
import sys
import time
from contextlib import suppress
from functools import partial
from multiprocessing.sharedctypes import RawValue
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from config.front import Front

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
RUNNING = VAR_DIR / "running"
MAX_CONNECTIONS = 16_000
"""Of a worker: 10,000 pages that follow may all come to one, and everybody else must get in too."""
FILES_OF_ITS_OWN = 128
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - compared with, not bound


def say(text: str) -> None:
    """Tell the person who started the site."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def number(name: str, default: int, most: int) -> int:
    """Read a number from the environment."""
    value = os.environ.get(name, "").strip() or str(default)
    if not (value.isdecimal() and 1 <= int(value) <= most):
        sys.exit(f"{name} is {value!r}: write a number from 1 to {most}.")
    return int(value)


def kept_secret_key(path: Path) -> str:
    """Read the key kept in the file; make it, readable by its owner only, when there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not (path.exists() and path.read_text().strip()):
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
    return path.read_text().strip()


def close_to_others(folder: Path) -> None:
    """Let nobody else on the machine read what is in the folder, also what an earlier version wrote."""
    folder.mkdir(mode=0o700, exist_ok=True)
    with suppress(OSError):  # of somebody else, who must do it
        folder.chmod(0o700)


def refuse_taken_port(host: str, port: int) -> None:
    """Say so at once when something else listens there already."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            holder = f" {running}" if (running := what_runs()) else ""
            sys.exit(f"Cannot listen on {host}:{port}: {error.strerror}.{holder} Try make run PORT={port + 1}")


def what_runs() -> str:
    """Say which process of ours serves this folder already, if one does."""
    with suppress(OSError, ValueError):
        pid, port = RUNNING.read_text().split()
        if sys.platform != "win32":  # where it would end the process
            os.kill(int(pid), 0)
        return f"This site runs already on port {port}, as process {pid}."
    return ""


def own_names() -> list[str]:
    """By which names and addresses others in the same network reach this machine."""
    name = socket.gethostname()
    names = [name.lower(), f"{name.lower().removesuffix('.local')}.local"]
    with suppress(OSError):  # where the machine's own name is known to nobody, the address below is enough
        names += [str(info[4][0]) for info in socket.getaddrinfo(name, None, family=socket.AF_INET)]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing: asks only which of our addresses would be used
        names.append(probe.getsockname()[0])
    return list(dict.fromkeys(entry for entry in names if not entry.startswith("127.")))


def collect_static() -> None:
    """Collect and compress the static files, unless the same ones were collected before."""
    from django.conf import settings
    from django.contrib.staticfiles.finders import get_finders
    from django.core.management import call_command

    digest = hashlib.sha256(repr(settings.STORAGES["staticfiles"]).encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            file = Path(storage.path(path))
            digest.update(f"{file} {file.stat().st_size} {file.stat().st_mtime_ns}\n".encode())
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    if not (stamp.exists() and stamp.read_text() == digest.hexdigest()):
        call_command("collectstatic", interactive=False, clear=True, verbosity=0)
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(digest.hexdigest())


def prepare() -> str | None:
    """Bring the database and the static files up to date; a new database gets the demo tournament.

    Returns the path of a sign-in link while nobody has set a password yet.
    """
    import django
    from django.core.management import call_command
    from django.db import connections

    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("recalculate")
    collect_static()
    call_command("make_demo", if_empty=True)
    path = path_of_sign_in_link()
    connections.close_all()
    return path


def path_of_sign_in_link() -> str | None:
    """Make the link by which the first director signs in, as long as one is needed."""
    from django.urls import reverse

    from tournaments.staff.services.sign_in_links import link_for_first_director

    secret = link_for_first_director()
    return reverse("tournaments:sign-in-link", args=[secret]) if secret else None


def end_with_server(server: int) -> None:
    """End this worker soon after its server: one that was killed would leave the port taken and the site half alive."""
    if sys.platform == "win32":  # where the number of a parent stays when it has ended
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
    else:
        while os.getppid() == server:
            time.sleep(1)
    os._exit(1)


def load_site(ending: Any) -> Front:
    """Return the site to a worker, which leaves the terminal's group first.

    Ctrl-C is then heard by the server alone, who tells the workers. One that hears it twice may never stop.
    ``ending`` is set as soon as the server begins to stop.
    """
    if sys.platform != "win32":
        os.setpgrp()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # told to stop while it still starts
    Thread(target=end_with_server, args=[os.getppid()], daemon=True).start()
    from django.db import connections

    from config.asgi import make_front
    from config.settings import limit_statements
    from scorecards.records.bursts import BURSTS

    for name in connections.settings:
        if connections.settings[name]["ENGINE"] == "django.db.backends.postgresql":
            limit_statements(connections.settings[name]["OPTIONS"])
    BURSTS.begin()
    sys.setswitchinterval(0.001)  # who only reads waits less for threads that calculate
    return make_front(is_ending=lambda: bool(ending.value))


def room_for_connections() -> int:
    """Return how many connections a worker may hold: as many as it may have open files, but some for itself."""
    if sys.platform == "win32":
        return MAX_CONNECTIONS
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + FILES_OF_ITS_OWN
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return max(128, allowed - FILES_OF_ITS_OWN)


def serve(host: str, port: int, addresses: list[str], sign_in: str | None) -> None:
    """Run the production server until it is stopped."""
    from granian import Granian
    from granian.constants import HTTPModes, Interfaces
    from granian.http import HTTP1Settings
    from granian.log import LogLevels

    ending = RawValue("b", 0)
    # `backpressure` counts open connections, idle ones and those that follow too: it is wide, so that they do not use
    # it up. Who sends no whole head in 30 s, the first or the next, is let go; only HTTP/1 does that.
    server = Granian(
        "config.asgi:application",
        address=host,
        port=port,
        interface=Interfaces.ASGINL,
        workers=number("WORKERS", 2, 64),
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=30_000, max_buffer_size=64 * 1024),
        backlog=2048,
        backpressure=room_for_connections(),
        websockets=False,
        respawn_failed_workers=True,
        workers_kill_timeout=10,
        log_level=LogLevels.error,
    )

    def stop(number: int, frame: Any) -> None:
        ending.value = 1  # those who follow are let go: the workers wait for their connections
        server.signal_handler_interrupt(number, frame)  # type: ignore[no-untyped-call]

    @server.on_startup
    def tell_addresses() -> None:
        for name in ("SIGINT", "SIGTERM", "SIGBREAK", "SIGHUP"):  # SIGHUP: the terminal was closed
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), stop)
        for address in addresses:
            say(f"  Public page:  http://{address}:{port}/")
        if sign_in is not None:
            say(f"  Sign in once, as director:  http://{addresses[0]}:{port}{sign_in}")
        say("Ctrl-C stops.")

    server.serve(target_loader=partial(load_site, ending), wrap_loader=False)


def main() -> None:
    """Prepare and serve."""
    os.chdir(BASE_DIR)
    os.umask(0o077)  # database, key and backups are nobody else's to read
    close_to_others(VAR_DIR)
    host = os.environ.get("HOST", "").strip() or "127.0.0.1"
    port = number("PORT", 8000, 65535)
    refuse_taken_port(host, port)

    reachable = own_names() if host in EVERYWHERE else []
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if not os.environ.get("SECRET_KEY"):
        os.environ["SECRET_KEY"] = kept_secret_key(VAR_DIR / "secret_key")
    if not os.environ.get("ALLOWED_HOSTS"):
        own = [] if host in EVERYWHERE else [f"[{host}]" if ":" in host else host]
        os.environ["ALLOWED_HOSTS"] = ",".join(["127.0.0.1", "localhost", "[::1]", *own, *reachable])
    sign_in = prepare()
    RUNNING.parent.mkdir(exist_ok=True)
    RUNNING.write_text(f"{os.getpid()} {port}")
    shown = ["127.0.0.1", *reachable] if host in EVERYWHERE else [f"[{host}]" if ":" in host else host]
    try:
        serve(host, port, shown, sign_in)
    finally:
        RUNNING.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
