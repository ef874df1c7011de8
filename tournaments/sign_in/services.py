"""Sign a user in and out; ask for the password again.

Each browser in which somebody is signed in is listed, and can be signed out from another one.
"""

from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import SESSION_KEY as USER_IN_SESSION
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from tournaments.changes.write_queue import write_queue
from tournaments.models import SignIn

PASSWORDS = "django.contrib.auth.backends.ModelBackend"


def sign_in_here(request: HttpRequest, user: User) -> None:
    """Sign a user in in this browser, in one transaction: each waits for the disk."""
    before = request.session.session_key
    with write_queue(), transaction.atomic():
        login(request, user, backend=PASSWORDS)
        if request.session.session_key is None:  # somebody else was signed in here: the session is a new one
            request.session.create()
        if before is not None:
            SignIn.objects.filter(session_key=before).delete()
        note_password(request)
        over = timezone.now() - timedelta(seconds=settings.SESSION_COOKIE_AGE)
        SignIn.objects.filter(user=user, last_seen_at__lt=over).delete()
        note_browser(request, user)
        request.session.save()


def note_browser(request: HttpRequest, user: User) -> None:
    """Note that a user is signed in in this browser: one that signed in before that was noted shows up, too."""
    now, device = timezone.now(), device_in_words(request.headers.get("User-Agent", ""))
    SignIn.objects.bulk_create(
        [SignIn(session_key=request.session.session_key or "", user=user, device=device, last_seen_at=now)],
        update_conflicts=True,
        unique_fields=["session_key"],
        update_fields=["user", "device", "last_seen_at"],
    )


def note_seen(request: HttpRequest) -> None:
    """Note when a browser was seen last. A full disk stops nobody from reading."""
    with suppress(DatabaseError):
        SignIn.objects.filter(session_key=request.session.session_key).update(last_seen_at=timezone.now())


def follow_session(request: HttpRequest, before: str | None) -> None:
    """Note that the session in this browser has a new key."""
    SignIn.objects.filter(session_key=before).update(session_key=request.session.session_key)


def sign_out_everywhere(*, user: User, but: str | None = None) -> None:
    """Sign a user out of every browser, ``but`` of the session with this key; including those that nobody noted."""
    keys = set(SignIn.objects.filter(user=user).values_list("session_key", flat=True))
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        if session.get_decoded().get(USER_IN_SESSION) == str(user.pk):
            keys.add(session.session_key)
    end_sessions(keys - {but})


def end_sessions(keys: Collection[str | None]) -> None:
    """Sign out every browser with one of these sessions."""
    Session.objects.filter(session_key__in=keys).delete()
    SignIn.objects.filter(session_key__in=keys).delete()


BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox")),
    *(("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari")),
)
SYSTEMS = (
    *(("iPhone", "an iPhone"), ("iPad", "an iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("CrOS", "a Chromebook"), ("Macintosh", "a Mac"), ("Linux", "Linux")),
)


def device_in_words(user_agent: str) -> str:
    """Return what a browser is: ``Firefox on Windows``."""
    agent = user_agent[:500]
    browser = next((name for part, name in BROWSERS if part in agent), "Unknown browser")
    system = next((name for part, name in SYSTEMS if part in agent), "")
    return f"{browser} on {system}" if system else browser


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
