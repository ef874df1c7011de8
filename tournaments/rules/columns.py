"""What stands on a card under each scoring: the columns of a line, the totals at the foot, and what goes with them.

The names of columns and totals are those of the event file, of :class:`tournaments.rules.types.Line` and
:class:`tournaments.rules.types.FootTotals`, and of the database. How the numbers are counted is not told here but in
:mod:`scorecards.rules.scoring_systems.registry`; a scoring stands in both.
"""

from dataclasses import dataclass

GAME_HOLE = 121
"""The hole that ends a game: what the winner has pegged, and what a loser who never left the start has left."""


@dataclass(frozen=True, slots=True)
class CardColumns:
    """The columns of one kind of card.

    ``line`` and ``foot`` are in the order in which they are written. ``is_of_sheets`` tells that the card is a game
    sheet, which states both sides' points or what was left, and no game points and spreads: an event of such cards has
    a setting for entrants who drop out, and knows no tie game.
    """

    line: tuple[str, ...]
    foot: tuple[str, ...] = ("game_points", "games_won", "plus", "minus")
    is_of_sheets: bool = False


_SPREADS = CardColumns(("points", "plus", "minus"))
_SHEET_FOOT = (*_SPREADS.foot, "total")

COLUMNS = {
    **dict.fromkeys(("acc", "double-skunk", "free-play"), _SPREADS),
    "total-points": CardColumns(("own", "theirs"), _SHEET_FOOT, is_of_sheets=True),
    "points-left": CardColumns(("left",), _SHEET_FOOT, is_of_sheets=True),
}

LINE_COLUMNS = tuple(dict.fromkeys(name for columns in COLUMNS.values() for name in columns.line))
FOOT_COLUMNS = _SHEET_FOOT
"""Every column that a line, or the foot, has under any scoring."""
