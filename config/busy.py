"""The answer when the site is too busy for now: 503, in words."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import InterfaceError, OperationalError, close_old_connections
from django.http import HttpResponse
from django.template.loader import render_to_string

from config.requests import request_id
from tournaments.changes.write_queue import EventIsBusy

RETRY_AFTER = 5


CANNOT_STORE = ("is full", "readonly database", "disk I/O error", "No space left")
"""What databases say where trying again does not help before somebody has made room, or mended the disk."""


def busy_page(error: BaseException | None = None) -> HttpResponse:
    """Return the page that asks to try again, or to mend the disk. It needs neither database nor session."""
    stores_nothing = any(words in str(error) for words in CANNOT_STORE)
    values = {"request_id": request_id(), "stores_nothing": stores_nothing}
    headers = {"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    headers["Content-Security-Policy"] = "default-src 'self'; frame-ancestors 'none'"
    return HttpResponse(render_to_string("503.html", values), status=503, headers=headers)


def is_passing(error: BaseException | None) -> bool:
    """Tell whether the same request may succeed in a minute."""
    return isinstance(error, EventIsBusy | OperationalError | InterfaceError)


@contextmanager
def closing_connections() -> Iterator[None]:
    """Do what the server does around each request: let go of a database connection that is too old or broken."""
    close_old_connections()
    try:
        yield
    finally:
        close_old_connections()
