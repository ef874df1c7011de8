"""One player's page: whom they play next and where."""

from django.http import Http404, HttpResponse
from django.shortcuts import render

from brackets.public.selectors.player import player_view
from brackets.standings.postings import PublicView
from tournaments.htmx import EventRequest
from tournaments.page_cache.cache import is_fragment, public_page


@public_page(fragment="your-card")
def player(request: EventRequest, number: int) -> HttpResponse:
    public = PublicView(request.event)
    drawn = public.bracket if request.event.has_playoffs else None
    shown = player_view(request.event, public, drawn, number)
    if shown is None:
        raise Http404("no such player")
    context = {"player": shown, "outcome": public.outcome, "posting": public.posting}
    part = "_your_card" if is_fragment(request, "your-card") else "player"
    return render(request, f"brackets/public/{part}.html", context)
