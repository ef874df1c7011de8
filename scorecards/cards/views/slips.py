"""Slips: winner and margin, or both sides' points, of one game after the other."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from scorecards.cards.forms.card import key_of, new_key
from scorecards.cards.selectors.stack import card_holders, own_numbers, seat_plan
from scorecards.cards.services.slips import (
    GameAlreadyEntered,
    SlipMissing,
    are_slips_open,
    is_answered,
    read_slip,
    save_slip,
    slip_to_undo,
    slips_game,
    typed_slip,
    undo_slip,
)
from scorecards.cards.views.cards import wants_data
from scorecards.rules.entry.typed_cards import InvalidCard
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.htmx import EventRequest
from tournaments.models import Entrant, Pairing, Tournament
from tournaments.paging import ROWS_ON_A_PAGE, WHOLE, page_asked_for, page_of_rows
from tournaments.rules.text import whole_number
from tournaments.rules.types import Line
from tournaments.staff.access import staff_page


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker")
def slips(request: EventRequest) -> HttpResponse:
    text = request.POST.get("game") or request.GET.get("game") or "1"
    game = _game(text, request.event)
    if game is None:
        context = {"text": text[:20], "games": _games(request.event)}
        return render(request, "scorecards/cards/no_such_game.html", context, status=404)
    holders = card_holders(request.event)
    if request.method == "POST":
        return _save(request, game, holders)
    return _show(request, game, holders)


def _games(tournament: Tournament) -> range:
    return range(1, tournament.games + 1)


def _game(text: str, tournament: Tournament) -> int | None:
    """Return the game in the query; ``None`` where the event has no such game."""
    wanted = whole_number(text, digits=3)
    return wanted if wanted in _games(tournament) else None


def _show(
    request: EventRequest,
    game: int,
    holders: list[Entrant],
    *,
    status: int = 200,
    typed: Mapping[str, str] | None = None,
    errors: Mapping[str, str] | None = None,
    standing: Sequence[tuple[str, Line]] = (),
) -> HttpResponse:
    by_number = {holder.number: holder for holder in holders}
    shown, own = slips_game(request.event, game, by_number), own_numbers(request.me)
    page = page_of_rows(request.GET, shown["slips"])
    context = {
        "game": game,
        "games": _games(request.event),
        "columns": request.event.scored.columns,
        "shown": shown,
        "page": page,
        "limit": "" if page_asked_for(request.GET) == WHOLE else f":{ROWS_ON_A_PAGE}",
        "own": own,
        "own_to_come": [pair for pair in shown["to_come"] if any(side.number in own for side in pair)],
        "is_open": are_slips_open(request.event),
        "key": new_key(),
        "typed": typed or {},
        "errors": errors or {},
        "standing": standing,
    }
    if status != 200 and wants_data(request):
        return render(request, "scorecards/cards/_slip_form.html", context, status=status)
    return render(request, "scorecards/cards/slips.html", context, status=status)


def _save(request: EventRequest, game: int, holders: list[Entrant]) -> HttpResponse:
    system = scoring_system(request.event.scoring)
    typed = typed_slip(request.POST, system.slip_form)

    def scheduled(number: int) -> int | None:
        return _scheduled(request.event, game, number)

    try:
        slip = read_slip(game, typed, seat_plan(holders), scheduled, system.slip_form)
        save_slip(tournament=request.event, slip=slip, key=_key(request), actor=request.me)
    except InvalidCard as invalid:
        return _show(request, game, holders, status=422, typed=typed, errors=invalid.errors)
    except GameAlreadyEntered as keyed:
        names = {holder.number: f"{holder.place} {holder.shown_name}" for holder in holders}
        standing = [(names[number], line) for number, line in sorted(keyed.lines.items())]
        return _show(request, game, holders, status=409, typed=typed, standing=standing)
    places = {holder.number: holder.place for holder in holders}
    message = system.slip_in_words(slip, places[slip.first], places[slip.second])
    messages.success(request, f"Game {game}: {message}")
    address = _address(request.event, game)
    return JsonResponse({"next": address}) if wants_data(request) else redirect(address)


def _key(request: EventRequest) -> UUID:
    """Return the key that came with a slip, unless slips are closed and it has not been answered before."""
    key = key_of(request.POST)
    field = scoring_system(request.event.scoring).slip_form.sides[0]
    if key is None:
        raise InvalidCard({field: "This page is out of date: open it again."})
    if not are_slips_open(request.event) and not is_answered(key):
        raise InvalidCard({field: "This event enters scorecards: slips are closed."})
    return key


def _address(tournament: Tournament, game: int) -> str:
    return f"{reverse('scorecards:slips', args=[tournament.slug])}?{urlencode({'game': game})}"


def _scheduled(tournament: Tournament, game: int, number: int) -> int | None:
    pairs = Pairing.objects.filter(scheduled_game__tournament=tournament, scheduled_game__game=game)
    for first, second in pairs.values_list("first__number", "second__number"):
        if number in (first, second):
            return second if number == first else first
    return None


@require_POST
@staff_page("checker")
def undo(request: EventRequest) -> HttpResponse:
    slip = slip_to_undo(request.POST, scoring_system(request.event.scoring).slip_form)
    try:
        undo_slip(tournament=request.event, slip=slip, actor=request.me)
    except SlipMissing:
        messages.warning(request, "The slip was not undone: a card has changed since. Look at both cards.")
    except InvalidCard as invalid:
        messages.warning(request, f"The slip was not undone. {invalid}")
    else:
        messages.success(request, f"The slip of game {slip.game} is undone on both cards.")
    return redirect(_address(request.event, slip.game))
