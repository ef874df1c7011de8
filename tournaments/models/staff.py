"""Staff of an event: roles, invitations and access."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import cached_property

from tournaments.models.entrants import Entrant
from tournaments.models.tournament import Tournament


class Role(models.TextChoices):
    """What somebody may do at one event."""

    DIRECTOR = "director", "director"
    CHECKER = "checker", "checker"
    JUDGE = "judge", "judge"


class Invitation(models.Model):
    """A link to work at an event in one role until it ends. Only a digest of its secret is stored.

    One with a ``member`` lets only this person back in, once. One for a director works once. ``most_people`` is how
    many may come by it, null for any number.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=20, choices=Role.choices)
    member = models.ForeignKey(
        "StaffMember", on_delete=models.CASCADE, null=True, blank=True, related_name="return_invitations"
    )
    most_people = models.PositiveSmallIntegerField(null=True, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)
    ends_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.role} until {self.ends_at:%Y-%m-%d %H:%M}"

    def is_open(self, now: datetime) -> bool:
        """Whether it is valid for new people and for those who came by it."""
        return self.ended_at is None and now < self.ends_at

    @property
    def is_open_now(self) -> bool:
        return self.is_open(timezone.now())

    @property
    def may_reopen(self) -> bool:
        return self.ended_at is not None and timezone.now() < self.ends_at

    @property
    def is_full(self) -> bool:
        """Whether as many people came by it as may. One query where there is a limit."""
        return self.most_people is not None and self.members.count() >= self.most_people


class StaffMember(models.Model):
    """A person who works at an event: a director with an account, or somebody who came by an invitation.

    ``person`` is the same for everybody who came by one browser, under whatever name and in whatever role: they are
    one person, and the card of one is the card of all. In an event restored from an archive, ``had_account`` tells who
    had an account on the former site: nobody signs in as them here.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="staff")
    role = models.CharField(max_length=20, choices=Role.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="staff_of"
    )
    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, null=True, blank=True, related_name="members")
    entrant = models.ForeignKey(
        Entrant,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="staff",
        help_text="Whose card is their own: nobody checks it themselves.",
    )
    other_roles: tuple[str, ...] = ()
    """In which other roles the same browser may work just now; tournaments.staff.access finds out."""
    done: Callable[[], frozenset[str]] = frozenset
    """Returns the stations of the day that are done; tournaments.staff.access finds out."""

    person = models.CharField(max_length=40, blank=True, db_index=True)
    had_account = models.BooleanField(default=False)
    name = models.CharField(max_length=150)
    initials = models.CharField(max_length=10)
    joined_at = models.DateTimeField(auto_now_add=True)
    last_seen_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                name="user_once_per_role", fields=["tournament", "user", "role"], condition=Q(user__isnull=False)
            ),
            models.CheckConstraint(
                name="staff_by_account_or_invitation",
                condition=Q(user__isnull=False) | Q(invitation__isnull=False) | Q(had_account=True),
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.role})"

    def may_work(self, now: datetime) -> bool:
        """Whether this person still has access: it can end by itself or with the invitation."""
        if self.ended_at is not None or self.is_of_another_site:
            return False
        return self.invitation is None or self.invitation.is_open(now)

    @cached_property
    def is_in(self) -> bool:
        return self.may_work(timezone.now())

    @property
    def way_in(self) -> str:
        if self.is_of_another_site:
            return "an account of the site before"
        return f"user {self.user.get_username()}" if self.user is not None else "invitation"

    @property
    def is_director(self) -> bool:
        return self.role == Role.DIRECTOR

    @property
    def is_judge(self) -> bool:
        return self.role == Role.JUDGE

    @property
    def is_of_another_site(self) -> bool:
        """Whether they worked by an account of the site from which the event was restored."""
        return self.had_account and self.user_id is None

    @cached_property
    def others_here(self) -> list[StaffMember]:
        """The same person under other names and in other roles. One query, none where there is no browser to go by."""
        if not self.person:
            return []
        others = StaffMember.objects.filter(tournament=self.tournament_id, person=self.person).exclude(pk=self.pk)
        return list(others.select_related("entrant", "invitation"))

    @property
    def names_here(self) -> list[StaffMember]:
        """This person under every name: this one first."""
        return [self, *self.others_here]


class SignInLink(models.Model):
    """A link that signs its user in once, for the first director of a new site."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_in_links")
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"link for {self.user_id}"
