"""The working standings for staff, the ties that matter, and the notices for whom rulings moved (rule 12.2.i)."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from scorecards.ranking import actions
from scorecards.ranking.evidence import Evidence
from scorecards.ranking.forms import ExemptionForm, TieOrderForm
from scorecards.ranking.ranking import SORTS, Ranking, is_meant, qualifiers_of
from scorecards.records.pictures import crops_of_lines
from scorecards.rules.pools import by_pool
from scorecards.rules.qualifying import number_of_qualifiers
from tournaments.htmx import EventRequest
from tournaments.page_cache.cache import fragment_asked_for, is_fragment
from tournaments.paging import page_of_rows
from tournaments.refused import Refused
from tournaments.rules.text import whole_number
from tournaments.staff.access import staff_page
from tournaments.term import in_term

MOST_ON_PAPER = 20
"""So many notices are printed with their list; more have a page for paper."""
MOST_OTHERS = 12
"""So many cards that went past the player's own are on a notice that is printed with others; the rest on its page."""


@require_safe
@staff_page("checker")
def ranking(request: EventRequest) -> HttpResponse:
    if is_fragment(request, "ranking-now") and request.GET.get("seen") == in_term(request.event.version):
        return HttpResponse(status=204)
    return _show(request)


def _show(
    request: EventRequest,
    *,
    status: int = 200,
    order_form: TieOrderForm | None = None,
    exemption_form: ExemptionForm | None = None,
    **more: Any,
) -> HttpResponse:
    request.event.refresh_from_db()
    shown = Ranking(request.event)
    wanted, sort = request.GET.get("name", "").strip(), request.GET.get("sort", "")
    sort = sort if sort in SORTS else "place"
    is_all_near = request.GET.get("near") == "all"
    typed = {order_form.tie.key: order_form} if order_form else {}
    page = page_of_rows(request.GET, [row for pool in by_pool(shown.find(wanted, sort)) for row in pool.rows])
    context = {
        "shown": shown,
        "page": page,
        "pools": by_pool(page.rows),
        "wanted": wanted,
        "sort": sort,
        "near": shown.near_line if is_all_near else shown.nearest,
        "is_all_near": is_all_near,
        "keeps": request.method == "POST",
        "has_line": sort == "place" and not wanted,
        "ties": [(tie, [(part, typed.get(part.key) or TieOrderForm(part)) for part in tie.open]) for tie in shown.ties],
        "entered": shown.entered,
        "one_in_four": number_of_qualifiers(shown.entered),
        "qualifiers": qualifiers_of(request.event, shown.entered),
        "exemption_form": exemption_form or ExemptionForm(),
        **more,
    }
    parts = {"standing-rows": "_rows.html", "ranking-now": "_follow.html"}
    template = parts.get(fragment_asked_for(request), "ranking.html")
    return render(request, f"scorecards/ranking/{template}", context, status=status)


def _act(request: EventRequest, change: Callable[..., None], done: str, *values: Any, **shown: Any) -> HttpResponse:
    """Do it and say so on the page, or say there why it was refused, at the form that it came with if there is one.

    A person who was too late finds what they typed above the page, because the form may be gone.
    """
    form: forms.Form | None = next((one for one in shown.values() if one), None)
    try:
        change(request.event, request.me, *values)
    except Refused as refused:
        if form is None or ("order_form" in shown and refused.status == 409):
            lost = form.cleaned_data["reason"] if form else ""
            return _show(request, status=refused.status, refusal=str(refused), lost_reason=lost)
        form.add_error("reason" if "order_form" in shown else None, str(refused))
        return _show(request, status=refused.status, **shown)
    messages.success(request, done)
    return redirect("scorecards:ranking", request.event.slug)


@require_POST
@staff_page("checker")
def tie_game(request: EventRequest) -> HttpResponse:
    """Record who won a tie game. It is a fact, like a slip: everybody who enters cards may record it."""
    sides = [whole_number(request.POST.get(name, "")) or 0 for name in ("winner", "loser")]
    return _act(request, actions.record_tie_game, "Tie game saved. You can undo it below.", *sides)


@require_POST
@staff_page("checker")
def undo_tie_game(request: EventRequest, number: int) -> HttpResponse:
    why = request.POST.get("why", "").strip()
    return _act(request, actions.revoke_tie_game, "Tie game undone.", number, why)


@require_POST
@staff_page()
def tie_order(request: EventRequest) -> HttpResponse:
    """Enter the order of tied entrants. Only a director may, because no rule says how to find it."""
    key, lost = request.POST.get("tie", ""), request.POST.get("reason", "")
    tie = next((tie for tie in Ranking(request.event).open_ties if tie.key == key), None)
    if tie is None:
        gone = "This tie is settled. Check the ties again."
        return _show(request, status=409, refusal=gone, lost_reason=lost)
    form = TieOrderForm(tie, request.POST)
    if not form.is_valid():
        return _show(request, status=422, order_form=form)
    values = form.order, form.cleaned_data["reason"]
    done = "Order saved. You can undo it below."
    return _act(request, actions.save_tie_order, done, *values, order_form=form)


@require_POST
@staff_page()
def undo_tie_order(request: EventRequest, number: int) -> HttpResponse:
    why = request.POST.get("why", "").strip()
    return _act(request, actions.revoke_tie_order, "Order undone.", number, why)


@require_POST
@staff_page()
def exemption(request: EventRequest) -> HttpResponse:
    seen = whole_number(request.POST.get("seen", "")) or None
    if "back" in request.POST:
        done = "One in four qualify again."
        return _act(request, actions.set_exemption, done, None, "", seen)
    form = ExemptionForm(request.POST)
    if not form.is_valid():
        return _show(request, status=422, exemption_form=form)
    number, reason = form.cleaned_data["qualifiers"], form.cleaned_data["reason"]
    done = f"{number} qualify by exemption."
    return _act(request, actions.set_exemption, done, number, reason, seen, exemption_form=form)


@require_safe
@staff_page("checker")
def evidence(request: EventRequest) -> HttpResponse:
    """List who was moved, those about qualifying first; on paper each notice is a page of its own."""
    found = Evidence(request.event)
    wanted = request.GET.get("name", "").strip()
    show = "all" if request.GET.get("show") == "all" else "qualifiers"
    about_qualifiers = [notice for notice in found.moved if not notice.is_below_line]
    chosen = found.moved if wanted or show == "all" else about_qualifiers
    page = page_of_rows(request.GET, [notice for notice in chosen if is_meant(notice.holder, wanted)])
    is_for_paper, is_part = "print" in request.GET, is_fragment(request, "notices")
    context = {
        "page": page,
        "count_all": len(found.moved),
        "count_qualifiers": len(about_qualifiers),
        "wanted": wanted,
        "show": show,
        "is_fragment": is_part,
        "is_for_paper": is_for_paper,
    }
    if is_for_paper or page.count <= MOST_ON_PAPER:
        context["notices"] = found.tell(page.rows, MOST_OTHERS)
    template = "_notices.html" if is_part and not is_for_paper else "evidence.html"
    return render(request, f"scorecards/ranking/{template}", context)


@require_safe
@staff_page("checker")
def notice(request: EventRequest, number: int) -> HttpResponse:
    entrant = get_object_or_404(request.event.entrants, number=number)
    found = Evidence(request.event)
    own = next(iter(found.tell([one for one in found.moved if one.holder.number == number])), None)
    crops = crops_of_lines(request.event, own.lines) if own else {}
    context = {"entrant": entrant, "notice": own, "crops": crops}
    return render(request, "scorecards/ranking/notice.html", context)
