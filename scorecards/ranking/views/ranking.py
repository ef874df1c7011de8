"""The working standings for staff: the line, the ties that matter, the exemption from one in four."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scorecards.errors import CheckRefused
from scorecards.ranking import services
from scorecards.ranking.forms import ExemptionForm, TieOrderForm
from scorecards.ranking.selectors.ranking import SORTS, qualifiers_of, working_ranking
from scorecards.rules.pools import by_pool
from scorecards.rules.qualifying import number_of_qualifiers
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.page_cache.cache import fragment_asked_for, is_fragment
from tournaments.paging import page_of_rows
from tournaments.rules.text import whole_number
from tournaments.staff.access import staff_page


@require_safe
@staff_page("checker")
def ranking(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    if is_fragment(request, "ranking-now") and request.GET.get("seen") == str(tournament.version):
        return HttpResponse(status=204)
    return _show(request, tournament, me)


def _show(
    request: HttpRequest,
    tournament: Tournament,
    me: StaffMember,
    *,
    status: int = 200,
    refusal: str = "",
    lost_reason: str = "",
    order_form: TieOrderForm | None = None,
    exemption_form: ExemptionForm | None = None,
) -> HttpResponse:
    tournament.refresh_from_db()
    shown = working_ranking(tournament)
    wanted, sort = request.GET.get("name", "").strip(), request.GET.get("sort", "")
    sort = sort if sort in SORTS else "place"
    is_all_near = request.GET.get("near") == "all"
    entered = Entrant.objects.counting().filter(tournament=tournament).count()
    typed = {order_form.tie.key: order_form} if order_form is not None else {}
    ties = [(tie, [(part, typed.get(part.key) or TieOrderForm(part)) for part in tie.open]) for tie in shown.ties]
    found = shown.find(wanted, sort)
    page = page_of_rows(request.GET, [row for pool in by_pool(found) for row in pool.rows])
    context = {
        "tournament": tournament,
        "me": me,
        "shown": shown,
        "page": page,
        "pools": by_pool(page.rows),
        "wanted": wanted,
        "sort": sort,
        "near": shown.near_line if is_all_near else shown.nearest,
        "is_all_near": is_all_near,
        "keeps": request.method == "POST",
        "has_line": sort == "place" and not wanted,
        "ties": ties,
        "entered": entered,
        "one_in_four": number_of_qualifiers(entered),
        "qualifiers": qualifiers_of(tournament, entered),
        "exemption_form": exemption_form or ExemptionForm(),
        "refusal": refusal,
        "lost_reason": lost_reason,
    }
    parts = {"standing-rows": "_rows.html", "ranking-now": "_follow.html"}
    template = parts.get(fragment_asked_for(request), "ranking.html")
    return render(request, f"scorecards/ranking/{template}", context, status=status)


def _act(
    request: HttpRequest, tournament: Tournament, me: StaffMember, service: Callable[..., None], done: str, **data: Any
) -> HttpResponse:
    """Do it and say so on the page, or say there why it was refused."""
    try:
        service(tournament=tournament, actor=me, **data)
    except CheckRefused as refusal:
        status = 409 if isinstance(refusal, services.RankingChanged) else 422
        return _show(request, tournament, me, status=status, refusal=str(refusal))
    messages.success(request, done)
    return redirect("scorecards:ranking", tournament.slug)


@require_POST
@staff_page("checker")
def tie_game(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Record who won a tie game. It is a fact, like a slip: everybody who enters cards may record it."""
    winner, loser = (whole_number(request.POST.get(name, "")) or 0 for name in ("winner", "loser"))
    done = "Tie game saved. You can undo it below."
    return _act(request, tournament, me, services.record_tie_game, done, winner=winner, loser=loser)


@require_POST
@staff_page("checker")
def undo_tie_game(request: HttpRequest, tournament: Tournament, me: StaffMember, number: int) -> HttpResponse:
    why, done = request.POST.get("why", "").strip(), "Tie game undone."
    return _act(request, tournament, me, services.revoke_tie_game, done, tie_game=number, why=why)


@require_POST
@staff_page()
def tie_order(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Enter the order of tied entrants. Only a director may, because no rule says how to find it."""
    key = request.POST.get("tie", "")
    tie = next((tie for tie in working_ranking(tournament).open_ties if tie.key == key), None)
    if tie is None:
        gone = "This tie is settled. Check the ties again."
        return _show(request, tournament, me, status=409, refusal=gone, lost_reason=request.POST.get("reason", ""))
    form = TieOrderForm(tie, request.POST)
    if form.is_valid():
        try:
            services.save_tie_order(
                tournament=tournament, actor=me, order=form.order, reason=form.cleaned_data["reason"]
            )
        except services.RankingChanged as changed:
            lost = form.cleaned_data["reason"]
            return _show(request, tournament, me, status=409, refusal=str(changed), lost_reason=lost)
        except CheckRefused as refused:
            form.add_error("reason", str(refused))
        else:
            messages.success(request, "Order saved. You can undo it below.")
            return redirect("scorecards:ranking", tournament.slug)
    return _show(request, tournament, me, status=422, order_form=form)


@require_POST
@staff_page()
def undo_tie_order(request: HttpRequest, tournament: Tournament, me: StaffMember, number: int) -> HttpResponse:
    why, done = request.POST.get("why", "").strip(), "Order undone."
    return _act(request, tournament, me, services.revoke_tie_order, done, tie_order=number, why=why)


@require_POST
@staff_page()
def exemption(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    seen = whole_number(request.POST.get("seen", "")) or None
    if "back" in request.POST:
        back = {"qualifiers": None, "reason": "", "seen": seen}
        return _act(request, tournament, me, services.set_exemption, "One in four qualify again.", **back)
    form = ExemptionForm(request.POST)
    if form.is_valid():
        number, reason = form.cleaned_data["qualifiers"], form.cleaned_data["reason"]
        try:
            services.set_exemption(tournament=tournament, actor=me, qualifiers=number, reason=reason, seen=seen)
        except services.RankingChanged as changed:
            form.add_error(None, str(changed))
            return _show(request, tournament, me, status=409, exemption_form=form)
        except CheckRefused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"{number} qualify by exemption.")
            return redirect("scorecards:ranking", tournament.slug)
    return _show(request, tournament, me, status=422, exemption_form=form)
