"""Slips: one for each game, with winner and margin, or with the points that each side pegged or had left."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TypedSlip:
    """The result of one game as its slip says it.

    ``first`` and ``second`` are the entrants' numbers, ``values`` the numbers written about their game, in the order
    of the scoring's :class:`SlipFields`: winner, loser and margin, or two sides with a value for each.
    """

    game: int
    first: int
    second: int
    values: tuple[int, ...]

    @property
    def numbers(self) -> tuple[int, int]:
        """The numbers of both entrants, the slip's owner first."""
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class SlipFields:
    """The fields of a slip under one scoring.

    ``sides`` and ``value_names`` are their names in the form and the log. ``not_a_value`` ends the error about a value
    that is not a number; ``side_unknown`` asks for the second side where the schedule does not have it.
    """

    sides: tuple[str, str]
    value_names: tuple[str, ...]
    not_a_value: str
    side_unknown: str

    @property
    def fields(self) -> tuple[str, ...]:
        return (*self.sides, *self.value_names)

    def values(self, slip: TypedSlip) -> dict[str, int]:
        return {"game": slip.game, **dict(zip(self.fields, (*slip.numbers, *slip.values), strict=True))}
