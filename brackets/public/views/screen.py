"""The hall screen: what is posted, in large letters, on pages that turn by themselves."""

from django.http import HttpResponse
from django.shortcuts import render

from brackets.public.selectors.announcements import announcements_of
from brackets.public.selectors.match_nights import MATCH_NIGHT, night_view
from brackets.public.selectors.screen import standings_pages
from brackets.standings.outcome import phase_before_posting, phase_of
from brackets.standings.postings import PublicView
from tournaments.htmx import EventRequest
from tournaments.page_cache.cache import public_page
from tournaments.qr_codes import page_code
from tournaments.seating.selectors.seats import seats_by_name

SECONDS = ("8", "12", "20", "30")
DEFAULT_SECONDS = "12"
ROUNDS_SIDE_BY_SIDE = 3
"""From the quarter-finals on, the bracket stands on one sheet in letters for the whole hall."""


@public_page(choices={"seconds": SECONDS})
def screen(request: EventRequest) -> HttpResponse:
    """Show what the phase calls for; ``seconds`` for each page.

    Seats until the qualifying round is settled, standings and qualifiers until the bracket is drawn, then called
    tables first and the bracket.
    """
    public = PublicView(request.event)
    outcome, drawn = public.outcome, public.bracket
    seconds = request.GET.get("seconds", "")
    night = night_view(request.event, outcome)
    phase = phase_before_posting(request.event) if public.is_hidden else phase_of(request.event, outcome, drawn)
    is_playing = request.event.has_playoffs and drawn is not None and drawn.is_drawn
    is_settled = outcome is not None and outcome.has_cards and outcome.is_settled
    announcements = announcements_of(request.event)
    to_play = drawn.rounds[drawn.current_round - 1 :] if drawn and request.event.has_playoffs else []
    is_tree = bool(to_play) and len(to_play) <= ROUNDS_SIDE_BY_SIDE
    context = {
        "outcome": outcome,
        "posting": public.posting,
        "phase": MATCH_NIGHT if night else phase,
        "night": night,
        "announcements": announcements,
        "code": page_code(request, request.event.get_absolute_url()),
        "standings_pages": [] if is_playing else standings_pages(outcome),
        "bracket": drawn,
        "timers": [one for one in announcements if one.timer_until][:1],
        "final": drawn.rounds[-1].matches[0] if drawn else None,
        "drawn": to_play if is_tree else [],
        "rounds": drawn.rounds_to_play if drawn and to_play and not is_tree else [],
        "seats": [] if is_playing or is_settled else seats_by_name(request.event),
        "seconds": seconds if seconds in SECONDS else DEFAULT_SECONDS,
    }
    return render(request, "brackets/public/screen.html", context)
