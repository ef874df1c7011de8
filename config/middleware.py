"""What stands between the server and the views."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tournaments.pagecache.cache import SHELF, PostedResponse, key_of, ready_page
from tournaments.pagecache.views import now

NOW = re.compile(r"/t/([-a-zA-Z0-9_]+)/now/")


class FollowingMiddleware:
    """Answer pages that ask whether there is anything new, before anything else is done for them.

    It stands first: a thousand open pages ask, and neither session nor policy nor redirect matters to the answer.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer at once, or pass the request on."""
        asked = NOW.fullmatch(request.path_info)
        return now(request, slug=asked[1]) if asked else self.get_response(request)


class PostedPagesMiddleware:
    """Answer posted pages that are kept ready, and keep those that views have just rendered.

    It stands before sessions and sign-in, which posted pages do not need: that is what lets one laptop answer
    a hall full of phones. The headers that the middleware behind it sets are kept with the page.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer from the shelf where the page there is current, else pass the request on."""
        is_read = request.method in ("GET", "HEAD")
        if is_read:
            page = SHELF.get(key_of(request))
            if page is not None and page.posting.is_current():
                return page.answer(request)
        response = self.get_response(request)
        if not (is_read and isinstance(response, PostedResponse) and response.status_code == 200):
            return response
        page = ready_page(response)
        if page.posting.is_kept:
            SHELF.put(key_of(request), page)
        return page.answer(request)
