"""The list of tournaments, and what pages that follow ask again and again."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.following import VERSIONS
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
