"""What is printed before play: seat lists, the schedule, scorecards, table signs. Letter and A4, from the browser."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.hooks import card_addresses
from tournaments.htmx import EventRequest
from tournaments.pages import page_url
from tournaments.qr_codes import page_code
from tournaments.rules.movement.setup import MovementError
from tournaments.rules.movement.sheets import caller_notes, movement_cards
from tournaments.rules.text import whole_number
from tournaments.seating.round_robin import day_views, sheets_of_boards
from tournaments.seating.selectors.printouts import (
    FEW_GAMES,
    card_pages,
    game_rows,
    games_found,
    list_pages,
    opponents_by_seat,
    table_signs,
    tables_by_room,
)
from tournaments.seating.selectors.seats import seating_of
from tournaments.seating.services.draw import in_words
from tournaments.staff.access import staff_page


@require_safe
@staff_page()
def seats(request: EventRequest) -> HttpResponse:
    sort = "seat" if request.GET.get("sort") == "seat" else "name"
    pages = list_pages(seating_of(request.event), sort=sort)
    context = {"pages": pages, "sort": sort}
    return render(request, "tournaments/seating/print_seats.html", context)


@require_safe
@staff_page()
def cards(request: EventRequest) -> HttpResponse:
    now = seating_of(request.event)
    table = request.GET.get("table", "").strip().upper()
    number = request.GET.get("number", "")
    refusal = ""

    # Where players report on phones, the code opens the card itself.
    addresses = card_addresses(request.event)

    def code_of(number: int) -> str:
        code = page_code(request, addresses.get(number) or page_url("player", request.event.slug, number))
        return code["picture"] if code is not None else ""

    try:
        pages = card_pages(now, request.event.games, code_of, table=table, number=whole_number(number) or 0)
    except MovementError as error:
        pages, refusal = [], f"Scorecards cannot be printed: {in_words(error, now)} Correct the schedule first."
    context = {
        "pages": pages,
        "refusal": refusal,
        "tables": [sign["name"] for sign in table_signs(now)],
        "table": table,
        "has_schedule": bool(now.schedule),
        "is_of_sheets": request.event.is_of_sheets,
        "is_short": request.event.games <= FEW_GAMES,
        "rooms": tables_by_room(now),
        "has_codes": bool(addresses),
    }
    return render(request, "tournaments/seating/print_cards.html", context)


@require_safe
@staff_page()
def whole(request: EventRequest) -> HttpResponse:
    now = seating_of(request.event)
    wanted = request.GET.get("name", "").strip()
    context: dict[str, Any] = {"games": game_rows(now), "wanted": wanted}
    if request.GET.get("by") == "player":
        context["by_player"] = opponents_by_seat(context["games"])
    context["has_left"] = any(chair.left_for_all for chair in now.paired)
    try:
        context["found"] = games_found(now, request.event.games, wanted=wanted)
    except MovementError as error:
        context["refusal"] = f"{in_words(error, now)} Mend the schedule first."
    return render(request, "tournaments/seating/whole.html", context)


@require_safe
@staff_page()
def tables(request: EventRequest) -> HttpResponse:
    # The event's page, for anyone who sits there: a scorecard's code opens that card, and its owner moves on.
    code = page_code(request, page_url("event", request.event.slug))
    context = {"signs": table_signs(seating_of(request.event)), "code": code}
    return render(request, "tournaments/seating/print_tables.html", context)


@require_safe
@staff_page()
def caller(request: EventRequest) -> HttpResponse:
    return _from_schedule(request, caller_notes, "tournaments/seating/print_caller.html")


@require_safe
@staff_page()
def movement(request: EventRequest) -> HttpResponse:
    return _from_schedule(request, movement_cards, "tournaments/seating/print_movement.html")


def _from_schedule(request: EventRequest, read: Callable[..., Sequence[Any]], template: str) -> HttpResponse:
    """Render what an engine reads off the schedule, or why it cannot be read."""
    now = seating_of(request.event)
    context: dict[str, Any] = {"rows": (), "refusal": ""}
    first_games = {number: chair.first_game for number, chair in now.chairs.items()}
    try:
        context["rows"] = read(
            now.schedule, now.seat_of, first_games, games=request.event.games_each, room_of=now.room_of, left=now.left
        )
        context["has_left"] = any(row.left for row in context["rows"])
    except MovementError as error:
        context["refusal"] = f"{in_words(error, now)} Correct the schedule first."
    return render(request, template, context)


@require_safe
@staff_page()
def days(request: EventRequest) -> HttpResponse:
    context = _printed(request)
    context["by_number"] = sorted(context["seating"].paired, key=lambda chair: chair.number)
    return render(request, "tournaments/seating/print_days.html", context)


@require_safe
@staff_page()
def boards(request: EventRequest) -> HttpResponse:
    context = _printed(request)
    context["sheets"] = sheets_of_boards(context["days"])
    return render(request, "tournaments/seating/print_boards.html", context)


def _printed(request: EventRequest) -> dict[str, Any]:
    now = seating_of(request.event)
    context: dict[str, Any] = {"seating": now, "days": []}
    if now.schedule:
        try:
            context["days"] = day_views(request.event, now)
        except MovementError as error:
            context["refusal"] = f"{in_words(error, now)} Mend the schedule first."
    return context
