"""One card as it is keyed: reading what was typed, what may stand on a card, and how far the card has come.

What was typed is text until :func:`read_typed` has read it, so that nothing of it is lost where a part cannot be
read. A line may contradict itself: it is kept as it stands on the paper.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from scorecards.cardkinds import SPREAD_FOOT, CardKind, columns_of, foot_errors, foot_of
from scorecards.pegged import GameSheet
from tournaments.cardcolumns import GAME_HOLE
from tournaments.eventfile import HIGHEST_SPREAD, LOWEST_SPREAD, FootTotals, Line

MOST_FOOT = 99_999
FOOT_FIELDS = SPREAD_FOOT


@dataclass(frozen=True, slots=True)
class TypedLine:
    """One line as typed. ``is_blank`` tells that the paper has nothing there, rather than that it is not keyed.

    The columns are those of :class:`tournaments.eventfile.Line`.
    """

    game: int
    opponent: str = ""
    points: str = ""
    plus: str = ""
    minus: str = ""
    is_blank: bool = False
    own: str = ""
    theirs: str = ""
    left: str = ""

    @property
    def is_keyed(self) -> bool:
        """Whether this line is in. An opponent alone is no line: the schedule fills that in by itself."""
        return self.is_blank or any((self.points, self.plus, self.minus, self.own, self.theirs, self.left))

    def figure(self, column: str) -> str:
        """Return what was typed in a column."""
        return str(getattr(self, column))


@dataclass(frozen=True, slots=True)
class TypedCard:
    """A card as typed: every line, and the foot totals by name."""

    lines: Sequence[TypedLine]
    foot: Mapping[str, str]


class InvalidCard(Exception):
    """What was typed cannot stand on a card. ``mistakes`` are by field: ``plus-3``, ``foot-game_points``."""

    def __init__(self, mistakes: Mapping[str, str]) -> None:
        super().__init__("; ".join(mistakes.values()))
        self.mistakes = mistakes


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who holds a card, by number and by seat. ``seats`` and ``numbers`` are of the same entrants."""

    seats: Mapping[str, int]
    numbers: Collection[int]

    @classmethod
    def of(cls, people: Iterable[tuple[int, str]]) -> SeatPlan:
        """Return the plan for entrants given as number and seat."""
        people = list(people)
        return cls({seat.casefold(): number for number, seat in people if seat}, {n for n, _ in people})

    def find(self, text: str) -> int | None:
        """Return whose seat or number this is: ``B-5``, ``b5``, ``2-5`` (the second table) or ``17``."""
        wanted = text.strip().casefold()
        if wanted in self.seats:
            return self.seats[wanted]
        if wanted.isdecimal():
            return int(wanted) if int(wanted) in self.numbers else None
        parts = re.fullmatch(r"([a-z]+|[0-9]+)-?([0-9]+)", wanted)
        if parts is None:
            return None
        table, seat = parts.groups()
        label = table_letters(int(table)) if table.isdecimal() else table
        return self.seats.get(f"{label}-{int(seat)}")


def table_letters(table: int) -> str:
    """Return the letters of a table, counted from 1: a to z, then aa; a number pad has no letters."""
    letters = ""
    while table > 0:
        table, rest = divmod(table - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


@dataclass(frozen=True, slots=True)
class Limits:
    """What may stand on one entrant's card: the event's games, the kind of card, and the others' numbers."""

    games: int
    scheme: CardKind
    owner: int
    plan: SeatPlan

    @property
    def points(self) -> tuple[int, ...]:
        """The game points that a line may carry; none on a game sheet."""
        if isinstance(self.scheme, GameSheet):
            return ()
        return tuple(sorted({0, *self.scheme.by_spread[LOWEST_SPREAD:]}))


def read_typed(typed: TypedCard, limits: Limits) -> tuple[tuple[Line, ...], FootTotals | None]:
    """Return the lines that are in, and the foot totals, ``None`` where none was written.

    Raises:
        InvalidCard: something typed is no number, or cannot stand on a card.
    """
    mistakes: dict[str, str] = {}
    lines = tuple(_read_line(line, limits, mistakes) for line in typed.lines if line.is_keyed)
    foot = FootTotals(
        **{
            field: _read_number(typed.foot.get(field, ""), f"foot-{field}", mistakes)
            for field in foot_of(limits.scheme)
        }
    )
    mistakes |= {
        field: text for field, text in find_mistakes(lines, foot, limits).items() if field not in mistakes
    }
    if mistakes:
        raise InvalidCard(mistakes)
    return lines, None if foot == FootTotals() else foot


def _read_line(typed: TypedLine, limits: Limits, mistakes: dict[str, str]) -> Line:
    game = typed.game
    opponent = limits.plan.find(typed.opponent) if typed.opponent.strip() else None
    if typed.opponent.strip() and opponent is None:
        mistakes[f"opponent-{game}"] = f"Game {game}: nobody has the seat or number {typed.opponent.strip()}."
    return Line(
        game,
        opponent,
        **{
            column: _read_number(typed.figure(column), f"{column}-{game}", mistakes)
            for column in columns_of(limits.scheme)
        },
    )


def _read_number(text: str, field: str, mistakes: dict[str, str]) -> int | None:
    text = text.strip()
    if not text:
        return None
    if re.fullmatch(r"[0-9]{1,6}", text) is None:
        mistakes[field] = f"{_place(field)}: {text[:20]} is not a number."
        return None
    return int(text)


def _place(field: str) -> str:
    """Say which field of the card is meant."""
    name, _, which = field.partition("-")
    return f"Foot total, {which.replace('_', ' ')}" if name == "foot" else f"Game {which}, {name}"


def find_mistakes(lines: Sequence[Line], foot: FootTotals | None, limits: Limits) -> dict[str, str]:
    """Return by field what cannot stand on a card, as in the event file. Contradictions may."""
    mistakes: dict[str, str] = {}
    games: set[int] = set()
    for line in lines:
        if not 1 <= line.game <= limits.games or line.game in games:
            mistakes[f"game-{line.game}"] = (
                f"Game {line.game} is not one of this card's {limits.games} games."
            )
        games.add(line.game)
        mistakes |= _line_mistakes(line, limits)
    for field in foot_of(limits.scheme) if foot is not None else ():
        value = getattr(foot, field)
        if value is not None and not 0 <= value <= MOST_FOOT:
            mistakes[f"foot-{field}"] = f"{_place(f'foot-{field}')}: {value} is too much."
    return mistakes


def _line_mistakes(line: Line, limits: Limits) -> dict[str, str]:
    mistakes = {}
    if line.opponent == limits.owner:
        mistakes[f"opponent-{line.game}"] = f"Game {line.game}: the opponent is the owner of this card."
    elif line.opponent is not None and line.opponent not in limits.plan.numbers:
        mistakes[f"opponent-{line.game}"] = f"Game {line.game}: no entrant has the number {line.opponent}."
    if isinstance(limits.scheme, GameSheet):
        return mistakes | _sheet_mistakes(line, columns_of(limits.scheme))
    if line.points is not None and line.points not in limits.points:
        allowed = ", ".join(map(str, limits.points))
        mistakes[f"points-{line.game}"] = f"Game {line.game}: {line.points} are no game points ({allowed})."
    for column, spread in (("plus", line.plus), ("minus", line.minus)):
        if spread is not None and not LOWEST_SPREAD <= spread <= HIGHEST_SPREAD:
            mistakes[f"{column}-{line.game}"] = (
                f"Game {line.game}: {spread} is not a spread ({LOWEST_SPREAD} to {HIGHEST_SPREAD})."
            )
    return mistakes


def _sheet_mistakes(line: Line, columns: Sequence[str]) -> dict[str, str]:
    """Return what cannot stand on a line of a game sheet; what says nothing about who won may."""
    figures = {column: getattr(line, column) for column in columns}
    return {
        f"{column}-{line.game}": f"Game {line.game}: {figure} is more than the board has (0 to {GAME_HOLE})."
        for column, figure in figures.items()
        if figure is not None and not 0 <= figure <= GAME_HOLE
    }


class CardState(Enum):
    """How far a card has come."""

    NOT_IN = "not in"
    IN_PART = "keyed in part"
    DIFFERS = "totals differ"
    KEYED = "keyed"
    CHECKED = "checked"


def state_of(
    *, lines: Sequence[Line], foot: FootTotals | None, missing: int, agrees: bool, scheme: CardKind
) -> CardState:
    """Return how far a card has come. ``missing`` counts games without a line, decided games aside.

    ``agrees`` tells that each of its games says the same on the opponent's card, or was ruled on.
    """
    if not lines and foot is None:
        return CardState.NOT_IN
    if missing:
        return CardState.IN_PART
    if foot is not None and foot_errors(scheme, foot, lines):
        return CardState.DIFFERS
    return CardState.CHECKED if agrees else CardState.KEYED


def lines_agree(owner: int, line: Line, other: int, others_line: Line, scheme: CardKind) -> bool:
    """Tell whether two cards say the same about their game: there is nothing left to ask."""
    if line.opponent != other or others_line.opponent != owner:
        return False
    if isinstance(scheme, GameSheet):
        return scheme.why_unsettled(line, others_line) is None
    winner, loser = (line, others_line) if line.points else (others_line, line)
    return (
        winner.plus is not None
        and winner.minus is None
        and loser.plus is None
        and winner.plus == loser.minus
        and loser.points == 0
        and winner.points == scheme.by_spread[winner.plus]
    )
