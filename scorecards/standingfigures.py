"""What a standing shows of a card: the figures that a place of the report carries, and the columns made of them.

A place says by its keys of which kind it is, so that what was posted is shown as it was counted then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Place = Mapping[str, Any]


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
    cell: Callable[[Place], str]


@dataclass(frozen=True, slots=True)
class Figures:
    """What a standing shows. ``figures`` are in the order in which they decide.

    ``columns`` are what a page has room for, ``caption`` explains them, ``look`` is their table's class. ``notation``
    is a card in a few characters, for where there is no column.
    """

    figures: tuple[Figure, ...]
    columns: tuple[Column, Column]
    caption: str
    notation: Callable[[Place], str]
    look: str = ""

    def standing(self, place: Place) -> tuple[int, ...]:
        """Return the numbers of a place: who has the same is level."""
        return tuple(place[figure.key] for figure in self.figures)


def _as_on_the_card(place: Place) -> str:
    return f"{place['game_points']}/{place['games_won']} {place['net']:+d}"


CARD_FIGURES = Figures(
    figures=(
        Figure("game_points", "Game points"),
        Figure("games_won", "Games won"),
        Figure("net", "Net"),
        Figure("plus", "Plus"),
    ),
    columns=(
        Column("Card", "card", _as_on_the_card),
        Column("Plus", "plus", lambda place: str(place["plus"])),
    ),
    caption="Game points / games won and net spread, as on the card",
    notation=_as_on_the_card,
)
_WON = Figure("games_won", "Games won")
_WON_COLUMN = Column("Won", "plus", lambda place: str(place["games_won"]))
POINTS_FIGURES = Figures(
    figures=(Figure("total_points", "Total points"), _WON),
    columns=(Column("Points", "card", lambda place: str(place["total_points"])), _WON_COLUMN),
    caption="Points pegged over all games, and games won",
    notation=lambda place: f"{place['total_points']}, {place['games_won']} won",
    look="sheets",
)
LEFT_FIGURES = Figures(
    figures=(Figure("points_left", "Points left"), _WON),
    columns=(Column("Left", "card", lambda place: str(place["points_left"])), _WON_COLUMN),
    caption="Points left over all games, fewest first, and games won",
    notation=lambda place: f"{place['points_left']} left, {place['games_won']} won",
    look="sheets",
)
KINDS = (CARD_FIGURES, POINTS_FIGURES, LEFT_FIGURES)


def figures_of(place: Place) -> Figures:
    """Return what a standing shows of places such as this one."""
    return next(kind for kind in KINDS if kind.figures[0].key in place)


def figures_in(report: Mapping[str, Any]) -> Figures:
    """Return what the standings of a report show; those of ordinary cards where nobody is entered."""
    places = report["standings"]
    return figures_of(places[0]) if places else CARD_FIGURES


def card_notation(place: Place) -> str:
    """Return a place of a report in a few characters, ``36/15 +366`` or ``1543, 11 won``."""
    return figures_of(place).notation(place)


def standing_of(place: Place) -> tuple[int, ...]:
    """Return the numbers of a place in the order in which they decide."""
    return figures_of(place).standing(place)
