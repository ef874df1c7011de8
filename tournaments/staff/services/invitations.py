"""Letting people in: invitations, directors, and the end of anybody's access."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Invitation, Role, StaffMember, Tournament
from tournaments.rules.initials import initials_of
from tournaments.rules.text import is_same_name
from tournaments.staff.selectors import digest_of
from tournaments.staff.services.directors import add_director

SECRET_BYTES = 24


class NotLetIn(Exception):
    """Why somebody cannot be let in, or shut out, in words for whoever asked; ``field`` says what it is about."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


def new_secret() -> str:
    """Return a secret that fits into an address. Only its digest is ever kept."""
    return secrets.token_urlsafe(SECRET_BYTES)


def invite(*, tournament: Tournament, actor: StaffMember, role: str, ends_at: datetime) -> str:
    """Make an invitation for one role and return the secret of its link, which is not kept."""
    secret = new_secret()
    with tournament_change(tournament, public=False) as locked:
        Invitation.objects.create(
            tournament=locked, role=role, digest=digest_of(secret), made_by=actor.name, ends_at=ends_at
        )
        record_change(
            locked, actor, AuditAction.INVITATION_CREATED, role, after={"role": role, "ends": ends_at.isoformat()}
        )
    return secret


def join(*, invitation: Invitation, name: str, initials: str, known: Collection[int] = ()) -> StaffMember:
    """Let a person in by an invitation, under a name and initials of their own.

    ``known`` are the members that came by the same browser: whoever gives one of their names is that person, back
    after signing out, for one.

    Raises:
        NotLetIn: the invitation has ended, the director has ended the access of this name or by this browser, or
            somebody else works under the name or initials.
    """
    with tournament_change(invitation.tournament, public=False) as locked:
        now = timezone.now()
        if not Invitation.objects.get(pk=invitation.pk).is_open(now):
            raise NotLetIn("This invitation has ended. Ask the director for a new one.")
        members = list(StaffMember.objects.filter(tournament=locked).select_related("invitation"))
        _refuse_shut_out(members, name, known)
        _refuse_taken_name(members, name, initials, known, now)
        member = StaffMember.objects.create(
            tournament=locked, role=invitation.role, invitation=invitation, name=name, initials=initials
        )
        record_change(
            locked, member, AuditAction.STAFF_MEMBER_JOINED, name, after={"role": invitation.role, "initials": initials}
        )
    return member


def _refuse_shut_out(members: Iterable[StaffMember], name: str, known: Collection[int]) -> None:
    """Refuse a name and a browser whose access the director has ended: the link alone must not undo that."""
    for member in members:
        if member.ended_at is None:
            continue
        if member.pk in known:
            raise NotLetIn(shut_out_in_words(member))
        if is_same_name(member.name, name):
            raise NotLetIn(
                f"The director has ended the access of {member.name}, and can let them in again on the page Staff. "
                "If you are somebody else, write your name so that it can be told apart.",
                "name",
            )


def shut_out_in_words(member: StaffMember) -> str:
    """Say why a browser is not let in."""
    return (
        f"The director has ended the access of {member.name}, who worked in this browser. "
        "Ask the director to let them in again."
    )


def _refuse_taken_name(
    members: Iterable[StaffMember], name: str, initials: str, known: Collection[int], now: datetime
) -> None:
    """Refuse what stands for another person here: log and corrections must say who did what."""
    for other in members:
        if not other.may_work(now) or (other.pk in known and is_same_name(other.name, name)):
            continue
        if is_same_name(other.name, name):
            raise NotLetIn(
                f"{other.name} works here already, as {other.role}. Add something to tell you apart, such as "
                f"{name} 2, and a letter to your initials. If it is you, go on in the browser you began with.",
                "name",
            )
        if other.initials.casefold() == initials.casefold():
            raise NotLetIn(f"{other.name} signs as {other.initials} here: add a letter to yours.", "initials")


def appoint_director(*, tournament: Tournament, actor: StaffMember, username: str) -> StaffMember:
    """Make another user, or again a former one, a director; NotLetIn: no such user, or a director already."""
    with tournament_change(tournament, public=False) as locked:
        user = User.objects.filter(username=username, is_active=True).first()
        if user is None:
            raise NotLetIn(f"There is no user named {username}. Names are told apart by capitals, too.")
        member = StaffMember.objects.filter(tournament=locked, user=user, role=Role.DIRECTOR).first()
        if member is not None and member.ended_at is None:
            raise NotLetIn(f"{member.name} is a director of this event already.")
        if member is None:
            member = add_director(tournament=locked, user=user)
        else:
            member.ended_at = None
            member.save(update_fields=["ended_at"])
        record_change(locked, actor, AuditAction.DIRECTOR_APPOINTED, member.name, after={"user": username})
    return member


def end_access(*, tournament: Tournament, actor: StaffMember, member: StaffMember) -> None:
    """End one person's access at once; NotLetIn where nobody would be left to direct the event."""
    with tournament_change(tournament, public=False) as locked:
        directors = StaffMember.objects.filter(
            tournament=locked, role=Role.DIRECTOR, ended_at=None, user__is_active=True
        )
        if member.role == Role.DIRECTOR and not directors.exclude(pk=member.pk).exists():
            raise NotLetIn(f"{member.name} is the only director: add another one first.")
        ended = StaffMember.objects.filter(pk=member.pk, tournament=locked, ended_at=None)
        if ended.update(ended_at=timezone.now()):
            _record_access(locked, actor, member, AuditAction.ACCESS_REMOVED)


def restore_access(*, tournament: Tournament, actor: StaffMember, member: StaffMember) -> None:
    """Let a person in again whose access was ended; by a new invitation where their own is over too.

    Raises:
        NotLetIn: only the invitation by which they came is over.
    """
    with tournament_change(tournament, public=False) as locked:
        restored = StaffMember.objects.filter(pk=member.pk, tournament=locked, ended_at__isnull=False)
        if restored.update(ended_at=None):
            _record_access(locked, actor, member, AuditAction.ACCESS_RESTORED)
        elif not member.may_work(timezone.now()):
            raise NotLetIn(f"{member.name}'s invitation is over: make a new one.")


def _record_access(tournament: Tournament, actor: StaffMember, member: StaffMember, action: AuditAction) -> None:
    may_work = action == AuditAction.ACCESS_RESTORED
    record_change(
        tournament,
        actor,
        action,
        member.name,
        before={"role": member.role, "may work": not may_work},
        after={"role": member.role, "may work": may_work},
    )


def end_invitation(*, tournament: Tournament, actor: StaffMember, invitation: Invitation) -> None:
    """End an invitation: nobody comes in by it any more, and whoever came by it is out."""
    with tournament_change(tournament, public=False) as locked:
        open_one = Invitation.objects.filter(pk=invitation.pk, tournament=locked, ended_at=None)
        if open_one.update(ended_at=timezone.now()):
            record_change(
                locked,
                actor,
                AuditAction.INVITATION_ENDED,
                invitation.role,
                before={"people": invitation.members.filter(ended_at=None).count()},
                after={"people": 0},
            )


def reopen_invitation(*, tournament: Tournament, actor: StaffMember, invitation: Invitation) -> None:
    """Let an invitation's link, and who came by it, in again; NotLetIn where its time is over anyway."""
    with tournament_change(tournament, public=False) as locked:
        if invitation.ends_at <= timezone.now():
            raise NotLetIn("The time of this invitation is over: make a new one.")
        ended = Invitation.objects.filter(pk=invitation.pk, tournament=locked, ended_at__isnull=False)
        if ended.update(ended_at=None):
            record_change(
                locked,
                actor,
                AuditAction.INVITATION_REOPENED,
                invitation.role,
                before={"people": 0},
                after={"people": invitation.members.filter(ended_at=None).count()},
            )


def rename_user(*, user: User, username: str, name: str) -> None:
    """Give a user another name, here and at every event that they direct."""
    user.username, user.first_name, user.last_name = username, name, ""
    with transaction.atomic():
        user.save(update_fields=["username", "first_name", "last_name"])
        StaffMember.objects.filter(user=user).update(name=name, initials=initials_of(name))
