"""How far an event is: scorecards entered, rounds played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.module_loading import import_string

from tournaments.models import Entrant, ScheduledGame, StaffMember, Tournament


def has_cards(tournament: Tournament) -> bool:
    """Tell whether any line is entered: from then on a seat identifies a card. One query."""
    return bool(_ask("has_cards", tournament))


def highest_keyed_game(tournament: Tournament) -> int:
    """Return the last game for which any card has a line, 0 while none is entered. One query."""
    return int(_ask("last_game", tournament))


def entered_lines(tournament: Tournament) -> frozenset[tuple[int, int]]:
    """Return every line of a card that is entered, as entrant's number and game. One query."""
    lines: frozenset[tuple[int, int]] = _ask("entered_lines", tournament)
    return lines


def last_played_round(tournament: Tournament) -> int:
    """Return the last playoff round that has a result, 0 before the playoffs. One query."""
    return int(_ask("last_round", tournament))


def open_calls(tournament: Tournament) -> int:
    """Return how many calls of the judges are not closed. One query."""
    return int(_ask("open_calls", tournament))


def _ask(question: str, tournament: Tournament) -> Any:
    return import_string(settings.TOURNAMENT_PROGRESS[question])(tournament)


@dataclass(frozen=True, slots=True)
class DeskCounts:
    """How far an event has come before its cards."""

    entrants: int
    house_players: int
    checked_in: int
    seated: int
    no_shows: int
    games_planned: int
    staff_in: int

    @property
    def holders(self) -> int:
        """How many cards there will be: house players hold one too."""
        return self.entrants + self.house_players


def desk_counts(tournament: Tournament) -> DeskCounts:
    """Count what has been done. Two queries."""
    counts = Entrant.objects.filter(tournament=tournament).aggregate(
        entrants=Count("pk", filter=Q(house_player=False)),
        house_players=Count("pk", filter=Q(house_player=True)),
        checked_in=Count("pk", filter=Q(house_player=False, checked_in_at__isnull=False)),
        seated=Count("pk", filter=~Q(seat="")),
        no_shows=Count("pk", filter=Q(house_player=False, seat="", checked_in_at=None, withdrawn_after_game=None)),
    )
    now = timezone.now()
    open_way = Q(user__isnull=False) | Q(invitation__ended_at=None, invitation__ends_at__gt=now)
    staff = StaffMember.objects.filter(open_way, tournament=OuterRef("pk"), ended_at=None)
    games = ScheduledGame.objects.filter(tournament=OuterRef("pk"))
    planned, staff_in = Tournament.objects.values_list(_count(games), _count(staff)).get(pk=tournament.pk)
    return DeskCounts(**counts, games_planned=planned, staff_in=staff_in)


def _count(rows: QuerySet[Any]) -> Coalesce:
    """Return the number of these rows of an event, as part of a query."""
    counted = rows.order_by().values("tournament").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)
