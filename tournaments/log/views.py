"""The activity log: who did what, and when."""

from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from tournaments.forms import SiteForm
from tournaments.htmx import EventRequest
from tournaments.log.selectors import LOG_HEADER, LogReader, Wanted, entries_found, names_in_log, rows_for_export
from tournaments.models import Tournament, words_of_action
from tournaments.page_cache.cache import is_fragment
from tournaments.spreadsheets.csv import write_csv
from tournaments.spreadsheets.responses import CSV, download
from tournaments.staff.access import staff_page
from tournaments.staff.forms import LOCAL_TIME

ENTRIES_ON_A_PAGE = 50
NOT_A_TIME = "This is not a date and time. Enter, for example, 2026-07-04 09:30."


def _time_field(label: str) -> forms.DateTimeField:
    """Return a field for a time on the clock of the hall, to the minute."""
    return forms.DateTimeField(
        label=label,
        required=False,
        input_formats=[LOCAL_TIME, "%Y-%m-%d %H:%M"],
        error_messages={"invalid": NOT_A_TIME},
        widget=forms.TextInput({"type": "datetime-local"}),
    )


class LogForm(SiteForm):
    """Who, what, which text and between which times; nothing asked for is everything."""

    who = forms.CharField(required=False)
    action = forms.CharField(required=False)
    text = forms.CharField(required=False)
    since = _time_field("From")
    until = _time_field("Until")

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = ZoneInfo(tournament.time_zone)

    def clean_action(self) -> str:
        """Return the action as it is called today: an old address may have its old name."""
        return words_of_action(self.cleaned_data["action"])

    @property
    def wanted(self) -> Wanted:
        """What is looked for, times as those of the hall; one that cannot be read narrows nothing down."""
        with timezone.override(self.zone):
            self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value}

    @property
    def query(self) -> str:
        asked = {name: str(self.data.get(name, "")).strip() for name in self.fields}
        return urlencode({name: value for name, value in asked.items() if value})


@require_safe
@staff_page()
def log(request: EventRequest) -> HttpResponse:
    form = LogForm(request.event, request.GET)
    wanted = form.wanted
    people, actions = names_in_log(request.event)
    page = Paginator(entries_found(request.event, wanted), ENTRIES_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "wanted": wanted,
        "form": form,
        "times": [form["since"], form["until"]],
        "query": form.query,
        "people": people,
        "actions": actions,
        "page": page,
        "entries": map(LogReader(request.event).read, page),
    }
    template = "tournaments/log/_log.html" if is_fragment(request, "log") else "tournaments/log/log.html"
    return render(request, template, context)


@require_safe
@staff_page()
def log_csv(request: EventRequest) -> HttpResponse:
    table = write_csv(LOG_HEADER, rows_for_export(request.event, LogForm(request.event, request.GET).wanted))
    return download(table.encode(), CSV, f"{request.event.slug}-log.csv")
