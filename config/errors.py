"""Error pages, which show the id of the request: they ask neither the database nor the session."""

import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.csrf import requires_csrf_token

from config.busy import busy_page, is_passing
from config.requests import request_id
from tournaments.backups.state import note_failure


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """Say that the site is busy where the database is, or is away; else that something went wrong, and the log's id."""
    error = sys.exception()
    if is_passing(error):
        return busy_page(error)
    note_failure(request_id())
    return _page("500.html", 500)


@requires_csrf_token
def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Say that the request cannot be read."""
    return _page("400.html", 400)


def _page(template: str, status: int) -> HttpResponse:
    return HttpResponse(render_to_string(template, {"request_id": request_id()}), status=status)
