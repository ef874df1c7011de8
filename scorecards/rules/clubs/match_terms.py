"""The terms of a club match: who plays, where a game ends, and which match points it is worth.

The source is general-rules.txt: line 83 for games to 61 and the lurch, line 95 for the schemes of two sides, line 97
for tables of three and five, two against one, and four players each alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from tournaments.rules.constants import MAX_SPREAD
from tournaments.rules.scorings import SCORINGS

GAME_HOLE = MAX_SPREAD
"""Pegged points of the winner of a game, where it is not to 61."""

ONCE_AROUND = 61
"""Pegged points of the winner of a game of 61, and of the one alone who plays against two."""

LURCHED_BELOW = {ONCE_AROUND: 31, GAME_HOLE: 61}
"""Below how many pegged points a loser is lurched, by where the game ends (line 83)."""

GAME_WON, LURCH = 1, 2
"""What a game is worth that counts with a lurch, and one without match points in the source."""

MAX_TARGET = 99
"""The highest number of match points that a match may be played to."""


LURCH_ENDS = {"lurch-121": GAME_HOLE, "lurch-61": ONCE_AROUND}
"""Where a game ends by the schemes that count with a lurch."""

SCHEMES = (*(one.name for one in SCORINGS.values() if one.in_matches), *LURCH_ENDS)
"""Match points of a match of two sides: 2/3, 2/3/4, and 1/2/4 of free play, named as scorings are; 1/2 by lurch."""


class MatchFormat(Enum):
    """Who sits at the table, and how its games are counted."""

    TWO = "two"
    THREE_WINNER = "three-winner"
    THREE_CONTINUED = "three-continued"
    FIVE_CONTINUED = "five-continued"
    TWO_AGAINST_ONE = "two-against-one"
    TWO_AGAINST_ONE_LEVEL = "two-against-one-121"
    FOUR_ALONE = "four-alone"

    @property
    def schemes(self) -> tuple[str, ...]:
        """The schemes to choose from; only a blank one where the form has match points of its own."""
        return SCHEMES if self is MatchFormat.TWO else ("",)

    @property
    def players(self) -> tuple[int, ...]:
        """How many play on each side, where the form says so; empty where any may have partners."""
        return PLAYERS.get(self, ())


SIDES = {
    MatchFormat.TWO: 2,
    MatchFormat.THREE_WINNER: 3,
    MatchFormat.THREE_CONTINUED: 3,
    MatchFormat.FIVE_CONTINUED: 5,
    MatchFormat.TWO_AGAINST_ONE: 2,
    MatchFormat.TWO_AGAINST_ONE_LEVEL: 2,
    MatchFormat.FOUR_ALONE: 4,
}

PLAYERS = {
    MatchFormat.TWO_AGAINST_ONE: (2, 1),
    MatchFormat.TWO_AGAINST_ONE_LEVEL: (2, 1),
    MatchFormat.FOUR_ALONE: (1, 1, 1, 1),
}

OUT_POINTS = {MatchFormat.THREE_CONTINUED: (2, 1), MatchFormat.FIVE_CONTINUED: (4, 2, 1)}
"""Match points for going out first, second, third, where play continues."""

TABLE_WIN, TABLE_SKUNK, SECOND_PLACE = 2, 1, 1


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """The terms of a match: form, scheme (only between two sides), and the match points that win it."""

    form: MatchFormat
    scheme: str
    target: int

    @property
    def sides(self) -> int:
        return SIDES[self.form]

    @property
    def holes(self) -> tuple[int, ...]:
        """The points with which each side wins a game."""
        if self.form is MatchFormat.TWO_AGAINST_ONE:
            return (GAME_HOLE, ONCE_AROUND)
        return (LURCH_ENDS.get(self.scheme, GAME_HOLE),) * self.sides

    @property
    def has_skunks(self) -> bool:
        """Whether a skunk is worth anything; where a lurch is, or a game won is one, there are none."""
        return self.scheme not in LURCH_ENDS and not self.form.players

    @property
    def others_out(self) -> int:
        """How many go out after the winner of each game; none where play does not continue."""
        return len(OUT_POINTS.get(self.form, ())[1:])

    def problem_of_sides(self, sizes: Sequence[int]) -> SidesProblem | None:
        """Return what is wrong with so many players on each side, or ``None``."""
        if len(sizes) != self.sides:
            return SidesProblem(f"This match has {self.sides} sides.")
        for side, size in enumerate(sizes):
            if self.form.players and size != (wanted := self.form.players[side]):
                who = "is the pair: two players" if wanted > 1 else "is one player, alone"
                return SidesProblem(f"Side {side + 1} {who}.", side)
        if not self.form.players and len(set(sizes)) > 1:
            return SidesProblem("Sides have the same number of players: all single, or all partners.")
        return None


@dataclass(frozen=True, slots=True)
class SidesProblem:
    """Why a match cannot have these sides, in words; ``side`` counts from 0 where one is wrong."""

    said: str
    side: int | None = None
