"""Count in the database how many lines each card has, and how many of them are still open.

A large event has tens of thousands of lines: to know which cards are checked, nobody need read them.
"""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q

from scorecards.models import Decision, Line, Ruling, Signature
from scorecards.rules.line_points import SCHEMES, Scheme
from tournaments.models import Tournament


class LinesCounted(NamedTuple):
    """A card's lines, and those that neither agree with the opponent's card nor were ruled on."""

    lines: int
    open: int


def lines_counted(tournament: Tournament) -> dict[int, LinesCounted]:
    """Return the counts of every line card with lines, by its primary key. One query; not for game sheets."""
    opposite = Line.objects.filter(
        game=OuterRef("game"), scorecard__entrant=OuterRef("opponent"), opponent=OuterRef("scorecard__entrant")
    ).order_by()
    scheme = SCHEMES[tournament.scoring]
    won = Exists(opposite.filter(points=0, plus=None, minus=OuterRef("plus")))
    lost = Exists(opposite.filter(_won(scheme), plus=OuterRef("minus")))
    agrees = (_won(scheme) & Q(won)) | (Q(points=0, plus=None) & Q(lost))
    rows = (
        Line.objects.filter(scorecard__entrant__tournament=tournament)
        .order_by()
        .values_list("scorecard_id")
        .annotate(lines=Count("pk"), open=Count("pk", filter=~(agrees | _settled(tournament))))
    )
    return {card: LinesCounted(lines, still_open) for card, lines, still_open in rows}


def _won(scheme: Scheme) -> Q:
    """Return what is true of a line that is a win with the points of its spread."""
    right = Q()
    for points in {*scheme.by_spread[1:]}:
        spreads = [spread for spread, worth in enumerate(scheme.by_spread) if spread and worth == points]
        right |= Q(points=points, plus__gte=spreads[0], plus__lte=spreads[-1])
    return right & Q(minus=None)


def _settled(tournament: Tournament) -> Q:
    """Return what is true of a line whose game was decided, or ruled on and initialed."""
    concerned = Q(first=OuterRef("scorecard__entrant")) | Q(second=OuterRef("scorecard__entrant"))
    signed = Signature.objects.active().filter(ruling=OuterRef("pk"))
    decisions = Decision.objects.active().filter(concerned, tournament=tournament, game=OuterRef("game"))
    rulings = Ruling.objects.active().filter(concerned, Exists(signed), tournament=tournament, game=OuterRef("game"))
    return Q(Exists(decisions.order_by())) | Q(Exists(rulings.order_by()))
