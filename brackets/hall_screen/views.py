"""The hall screen: what is posted, in large letters, on pages that turn by themselves."""

from django.http import HttpResponse
from django.shortcuts import render

from brackets.announcements.selectors import announcements_of
from brackets.hall_screen.selectors import standings_pages
from brackets.public.selectors.match_nights import MATCH_NIGHT, night_view
from brackets.public.selectors.printed_bracket import closing_rounds
from brackets.standings.outcome import phase_before_posting, phase_of
from brackets.standings.postings import public_view
from tournaments.htmx import EventRequest
from tournaments.page_cache.cache import public_page
from tournaments.qr_codes import page_code
from tournaments.seating.selectors.seats import seats_by_name

SECONDS = ("8", "12", "20", "30")
DEFAULT_SECONDS = "12"


@public_page(choices={"seconds": SECONDS})
def screen(request: EventRequest) -> HttpResponse:
    """Show what the phase calls for; ``seconds`` for each page.

    Seats until the qualifying round is settled, standings and qualifiers until the bracket is drawn, then called
    tables first and the bracket.
    """
    public = public_view(request.event)
    outcome, drawn = public.outcome, public.bracket(request.event)
    seconds = request.GET.get("seconds", "")
    night = night_view(request.event, outcome)
    phase = phase_before_posting(request.event) if public.is_hidden else phase_of(request.event, outcome, drawn)
    is_playing = request.event.has_playoffs and drawn is not None and drawn.is_drawn
    is_settled = outcome is not None and outcome.has_cards and outcome.is_settled
    context = {
        "outcome": outcome,
        "posting": public.posting,
        "phase": MATCH_NIGHT if night else phase,
        "night": night,
        "announcements": announcements_of(request.event),
        "code": page_code(request, request.event.get_absolute_url()),
        "standings_pages": [] if is_playing else standings_pages(outcome),
        "bracket": drawn,
        "closing": closing_rounds(drawn),
        "seats": [] if is_playing or is_settled else seats_by_name(request.event),
        "seconds": seconds if seconds in SECONDS else DEFAULT_SECONDS,
    }
    return render(request, "brackets/hall_screen/screen.html", context)
