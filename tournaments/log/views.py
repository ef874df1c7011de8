"""The activity log: who did what, and when."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.htmx import EventRequest
from tournaments.log.forms import LogForm
from tournaments.log.selectors import LOG_HEADER, LogReader, entries_found, names_in_log, rows_for_export
from tournaments.page_cache.cache import is_fragment
from tournaments.spreadsheets.csv import write_csv
from tournaments.spreadsheets.responses import CSV, download
from tournaments.staff.access import staff_page

ENTRIES_ON_A_PAGE = 50


@require_safe
@staff_page()
def log(request: EventRequest) -> HttpResponse:
    form = LogForm(request.event, request.GET)
    wanted = form.wanted
    people, actions = names_in_log(request.event)
    page = Paginator(entries_found(request.event, wanted), ENTRIES_ON_A_PAGE).get_page(request.GET.get("page"))
    reader = LogReader(request.event)
    context = {
        "wanted": wanted,
        "form": form,
        "times": [form["since"], form["until"]],
        "query": form.query,
        "people": people,
        "actions": actions,
        "page": page,
        "entries": [reader.read(entry) for entry in page],
    }
    template = "tournaments/log/_log.html" if is_fragment(request, "log") else "tournaments/log/log.html"
    return render(request, template, context)


@require_safe
@staff_page()
def log_csv(request: EventRequest) -> HttpResponse:
    table = write_csv(LOG_HEADER, rows_for_export(request.event, LogForm(request.event, request.GET).wanted))
    return download(table.encode(), CSV, f"{request.event.slug}-log.csv")
