"""A card on a player's phone: report games, agree, initial, sign, call a judge."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from scorecards.hooks import call_judge, call_of, posted_place
from scorecards.reporting.access import A_WEEK, ANSWER, COOKIE, Phone, phone_page
from scorecards.reporting.forms import FOOT_FIELDS, foot_of, how_of, key_of, result_of
from scorecards.reporting.selectors.phone import BLANK, PhoneCard, PhoneGame, has_phone, version_of
from scorecards.reporting.services.codes import by_phone, code_at, new_device, use_device
from scorecards.reporting.services.handover import kit_of
from scorecards.reporting.services.reports import (
    FootDiffers,
    deny_initials,
    deny_opponent,
    initial_game,
    report_game,
    sign_card,
    unlock_own_game,
)
from scorecards.rules.table_reports import Stage
from tournaments.refused import Refused
from tournaments.rules.seating import facing
from tournaments.rules.text import number_in
from tournaments.sign_in.links import digest_of

KEY = "Card-Key"
"""The header with the key of what the script sends; a plain form does not have it."""


class HttpResponseSeeOther(HttpResponseRedirect):
    """Lead from a form to a page, whatever the form's method was."""

    status_code = 303


@phone_page
@require_safe
def phone(request: HttpRequest, found: Phone) -> HttpResponse:
    """Show the card. The first phone that opens a code on the day reports for the card; a second one asks first."""
    if found.code.device or found.is_of_another_day:
        return _page(request, found)
    return _take(request, found, lambda phone: _page(request, phone))


def _take(request: HttpRequest, found: Phone, answer: Callable[[Phone], HttpResponse]) -> HttpResponse:
    """Let this phone report for the card. What it keeps is the same for each card of the event that it opens."""
    kept = request.COOKIES.get(COOKIE) or new_device()
    use_device(found.code, digest_of(kept))
    response = answer(Phone(found.code, found.secret, digest_of(kept)))
    path = _address(found).removesuffix(f"{found.secret}/")
    secure = request.is_secure()
    response.set_cookie(COOKIE, kept, max_age=A_WEEK, path=path, secure=secure, httponly=True, samesite="Lax")
    return response


def _address(found: Phone) -> str:
    return reverse("scorecards:phone", args=[found.tournament.slug, found.secret])


def _page(request: HttpRequest, found: Phone, status: int = 200, **more: Any) -> HttpResponse:
    """Render the card, or on a phone that is not the current one or another day the question whether it is meant."""
    context: dict[str, Any] = {"tournament": found.tournament, "found": found, "address": _address(found), **more}
    if not found.is_current or (request.method == "GET" and found.is_of_another_day):
        context |= {"version": version_of(found.code), "seat": found.entrant.seat}
        # The phone did not send back what the last tap gave it to keep.
        context["keeps_nothing"] = "kept" in request.GET and not found.device
        return render(request, "scorecards/reporting/elsewhere.html", context, status=status)
    card = PhoneCard(found.code)
    shown = card.find(number_in(request.GET, "game") or more.get("game") or 0) or card.focus
    opponent = shown.opponent if shown is not None and shown.state.stage is Stage.WAITING else None
    context |= {
        # A player who opened no code agrees on this phone: the field for initials is there without a tap.
        "hands_over": opponent is not None and not has_phone(found.tournament, opponent.number),
        "card": card,
        "shown": shown,
        "is_open": found.tournament.has_phones and card.closing is None,
        "version": card.version,
        "blank": BLANK,
        "key": uuid4(),
        "handover": kit_of(found.code),
        "called": call_of(found.tournament, found.entrant.number),
    }
    typed = context.setdefault("typed", {})
    sums = ((name, label, getattr(card.sums, name)) for name, label in FOOT_FIELDS.items())
    context["foot"] = [(name, label, total, typed.get(name, "")) for name, label, total in sums]
    if found.tournament.latest_posting:
        context["posted"] = posted_place(found.tournament, found.entrant.number)
    return render(request, "scorecards/reporting/phone.html", context, status=status)


@phone_page
@require_safe
def now(request: HttpRequest, found: Phone) -> HttpResponse:
    """Answer the version of the card's page, for which it asks every second."""
    return HttpResponse(version_of(found.code), content_type="text/plain")


@phone_page
@require_safe
def worker(request: HttpRequest, found: Phone) -> HttpResponse:
    """Serve the script that opens the page without a server: below the card's address, for which alone it may speak."""
    return HttpResponse(_worker_script(), content_type="text/javascript")


@cache
def _worker_script() -> str:
    path = finders.find("js/reporting/worker.js")
    assert isinstance(path, str)
    return Path(path).read_text()


def _act(request: HttpRequest, found: Phone, act: Callable[[], None], *, then: str = "", **more: Any) -> HttpResponse:
    """Do what the current phone asks for, then lead back to the card; a refusal is shown above it.

    ``then`` is a query that the card is led back to. The script is answered with the card itself: what leads elsewhere
    could be a network's own page.
    """
    response: HttpResponse
    if not found.is_current:
        response = _page(request, found, status=409)
    else:
        try:
            act()
        except Refused as refusal:
            found.code.refresh_from_db(fields=["version"])  # what came too late is stored all the same
            response = _page(request, found, status=422, refusal=str(refusal), typed=request.POST, **more)
        else:
            after = code_at(found.tournament.slug, found.secret) if KEY in request.headers else None
            if after is None:
                return HttpResponseSeeOther(_address(found) + then)
            response = _page(request, Phone(after, found.secret, found.device), **(more if then else {}))
    return _answered(request, response)


def _answered(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Tell the script which of its requests this answers."""
    with suppress(ValueError):
        response[ANSWER] = str(UUID(request.headers.get(KEY, "")))
    return response


@phone_page
@require_POST
def report(request: HttpRequest, found: Phone, game: int) -> HttpResponse:
    def act() -> None:
        report_game(
            entrant=found.entrant,
            game=game,
            **result_of(request.POST),
            key=key_of(request.POST),
            device=found.device,
            how=how_of(request.POST),
            has_looked=request.POST.get("looked") == "1",
        )

    return _act(request, found, act, game=game)


@phone_page
@require_POST
def initials(request: HttpRequest, found: Phone, game: int) -> HttpResponse:
    def act() -> None:
        initial_game(
            entrant=found.entrant,
            game=game,
            initials=request.POST.get("initials", ""),
            key=key_of(request.POST),
            device=found.device,
        )

    return _act(request, found, act, game=game)


@phone_page
@require_POST
def denial(request: HttpRequest, found: Phone, game: int) -> HttpResponse:
    def act() -> None:
        deny_initials(entrant=found.entrant, game=game, key=key_of(request.POST), device=found.device)

    return _act(request, found, act, game=game)


@phone_page
@require_POST
def stranger(request: HttpRequest, found: Phone, game: int) -> HttpResponse:
    """Answer somebody who named the owner of this card that the two did not meet."""

    def act() -> None:
        deny_opponent(
            entrant=found.entrant,
            game=game,
            opponent=number_in(request.POST, "opponent") or 0,
            key=key_of(request.POST),
            device=found.device,
        )

    return _act(request, found, act, game=game)


@phone_page
@require_POST
def unlocking(request: HttpRequest, found: Phone, game: int) -> HttpResponse:
    """Unlock a game that the owner agreed on, for both."""
    return _act(request, found, lambda: unlock_own_game(entrant=found.entrant, game=game), game=game)


@phone_page
@require_POST
def signing(request: HttpRequest, found: Phone) -> HttpResponse:
    def act() -> None:
        sign_card(
            entrant=found.entrant,
            foot=foot_of(request.POST),
            key=key_of(request.POST),
            device=found.device,
            as_written=request.POST.get("as_written") == "1",
        )

    try:
        return _act(request, found, act)
    except FootDiffers as differs:
        errors = [(FOOT_FIELDS[error.field], error.recorded, error.computed) for error in differs.errors]
        return _answered(request, _page(request, found, status=422, foot_errors=errors, typed=request.POST))


@phone_page
@require_POST
def judge(request: HttpRequest, found: Phone, game: int) -> HttpResponse:
    """Call a judge to the board of a game."""

    def act() -> None:
        card = PhoneCard(found.code)
        shown = card.find(game)
        if shown is None or shown.opponent is None:
            raise Refused("Choose your opponent first. Then call a judge.")
        call_judge(
            tournament=found.tournament,
            caller=by_phone(found.entrant),
            key=key_of(request.POST),
            first=found.entrant.number,
            second=shown.opponent.number,
            game=game,
            place=board_in_words(shown),
        )

    return _act(request, found, act, then=f"?game={game}&judge=1", game=game, is_judge_called=True)


def board_in_words(shown: PhoneGame) -> str:
    """Return the board of a game as its two seats, blank where the schedule does not say."""
    return f"{shown.seat} and {facing(shown.seat)}" if shown.seat and facing(shown.seat) else shown.seat


@phone_page
@require_POST
def device(request: HttpRequest, found: Phone) -> HttpResponse:
    """Let this phone report for the card, or for that of another day."""
    return _take(request, found, lambda _: HttpResponseSeeOther(f"{_address(found)}?kept=1"))
