"""Which lines of a photographed card a person has to look at, and why.

The other card of a game is there to doubt: two papers that differ have to be seen. Its line counts only where it is
certain by itself, entered by a person or read without doubt (decision 45). Then it clears a line that is not clear and
says the same, and makes a line doubtful that differs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scorecards.photo.layout import Column
from scorecards.photo.reading import CardReading, Doubt, FootReading, LineReading
from scorecards.rules.entry.line_notation import line_in_words
from scorecards.rules.scoring_systems.interface import ScoringSystem
from tournaments.rules.types import FootTotals, Line

TOTALS = {"game_points": Column.POINTS, "games_won": Column.GAMES_WON, "plus": Column.PLUS, "minus": Column.MINUS}
"""The foot totals of a card, and the boxes that hold them."""


class Why(StrEnum):
    """Why a person looks at a line. The values are what the page says."""

    UNSURE = "Not clear"
    STRUCK = "Crossed out or not readable: enter what counts"
    CONTRADICTS = "Contradicts itself"
    INCOMPLETE = "Not complete"
    DIFFERS = "The other card differs"
    BLANK = "Nothing is written"
    NOT_DUE = "Written, though no line is due"
    IMPOSSIBLE = "No card can have this: enter what is written"
    ENTERED = "Entered otherwise"


_WHY = {
    Doubt.UNSURE: Why.UNSURE,
    Doubt.STRUCK: Why.STRUCK,
    Doubt.CONTRADICTS: Why.CONTRADICTS,
    Doubt.INCOMPLETE: Why.INCOMPLETE,
    Doubt.DIFFERS: Why.DIFFERS,
}


TOGETHER = 0.5
"""How likely a line has to be, by itself, to be cleared by the other card of its game, 0 to 1."""


@dataclass(frozen=True, slots=True)
class ReadLine:
    """One line of a photographed card. ``why`` is ``None`` where it is certain.

    ``line`` is what was read, with the opponent of the schedule; ``None`` where nothing is written and nothing is due.
    ``filled_in`` is what the page fills in: what is entered already, else what was read, ``None`` where neither can
    stand on a card.
    """

    game: int
    line: Line | None
    filled_in: Line | None
    why: Why | None
    reading: LineReading
    entered: Line | None = None

    @property
    def is_entered(self) -> bool:
        return self.entered is not None

    @property
    def reason(self) -> str:
        """Why it is shown, blank where it is not clear or was certain: nobody should know which."""
        return "" if self.why in (None, Why.UNSURE) else f"{self.why}."

    @property
    def as_read(self) -> str:
        """What was read, in words."""
        return line_in_words(self.line) if self.line is not None else "nothing"


def judged(
    reading: LineReading,
    *,
    opponent: int | None,
    is_due: bool,
    entered: Line | None,
    theirs: Line | None,
    system: ScoringSystem,
) -> ReadLine:
    """Return a line as read, and why a person has to compare it.

    ``entered`` is what the card has already, which nothing overwrites; ``theirs`` is the line of the other card where
    that is certain, as entered or as read there without doubt.
    """
    game, line = reading.game, Line(reading.game, opponent, *reading.values)
    if entered is not None:
        values = entered.points, entered.plus, entered.minus
        is_as_entered = reading.doubt is not Doubt.STRUCK and reading.values == values
        return ReadLine(game, line, entered, None if is_as_entered else Why.ENTERED, reading, entered)
    if reading.is_blank and not is_due:
        return ReadLine(game, None, None, None, reading)
    return ReadLine(game, line, *_why(reading, line, is_due=is_due, theirs=theirs, system=system), reading)


def _why(
    reading: LineReading, line: Line, *, is_due: bool, theirs: Line | None, system: ScoringSystem
) -> tuple[Line | None, Why | None]:
    if reading.doubt is Doubt.STRUCK:
        return None, Why.STRUCK
    if system.line_errors(line):
        return None, Why.IMPOSSIBLE
    is_same = theirs is not None and system.is_same_game(line, theirs)
    is_cleared = is_same and is_due and reading.confidence >= TOGETHER
    if reading.doubt is not None and not (is_cleared and reading.doubt is Doubt.UNSURE):
        return line, _WHY[reading.doubt]
    if reading.is_blank:
        return line, Why.BLANK
    if not is_due:
        return line, Why.NOT_DUE
    if theirs is not None and not is_same:
        return line, Why.DIFFERS
    return line, None


@dataclass(frozen=True, slots=True)
class PhotographedCard:
    """What a picture says about a card: its lines by game, and its foot totals as read."""

    reading: CardReading
    lines: Mapping[int, ReadLine]
    foot: FootTotals | None

    @property
    def to_show(self) -> list[ReadLine]:
        """Return the lines that a person has to look at, by game."""
        return [line for _, line in sorted(self.lines.items()) if line.why is not None]

    @property
    def filled_in(self) -> dict[int, Line]:
        """Return the lines that the page fills in, by game."""
        return {game: line.filled_in for game, line in self.lines.items() if line.filled_in is not None}


def foot_as_read(foot: FootReading | None) -> FootTotals | None:
    """Return the foot totals as read, ``None`` where there are none."""
    if foot is None:
        return None
    totals = FootTotals(**{name: foot.totals.get(column) for name, column in TOTALS.items()})
    return None if totals == FootTotals() else totals
