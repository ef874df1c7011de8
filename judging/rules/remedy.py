"""The remedy of a ruling: who pegs how much, whether that wins the game, and by which rules.

A board has holes 0 (start) to 121 (game hole). Nothing that is pegged leaves it: points without room are reported as
``unpegged``, and the rule says whether anybody gets them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

START = 0
GAME_HOLE = 121

NOT_COVERED = {"acc-2020": "14.1", "acc-2010": "13", "games-55plus": "line 14"}
"""The rule under which judges settle what the book leaves open."""


class WorkingError(ValueError):
    """Facts that do not fit together, in words for the judge who entered them."""


class Party(Enum):
    """The two sides of a call: the player said to have broken a rule, and the other player."""

    OFFENDER = "offender"
    OPPONENT = "opponent"


@dataclass(frozen=True, slots=True)
class Board:
    """Where the two front pegs stand when the judges come, 0 to 121; ``None`` where that was not asked.

    Raises:
        WorkingError: a peg stands off the board.
    """

    offender: int | None = None
    opponent: int | None = None

    def __post_init__(self) -> None:
        """Refuse holes that no board has."""
        for hole in (self.offender, self.opponent):
            if hole is not None and not START <= hole <= GAME_HOLE:
                raise WorkingError(f"{hole} is no hole of the board: {START} is the start, {GAME_HOLE} the game.")


UNKNOWN = Board()


@dataclass(frozen=True, slots=True)
class Pegging:
    """What one side pegs, in holes, each 0 or more: back, forward, and what found no room on the board.

    ``stood`` is the front peg before. Where it is ``None`` all that is due is pegged.
    """

    stood: int | None = None
    back: int = 0
    forward: int = 0
    unpegged: int = 0

    @property
    def stands(self) -> int | None:
        """The front peg afterwards, 0 to 121, ``None`` where it was not known before."""
        return None if self.stood is None else self.stood - self.back + self.forward

    def forwards(self, points: int) -> Pegging:
        """Return this with points pegged forward, up to the game hole."""
        pegged = points if self.stands is None else min(points, GAME_HOLE - self.stands)
        return replace(self, forward=self.forward + pegged, unpegged=self.unpegged + points - pegged)

    def backwards(self, points: int) -> Pegging:
        """Return this with points pegged back, down to the start."""
        pegged = points if self.stands is None else min(points, self.stands)
        return replace(self, back=self.back + pegged, unpegged=self.unpegged + points - pegged)


def refuse_finished_game(board: Board) -> None:
    """Refuse a board on which somebody has won already.

    Raises:
        WorkingError: a front peg is in the game hole.
    """
    if GAME_HOLE in (board.offender, board.opponent):
        raise WorkingError(f"A front peg is in hole {GAME_HOLE}: this game is over.")


def retracted(stood: int | None, points: int) -> Pegging:
    """Take points back that were pegged, as a correction.

    Raises:
        WorkingError: fewer than 0, or more than the peg has come from the start.
    """
    if points < START or (stood is not None and points > stood):
        where = "" if stood is None else f" with the front peg in hole {stood}"
        raise WorkingError(f"{number_of_points(points)} cannot have been pegged{where}.")
    return Pegging(stood).backwards(points)


@dataclass(frozen=True, slots=True)
class Remedy:
    """What a working comes to: what to do, in our words, by which rules, and what each side pegs.

    ``rules`` are numbers of the event's edition in the order in which they were applied. ``left_open`` says what
    the book does not settle here and how it was worked out; blank where nothing is in doubt.
    """

    summary: str
    rules: tuple[str, ...]
    offender: Pegging = Pegging()
    opponent: Pegging = Pegging()
    left_open: str = ""

    @property
    def winner(self) -> Party | None:
        """Who stands in the game hole when the remedy has been pegged, if anybody is known to."""
        if self.opponent.stands == GAME_HOLE:
            return Party.OPPONENT
        return Party.OFFENDER if self.offender.stands == GAME_HOLE else None


def nothing_pegged(summary: str, rules: tuple[str, ...], board: Board, left_open: str = "") -> Remedy:
    """Return a remedy that leaves every peg where it stands."""
    return Remedy(summary, rules, Pegging(board.offender), Pegging(board.opponent), left_open)


def number_of_points(points: int) -> str:
    """Return ``1 point`` or ``6 points``."""
    return "1 point" if points == 1 else f"{points} points"


def pegging_in_words(back: str | int, forward: str | int) -> str:
    """Say what a side pegs: ``3 forward``, ``15 back``, ``2 back, then 6 forward``, or nothing."""
    parts = [
        f"{points} {way}" for points, way in ((back, "back"), (forward, "forward")) if str(points) not in ("0", "")
    ]
    return ", then ".join(parts) or "pegs nothing"
