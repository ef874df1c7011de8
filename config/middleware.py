"""Middleware: the steps between the server and the views."""

import re
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from config.background.renewal import RENEWAL
from scorecards.reporting.polling import card_now
from tournaments.backups.views import elsewhere_page, offers_at
from tournaments.page_cache.cache import FRESHNESS, PAGE_CACHE, PageKey, VersionedResponse, make_cached_page, page_key
from tournaments.page_cache.versions import now
from tournaments.term import standing

NOW = re.compile(r"/t/([-a-zA-Z0-9_]+)/now/")
AT_THE_LAPTOP = ("/laptop/", "/static/")
CARD_NOW = re.compile(r"/t/([-a-zA-Z0-9_]+)/me/([-a-zA-Z0-9_]+)/now/")


class TermMiddleware:
    """Serve nothing but a sentence while another laptop has the event, or may have it. It costs a look at a file."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if standing().serves or request.path_info.startswith(AT_THE_LAPTOP):
            return self.get_response(request)
        return elsewhere_page(request)


class VersionPollMiddleware:
    """Answer open pages that poll for a new version first of all: a thousand may, without session or policy."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.get_host()  # refuses a name that is not ours, for all that is answered below without asking
        if asked := NOW.fullmatch(request.path_info):
            return now(request, slug=asked[1])
        if asked := CARD_NOW.fullmatch(request.path_info):
            return card_now(request, asked[1], asked[2]) or self.get_response(request)
        return self.get_response(request)


class PageCacheMiddleware:
    """Answer with cached public pages, and cache those that views have just rendered.

    It stands before sessions and sign-in, which public pages do not need: that is what lets one laptop answer
    a hall full of phones. The headers that the middleware behind it sets are cached with the page.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer from the cache where the page there is current, else pass the request on.

        If a page is no longer current, the answer is the page of a moment ago (:mod:`config.background.renewal`), or
        one of the requests makes it while the others wait.
        """
        if request.method not in ("GET", "HEAD"):
            return RENEWAL.note_writer(self.get_response(request))
        if request.path_info == "/" and offers_at(request):
            response = self.get_response(request)  # at this laptop alone: a stick with an event was plugged in
            response["Cache-Control"] = "no-store"
            return response
        key = page_key(request)
        page = PAGE_CACHE.get(key)
        if page is None:
            return self._make(key, request)
        now = time.monotonic()
        if FRESHNESS.allows(page.page_version):
            page.current_at = now
            return page.answer(request)
        if RENEWAL.allows(page, request) and page.page_version.is_known():
            RENEWAL.renew(key, request.META)
            return page.answer(request)
        with PAGE_CACHE.being_made(key):
            made = PAGE_CACHE.get(key)
            if made is not None and made is not page and FRESHNESS.allows(made.page_version):
                return made.answer(request)
            return self._make(key, request)

    def _make(self, key: PageKey, request: HttpRequest) -> HttpResponse:
        """Let the view render the page, and cache it if it is one for everybody."""
        began = time.monotonic()
        response = self.get_response(request)
        if isinstance(response, VersionedResponse) and response.status_code == 200:
            page = make_cached_page(response)
            page.current_at = began
            if page.page_version.is_cacheable:
                PAGE_CACHE.put(key, page)
            return page.answer(request)
        # A hidden event then takes as long to answer as one that never was.
        PAGE_CACHE.drop(key)
        return response
