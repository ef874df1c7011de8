"""The list of tournaments, and what pages that follow ask again and again."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.following import VERSIONS
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


@login_not_required
@require_safe
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the version of what is posted, in a few bytes or none; the middleware asks this first of all."""
    tag = VERSIONS.tag(slug)
    if tag is None:
        return HttpResponse("There is no such tournament.\n", status=404, content_type="text/plain")
    etag = f'"{tag}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}
    if etag in request.META.get("HTTP_IF_NONE_MATCH", ""):
        return HttpResponseNotModified(headers=headers)
    body = b"" if request.method == "HEAD" else tag.encode()
    return HttpResponse(body, content_type="text/plain", headers=headers | {"Content-Length": str(len(tag))})
