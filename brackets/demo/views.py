"""Practice: begin an invented day, read the cards that are still to enter, throw it away."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from brackets.demo.event import Station
from brackets.demo.practice import STATIONS, pile_of, practice_of, start_practice
from tournaments.events.lifecycle import throw_away
from tournaments.htmx import EventRequest
from tournaments.models import Role
from tournaments.sign_in.views import signed_in_user
from tournaments.staff.access import staff_page


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """Offer the stations of an invented day, and begin one."""
    user = signed_in_user(request)
    if request.method == "POST":
        if (station := request.POST.get("station")) not in STATIONS:
            return HttpResponseBadRequest()
        return redirect("brackets:dashboard", start_practice(user, Station(station)).slug)
    begun = practice_of(user)
    stations = [(station, what, begun.get(station)) for station, what in STATIONS.items()]
    return render(request, "brackets/demo/practice.html", {"stations": stations})


@require_safe
@staff_page(Role.CHECKER)
def pile(request: EventRequest) -> HttpResponse:
    """Show the cards that lie on the table, as written, to practice entering them; those of an event lie there."""
    if not request.event.practice:
        return redirect("scorecards:cards", request.event.slug)
    return render(request, "brackets/demo/pile.html", {"cards": pile_of(request.event)})


@require_POST
@staff_page()
def end(request: EventRequest) -> HttpResponse:
    """Throw a day of practice away; an event is deleted under its settings, with its name typed."""
    if not request.event.practice:
        messages.error(request, "This is no practice. Delete an event here, with its name.")
        return redirect("tournaments:delete", request.event.slug)
    throw_away(request.event)
    messages.success(request, f"{request.event.name} is thrown away.")
    return redirect("brackets:practice")
