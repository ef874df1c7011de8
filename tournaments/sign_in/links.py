"""Secrets in links, of which only digests are stored, and links that sign in once."""

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import SignInLink

SECRET_BYTES = 24
SIGN_IN_LINK_LASTS = timedelta(days=1)


class UsedLink(Exception):
    """The sign-in link was used before, or never was one."""


def new_secret() -> str:
    """Return a secret that fits into an address. Only its digest is ever kept."""
    return secrets.token_urlsafe(SECRET_BYTES)


def digest_of(secret: str) -> str:
    """Return what is kept of the secret in a link. It is long and random, so that a plain digest is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_sign_in_link(user: User) -> str:
    """Return the secret of a new link that signs a user in once; earlier ones work no more."""
    SignInLink.objects.filter(user=user, used_at=None).update(used_at=timezone.now())
    secret = new_secret()
    SignInLink.objects.create(user=user, digest=digest_of(secret))
    return secret


def open_sign_in_links(secret: str) -> QuerySet[SignInLink]:
    """Return the link with this secret unless it was used or is older than a day."""
    since = timezone.now() - SIGN_IN_LINK_LASTS
    return SignInLink.objects.filter(digest=digest_of(secret), used_at=None, made_at__gte=since, user__is_active=True)


def use_sign_in_link(*, secret: str) -> User:
    """Return whom the link signs in, and use it up; UsedLink if it was used before, is over, or there is none."""
    with transaction.atomic():
        link = open_sign_in_links(secret).select_for_update(of=("self",)).select_related("user").first()
        if link is None:
            raise UsedLink
        link.used_at = timezone.now()
        link.save(update_fields=["used_at"])
    return link.user
