"""Directors of an event."""

from __future__ import annotations

from django.contrib.auth.models import User

from tournaments.models import Role, StaffMember, Tournament
from tournaments.rules.initials import initials_of


def add_director(*, tournament: Tournament, user: User) -> StaffMember:
    """Make a user a director of a tournament. Runs inside the caller's transaction."""
    name = user.get_full_name() or user.get_username()
    return StaffMember.objects.create(
        tournament=tournament, user=user, role=Role.DIRECTOR, name=name, initials=initials_of(name)
    )
