"""Serve the site: prepare what is missing, then answer until Ctrl-C.

``make run`` starts it here, the command ``cribbage-tournaments`` in ``config/command.py``. The environment may set
HOST, PORT, WORKERS and DATA_DIR besides what else ``config/settings.py`` reads.
"""

import gc
import multiprocessing
import os
import signal
import sys
import time
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from io import StringIO
from multiprocessing.sharedctypes import RawValue
from pathlib import Path
from threading import Thread, Timer
from typing import Any

import segno

from config.background.process import Job, answer_workers, new_address
from config.beside import Work, back_up, copy_to_stick, publish, read_photographs, running_beside
from config.starting.again import AGAIN, IN_USE, OfWorker, continued, start_again, start_again_soon
from config.starting.database import COPIES, refuse_damaged, upgrade
from config.starting.folder import AlreadyRunning, kept_secret_key, note_running, open_folder, say, the_only_one
from config.starting.port import FIRST_PORT, free_port, room_for_connections, why_port_is_taken
from tournaments.hall_check.addresses import EVERYWHERE, in_brackets, own_addresses, own_names
from tournaments.hall_check.network_name import names_offered, network_name

BASE_DIR = Path(__file__).resolve().parent.parent
SECONDS_FOR_A_TARGET = 6.0
"""How long the end waits for what is being published, to a stick that may hang."""
SECONDS_TO_BROWSER = 0.5
"""After how long the browser is opened: the workers are forked by then."""


@dataclass(frozen=True, slots=True)
class Start:
    """How the site is to start.

    ``port`` is ``None`` where the first free one from 8000 will do, ``port_option`` is how one says which port.
    """

    data: Path
    host: str = "127.0.0.1"
    port: int | None = None
    workers: int = 2
    has_demo: bool = False
    opens_browser: bool = False
    shows_code: bool = False
    port_option: str = "--port "
    not_continued: bool = False
    """Whether somebody says that no other laptop went on with the event."""


def number(name: str, default: int, most: int) -> int:
    """Read a number from the environment."""
    value = os.environ.get(name, "").strip() or str(default)
    if not (value.isdecimal() and 1 <= int(value) <= most):
        sys.exit(f"{name} is {value!r}: write a number from 1 to {most}.")
    return int(value)


def collect_static() -> None:
    """Collect and compress the static files where no installation did (``make install``, or the wheel)."""
    from django.conf import settings
    from django.core.management import call_command

    if not (settings.DEBUG or Path(settings.STATIC_ROOT, "staticfiles.json").exists()):
        call_command("collectstatic", interactive=False, verbosity=0)


def prepare(start: Start) -> str | None:
    """Bring the database up to date, and have what pages need.

    Returns the path of a sign-in link while nobody has set a password yet.
    """
    import django
    from django.core.management import call_command
    from django.db import connections

    django.setup()
    upgrade(start.data / COPIES)
    call_command("recalculate")
    collect_static()
    if start.has_demo:
        call_command("make_demo", if_empty=True, stdout=StringIO())  # its address: the pages lead there
    replace_codes_of_lost_stick()
    path = path_of_sign_in_link()
    connections.close_all()
    load_pages()  # forked workers have them already
    return path


def replace_codes_of_lost_stick() -> None:
    """Replace the codes of scorecards where the site has a new key: the finder of the stick could open the old ones."""
    from scorecards.reporting.services.codes import make_missing_codes
    from tournaments.backups.state import CODES_REPLACED, NEW_KEY, folder_of_backups
    from tournaments.changes.transaction import tournament_change
    from tournaments.models import Tournament

    marker = folder_of_backups() / NEW_KEY
    if marker.exists():
        for tournament in Tournament.objects.all():
            with tournament_change(tournament, affects_cards=False, public=False) as locked:
                make_missing_codes(locked, affects_cards=False)
        marker.touch()
        marker.replace(marker.with_name(CODES_REPLACED))


def path_of_sign_in_link() -> str | None:
    """Make the link by which the first director signs in, as long as one is needed."""
    from django.urls import reverse

    from tournaments.staff.services import link_for_first_director

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


def load_site(ending: Any, server: int, beside: str) -> Any:
    """Return the site to a worker, which leaves the terminal's group first.

    Ctrl-C is then heard by the server alone, who tells the workers. One that hears it twice may never stop.
    ``ending`` is set as soon as the server begins to stop. ``server`` is its process: asked here who started this
    worker, the system would name another one where the server was killed already. ``beside`` is where the process in
    the background is asked.
    """
    if hasattr(os, "setpgrp"):
        os.setpgrp()  # noqa: TID251 - there is one
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # told to stop while it still starts
    Thread(target=end_with_server, args=[server], daemon=True).start()
    from config.asgi import SITE, application
    from config.at_once import FOLLOWERS
    from config.background.jobs import leave_to_background, limit_connections
    from tournaments import hooks
    from tournaments.term import standing

    hooks.start_again.listen(start_again_soon)
    OfWorker.ending = ending
    limit_connections()
    leave_to_background(beside)
    sys.setswitchinterval(0.001)  # who only reads waits less for threads that calculate
    FOLLOWERS.is_ending = lambda: bool(ending.value) or not standing().serves
    load_pages()
    SITE.begin()
    return application


def load_pages() -> None:
    """Load the code of all pages, 0.7 s of work, and leave it to no one's first request.

    Garbage is then looked for among what came later only: to go through all of the program takes a tenth of a second.
    """
    from django.urls import get_resolver

    assert get_resolver().url_patterns
    gc.collect()
    gc.freeze()


def load_jobs() -> Callable[[Job], Any]:
    """Return to the process in the background what does its jobs."""
    from config.background.jobs import do_job, limit_connections
    from config.busy import closing_connections

    limit_connections()
    return closing_connections()(do_job)


def serve(start: Start, port: int, addresses: list[str], sign_in: str | None, *works: Work) -> bool:
    """Run the production server until it is stopped, and these works beside it; return whether it is to start again."""
    from granian import Granian
    from granian.constants import HTTPModes, Interfaces
    from granian.http import HTTP1Settings
    from granian.log import LogLevels

    ending = RawValue("b", 0)
    # `backpressure` counts open connections, idle ones and those that follow too: it is wide, so that they do not use
    # it up. Who sends no whole head in 30 s, the first or the next, is let go; only HTTP/1 does that.
    server = Granian(
        "config.asgi:application",
        address=start.host,
        port=port,
        interface=Interfaces.ASGINL,
        workers=start.workers,
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

    def watch() -> None:
        while not ending.value:
            time.sleep(0.2)
        if ending.value == AGAIN:
            time.sleep(1)  # the page that says so is on its way
            server.signal_handler_interrupt(signal.SIGTERM, None)  # type: ignore[no-untyped-call]

    @server.on_startup
    def tell_addresses() -> None:
        Thread(target=watch, daemon=True).start()
        for name in ("SIGINT", "SIGTERM", "SIGBREAK", "SIGHUP"):  # SIGHUP: the terminal was closed
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), stop)
        for address in addresses:
            say(f"  Public page:  http://{address}:{port}/")
        if sign_in is not None:
            say(f"  Sign in once, as director:  http://{addresses[0]}:{port}{sign_in}")
        if start.shows_code and len(addresses) > 1:
            show_code(f"http://{addresses[1]}:{port}/")
        say("Ctrl-C stops.")
        if start.opens_browser:
            # A browser that does not return at once is not waited for, and begins once the workers are forked.
            opening = Timer(SECONDS_TO_BROWSER, webbrowser.open, [f"http://{addresses[0]}:{port}{sign_in or '/'}"])
            opening.daemon = True
            opening.start()

    with new_address() as beside, running_beside("background", partial(answer_workers, beside, load_jobs), *works):
        server.serve(target_loader=partial(load_site, ending, os.getpid(), beside), wrap_loader=False)
    return bool(ending.value == AGAIN)


def show_code(address: str) -> None:
    """Show a code to scan, where somebody looks at the terminal."""
    if not sys.stdout.isatty():
        return
    say(f"\nScan to open {address} on a phone in the same network:\n")
    with suppress(UnicodeEncodeError):  # a terminal that has no blocks to draw with
        segno.make(address, error="m", micro=False).terminal(compact=True, border=2)


def set_environment(start: Start) -> list[str]:
    """Set what ``config/settings.py`` reads and the starter has not set. Return the addresses that others can use."""
    reachable = own_addresses() if start.host in EVERYWHERE else []
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["DATA_DIR"] = str(start.data)
    if not os.environ.get("SECRET_KEY"):
        os.environ["SECRET_KEY"] = kept_secret_key(start.data / "secret_key")
    if not os.environ.get("ALLOWED_HOSTS"):
        own = [*reachable, *own_names(), *names_offered()] if start.host in EVERYWHERE else [in_brackets(start.host)]
        os.environ["ALLOWED_HOSTS"] = ",".join(dict.fromkeys(["127.0.0.1", "localhost", "[::1]", *own]))
    return reachable


def in_use(start: Start) -> Start:
    """Return how to start with the event that this laptop continues, where it does: as the first laptop served it."""
    found = continued(start.data)
    if found is None:
        return start
    for name in ("SECRET_KEY", "DATABASE_URL"):  # its own are in its folder
        os.environ.pop(name, None)
    say(f"This laptop continues the event of another one ({found['folder']}).")
    say("To serve its own events again, open /laptop/ here, or start it with --own (make run OWN=1).")
    is_free = not why_port_is_taken(found["host"], found["port"])
    return replace(
        start, data=found["folder"], host=found["host"], port=found["port"] if is_free else start.port, has_demo=False
    )


def run_site(start: Start) -> None:
    """Check folder, database and port, prepare the site, and serve it until it is stopped.

    Raises:
        AlreadyRunning: another process serves this data.
    """
    os.umask(0o077)  # database, key and backups are nobody else's to read
    start = in_use(start)
    open_folder(start.data)
    reachable = set_environment(start)
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured

    from scorecards.photographs.kinds import is_reader_wanted
    from tournaments.hall_check.visits import forget_visits

    try:
        database = settings.DATABASES["default"]
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    is_file = database["ENGINE"] == "django.db.backends.sqlite3"
    file = Path(database["NAME"])
    with ExitStack() as stack:
        if is_file:
            stack.enter_context(the_only_one(file))
        port = free_port(start.host, start.port, start.port_option)
        if is_file:
            refuse_damaged(file, start.data / COPIES)
        sign_in = prepare(start)
        name = stack.enter_context(network_name(reachable, port))
        settings.SERVED_HOST, settings.SERVED_PORT, settings.NETWORK_NAME = start.host, port, name  # for forked workers
        os.environ |= {"SERVED_HOST": start.host, "SERVED_PORT": str(port), "NETWORK_NAME": name}
        if is_file:
            begin(start)
            note_running(file, start.host, port, name)
        works = (partial(back_up, file), partial(copy_to_stick, file)) if is_file else ()
        stack.enter_context(running_beside("publishing", publish, seconds_to_end=SECONDS_FOR_A_TARGET))
        if is_reader_wanted():
            stack.enter_context(running_beside("photographs", read_photographs))
        forget_visits()
        here = ["127.0.0.1", *reachable, *([name] if name else [])]
        is_again = serve(start, port, here if start.host in EVERYWHERE else [in_brackets(start.host)], sign_in, *works)
    if is_again:
        start_again()


def begin(start: Start) -> None:
    """Find out whether this laptop may serve, or another one went on with its event. End where nobody can be asked."""
    from tournaments.backups.copying import know_at_start
    from tournaments.term import begin_term, current_term, standing, take_term

    is_first = not current_term().number
    begin_term()
    if know_at_start() and (is_first or start.not_continued):
        take_term()
    if not standing().unsure:
        return
    if not (start.opens_browser or sys.stdin.isatty()):
        sys.exit(
            "The stick with the copy of this event is not here, and another laptop may have gone on with the event."
            " Nothing was changed.\nPlug in the stick, or start with --not-continued (make run NOT_CONTINUED=1) if no"
            " other laptop did."
        )
    say("The stick is not here: nothing is served until you answer one question on this laptop, at /laptop/.")


def main() -> None:
    """Start the site as ``make run`` does: on the data in ``var/``, with the demo in a new database."""
    os.chdir(BASE_DIR)
    start = Start(
        data=Path(os.environ.get("DATA_DIR", "").strip() or BASE_DIR / "var").resolve(),
        host=os.environ.get("HOST", "").strip() or "127.0.0.1",
        port=number("PORT", FIRST_PORT, 65535),
        workers=number("WORKERS", 2, 64),
        has_demo=True,
        port_option="make run PORT=",
        not_continued=os.environ.get("NOT_CONTINUED", "") == "1",
    )
    if os.environ.get("OWN", "") == "1":
        (start.data / IN_USE).unlink(missing_ok=True)  # the data of the other event stays in its folder
    try:
        run_site(start)
    except AlreadyRunning as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
