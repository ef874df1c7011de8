"""The hall screen: what is posted, in large letters, on pages that turn by themselves."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from brackets.selectors_bracket import bracket_shown
from brackets.selectors_standings import outcome_of, phase_before_posting, phase_of, rows_at_the_line
from brackets.views import is_held_back
from tournaments.models import Tournament
from tournaments.posted import posted_page
from tournaments.selectors_seating import seats_by_name

SECONDS = ("8", "12", "20", "30")
USUAL_SECONDS = "12"


@posted_page(choices={"seconds": SECONDS})
def screen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the qualifiers with the line, the bracket and everybody's seat; ``seconds`` for each page."""
    is_secret = is_held_back(tournament)
    outcome = None if is_secret else outcome_of(tournament)
    drawn = bracket_shown(tournament, outcome.people) if outcome else None
    seconds = request.GET.get("seconds", "")
    context = {
        "tournament": tournament,
        "outcome": outcome,
        "phase": phase_before_posting(tournament) if is_secret else phase_of(tournament, outcome, drawn),
        "rows": rows_at_the_line(outcome),
        "bracket": drawn,
        "chairs": seats_by_name(tournament),
        "seconds": seconds if seconds in SECONDS else USUAL_SECONDS,
    }
    return render(request, "brackets/screen.html", context)
