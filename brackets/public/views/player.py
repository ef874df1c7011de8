"""One player's page: whom they play next and where."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render

from brackets.public.selectors.figures import player_figures
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
    context: dict[str, Any] = {"player": shown, "outcome": public.outcome, "posting": public.posting}
    if is_fragment(request, "your-card"):
        return render(request, "brackets/public/_your_card.html", context)
    context["figures"] = player_figures(public.posting, public.outcome, shown.place)
    return render(request, "brackets/public/player.html", context)
