"""What a standing shows of a card: the figures that a place of the report carries, and the columns made of them.

The totals of a place tell of which kind it is, so that what was posted is shown as it was counted then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorecards.rules.ranking import Place
from scorecards.rules.scoring import CardTotals
from scorecards.rules.scorings.game_sheets import LeftTotals, PeggedTotals


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a place: its key in the report, and its heading in tables that are handed out."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a standing on a page: its heading, its class, and what stands in it."""

    heading: str
    look: str
    cell: Callable[[CardTotals], str]


@dataclass(frozen=True, slots=True)
class Figures:
    """What a standing shows. ``figures`` are in the order in which they decide.

    ``columns`` are what a page has room for, ``caption`` explains them, ``look`` is their table's class.
    """

    figures: tuple[Figure, ...]
    columns: tuple[Column, Column]
    caption: str
    look: str = ""


def _figure(key: str) -> Callable[[CardTotals], str]:
    return lambda totals: str(totals.as_figures()[key])


CARD_FIGURES = Figures(
    figures=(
        Figure("game_points", "Game points"),
        Figure("games_won", "Games won"),
        Figure("net", "Net"),
        Figure("plus", "Plus"),
    ),
    columns=(
        Column("Card", "card", lambda totals: totals.in_card_notation()),
        Column("Plus", "plus", _figure("plus")),
    ),
    caption="Game points / games won and net spread, as on the card",
)
_WON = Figure("games_won", "Games won")
_WON_COLUMN = Column("Won", "plus", _figure("games_won"))
POINTS_FIGURES = Figures(
    figures=(Figure("total_points", "Total points"), _WON),
    columns=(Column("Points", "card", _figure("total_points")), _WON_COLUMN),
    caption="Points pegged over all games, and games won",
    look="sheets",
)
LEFT_FIGURES = Figures(
    figures=(Figure("points_left", "Points left"), _WON),
    columns=(Column("Left", "card", _figure("points_left")), _WON_COLUMN),
    caption="Points left over all games, fewest first, and games won",
    look="sheets",
)


def figures_of(totals: CardTotals) -> Figures:
    """Return what a standing shows of totals such as these."""
    if isinstance(totals, PeggedTotals):
        return POINTS_FIGURES
    return LEFT_FIGURES if isinstance(totals, LeftTotals) else CARD_FIGURES


def figures_in(places: Sequence[Place]) -> Figures:
    """Return what standings show; those of ordinary cards where nobody is entered."""
    return figures_of(places[0].totals) if places else CARD_FIGURES
