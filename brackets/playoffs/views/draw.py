"""Views that draw the bracket, undo the draw, and note qualifiers who left before it."""

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from brackets.playoffs.services.draw import delete_draw, draw_bracket, note_departure, revoke_departure
from brackets.playoffs.views.page import done, number_in, playoffs_page
from tournaments.htmx import EventRequest
from tournaments.staff.access import staff_page
from tournaments.term import seen_in


@require_POST
@staff_page(shows=playoffs_page)
def draw(request: EventRequest) -> HttpResponse:
    posting, is_confirmed = seen_in(request.POST, "posting"), bool(request.POST.get("confirmed"))
    bracket = draw_bracket(request.event, request.me, posting=posting, is_confirmed=is_confirmed)
    return done(request, f"Bracket of {bracket.size} drawn.")


@require_POST
@staff_page(shows=playoffs_page)
def undo_draw(request: EventRequest) -> HttpResponse:
    delete_draw(request.event, request.me)
    return done(request, "Draw undone.")


@require_POST
@staff_page(shows=playoffs_page)
def departures(request: EventRequest) -> HttpResponse:
    number, what = number_in(request.POST.get("number", "")), request.POST.get("what", "")
    if what == "back":
        revoke_departure(request.event, request.me, number=number)
        return done(request, "Departure undone.")
    note_departure(request.event, request.me, number=number, is_replaced=what == "replaced")
    next_ = "Post again now." if what == "replaced" else "The player keeps the place and forfeits."
    return done(request, f"Departure saved. {next_}")
