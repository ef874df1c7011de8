"""Browsers in which somebody has signed in: too many wrong passwords typed elsewhere do not keep them out of there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

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


def is_known(request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
    """Tell whether the user of this name has signed in in this browser before. django-axes calls this."""
    here, name = _users_here(request), (credentials or {}).get("username")
    return bool(here and name) and User.objects.filter(pk__in=here, username=name).exists()


def _users_here(request: HttpRequest) -> list[int]:
    kept = request.get_signed_cookie(COOKIE, default="", max_age=LASTS)
    return [int(pk) for pk in str(kept).split(".") if pk]
