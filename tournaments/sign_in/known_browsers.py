"""Browsers in which somebody has signed in: too many wrong passwords typed elsewhere do not keep them out of there."""

import hashlib
from datetime import timedelta

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse

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
