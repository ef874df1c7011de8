"""The hall check: what a director looks at before the players come."""

from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.hall_check.checks import State, address_for_phones, find
from tournaments.hall_check.machine import this_machine
from tournaments.htmx import EventRequest
from tournaments.page_cache.cache import is_fragment
from tournaments.qr_codes import code_to_scan
from tournaments.staff.access import staff_page


@require_safe
@staff_page()
def hall_check(request: EventRequest) -> HttpResponse:
    """Show what was found; the page asks again every few seconds."""
    machine = this_machine()
    findings = find(machine, ZoneInfo(request.event.time_zone))
    address = address_for_phones(machine)
    context = {
        "findings": findings,
        "is_well": all(finding.state in (State.GOOD, State.NOTE) for finding in findings),
        "address": address,
        "picture": code_to_scan(address) if address else "",
    }
    template = (
        "tournaments/hall_check/_findings.html"
        if is_fragment(request, "findings")
        else "tournaments/hall_check/hall_check.html"
    )
    return render(request, template, context)
