"""A double round robin: made, its pools written down, its days and boards printed."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.htmx import EventRequest
from tournaments.models import StaffMember, Tournament
from tournaments.paging import page_of_rows
from tournaments.refused import Refused
from tournaments.rules.movement.setup import MovementError
from tournaments.seating.forms.round_robin import PoolsForm, RobinForm, chairs_in_pools
from tournaments.seating.selectors.round_robin import day_views, sheets_of_boards
from tournaments.seating.selectors.seats import seating_of
from tournaments.seating.selectors.warnings import warnings_of
from tournaments.seating.services.draw import in_words
from tournaments.seating.services.round_robin import make_round_robin, robin_in_words, set_pools
from tournaments.seating.services.storage import SeatingChangedMeanwhile
from tournaments.seating.views.seats import done, seating_page
from tournaments.staff.access import staff_page


@require_POST
@staff_page(shows=seating_page)
def make(request: EventRequest) -> HttpResponse:
    if not request.event.is_double_round_robin:
        raise Refused("This event is no double round robin: choose that in the settings first.")
    form = RobinForm(request.event, seating_of(request.event), request.POST)
    if form.is_valid():
        try:
            seen = request.POST.get("seen")
            planned = make_round_robin(request.event, request.me, seen=seen, **form.wanted())
        except SeatingChangedMeanwhile:
            raise
        except Refused as refused:
            # The form may not be shown at all in such a state, so that the page says why.
            request.refusal = refused
            return seating_page(request, robin_form=form)
        return done(request, robin_in_words(planned))
    return seating_page(request, robin_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def pools(request: EventRequest) -> HttpResponse:
    now = seating_of(request.event)
    page = page_of_rows(request.GET, chairs_in_pools(now))
    form = PoolsForm(request.event, now, request.POST if request.method == "POST" else None, page.rows)
    if form.is_bound and form.is_valid():
        reason = form.cleaned_data.get("reason", "")
        if set_pools(request.event, request.me, pool_of=form.pool_of(), reason=reason):
            messages.success(request, "The pools are written down.")
        else:
            messages.info(request, "Nothing was different: nothing had to be saved.")
        # Back to the part of the list that it was.
        asked = request.GET.urlencode()
        return redirect(reverse("tournaments:pools", args=[request.event.slug]) + (f"?{asked}" if asked else ""))
    context = {
        "form": form,
        "page": page,
        "seating": now,
        "warnings": warnings_of(request.event, now) if now.schedule else [],
    }
    return render(request, "tournaments/seating/pools.html", context, status=422 if form.is_bound else 200)


@require_safe
@staff_page()
def days(request: EventRequest) -> HttpResponse:
    context = _printed(request.event, request.me)
    context["by_number"] = sorted(context["seating"].paired, key=lambda chair: chair.number)
    return render(request, "tournaments/seating/print_days.html", context)


@require_safe
@staff_page()
def boards(request: EventRequest) -> HttpResponse:
    context = _printed(request.event, request.me)
    context["sheets"] = sheets_of_boards(context["days"])
    return render(request, "tournaments/seating/print_boards.html", context)


def _printed(tournament: Tournament, me: StaffMember) -> dict[str, Any]:
    now = seating_of(tournament)
    context: dict[str, Any] = {"tournament": tournament, "me": me, "seating": now, "days": []}
    if now.schedule:
        try:
            context["days"] = day_views(tournament, now)
        except MovementError as error:
            context["refusal"] = f"{in_words(error, now)} Mend the schedule first."
    return context
