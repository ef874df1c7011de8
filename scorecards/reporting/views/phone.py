"""A card on a player's phone: report games, agree, initial, sign, call a judge."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.module_loading import import_string
from django.views.decorators.http import require_POST, require_safe

from scorecards.reporting.access import A_WEEK, COOKIE, Phone, phone_page
from scorecards.reporting.forms import FOOT_FIELDS, foot_of, how_of, key_of, result_of
from scorecards.reporting.selectors.handover import kit_of
from scorecards.reporting.selectors.phone import BLANK, PhoneGame, card_on_phone, has_phone, version_of
from scorecards.reporting.services.codes import new_device, use_device
from scorecards.reporting.services.reports import deny_initials, initial_game, report_game
from scorecards.reporting.services.signing import FootDiffers, by_phone, sign_card
from scorecards.reporting.services.transaction import ReportRefused
from scorecards.rules.table_reports import Stage
from tournaments.rules.seating import facing
from tournaments.rules.text import number_in
from tournaments.sign_in.links import digest_of


class HttpResponseSeeOther(HttpResponseRedirect):
    """Lead from a form to a page, whatever the form's method was."""

    status_code = 303


@phone_page
@require_safe
def phone(request: HttpRequest, found: Phone) -> HttpResponse:
    """Show the card. A phone that opens a code for the first time is the one that reports from now on."""
    if found.device and (found.is_current or found.code.device):
        return _page(request, found)
    kept = request.COOKIES.get(COOKIE) or new_device()
    use_device(found.code, digest_of(kept))
    response = _page(request, Phone(found.code, found.secret, digest_of(kept)))
    _keep(request, found, response, kept)
    return response


def _keep(request: HttpRequest, found: Phone, response: HttpResponse, kept: str) -> None:
    response.set_cookie(
        COOKIE, kept, max_age=A_WEEK, path=_address(found), secure=request.is_secure(), httponly=True, samesite="Lax"
    )


def _address(found: Phone) -> str:
    return reverse("scorecards:phone", args=[found.tournament.slug, found.secret])


def _page(request: HttpRequest, found: Phone, status: int = 200, **more: Any) -> HttpResponse:
    """Render the card, or on a phone that is not the current one who has it."""
    context: dict[str, Any] = {"tournament": found.tournament, "found": found, "address": _address(found), **more}
    if not found.is_current:
        context["version"] = version_of(found.code)
        return render(request, "scorecards/reporting/elsewhere.html", context, status=status)
    card = card_on_phone(found.code)
    shown = card.find(number_in(request.GET, "game") or more.get("game") or 0) or card.focus
    opponent = shown.opponent if shown is not None and shown.state.stage is Stage.WAITING else None
    context |= {
        # Who opened no code agrees on this phone: the field for initials is there without a tap.
        "hands_over": opponent is not None and not has_phone(found.tournament, opponent.number),
        "card": card,
        "shown": shown,
        "is_open": found.tournament.has_phones and card.closing is None,
        "version": card.version,
        "blank": BLANK,
        "key": uuid4(),
        "handover": kit_of(found.code),
    }
    typed = context.setdefault("typed", {})
    context["foot"] = [(name, label, typed.get(name, getattr(card.sums, name))) for name, label in FOOT_FIELDS.items()]
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


def _act(request: HttpRequest, found: Phone, act: Callable[[], None], **more: Any) -> HttpResponse:
    """Do what the current phone asks for, then lead back to the card; a refusal is shown above it."""
    if not found.is_current:
        return _page(request, found, status=409)
    try:
        act()
    except ReportRefused as refusal:
        return _page(request, found, status=422, refusal=str(refusal), typed=request.POST, **more)
    return HttpResponseSeeOther(_address(found))


@phone_page
@require_POST
def report(request: HttpRequest, found: Phone, game: int) -> HttpResponse:
    def act() -> None:
        report_game(
            entrant=found.entrant,
            game=game,
            result=result_of(request.POST),
            key=key_of(request.POST),
            device=found.device,
            how=how_of(request.POST),
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
        return _page(request, found, status=422, foot_errors=errors, typed=request.POST)


@phone_page
@require_POST
def judge(request: HttpRequest, found: Phone, game: int) -> HttpResponse:
    """Call a judge to the board of a game."""

    def act() -> None:
        card = card_on_phone(found.code)
        shown = card.find(game)
        if shown is None or shown.opponent is None:
            raise ReportRefused("Choose your opponent first. Then call a judge.")
        import_string(settings.CALL_JUDGE)(
            tournament=found.tournament,
            caller=by_phone(found.entrant),
            key=key_of(request.POST),
            first=found.entrant.number,
            second=shown.opponent.number,
            game=game,
            place=board_in_words(shown),
        )

    response = _act(request, found, act, game=game)
    if isinstance(response, HttpResponseRedirect):
        response["Location"] += f"?game={game}&judge=1"
    return response


def board_in_words(shown: PhoneGame) -> str:
    """Return the board of a game as its two seats, blank where the schedule does not say."""
    return f"{shown.seat} and {facing(shown.seat)}" if shown.seat and facing(shown.seat) else shown.seat


@phone_page
@require_POST
def device(request: HttpRequest, found: Phone) -> HttpResponse:
    """Let this phone report for the card again."""
    kept = request.COOKIES.get(COOKIE) or new_device()
    use_device(found.code, digest_of(kept))
    response = HttpResponseSeeOther(_address(found))
    _keep(request, found, response, kept)
    return response
