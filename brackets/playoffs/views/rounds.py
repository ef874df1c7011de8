"""Views that run a round: its start, absences, and calls to tables."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.utils.dateformat import format as date_format
from django.views.decorators.http import require_POST

from brackets.playoffs.selectors.state import now
from brackets.playoffs.services import rounds
from brackets.playoffs.views.page import done, half_in, number_in, playoffs_page
from tournaments.htmx import EventRequest
from tournaments.refused import Refused
from tournaments.rules.text import number_of
from tournaments.staff.access import staff_page

ABSENCE_ACTIONS = {
    "missing": (rounds.note_absence, "Marked missing. The forfeit clock is running."),
    "arrived": (rounds.note_arrival, "Marked arrived. The forfeit clock has stopped."),
    "back": (rounds.revoke_absence, "Undone."),
}


@require_POST
@staff_page("checker", shows=playoffs_page)
def start(request: EventRequest, round_number: int) -> HttpResponse:
    """Set when a round starts, by the clock in the hall; blank clears it."""
    text = request.POST.get("starts_at", "").strip()
    starts_at = nearest(text, now(), ZoneInfo(request.event.time_zone)) if text else None
    rounds.set_start(request.event, request.me, round_number=round_number, starts_at=starts_at)
    return done(request, f"Start saved: {date_format(starts_at, 'g:i A')}." if starts_at else "Start deleted.")


def nearest(text: str, at: datetime, zone: ZoneInfo) -> datetime:
    """Return the moment nearest to ``at`` (00:10 said at 23:50 is tomorrow's); Refused for no time of day."""
    try:
        said = time.fromisoformat(text)
    except ValueError:
        raise Refused(f"“{text}” is not a time. Enter a time such as 14:30.") from None
    today = at.astimezone(zone).date()
    days = (today + timedelta(days=by) for by in (-1, 0, 1))
    moments = (datetime.combine(day, said.replace(tzinfo=None), tzinfo=zone) for day in days)
    return min(moments, key=lambda moment: abs(moment - at))


@require_POST
@staff_page("checker", shows=playoffs_page)
def absence(request: EventRequest, round_number: int, slot: int) -> HttpResponse:
    note, message = ABSENCE_ACTIONS.get(request.POST.get("what", ""), (None, ""))
    if note is None:
        raise Refused("Choose missing, arrived, or undo.")
    note(tournament=request.event, actor=request.me, round_number=round_number, slot=slot, half=half_in(request))
    return done(request, message, round_number, slot)


@require_POST
@staff_page("checker", shows=playoffs_page)
def table(request: EventRequest, round_number: int, slot: int) -> HttpResponse:
    name = request.POST.get("table", "")
    rounds.call_to_table(request.event, request.me, round_number=round_number, slot=slot, table=name)
    said = f"Called to table {name.strip()}." if name.strip() else "Table call undone."
    return done(request, said, round_number, slot)


@require_POST
@staff_page("checker", shows=playoffs_page)
def tables(request: EventRequest, round_number: int) -> HttpResponse:
    first = number_in(request.POST.get("first", ""))
    called = rounds.call_round(request.event, request.me, round_number=round_number, first=first)
    return done(request, f"{number_of(called, 'match', 'matches')} called to tables.")
