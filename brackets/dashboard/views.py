"""The dashboard: the day of one event on one page, which updates by itself."""

from zlib import crc32

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from brackets.dashboard.day import Day
from brackets.published.services import target_states
from scorecards.reporting.selectors.board import waiting_games
from tournaments.backups.state import backups, last_failure
from tournaments.htmx import EventRequest
from tournaments.page_cache.cache import is_fragment
from tournaments.staff.access import staff_page
from tournaments.term import in_term


@require_safe
@staff_page("checker", "judge")
def dashboard(request: EventRequest) -> HttpResponse:
    """Show how far each station is, the one next step, and what waits for a person."""
    made = backups()
    state = {
        "backups": made,
        "failure": last_failure(),
        "publishing": target_states(request.event) if request.me.is_director else (),
    }
    if is_fragment(request, "site-state"):
        return render(request, "tournaments/backups/_state.html", state)
    games = waiting_games(request.event)
    # Reports and backups leave the event's version alone; ages are shown in minutes.
    failing = made is not None and made.is_failing
    shown = repr([(one.game, one.said, one.since) for one in games] + [failing] * failing)
    version = f"{request.event.version}.{crc32(shown.encode())}" if games or failing else str(request.event.version)
    version, minute = in_term(version), f"~{timezone.now():%H%M}"
    if request.GET.get("seen") in (version, version + minute):
        return HttpResponse(status=204)
    day = Day(request.event, request.me, games, made)
    context = {**state, "day": day, "seen": version + minute if day.waiting else version}
    name = "_dashboard" if is_fragment(request, "dashboard") else "dashboard"
    return render(request, f"brackets/dashboard/{name}.html", context)
