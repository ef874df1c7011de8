"""Seats: the draw, single seats by hand, undoing, a round robin and its pools, and the public list."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.hooks import has_cards
from tournaments.htmx import EventRequest
from tournaments.models import Entrant, Tournament
from tournaments.page_cache.cache import is_fragment, public_page
from tournaments.paging import page_of_rows
from tournaments.refused import Refused
from tournaments.rules.schedule_check import games_in_words
from tournaments.rules.seating import seat_key
from tournaments.rules.text import whole_number
from tournaments.seating.forms import DrawForm, PoolsForm, RobinForm, SeatForm, chairs_in_pools
from tournaments.seating.round_robin import make_round_robin, robin_in_words, set_pools
from tournaments.seating.selectors.seats import Seating, last_changes, proof_of, seat_rows, seating_of
from tournaments.seating.selectors.warnings import games_wanting, warnings_of, ways_of_pairing
from tournaments.seating.services.draw import clear_seats, draw, give_seat
from tournaments.seating.services.repairs import undo_seating
from tournaments.seating.services.storage import CARDS_ARE_IN, SeatingChangedMeanwhile
from tournaments.staff.access import staff_page

SORTS = ("seat", "name")


@require_safe
@staff_page()
def seating(request: EventRequest) -> HttpResponse:
    if is_fragment(request, "seat-rows"):
        context = {**_list_of(request, seating_of(request.event))}
        return render(request, "tournaments/seating/_seat_rows.html", context)
    return seating_page(request)


def seating_page(
    request: EventRequest,
    *,
    message: str = "",
    status: int = 0,
    draw_form: DrawForm | None = None,
    robin_form: RobinForm | None = None,
    **_: object,
) -> HttpResponse:
    now = seating_of(request.event)
    undo, redo = last_changes(request.event, now)
    context = {
        "seating": now,
        "players": now.players,
        "seated": sum(1 for chair in now.chairs.values() if chair.counts and chair.seat),
        "warnings": warnings_of(request.event, now),
        "undo": undo,
        "undoing": [(entry, label) for entry, label in ((undo, "Undo"), (redo, "Redo")) if entry is not None],
        "proof": proof_of(request.event, now),
        "message": message,
        "draw_form": draw_form or DrawForm(initial={"table_length": request.event.table_length, "keep": True}),
        "more_games": games_in_words(wanting) if (wanting := games_wanting(request.event, now)) else "",
        **making_of(request.event, now, robin_form),
        **_list_of(request, now),
    }
    status = status or (200 if draw_form is None and robin_form is None else 422)
    is_part = is_fragment(request, "seating")
    template = "tournaments/seating/_seating.html" if is_part else "tournaments/seating/seating.html"
    return render(request, template, context, status=status)


def making_of(tournament: Tournament, now: Seating, robin_form: RobinForm | None = None) -> dict[str, Any]:
    """Return what the button that makes the schedule needs, here and on the page of the schedule."""
    ways = ways_of_pairing(tournament, now)
    if tournament.is_double_round_robin and robin_form is None:
        robin_form = RobinForm(tournament, now)
    return {
        "ways": ways,
        "is_possible": any(not way["why_not"] for way in ways),
        "cards_are_in": CARDS_ARE_IN if has_cards(tournament) else "",
        "robin_form": robin_form,
    }


def _list_of(request: HttpRequest, now: Seating) -> dict[str, Any]:
    sort = request.GET.get("sort", "")
    sort = sort if sort in SORTS else "seat"
    wanted = request.GET.get("name", "").strip()
    rows = seat_rows(now, sort=sort, wanted=wanted)
    page = page_of_rows(request.GET, rows)
    return {"page": page, "sort": sort, "wanted": wanted, "without_seat": now.without_seat}


def done(request: EventRequest, text: str) -> HttpResponse:
    """Answer a change that was made: the fragment as it is now for htmx, else the whole page that ``to`` names."""
    if is_fragment(request, "seating"):
        request.event.refresh_from_db()
        return seating_page(request, message=text)
    messages.success(request, text)
    to = "schedule" if request.POST.get("to") == "schedule" else "seating"
    return redirect(f"tournaments:{to}", request.event.slug)


@require_POST
@staff_page()
def draw_all(request: EventRequest) -> HttpResponse:
    form = DrawForm(request.POST)
    now = seating_of(request.event)
    if form.is_valid() and not form.ask_if_few(now.players, now.counted):
        how = {name: form.cleaned_data[name] for name in ("table_length", "keep", "only_here")}
        try:
            draw(tournament=request.event, actor=request.me, seen=request.POST.get("seen"), **how)
        except SeatingChangedMeanwhile as change:
            request.refusal = change
            return seating_page(request, draw_form=form, status=409)
        except Refused as refusal:
            form.refuse(refusal)
        else:
            return done(request, _drawn_in_words(now, seating_of(request.event)))
    return seating_page(request, draw_form=form)


def _drawn_in_words(before: Seating, now: Seating) -> str:
    """Say for how many seats are drawn, and who had a drawn seat beyond the last one and has another."""
    if now.seat_of == before.seat_of:
        return "Everybody keeps their seat. To draw all seats again, untick Keep assigned seats."
    last = max((seat_key(seat) for seat in now.seat_of.values()), default=None)
    moved = [
        f"{chair.shown_name} moved from {chair.seat} to {now.chairs[number].seat}."
        for number, chair in before.chairs.items()
        if chair.seat and number in now.seat_of and last is not None and seat_key(chair.seat) > last
    ]
    seated = sum(chair.counts for chair in now.chairs.values() if chair.seat)
    drawn = "Seats are drawn." if seated == now.counted else f"Seats are drawn for {seated} of {now.counted} players."
    return " ".join([drawn, *moved[:3]])


@require_POST
@staff_page(shows=seating_page)
def clear_all(request: EventRequest) -> HttpResponse:
    clear_seats(request.event, request.me, seen=request.POST.get("seen"))
    return done(request, "All seats are free, and the schedule that rested on them is gone.")


@require_POST
@staff_page(shows=seating_page)
def undo(request: EventRequest, entry: int) -> HttpResponse:
    what = undo_seating(request.event, request.me, entry=entry)
    if (game := whole_number(request.POST.get("game", ""))) is not None:
        messages.success(request, f"Undone: {what}.")
        return redirect("tournaments:scheduled-game", request.event.slug, game)
    return done(request, f"Undone: {what}.")


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def one_seat(request: EventRequest, number: int) -> HttpResponse:
    chair = seating_of(request.event).chairs.get(number)
    if chair is None:
        raise Http404("no such entrant")
    page = partial(_seat_page, request, chair)
    if request.method != "POST":
        return page(SeatForm(request.event, initial={"seat": chair.seat, "seen": chair.seat}))
    form = SeatForm(request.event, request.POST)
    if not form.is_valid():
        return page(form, status=422)
    try:
        give_seat(request.event, request.me, number=number, **form.cleaned_data)
    except SeatingChangedMeanwhile as change:
        # What was typed stays; sent again, it is meant for the present seat.
        form.data = {**request.POST.dict(), "seen": chair.seat}
        return page(form, status=409, conflict=str(change))
    except Refused as refusal:
        form.refuse(refusal)
        return page(form, status=422)
    messages.success(request, f"{chair.shown_name}'s seat is changed.")
    return redirect("tournaments:seating", request.event.slug)


def _seat_page(
    request: EventRequest, chair: Entrant, form: SeatForm, *, status: int = 200, conflict: str = ""
) -> HttpResponse:
    context = {"chair": chair, "form": form, "conflict": conflict}
    return render(request, "tournaments/seating/seat.html", context, status=status)


@require_POST
@staff_page(shows=seating_page)
def make_robin(request: EventRequest) -> HttpResponse:
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


@public_page(choices={"sort": SORTS, "name": ()}, fragment="seats")
def seat_list(request: EventRequest) -> HttpResponse:
    now = seating_of(request.event)
    sort = "seat" if request.GET.get("sort") == "seat" else "name"
    wanted = request.GET.get("name", "").strip()
    context = {
        "rows": seat_rows(now, sort=sort, wanted=wanted),
        "seated": len(now.seat_of),
        "sort": sort,
        "wanted": wanted,
        "proof": proof_of(request.event, now),
    }
    template = "_seats.html" if is_fragment(request, "seats") else "seats.html"
    return render(request, f"tournaments/seating/{template}", context)
