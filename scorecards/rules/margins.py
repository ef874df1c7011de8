"""The margin between two cards: the first tiebreaker in which they differ, and by how much (appendix 7)."""

from dataclasses import dataclass

from scorecards.rules.line_points import Standing
from scorecards.rules.ranking import KEYS

UNITS = {
    "game points": ("game point", "game points"),
    "games won": ("game won", "games won"),
    "net spread": ("point of net spread", "points of net spread"),
    "plus points": ("plus point", "plus points"),
}
GAME_POINTS, NET = KEYS.index("game points"), KEYS.index("net spread")


@dataclass(frozen=True, slots=True)
class Margin:
    """By how much one card is ahead (above 0) or behind (below 0) of another in the tiebreaker ``key``.

    ``key`` is ``None`` where the two are level in all four; ``amount`` is 0 then. ``net`` is the same for the net
    spread, whatever decides.
    """

    key: str | None
    amount: int
    net: int

    def against(self, other: str) -> str:
        """Return it as staff say it: ``2 game points ahead of B-4``, ``13 points of net spread behind B-4``.

        Where the net spread is not what decides, it follows: it counts as soon as a ruling makes the two level.
        """
        if self.key is None:
            return f"level with {other}"
        words = f"{_so_many(self.key, self.amount)} {_side(self.amount)} {other}"
        if self.key in KEYS[NET:] or self.net == 0:
            return words
        return f"{words}, net spread {abs(self.net)} {_side(self.net).removesuffix(' of')}"


def margin(own: Standing, other: Standing) -> Margin:
    """Return the margin between two cards."""
    net = own[NET] - other[NET]
    for key, mine, theirs in zip(KEYS, own, other, strict=True):
        if mine != theirs:
            return Margin(key, mine - theirs, net)
    return Margin(None, 0, 0)


def is_near(own: Standing, line: Standing, max_a_game: int) -> bool:
    """Whether a card is no further from the line than one game can be worth.

    ``line`` is the last card in the qualifying places, ``max_a_game`` a skunk's game points: the same measure as
    that of the piles (appendix 4).
    """
    return abs(own[GAME_POINTS] - line[GAME_POINTS]) <= max_a_game


def _so_many(key: str, amount: int) -> str:
    one, several = UNITS[key]
    return f"{abs(amount)} {one if abs(amount) == 1 else several}"


def _side(amount: int) -> str:
    return "ahead of" if amount > 0 else "behind"
