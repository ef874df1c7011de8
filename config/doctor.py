"""``cribbage-tournaments doctor``: the hall check in the terminal, and whether the data is whole."""

import os
from datetime import datetime
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from config.serve import EVERYWHERE, Start, in_brackets, set_environment
from config.starting.database import COPIES, refuse_damaged
from config.starting.folder import Running, open_folder, say, who_runs

SECONDS = 10
SIGNS = {"good": "ok", "note": "note", "warning": "CHECK", "problem": "WRONG"}


def doctor(data: Path) -> int:
    """Say what is found, with the steps that help. Return 1 if something is wrong, else 0.

    Ends with a message where the data cannot be read, as a start would.
    """
    open_folder(data)
    set_environment(Start(data=data, host="0.0.0.0"))  # noqa: S104 - what the site accepts when started for the hall
    from django.conf import settings

    database = settings.DATABASES["default"]
    is_file = database["ENGINE"] == "django.db.backends.sqlite3"
    running = who_runs(Path(database["NAME"])) if is_file else None
    if is_file:
        refuse_damaged(Path(database["NAME"]), data / COPIES)
    if running is not None:
        own = {"SERVED_HOST": running.host, "SERVED_PORT": running.port, "NETWORK_NAME": running.name}
        os.environ |= {name: str(value) for name, value in own.items()}
        for name, value in own.items():
            setattr(settings, name, value)
    say(f"Data folder: {data}")
    say(f"ok     Database: {'its pages fit together' if is_file else 'not a file of this computer'}.")
    wrong = _say_whether_it_answers(running)
    return int(_say_findings(is_file and not Path(database["NAME"]).exists()) or wrong)


def _say_whether_it_answers(running: Running | None) -> bool:
    """Ask the site whether it is well. Return whether something is wrong."""
    if running is None or not running.port:
        return False
    host = "127.0.0.1" if running.host in EVERYWHERE else in_brackets(running.host)
    address = f"http://{host}:{running.port}/healthz"
    try:
        with build_opener(ProxyHandler({})).open(address, timeout=SECONDS) as response:
            said = "; ".join(response.read().decode().split("\n"))
    except URLError as error:
        reason = "; ".join(error.read().decode().split("\n")) if hasattr(error, "read") else str(error.reason)
        say(f"WRONG  Site: {address} answers: {reason}.\n         1. Stop the site and start it again.")
        return True
    say(f"ok     Site: {address} answers {said}.")
    return False


def _say_findings(is_new: bool) -> bool:
    """Print the hall check. Return whether something is wrong."""
    import django

    django.setup()
    from django.db import DatabaseError

    from tournaments.hall_check.checks import State, find
    from tournaments.hall_check.machine import this_machine

    zone = datetime.now().astimezone().tzinfo
    assert zone is not None
    try:
        findings = find(this_machine(reads_log=not is_new), zone)
    except DatabaseError:  # of an earlier version, before its upgrade
        findings = find(this_machine(reads_log=False), zone)
    for finding in findings:
        say(f"{SIGNS[finding.state]:7}{finding.subject}: {finding.words}")
        for number, step in enumerate(finding.steps, start=1):
            say(f"         {number}. {step}")
    return any(finding.state is State.PROBLEM for finding in findings)
