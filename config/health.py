"""Is the site alive?"""

from __future__ import annotations

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

from tournaments.changes.write_queue import hardly_waiting, is_busy

FREE_BYTES = 100 * 1024**2
SECONDS_KEPT = 2.0
ROW = "health-check"
"""The row that is written: a session that nobody has and that has expired."""

logger = logging.getLogger(__name__)


class Health:
    """What is wrong, found out every few seconds: anybody may ask as often as they like."""

    def __init__(self, seconds: float = SECONDS_KEPT) -> None:
        self._seconds = seconds
        self._problem: str | None = None
        self._found_at = 0.0
        self._lock = Lock()

    def problem(self) -> str:
        """Return what is wrong in a few words, or nothing. Only one thread finds out."""
        is_old = self._problem is None or time.monotonic() - self._found_at >= self._seconds
        if is_old and self._lock.acquire(blocking=self._problem is None):
            try:
                self._problem = find_problem()
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
    """Answer ``ok`` when the database stores a row and the disk has room, else 503 and what is wrong."""
    problem = HEALTH.problem()
    return HttpResponse(f"{problem or 'ok'}\n", status=503 if problem else 200, content_type="text/plain")


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
    folder = Path(str(connection.settings_dict["NAME"])).parent
    if shutil.disk_usage(folder if connection.vendor == "sqlite" else settings.BASE_DIR).free < FREE_BYTES:
        return "disk almost full"
    return ""
