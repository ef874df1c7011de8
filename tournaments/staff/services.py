"""Invitations, directors, and the end of anybody's access."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Entrant, Invitation, Role, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.initials import initials_of
from tournaments.rules.text import is_same_name, number_of, seat_and_name
from tournaments.sign_in.links import digest_of, new_secret, new_sign_in_link


def end_of_day(tournament: Tournament) -> datetime:
    """Return the last minute of the event's day in its time zone; of today when that day is over or unknown.

    In the last hour of a day it is that of the next: who comes in then is to work for more than a few minutes.
    """
    zone = ZoneInfo(tournament.time_zone)
    today = (timezone.localtime(timezone=zone) + timedelta(hours=1)).date()
    day = max(tournament.starts_on or today, today)
    return datetime(day.year, day.month, day.day, 23, 59, tzinfo=zone)


def events_of_others(me: StaffMember) -> list[str]:
    """Return the names of events that somebody directs, but not this person. One query."""
    directed = Tournament.objects.filter(deleted_at=None, staff__role=Role.DIRECTOR, staff__user__isnull=False)
    own = Tournament.objects.filter(staff__role=Role.DIRECTOR, staff__user=me.user_id, staff__ended_at=None)
    return list(directed.exclude(pk__in=own).distinct().values_list("name", flat=True))


def invite(
    tournament: Tournament, actor: StaffMember, *, role: str, ends_at: datetime, most_people: int | None = None
) -> str:
    """Make an invitation for one role and return the secret of its link, which is not kept."""
    after = {"role": role, "ends": ends_at.isoformat(), **({"people at most": most_people} if most_people else {})}
    with tournament_change(tournament, public=False) as locked:
        return _invited(locked, actor, role, after, role=role, ends_at=ends_at, most_people=most_people)


def _invited(locked: Tournament, actor: StaffMember, subject: str, after: dict[str, Any], **facts: Any) -> str:
    secret = new_secret()
    locked.invitations.create(digest=digest_of(secret), made_by=actor.name, **facts)
    record_change(locked, actor, AuditAction.INVITATION_CREATED, subject, after=after)
    return secret


def join(
    *, invitation: Invitation, name: str, initials: str, plays_as: Entrant | None = None, known: Collection[int] = ()
) -> StaffMember:
    """Let a person in by an invitation, under a name and initials of their own, and note which card is theirs.

    ``known`` are the members that came by the same browser. They are one person: the same name and role is the same
    member, back again; another name is told apart in the log, and shares all cards that are their own.

    Raises:
        Refused: the invitation has ended, the director has removed the access of this name or of this browser, or
            somebody else works under the name or initials.
    """
    with tournament_change(invitation.tournament, public=False) as locked:
        now = timezone.now()
        if not Invitation.objects.get(pk=invitation.pk).is_open(now):
            raise Refused("This invitation has ended. Ask the director for a new one.")
        members = list(StaffMember.objects.filter(tournament=locked).select_related("invitation"))
        _refuse_removed(members, name, known)
        _refuse_taken_name(members, name, initials, known, now)
        here = [member for member in members if member.pk in known]
        back = next((one for one in here if one.role == invitation.role and is_same_name(one.name, name)), None)
        member = back or StaffMember(tournament=locked, role=invitation.role)
        if back is None or not back.may_work(now):
            if member.invitation_id != invitation.pk and invitation.is_full:
                raise Refused(full_in_words(invitation))
            member.invitation = invitation
        member.name, member.initials = name, initials
        # A card that is declared stays declared: a director changes it.
        member.entrant = member.entrant or plays_as
        member.person = _one_person(here)
        member.save()
        record_change(
            locked,
            member,
            AuditAction.STAFF_MEMBER_RETURNED if back else AuditAction.STAFF_MEMBER_JOINED,
            name,
            after={
                "role": invitation.role,
                "initials": initials,
                **({"plays as": seat_and_name(member.entrant)} if member.entrant is not None else {}),
            },
        )
    return member


def full_in_words(invitation: Invitation) -> str:
    """Say that no more people may come by an invitation."""
    people = number_of(invitation.most_people or 0, "person", "people")
    return f"This invitation was for {people}, and all have joined. Ask the director for a new one."


def _one_person(here: Collection[StaffMember]) -> str:
    """Make everybody who came by one browser the same person, and return that person's mark."""
    person = next((member.person for member in here if member.person), "") or new_secret()
    earlier = {member.person for member in here if member.person}
    StaffMember.objects.filter(Q(pk__in=[member.pk for member in here]) | Q(person__in=earlier)).update(person=person)
    return person


def invite_back(tournament: Tournament, actor: StaffMember, *, member: StaffMember) -> str:
    """Return the secret of a link that lets one member back in, once: on a new phone, or when the browser forgot them.

    Raises:
        Refused: they have an account, or the director has removed their access.
    """
    if member.user_id is not None:
        raise Refused(f"{member.name} has an account: sign in with user name and password.")
    with tournament_change(tournament, public=False) as locked:
        fresh = StaffMember.objects.select_related("invitation").get(pk=member.pk, tournament=locked)
        if fresh.ended_at is not None or fresh.invitation is None:
            raise Refused(f"{member.name} has no access. Restore access first.")
        ends_at = max(fresh.invitation.ends_at, end_of_day(locked))
        after = {"role": fresh.role, "for": fresh.name, "ends": ends_at.isoformat()}
        return _invited(locked, actor, fresh.name, after, role=fresh.role, member=fresh, ends_at=ends_at)


def come_back(*, invitation: Invitation, known: Collection[int]) -> StaffMember:
    """Let a member in again by a link of their own, which works no more. Their access lasts as long as that link's.

    Raises:
        Refused: the link was used meanwhile, or the director has removed their access or that of this browser.
    """
    with tournament_change(invitation.tournament, public=False) as locked:
        fresh = _use_up(invitation)
        members = list(StaffMember.objects.filter(tournament=locked))
        member = next(one for one in members if one.pk == fresh.member_id)
        _refuse_removed(members, "", {*known, member.pk})
        member.invitation = fresh
        member.person = _one_person([one for one in members if one.pk in {*known, member.pk}])
        member.save(update_fields=["invitation", "person"])
        record_change(locked, member, AuditAction.STAFF_MEMBER_RETURNED, member.name, after={"role": member.role})
    return member


def accept_directorship(*, invitation: Invitation, user: User, known: Collection[int] = ()) -> StaffMember:
    """Make a user a director by an invitation, which works no more.

    Raises:
        Refused: the link was used meanwhile, or a director has removed their access or that of this browser since.
    """
    with tournament_change(invitation.tournament, public=False) as locked:
        fresh = _use_up(invitation)
        members = list(StaffMember.objects.filter(tournament=locked))
        _refuse_removed([one for one in members if one.user_id != user.pk], "", known)
        member = next((one for one in members if one.user_id == user.pk and one.role == Role.DIRECTOR), None)
        if member is not None and member.ended_at is not None and member.ended_at > fresh.made_at:
            raise Refused(removed_in_words(member))
        if member is None:
            member = add_director(tournament=locked, user=user)
        member.ended_at = None
        member.person = _one_person([one for one in members if one.pk in known] + [member])
        member.save(update_fields=["ended_at", "person"])
        Invitation.objects.filter(pk=fresh.pk).update(ended_at=timezone.now())
        record_change(
            locked,
            member,
            AuditAction.DIRECTOR_APPOINTED,
            member.name,
            after={"user": user.get_username(), "invited by": fresh.made_by},
        )
    return member


def _use_up(invitation: Invitation) -> Invitation:
    """Return an invitation whose link works no more from now on; Refused where it does not work already."""
    fresh = Invitation.objects.get(pk=invitation.pk)
    if fresh.digest != invitation.digest or not fresh.is_open(timezone.now()):
        raise Refused("This link was used already, or has ended. Ask the director for a new one.")
    fresh.digest = digest_of(new_secret())
    fresh.save(update_fields=["digest"])
    return fresh


def _refuse_removed(members: Iterable[StaffMember], name: str, known: Collection[int]) -> None:
    """Refuse a name and a browser whose access the director has removed: the link alone must not undo that."""
    for member in members:
        if member.ended_at is None:
            continue
        if member.pk in known:
            raise Refused(removed_in_words(member))
        if is_same_name(member.name, name):
            raise Refused(
                f"The director removed the access of {member.name}, and can restore it under Staff. If you are "
                "somebody else, add an initial or your city to your name.",
                "name",
            )


def removed_in_words(member: StaffMember) -> str:
    """Say why a browser may not join."""
    return (
        f"The director removed the access of {member.name}, who worked in this browser. Ask the director to restore it."
    )


def _refuse_taken_name(
    members: Iterable[StaffMember], name: str, initials: str, known: Collection[int], now: datetime
) -> None:
    """Refuse what stands for another person here: log and corrections must say who did what."""
    for other in members:
        if not other.may_work(now) or (other.pk in known and is_same_name(other.name, name)):
            continue
        if is_same_name(other.name, name):
            raise Refused(
                f"{other.name} works here already, as {other.role}. If that is you, ask the director for a new code "
                f"beside your name under Staff. If not, enter {name} 2.",
                "name",
            )
        if other.initials.casefold() == initials.casefold():
            raise Refused(f"{other.name} signs as {other.initials}. Add a letter to your initials.", "initials")


def appoint_director(tournament: Tournament, actor: StaffMember, *, username: str) -> StaffMember:
    """Make another user, or again a former one, a director; Refused: no such user, or a director already."""
    with tournament_change(tournament, public=False) as locked:
        user = User.objects.filter(username=username, is_active=True).first()
        if user is None:
            raise Refused(f'No user is named "{username}". Check capital letters, or invite them by a link.')
        member = StaffMember.objects.filter(tournament=locked, user=user, role=Role.DIRECTOR).first()
        if member is not None and member.ended_at is None:
            raise Refused(f"{member.name} directs this event already.")
        if member is None:
            member = add_director(tournament=locked, user=user)
        else:
            member.ended_at = None
            member.save(update_fields=["ended_at"])
        record_change(locked, actor, AuditAction.DIRECTOR_APPOINTED, member.name, after={"user": username})
    return member


def set_access(tournament: Tournament, actor: StaffMember, *, member: StaffMember, may_work: bool) -> None:
    """Remove one person's access at once, or restore it; they need a new invitation where their own is over too.

    Raises:
        Refused: nobody would be left to direct the event, or only the invitation by which they came is over.
    """
    with tournament_change(tournament, public=False) as locked:
        directors = locked.staff.filter(role=Role.DIRECTOR, ended_at=None, user__is_active=True).exclude(pk=member.pk)
        if not may_work and member.is_director and not directors.exists():
            raise Refused(f"{member.name} is the only director. Invite another director first.")
        other_way = locked.staff.filter(pk=member.pk, ended_at__isnull=not may_work)
        if other_way.update(ended_at=None if may_work else timezone.now()):
            action = AuditAction.ACCESS_RESTORED if may_work else AuditAction.ACCESS_REMOVED
            before, after = ({"role": member.role, "may work": may} for may in (not may_work, may_work))
            record_change(locked, actor, action, member.name, before=before, after=after)
        elif may_work and not member.may_work(timezone.now()):
            raise Refused(f"{member.name}'s invitation has ended. Create a new one.")


def set_open(tournament: Tournament, actor: StaffMember, *, invitation: Invitation, is_open: bool) -> None:
    """End an invitation and the access of everybody who came by it, or reopen both; Refused where its time is over."""
    with tournament_change(tournament, public=False) as locked:
        if is_open and invitation.ends_at <= timezone.now():
            raise Refused("The time of this invitation is over. Create a new one.")
        other_way = locked.invitations.filter(pk=invitation.pk, ended_at__isnull=not is_open)
        if other_way.update(ended_at=None if is_open else timezone.now()):
            action = AuditAction.INVITATION_REOPENED if is_open else AuditAction.INVITATION_ENDED
            here, nobody = {"people": invitation.members.filter(ended_at=None).count()}, {"people": 0}
            before, after = (nobody, here) if is_open else (here, nobody)
            record_change(locked, actor, action, invitation.role, before=before, after=after)


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


def name_own_card(tournament: Tournament, actor: StaffMember, *, member: StaffMember, entrant: Entrant | None) -> None:
    """Note which entrant a staff member plays as, ``None`` for nobody; the log keeps who said so."""
    with tournament_change(tournament, affects_cards=False) as locked:
        fresh = StaffMember.objects.select_related("entrant").get(pk=member.pk, tournament=locked)
        if fresh.entrant == entrant:
            return
        before = fresh.entrant
        fresh.entrant = entrant
        fresh.save(update_fields=["entrant"])
        record_change(
            locked,
            actor,
            AuditAction.OWN_CARD_NAMED,
            member.name,
            before={"plays as": seat_and_name(before)} if before is not None else None,
            after={"plays as": seat_and_name(entrant) if entrant is not None else None},
        )
