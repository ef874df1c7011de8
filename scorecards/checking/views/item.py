"""Cross-check one game, or the sums of one card: confirm, re-enter, initial, undo."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, push_url

from scorecards.checking.check_queue import CheckQueue
from scorecards.checking.item_page import ItemPage, entered_line, text_of
from scorecards.checking.services.initials import (
    InvalidInitials,
    ItemChanged,
    confirm_lines,
    reenter_line,
    revoke_initials,
    sign_item,
    undo_reentry,
)
from scorecards.rules.entry.typed_cards import InvalidCard
from tournaments.htmx import EventRequest, htmx_of
from tournaments.page_cache.cache import is_fragment
from tournaments.staff.access import staff_page
from tournaments.term import in_term

MAX_REASON_LENGTH = 300
WHY_MISSING = "Enter a reason. It is kept in the history."


def show_item(
    request: HttpRequest,
    page: ItemPage,
    *,
    status: int = 200,
    typed: dict[str, str] | None = None,
    deciding: Mapping[str, Any] | None = None,
    errors: Mapping[str, str] | None = None,
    said: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Answer with the item: the fragment where htmx asks for it, else the whole page. ``said`` joins the context."""
    is_part = is_fragment(request, "item")
    template = "scorecards/checking/_item.html" if is_part else "scorecards/checking/item.html"
    response = render(request, template, page.context(typed, deciding, errors) | dict(said or {}), status=status)
    return push_url(response, request.path) if is_part and request.method == "GET" else response


@require_safe
@never_cache
@staff_page("checker")
def item(request: EventRequest, key: str) -> HttpResponse:
    """Show one item; its own page asks now and then whether somebody else has done something about it."""
    is_following = is_fragment(request, "follow")
    if is_following and request.GET.get("version") == in_term(request.event.version):
        return HttpResponse(status=204)
    page = ItemPage(request.event, request.me, key)
    if is_following:
        is_new = request.GET.get("state") != page.state
        context = {"page": page, "item": page.item, "hold": page.hold, "is_new": is_new}
        return render(request, "scorecards/checking/_follow.html", context)
    return show_item(request, page)


def next_item(request: HttpRequest, page: ItemPage, queue: CheckQueue | None = None) -> HttpResponse:
    """Lead this person to the next item, or to the queue if nothing is left for them."""
    following = (queue or CheckQueue(page.tournament)).next_for(page.me, after=page.key)
    if following is not None:
        return redirect("scorecards:check-item", page.tournament.slug, following.key)
    if htmx_of(request):
        return HttpResponseClientRedirect(reverse("scorecards:check", args=[page.tournament.slug]))
    return redirect("scorecards:check", page.tournament.slug)


def done(request: HttpRequest, text: str, undo_address: str) -> None:
    """Say what was done, with a button that undoes it at once."""
    button = '{} <button class="plain" type="submit" form="undo-last" formaction="{}">Undo</button>'
    messages.success(request, format_html(button, text, undo_address))


def refuse(request: EventRequest, key: str, number: int | None = None) -> HttpResponse:
    """Show the item as it is now, with the refusal and what was typed; ``number`` is that of a typed line."""
    refusal, status, errors = request.refusal, 409, {}
    names = ("initials", "why") if number is None else ()
    said = {name: text_of(request.POST, name, MAX_REASON_LENGTH) for name in names if name in request.POST}
    if isinstance(refusal, InvalidInitials):
        status, errors = 422, {"initials": str(refusal)}
    else:
        said["refusal"] = str(refusal)
    if isinstance(refusal, ItemChanged):
        said["saw"] = text_of(request.POST, "saw", MAX_REASON_LENGTH)
    request.event.refresh_from_db()
    typed = _typed(request, number) if number is not None and "keys" in request.POST else None
    current = ItemPage(request.event, request.me, key)
    return show_item(request, current, status=status, typed=typed, errors=errors, said=said)


def _typed(request: HttpRequest, number: int) -> dict[str, str]:
    """Return what was typed of the line of a card."""
    typed = {name: text_of(request.POST, name) for name in ("keys", "opponent")} | {"number": str(number)}
    return typed | {"reason": text_of(request.POST, "reason", MAX_REASON_LENGTH)}


@require_POST
@staff_page("checker", shows=refuse)
def confirm(request: EventRequest, key: str) -> HttpResponse:
    page = ItemPage(request.event, request.me, key)
    item = confirm_lines(request.event, request.me, key=key, stamp=request.POST.get("stamp", ""))
    if item.kind.is_undecided and not request.me.is_director:
        messages.success(request, f"Both entries confirmed: {item.named} waits for the director.")
        return next_item(request, page)
    return redirect("scorecards:check-item", request.event.slug, key)


@require_POST
@staff_page("checker", shows=refuse)
def reenter(request: EventRequest, key: str, number: int) -> HttpResponse:
    page = ItemPage(request.event, request.me, key)
    if page.asked.game is None or number not in page.asked.numbers:
        raise Http404("no such line")
    typed, stamp = _typed(request, number), request.POST.get("stamp", "")
    try:
        line = entered_line(request.POST, page.asked.game, page.limits(number, typed["opponent"]))
        reenter_line(request.event, request.me, key=key, stamp=stamp, number=number, line=line, reason=typed["reason"])
    except InvalidCard as invalid:
        return show_item(request, page, status=422, typed=typed, errors=invalid.errors)
    undo_address = reverse("scorecards:undo-reentry", args=[request.event.slug, key, number])
    queue = CheckQueue(request.event)
    place = queue.entrants[number].place
    if queue.find(key) is not None:
        done(request, f"{place}, game {line.game}: re-entered. The cards still differ.", undo_address)
        return redirect("scorecards:check-item", request.event.slug, key)
    done(request, f"{place}, game {line.game}: re-entered. The cards agree now.", undo_address)
    return next_item(request, page, queue)


@require_POST
@staff_page("checker", shows=refuse)
def initial(request: EventRequest, key: str) -> HttpResponse:
    page = ItemPage(request.event, request.me, key)
    initials = text_of(request.POST, "initials")
    stamp = request.POST.get("stamp", "")
    item = sign_item(request.event, request.me, key=key, stamp=stamp, initials=initials)
    if item.signed is not None:
        messages.info(request, f"{item.signed.made_by} initialed {item.named} before you.")
    else:
        undo_address = reverse("scorecards:undo-initials", args=[request.event.slug, key])
        done(request, f"Initialed {initials or request.me.initials}: {item.named}.", undo_address)
    return next_item(request, page)


@require_POST
@staff_page("checker", shows=refuse)
def undo(request: EventRequest, key: str) -> HttpResponse:
    page = ItemPage(request.event, request.me, key)
    why = text_of(request.POST, "why", MAX_REASON_LENGTH)
    if not why:
        return show_item(request, page, status=422, errors={"why": WHY_MISSING})
    revoke_initials(request.event, request.me, key=key, why=why)
    messages.success(request, "Initials undone. The item is open again.")
    return redirect("scorecards:check-item", request.event.slug, key)


@require_POST
@staff_page("checker", shows=refuse)
def undo_line(request: EventRequest, key: str, number: int) -> HttpResponse:
    """Put back the line that was on the card before it was re-entered."""
    page = ItemPage(request.event, request.me, key)
    if page.asked.game is None or number not in page.asked.numbers:
        raise Http404("no such line")
    why = text_of(request.POST, "why", MAX_REASON_LENGTH)
    if not why:
        return show_item(request, page, status=422, said={"refusal": WHY_MISSING})
    undo_reentry(request.event, request.me, game=page.asked.game, number=number, why=why)
    messages.success(request, "Re-entry undone. The line is as it was before.")
    return redirect("scorecards:check-item", request.event.slug, key)
