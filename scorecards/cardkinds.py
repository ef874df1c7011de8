"""What a card is made of, whatever its scoring: its columns, its foot, and what does not add up on it.

A card is of the kind of its event: an ordinary card with the game points of a scheme, or a game sheet. Whoever keys
cards asks here what stands on one, and nothing else about the scoring.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorecards.counting import counting_of
from scorecards.pegged import GameSheet, foot_errors_of_sheet
from scorecards.scoring import CardError, Scheme, foot_total_errors, put_points_right, total
from tournaments.eventfile import FootTotals, Line

CardKind = Scheme | GameSheet

SPREADS = ("points", "plus", "minus")
SPREAD_FOOT = ("game_points", "games_won", "plus", "minus")
SHEET_FOOT = ("total", "games_won")


def kind_of(scoring: str) -> CardKind:
    """Return what the cards of a scoring are."""
    counting = counting_of(scoring)
    kind = counting.scheme or counting.sheet
    assert kind is not None, "a scoring has game points or is one of game sheets"
    return kind


def columns_of(kind: CardKind) -> tuple[str, ...]:
    """Return the columns of a line that are keyed, in their order."""
    return tuple(kind.won_by_forfeit) if isinstance(kind, GameSheet) else SPREADS


def foot_of(kind: CardKind) -> tuple[str, ...]:
    """Return the totals at the foot that are keyed, in their order."""
    return SHEET_FOOT if isinstance(kind, GameSheet) else SPREAD_FOOT


def is_blank(line: Line) -> bool:
    """Whether the paper has no number at all on this line."""
    figures = (line.points, line.plus, line.minus, line.own, line.theirs, line.left)
    return all(figure is None for figure in figures)


def foot_errors(kind: CardKind, foot: FootTotals, lines: Iterable[Line]) -> Sequence[CardError]:
    """Return where the foot is not what the lines add up to; a blank total is no error."""
    if isinstance(kind, GameSheet):
        return list(foot_errors_of_sheet(0, foot, lines, kind))
    return foot_total_errors(0, foot, total(put_points_right(line, kind) for line in lines))
