"""One player's page: whom they play next and where."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from brackets.public.selectors.player import player_view
from brackets.standings.postings import public_view
from tournaments.models import Tournament
from tournaments.page_cache.cache import public_page


@public_page()
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    public = public_view(tournament)
    drawn = public.bracket(tournament) if tournament.has_playoffs else None
    shown = player_view(tournament, public, drawn, number)
    if shown is None:
        raise Http404("no such player")
    context = {"tournament": tournament, "player": shown, "outcome": public.outcome, "posting": public.posting}
    return render(request, "brackets/public/player.html", context)
