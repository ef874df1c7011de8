"""The director's board of reports, the codes to print, and the end of the qualifying round."""

from typing import Any

from django.contrib import messages
from django.db.models import Max
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from scorecards.hooks import announce
from scorecards.reporting.selectors.board import Board, Need
from scorecards.reporting.services.closing import close_round, reopen_round
from scorecards.reporting.services.codes import addresses_of_cards, replace_code
from scorecards.reporting.services.reports import unlock_game
from tournaments.htmx import EventRequest
from tournaments.models import Audience, AuditEntry, Entrant
from tournaments.page_cache.cache import is_fragment
from tournaments.qr_codes import page_code
from tournaments.refused import Refused
from tournaments.rules.seating import seat_key, table_of
from tournaments.rules.text import number_in, number_of
from tournaments.seating.selectors.seats import chairs_of
from tournaments.staff.access import staff_page


@require_safe
@staff_page("checker")
def board(request: EventRequest) -> HttpResponse:
    return _show(request)


def _show(request: EventRequest) -> HttpResponse:
    context: dict[str, Any] = {"is_open": False, "typed": request.POST}
    if not request.event.is_of_sheets:
        shown = Board(request.event)
        context |= {
            "board": shown,
            "groups": [(need.value, games) for need in Need if (games := shown.of(need))],
            "is_open": request.event.has_phones and shown.closing is None,
            "may_post": shown.is_whole
            and request.event.has_phones
            and request.me.is_director
            and not request.event.latest_posting,
            "may_hold": request.event.standings_shown == Audience.NOBODY,
            "seen": AuditEntry.objects.filter(tournament=request.event).aggregate(last=Max("number"))["last"] or 0,
        }
    part = "_board.html" if is_fragment(request, "report-board") else "board.html"
    if is_fragment(request, "round-end"):
        part = "_round_of_check.html"
    return render(request, f"scorecards/reporting/{part}", context)


@require_POST
@staff_page()
def call_out(request: EventRequest) -> HttpResponse:
    """Announce which boards are to report, on the event page and the hall screen."""
    if text := Board(request.event).call:
        announce(request.event, request.me, text=text)
        messages.success(request, f"Announced: {text}")
    else:
        messages.success(request, "Every game is locked or on paper: nothing to call out.")
    return redirect("scorecards:reports", request.event.slug)


@require_POST
@staff_page()
def closing(request: EventRequest) -> HttpResponse:
    cards = close_round(request.event, request.me)
    written = f"{number_of(cards, 'scorecard')} written from reports. " if cards else ""
    messages.success(request, f"The qualifying round is closed. {written}Enter the paper cards, then cross-check.")
    return redirect("scorecards:check", request.event.slug)


@require_POST
@staff_page(shows=_show)
def reopening(request: EventRequest) -> HttpResponse:
    reopen_round(request.event, request.me)
    messages.success(request, "The qualifying round is open again. Players can report games.")
    return redirect("scorecards:reports", request.event.slug)


@require_POST
@staff_page("checker", shows=_show)
def unlock(request: EventRequest) -> HttpResponse:
    """Unlock a game of the card of a seat, for a reason that both players see."""
    seat, game = request.POST.get("seat", "").strip().upper()[:12], number_in(request.POST, "game") or 0
    chairs = chairs_of(request.event).values()
    number = next((chair.number for chair in chairs if seat and seat in (chair.seat, str(chair.number))), None)
    if number is None:
        raise Refused(f"No scorecard for “{seat}”. Enter a seat such as B-3.")
    unlock_game(request.event, request.me, number=number, game=game, reason=request.POST.get("reason", ""))
    messages.success(request, f"Game {game} of {seat} is unlocked. Both players report it again.")
    return redirect("scorecards:reports", request.event.slug)


@require_safe
@staff_page()
def codes(request: EventRequest) -> HttpResponse:
    """Show the codes of cards, a sheet for each table with those who start there; ``number`` prints one again."""
    addresses, number = addresses_of_cards(request.event), number_in(request.GET, "number")
    chairs = sorted(chairs_of(request.event).values(), key=lambda chair: (seat_key(chair.seat), chair.number))
    # Entrants without a seat, or with one that is only numbered, are at no table: they share the sheets that come last.
    tables: dict[str, list[dict[str, Any]]] = {}
    for chair in sorted(chairs, key=lambda chair: "-" not in chair.seat):
        if chair.number in addresses and number in (None, chair.number):
            card = {"chair": chair, "code": page_code(request, addresses[chair.number])}
            tables.setdefault(table_of(chair.seat) if "-" in chair.seat else "", []).append(card)
    cards = [card for at_table in tables.values() for card in at_table]
    context = {"cards": cards, "tables": tables, "number": number}
    return render(request, "scorecards/reporting/codes.html", context)


@require_POST
@staff_page()
def replace(request: EventRequest, number: int) -> HttpResponse:
    entrant = get_object_or_404(Entrant, tournament=request.event, number=number)
    replace_code(request.event, request.me, number=number)
    messages.success(request, f"{entrant.shown_name} has a new code. The old one opens nothing. Print this page.")
    response = redirect("scorecards:codes", request.event.slug)
    response["Location"] += f"?number={number}"
    return response
