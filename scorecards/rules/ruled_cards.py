"""A card with its rulings: shown on the card's page, and frozen in postings.

What a posting stores of it is written out in :mod:`brackets.rules.card_snapshot`; a field that is added here is
added there.
"""

from dataclasses import dataclass
from typing import NamedTuple

from scorecards.rules.line_points import CardTotals, Totals
from tournaments.rules.types import FootTotals, Line


@dataclass(frozen=True, slots=True)
class CardPlayer:
    """The holder of a card: number, name, and the partner's name in a pairs event."""

    number: int
    name: str
    partner: str = ""


@dataclass(frozen=True, slots=True)
class LineChange:
    """One correction of one line: before, after, rule, who; ``is_own_arithmetic``: the card itself made it."""

    before: Line
    after: Line
    rule: str
    summary: str
    made_by: str
    initials: str
    is_own_arithmetic: bool


class RuledLine(NamedTuple):
    """One game of a card: the line as written, the line in force, and the changes between them.

    ``written`` is ``None`` where the card has no line for the game; so is ``in_force``, unless the director
    decided the game. ``opponent`` is whom the card names, ``opponent_in_force`` somebody else only by a decision.
    ``anchor`` names the ruling on the page, and is blank where there is none. ``is_sat_out`` tells that no line is
    due, because the schedule leaves the owner out of this game. A posting of a large event makes tens of thousands.
    """

    game: int
    opponent: CardPlayer | None
    opponent_in_force: CardPlayer | None
    written: Line | None
    in_force: Line | None
    changes: tuple[LineChange, ...]
    anchor: str = ""
    is_sat_out: bool = False

    @property
    def is_changed(self) -> bool:
        return bool(self.changes)


@dataclass(frozen=True, slots=True)
class RulingSide:
    """One side of a ruling: the card, line as written and changes; ``names`` is whom the line wrongly names."""

    entrant: CardPlayer
    written: Line | None
    names: str
    changes: tuple[LineChange, ...]


@dataclass(frozen=True, slots=True)
class CardRuling:
    """A ruling or a decision of one game, with both cards as written as the evidence (12.2.i).

    ``decided_by`` is who made the decision (14.1), ``notes`` what one should know about a ruling beside its rules.
    """

    anchor: str
    game: int
    rules: tuple[tuple[str, str], ...]
    sides: tuple[RulingSide, RulingSide]
    made_by: str
    is_decision: bool
    reason: str
    initials: str = ""
    decided_by: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuledCard:
    """A whole card: its lines, its totals as written, added up and in force, and the rulings about it.

    ``sheet`` names the columns of a game sheet; it is empty where the card is an ordinary one.
    """

    lines: tuple[RuledLine, ...]
    foot: FootTotals | None
    as_written: CardTotals
    in_force: CardTotals
    rulings: tuple[CardRuling, ...]
    missing: int
    sheet: tuple[str, ...] = ()

    @property
    def due(self) -> int:
        """How many lines the card needs if its owner plays to the end."""
        return sum(not line.is_sat_out for line in self.lines)

    @property
    def is_empty(self) -> bool:
        """Whether no game has a line yet, written or decided."""
        return all(line.in_force is None for line in self.lines)

    @property
    def arithmetic(self) -> list[LineChange]:
        """The corrections of the card's own arithmetic (appendix 5), in order of games."""
        return [change for line in self.lines for change in line.changes if change.is_own_arithmetic]

    @property
    def differs(self) -> bool:
        """Whether the foot totals as written are not what is in force."""
        foot, now = self.foot, self.in_force
        if foot is None:
            return False
        if isinstance(now, Totals):
            pairs = [(foot.game_points, now.game_points), (foot.plus, now.plus), (foot.minus, now.minus)]
        else:
            pairs = [(foot.total, self.sheet_total)]
        pairs.append((foot.games_won, now.to_dict()["games_won"]))
        return any(written is not None and written != right for written, right in pairs)

    @property
    def sheet_total(self) -> int:
        """The sum of a game sheet's lines in force: points pegged, or points left."""
        return next(iter(self.in_force.to_dict().values()))

    @property
    def sheet_total_as_written(self) -> int:
        """The sum of its lines as written."""
        return next(iter(self.as_written.to_dict().values()))
