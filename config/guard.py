"""Refuse what no page can handle: characters that no database stores, and more sign-ins at once than can be served.

Every request also gets its id here: the log and error pages show it.
"""

import errno
import logging
from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.bodies import DISK_FULL
from config.requests import begin_request
from tournaments.htmx import htmx_of, refused_in_place
from tournaments.sign_in.passwords import TooManyAtOnce
from tournaments.term import meet_term, signed_term

NUL = "\0"
TERM = "Site-Term"
"""The header by which each answer carries the term, and browsers tell the highest one that they have met."""
DAMAGED = "Not saved. The request contains a character that cannot be stored. Type the text again."
SECONDS_TO_WAIT = 5

logger = logging.getLogger(__name__)


class GuardMiddleware:
    """Refuse what cannot be meant, before any page is asked: no form or address of ours has a NUL in it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        number = begin_request()
        term = signed_term()
        if (told := request.headers.get(TERM, term)) != term:
            meet_term(told)
        if NUL in request.path_info or "%00" in request.META.get("QUERY_STRING", "") or _any(request.COOKIES.values()):
            response = _in_plain_text()
        else:
            response = self.get_response(request)
        if term:
            response[TERM] = term
        if response.status_code >= 400:
            response["X-Request-ID"] = number
        return response

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponse | None:
        """Look through a form before its page does, names of fields and files too."""
        if request.method in ("GET", "HEAD"):
            return None
        try:
            values = [value for name, kept in request.POST.lists() for value in (name, *kept)]
        except OSError as error:  # a file that is sent is put on the disk as it is read
            if error.errno != errno.ENOSPC:
                raise
            logger.exception("The disk is full")
            return HttpResponse(f"{DISK_FULL}\n", status=507, content_type="text/plain; charset=utf-8")
        names = (f"{name}{file.name}" for name, files in request.FILES.lists() for file in files)
        if not (_any(values) or _any(names)):
            return None
        return refused_in_place(request, DAMAGED, status=422) if htmx_of(request) else _in_plain_text()

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Say so where too many sign in at once. No error page is a page of the event that was asked for."""
        vars(request).pop("event", None)
        if not isinstance(exception, TooManyAtOnce):
            return None
        response = render(request, "tournaments/sign_in/too_many.html", status=503)
        response["Retry-After"] = str(SECONDS_TO_WAIT)
        return response


def _any(texts: Iterable[str]) -> bool:
    return any(NUL in text for text in texts)


def _in_plain_text() -> HttpResponse:
    return HttpResponse(f"{DAMAGED}\n", status=400, content_type="text/plain; charset=utf-8")
