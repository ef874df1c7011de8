"""The columns of standings: the totals of each place in the report, and the cells that a page has room for.

The totals of a place decide its columns, so that posted standings keep the columns they were counted in.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorecards.rules.line_points import CardTotals
from scorecards.rules.ranking import Place
from scorecards.rules.scoring_systems.total_points import LeftTotals, PeggedTotals


@dataclass(frozen=True, slots=True)
class TotalColumn:
    """One total of a place: its key in the report, and its heading in exported tables."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class PageColumn:
    """One column of the standings on a page: its heading, its CSS class, and the text of a cell."""

    heading: str
    look: str
    cell: Callable[[CardTotals], str]


@dataclass(frozen=True, slots=True)
class StandingColumns:
    """The columns of standings. ``totals`` are in the order in which they decide.

    ``on_page`` are those that a page has room for, ``caption`` explains them, ``look`` is the table's CSS class.
    """

    totals: tuple[TotalColumn, ...]
    on_page: tuple[PageColumn, PageColumn]
    caption: str
    look: str = ""


def _total(key: str) -> Callable[[CardTotals], str]:
    return lambda totals: str(totals.to_dict()[key])


CARD_COLUMNS = StandingColumns(
    totals=(
        TotalColumn("game_points", "Game points"),
        TotalColumn("games_won", "Games won"),
        TotalColumn("net", "Net"),
        TotalColumn("plus", "Plus"),
    ),
    on_page=(
        PageColumn("Card", "card", lambda totals: totals.in_card_notation()),
        PageColumn("Plus", "plus", _total("plus")),
    ),
    caption="Game points / games won and net spread, as on the card",
)
_WON = TotalColumn("games_won", "Games won")
_WON_COLUMN = PageColumn("Won", "plus", _total("games_won"))
POINTS_COLUMNS = StandingColumns(
    totals=(TotalColumn("total_points", "Total points"), _WON),
    on_page=(PageColumn("Points", "card", _total("total_points")), _WON_COLUMN),
    caption="Points pegged over all games, and games won",
    look="sheets",
)
LEFT_COLUMNS = StandingColumns(
    totals=(TotalColumn("points_left", "Points left"), _WON),
    on_page=(PageColumn("Left", "card", _total("points_left")), _WON_COLUMN),
    caption="Points left over all games, fewest first, and games won",
    look="sheets",
)


def columns_of(totals: CardTotals) -> StandingColumns:
    """Return the columns for totals of this kind."""
    if isinstance(totals, PeggedTotals):
        return POINTS_COLUMNS
    return LEFT_COLUMNS if isinstance(totals, LeftTotals) else CARD_COLUMNS


def columns_for(places: Sequence[Place]) -> StandingColumns:
    """Return the columns for these places: those of line cards where nobody is entered."""
    return columns_of(places[0].totals) if places else CARD_COLUMNS
