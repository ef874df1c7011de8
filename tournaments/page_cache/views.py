"""The address that pages poll."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.views.decorators.http import require_safe

from tournaments.page_cache.versions import VERSIONS


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
