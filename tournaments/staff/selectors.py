"""Read who works at an event, and who is invited."""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from tournaments.models import Entrant, Invitation, Role, StaffMember, Tournament
from tournaments.rules.names import in_order
from tournaments.rules.text import folded, tidy, whole_number
from tournaments.sign_in.links import digest_of

STAFF_SORTS: Mapping[str, Callable[[StaffMember], Any]] = {
    "role": lambda one: (not one.is_in, list(Role).index(Role(one.role)), one.pk),
    "name": lambda one: (one.name.casefold(), one.pk),
    "seen": lambda one: (-one.last_seen_at.timestamp(), one.pk),
}


def staff_found(people: Iterable[StaffMember], *, find: str, sort: str) -> list[StaffMember]:
    """Return those of the people who are found by all words of name, initials, role or user name, sorted.

    ``sort`` is by role (who has no access last), by name or by who was seen last.
    """

    def words_of(one: StaffMember) -> str:
        return f"{one.name} {one.initials} {one.role} {one.way_in}".casefold()

    return sorted(
        (one for one in people if all(word in words_of(one) for word in find.casefold().split())), key=STAFF_SORTS[sort]
    )


def removed_among(members: Iterable[StaffMember]) -> StaffMember | None:
    """Return one of these members whose access the director has removed, the latest; ``None`` where there is none."""
    return max((one for one in members if one.ended_at is not None), key=lambda one: one.pk, default=None)


def open_link_of(tournament: Tournament, member: str) -> StaffMember | None:
    """Return a member (by key) whose access is removed while the link by which they came is still open to others."""
    number = whole_number(member, digits=18)
    if number is None:
        return None
    found = (
        StaffMember.objects.filter(tournament=tournament, pk=number, ended_at__isnull=False)
        .exclude(invitation=None)
        .select_related("invitation")
        .first()
    )
    return found if found and found.invitation and found.invitation.is_open(timezone.now()) else None


def members_by(tournament: Tournament, *, keys: Collection[int], user: object) -> list[StaffMember]:
    """Return everybody at an event who came by a browser: by the keys that it keeps, or by the account signed in."""
    here = Q(pk__in=keys)
    if isinstance(user, User):
        here |= Q(user=user)
    return list(StaffMember.objects.filter(here, tournament=tournament).select_related("invitation").order_by("pk"))


def entrant_named(tournament: Tournament, text: str) -> Entrant | None:
    """Return the entrant with this seat (``B-3`` or ``b3``), number or name; ``None`` for nobody, or for several."""
    wanted = folded(in_order(tidy(text)))
    people = Entrant.objects.filter(tournament=tournament, house_player=False)
    for found in (
        [one for one in people if wanted in (one.seat.casefold(), one.seat.casefold().replace("-", ""))],
        [one for one in people if wanted == str(one.number)],
        [one for one in people if wanted in (folded(one.name), folded(one.partner))],
    ):
        if wanted and found:
            return found[0] if len(found) == 1 else None
    return None


def end_of_day(tournament: Tournament) -> datetime:
    """Return the last minute of the event's day in its time zone; of today when that day is over or unknown."""
    zone = ZoneInfo(tournament.time_zone)
    today = timezone.localdate(timezone=zone)
    day = max(tournament.starts_on or today, today)
    return datetime(day.year, day.month, day.day, 23, 59, tzinfo=zone)


def invitation_by(secret: str) -> Invitation | None:
    """Return the invitation that a link carries, if there is one."""
    return (
        Invitation.objects.filter(digest=digest_of(secret), tournament__deleted_at=None)
        .select_related("tournament")
        .first()
    )


def events_of_others(me: StaffMember) -> list[str]:
    """Return the names of events that somebody directs, but not this person. One query."""
    directed = Tournament.objects.filter(deleted_at=None, staff__role=Role.DIRECTOR, staff__user__isnull=False)
    own = Tournament.objects.filter(staff__role=Role.DIRECTOR, staff__user=me.user_id, staff__ended_at=None)
    return list(directed.exclude(pk__in=own).distinct().values_list("name", flat=True))
