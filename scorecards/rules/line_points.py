"""Game points, spreads and totals: the worth of one line and of one card.

Game points follow from the winning spread (rule 1.6, skunk; appendix 5). A line as written may contradict
itself; what it claims, and what it is worth until somebody rules on it, is worked out here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from tournaments.rules.scorings import ACC, Scoring
from tournaments.rules.types import FootTotals, Line


class Claim(Enum):
    """The result that a line claims for its own card."""

    WIN = "win"
    LOSS = "loss"


Standing = tuple[int, ...]


class CardTotals(Protocol):
    """The totals of a card of any kind."""

    @property
    def standing(self) -> Standing:
        """The tiebreakers in their order, each better when greater."""

    def to_dict(self) -> dict[str, int]:
        """Return the totals by the keys that they have in the report."""

    def in_card_notation(self) -> str:
        """Return the totals as players write them."""


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of a line card. ``plus`` and ``minus`` are the sums of the two spread columns."""

    game_points: int = 0
    games_won: int = 0
    plus: int = 0
    minus: int = 0

    @property
    def net(self) -> int:
        """Plus total less minus total."""
        return self.plus - self.minus

    @property
    def standing(self) -> Standing:
        """Game points, games won, net and plus: the first four tiebreakers, each better when greater (App.7)."""
        return (self.game_points, self.games_won, self.plus - self.minus, self.plus)

    def to_dict(self) -> dict[str, int]:
        """Return the totals by the keys that they have in the report."""
        return {"game_points": self.game_points, "games_won": self.games_won, "net": self.net, "plus": self.plus}

    def in_card_notation(self) -> str:
        """Return the totals as players write them, ``36/15 +366``: game points, games won, net spread."""
        return f"{self.game_points}/{self.games_won} {self.net:+d}"


NOTHING = Totals()


def claim_of(line: Line) -> Claim | None:
    """Return the claim of a line: by its game points, or if they are blank by the filled column.

    ``None`` where the game points are blank and neither column, or both columns, are filled.
    """
    if line.points is not None:
        return Claim.WIN if line.points > 0 else Claim.LOSS
    if line.plus is not None and line.minus is None:
        return Claim.WIN
    if line.minus is not None and line.plus is None:
        return Claim.LOSS
    return None


def put_points_right(line: Line, scheme: Scoring = ACC) -> Line:
    """Return the line with the game points that its own card supports (appendix 5).

    A win's points follow from its plus spread, blank points from the claim. A line with both columns filled
    is left alone, because nobody but the director can say which of the two counts.
    """
    if line.plus is not None and line.minus is not None:
        return line
    claim = claim_of(line)
    if claim is Claim.WIN and line.plus is not None:
        points = scheme.by_spread[line.plus]
    elif claim is Claim.LOSS:
        points = 0
    else:
        return line
    return line if points == line.points else Line(line.game, line.opponent, points, line.plus, line.minus)


def total(lines: Iterable[Line]) -> Totals:
    """Add up lines whose points have been put right; blanks do not count."""
    game_points = games_won = plus = minus = 0
    for line in lines:
        if line.points:
            game_points += line.points
            games_won += 1
        if line.plus is not None:
            plus += line.plus
        if line.minus is not None:
            minus += line.minus
    return Totals(game_points, games_won, plus, minus)


@dataclass(frozen=True, slots=True)
class CardError:
    """An error of a card's own arithmetic, before any ruling (appendix 4 to 6).

    ``game`` is ``None`` for a foot total; ``field`` is ``points``, or the name of the total.
    """

    entrant: int
    game: int | None
    field: str
    recorded: int
    computed: int
    note: str = ""

    @property
    def words(self) -> str:
        return "points" if self.field == "total" else self.field.replace("_", " ")


SWAPPED_NOTE = "game points and games won look swapped"


def foot_total_errors(entrant: int, recorded: FootTotals, computed: Totals) -> list[CardError]:
    """Compare the foot totals as written with the sums of the lines; a blank total is no error.

    Game points and games won that stand in each other's place are called out by name (appendix 4).
    """
    if (
        recorded.game_points == computed.game_points
        and recorded.games_won == computed.games_won
        and recorded.plus == computed.plus
        and recorded.minus == computed.minus
    ):
        return []  # nearly every card
    pairs = (
        ("game_points", recorded.game_points, computed.game_points),
        ("games_won", recorded.games_won, computed.games_won),
        ("plus", recorded.plus, computed.plus),
        ("minus", recorded.minus, computed.minus),
    )
    swapped = _look_swapped(recorded, computed)
    return [
        CardError(entrant, None, field, written, right, SWAPPED_NOTE if swapped and field.startswith("game") else "")
        for field, written, right in pairs
        if written is not None and written != right
    ]


def _look_swapped(recorded: FootTotals, computed: Totals) -> bool:
    if recorded.game_points is None or recorded.games_won is None:
        return False
    crosswise = (recorded.games_won, recorded.game_points) == (computed.game_points, computed.games_won)
    # Every game won is worth at least one point, so more games won than points cannot be right as written.
    return (crosswise and computed.game_points != computed.games_won) or recorded.games_won > recorded.game_points
