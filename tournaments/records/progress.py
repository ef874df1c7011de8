"""The progress of an event: scorecards entered, rounds played."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Aggregate, Count, F, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.hooks import last_played_round
from tournaments.models import Entrant, ScheduledGame, StaffMember, Tournament, who_counts
from tournaments.records.attendance import check_in_used


def is_past_qualifying(tournament: Tournament) -> bool:
    """Tell whether the qualifiers are posted or a match is played: anybody added after that changes both."""
    return bool(tournament.latest_posting or last_played_round(tournament))


@dataclass(frozen=True, slots=True)
class DeskCounts:
    """How far an event has come before its cards: ``entrants`` are those who count, house players those in a seat.

    ``awaited`` are entrants who are not here yet (:func:`tournaments.rules.attendance.has_come`); nobody waits for a
    seat for them. ``owing`` are those who still owe something: ``owed`` cents in all, ``owed_by_one`` at the most.
    """

    entrants: int
    house_players: int
    checked_in: int
    seated: int
    awaited: int
    owing: int
    owed: int
    owed_by_one: int
    games_planned: int
    staff_in: int
    more: Mapping[str, Any]

    @property
    def to_seat(self) -> int:
        """How many seats are needed: for everybody who is here, and for house players."""
        return self.entrants - self.awaited + self.house_players


def desk_counts(tournament: Tournament, **more: Aggregate) -> DeskCounts:
    """Count what has been done, and ``more`` of the same rows.

    Three queries, four where somebody is checked in and seats are drawn.
    """
    has_seat, owes = ~Q(seat=""), who_counts() & Q(fee_owed__gt=F("fee_paid"))
    counts = Entrant.objects.filter(tournament=tournament).aggregate(
        entrants=Count("pk", filter=who_counts()),
        house_players=Count("pk", filter=Q(house_player=True) & has_seat),
        checked_in=Count("pk", filter=who_counts() & Q(checked_in_at__isnull=False)),
        seated=Count("pk", filter=has_seat & (Q(house_player=True) | who_counts())),
        awaited=Count("pk", filter=who_counts() & Q(seat="", checked_in_at=None)),
        owing=Count("pk", filter=owes),
        owed=Coalesce(Sum(F("fee_owed") - F("fee_paid"), filter=owes), 0),
        owed_by_one=Coalesce(Max(F("fee_owed") - F("fee_paid"), filter=owes), 0),
        **more,
    )
    if not (counts["checked_in"] and check_in_used(tournament)):
        counts["awaited"] = 0
    now = timezone.now()
    open_way = Q(user__isnull=False) | Q(invitation__ended_at=None, invitation__ends_at__gt=now)
    staff = StaffMember.objects.filter(open_way, tournament=OuterRef("pk"), ended_at=None)
    games = ScheduledGame.objects.filter(tournament=OuterRef("pk"))
    planned, staff_in = Tournament.objects.values_list(_count(games), _count(staff)).get(pk=tournament.pk)
    besides = {name: counts.pop(name) for name in more}
    return DeskCounts(**counts, games_planned=planned, staff_in=staff_in, more=besides)


def _count(rows: QuerySet[Any]) -> Coalesce:
    """Return the number of these rows of an event, as part of a query."""
    counted = rows.order_by().values("tournament").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)
