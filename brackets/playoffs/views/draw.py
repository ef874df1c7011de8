"""Views that draw the bracket, undo the draw, and note qualifiers who left before it."""

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from brackets.playoffs.services.draw import delete_draw, draw_bracket, note_departure, revoke_departure
from brackets.playoffs.views.page import number_in, run_action
from tournaments.htmx import EventRequest
from tournaments.staff.access import staff_page
from tournaments.term import seen_in


@require_POST
@staff_page()
def draw(request: EventRequest) -> HttpResponse:
    def action() -> str:
        posting = seen_in(request.POST, "posting")
        is_confirmed = bool(request.POST.get("confirmed"))
        bracket = draw_bracket(request.event, request.me, posting=posting, is_confirmed=is_confirmed)
        return f"Bracket of {bracket.size} drawn."

    return run_action(request, action)


@require_POST
@staff_page()
def undo_draw(request: EventRequest) -> HttpResponse:
    def action() -> str:
        delete_draw(request.event, request.me)
        return "Draw undone."

    return run_action(request, action)


@require_POST
@staff_page()
def departures(request: EventRequest) -> HttpResponse:
    number, what = number_in(request.POST.get("number", "")), request.POST.get("what", "")

    def action() -> str:
        if what == "back":
            revoke_departure(request.event, request.me, number=number)
            return "Departure undone."
        is_replaced = what == "replaced"
        note_departure(request.event, request.me, number=number, is_replaced=is_replaced)
        return (
            "Departure saved. Post again now."
            if is_replaced
            else "Departure saved. The player keeps the place and forfeits."
        )

    return run_action(request, action)
