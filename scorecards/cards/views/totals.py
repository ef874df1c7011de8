"""Totals first: four numbers for each card, to sort the piles before the lines are entered."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from scorecards.cards.card_page import CardPage
from scorecards.cards.card_sheet import SaveMessage, foot_in_words
from scorecards.cards.forms.card import reason_of, seen_of, typed_card
from scorecards.cards.selectors.stack import Stack, next_without_totals, own_numbers
from scorecards.cards.services.cards import StaleCard, StoredCard
from scorecards.cards.views.cards import saved_data, show_message, show_new_qualifiers, wants_data
from scorecards.rules.entry.card_reading import read_typed
from scorecards.rules.entry.typed_cards import InvalidCard, TypedCard
from scorecards.rules.line_points import Standing, put_points_right, total
from scorecards.rules.qualifying import CardPile, number_of_qualifiers, piles
from tournaments.htmx import EventRequest
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.paging import ROWS_ON_A_PAGE
from tournaments.rules.text import place_of, whole_number
from tournaments.staff.access import staff_page

PILE_WORDS = {
    CardPile.DEFINITE: "further above the line than one game can take away",
    CardPile.PROBABLE: "on the line or above it by one game at most",
    CardPile.PROBABLE_NOT: "below the line by one game at most",
    CardPile.DEAD_ZONE: "further below: one game cannot bring them up",
}


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker")
def totals(request: EventRequest) -> HttpResponse:
    if request.event.is_of_sheets:
        return redirect("scorecards:cards", request.event.slug)
    number = request.POST.get("card") or request.GET.get("card")
    if request.method == "POST":
        return _save(request, _card_page(request.event, request.me, number))
    stack = Stack(request.event)
    if number is None:
        own = own_numbers(request.me)
        waiting = [row.holder.number for row in stack.rows if row.foot is None]
        number = next((str(waits) for waits in waiting if waits not in own), None)
    if number is None:
        return render(request, "scorecards/cards/totals.html", _piles(request, stack) | {})
    page = _card_page(request.event, request.me, number)
    return _show(request, page, page.typed(page.stored), page.stored, 200, stack=stack)


def _card_page(tournament: Tournament, me: StaffMember, number: str | None) -> CardPage:
    wanted = whole_number(number or "") or 0
    return CardPage(tournament, me, get_object_or_404(Entrant, tournament=tournament, number=wanted))


def _piles(request: EventRequest, stack: Stack) -> dict[str, Any]:
    """Return the piles; of a long one the first cards, and all of it where the address asks for it."""
    sorting = sort_piles(request.event, stack)
    whole = request.GET.get("pile", "")
    laid = [
        (
            pile,
            PILE_WORDS[pile],
            sorting["piles"][pile][: None if pile.name == whole else ROWS_ON_A_PAGE],
            sorting["piles"][pile],
        )
        for pile in CardPile
    ]
    return {"stack": stack, "sorting": sorting, "piles": laid, "whole": whole}


def _show(
    request: EventRequest,
    page: CardPage,
    typed: TypedCard,
    stored: StoredCard,
    status: int,
    errors: Mapping[str, str] | None = None,
    stack: Stack | None = None,
) -> HttpResponse:
    # After a mistake the save still rests on the version that the person saw, not on a later one.
    seen = seen_of(request.POST) if status == 422 else stored.seen
    context = page.context(typed, seen, errors)
    context |= _piles(request, stack or Stack(page.tournament))
    context |= {"stored": stored, "is_stale": status == 409, "reason": reason_of(request.POST)}
    context["already"] = status == 200 and stored.foot is not None
    # A refused save is shown again as it was typed.
    context["is_own"] = context["is_own"] and status == 200
    if context["is_own"]:
        context["next_address"] = _next_address(page, next_without_totals(page.entrant, page.me))
    if status == 409:
        context["theirs"] = foot_in_words(page.typed(stored))
    if status != 200 and wants_data(request):
        return render(request, "scorecards/cards/_totals_form.html", context, status=status)
    return render(request, "scorecards/cards/totals.html", context, status=status)


def _save(request: EventRequest, page: CardPage) -> HttpResponse:
    typed = TypedCard((), typed_card(request.POST, (), page.system).foot)
    qualified = page.qualified(by_last_result=True)
    try:
        _, foot = read_typed(typed, page.limits(typed))
        saved = page.save(request.POST, None, foot)
    except InvalidCard as invalid:
        return _show(request, page, typed, page.stored, 422, invalid.errors)
    except StaleCard as stale:
        return _show(request, page, typed, stale.current, 409)
    following = next_without_totals(page.entrant, page.me)
    show_message(request, page, _in_words(place_of(page.entrant), typed, is_blank=foot is None), following)
    show_new_qualifiers(request, page, qualified)
    address = _next_address(page, following)
    if wants_data(request):
        return JsonResponse(saved_data(saved, address, following))
    return redirect(address)


def _in_words(place: str, typed: TypedCard, *, is_blank: bool) -> SaveMessage:
    if is_blank:
        return SaveMessage(f"No totals entered on {place}.", is_whole=False)
    return SaveMessage(f"Saved {place}: {foot_in_words(typed)}", is_whole=True)


def _next_address(page: CardPage, following: Entrant | None) -> str:
    """Return the address of the next card without totals; after the last one, the first that was left out."""
    address = reverse("scorecards:totals", args=[page.tournament.slug])
    return f"{address}?{urlencode({'card': following.number})}" if following else address


def sort_piles(tournament: Tournament, stack: Stack) -> dict[str, Any]:
    """Sort line cards into the four piles by their foot totals or, where there are none, by their lines.

    ``cards_in`` of ``entrants`` cards have game points. With each holder come the totals in card notation.
    """
    ranked = {row.holder.number: row for row in stack.rows if not row.holder.house_player}
    qualifiers = number_of_qualifiers(len(ranked), tournament.qualifiers)
    scheme = tournament.scored
    standings: dict[int, Standing] = {}
    for number, row in ranked.items():
        foot = row.foot
        if foot is not None and foot.game_points is not None:
            plus = foot.plus or 0
            standings[number] = (foot.game_points, foot.games_won or 0, plus - (foot.minus or 0), plus)
        elif row.is_in and number in stack.cards:
            lines = (put_points_right(line, scheme) for line in stack.cards[number].lines)
            standings[number] = total(lines).standing
    laid = piles(standings, qualifiers, max(scheme.by_spread))
    return {
        "piles": {
            pile: [(ranked[number].holder, _notation(standings[number])) for number in numbers]
            for pile, numbers in laid.items()
        },
        "cards_in": len(standings),
        "entrants": len(ranked),
        "qualifiers": qualifiers,
    }


def _notation(standing: Standing) -> str:
    return f"{standing[0]}/{standing[1]} {standing[2]:+d}"
