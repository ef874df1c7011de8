"""The log of calls: filtered, counted by rule, printed, and as a table."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from judging.calls.selectors.log import FILTERS, LOG_HEADER, CallLog, rows_for_export
from tournaments.htmx import EventRequest
from tournaments.page_cache.cache import is_fragment
from tournaments.spreadsheets.csv import write_csv
from tournaments.spreadsheets.responses import CSV, download
from tournaments.staff.access import staff_page

MAX_FILTER_LENGTH = 80


@require_safe
@staff_page("judge")
def log(request: EventRequest) -> HttpResponse:
    """Show the calls of an event, narrowed down by rule, table, player and judge."""
    context = {"log": _log(request), "query": request.GET.urlencode()}
    template = "judging/calls/_call_log.html" if is_fragment(request, "call-log") else "judging/calls/call_log.html"
    return render(request, template, context)


@require_safe
@staff_page("judge")
def log_csv(request: EventRequest) -> HttpResponse:
    """Send what a filter finds as CSV."""
    table = write_csv(LOG_HEADER, rows_for_export(request.event, _log(request).calls))
    return download(table.encode(), CSV, f"{request.event.slug}-calls.csv")


def _log(request: EventRequest) -> CallLog:
    wanted = {name: request.GET.get(name, "").strip()[:MAX_FILTER_LENGTH] for name in FILTERS}
    return CallLog(request.event, wanted)
