"""The name of an event in its address."""

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from tournaments.models import Tournament
from tournaments.rules.text import plain_text

SLUG_LENGTH = 80
TRIES_FOR_A_SLUG = 10


def free_slug(name: str) -> str:
    """Return an address for a tournament of that name that no other tournament has."""
    stem = slugify(plain_text(name))[: SLUG_LENGTH - 6].strip("-") or "event"
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    slug, count = stem, 1
    while slug in taken:
        count += 1
        slug = f"{stem}-{count}"
    return slug


def save_under_free_slug(tournament: Tournament) -> None:
    """Save a new tournament; somebody else may take the same address at the same moment."""
    for _ in range(TRIES_FOR_A_SLUG):
        tournament.slug = free_slug(tournament.name)
        try:
            with transaction.atomic():
                tournament.save()
        except IntegrityError:
            continue
        return
    raise RuntimeError(f"no address was free for {tournament.name}")
