"""The list of tournaments."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.posted import Posting, post, version_of_all
from tournaments.selectors import list_tournaments


@login_not_required
@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """Show all tournaments: now, coming, past."""
    version = version_of_all()
    tournaments = list_tournaments(timezone.localdate())
    response = render(request, "tournaments/list.html", {"tournaments": tournaments})
    return post(response, Posting(slug=None, version=version, is_kept=not request.META.get("QUERY_STRING")))
