"""The list of tournaments."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.posted import Posting, fragment_asked_for, is_fragment, post, version_of_all
from tournaments.selectors import list_tournaments

FRAGMENT = "tournaments"


@login_not_required
@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """Show all tournaments, or those of a name: now, coming, past."""
    version = version_of_all()
    name = request.GET.get("name", "").strip()
    tournaments = list_tournaments(timezone.localdate(), name=name)
    template = "_list.html" if is_fragment(request, FRAGMENT) else "list.html"
    context = {"tournaments": tournaments, "wanted": name}
    response = render(request, f"tournaments/{template}", context)
    # What anybody may ask for in other words is not kept: it would crowd out what everybody asks for.
    is_kept = not request.META.get("QUERY_STRING") and fragment_asked_for(request) in ("", FRAGMENT)
    return post(response, Posting(slug=None, version=version, is_kept=is_kept))
