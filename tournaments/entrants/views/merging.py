"""Players known across events who may be one person: shown side by side, merged, and undone."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournaments.entrants.known import Person, people_known_to
from tournaments.entrants.services.merging import merge_players, undo_merge, why_not_merged
from tournaments.entrants.views.entrant_list import entrant_page
from tournaments.htmx import EventRequest
from tournaments.models import AuditAction, AuditEntry, Entrant, StaffMember
from tournaments.refused import Refused
from tournaments.rules.text import whole_number


@require_http_methods(["GET", "HEAD", "POST"])
@entrant_page
def merge(request: EventRequest, number: int) -> HttpResponse:
    found = Entrant.objects.get(tournament=request.event, number=number)
    if request.method != "POST":
        return _page(request, found)
    other, entry = (whole_number(request.POST.get(name, ""), digits=18) or 0 for name in ("other", "undo"))
    try:
        if entry:
            undo_merge(request.event, request.me, entry=entry)
        else:
            done = merge_players(request.event, request.me, number=number, other=other)
    except Refused as refusal:
        return _page(request, found, str(refusal))
    address = reverse("tournaments:merge-players", args=[request.event.slug, number])
    return redirect(address if entry else f"{address}?done={done.pk}")


def _others(found: Entrant, me: StaffMember) -> list[tuple[Person, str]]:
    """Return who may be the same person, with why they cannot be merged, if so."""
    people = people_known_to(me)
    kept = people.by_player.get(found.player_id or 0)
    return [(other, why_not_merged(kept, other)) for other in people.like(kept)] if kept else []


def _page(request: EventRequest, found: Entrant, refusal: str = "") -> HttpResponse:
    done = whole_number(request.GET.get("done", ""), digits=18)
    context = {
        "entrant": found,
        "others": _others(found, request.me),
        "refusal": refusal,
        "done": AuditEntry.objects.filter(
            tournament=request.event, pk=done or 0, action=AuditAction.PLAYERS_MERGED
        ).first(),
    }
    return render(request, "tournaments/entrants/merge.html", context, status=422 if refusal else 200)
