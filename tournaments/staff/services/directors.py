"""Directors of an event, and the first one of a new site."""

from django.contrib.auth.models import User
from django.db import transaction

from tournaments.models import Role, StaffMember, Tournament
from tournaments.rules.initials import initials_of
from tournaments.sign_in.links import new_sign_in_link

FIRST_DIRECTOR = "director"


def copy_directors(*, source: Tournament, target: Tournament) -> None:
    """Make the directors of one event those of another, under the same names. Runs inside the caller's transaction."""
    for director in StaffMember.objects.filter(
        tournament=source, role=Role.DIRECTOR, ended_at=None, user__isnull=False
    ):
        StaffMember.objects.update_or_create(
            tournament=target,
            user=director.user,
            defaults={"role": Role.DIRECTOR, "name": director.name, "initials": director.initials},
        )


def add_director(*, tournament: Tournament, user: User) -> StaffMember:
    """Make a user a director of a tournament. Runs inside the caller's transaction."""
    name = user.get_full_name() or user.get_username()
    return StaffMember.objects.create(
        tournament=tournament, user=user, role=Role.DIRECTOR, name=name, initials=initials_of(name)
    )


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
        return new_sign_in_link(user)
