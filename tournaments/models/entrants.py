"""Players, entrants and substitutes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.money import CentsField
from tournaments.models.tournament import Tournament
from tournaments.rules.attendance import counts, has_come, left_in_words
from tournaments.rules.names import (
    TELLS_APART,
    NameParts,
    listed_name,
    parts_of,
    possible_parts,
    shown_name,
    split_name,
    told_apart,
)
from tournaments.rules.pairs import PairState
from tournaments.rules.schedule_check import Attendance
from tournaments.rules.seating import seat_order
from tournaments.rules.text import place_of


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


def who_counts(of: str = "") -> Q:
    """Return the condition of :func:`tournaments.rules.attendance.counts`, on entrants or ``of`` those of a row."""
    left = f"{of}withdrawn_after_game"
    return Q(**{f"{of}house_player": False}) & (Q(**{left: None}) | Q(**{f"{left}__gt": 0}))


NAMED = frozenset(("name", "partner", *TELLS_APART))
"""What the shown names of entrants depend on."""


class EntrantQuerySet(models.QuerySet["Entrant"]):
    """Entrants. As they are stored names are split, seats get their place in the order, namesakes are told apart."""

    def counting(self) -> Self:
        """Return those who count (:func:`tournaments.rules.attendance.counts`)."""
        return self.filter(who_counts())

    def in_seat_order(self) -> Self:
        """Return everybody as their cards lie in the stack."""
        return self.order_by("seat_order", "number")

    def awaited(self, *, check_in_used: bool) -> Self:
        """Return those who count and are not here yet (:func:`tournaments.rules.attendance.has_come`)."""
        return self.counting().filter(seat="", checked_in_at=None) if check_in_used else self.none()

    def bulk_create(self, objs: Iterable[Entrant], *args: Any, **kwargs: Any) -> list[Entrant]:
        entrants = list(objs)
        for entrant in entrants:
            entrant.split_name_if_new()
            entrant.seat_order = seat_order(entrant.seat)
        created = super().bulk_create(entrants, *args, **kwargs)
        self._tell_apart(created)
        return created

    def bulk_update(self, objs: Iterable[Entrant], fields: Iterable[str], *args: Any, **kwargs: Any) -> int:
        entrants, names = list(objs), list(fields)
        updated = super().bulk_update(entrants, names, *args, **kwargs)
        if NAMED.intersection(names):
            self._tell_apart(entrants)
        return updated

    def delete(self) -> tuple[int, dict[str, int]]:
        entrants = list(self)
        deleted = super().delete()
        self._tell_apart(entrants)
        return deleted

    def _tell_apart(self, changed: Iterable[Entrant]) -> None:
        for tournament in {entrant.tournament_id for entrant in changed}:
            Entrant.objects.filter(tournament=tournament).tell_apart()

    def tell_apart(self) -> dict[int, str]:
        """Store what tells the entrants of an event from their namesakes, and return it by number. One query or two."""
        rows = list(self.values("pk", "number", *NAMED, "told_apart_by"))
        told = told_apart(rows)
        changed = [
            Entrant(pk=row["pk"], told_apart_by=told.get(row["number"], ""))
            for row in rows
            if row["told_apart_by"] != told.get(row["number"], "")
        ]
        super().bulk_update(changed, ["told_apart_by"], batch_size=250)
        return told

    def sit(self, seats: Mapping[int, str]) -> None:
        """Store seats by the entrants' primary keys; blank where somebody has none any more."""
        # A seat is given once only, so that all who move stand up first.
        self.filter(pk__in=seats).update(seat="", seat_order=seat_order(""))
        moved = [Entrant(pk=pk, seat=seat, seat_order=seat_order(seat)) for pk, seat in seats.items() if seat]
        super().bulk_update(moved, ["seat", "seat_order"], batch_size=250)
        self.tell_apart()


class Entrant(models.Model):
    """The holder of a scorecard in one tournament, as on the day; of pairs, ``province`` to ``acceptance_reason``.

    ``name`` is shown as it was written; ``last_name``, ``first_name`` and ``suffix`` are its parts, for lists that are
    searched (:mod:`tournaments.rules.names`).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="entries")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=200)
    last_name = models.CharField(max_length=200, blank=True)
    first_name = models.CharField(max_length=200, blank=True)
    suffix = models.CharField(max_length=20, blank=True)
    is_name_doubtful = models.BooleanField(default=False, help_text="The rule could not tell the last name.")
    partner = models.CharField(max_length=200, blank=True)
    told_apart_by = models.CharField(
        max_length=200, blank=True, editable=False, help_text="City, club, seat or number, where there is a namesake."
    )
    acc_number = models.CharField(max_length=40, blank=True)
    club = models.CharField(max_length=200, blank=True)
    city = models.CharField(max_length=200, blank=True)
    province = models.CharField(max_length=60, blank=True)
    pool = models.CharField(max_length=10, blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    partner_birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    ages_confirmed = models.BooleanField(default=False)
    accepted_doubts = models.CharField(
        max_length=200, blank=True, help_text="The doubts in spite of which a pair plays."
    )
    acceptance_reason = models.CharField(max_length=200, blank=True)
    seat = models.CharField(max_length=20, blank=True)
    seat_order = models.CharField(
        max_length=500, default=seat_order(""), editable=False, help_text="What sorts cards as they lie in the stack."
    )
    house_player = models.BooleanField(default=False)
    stays_seated = models.BooleanField(default=False, help_text="Gets a seat that does not move.")
    seating_note = models.CharField(max_length=200, blank=True, help_text="Why, for staff only.")
    withdrawn_after_game = models.PositiveSmallIntegerField(null=True, blank=True)
    first_game = models.PositiveSmallIntegerField(default=1, help_text="Later than 1 for a latecomer.")
    checked_in_at = models.DateTimeField(null=True, blank=True)
    fee_owed = CentsField(default=0)
    fee_paid = CentsField(default=0)
    note = models.TextField(blank=True)
    email = models.CharField(max_length=200, blank=True, help_text="For staff only, as phone and note are.")
    phone = models.CharField(max_length=60, blank=True)

    is_unnamed = models.BooleanField(default=False, help_text="A number stands for the name on the published site.")

    objects = EntrantQuerySet.as_manager()
    is_here, room = False, ""
    """:meth:`has_come`, and the room of the seat, blank in a hall of one; the chapter of seats finds out."""
    pair = PairState()
    """What stands against a pair; the pages of pairs find out."""
    is_doubtful = False
    """Whether a search found somebody whose name is another one, only used for it or spelled much like it."""

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(name="entrant_number_once", fields=["tournament", "number"]),
            models.UniqueConstraint(name="seat_once", fields=["tournament", "seat"], condition=~Q(seat="")),
            models.CheckConstraint(name="entrant_number_positive", condition=Q(number__gte=1)),
        )
        indexes = (models.Index(name="entrant_in_seat_order", fields=["tournament", "seat_order", "number"]),)

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.split_name_if_new()
        self.seat_order = seat_order(self.seat)
        super().save(*args, **kwargs)
        only = kwargs.get("update_fields")
        if only is None or NAMED.intersection(only):
            told = Entrant.objects.filter(tournament=self.tournament_id).tell_apart()
            self.told_apart_by = told.get(self.number, "")

    @property
    def shown_name(self) -> str:
        """The name on every page: one or both of a pair, and what tells them from a namesake in the event."""
        return shown_name(self.name, self.partner, self.told_apart_by)

    @property
    def listed_name(self) -> str:
        """The same as lists to search show it: ``Lee, Ann``."""
        return listed_name(self.parts, self.partner, self.told_apart_by)

    @property
    def parts(self) -> NameParts:
        return parts_of(self.name, self.last_name, self.first_name, self.suffix)

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who plays on this card: one name, or both of a pair."""
        return (self.name, self.partner) if self.partner else (self.name,)

    @property
    def place(self) -> str:
        """What the card is called in the stack: its seat, or the number where there is no seat."""
        return place_of(self)

    @property
    def ways(self) -> list[NameParts]:
        """In which ways the name can be split, where the rule is in doubt."""
        return possible_parts(self.name) if self.is_name_doubtful else []

    @property
    def owes(self) -> int:
        """What is still to be paid: nothing by who does not count."""
        return int(max(0, self.fee_owed - self.fee_paid)) if self.counts else 0

    @property
    def overpaid(self) -> int:
        return int(max(0, self.fee_paid - self.fee_owed))

    @property
    def is_checked_in(self) -> bool:
        return self.checked_in_at is not None

    @property
    def is_withdrawn(self) -> bool:
        return self.withdrawn_after_game is not None

    @property
    def is_awaited(self) -> bool:
        """Whether the door waits for them."""
        return not (self.is_checked_in or self.is_withdrawn or self.house_player)

    @property
    def left_in_words(self) -> str:
        return left_in_words(self.withdrawn_after_game, is_checked_in=self.is_checked_in)

    @property
    def left_for_all(self) -> str:
        """The same as everybody may know it."""
        return left_in_words(self.withdrawn_after_game)

    def has_left(self, game: int) -> bool:
        """Tell whether they were gone by this game: nobody is sent to their seat then."""
        return self.withdrawn_after_game is not None and game > self.withdrawn_after_game

    @property
    def attendance(self) -> Attendance:
        return Attendance(self.number, self.seat, self.first_game, self.withdrawn_after_game, self.house_player)

    @property
    def counts(self) -> bool:
        return counts(house_player=self.house_player, withdrawn_after_game=self.withdrawn_after_game)

    def has_come(self, *, check_in_used: bool) -> bool:
        """Tell whether they are here, or were before they left."""
        return has_come(
            does_count=self.counts, seat=self.seat, is_checked_in=self.is_checked_in, check_in_used=check_in_used
        )

    def split_name_if_new(self) -> None:
        """Split the name by the rule where it has no parts yet."""
        if not self.last_name:
            self.split_name()

    def split_name(self) -> None:
        """Split the name by the rule; a house player's is never in doubt."""
        parts = split_name(self.name)
        self.last_name, self.first_name, self.suffix = parts.last, parts.first, parts.suffix
        self.is_name_doubtful = parts.is_doubtful and not self.house_player


class ImportedHeadings(models.Model):
    """What a director chose for the columns of lists, by heading, where it is not what the heading says by itself."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="imported_headings")
    fields = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"headings of {self.user_id}"


class Substitution(models.Model):
    """Somebody who took over an entrant's seat from a game on. The card and its seat stay the entrant's."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="substitutions")
    name = models.CharField(max_length=200)
    from_game = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.CharField(max_length=150)

    class Meta:
        ordering = ("from_game", "pk")

    def __str__(self) -> str:
        return f"{self.name} from game {self.from_game}"
