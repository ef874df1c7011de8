"""Money: the fund, the payout table, side pools, who has been paid, and all of it as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.forms import BaseFormSet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from brackets.payouts import services
from brackets.payouts.forms import FundForm, PayoutForm, PayoutRows, PoolForm, rows_form_of
from brackets.payouts.selectors import Due, Money, PoolView, plan_of, templates_of
from brackets.results.exports import ExportTable
from brackets.rules.payout_examples import payout_examples
from brackets.rules.payouts import PoolSharing
from tournaments.htmx import EventRequest
from tournaments.models import Tournament
from tournaments.page_cache.cache import is_fragment
from tournaments.refused import Refused
from tournaments.rules.currency import money_in, number_of
from tournaments.rules.text import plain_text, search_words, whole_number
from tournaments.spreadsheets.csv import write_csv
from tournaments.spreadsheets.responses import CSV, EXCEL, download
from tournaments.spreadsheets.xlsx import write_workbook
from tournaments.staff.access import staff_page


@require_safe
@staff_page()
def payouts(request: EventRequest) -> HttpResponse:
    return _page(request)


def _page(
    request: EventRequest,
    *,
    status: int = 200,
    fund_form: FundForm | None = None,
    payout_form: PayoutForm | None = None,
    rows_form: BaseFormSet[Any] | None = None,
    pool_form: PoolForm | None = None,
) -> HttpResponse:
    """Render the page; a form that was refused replaces the stored one."""
    found = Money(request.event)
    context = {
        "money": found,
        "fund_form": fund_form or FundForm(instance=found.plan),
        "payout_form": payout_form or PayoutForm(instance=found.plan),
        "rows_form": rows_form or rows_form_of(found.plan, found.qualifiers),
        "pool_form": pool_form or PoolForm(),
        "examples": payout_examples(found.qualifiers),
        "templates": templates_of(request.me),
        **_dues(found, None),
    }
    return render(request, "brackets/payouts/payouts.html", context, status=status)


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
    return redirect("brackets:payouts", request.event.slug)


@require_POST
@staff_page()
def payout(request: EventRequest) -> HttpResponse:
    form = PayoutForm(request.POST, instance=plan_of(request.event))
    rows = PayoutRows(request.POST, prefix="rows")
    if form.is_valid() and rows.is_valid():
        table = [row.row for row in rows.forms if row.row is not None]
        with form.refusals():
            services.set_payout(request.event, request.me, table=table, **form.cleaned_data)
            messages.success(request, "Payout table saved.")
            return redirect(f"{reverse('brackets:payouts', args=[request.event.slug])}#payout")
    return _page(request, status=422, payout_form=form, rows_form=rows)


@require_POST
@staff_page(shows=_page)
def templates(request: EventRequest) -> HttpResponse:
    """Save the payout table as a template, use one or an example, or delete one."""
    what, chosen = request.POST.get("what", ""), request.POST.get("template", "")
    number = whole_number(chosen)
    if what == "save":
        saved = services.save_template(request.event, request.me, name=request.POST.get("name", "")[:80])
        messages.success(request, f"Template {saved.name} saved.")
    elif what == "use":
        used = services.use_template(request.event, request.me, template=number or chosen)
        messages.success(request, f"Payout table is now “{used}”. Change what is different at your event.")
    elif what == "delete" and number is None:
        raise Refused("Examples cannot be deleted. Choose one of your own tables.")
    elif what == "delete":
        services.delete_template(request.event, request.me, template=number or 0)
        messages.success(request, "Template deleted.")
    return redirect(f"{reverse('brackets:payouts', args=[request.event.slug])}#payout")


def _pool_in(request: EventRequest) -> int:
    return whole_number(request.POST.get("pool", "")) or 0


def _payment_refused(request: EventRequest) -> HttpResponse:
    if is_fragment(request, "dues"):
        return _dues_now(request, status=409)
    pool = _pool_in(request)
    is_there = Money(request.event).pool(pool) is not None
    return _pool_page(request, pool, status=409) if is_there else _page(request, status=409)


@require_POST
@staff_page(shows=_payment_refused)
def pay(request: EventRequest) -> HttpResponse:
    number, amount = (whole_number(request.POST.get(name, ""), digits=11) or 0 for name in ("number", "amount"))
    pool = _pool_in(request) or None
    services.record_payment(request.event, request.me, number=number, amount=amount, pool=pool)
    return _after_payment(request, f"Payment recorded: {money_in(amount, request.event.currency)}.")


@require_POST
@staff_page()
def undo_payment(request: EventRequest, number: int) -> HttpResponse:
    services.revoke_payment(request.event, request.me, payment=number)
    return _after_payment(request, "Payment undone.")


def _dues_now(request: EventRequest, status: int = 200, **more: str) -> HttpResponse:
    found = Money(request.event)
    context = {"money": found, **_dues(found, found.pool(_pool_in(request))), **more}
    return render(request, "brackets/payouts/_dues.html", context, status=status)


def _after_payment(request: EventRequest, done: str) -> HttpResponse:
    """Render the present list: only the list for htmx, else its page."""
    if is_fragment(request, "dues"):
        return _dues_now(request, done=done)
    messages.success(request, done)
    where = reverse("brackets:payouts", args=[request.event.slug])
    if pool := _pool_in(request):
        where = reverse("brackets:pool", args=[request.event.slug, pool])
    return redirect(f"{where}#dues")


@require_POST
@staff_page()
def pools(request: EventRequest) -> HttpResponse:
    form = PoolForm(request.POST)
    if form.is_valid():
        data = {**form.cleaned_data, "sharing": PoolSharing(form.cleaned_data["sharing"])}
        with form.refusals():
            opened = services.open_pool(request.event, request.me, **data)
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
    except Refused as refused:
        request.refusal = refused
        return _pool_page(request, number, chosen=chosen, status=422)
    messages.success(request, "Side pool saved.")
    return redirect("brackets:pool", request.event.slug, number)


LOOKING = ("find", "all", "none")
"""Buttons beside the list of who is in a side pool: they store nothing, and keep what is ticked."""


def _pool_page(
    request: EventRequest,
    number: int,
    *,
    status: int = 200,
    chosen: Set[int] | None = None,
    seen: Set[int] | None = None,
    what: str = "",
) -> HttpResponse:
    """Render a side pool; ``chosen`` are ticked, of whom ``seen`` were at first, where that is not what is stored."""
    found = Money(request.event)
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
        "chosen": chosen,
        "seen": stored if seen is None else seen,
        "find": find,
        "shown": shown,
        "is_changed": chosen != stored,
        "not_shown": sorted(chosen - set(shown)),
        **_dues(found, pool_view),
    }
    return render(request, "brackets/payouts/pool.html", context, status=status)


@require_POST
@staff_page(shows=_pool_page)
def close_pool(request: EventRequest, number: int) -> HttpResponse:
    services.revoke_pool(request.event, request.me, pool=number)
    messages.success(request, "Side pool closed. Return the stakes.")
    return redirect("brackets:payouts", request.event.slug)


@require_safe
@staff_page()
def as_csv(request: EventRequest) -> HttpResponse:
    table = money_table(Money(request.event), request.event)
    text = write_csv(table.header, table.rows)
    return download(text.encode(), CSV, f"{request.event.slug}-money.csv")


@require_safe
@staff_page()
def as_excel(request: EventRequest) -> HttpResponse:
    table = money_table(Money(request.event), request.event)
    book = write_workbook(table.title, table.header, table.rows)
    return download(book, EXCEL, f"{request.event.slug}-money.xlsx")


HEADER = ("What", "Place", "Number", "Name", "Amount", "Paid", "By", "At", "Note", "Currency")


def money_table(found: Money, tournament: Tournament) -> ExportTable:
    """Return the fund, the prizes by final place, and each side pool with its unclaimed amount."""
    zone = ZoneInfo(tournament.time_zone)
    rows = [*_fund_rows(found), *_due_rows("Prize", found.dues, zone), *_pool_rows(found, zone)]
    return ExportTable("Payouts", HEADER, [(*row, tournament.currency) for row in rows])


def _fund_rows(found: Money) -> Iterator[tuple[object, ...]]:
    """Yield the parts of the fund. Deductions are named as such and have no minus sign."""
    lines = (
        ("Fees paid", found.fund.fees),
        ("Money added", found.fund.added),
        ("Sanctioning fees, deducted", found.fund.sanctioning),
        ("Kept for costs, deducted", found.fund.kept),
        ("Prize fund", found.fund.amount),
        ("Fees still owed", found.fees.outstanding),
    )
    for name, amount in lines:
        yield ("Fund", "", None, name, number_of(amount), None, "", "", "")


def _pool_rows(found: Money, zone: ZoneInfo) -> Iterator[tuple[object, ...]]:
    for pool_view in found.pools:
        yield (pool_view.pool.name, "", None, "Staked", number_of(pool_view.staked), None, "", "", "")
        yield from _due_rows(pool_view.pool.name, pool_view.dues, zone)
        if pool_view.shared is not None and pool_view.shared.unclaimed:
            yield (pool_view.pool.name, "", None, "Unclaimed", number_of(pool_view.shared.unclaimed), None, "", "", "")


def _due_rows(what: str, dues: Iterable[Due], zone: ZoneInfo) -> Iterator[tuple[object, ...]]:
    for due in dues:
        payment = due.payment
        yield (
            *(what, due.place, due.number, due.name or "open", number_of(due.amount)),
            *(
                (
                    number_of(payment.amount),
                    payment.made_by,
                    payment.made_at.astimezone(zone).isoformat(timespec="seconds"),
                )
                if payment is not None
                else (None, "", "")
            ),
            due.note,
        )
