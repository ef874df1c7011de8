"""Who plays, where they sit, who may do what, and the record of who did what."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tournaments.cardcolumns import COLUMNS
from tournaments.eventfile import (
    DOUBLE_ROUND_ROBIN,
    EDITIONS,
    FORMATS,
    KINDS,
    QUALIFYING_PLAYOFF,
    SCORINGS,
)
from tournaments.models_audit import words_of_action
from tournaments.pages import page_url
from tournaments.pairs import LOWEST_AGE, PAIRS_PER_PROVINCE

SCORING_OF_PAIRS = "total-points"


def _one_of(*values: str) -> list[tuple[str, str]]:
    return [(value, value) for value in values]


class OddField(models.TextChoices):
    """How an odd field is made to work out: a house player, or games made up at the end (domain 6)."""

    HOUSE_PLAYER = "house-player", "a house player fills the empty chair"
    MAKEUP = "makeup", "games sat out are made up at the end"


class DropOuts(models.TextChoices):
    """What becomes of the results of an entrant who drops out, where cards are game sheets."""

    STAND = "stand", "stand: what was played counts"
    DROPPED = "dropped", "are dropped: none of their games counts for anybody"
    FORFEITS = "forfeits", "become forfeits: all their games are lost 121 to 0"


class Audience(models.TextChoices):
    """Who sees the standings before they are posted."""

    NOBODY = "nobody", "nobody"
    EVERYBODY = "everybody", "everybody"


class Tournament(models.Model):
    """One event: a qualifying round and, usually, playoffs.

    ``games`` is the number of lines on a card. ``makeup_rounds`` of them are extra rounds, in which an odd field makes
    up the games sat out: everybody plays :attr:`games_each`. An imported event has none, whatever its schedule.
    ``version`` grows with every change; what is worked out from the cards is kept by it. ``posted_version`` grows
    with every change of what everybody may see; public pages are kept ready by it, and follow it. ``best_of`` is
    the best-of for each playoff round, first round first, or null while the playoffs have no record.
    ``pairs_per_province`` and ``lowest_age`` (in years, at the end of the event's year) hold for pairs; null is no
    limit.
    """

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    starts_on = models.DateField(null=True, blank=True)
    kind = models.CharField(max_length=20, choices=_one_of(*KINDS), default="main")
    edition = models.CharField(max_length=20, choices=_one_of(*EDITIONS), default="acc-2020")
    format = models.CharField(max_length=30, choices=_one_of(*FORMATS), default=QUALIFYING_PLAYOFF)
    scoring = models.CharField(max_length=20, choices=_one_of(*SCORINGS), default="acc")
    games = models.PositiveSmallIntegerField()
    makeup_rounds = models.PositiveSmallIntegerField(default=0)
    muggins = models.BooleanField(default=False)
    qualifiers = models.PositiveIntegerField(
        null=True, blank=True, help_text="Only for an exemption from one in four (rule 13.2.b)."
    )
    qualifiers_reason = models.TextField(blank=True)
    best_of = models.JSONField(null=True, blank=True)
    time_zone = models.CharField(max_length=60, default="UTC")
    games_per_opponent = models.PositiveSmallIntegerField(default=1)
    odd_field = models.CharField(max_length=20, choices=OddField.choices, default=OddField.HOUSE_PLAYER)
    drop_outs = models.CharField(max_length=20, choices=DropOuts.choices, default=DropOuts.STAND)
    standings_shown = models.CharField(max_length=20, choices=Audience.choices, default=Audience.NOBODY)
    entry_fee = models.DecimalField(max_digits=8, decimal_places=2, default=0)
    table_length = models.PositiveSmallIntegerField(default=12)
    seating_seed = models.CharField(max_length=40, blank=True)
    games_a_day = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Of a double round robin; blank for one round robin a day."
    )
    pairs_per_province = models.PositiveSmallIntegerField(default=PAIRS_PER_PROVINCE, null=True, blank=True)
    lowest_age = models.PositiveSmallIntegerField(default=LOWEST_AGE, null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    latest_posting = models.PositiveIntegerField(
        default=0, help_text="The number of the latest posting; 0 while nothing is posted."
    )
    posted_version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-starts_on", "-pk")
        constraints = (
            models.CheckConstraint(name="tournament_has_games", condition=Q(games__gte=1)),
            models.CheckConstraint(
                name="makeup_rounds_leave_games",
                condition=Q(makeup_rounds=0) | Q(makeup_rounds__lt=F("games")),
            ),
            models.CheckConstraint(
                name="one_or_two_games_per_opponent", condition=Q(games_per_opponent__in=(1, 2))
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the event's public page."""
        return page_url("event", self.slug)

    @property
    def games_each(self) -> int:
        """How many games everybody plays, extra rounds left out."""
        return self.games - self.makeup_rounds

    @property
    def is_of_pairs(self) -> bool:
        """Whether two partners hold a card together, and are held to age and province."""
        return self.scoring == SCORING_OF_PAIRS

    @property
    def has_playoffs(self) -> bool:
        """Whether those who qualify play on."""
        return self.format == QUALIFYING_PLAYOFF

    @property
    def is_at_club(self) -> bool:
        """Whether it is a night of a club, which may belong to a season and have matches."""
        return self.kind == "club"

    @property
    def is_of_sheets(self) -> bool:
        """Whether its cards are game sheets: there are no piles, and a floater's card is not needed."""
        return COLUMNS[self.scoring].is_of_sheets

    @property
    def is_double_round_robin(self) -> bool:
        """Whether everybody meets everybody twice, so that the number of games follows from the field."""
        return self.format == DOUBLE_ROUND_ROBIN


class Player(models.Model):
    """A person, known across events."""

    name = models.CharField(max_length=200)
    acc_number = models.CharField(max_length=40, blank=True)
    club = models.CharField(max_length=200, blank=True)
    city = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("name", "pk")
        indexes = (
            models.Index(name="player_by_name", fields=["name"]),
            models.Index(name="player_by_acc_number", fields=["acc_number"]),
        )

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """Whoever holds a scorecard in one tournament; the details as they were on the day.

    From ``province`` to ``let_in_because`` they are those of a pair (:mod:`tournaments.pairs`), and of a ``pool``.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="entries"
    )
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=200)
    partner = models.CharField(max_length=200, blank=True)
    acc_number = models.CharField(max_length=40, blank=True)
    club = models.CharField(max_length=200, blank=True)
    city = models.CharField(max_length=200, blank=True)
    province = models.CharField(max_length=60, blank=True)
    pool = models.CharField(max_length=10, blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    partner_birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    ages_confirmed = models.BooleanField(default=False)
    let_in = models.CharField(
        max_length=200, blank=True, help_text="The doubts in spite of which a pair plays."
    )
    let_in_because = models.CharField(max_length=200, blank=True)
    seat = models.CharField(max_length=20, blank=True)
    house_player = models.BooleanField(default=False)
    withdrawn_after_game = models.PositiveSmallIntegerField(null=True, blank=True)
    first_game = models.PositiveSmallIntegerField(default=1, help_text="Later than 1 for a latecomer.")
    checked_in_at = models.DateTimeField(null=True, blank=True)
    fee_owed = models.DecimalField(max_digits=8, decimal_places=2, default=0)
    fee_paid = models.DecimalField(max_digits=8, decimal_places=2, default=0)
    note = models.TextField(blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(name="entrant_number_once", fields=["tournament", "number"]),
            models.UniqueConstraint(name="seat_once", fields=["tournament", "seat"], condition=~Q(seat="")),
            models.CheckConstraint(name="entrant_number_positive", condition=Q(number__gte=1)),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class ScheduledGame(models.Model):
    """One game of the planned movement. The card is the truth about who played whom; this only pre-fills it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="scheduled_games")
    game = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(name="scheduled_game_once", fields=["tournament", "game"]),)

    def __str__(self) -> str:
        return f"game {self.game}"


class Pairing(models.Model):
    """Two entrants who are to meet in a scheduled game."""

    scheduled_game = models.ForeignKey(ScheduledGame, on_delete=models.CASCADE, related_name="pairings")
    first = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(name="pairing_first_once", fields=["scheduled_game", "first"]),
            models.UniqueConstraint(name="pairing_second_once", fields=["scheduled_game", "second"]),
            models.CheckConstraint(name="pairing_of_two", condition=~Q(first=F("second"))),
        )

    def __str__(self) -> str:
        return f"{self.first_id}-{self.second_id}"


class Substitution(models.Model):
    """Somebody who took over an entrant's chair from a game on. The card and its seat stay the entrant's."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="substitutions")
    name = models.CharField(max_length=200)
    from_game = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.CharField(max_length=150)

    class Meta:
        ordering = ("from_game", "pk")

    def __str__(self) -> str:
        return f"{self.name} from game {self.from_game}"


class Role(models.TextChoices):
    """What somebody may do at one event."""

    DIRECTOR = "director", "director"
    CHECKER = "checker", "checker"
    JUDGE = "judge", "judge"


class Invitation(models.Model):
    """A link that lets whoever opens it work at an event in one role, until it ends.

    Only a digest of the secret in the link is kept: a copy of the database opens no door.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=20, choices=Role.choices)
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
        """Whether it still lets people in and keeps those in who came by it."""
        return self.ended_at is None and now < self.ends_at


class StaffMember(models.Model):
    """A person who works at an event: a director with an account, or whoever came by an invitation."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="staff")
    role = models.CharField(max_length=20, choices=Role.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="staff_of"
    )
    invitation = models.ForeignKey(
        Invitation, on_delete=models.CASCADE, null=True, blank=True, related_name="members"
    )
    entrant = models.ForeignKey(
        Entrant,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="staff",
        help_text="Whose card is their own: nobody checks it themselves.",
    )
    name = models.CharField(max_length=150)
    initials = models.CharField(max_length=10)
    joined_at = models.DateTimeField(auto_now_add=True)
    last_seen_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                name="user_once_per_role",
                fields=["tournament", "user", "role"],
                condition=Q(user__isnull=False),
            ),
            models.CheckConstraint(
                name="staff_by_account_or_invitation",
                condition=Q(user__isnull=False) | Q(invitation__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.role})"

    def may_work(self, now: datetime) -> bool:
        """Whether this person's access has not ended, by itself or with the invitation."""
        return self.ended_at is None and (self.invitation is None or self.invitation.is_open(now))


class SignInLink(models.Model):
    """A link that signs its user in once, for the first director of a new site."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_in_links")
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"link for {self.user_id}"


class AuditEntry(models.Model):
    """Who did what and when: one record for each change, never altered afterwards.

    ``before`` and ``after`` hold what changed as plain data; ``rule`` is cited where a rule made the change.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="audit_entries")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    who = models.CharField(max_length=150)
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=200, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    rule = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ("-pk",)
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.action_in_words} {self.subject}".strip()

    @property
    def action_in_words(self) -> str:
        """What was done, in the words of today; what is stored stays as it was written."""
        return words_of_action(self.action)


class UndoStep(models.Model):
    """What undoing a change puts back; written in the transaction of the change, and never altered afterwards.

    ``state`` is in the form of ``version`` (:mod:`tournaments.undostates`); ``digest`` tells the seating that the
    change led to, and ``undoes`` is the step that it undid.
    """

    class Of(models.TextChoices):
        """What was changed."""

        SEATING = "seating"
        ENTRANTS = "entrants"

    entry = models.OneToOneField(AuditEntry, on_delete=models.CASCADE, related_name="undo_step")
    of = models.CharField(max_length=20, choices=Of.choices)
    version = models.PositiveSmallIntegerField()
    state = models.JSONField()
    digest = models.CharField(max_length=64, blank=True)
    undoes = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="undone_by"
    )

    class Meta:
        ordering = ("-entry_id",)

    def __str__(self) -> str:
        return f"undo of {self.of} {self.entry_id}"
