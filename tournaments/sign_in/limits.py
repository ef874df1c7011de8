"""How long wrong passwords make people wait, by name and by address; django-axes stores them and calls this."""

import hashlib
import math
from dataclasses import dataclass
from datetime import timedelta
from functools import reduce
from operator import or_
from typing import Any

from axes.handlers.database import AxesDatabaseHandler  # type: ignore[import-untyped]
from axes.helpers import get_client_username  # type: ignore[import-untyped]
from axes.models import AccessAttempt  # type: ignore[import-untyped]
from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Max, Q, Sum
from django.http import HttpRequest, HttpResponse

from tournaments.rules.text import number_of

FORGOTTEN_AFTER = timedelta(hours=6)
OWN_BROWSER = "own browser "
"""Begins the column ``user_agent`` of an attempt in a browser in which this person has signed in before.

django-axes has no column of its own for that, and no public way to add one: it stores what ``request.axes_user_agent``
says, of which nothing else is asked here. `test_axes_stores_the_browser_that_it_is_told` says so at an upgrade.
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """How many wrong passwords are free, and how long one waits after them: twice as long after each further one."""

    free: int
    first: timedelta
    most: timedelta

    def wait(self, failures: int) -> timedelta:
        if failures < self.free:
            return timedelta(0)
        longer: timedelta = self.first * 2 ** min(failures - self.free, 20)
        return min(self.most, longer)


def wait_in_words(wait: timedelta) -> str:
    """Say how long to wait, in whole seconds or minutes."""
    seconds = math.ceil(wait.total_seconds())
    return number_of(seconds, "second") if seconds < 60 else number_of(math.ceil(seconds / 60), "minute")


# One name at one address, or in a browser of its own; then all that an address tries, and all who try a name: there
# others may be meant as well, who wait a minute at most.
ONE_NAME_THERE = Limit(settings.AXES_FAILURE_LIMIT, timedelta(minutes=1), timedelta(minutes=15))
ONE_ADDRESS = Limit(30, timedelta(seconds=5), timedelta(minutes=1))
ONE_NAME = Limit(30, timedelta(seconds=5), timedelta(minutes=1))

Credentials = dict[str, Any] | None


class SignInLimits(AxesDatabaseHandler):  # type: ignore[misc]
    """Wrong passwords, counted until nobody has tried for six hours.

    A browser in which the same person has signed in before is counted for itself: what is typed elsewhere does not
    block it. What is tried during a wait is neither looked at nor counted, and so does not prolong it.
    """

    def get_failures(self, request: HttpRequest, credentials: Credentials = None) -> int:
        """Return the limit itself while this name has to wait here, 0 otherwise; the request keeps how long."""
        wait = self._wait(request, credentials)
        request.sign_in_wait = wait  # type: ignore[attr-defined]
        return settings.AXES_FAILURE_LIMIT if wait else 0

    def user_login_failed(
        self, sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: Any
    ) -> None:
        """Count it under this name: what browsers say about themselves does not matter."""
        if request is not None:
            name = get_client_username(request, credentials) or ""
            request.axes_user_agent = _browser(request, name)  # type: ignore[attr-defined]
        super().user_login_failed(sender, credentials, request, **kwargs)

    def clean_expired_user_attempts(self, request: HttpRequest | None = None, credentials: Credentials = None) -> int:
        if request is None:
            return 0
        old = request.axes_attempt_time - FORGOTTEN_AFTER  # type: ignore[attr-defined]
        return int(AccessAttempt.objects.filter(attempt_time__lte=old).delete()[0])

    def user_logged_in(self, sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
        """Delete what this name tried here, and what is forgotten, by one query where there is nothing.

        Other attempts from the address still count.
        """
        old = Q(attempt_time__lte=request.axes_attempt_time - FORGOTTEN_AFTER)  # type: ignore[attr-defined]
        AccessAttempt.objects.filter(_there(request, user.get_username()) | old).delete()

    def _wait(self, request: HttpRequest, credentials: Credentials) -> timedelta:
        name = get_client_username(request, credentials) or ""
        scopes = [(ONE_NAME_THERE, _there(request, name))]
        if not _browser(request, name):
            elsewhere = ~Q(user_agent__startswith=OWN_BROWSER)
            address = Q(ip_address=request.axes_ip_address)  # type: ignore[attr-defined]
            scopes += [(ONE_ADDRESS, elsewhere & address), (ONE_NAME, elsewhere & Q(username=name))]
        now = request.axes_attempt_time  # type: ignore[attr-defined]
        recent = AccessAttempt.objects.filter(attempt_time__gt=now - FORGOTTEN_AFTER)
        asked: dict[str, Sum | Max] = {}
        for number, (_, scope) in enumerate(scopes):
            asked[f"failures_{number}"] = Sum("failures_since_start", filter=scope)
            asked[f"last_{number}"] = Max("attempt_time", filter=scope)
        # All in one query, of rows that concern one of the scopes.
        found = recent.filter(reduce(or_, (scope for _, scope in scopes))).aggregate(**asked)
        waits = [timedelta(0)]
        for number, (limit, _) in enumerate(scopes):
            if wait := limit.wait(found[f"failures_{number}"] or 0):
                waits.append(min(wait, found[f"last_{number}"] + wait - now))
        return max(waits)


def _there(request: HttpRequest, name: str | None) -> Q:
    """Return which attempts were under a name at this address, or in this browser if it is one of its own."""
    browser = _browser(request, name or "")
    where = Q(user_agent=browser) if browser else Q(ip_address=request.axes_ip_address, user_agent="")  # type: ignore[attr-defined]
    return where & Q(username=name)


def _browser(request: HttpRequest, name: str) -> str:
    key = browser_of(request, name)
    return f"{OWN_BROWSER}{key}" if key else ""


COOKIE = "signed-in-here"
LASTS = timedelta(days=365)
MAX_USERS = 20


def remember_browser(request: HttpRequest, response: HttpResponse, user: User) -> HttpResponse:
    """Let the browser show later that this user has signed in there."""
    others = [pk for pk in _users_here(request) if pk != user.pk]
    response.set_signed_cookie(
        COOKIE,
        ".".join(str(pk) for pk in [*others, user.pk][-MAX_USERS:]),
        max_age=LASTS,
        path="/sign-in/",
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


def browser_of(request: HttpRequest, username: str) -> str:
    """Return what tells this browser from others, blank where the user of this name never signed in in it."""
    here = _users_here(request)
    if not (here and username and User.objects.filter(pk__in=here, username=username).exists()):
        return ""
    return hashlib.sha256(request.COOKIES[COOKIE].encode()).hexdigest()[:16]


def _users_here(request: HttpRequest) -> list[int]:
    kept = request.get_signed_cookie(COOKIE, default="", max_age=LASTS)
    return [int(pk) for pk in str(kept).split(".") if pk]
