"""What separates two cards: the first tiebreaker in which they differ, and by how much (appendix 7)."""

from __future__ import annotations

from dataclasses import dataclass

from scorecards.ranking import KEYS
from scorecards.scoring import Standing

UNITS = dict(zip(KEYS, ("game point", "game won", "net spread", "plus point"), strict=True))


@dataclass(frozen=True, slots=True)
class Margin:
    """By how much one card is ahead (above 0) or behind (below 0), in the tiebreaker ``key``.

    ``key`` is ``None`` where the two are level in all four; ``amount`` is 0 then.
    """

    key: str | None
    amount: int

    def in_words(self) -> str:
        """Return it as staff say it: ``2 game points ahead``, ``13 net spread behind``, ``level``."""
        if self.key is None:
            return "level"
        size = abs(self.amount)
        unit = {"games won": "game won" if size == 1 else "games won", "net spread": "net spread"}.get(
            self.key, UNITS[self.key] if size == 1 else f"{UNITS[self.key]}s"
        )
        return f"{size} {unit} {'ahead' if self.amount > 0 else 'behind'}"


def margin(own: Standing, other: Standing) -> Margin:
    """Return what separates one card from another."""
    for key, mine, theirs in zip(KEYS, own, other, strict=True):
        if mine != theirs:
            return Margin(key, mine - theirs)
    return Margin(None, 0)


def is_near(own: Standing, line: Standing, most_a_game: int) -> bool:
    """Whether what one game can be worth (``most_a_game``, a skunk) could carry a card across the line."""
    return abs(own[0] - line[0]) <= most_a_game
