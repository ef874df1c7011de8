"""Sign a user in and out; their names.

Each browser in which somebody is signed in is listed, and can be signed out from another one.
"""

from contextlib import suppress
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import SESSION_KEY as USER_IN_SESSION
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction
from django.http import HttpRequest
from django.utils import timezone

from tournaments.changes.write_queue import write_queue
from tournaments.models import SignIn, StaffMember
from tournaments.rules.initials import initials_of
from tournaments.sign_in.confirming import note_password
from tournaments.sign_in.devices import device_in_words

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


def sign_out_of(*, user: User, number: int) -> SignIn | None:
    """Sign a user out of one browser; nothing where that was done already."""
    found = SignIn.objects.filter(user=user, pk=number).first()
    if found is not None:
        _end([found.session_key])
    return found


def sign_out_everywhere(*, user: User, but: str | None = None) -> None:
    """Sign a user out of every browser, ``but`` of the session with this key; including those that nobody noted."""
    keys = set(SignIn.objects.filter(user=user).values_list("session_key", flat=True))
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        if session.get_decoded().get(USER_IN_SESSION) == str(user.pk):
            keys.add(session.session_key)
    _end(keys - {but})


def _end(keys: set[str] | list[str]) -> None:
    Session.objects.filter(session_key__in=keys).delete()
    SignIn.objects.filter(session_key__in=keys).delete()


def rename_user(*, user: User, username: str, name: str, initials: str = "") -> None:
    """Give a user another name, here and at every event that they direct; without ``initials`` those of the name."""
    user.username, user.first_name, user.last_name = username, name, ""
    with transaction.atomic():
        user.save(update_fields=["username", "first_name", "last_name"])
        StaffMember.objects.filter(user=user).update(name=name, initials=initials or initials_of(name))
