"""What a call does not allow, in words for the person who asked."""

from collections.abc import Sequence


class CallRefused(Exception):
    """Something that a call does not allow, in words for the person who wanted it. ``field`` is the one to mend."""

    def __init__(self, reason: str, field: str = "") -> None:
        super().__init__(reason)
        self.field = field


class ReasonNeeded(CallRefused):
    """A judge is close to a player: allowed, but not without a reason."""

    def __init__(self, name: str, bonds: Sequence[str]) -> None:
        super().__init__(f"{name} is close to a player ({'; '.join(bonds)}). Choose a reason to judge it.", "why")
        self.bonds = list(bonds)
