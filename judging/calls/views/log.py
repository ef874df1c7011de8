"""The log of calls: filtered, counted by rule, printed, and as a table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from judging.calls.selectors.log import LOG_HEADER, CallFilter, call_log, rows_for_export
from tournaments.htmx import EventRequest
from tournaments.page_cache.cache import is_fragment
from tournaments.spreadsheets.csv import write_csv
from tournaments.spreadsheets.responses import CSV, download
from tournaments.staff.access import staff_page

FIELDS = ("rule", "table", "player", "judge")
MAX_FILTER_LENGTH = 80


@require_safe
@staff_page("judge")
def log(request: EventRequest) -> HttpResponse:
    """Show the calls of an event, narrowed down by rule, table, player and judge."""
    wanted = _wanted(request)
    context = {"wanted": wanted, "log": call_log(request.event, wanted), "query": request.GET.urlencode()}
    template = "judging/calls/_call_log.html" if is_fragment(request, "call-log") else "judging/calls/call_log.html"
    return render(request, template, context)


@require_safe
@staff_page("judge")
def log_csv(request: EventRequest) -> HttpResponse:
    """Send what a filter finds as CSV."""
    found = call_log(request.event, _wanted(request)).calls
    table = write_csv(LOG_HEADER, rows_for_export(request.event, found))
    return download(table.encode(), CSV, f"{request.event.slug}-calls.csv")


def _wanted(request: HttpRequest) -> CallFilter:
    rule, table, player, judge = (request.GET.get(name, "").strip()[:MAX_FILTER_LENGTH] for name in FIELDS)
    return CallFilter(rule, table, player, judge)
