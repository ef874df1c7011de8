"""*Did not come*, for one entrant or all who are not here; the page asks what happens to money they paid."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournaments.entrants.services.absence import Paid, Settlement, not_here, other_events, record_absence
from tournaments.entrants.views.entrant_list import entrant_page
from tournaments.htmx import EventRequest
from tournaments.models import AuditAction, Entrant
from tournaments.records.entrants import entrants_by_number
from tournaments.refused import Refused
from tournaments.rules.text import tidy, whole_number

MONEY_IN_WORDS = {
    AuditAction.FEE_KEPT: "The payment is kept.",
    AuditAction.FEE_REFUNDED: "The payment is refunded.",
    AuditAction.FEE_MOVED: "The payment is at the other event now.",
}


@require_http_methods(["GET", "HEAD", "POST"])
@entrant_page
def did_not_come(request: EventRequest) -> HttpResponse:
    """Show those who are named, or everybody who is not here, each with what they paid; POST writes them down."""
    asked = request.POST if request.method == "POST" else request.GET
    numbers = [number for text in asked.getlist("number") if (number := whole_number(text)) is not None]
    people = list(entrants_by_number(request.event, numbers).values()) if numbers else not_here(request.event)
    if request.method != "POST":
        return _page(request, people)
    # As the page showed it: somebody else may have checked them in since.
    was_here = asked.get("was_here") == "1"
    try:
        settlements = {one.number: found for one in people if (found := _settlement(asked, one)) is not None}
        entry = record_absence(request.event, request.me, numbers=numbers, settlements=settlements, was_here=was_here)
    except Refused as refused:
        return _page(request, people, asked, str(refused))
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


def _page(
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
