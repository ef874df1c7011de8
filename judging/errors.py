"""Refusals of calls, in words for the person who asked."""

from collections.abc import Sequence

from tournaments.refused import Refused


class ReasonNeeded(Refused):
    """A judge is close to a player: allowed, but not without a reason."""

    def __init__(self, name: str, bonds: Sequence[str]) -> None:
        super().__init__(f"{name} is close to a player ({'; '.join(bonds)}). Choose a reason to judge it.", "why")
        self.bonds = list(bonds)
