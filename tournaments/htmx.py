"""The htmx details of a request, typed: django-htmx adds them to every request, which type checkers cannot see.

And how to refuse an htmx request in place.
"""

import re
from typing import cast
from urllib.parse import SplitResult, urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django_htmx.http import SwapMethod, reswap, retarget
from django_htmx.middleware import HtmxDetails

from tournaments.models import StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.term import PAGE_TERM

NOT_TO_BE_READ = {"csrfmiddlewaretoken", PAGE_TERM, "key", "seen", "version", "posting", "held", "host_key", "password"}


class HtmxRequest(HttpRequest):
    """A request after ``HtmxMiddleware``."""

    htmx: HtmxDetails


class EventRequest(HtmxRequest):
    """A request behind the guard of its page; templates know the event as ``tournament``."""

    event: Tournament
    me: StaffMember
    """Who asks. Not on public pages."""
    refusal: Refused
    """Why nothing was changed, while a page says so."""


def htmx_of(request: HttpRequest) -> HtmxDetails:
    """Return what htmx says about a request; false where htmx did not send it."""
    return cast("HtmxRequest", request).htmx


def page_of(request: HttpRequest) -> SplitResult:
    """Return the address of the page from which a request came; blank where it names none that can be read."""
    try:
        return urlsplit(htmx_of(request).current_url or request.headers.get("Referer", ""))
    except ValueError:
        return urlsplit("")


def page_before(request: HttpRequest) -> str:
    """Return where a request came from, as long as that is a page of ours; else what it asks for."""
    page = page_of(request)
    if page.netloc != request.get_host() or not page.path.startswith("/"):
        return request.get_full_path()
    return f"{page.path}?{page.query}" if page.query else page.path


def typed_in(request: HttpRequest) -> list[tuple[str, str]]:
    """Return what somebody typed into a form that is refused, for them to read: fields in words and texts, no secrets.

    Nothing where a button was pressed.
    """
    sent = {name: ", ".join(filter(None, request.POST.getlist(name))) for name in request.POST.keys() - NOT_TO_BE_READ}
    typed = [(re.sub("[_-]", " ", name), sent[name]) for name in request.POST if sent.get(name)]
    return [] if all(value.isdecimal() for _, value in typed) else typed


def refused_in_place(request: HttpRequest, reason: str, *, status: int = 403) -> HttpResponse:
    """Refuse what htmx asked for in words above the page, which stays as it is with all that was typed."""
    context = {"reason": reason}
    response = render(request, "components/refused_in_place.html", context, status=status)
    swap = cast("SwapMethod", "innerHTML show:top")  # the library's type does not allow modifiers
    return reswap(retarget(response, "#messages"), swap)
