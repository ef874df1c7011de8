"""Find anything: one box in the head of every staff page."""

import re

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from scorecards.cards.selectors.stack import seats_meant
from scorecards.rules.citations import citation_problem
from tournaments.entrants.selectors import EntrantList
from tournaments.htmx import EventRequest
from tournaments.models import StaffMember, Tournament
from tournaments.pages import page_url
from tournaments.staff.access import may_open, staff_page

MAX_LENGTH = 80
RULE = re.compile(r"(?:rule )?((?:app\.? ?)?\d+(?:\.\w+)*)", re.IGNORECASE)


@require_safe
@staff_page("checker", "judge")
def find(request: EventRequest) -> HttpResponse:
    """Open a card by its seat (``B-3``, ``b3``, ``2-3``) or entrant, a person by name or ACC number, or a rule.

    People who may not open it get the public page about it.
    """
    event, me = request.event, request.me
    typed = (request.GET.get("q") or request.GET.get("seat", "")).strip()[:MAX_LENGTH]
    number = seats_meant(event, [typed]).find(typed)
    if number is not None:
        return redirect(_address(event, me, number, "scorecards:card"))
    if rule := RULE.fullmatch(typed):
        return redirect(_rule(event, rule[1]))
    found = EntrantList(event, find=typed).rows if typed else ()
    if len(found) == 1:
        return redirect(_address(event, me, found[0].number, "tournaments:entrant"))
    if found:
        return redirect(_list(event, me, typed))
    if typed:
        messages.error(request, f"Nothing found for “{typed}”: no seat, no name, no number and no rule.")
    return redirect(page_url("dashboard", event.slug))


def _address(event: Tournament, me: StaffMember, number: int, first: str) -> str:
    """Return the page of one person that somebody may open: ``first``, or else the card, or what everybody sees."""
    allowed = (page for page in (first, "scorecards:card") if may_open(me, page))
    page = next(allowed, None)
    return reverse(page, args=[event.slug, number]) if page else page_url("player", event.slug, number)


def _rule(event: Tournament, number: str) -> str:
    if citation_problem(event.edition, number) is None:
        return f"{page_url('rule', event.edition, number)}?{urlencode({'event': event.slug})}"
    return f"{page_url('rule-index', event.edition)}?{urlencode({'q': number, 'event': event.slug})}"


def _list(event: Tournament, me: StaffMember, typed: str) -> str:
    if may_open(me, "tournaments:entrants"):
        return f"{reverse('tournaments:entrants', args=[event.slug])}?{urlencode({'find': typed})}"
    if may_open(me, "scorecards:cards"):
        return f"{reverse('scorecards:cards', args=[event.slug])}?{urlencode({'name': typed})}"
    return f"{page_url('event', event.slug)}?{urlencode({'name': typed})}"
