"""The id of the current request, by which an error page and its lines in the log are matched."""

import secrets
from contextvars import ContextVar
from typing import Any

from django.http import HttpRequest

_REQUEST_ID: ContextVar[str] = ContextVar("request id", default="")


def begin_request() -> str:
    """Return a new id, for all that is done and logged from here on in this thread."""
    number = secrets.token_hex(3)
    _REQUEST_ID.set(number)
    return number


def request_id() -> str:
    """Return the id of the request at work, blank outside one."""
    return _REQUEST_ID.get()


def in_templates(request: HttpRequest) -> dict[str, Any]:
    """Let pages show the id, and what is on the request: the event, who asks, what was refused.

    ``published`` is there while a page is rendered for the published site: such a page has nothing that needs a server.
    """
    return {
        "request_id": request_id(),
        "tournament": getattr(request, "event", None),
        "me": getattr(request, "me", None),
        "published": getattr(request, "published", None),
        "refusal": getattr(request, "refusal", ""),
    }
