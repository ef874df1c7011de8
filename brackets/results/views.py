"""Posted results with their files and JSON at permanent addresses; for staff awards, and events made from this one."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from brackets.event_files.export import event_file_of, missing_in_event_file
from brackets.playoffs.selectors import departures_of
from brackets.results import exports
from brackets.results.forms import HighHandForm, RatingPointsForm, SideEventForm
from brackets.results.selectors import ResultRow, Results, candidates_of, hands_of, weekend_of, working_results
from brackets.results.services import edit_points, make_side_event, register_hand, revoke_hand, revoke_points_edit
from brackets.rules.awards import no_schedule_reason
from scorecards.rules.pools import by_pool
from tournaments.event_file.writing import write_event_file
from tournaments.htmx import EventRequest
from tournaments.models import Entrant, Tournament
from tournaments.page_cache.cache import public_page
from tournaments.paging import page_of_rows
from tournaments.records.entrants import display_name
from tournaments.rules.text import whole_number
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


@require_safe
@staff_page()
def awards(request: EventRequest) -> HttpResponse:
    """Show final places with rating points, and the hands of 28 and 29."""
    return _page(request, HighHandForm(names=_names(request.event)))


def _names(tournament: Tournament) -> dict[int, str]:
    """Return the name of everybody who may have held a hand. One query."""
    fields = ("number", "name", "partner", "told_apart_by")
    rows = Entrant.objects.counting().filter(tournament=tournament).values(*fields)
    return {row["number"]: display_name(row) for row in rows}


def _page(request: EventRequest, form: HighHandForm, status: int = 200) -> HttpResponse:
    results = working_results(request.event)
    shown = results if results is not None and results.outcome.is_settled else None
    context = {
        "results": shown,
        "page": page_of_rows(request.GET, shown.rows if shown is not None else ()),
        "hands": results.hands if results is not None else hands_of(request.event, None),
        "weekend": weekend_of(request.event),
        "form": form,
        "missing_in_file": missing_in_event_file(request.event),
    }
    return render(request, "brackets/results/awards.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def points(request: EventRequest, number: int) -> HttpResponse:
    row = _row(working_results(request.event), number)
    initial = {"points": row.points, "reason": row.edit.reason if row.edit else ""}
    form = RatingPointsForm(request.POST) if request.method == "POST" else RatingPointsForm(initial=initial)
    if form.is_bound and form.is_valid():
        with form.refusals():
            edit_points(request.event, request.me, number=number, **form.cleaned_data)
            messages.success(request, f"The points of {row.name} are changed.")
            return redirect("brackets:awards", request.event.slug)
    context = {"row": row, "form": form}
    return render(request, "brackets/results/points.html", context, status=422 if form.is_bound else 200)


def _row(results: Results | None, number: int) -> ResultRow:
    if results is not None and results.outcome.is_settled:
        for row in results.rows:
            if row.number == number:
                return row
    raise Http404("nobody of this number has a place")


@require_POST
@staff_page()
def undo_points(request: EventRequest, number: int) -> HttpResponse:
    revoke_points_edit(request.event, request.me, number=number)
    messages.success(request, "The points that are worked out count again.")
    return redirect("brackets:awards", request.event.slug)


@require_POST
@staff_page()
def hands(request: EventRequest) -> HttpResponse:
    """Enter a hand of 28 or 29."""
    form = HighHandForm(request.POST, names=_names(request.event))
    if form.is_valid():
        with form.refusals():
            register_hand(request.event, request.me, **form.cleaned_data)
            messages.success(request, "Hand added.")
            return redirect("brackets:awards", request.event.slug)
    return _page(request, form, status=422)


@require_POST
@staff_page()
def undo_hand(request: EventRequest, number: int) -> HttpResponse:
    """Undo a hand of 28 or 29."""
    revoke_hand(request.event, request.me, hand=number)
    messages.success(request, "Hand deleted.")
    return redirect("brackets:awards", request.event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def side_events(request: EventRequest) -> HttpResponse:
    departed = departures_of(request.event, is_replaced=True)
    candidates = candidates_of(working_results(request.event), departed)
    offered = [candidate.number for candidate in candidates]
    chosen = {candidate.number for candidate in candidates if candidate.is_offered}
    if request.method == "POST":
        form = SideEventForm(request.POST, offered=offered)
        chosen = {number for text in request.POST.getlist("chosen") if (number := whole_number(text)) is not None}
        if form.is_valid():
            with form.refusals():
                event = make_side_event(
                    request.event, request.me, settings=form.settings, chosen=form.cleaned_data["chosen"]
                )
                messages.success(request, "Event created. Next: entry fees, seats and schedule.")
                return redirect("brackets:dashboard", event.slug)
    else:
        form = SideEventForm(initial=SideEventForm.initial_for(request.event), offered=offered)
    context = {
        "form": form,
        "candidates": candidates,
        "chosen": chosen,
        "weekend": weekend_of(request.event),
        "belongs_to": reverse("brackets:awards", args=[request.event.slug]),
    }
    return render(request, "brackets/results/side_events.html", context, status=422 if form.is_bound else 200)
