"""Views that draw the bracket, undo the draw, and note qualifiers who left before it."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from brackets.playoffs.services.draw import delete_draw, draw_bracket, note_departure, revoke_departure
from brackets.playoffs.views.page import number_in, run_action
from tournaments.models import StaffMember, Tournament
from tournaments.staff.access import staff_page
from tournaments.term import seen_in


@require_POST
@staff_page()
def draw(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    def action() -> str:
        posting = seen_in(request.POST, "posting")
        is_confirmed = bool(request.POST.get("confirmed"))
        bracket = draw_bracket(tournament=tournament, actor=me, posting=posting, is_confirmed=is_confirmed)
        return f"Bracket of {bracket.size} drawn."

    return run_action(request, tournament, me, action)


@require_POST
@staff_page()
def undo_draw(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    def action() -> str:
        delete_draw(tournament=tournament, actor=me)
        return "Draw undone."

    return run_action(request, tournament, me, action)


@require_POST
@staff_page()
def departures(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    number, what = number_in(request.POST.get("number", "")), request.POST.get("what", "")

    def action() -> str:
        if what == "back":
            revoke_departure(tournament=tournament, actor=me, number=number)
            return "Departure undone."
        is_replaced = what == "replaced"
        note_departure(tournament=tournament, actor=me, number=number, is_replaced=is_replaced)
        return (
            "Departure saved. Post again now."
            if is_replaced
            else "Departure saved. The player keeps the place and forfeits."
        )

    return run_action(request, tournament, me, action)
