"""The event and its settings."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from tournaments.models.money import CentsField
from tournaments.pages import page_url
from tournaments.rules.currency import CURRENCIES, DEFAULT_CURRENCY
from tournaments.rules.formats import FORMATS, QUALIFYING_PLAYOFF, Format
from tournaments.rules.labels import EDITIONS, KINDS, first_deal_in_words
from tournaments.rules.log_chain import seal_of
from tournaments.rules.pairs import MIN_AGE, PAIRS_PER_PROVINCE
from tournaments.rules.scorings import ACC, SCORINGS, Scoring

DAYS_TO_RESTORE = 30
"""For how many days its directors can restore a deleted event."""


class OddField(models.TextChoices):
    """How an odd field is made to work out: a house player, or games made up at the end (domain 6)."""

    HOUSE_PLAYER = "house-player", "A house player fills the empty seat"
    MAKEUP = "makeup", "Make up byes in extra rounds"


class Deal(models.TextChoices):
    """Who deals first in a game of the qualifying round (rule 1.5.a)."""

    CUT = "cut", "Cut for deal"
    ALTERNATE = "alternate", "Alternate deal"


class DropOuts(models.TextChoices):
    """What becomes of the results of an entrant who drops out, where cards are game sheets."""

    STAND = "stand", "Stand: games played count"
    DROPPED = "dropped", "Dropped: their games count for nobody"
    FORFEITS = "forfeits", "Forfeits: all their games are lost 121 to 0"


class Audience(models.TextChoices):
    """Who sees the standings before they are posted."""

    NOBODY = "nobody", "Nobody, until you post them"
    EVERYBODY = "everybody", "Everybody, as scorecards are entered"


class Reporting(models.TextChoices):
    """How results of the qualifying round come in."""

    PAPER = "paper", "Paper only"
    PHONES = "phones", "Phones, and paper for anyone who prefers it"


END_OF_LOG = {"log_length", "log_head"}
MAX_ROUNDS = 8  # 256 qualifiers, the largest approved chart (rule 13.2.c)
USUAL_BEST_OF = 5
DAYS_OF_AN_EVENT = 3  # a weekend at the most: until then one that has begun is "now"
SETTINGS = (
    *("name", "starts_on", "start_time", "venue", "time_zone", "kind", "edition", "games", "games_per_opponent"),
    *("odd_field", "table_length", "rooms", "format", "best_of", "scoring", "drop_outs", "reporting", "lowest_age"),
    *("pairs_per_province", "muggins", "deal", "deal_procedure", "standings_shown", "contact", "currency", "entry_fee"),
)
"""What a director sets, and a copy takes over."""


def in_all_rounds(best_of: list[int]) -> list[int]:
    """Return the best-of of every possible round: the last number holds for the rounds after it."""
    return best_of + best_of[-1:] * (MAX_ROUNDS - len(best_of))


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Events, of which some are deleted and some are hidden from the public."""

    def present(self) -> Self:
        """Return the events that are not deleted: for staff."""
        return self.filter(deleted_at=None)

    def public(self) -> Self:
        """Return the events that everybody may know of."""
        return self.present().filter(is_hidden=False)

    def directed_by(self, user: int | None) -> Self:
        """Return the events that a user directs now; somebody without an account directs none besides."""
        return self.filter(staff__user=user, staff__role="director", staff__ended_at=None) if user else self.none()

    def worked_at_by(self, user: Any) -> Self:
        """Return the events that a user works at now, the latest first."""
        return self.present().filter(staff__user=user, staff__ended_at=None).distinct()

    def restorable_by(self, user: Any) -> Self:
        """Return the deleted events that a user may restore, the one deleted last first."""
        since = timezone.now() - timedelta(days=DAYS_TO_RESTORE)
        return self.directed_by(user.pk).filter(deleted_at__gt=since).order_by("-deleted_at")


def scorings() -> list[tuple[str, str]]:
    """Return what an event may be scored by. A function, so that another one needs no migration."""
    return [(one.name, one.label) for one in SCORINGS.values()]


def formats() -> list[tuple[str, str]]:
    """Return what an event may consist of."""
    return [(one.name, one.label) for one in FORMATS.values()]


class Tournament(models.Model):
    """One event: a qualifying round and, usually, playoffs.

    ``games`` is the number of lines on a card. ``makeup_rounds`` of them are extra rounds, in which an odd field
    makes up the byes: everybody plays :attr:`games_each`. An imported event has none, whatever its schedule.
    ``version`` grows with every change. ``cards_version`` is the version of the last change that bore on the cards:
    what was worked out at that version or later still holds. ``posted_version`` grows with every change of what
    everybody may see; public pages are cached by it, and follow it. ``log_length`` counts the entries of the log
    that were ever written, and ``log_head`` is the digest of the last: entries cut off at the end are missed.
    ``start_time`` is by the clock of the event's time zone. ``deal_procedure`` says who deals when in an alternate
    deal; ``rooms`` has a line for each room, with the seats of each table. ``best_of`` is the best-of for each playoff
    round, first round first, or null while the playoffs have no record. ``pairs_per_province`` and ``lowest_age`` (in
    years, at the end of the event's year) hold for pairs; null is no limit. An event that is hidden or deleted does not
    exist for the public; a deleted one does not for staff either, until a director restores it.
    """

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    starts_on = models.DateField(null=True, blank=True)
    start_time = models.TimeField(null=True, blank=True)
    venue = models.CharField(max_length=200, blank=True)
    contact = models.CharField(max_length=200, blank=True)
    kind = models.CharField(max_length=20, choices=KINDS, default="main")
    edition = models.CharField(max_length=20, choices=EDITIONS, default="acc-2020")
    format = models.CharField(max_length=30, choices=formats, default=QUALIFYING_PLAYOFF)
    scoring = models.CharField(max_length=20, choices=scorings, default="acc")
    games = models.PositiveSmallIntegerField()
    makeup_rounds = models.PositiveSmallIntegerField(default=0)
    muggins = models.BooleanField(default=False)
    deal = models.CharField(max_length=10, choices=[("", "Not decided yet"), *Deal.choices], blank=True)
    deal_procedure = models.CharField(max_length=200, blank=True)
    qualifiers = models.PositiveIntegerField(
        null=True, blank=True, help_text="Only for an exemption from one in four (rule 13.2.b)."
    )
    qualifiers_reason = models.TextField(blank=True)
    best_of = models.JSONField(null=True, blank=True)
    time_zone = models.CharField(max_length=60, default="UTC")
    games_per_opponent = models.PositiveSmallIntegerField(
        "games against each opponent", choices={1: "One", 2: "Two in a row"}, default=1
    )
    odd_field = models.CharField(max_length=20, choices=OddField.choices, default=OddField.HOUSE_PLAYER)
    drop_outs = models.CharField(max_length=20, choices=DropOuts.choices, default=DropOuts.STAND)
    standings_shown = models.CharField(max_length=20, choices=Audience.choices, default=Audience.NOBODY)
    reporting = models.CharField(max_length=10, choices=Reporting.choices, default=Reporting.PAPER)
    currency = models.CharField(max_length=3, choices=CURRENCIES, default=DEFAULT_CURRENCY)
    entry_fee = CentsField(default=0)
    table_length = models.PositiveSmallIntegerField(default=12)
    rooms = models.TextField(blank=True)
    seating_seed = models.CharField(max_length=40, blank=True)
    games_a_day = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Of a double round robin; blank for one round robin a day."
    )
    pairs_per_province = models.PositiveSmallIntegerField(default=PAIRS_PER_PROVINCE, null=True, blank=True)
    lowest_age = models.PositiveSmallIntegerField(default=MIN_AGE, null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    cards_version = models.PositiveIntegerField(default=1)
    latest_posting = models.PositiveIntegerField(
        default=0, help_text="The number of the latest posting; 0 while nothing is posted."
    )
    posted_version = models.PositiveIntegerField(default=1)
    log_length = models.PositiveIntegerField(default=0, editable=False)
    log_head = models.CharField(max_length=64, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    is_hidden = models.BooleanField(default=False)
    archived_at = models.DateTimeField(null=True, blank=True)
    awaited = models.JSONField(
        default=list, help_text="Of a restored event: its links to events that are not here, by table."
    )
    deleted_at = models.DateTimeField(null=True, blank=True)
    practice = models.CharField(
        max_length=10,
        blank=True,
        editable=False,
        help_text="Of an invented event to practice with: where its day began.",
    )

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ("-starts_on", "-pk")
        constraints = (
            models.CheckConstraint(name="tournament_has_games", condition=Q(games__gte=1)),
            models.CheckConstraint(
                name="makeup_rounds_leave_games", condition=Q(makeup_rounds=0) | Q(makeup_rounds__lt=F("games"))
            ),
            models.CheckConstraint(name="one_or_two_games_per_opponent", condition=Q(games_per_opponent__in=(1, 2))),
        )

    def __str__(self) -> str:
        return self.name

    def save(self, *, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        """Save the row except for the end of its log, which is only written together with entries.

        An older copy of the row does not overwrite it.
        """
        if update_fields is None and not self._state.adding:
            fields = self._meta.concrete_fields
            update_fields = [field.name for field in fields if not field.primary_key and field.name not in END_OF_LOG]
        super().save(update_fields=update_fields, **options)

    def get_absolute_url(self) -> str:
        return page_url("event", self.slug)

    def settings(self) -> dict[str, Any]:
        """Return what its director has set: ``games`` as everybody plays them, extra rounds left out.

        ``best_of`` is that of every possible round; those that an event leaves open are best of five.
        """
        best_of = self.best_of and self.best_of + [USUAL_BEST_OF] * (MAX_ROUNDS - len(self.best_of))
        values = {name: getattr(self, name) for name in SETTINGS}
        return values | {"games": self.games_each, "best_of": best_of or None}

    def part_of_list(self, today: date) -> str:
        """Return under which heading the list of events has it."""
        if self.archived_at is not None:
            return "archived"
        if self.starts_on is None or self.starts_on > today:
            return "coming"
        return "now" if self.starts_on > today - timedelta(days=DAYS_OF_AN_EVENT) else "past"

    @property
    def is_public(self) -> bool:
        """Whether everybody may know of it, as :meth:`TournamentQuerySet.public`."""
        return not self.is_hidden and self.deleted_at is None

    @property
    def restorable_until(self) -> datetime | None:
        """Until when a deleted event can be restored; ``None`` where it is not deleted."""
        return self.deleted_at and self.deleted_at + timedelta(days=DAYS_TO_RESTORE)

    @property
    def log_seal(self) -> str:
        """The short form of ``log_head``, as paper shows it; blank where nothing is logged."""
        return seal_of(self.log_head)

    @property
    def games_each(self) -> int:
        """How many games everybody plays, extra rounds left out."""
        return self.games - self.makeup_rounds

    @property
    def is_of_pairs(self) -> bool:
        """Whether two partners hold a card together, and are held to age and province."""
        return self.scored.is_of_pairs

    @property
    def scored(self) -> Scoring:
        """How its games are scored: nobody asks for the name of its scoring."""
        return SCORINGS[self.scoring]

    @property
    def played(self) -> Format:
        return FORMATS[self.format]

    @property
    def has_playoffs(self) -> bool:
        return self.played.has_playoffs

    @property
    def is_at_club(self) -> bool:
        """Whether it is a night of a club, which may belong to a season and have matches."""
        return self.kind == "club"

    @property
    def is_for_acc(self) -> bool:
        """Whether the ACC may sanction it: no night of a club, and cards with 2 points for a win and 3 for a skunk."""
        return not self.is_at_club and self.scored.wins == ACC.wins

    @property
    def is_final_as_it_stands(self) -> bool:
        """Whether nobody qualifies, because the standings are the result: a weekly night without playoffs."""
        return self.is_at_club and not self.has_playoffs

    @property
    def is_of_sheets(self) -> bool:
        """Whether its cards are game sheets: there are no piles, and a floater's card is not needed."""
        return self.scored.is_of_sheets

    @property
    def has_phones(self) -> bool:
        """Whether players report games on their phones: never where cards are game sheets."""
        return self.reporting == Reporting.PHONES and not self.is_of_sheets

    @property
    def first_deal(self) -> str:
        """How the first dealer of a game is found, in words; blank while nobody has said."""
        return first_deal_in_words(self.deal, self.deal_procedure)

    @property
    def is_double_round_robin(self) -> bool:
        """Whether everybody meets everybody twice, so that the number of games follows from the field."""
        return self.played.is_double_round_robin
