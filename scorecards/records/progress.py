"""How many cards are entered, for the apps below."""

from __future__ import annotations

from django.db.models import Max, Q

from scorecards.models import Line, Scorecard
from tournaments.models import Tournament


def has_entered_cards(tournament: Tournament) -> bool:
    """Tell whether any card has a line or a foot. One query."""
    is_entered = Q(lines__isnull=False) | Q(foot_written=True)
    return Scorecard.objects.filter(is_entered, entrant__tournament=tournament).exists()


def entered_lines(tournament: Tournament) -> frozenset[tuple[int, int]]:
    """Return every line that is entered, as entrant's number and game. One query."""
    lines = Line.objects.filter(scorecard__entrant__tournament=tournament)
    return frozenset(lines.values_list("scorecard__entrant__number", "game"))


def last_entered_game(tournament: Tournament) -> int:
    """Return the last game for which any card has a line, 0 while there is none. One query."""
    lines = Line.objects.filter(scorecard__entrant__tournament=tournament)
    return lines.aggregate(last=Max("game"))["last"] or 0
