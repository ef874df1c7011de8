"""Facts about this computer now, for the hall check to judge."""

import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import psutil
from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from tournaments.hall_check.addresses import is_for_others, own_addresses
from tournaments.hall_check.paper import printer_paper
from tournaments.hall_check.visits import seen_by_all
from tournaments.models import AuditEntry


@dataclass(frozen=True, slots=True)
class Battery:
    """A laptop's battery: how full it is in percent, and for how many minutes it lasts where that is known."""

    percent: int
    is_plugged_in: bool
    minutes: int | None = None


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
    battery: Battery | None
    paper: str


def this_machine(*, reads_log: bool = True) -> Machine:
    """Return the facts of this computer now, with the newest entry of the activity log if there is a log to read."""
    own = own_addresses()
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
        free=_free(Path(settings.VAR_DIR)),
        battery=_battery(),
        paper=printer_paper(),
    )


def _free(folder: Path) -> int:
    """Return how many bytes are free where this folder is, or will be once something is stored in it."""
    return shutil.disk_usage(next(place for place in (folder, *folder.parents) if place.is_dir())).free


def _battery() -> Battery | None:
    read = getattr(psutil, "sensors_battery", lambda: None)  # not on every system
    found = read()
    if found is None or found.percent is None:
        return None
    lasts = found.secsleft if isinstance(found.secsleft, int) and found.secsleft > 0 else None
    return Battery(round(found.percent), bool(found.power_plugged), lasts // 60 if lasts else None)
