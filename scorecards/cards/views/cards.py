"""Enter cards: the stack, one card, and who else has it open."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods, require_safe

from scorecards.cards.card_page import CardPage
from scorecards.cards.card_sheet import SaveMessage, differences, opponents_again, save_message
from scorecards.cards.forms.card import reason_of, typed_card, with_choices
from scorecards.cards.selectors.stack import Stack, is_own, not_next_for
from scorecards.cards.services.cards import StaleCard, StoredCard
from scorecards.cards.services.presence import close_card, open_card
from scorecards.rules.entry.card_reading import read_typed
from scorecards.rules.entry.typed_cards import InvalidCard, TypedCard
from tournaments.htmx import EventRequest, htmx_of
from tournaments.models import Entrant
from tournaments.page_cache.cache import is_fragment
from tournaments.paging import page_of_rows
from tournaments.records.entrants import entrants_by_number
from tournaments.rules.text import place_of
from tournaments.staff.access import staff_page


@require_safe
@staff_page("checker")
def cards(request: EventRequest) -> HttpResponse:
    stack = Stack(request.event)
    state, name = request.GET.get("state", ""), request.GET.get("name", "")
    context = {
        "stack": stack,
        "states": [(found.name, found.value, count) for found, count in stack.counts.items()],
        "page": page_of_rows(request.GET, stack.find(state, name)),
        "first_open": stack.first_open(not_next_for(request.me)),
        "state": state,
        "name": name,
        "is_of_sheets": request.event.is_of_sheets,
    }
    template = "scorecards/cards/_stack.html" if is_fragment(request, "stack") else "scorecards/cards/cards.html"
    return render(request, template, context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker")
def card(request: EventRequest, number: int) -> HttpResponse:
    entrant = get_object_or_404(Entrant, tournament=request.event, number=number)
    page = CardPage(request.event, request.me, entrant)
    if request.method == "POST":
        return save(request, page)
    stored = page.stored
    context = page.context(page.typed(stored), stored.seen)
    context |= {
        "stored": stored,
        "lines": [(game, page.places.get(line.opponent or 0, ""), line) for game, line in sorted(stored.lines.items())],
        "is_in": not any(game not in stored.lines for game in page.due),
    }
    if "ahead" in request.GET:
        # Fetched before it is needed: nobody has it open yet, and messages are for the page that is shown.
        return render(request, "scorecards/cards/_ahead.html", context | {"messages": ()})
    context["opened"] = None if context["is_own"] else open_card(entrant=entrant, actor=request.me)
    return render(request, "scorecards/cards/card.html", context)


def save(request: HttpRequest, page: CardPage) -> HttpResponse:
    """Save a card as typed, with the lines that the person chose from somebody else's version, and lead to the next."""
    typed = typed_card(request.POST, page.games, page.system)
    if "choice" in request.POST:
        typed = with_choices(typed, page.typed(page.stored), request.POST, page.stored)
    qualified = page.qualified(by_last_result=True)
    try:
        lines, foot = read_typed(typed, page.limits(typed))
        saved = page.save(request.POST, lines, foot)
    except InvalidCard as invalid:
        context = page.refused(request.POST, typed, invalid.errors) | {"reason": reason_of(request.POST)}
        return answer(request, page, page.form, context, 422)
    except StaleCard as stale:
        return show_both(request, page, typed, stale.current)
    show_saved(request, page, saved)
    show_new_qualifiers(request, page, qualified)
    if wants_data(request):
        data = saved_data(saved, page.next_address, page.following)
        # What the next page tells, where the browser has it as it is now and opens it without asking.
        if request.POST.get("ahead", "") == page.ahead_address != "":
            data["told"] = render_to_string("scorecards/cards/_told.html", request=request)
        return JsonResponse(data)
    return redirect(page.next_address)


def saved_data(saved: StoredCard, address: str, following: Entrant | None) -> dict[str, Any]:
    """Return what the page's script is told: the version that its form has seen from now on, and what comes next.

    ``is_card`` tells that the page at ``next`` is a card to enter, and not the stack after the last one.
    """
    seen = {} if saved.seen == str(saved.version) else {"seen": saved.seen}
    return {"version": saved.version, "next": address, "is_card": following is not None} | seen


def show_new_qualifiers(request: HttpRequest, page: CardPage, before: frozenset[int]) -> None:
    """Say whether a correction after a posting changed who qualifies; ``before`` is who did, as last known."""
    after = page.qualified()
    moved = (("now", after - before), ("no longer", before - after))
    said = [
        f"{', '.join(f'{page.places[number]} {page.names[number]}' for number in sorted(numbers))} {when} "
        f"{'qualifies' if len(numbers) == 1 else 'qualify'}"
        for when, numbers in moved
        if numbers
    ]
    if said:
        messages.warning(request, f"The qualifiers changed: {'; '.join(said)}. The director has to post again.")


def wants_data(request: HttpRequest) -> bool:
    """Tell whether the page's script sent the request: it opens the next card by itself."""
    return request.headers.get("Accept", "") == "application/json"


def answer(request: HttpRequest, page: CardPage, fragment: str, context: dict[str, Any], status: int) -> HttpResponse:
    """Answer with the fragment where a script asks, else with the whole page around it."""
    if wants_data(request) or htmx_of(request):
        return render(request, fragment, context, status=status)
    return render(request, page.template, {**context, "fragment": fragment}, status=status)


def show_both(request: HttpRequest, page: CardPage, typed: TypedCard, current: StoredCard) -> HttpResponse:
    """Show what was typed beside what somebody else saved meanwhile, to choose line by line."""
    context = page.context(typed, current.seen)
    theirs = page.typed(current)
    context |= {"stored": current, "differences": differences(typed, theirs, page.plan)}
    context |= page.beside(request.POST)
    return answer(request, page, "scorecards/cards/_conflict.html", context, 409)


def show_saved(request: HttpRequest, page: CardPage, stored: StoredCard) -> None:
    """Show on the next page what was saved, with a link back if something is missing or does not add up."""
    is_full = len(stored.lines) == page.tournament.games
    message = save_message(
        place_of(page.entrant),
        lines=stored.lines,
        foot=stored.foot,
        due=page.games if is_full else page.due,
        system=page.system,
        again=_met_again(page, stored),
    )
    show_message(request, page, message, page.following)


def _met_again(page: CardPage, stored: StoredCard) -> dict[str, list[int]]:
    """Return the places of opponents on more lines than the schedule has, with the games."""
    opponents = [line.opponent for line in stored.lines.values()]
    if len(opponents) == page.tournament.games and len(set(opponents)) == len(opponents):
        return {}
    lines = {game: stored.lines.get(game) for game in page.games}
    named = {game: line.opponent if line else page.scheduled.get(game) for game, line in lines.items()}
    again = opponents_again(named, page.scheduled)
    holders = entrants_by_number(page.tournament, again) if again else {}
    return {place_of(holders[number]): games for number, games in again.items()}


def show_message(request: HttpRequest, page: CardPage, message: SaveMessage, following: Entrant | None) -> None:
    (messages.success if message.is_whole else messages.warning)(request, page.told(message, following))


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker")
def presence(request: EventRequest, number: int) -> HttpResponse:
    return show_presence(
        request,
        CardPage(request.event, request.me, get_object_or_404(Entrant, tournament=request.event, number=number)),
    )


def show_presence(request: HttpRequest, page: CardPage) -> HttpResponse:
    """Store that this card is open here; return who else has it open, and which card to fetch ahead.

    A page that is left posts that it is.
    """
    if request.method == "POST":
        try:
            seen_at = datetime.fromisoformat(request.POST.get("seen_at", "")).astimezone()
        except (ValueError, OverflowError):
            return HttpResponseBadRequest("Send when this page was last seen.", content_type="text/plain")
        close_card(entrant=page.entrant, actor=page.me, seen_at=seen_at)
        return HttpResponse(status=204)
    is_mine = is_own(page.me, page.entrant)
    context = {
        "presence": page.presence,
        "opened": None if is_mine else open_card(entrant=page.entrant, actor=page.me, is_still_open=True),
        "ahead": page.ahead_address,
    }
    return render(request, "scorecards/cards/_presence.html", context)
