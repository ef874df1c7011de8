"""Facts about this computer now, for the hall check to judge."""

import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil
from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from tournaments.hall_check.addresses import is_for_others, own_addresses
from tournaments.hall_check.visits import seen_by_all
from tournaments.models import AuditEntry


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine in the hall. ``port`` is 0 where the site does not run."""

    host: str
    port: int
    addresses: tuple[str, ...]
    accepted: tuple[str, ...]
    network_name: str
    devices: tuple[datetime, ...]
    """When each other device came last, the latest first."""
    now: datetime
    newest_entry: datetime | None
    free: int
    battery: Any
    """What psutil says of it: ``percent``, ``power_plugged``, and ``secsleft`` where it is known; ``None`` for none."""
    paper: str


def this_machine(*, reads_log: bool = True) -> Machine:
    """Return the facts of this computer now, with the newest entry of the activity log if there is a log to read."""
    own, data = own_addresses(), Path(settings.VAR_DIR)
    devices = sorted(
        (at for address, at in seen_by_all().items() if is_for_others(address) and address not in own), reverse=True
    )
    return Machine(
        host=settings.SERVED_HOST,
        port=settings.SERVED_PORT,
        addresses=tuple(own),
        accepted=tuple(settings.ALLOWED_HOSTS),
        network_name=settings.NETWORK_NAME,
        devices=tuple(datetime.fromtimestamp(at, UTC) for at in devices),
        now=timezone.now(),
        newest_entry=AuditEntry.objects.aggregate(newest=Max("at"))["newest"] if reads_log else None,
        free=shutil.disk_usage(next(place for place in (data, *data.parents) if place.is_dir())).free,
        battery=getattr(psutil, "sensors_battery", lambda: None)(),  # not on every system
        paper=printer_paper(),
    )


SECONDS_KEPT = 300.0
CUPS = ["lpoptions", "-l"]
WINDOWS = [
    "powershell",
    "-NoProfile",
    "-Command",
    "(Get-PrintConfiguration (Get-CimInstance Win32_Printer -Filter Default=True).Name).PaperSize",
]
_found: tuple[float, str] | None = None


def paper_in(options: str) -> str:
    """Return the paper that CUPS marks with a star, blank where there is none: ``PageSize/Media: *Letter A4``."""
    found = re.search(r"^(?:PageSize|media)\b[^:\n]*:.*?\*(\S+)", options, re.MULTILINE | re.IGNORECASE)
    return found[1] if found else ""


def printer_paper() -> str:
    """Return the paper of the default printer, blank where the system does not tell. Asks every five minutes."""
    global _found
    if _found is None or time.monotonic() - _found[0] > SECONDS_KEPT:
        _found = (time.monotonic(), _ask())
    return _found[1]


def _ask() -> str:
    command = WINDOWS if sys.platform == "win32" else CUPS
    if shutil.which(command[0]) is None:
        return ""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=5, check=False)  # noqa: S603 - our own words
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return ""
    return done.stdout.strip()[:40] if sys.platform == "win32" else paper_in(done.stdout)
