"""One entrant: details, withdrawal, *Did not come*, substitutes, removal, and players who may be the same person."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.entrants.forms import ChangedMeanwhile, EntrantForm, SubstituteForm, WithdrawalForm
from tournaments.entrants.known import people_known_to
from tournaments.entrants.selectors import with_pair
from tournaments.entrants.services import registration
from tournaments.entrants.services.absence import Paid, Settlement, not_here, other_events, record_absence
from tournaments.entrants.services.players import merge_players, undo_merge, why_not_merged
from tournaments.entrants.services.undo import remove_entrant, why_not_deleted
from tournaments.entrants.views.entrant_list import back_to_entrant, entrant_page, entry_shown
from tournaments.htmx import EventRequest
from tournaments.models import AuditAction, Entrant
from tournaments.records.entrants import entrants_by_number
from tournaments.refused import Refused
from tournaments.rules.currency import money_in
from tournaments.rules.text import tidy, whole_number

MONEY_IN_WORDS = {
    AuditAction.FEE_KEPT: "The payment is kept.",
    AuditAction.FEE_REFUNDED: "The payment is refunded.",
    AuditAction.FEE_MOVED: "The payment is at the other event now.",
}


@require_http_methods(["GET", "HEAD", "POST"])
@entrant_page()
def entrant(request: EventRequest, number: int) -> HttpResponse:
    found = request.event.entrants.get(number=number)
    if request.method != "POST":
        return _page(request, found)
    form = EntrantForm(request.POST, instance=found)
    if not form.is_valid():
        return _page(request, found, form)
    try:
        done = form.save(request.me)
    except ChangedMeanwhile as change:
        # How somebody else has changed the entrant stands beside what was typed; saving again is then meant.
        now, posted = change.args[0], request.POST.copy()
        posted["seen"] = registration.digest_of(now)
        return _page(request, now, EntrantForm(posted, instance=now), differences=form.differences(now))
    except registration.PairDoubtful as doubtful:
        form.ask_about(doubtful)
        return _page(request, found, form)
    except Refused as refusal:
        form.refuse(refusal)
        return _page(request, found, form)
    if (too_much := form.overpaid()) > 0:
        amounts = (form.cleaned_data["fee_paid"], form.cleaned_data["fee_owed"], too_much)
        paid, owed, over = (money_in(amount, request.event.currency) for amount in amounts)
        messages.warning(request, f"Saved: {paid} paid of {owed} owed, {over} too much. Check the amount.")
    if done is None:
        messages.info(request, "Nothing was different: nothing had to be saved.")
    return back_to_entrant(request.event, number, done.entry if done else None)


@require_POST
@entrant_page()
def withdrawal(request: EventRequest, number: int) -> HttpResponse:
    found, form = request.event.entrants.get(number=number), WithdrawalForm(request.POST)
    if form.is_valid():
        with form.refusals("after_game"):
            try:
                done = registration.withdraw_entrant(request.event, request.me, number=number, **form.cleaned_data)
            except registration.MoneyOpen:
                return redirect(f"{reverse('tournaments:did-not-come', args=[request.event.slug])}?number={number}")
            return back_to_entrant(request.event, number, done.entry)
    return _page(request, found, form)


@require_POST
@entrant_page()
def reinstatement(request: EventRequest, number: int) -> HttpResponse:
    done = registration.reinstate_entrant(request.event, request.me, number=number)
    return back_to_entrant(request.event, number, done.entry)


@require_POST
@entrant_page()
def substitute(request: EventRequest, number: int) -> HttpResponse:
    found, form = request.event.entrants.get(number=number), SubstituteForm(request.POST)
    if form.is_valid():
        with form.refusals():
            registration.add_substitute(request.event, request.me, number=number, **form.cleaned_data)
            message = "{name} plays in this seat from game {from_game}.".format(**form.cleaned_data)
            messages.success(request, message)
            return back_to_entrant(request.event, number, None)
    return _page(request, found, form)


@require_POST
@entrant_page()
def remove_substitution(request: EventRequest, number: int, substitution: int) -> HttpResponse:
    registration.remove_substitute(request.event, request.me, number=number, substitution=substitution)
    messages.success(request, "The substitute is deleted.")
    return back_to_entrant(request.event, number, None)


def _shown(request: EventRequest, number: int) -> HttpResponse:
    return _page(request, request.event.entrants.get(number=number))


@require_POST
@entrant_page(shows=_shown)
def removal(request: EventRequest, number: int) -> HttpResponse:
    entry = remove_entrant(request.event, request.me, number=number)
    return redirect(f"{reverse('tournaments:entrants', args=[request.event.slug])}?done={entry.pk}")


def _page(
    request: EventRequest,
    found: Entrant,
    refused: Form | None = None,
    *,
    differences: Sequence[tuple[str, str, str]] | None = None,
) -> HttpResponse:
    """Render the page; the form that was ``refused`` stands there as it was typed."""
    context = {
        "entrant": found,
        "row": with_pair(request.event, found),
        "differences": differences,
        "form": refused if isinstance(refused, EntrantForm) else EntrantForm(instance=found),
        "withdrawal_form": refused if isinstance(refused, WithdrawalForm) else WithdrawalForm(),
        "substitute_form": refused if isinstance(refused, SubstituteForm) else SubstituteForm(),
        "substitutions": found.substitutions.all(),
        "why_not_deleted": why_not_deleted(found),
        "is_of_pairs": request.event.is_of_pairs,
        "done": entry_shown(request),
    }
    status = 409 if differences is not None else 422 if refused is not None else 200
    return render(request, "tournaments/entrants/entrant.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@entrant_page()
def did_not_come(request: EventRequest) -> HttpResponse:
    """Show those who are named, or everybody who is not here, each with what they paid; POST writes them down."""
    asked = request.POST if request.method == "POST" else request.GET
    numbers = [number for text in asked.getlist("number") if (number := whole_number(text)) is not None]
    people = list(entrants_by_number(request.event, numbers).values()) if numbers else not_here(request.event)
    if request.method != "POST":
        return _absence_page(request, people)
    # As the page showed it: somebody else may have checked them in since.
    was_here = asked.get("was_here") == "1"
    try:
        settlements = {one.number: found for one in people if (found := _settlement(asked, one)) is not None}
        entry = record_absence(request.event, request.me, numbers=numbers, settlements=settlements, was_here=was_here)
    except Refused as refused:
        return _absence_page(request, people, asked, str(refused))
    if said := MONEY_IN_WORDS.get(AuditAction(entry.action)):
        messages.success(request, said)
    if len(people) == 1 and (people[0].fee_paid or asked.get("to") == "entrant"):
        where = reverse("tournaments:entrant", args=[request.event.slug, people[0].number])
    else:
        where = reverse("tournaments:check-in", args=[request.event.slug])
    return redirect(f"{where}?done={entry.pk}")


def _settlement(asked: QueryDict, entrant: Entrant) -> Settlement | None:
    """Return what was said about one fee, ``None`` where nothing was."""
    said = asked.get(f"paid-{entrant.number}", "")
    if said not in list(Paid):
        return None
    event = whole_number(asked.get(f"event-{entrant.number}", ""), digits=18)
    return Settlement(Paid(said), tidy(asked.get(f"reason-{entrant.number}", "")), event)


def _absence_page(
    request: EventRequest, people: list[Entrant], asked: Mapping[str, Any] | None = None, refusal: str = ""
) -> HttpResponse:
    typed = asked or {}
    rows = [
        {
            "entrant": one,
            "events": other_events(request.me, one) if one.fee_paid else (),
            **{name: typed.get(f"{name}-{one.number}", "") for name in ("paid", "reason", "event")},
        }
        for one in people
    ]
    one = people[0] if len(people) == 1 else None
    context = {
        "rows": rows,
        "one": one,
        "was_here": one is not None and one.checked_in_at is not None,
        "refusal": refusal,
    }
    return render(request, "tournaments/entrants/did_not_come.html", context, status=422 if refusal else 200)


def _merge_page(request: EventRequest, number: int) -> HttpResponse:
    """Show who may be the same person, with why they cannot be merged, if so."""
    found, people = request.event.entrants.get(number=number), people_known_to(request.me)
    kept = people.by_player.get(found.player_id or 0)
    done = whole_number(request.GET.get("done", ""), digits=18) or 0
    context = {
        "entrant": found,
        "others": [(other, why_not_merged(kept, other)) for other in people.like(kept)] if kept else [],
        "done": request.event.audit_entries.filter(pk=done, action=AuditAction.PLAYERS_MERGED).first(),
    }
    return render(request, "tournaments/entrants/merge.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@entrant_page(shows=_merge_page)
def merge(request: EventRequest, number: int) -> HttpResponse:
    if request.method != "POST":
        return _merge_page(request, number)
    other, entry = (whole_number(request.POST.get(name, ""), digits=18) or 0 for name in ("other", "undo"))
    address = reverse("tournaments:merge-players", args=[request.event.slug, number])
    if entry:
        undo_merge(request.event, request.me, entry=entry)
        return redirect(address)
    return redirect(f"{address}?done={merge_players(request.event, request.me, number=number, other=other).pk}")
