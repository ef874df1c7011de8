"""The first director of a new site, and the link that signs them in once."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournaments.models import SignInLink, Tournament
from tournaments.staff.selectors import digest_of, open_sign_in_links
from tournaments.staff.services.directors import add_director
from tournaments.staff.services.invitations import new_secret

FIRST_DIRECTOR = "director"


class UsedLink(Exception):
    """The sign-in link was used before, or never was one."""


def link_for_first_director() -> str | None:
    """Return the secret of a new sign-in link while nobody can sign in by password yet, else ``None``.

    On a site without users one is made, who directs every event that has no director: the demo, say. Later
    a new link replaces it only while that user has set no password.
    """
    with transaction.atomic():
        user = User.objects.filter(sign_in_links__isnull=False).order_by("pk").first()
        if user is None:
            if User.objects.exists():
                return None
            user = User.objects.create_user(FIRST_DIRECTOR)
            for tournament in Tournament.objects.filter(staff__isnull=True):
                add_director(tournament=tournament, user=user)
        elif user.has_usable_password():
            return None
        SignInLink.objects.filter(user=user, used_at=None).update(used_at=timezone.now())
        secret = new_secret()
        SignInLink.objects.create(user=user, digest=digest_of(secret))
    return secret


def use_sign_in_link(*, secret: str) -> User:
    """Return whom the link signs in, and use it up; UsedLink if it was used before, is over, or there is none."""
    with transaction.atomic():
        link = open_sign_in_links(secret).select_for_update(of=("self",)).select_related("user").first()
        if link is None:
            raise UsedLink
        link.used_at = timezone.now()
        link.save(update_fields=["used_at"])
    return link.user
