"""What is answered when the site cannot do now what it can do in a minute, or elsewhere: 503, in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

from django.db import InterfaceError, OperationalError, close_old_connections
from django.http import HttpResponse
from django.template.loader import render_to_string

from config.requests import request_id
from config.standby.links import Links
from tournaments.changes.write_queue import EventIsBusy

RETRY_AFTER = 5


CANNOT_STORE = ("is full", "readonly database", "disk I/O error", "No space left")
"""What databases say where trying again does not help before somebody has made room, or mended the disk."""


def busy_page(error: BaseException | None = None) -> HttpResponse:
    """Return the page that asks to try again, or to mend the disk. It needs neither database nor session."""
    stores_nothing = any(words in str(error) for words in CANNOT_STORE)
    return _page("503.html", {"request_id": request_id(), "stores_nothing": stores_nothing})


def elsewhere_page(links: Links, path: str) -> HttpResponse:
    """Return the page that leads to the second laptop, which has taken over or may have."""
    address = (links.replaced_by or links.second) + quote(path)
    return _page("second/elsewhere.html", {"replaced_by": links.replaced_by, "address": address})


def _page(template: str, values: dict[str, Any]) -> HttpResponse:
    headers = {"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    headers["Content-Security-Policy"] = "default-src 'self'; frame-ancestors 'none'"
    return HttpResponse(render_to_string(template, values), status=503, headers=headers)


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
