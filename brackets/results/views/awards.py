"""Awards: final places, rating points, hands of 28 and 29; and events made from this one."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from brackets.event_files.export import missing_in_event_file
from brackets.playoffs.selectors.state import departures_of
from brackets.results.forms import HighHandForm, RatingPointsForm, SideEventForm
from brackets.results.selectors.results import ResultRow, Results, hands_of, weekend_of, working_results
from brackets.results.selectors.side_events import candidates_of
from brackets.results.services.awards import edit_points, register_hand, revoke_hand, revoke_points_edit
from brackets.results.services.side_events import make_side_event
from tournaments.htmx import EventRequest
from tournaments.models import Entrant, Tournament
from tournaments.paging import page_of_rows
from tournaments.records.entrants import display_name
from tournaments.rules.text import whole_number
from tournaments.staff.access import staff_page


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
