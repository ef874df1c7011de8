"""Directors of an event."""

from __future__ import annotations

from django.contrib.auth.models import User

from tournaments.models import Role, StaffMember, Tournament
from tournaments.rules.initials import initials_of


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
