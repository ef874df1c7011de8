"""Check-in at the door: everybody on one page, one tap for each who comes and for each who pays."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournaments.entrants.selectors import at_door, check_in_counts
from tournaments.entrants.services import registration
from tournaments.entrants.services.absence import record_absence
from tournaments.entrants.services.undo import undo_change
from tournaments.entrants.views.entrant_list import entrant_page, entry_shown
from tournaments.hooks import pool_ticks, tick_pool
from tournaments.htmx import EventRequest
from tournaments.models import AuditAction, AuditEntry, Entrant, Tournament
from tournaments.page_cache.cache import is_fragment
from tournaments.refused import Refused
from tournaments.rules.text import whole_number

ROW = "check-in-row"
CARD = "check-in-card"
TAPS = ("here", "away", "absent", "paid", "both", "undo", "join", "leave")
"""What a button is called; its value is the entrant's number and what more it needs."""


def _tapped(request: EventRequest, tap: str, number: int, more: str) -> AuditEntry | None:
    """Do what a tap on a button means; ``more`` is the amount that was owed, the pool, or the entry to undo."""
    event, me = request.event, request.me
    if tap in ("here", "away", "both"):
        done = registration.check_in(event, me, number=number, is_here=tap != "away")
    if tap in ("paid", "both"):
        done = registration.take_fee(event, me, number=number, amount=more)
    if tap == "absent":
        return record_absence(event, me, numbers=[number])
    if tap == "undo":
        return undo_change(event, me, entry=whole_number(more, digits=18) or 0)
    if tap in ("join", "leave"):
        return tick_pool(event, me, pool=whole_number(more) or 0, number=number, is_in=tap == "join")
    return done.entry


@require_http_methods(["GET", "HEAD", "POST"])
@entrant_page()
def check_in(request: EventRequest) -> HttpResponse:
    tapped = next((name for name in (*TAPS, "all") if name in request.POST), "")
    if not tapped:
        return _page(request)
    try:
        if tapped == "all":
            return _back(request.event, registration.check_in_all(request.event, request.me))
        number, _, more = request.POST[tapped].partition(" ")
        done = _tapped(request, tapped, whole_number(number) or 0, more)
    except Refused as refused:
        if not is_fragment(request, ROW):
            return _page(request, refusal=str(refused))
        return _row(request, request.POST[tapped].partition(" ")[0], refusal=str(refused))
    if not is_fragment(request, ROW):
        return _back(request.event, done, number)
    return _row(request, number, undoes=_undoable(done))


def _row(request: EventRequest, number: str, *, undoes: int | None = None, refusal: str = "") -> HttpResponse:
    """Return one row as it is now, and the counts; the script of the page swaps both."""
    found = get_object_or_404(Entrant, tournament=request.event, number=whole_number(number) or 0)
    context: dict[str, Any] = {
        **_of(found),
        "undoes": undoes,
        "refusal": refusal,
        "counts": check_in_counts(request.event),
    }
    status = 422 if refusal else 200
    return render(request, "tournaments/entrants/_check_in_changed.html", context, status=status)


def _of(entrant: Entrant | None) -> dict[str, Any]:
    """Return what the card shows of the one who was found, or was here last."""
    if entrant is None:
        return {"row": None}
    event = entrant.tournament
    needs_seat = entrant.is_checked_in and entrant.counts and not entrant.seat
    needs_seat = needs_seat and event.entrants.exclude(seat="").exists()
    return {"row": entrant, "pools": pool_ticks(entrant), "needs_seat": needs_seat}


def _undoable(entry: AuditEntry | None) -> int | None:
    """Return the entry of what was just done and only its row and card offer to undo: a payment, an absence."""
    is_one = entry and entry.action in (AuditAction.ENTRANT_FEE_PAID, AuditAction.ENTRANT_ABSENT)
    return entry.pk if entry and is_one else None


def _back(tournament: Tournament, entry: AuditEntry | None, number: str = "0") -> HttpResponse:
    card = "" if number == "0" else f"card={number}&"
    done = f"done={entry.pk}" if entry else ""
    return redirect(f"{reverse('tournaments:check-in', args=[tournament.slug])}?{card}{done}")


def _page(request: EventRequest, refusal: str = "") -> HttpResponse:
    find = request.GET.get("find", "").strip()
    number = whole_number(request.GET.get("card", ""))
    shown = request.event.entrants.filter(number=number, house_player=False).first() if number else None
    done = entry_shown(request)
    context: dict[str, Any] = {**_of(shown), "undoes": _undoable(done)}
    if is_fragment(request, CARD) and shown:
        return render(request, "tournaments/entrants/_check_in_card.html", context)
    rows = at_door(request.event, find)
    context |= {"find": find, "rows": rows, "refusal": refusal, "counts": check_in_counts(request.event), "done": done}
    return render(request, "tournaments/entrants/check_in.html", context, status=422 if refusal else 200)
