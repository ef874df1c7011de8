"""Ask for the password again before directors are added or removed.

On a laptop that its director left unlocked anybody can do what can be undone, but nobody gets access for good.
"""

from datetime import timedelta

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

CONFIRMED_AT = "password-confirmed-at"
LASTS = timedelta(minutes=15)


def note_password(request: HttpRequest) -> None:
    """Note that the password was right just now."""
    request.session[CONFIRMED_AT] = timezone.now().timestamp()


def must_confirm(request: HttpRequest) -> bool:
    """Tell whether the password was last given more than a quarter of an hour ago.

    Not for an account without a password, nor in a session from before this was noted.
    """
    at = request.session.get(CONFIRMED_AT)
    has_password = isinstance(request.user, User) and request.user.has_usable_password()
    return has_password and at is not None and timezone.now().timestamp() - at > LASTS.total_seconds()


def to_confirm(page: str) -> HttpResponse:
    """Lead to the page that asks for the password, and from there back to this one."""
    return redirect(f"{reverse('tournaments:confirm')}?{urlencode({'next': page})}")
