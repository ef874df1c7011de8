"""Who may open the page of a card: a player with its code, on the phone that took it, on the day of its event."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Any, cast
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from scorecards.models import CardCode
from scorecards.reporting.services.codes import code_at
from tournaments.models import Entrant, Tournament
from tournaments.sign_in.links import digest_of

COOKIE = "card"
A_WEEK = 7 * 24 * 60 * 60
MINUTE = 60
MISSES_A_MINUTE = 20
"""How many wrong codes an address may try; nobody can guess one, but each costs a query."""
ACTS_A_MINUTE = 120
NIGHT = timedelta(hours=6)

ANSWER = "Card-Answer"
"""Which request a page answers, by the key that the phone gave it. Whatever lacks it is not ours: a page of the hotel's
network, or one that a server before this one made up. Then a phone keeps what it sent."""
PAGE = "page"

HEADERS = {
    ANSWER: PAGE,
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store, private",
    "X-Robots-Tag": "noindex, nofollow",
}


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that opened a code; ``device`` is the digest of its secret, blank if it has none."""

    code: CardCode
    secret: str
    device: str

    @property
    def entrant(self) -> Entrant:
        return self.code.entrant

    @property
    def tournament(self) -> Tournament:
        return self.code.entrant.tournament

    @property
    def is_of_another_day(self) -> bool:
        """Whether the event was, or will be, on another day, and nobody said today that the card is meant all the same.

        Until six in the morning it is still the evening before. A round robin of several days has no last day here.
        """
        event, zone = self.tournament, ZoneInfo(self.tournament.time_zone)
        first, now = event.starts_on, timezone.localtime(timezone=zone)
        if first is None or first in {now.date(), (now - NIGHT).date()} or (event.games_a_day and first < now.date()):
            return False
        taken = self.code.device_at
        return taken is None or not self.is_current or taken.astimezone(zone).date() != now.date()

    @property
    def is_current(self) -> bool:
        """Whether this phone is the one that reports for the card."""
        return self.device != "" and self.device == self.code.device


PhoneView = Callable[..., HttpResponse]


def phone_page(view: PhoneView) -> PhoneView:
    """Make a view a page of one card, called with the phone that asks.

    A code that is wrong, replaced or of another event opens the same page that says so. The secret in the address is
    what a forged form would lack, so that no other mark against forgery is needed; a browser that sends no referrer
    could not show one.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, slug: str, code: str, **kwargs: Any) -> HttpResponse:
        found = code_at(slug, code)
        if found is None or found.entrant.tournament.is_of_sheets:
            response = _missed(request)
        elif request.method == "POST" and _is_too_often(f"card-acts/{found.pk}", ACTS_A_MINUTE):
            response = HttpResponse("Wait a minute, then try again.", status=429, content_type="text/plain")
        else:
            kept = request.COOKIES.get(COOKIE, "")
            response = view(request, Phone(found, code, digest_of(kept) if kept else ""), **kwargs)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return cast("PhoneView", login_not_required(csrf_exempt(wrapper)))


def _missed(request: HttpRequest) -> HttpResponse:
    is_too_often = _is_too_often(f"card-misses/{request.META['REMOTE_ADDR']}", MISSES_A_MINUTE)
    status = 429 if is_too_often else 404
    return render(request, "scorecards/reporting/no_card.html", {"is_too_often": is_too_often}, status=status)


def _is_too_often(key: str, most: int) -> bool:
    """Count once more, and tell whether that is too often for this minute."""
    if cache.add(key, 1, MINUTE):
        return False
    try:
        return cache.incr(key) > most
    except ValueError:  # the minute is just over
        return False
