"""The hall screen: what is posted, in large letters, on pages that turn by themselves."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from brackets.public.selectors.hall_screen import places_sheets
from brackets.public.selectors.match_nights import NIGHT, night_shown
from brackets.public.selectors.printed_bracket import closing_rounds
from brackets.standings.posted import public_view
from brackets.standings.table import phase_before_posting, phase_of
from tournaments.models import Tournament
from tournaments.pagecache.cache import public_page
from tournaments.seating.selectors.seats import seats_by_name

SECONDS = ("8", "12", "20", "30")
USUAL_SECONDS = "12"


@public_page(choices={"seconds": SECONDS})
def screen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show qualifiers with the line, bracket, a club's matches and everybody's seat; ``seconds`` for each page."""
    shown = public_view(tournament)
    outcome, drawn = shown.outcome, shown.bracket(tournament)
    seconds = request.GET.get("seconds", "")
    night = night_shown(tournament, outcome)
    phase = phase_before_posting(tournament) if shown.is_held_back else phase_of(tournament, outcome, drawn)
    context = {
        "tournament": tournament,
        "outcome": outcome,
        "posting": shown.posting,
        "phase": NIGHT if night else phase,
        "night": night,
        "places_sheets": places_sheets(outcome),
        "bracket": drawn,
        "closing": closing_rounds(drawn),
        "chairs": seats_by_name(tournament),
        "seconds": seconds if seconds in SECONDS else USUAL_SECONDS,
    }
    return render(request, "brackets/public/screen.html", context)
