"""The director's decisions on games: those that no rule covers, or against a rule with a reason."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from scorecards.cards.selectors.stack import seats_meant
from scorecards.checking.item_page import MAX_REASON_LENGTH, ItemPage, lines_decided, text_of
from scorecards.checking.keys import key_of_game
from scorecards.checking.services.decisions import InvalidDecision, decide_game, revoke_decision
from scorecards.checking.views.item import WHY_MISSING, next_item, show_item
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.htmx import EventRequest
from tournaments.refused import Refused
from tournaments.rules.text import whole_number
from tournaments.rules.types import Line
from tournaments.staff.access import staff_page
from tournaments.term import seen_in

DECIDING = ("reason", "rule", "decided_by", "opponent")


@require_POST
@staff_page()
def decide(request: EventRequest, key: str) -> HttpResponse:
    page = ItemPage(request.event, request.me, key)
    deciding = {name: text_of(request.POST, name, MAX_REASON_LENGTH) for name in DECIDING}
    numbers, errors = _both(request, page)
    lines: dict[int, Line] = {}
    if not errors:
        system = scoring_system(request.event.scoring)
        both = numbers if len(page.asked.numbers) == 1 else page.asked.numbers
        lines, errors = lines_decided(request.POST, page.asked.game or 0, numbers, system, both)
    try:
        if errors:
            raise InvalidDecision(errors | ({} if deciding["reason"] else {"reason": "Enter a reason."}))
        decide_game(
            request.event,
            request.me,
            game=page.asked.game or 0,
            lines=lines,
            reason=deciding["reason"],
            rule=deciding["rule"],
            decided_by=deciding["decided_by"],
            seen=seen_in(request.POST) or None,
        )
    except InvalidDecision as invalid:
        return _again(request, page, 422, errors=invalid.errors)
    except Refused as refused:
        return _again(request, page, 409, said={"refusal": str(refused)})
    messages.success(request, f"Game {page.asked.game} is decided.")
    return next_item(request, page)


def _both(request: HttpRequest, page: ItemPage) -> tuple[Sequence[int], dict[str, str]]:
    """Return whose lines are decided. Where the card names nobody, the director enters the opponent."""
    if len(page.asked.numbers) > 1:
        return page.to_decide, {}
    text = text_of(request.POST, "opponent")
    other = seats_meant(page.tournament, [text]).find(text)
    if other is None or other in page.asked.numbers:
        return page.asked.numbers, {"opponent": "Enter the opponent by seat or number."}
    return (*page.asked.numbers, other), {}


def _again(
    request: HttpRequest,
    page: ItemPage,
    status: int,
    errors: Mapping[str, str] | None = None,
    said: Mapping[str, str] | None = None,
) -> HttpResponse:
    deciding: dict[str, Any] = {name: text_of(request.POST, name, MAX_REASON_LENGTH) for name in DECIDING}
    deciding["lines"] = {
        name.removeprefix("line-"): text_of(request.POST, name) for name in request.POST if name.startswith("line-")
    }
    return show_item(request, page, status=status, deciding=deciding, errors=errors, said=said)


@require_POST
@staff_page()
def undo(request: EventRequest, key: str) -> HttpResponse:
    page = ItemPage(request.event, request.me, key)
    why = text_of(request.POST, "why", MAX_REASON_LENGTH)
    if not why:
        return show_item(request, page, status=422, errors={"why": WHY_MISSING})
    try:
        revoke_decision(request.event, request.me, decision=seen_in(request.POST), why=why)
    except Refused as refused:
        return show_item(request, page, status=409, said={"refusal": str(refused)})
    messages.success(request, "Decision undone. The cards count as written.")
    return redirect("scorecards:check-item", request.event.slug, key)


@require_safe
@staff_page()
def find_game(request: EventRequest) -> HttpResponse:
    game, both = (
        whole_number(text_of(request.GET, "game")),
        [text_of(request.GET, name) for name in ("first", "second")],
    )
    plan = seats_meant(request.event, both)
    numbers = [plan.find(text) for text in both]
    if game is not None and 1 <= game <= request.event.games and None not in numbers and numbers[0] != numbers[1]:
        key = key_of_game(game, [number for number in numbers if number is not None])
        return redirect("scorecards:check-item", request.event.slug, key)
    messages.error(request, "No game matches. Enter its number and two seats or entrant numbers.")
    return redirect("scorecards:check", request.event.slug)
