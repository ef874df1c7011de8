"""The address that tells whether the site is alive."""

import logging
import shutil
import time
from pathlib import Path
from threading import Lock

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from tournaments.backups.state import backups, on_stick
from tournaments.changes.write_queue import hardly_waiting, is_busy
from tournaments.term import current_term

FREE_BYTES = 100 * 1024**2
SECONDS_KEPT = 2.0
ROW = "health-check"
"""The row that is written: a session that nobody has and that has expired."""

logger = logging.getLogger(__name__)


class Health:
    """What is wrong, found out every few seconds: anybody may ask as often as they like."""

    def __init__(self) -> None:
        self._problem: str | None = None
        self._found_at = 0.0
        self._lock = Lock()
        self.details: list[str] = []

    def problem(self) -> str:
        """Return what is wrong in a few words, or nothing. Only one thread finds out."""
        is_old = self._problem is None or time.monotonic() - self._found_at >= SECONDS_KEPT
        if is_old and self._lock.acquire(blocking=self._problem is None):
            try:
                self._problem = find_problem()
                self.details = find_details()
                self._found_at = time.monotonic()
            finally:
                self._lock.release()
        return self._problem or ""

    def clear(self) -> None:
        self._problem = None


HEALTH = Health()


@login_not_required
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer ``ok`` when the database stores a row and the disk has room, else 503 and what is wrong.

    Below that it says how much room there is and, where the site makes backups, how old the last one is. A backup that
    fails is no reason to take the site from people who use it: the answer says so, with 200.
    """
    problem = HEALTH.problem()
    lines = [problem or "ok", *HEALTH.details]
    if (term := current_term()).number:
        lines.append(f"term: {term.signed()}")
    return HttpResponse("\n".join(lines) + "\n", status=503 if problem else 200, content_type="text/plain")


def find_problem() -> str:
    """Read, write, and look for room. A database that is only busy is well."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        logger.exception("The database does not answer.")
        return "database unreachable"
    try:
        with hardly_waiting():
            values = {"session_data": "", "expire_date": timezone.now()}
            if not Session.objects.filter(session_key=ROW).update(**values):
                Session.objects.create(session_key=ROW, **values)
    except DatabaseError as error:
        if not is_busy(error):
            logger.exception("The database stores nothing.")
            return "database stores nothing"
    return "disk almost full" if free_bytes() < FREE_BYTES else ""


def free_bytes() -> int:
    """Return how much room the disk of the data has."""
    folder = Path(str(connection.settings_dict["NAME"])).parent
    return shutil.disk_usage(folder if connection.vendor == "sqlite" else settings.BASE_DIR).free


def find_details() -> list[str]:
    """Return a line for the disk and one for each place of backups."""
    lines = [f"disk: {free_bytes() // 1024**2} MB free"]
    found = backups()
    for place in found.places if found is not None else ():
        name = "second backup" if place.is_second else "backup"
        age = "none yet" if place.age is None else f"{place.age.total_seconds():.0f} s old"
        lines.append(f"{name}: {age}{', failing' if place.error or (found and found.has_stopped) else ''}")
    stick = on_stick()
    return [*lines, f"stick: {stick.words}"] if stick is not None else lines
