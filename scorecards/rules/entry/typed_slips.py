"""Slips: one slip a game, with a winner and a margin, or with what each side pegged or had left."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Slip:
    """The result of one game as its slip says it.

    ``first`` and ``second`` are numbers of entrants, ``figures`` what is written about their game, as the
    :class:`SlipForm` of the event's scoring has them: the winner before the loser, with the margin, or both sides with
    a figure for each.
    """

    game: int
    first: int
    second: int
    figures: tuple[int, ...]

    @property
    def numbers(self) -> tuple[int, int]:
        """Whose game it was, the one whose slip it is first."""
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class SlipForm:
    """The fields of a slip under one scoring.

    ``sides`` and ``figures`` name them as the form and the log do. ``no_figure`` ends the sentence about something that
    is no figure; ``side_unknown`` asks for the second side where the schedule does not say who it was.
    """

    sides: tuple[str, str]
    figures: tuple[str, ...]
    no_figure: str
    side_unknown: str

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of all fields that are typed."""
        return (*self.sides, *self.figures)

    def values(self, slip: Slip) -> dict[str, int]:
        """Return by name what a slip says."""
        return {"game": slip.game, **dict(zip(self.fields, (*slip.numbers, *slip.figures), strict=True))}
