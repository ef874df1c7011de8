"""Players known across events who may be one person: shown side by side, merged, and undone."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournaments.entrants.selectors import players_much_like
from tournaments.entrants.services.merging import merge_players, undo_merge, why_not_merged
from tournaments.entrants.services.registration import EntrantRefused
from tournaments.entrants.views.entrant_list import entrant_page
from tournaments.models import AuditAction, AuditEntry, Entrant, Player, StaffMember, Tournament
from tournaments.rules.text import whole_number


@require_http_methods(["GET", "HEAD", "POST"])
@entrant_page
def merge(request: HttpRequest, tournament: Tournament, me: StaffMember, number: int) -> HttpResponse:
    found = Entrant.objects.select_related("player").get(tournament=tournament, number=number)
    if request.method != "POST":
        return _page(request, tournament, me, found)
    other, entry = (whole_number(request.POST.get(name, ""), digits=18) or 0 for name in ("other", "undo"))
    try:
        if entry:
            undo_merge(tournament=tournament, actor=me, entry=entry)
        else:
            done = merge_players(tournament=tournament, actor=me, number=number, other=other)
    except EntrantRefused as refusal:
        return _page(request, tournament, me, found, str(refusal))
    address = reverse("tournaments:merge-players", args=[tournament.slug, number])
    return redirect(address if entry else f"{address}?done={done.pk}")


def _others(kept: Player, me: StaffMember) -> list[tuple[Player, int, str]]:
    """Return who may be the same person, with their number of events and why they cannot be merged, if so."""
    return [
        (other, other.entries.count(), why_not_merged(actor=me, kept=kept, other=other))
        for other in players_much_like(kept)
    ]


def _page(
    request: HttpRequest, tournament: Tournament, me: StaffMember, found: Entrant, refusal: str = ""
) -> HttpResponse:
    others = _others(found.player, me) if found.player else []
    done = whole_number(request.GET.get("done", ""), digits=18)
    context = {
        "tournament": tournament,
        "me": me,
        "entrant": found,
        "others": others,
        "refusal": refusal,
        "done": AuditEntry.objects.filter(
            tournament=tournament, pk=done or 0, action=AuditAction.PLAYERS_MERGED
        ).first(),
    }
    return render(request, "tournaments/entrants/merge.html", context, status=422 if refusal else 200)
