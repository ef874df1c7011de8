"""The hall screen: what is posted, in large letters, on pages that turn by themselves."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from brackets.public.selectors.hall_screen import standings_pages
from brackets.public.selectors.match_nights import MATCH_NIGHT, night_view
from brackets.public.selectors.printed_bracket import closing_rounds
from brackets.standings.outcome import phase_before_posting, phase_of
from brackets.standings.postings import public_view
from tournaments.models import Tournament
from tournaments.pagecache.cache import public_page
from tournaments.seating.selectors.seats import seats_by_name

SECONDS = ("8", "12", "20", "30")
DEFAULT_SECONDS = "12"


@public_page(choices={"seconds": SECONDS})
def screen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show qualifiers with the line, bracket, a club's matches and everybody's seat; ``seconds`` for each page."""
    public = public_view(tournament)
    outcome, drawn = public.outcome, public.bracket(tournament)
    seconds = request.GET.get("seconds", "")
    night = night_view(tournament, outcome)
    phase = phase_before_posting(tournament) if public.is_hidden else phase_of(tournament, outcome, drawn)
    context = {
        "tournament": tournament,
        "outcome": outcome,
        "posting": public.posting,
        "phase": MATCH_NIGHT if night else phase,
        "night": night,
        "standings_pages": standings_pages(outcome),
        "bracket": drawn,
        "closing": closing_rounds(drawn),
        "seats": seats_by_name(tournament),
        "seconds": seconds if seconds in SECONDS else DEFAULT_SECONDS,
    }
    return render(request, "brackets/public/screen.html", context)
