"""Posted results: the page, its files, and the same as JSON at permanent addresses."""

from collections.abc import Callable

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from brackets.event_files.export import event_file_of
from brackets.results import exports
from brackets.rules.awards import no_schedule_reason
from scorecards.rules.pools import by_pool
from tournaments.event_file.writing import write_event_file
from tournaments.htmx import EventRequest
from tournaments.page_cache.cache import public_page
from tournaments.spreadsheets.csv import write_csv
from tournaments.spreadsheets.responses import CSV, EXCEL, READABLE, download
from tournaments.spreadsheets.xlsx import write_sheets
from tournaments.staff.access import staff_page


@public_page()
def results(request: EventRequest) -> HttpResponse:
    """Show the results: final places, rating points, hands of 28 and 29; before that, what comes and when."""
    public = exports.PublicResults(request.event)
    is_rated = no_schedule_reason(request.event.kind, request.event.games_each, request.event.scoring) is None
    context = {
        "public": public,
        "phase": public.phase,
        "posting": public.posting,
        "outcome": public.outcome,
        "bracket": public.bracket,
        "results": public.results,
        "pools": by_pool(public.results.rows) if public.results is not None else [],
        "has_points": not request.event.is_of_sheets or (public.results and public.results.with_points),
        "is_rated": is_rated or (public.results and public.results.with_points),
        "weekend": public.weekend,
    }
    template = (
        "brackets/results/results.html" if public.results is not None else "brackets/results/results_unposted.html"
    )
    return render(request, template, context)


def tables_of(public: exports.PublicResults) -> dict[str, exports.ExportTable]:
    """Return every table of what is posted, by its name in addresses; Http404 while nothing is known."""
    if public.outcome is None or public.results is None:
        raise Http404("no results yet")
    return {
        "standings": exports.standings_table(public.outcome),
        "bracket": exports.bracket_table(public.bracket),
        "awards": exports.awards_table(public.results),
        "hands": exports.hands_table(public.results),
    }


def _csv(name: str) -> Callable[[EventRequest], HttpResponse]:
    """Return the view of one table."""

    @public_page()
    def as_csv(request: EventRequest) -> HttpResponse:
        table = tables_of(exports.PublicResults(request.event))[name]
        return download(write_csv(table.header, table.rows).encode(), CSV, f"{request.event.slug}-{name}.csv")

    return as_csv


standings_csv, bracket_csv, awards_csv = map(_csv, ("standings", "bracket", "awards"))


@public_page()
def as_excel(request: EventRequest) -> HttpResponse:
    book = write_sheets(list(tables_of(exports.PublicResults(request.event)).values()))
    return download(book, EXCEL, f"{request.event.slug}-results.xlsx")


def _json(say: Callable[[exports.PublicResults], object]) -> Callable[[EventRequest], HttpResponse]:
    """Return the view of one document."""

    @public_page()
    def as_json(request: EventRequest) -> HttpResponse:
        return JsonResponse(say(exports.PublicResults(request.event)), json_dumps_params=READABLE)

    return as_json


as_standings_json, as_bracket_json, as_results_json = map(
    _json, (exports.standings_json, exports.bracket_json, exports.results_json)
)


@require_safe
@staff_page()
def event_file(request: EventRequest) -> HttpResponse:
    text = write_event_file(event_file_of(request.event))
    return download(text.encode(), "application/json", f"{request.event.slug}.json")
