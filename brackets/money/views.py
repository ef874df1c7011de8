"""Money: the fund, the payout table, side pools, and who has been paid."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from django.contrib import messages
from django.forms import BaseFormSet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from brackets.money import services
from brackets.money.forms import FundForm, PayoutForm, PayoutRows, PoolForm, rows_form_of
from brackets.money.selectors import Money, PoolView, money_of, templates_of
from brackets.money.tables import money_table
from brackets.rules.payout_examples import payout_examples
from brackets.rules.payouts import Measure, PoolSharing, Rounding
from tournaments.htmx import EventRequest
from tournaments.models import StaffMember, Tournament
from tournaments.page_cache.cache import is_fragment
from tournaments.rules.currency import money_in
from tournaments.rules.text import plain_text, search_words, whole_number
from tournaments.spreadsheets.csv import write_csv
from tournaments.spreadsheets.responses import CSV, EXCEL, download
from tournaments.spreadsheets.xlsx import write_workbook
from tournaments.staff.access import staff_page


@require_safe
@staff_page()
def money(request: EventRequest) -> HttpResponse:
    return _page(request)


def _page(
    request: EventRequest,
    *,
    status: int = 200,
    refusal: str = "",
    fund_form: FundForm | None = None,
    payout_form: PayoutForm | None = None,
    rows_form: BaseFormSet[Any] | None = None,
    pool_form: PoolForm | None = None,
) -> HttpResponse:
    """Render the page; a form that was refused replaces the stored one."""
    found = money_of(request.event)
    context = {
        "money": found,
        "refusal": refusal,
        "fund_form": fund_form or FundForm.of(found.plan),
        "payout_form": payout_form or PayoutForm.of(found.plan),
        "rows_form": rows_form or rows_form_of(found.plan, found.qualifiers),
        "pool_form": pool_form or PoolForm(),
        "examples": payout_examples(found.qualifiers),
        "templates": templates_of(request.me),
        **_dues(found, None),
    }
    return render(request, "brackets/money/money.html", context, status=status)


def _dues(found: Money, pool_view: PoolView | None) -> dict[str, Any]:
    """Return the context of the list of prizes: of one side pool, or of the final places."""
    return {
        "dues": pool_view.dues if pool_view is not None else found.dues,
        "pool": pool_view,
        "blocker": found.payment_blocker if pool_view is None else found.standings_blocker,
    }


@require_POST
@staff_page()
def fund(request: EventRequest) -> HttpResponse:
    form = FundForm(request.POST)
    if not form.is_valid():
        return _page(request, status=422, fund_form=form)
    services.set_fund(request.event, request.me, **form.cleaned_data)
    messages.success(request, "Prize fund saved.")
    return redirect("brackets:money", request.event.slug)


@require_POST
@staff_page()
def payout(request: EventRequest) -> HttpResponse:
    form, rows = PayoutForm(request.POST), PayoutRows(request.POST, prefix="rows")
    form.keep_unit(money_of(request.event).plan.unit)
    if not (form.is_valid() and rows.is_valid() and _is_stored(request.event, request.me, form, rows)):
        return _page(request, status=422, payout_form=form, rows_form=rows)
    messages.success(request, "Payout table saved.")
    return redirect("brackets:money", request.event.slug)


def _is_stored(tournament: Tournament, me: StaffMember, form: PayoutForm, rows: BaseFormSet[Any]) -> bool:
    data = form.cleaned_data
    try:
        services.set_payout(
            tournament,
            me,
            table=[row.row for row in rows.forms if row.row is not None],
            measure=Measure(data["measure"]),
            rounding=Rounding(data["rounding"]),
            unit=data["unit"],
            remainder_to=data["remainder_to"],
        )
    except services.MoneyRefused as refused:
        form.add_error(refused.field, str(refused))
        return False
    return True


@require_POST
@staff_page()
def templates(request: EventRequest) -> HttpResponse:
    """Save the payout table as a template, use one or an example, or delete one."""
    what, chosen = request.POST.get("what", ""), request.POST.get("template", "")
    number = whole_number(chosen)
    try:
        if what == "save":
            saved = services.save_template(request.event, request.me, name=request.POST.get("name", "")[:80])
            messages.success(request, f"Template {saved.name} saved.")
        elif what == "use":
            used = services.use_template(request.event, request.me, template=number or chosen)
            messages.success(request, f"Payout table is now “{used}”. Change what is different at your event.")
        elif what == "delete" and number is None:
            raise services.MoneyRefused("Examples cannot be deleted. Choose one of your own tables.")
        elif what == "delete":
            services.delete_template(request.event, request.me, template=number or 0)
            messages.success(request, "Template deleted.")
    except services.MoneyRefused as refused:
        return _page(request, refusal=str(refused), status=422)
    return redirect(f"{reverse('brackets:money', args=[request.event.slug])}#payout")


@require_POST
@staff_page()
def pay(request: EventRequest) -> HttpResponse:
    number, amount = (whole_number(request.POST.get(name, ""), digits=11) or 0 for name in ("number", "amount"))
    pool = whole_number(request.POST.get("pool", "")) or None
    try:
        services.record_payment(request.event, request.me, number=number, amount=amount, pool=pool)
    except services.MoneyRefused as refused:
        return _after_payment(request, pool, refusal=str(refused))
    return _after_payment(request, pool, done=f"Payment recorded: {money_in(amount, request.event.currency)}.")


@require_POST
@staff_page()
def undo_payment(request: EventRequest, number: int) -> HttpResponse:
    services.revoke_payment(request.event, request.me, payment=number)
    pool = whole_number(request.POST.get("pool", "")) or None
    return _after_payment(request, pool, done="Payment undone.")


def _after_payment(request: EventRequest, pool: int | None, *, done: str = "", refusal: str = "") -> HttpResponse:
    """Render the present list: only the list for htmx, else its page."""
    status = 409 if refusal else 200
    if is_fragment(request, "dues"):
        found = money_of(request.event)
        pool_view = found.pool(pool) if pool is not None else None
        context = {"money": found, "done": done, "refusal": refusal}
        return render(request, "brackets/money/_dues.html", {**context, **_dues(found, pool_view)}, status=status)
    if refusal and money_of(request.event).pool(pool or 0) is not None:
        return _pool_page(request, pool or 0, refusal=refusal, status=status)
    if refusal:
        return _page(request, refusal=refusal, status=status)
    messages.success(request, done)
    where = reverse("brackets:money", args=[request.event.slug])
    if pool is not None:
        where = reverse("brackets:pool", args=[request.event.slug, pool])
    return redirect(f"{where}#dues")


@require_POST
@staff_page()
def pools(request: EventRequest) -> HttpResponse:
    form = PoolForm(request.POST)
    if form.is_valid():
        data = {**form.cleaned_data, "sharing": PoolSharing(form.cleaned_data["sharing"])}
        try:
            opened = services.open_pool(request.event, request.me, **data)
        except services.MoneyRefused as refused:
            form.add_error(refused.field, str(refused))
        else:
            messages.success(request, "Side pool opened. Select who is in.")
            return redirect("brackets:pool", request.event.slug, opened.pk)
    return _page(request, status=422, pool_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def pool(request: EventRequest, number: int) -> HttpResponse:
    if request.method != "POST":
        return _pool_page(request, number)
    chosen, seen = (
        {player for text in request.POST.getlist(name) if (player := whole_number(text))} for name in ("chosen", "seen")
    )
    if (what := request.POST.get("what")) in LOOKING:
        return _pool_page(request, number, chosen=chosen, seen=seen, what=what)
    try:
        services.set_stakes(request.event, request.me, pool=number, chosen=chosen, seen=seen)
    except services.MoneyRefused as refused:
        return _pool_page(request, number, refusal=str(refused), chosen=chosen, status=422)
    messages.success(request, "Side pool saved.")
    return redirect("brackets:pool", request.event.slug, number)


LOOKING = ("find", "all", "none")
"""Buttons beside the list of who is in a side pool: they store nothing, and keep what is ticked."""


def _pool_page(
    request: EventRequest,
    number: int,
    *,
    status: int = 200,
    refusal: str = "",
    chosen: Set[int] | None = None,
    seen: Set[int] | None = None,
    what: str = "",
) -> HttpResponse:
    """Render a side pool; ``chosen`` are ticked, of whom ``seen`` were at first, where that is not what is stored."""
    found = money_of(request.event)
    pool_view = found.pool(number)
    if pool_view is None:
        raise Http404("no such side pool")
    stored = set(pool_view.stakes)
    chosen = stored if chosen is None else chosen
    find = request.POST.get("find", "") if what else ""
    counting = request.event.entrants.counting().values_list("number", flat=True)
    listed = {n: name for n, name in found.names.items() if n in {*counting, *stored, *chosen}}
    words = search_words(find)
    shown = {n: name for n, name in listed.items() if all(word in plain_text(f"{n} {name}") for word in words)}
    if what == "all":
        chosen = chosen | set(shown)
    if what == "none":
        chosen = chosen - set(shown)
    context = {
        "money": found,
        "pool_view": pool_view,
        "refusal": refusal,
        "chosen": chosen,
        "seen": stored if seen is None else seen,
        "find": find,
        "shown": shown,
        "is_changed": chosen != stored,
        "not_shown": sorted(chosen - set(shown)),
        **_dues(found, pool_view),
    }
    return render(request, "brackets/money/pool.html", context, status=status)


@require_POST
@staff_page()
def close_pool(request: EventRequest, number: int) -> HttpResponse:
    try:
        services.revoke_pool(request.event, request.me, pool=number)
    except services.MoneyRefused as refused:
        return _pool_page(request, number, refusal=str(refused), status=409)
    messages.success(request, "Side pool closed. Return the stakes.")
    return redirect("brackets:money", request.event.slug)


@require_safe
@staff_page()
def as_csv(request: EventRequest) -> HttpResponse:
    table = money_table(money_of(request.event), request.event)
    text = write_csv(table.header, table.rows)
    return download(text.encode(), CSV, f"{request.event.slug}-money.csv")


@require_safe
@staff_page()
def as_excel(request: EventRequest) -> HttpResponse:
    table = money_table(money_of(request.event), request.event)
    book = write_workbook(table.title, table.header, table.rows)
    return download(book, EXCEL, f"{request.event.slug}-money.xlsx")
