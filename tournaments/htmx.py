"""What htmx says about a request, with a type: django-htmx adds it to every request, which type checkers cannot see."""

from __future__ import annotations

from typing import cast
from urllib.parse import SplitResult, urlsplit

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request after ``HtmxMiddleware``."""

    htmx: HtmxDetails


def htmx_of(request: HttpRequest) -> HtmxDetails:
    """Return what htmx says about a request; false where htmx did not send it."""
    return cast("HtmxRequest", request).htmx


def page_of(request: HttpRequest) -> SplitResult:
    """Return the address of the page from which a request came; blank where it names none that can be read."""
    try:
        return urlsplit(htmx_of(request).current_url or request.headers.get("Referer", ""))
    except ValueError:
        return urlsplit("")
