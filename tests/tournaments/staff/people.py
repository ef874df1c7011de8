"""An event with its director signed in, and others who ask for its pages."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.factories.tournaments import StaffMemberFactory, TournamentFactory
from tournaments.models import Invitation, StaffMember, Tournament
from tournaments.sign_in.links import digest_of
from tournaments.staff.access import SESSION_KEY

PASSWORD = "harbor lights 9"
SECRET = "a-secret"
HTMX = {"HX-Request": "true"}


def make_user(username: str = "ada", name: str = "Ada Birch") -> User:
    user: User = get_user_model().objects.create_user(username, password=PASSWORD, first_name=name)
    return user


def make_event(**facts: Any) -> Tournament:
    tournament: Tournament = TournamentFactory(**{"slug": "gull-harbor", "name": "Gull Harbor Open", **facts})
    return tournament


def add_director(tournament: Tournament, user: User) -> StaffMember:
    member: StaffMember = StaffMemberFactory(tournament=tournament, user=user, name=user.get_full_name(), initials="AB")
    return member


def directed_event(client: Client, **facts: Any) -> Tournament:
    """Make an event and sign its director in."""
    user, tournament = make_user(), make_event(**facts)
    add_director(tournament, user)
    client.force_login(user)
    return tournament


def make_invitation(
    tournament: Tournament, role: str = "checker", *, hours: int = 1, secret: str = SECRET
) -> Invitation:
    """Make an invitation whose link ends with ``secret``; a negative number of hours is one that is over."""
    invitation: Invitation = Invitation.objects.create(
        tournament=tournament,
        role=role,
        digest=digest_of(secret),
        made_by="Ada Birch",
        ends_at=timezone.now() + timedelta(hours=hours),
    )
    return invitation


def in_an_hour(zone: str = "UTC") -> str:
    """Return a time that an invitation may end at, by the clock of an event."""
    return (timezone.now() + timedelta(hours=1)).astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")


def let_in(invitation: Invitation, name: str = "Bo Cedar", initials: str = "BC") -> StaffMember:
    member: StaffMember = StaffMember.objects.create(
        tournament=invitation.tournament, role=invitation.role, invitation=invitation, name=name, initials=initials
    )
    return member


def shut_out(member: StaffMember) -> None:
    """Let somebody work no more."""
    member.ended_at = timezone.now()
    member.save()


def invited_client(tournament: Tournament, role: str = "checker") -> Client:
    """Return the browser of somebody who came by an invitation."""
    client = Client()
    session = client.session
    session[SESSION_KEY] = [let_in(make_invitation(tournament, role)).pk]
    session.save()
    return client


def log_entries(tournament: Tournament) -> list[tuple[str, str, str]]:
    """Return who, action and subject of every change, the latest first."""
    return list(tournament.audit_entries.values_list("who", "action", "subject"))
