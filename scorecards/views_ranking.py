"""The working standings for staff, the ties that matter, the exemption, and the evidence for players."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from scorecards.selectors_evidence import notices
from scorecards.selectors_ranking import working_ranking
from tournaments.access import staff_page
from tournaments.models import Entrant, StaffMember, Tournament


@require_safe
@staff_page("checker")
def ranking(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Show the standings as they stand, with the line."""
    context = {"tournament": tournament, "me": me, "shown": working_ranking(tournament)}
    return render(request, "scorecards/ranking/ranking.html", context)


@require_POST
@staff_page("checker")
def tie_game(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Record the result of a tie game."""
    return redirect("scorecards:ranking", tournament.slug)


@require_POST
@staff_page("checker")
def end_tie_game(request: HttpRequest, tournament: Tournament, me: StaffMember, number: int) -> HttpResponse:
    """Take back the result of a tie game."""
    return redirect("scorecards:ranking", tournament.slug)


@require_POST
@staff_page()
def tie_order(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Enter the order of those who are tied."""
    return redirect("scorecards:ranking", tournament.slug)


@require_POST
@staff_page()
def end_tie_order(request: HttpRequest, tournament: Tournament, me: StaffMember, number: int) -> HttpResponse:
    """Take back an order."""
    return redirect("scorecards:ranking", tournament.slug)


@require_POST
@staff_page()
def exemption(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Set how many qualify."""
    return redirect("scorecards:ranking", tournament.slug)


@require_safe
@staff_page("checker")
def evidence(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Show a notice for everybody whose place the rulings changed."""
    context = {"tournament": tournament, "me": me, "notices": notices(tournament)}
    return render(request, "scorecards/ranking/evidence.html", context)


@require_safe
@staff_page("checker")
def notice(request: HttpRequest, tournament: Tournament, me: StaffMember, number: int) -> HttpResponse:
    """Show one player's notice."""
    entrant = get_object_or_404(Entrant, tournament=tournament, number=number)
    found = [one for one in notices(tournament) if one.holder.number == entrant.number]
    context = {"tournament": tournament, "me": me, "entrant": entrant, "notices": found}
    return render(request, "scorecards/ranking/evidence.html", context)
