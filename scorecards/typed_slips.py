"""Slips as they are typed: one a game, winner and margin or both sides' points, makes a line on both cards."""

from __future__ import annotations

from dataclasses import dataclass

from scorecards.cardkinds import CardKind
from scorecards.entry import InvalidCard
from scorecards.pegged import GameSheet
from tournaments.cardcolumns import GAME_HOLE
from tournaments.eventfile import HIGHEST_SPREAD, LOWEST_SPREAD
from tournaments.eventfile import Line as LineRecord


@dataclass(frozen=True, slots=True)
class Slip:
    """The result of one game as the slip says it; winner and loser are numbers of entrants."""

    game: int
    winner: int
    loser: int
    margin: int

    @property
    def numbers(self) -> tuple[int, int]:
        """Whose game it was, the one whose slip it is first."""
        return self.winner, self.loser

    def lines(self, kind: CardKind) -> dict[int, LineRecord]:
        """Return the line that it makes on each card, by number.

        Raises:
            InvalidCard: it can make none.
        """
        if isinstance(kind, GameSheet):
            raise InvalidCard({"winner": "A slip of this event has both sides' points."})
        if not LOWEST_SPREAD <= self.margin <= HIGHEST_SPREAD:
            text = f"{self.margin} is not a margin ({LOWEST_SPREAD} to {HIGHEST_SPREAD})."
            raise InvalidCard({"margin": text})
        points = kind.by_spread[self.margin]
        return {
            self.winner: LineRecord(self.game, self.loser, points, self.margin, None),
            self.loser: LineRecord(self.game, self.winner, 0, None, self.margin),
        }


@dataclass(frozen=True, slots=True)
class SheetSlip:
    """The result of one game where cards are game sheets: what each side pegged, or had left."""

    game: int
    first: int
    second: int
    firsts: int
    seconds: int

    @property
    def numbers(self) -> tuple[int, int]:
        """Whose game it was, as the slip has them."""
        return self.first, self.second

    def lines(self, kind: CardKind) -> dict[int, LineRecord]:
        """Return the line that it makes on each card, by number.

        Raises:
            InvalidCard: it can make none, or the numbers make nobody the winner.
        """
        if not isinstance(kind, GameSheet):
            raise InvalidCard({"first": "A slip of this event has a winner and a margin."})
        for field, figure in (("firsts", self.firsts), ("seconds", self.seconds)):
            if not 0 <= figure <= GAME_HOLE:
                raise InvalidCard({field: f"{figure} is more than the board has (0 to {GAME_HOLE})."})
        if "left" in kind.won_by_forfeit:
            mine = LineRecord(self.game, self.second, left=self.firsts)
            yours = LineRecord(self.game, self.first, left=self.seconds)
        else:
            mine = LineRecord(self.game, self.second, own=self.firsts, theirs=self.seconds)
            yours = LineRecord(self.game, self.first, own=self.seconds, theirs=self.firsts)
        if kind.why_unsettled(mine, yours) is not None:
            won = "nothing left" if "left" in kind.won_by_forfeit else f"{GAME_HOLE} points"
            text = f"One side, and only one, has to have {won}: an unfinished game is nobody's win."
            raise InvalidCard({"seconds": text})
        return {self.first: mine, self.second: yours}


AnySlip = Slip | SheetSlip
