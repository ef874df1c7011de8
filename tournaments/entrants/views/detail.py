"""One entrant: details, withdrawal, substitutes, removal."""

from collections.abc import Sequence

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.entrants.forms import ChangedMeanwhile, EntrantForm, SubstituteForm, WithdrawalForm
from tournaments.entrants.selectors import with_pair
from tournaments.entrants.services import registration
from tournaments.entrants.services.removal import remove_entrant, why_not_deleted
from tournaments.entrants.views.entrant_list import back_to_entrant, entrant_page, entry_shown
from tournaments.htmx import EventRequest
from tournaments.models import Entrant
from tournaments.refused import Refused
from tournaments.rules.currency import money_in


@require_http_methods(["GET", "HEAD", "POST"])
@entrant_page
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
        return _conflict(request, change.args[0], form)
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


def _conflict(request: EventRequest, now: Entrant, form: EntrantForm) -> HttpResponse:
    """Show how somebody else has changed the entrant beside what was typed; saving again is then meant."""
    posted = request.POST.copy()
    posted["seen"] = registration.digest_of(now)
    return _page(request, now, EntrantForm(posted, instance=now), differences=form.differences(now))


@require_POST
@entrant_page
def withdrawal(request: EventRequest, number: int) -> HttpResponse:
    found, form = request.event.entrants.get(number=number), WithdrawalForm(request.POST)
    if form.is_valid():
        try:
            done = registration.withdraw_entrant(request.event, request.me, number=number, **form.cleaned_data)
        except registration.MoneyOpen:
            return redirect(f"{reverse('tournaments:did-not-come', args=[request.event.slug])}?number={number}")
        except Refused as refusal:
            form.add_error("after_game", str(refusal))
        else:
            return back_to_entrant(request.event, number, done.entry)
    return _page(request, found, form)


@require_POST
@entrant_page
def reinstatement(request: EventRequest, number: int) -> HttpResponse:
    done = registration.reinstate_entrant(request.event, request.me, number=number)
    return back_to_entrant(request.event, number, done.entry)


@require_POST
@entrant_page
def substitute(request: EventRequest, number: int) -> HttpResponse:
    found, form = request.event.entrants.get(number=number), SubstituteForm(request.POST)
    if form.is_valid():
        try:
            registration.add_substitute(request.event, request.me, number=number, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(refusal.field, str(refusal))
        else:
            message = "{name} plays in this seat from game {from_game}.".format(**form.cleaned_data)
            messages.success(request, message)
            return back_to_entrant(request.event, number, None)
    return _page(request, found, form)


@require_POST
@entrant_page
def remove_substitution(request: EventRequest, number: int, substitution: int) -> HttpResponse:
    registration.remove_substitute(request.event, request.me, number=number, substitution=substitution)
    messages.success(request, "The substitute is deleted.")
    return back_to_entrant(request.event, number, None)


@require_POST
@entrant_page
def removal(request: EventRequest, number: int) -> HttpResponse:
    found = request.event.entrants.get(number=number)
    try:
        done = remove_entrant(request.event, request.me, number=number)
    except Refused as refusal:
        return _page(request, found, refusal=str(refusal))
    return redirect(f"{reverse('tournaments:entrants', args=[request.event.slug])}?done={done.entry.pk}")


def _page(
    request: EventRequest,
    found: Entrant,
    refused: Form | None = None,
    *,
    refusal: str = "",
    differences: Sequence[tuple[str, str, str]] | None = None,
) -> HttpResponse:
    """Render the page; the form that was ``refused`` stands there as it was typed."""
    context = {
        "entrant": found,
        "row": with_pair(request.event, found),
        "refusal": refusal,
        "differences": differences,
        "form": refused if isinstance(refused, EntrantForm) else EntrantForm(instance=found),
        "withdrawal_form": refused if isinstance(refused, WithdrawalForm) else WithdrawalForm(),
        "substitute_form": refused if isinstance(refused, SubstituteForm) else SubstituteForm(),
        "substitutions": found.substitutions.all(),
        "why_not_deleted": why_not_deleted(found),
        "is_of_pairs": request.event.is_of_pairs,
        "done": entry_shown(request),
    }
    status = 409 if differences is not None else 422 if refused is not None or refusal else 200
    return render(request, "tournaments/entrants/entrant.html", context, status=status)
