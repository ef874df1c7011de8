"""What is posted of the results: the page, its files, and the same as JSON at addresses that stay."""

from collections.abc import Callable, Sequence

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from brackets.event_files.export import event_file_of
from brackets.results import exports
from brackets.rules.awards import no_schedule_reason
from scorecards.rules.pools import by_pool
from tournaments.event_file.writing import write_event_file
from tournaments.htmx import EventRequest
from tournaments.models import Tournament
from tournaments.page_cache.cache import public_page
from tournaments.spreadsheets.csv import write_csv
from tournaments.spreadsheets.responses import CSV, EXCEL, READABLE, download
from tournaments.spreadsheets.xlsx import write_sheets
from tournaments.staff.access import staff_page


@public_page()
def results(request: EventRequest) -> HttpResponse:
    """Show the results: final places, rating points, hands of 28 and 29; before that, what comes and when."""
    public = exports.public_results(request.event)
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


def _csv(tournament: Tournament, name: str) -> HttpResponse:
    table = tables_of(exports.public_results(tournament))[name]
    text = write_csv(table.header, table.rows)
    return download(text.encode(), CSV, f"{tournament.slug}-{name}.csv")


@public_page()
def standings_csv(request: EventRequest) -> HttpResponse:
    return _csv(request.event, "standings")


@public_page()
def bracket_csv(request: EventRequest) -> HttpResponse:
    return _csv(request.event, "bracket")


@public_page()
def awards_csv(request: EventRequest) -> HttpResponse:
    return _csv(request.event, "awards")


@public_page()
def as_excel(request: EventRequest) -> HttpResponse:
    tables: Sequence[exports.ExportTable] = tuple(tables_of(exports.public_results(request.event)).values())
    book = write_sheets([(table.title, table.header, table.rows) for table in tables])
    return download(book, EXCEL, f"{request.event.slug}-results.xlsx")


def _json(tournament: Tournament, say: Callable[[exports.PublicResults], object]) -> HttpResponse:
    return JsonResponse(say(exports.public_results(tournament)), json_dumps_params=READABLE)


@public_page()
def as_standings_json(request: EventRequest) -> HttpResponse:
    return _json(request.event, exports.standings_json)


@public_page()
def as_bracket_json(request: EventRequest) -> HttpResponse:
    return _json(request.event, exports.bracket_json)


@public_page()
def as_results_json(request: EventRequest) -> HttpResponse:
    return _json(request.event, exports.results_json)


@require_safe
@staff_page()
def event_file(request: EventRequest) -> HttpResponse:
    text = write_event_file(event_file_of(request.event))
    return download(text.encode(), "application/json", f"{request.event.slug}.json")
