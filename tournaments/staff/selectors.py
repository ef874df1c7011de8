"""Reading who works at an event, who is invited, and how far the desk has come."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.utils import timezone

from tournaments.models import Entrant, Invitation, Role, StaffMember, Tournament
from tournaments.rules.names import in_order
from tournaments.rules.text import folded, tidy, whole_number
from tournaments.sign_in.links import digest_of


@dataclass(frozen=True, slots=True)
class StaffRow:
    """One person at the event: ``way_in`` tells how they came, ``is_in`` whether they may still work."""

    member: StaffMember
    way_in: str
    is_in: bool
    may_return: bool

    @property
    def words(self) -> str:
        """What this person is found by."""
        return f"{self.member.name} {self.member.initials} {self.member.role} {self.way_in}".casefold()


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """One invitation, with how many people came by it."""

    invitation: Invitation
    people: int
    is_open: bool
    may_reopen: bool


@dataclass(frozen=True, slots=True)
class StaffOverview:
    """Who works at an event, and by which invitations more may come. ``total`` counts also who was not found."""

    people: Sequence[StaffRow]
    total: int
    invitations: Sequence[InvitationRow]


STAFF_SORTS = ("role", "name", "seen")


def staff_of(tournament: Tournament, *, find: str = "", sort: str = "role") -> StaffOverview:
    """Return who works or worked at the event and every invitation. Two queries.

    ``find`` narrows people down by the words of name, initials, role or user name; ``sort`` is by role (who has
    no access last), by name or by who was seen last.
    """
    now = timezone.now()
    members = StaffMember.objects.filter(tournament=tournament).select_related("invitation", "user", "entrant")
    people = [_staff_row(member, now) for member in members]
    found = [row for row in people if all(word in row.words for word in find.casefold().split())]
    found.sort(key=_order(sort))
    invitations = (
        Invitation.objects.filter(tournament=tournament).select_related("member").annotate(people=Count("members"))
    )
    return StaffOverview(
        people=found,
        total=len(people),
        invitations=[
            InvitationRow(
                invitation,
                invitation.people,
                is_open=invitation.is_open(now),
                may_reopen=invitation.ended_at is not None and now < invitation.ends_at,
            )
            for invitation in invitations.order_by("-pk")
        ],
    )


def _order(sort: str) -> Callable[[StaffRow], Any]:
    if sort == "name":
        return lambda row: (row.member.name.casefold(), row.member.pk)
    if sort == "seen":
        return lambda row: (-row.member.last_seen_at.timestamp(), row.member.pk)
    return lambda row: (not row.is_in, list(Role).index(Role(row.member.role)), row.member.pk)


def _staff_row(member: StaffMember, now: datetime) -> StaffRow:
    is_in = member.may_work(now)
    way_in = f"user {member.user.get_username()}" if member.user is not None else "invitation"
    if member.is_of_another_site:
        way_in = "an account of the site before"
    # Access that was removed stays so, whatever becomes of the invitation, until the director restores it.
    return StaffRow(member, way_in, is_in, may_return=member.ended_at is not None)


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
