"""``cribbage-tournaments doctor``: check data and site, then run the hall check in the terminal."""

import os
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener
from zoneinfo import ZoneInfo

from config.serve import Start, set_environment
from config.starting.database import COPIES, refuse_damaged
from config.starting.folder import open_folder, say, who_runs

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
    file = Path(database["NAME"]) if database["ENGINE"] == "django.db.backends.sqlite3" else None
    running = who_runs(file) if file else None
    if file:
        refuse_damaged(file, data / COPIES)
    if running is not None:
        own = {"SERVED_HOST": running.host, "SERVED_PORT": running.port, "NETWORK_NAME": running.name}
        os.environ |= {name: str(value) for name, value in own.items()}
        for name, value in own.items():
            setattr(settings, name, value)
    import django

    django.setup()
    from django.db import DatabaseError

    from tournaments.hall_check.checks import Finding, State, find
    from tournaments.hall_check.machine import this_machine

    whole = "its pages fit together" if file else "not a file of this computer"
    findings = [Finding("Database", State.GOOD, f"{whole}.")]
    if running is not None and running.address:
        is_well, words = _answer_of(f"{running.address}healthz")
        steps = () if is_well else ("Stop the site and start it again.",)
        findings.append(Finding("Site", State.GOOD if is_well else State.PROBLEM, words, steps))
    zone = ZoneInfo(settings.MACHINE_TIME_ZONE)
    try:
        findings += find(this_machine(reads_log=file is None or file.exists()), zone)
    except DatabaseError:  # of an earlier version, before its upgrade
        findings += find(this_machine(reads_log=False), zone)
    say(f"Data folder: {data}")
    for finding in findings:
        say(f"{SIGNS[finding.state]:7}{finding.subject}: {finding.words}")
        for number, step in enumerate(finding.steps, start=1):
            say(f"         {number}. {step}")
    return int(any(finding.state is State.PROBLEM for finding in findings))


def _answer_of(address: str) -> tuple[bool, str]:
    """Ask the site whether it is well."""
    try:
        with build_opener(ProxyHandler({})).open(address, timeout=SECONDS) as response:
            is_well, said = True, response.read().decode()
    except URLError as error:
        is_well, said = False, error.read().decode() if hasattr(error, "read") else str(error.reason)
    return is_well, f"{address} answers{' ' if is_well else ': '}{'; '.join(said.split(chr(10)))}."
