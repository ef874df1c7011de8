"""Read one card as entered, find its errors, and tell its state. Lines may contradict themselves, as on paper."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from scorecards.rules.entry.typed_cards import InvalidCard, SeatPlan, TypedCard, TypedLine
from scorecards.rules.scoring_systems.interface import ScoringSystem
from tournaments.rules.types import FootTotals, Line

MAX_FOOT = 99_999


@dataclass(frozen=True, slots=True)
class CardLimits:
    """The limits of one entrant's card: the event's games, its scoring, and the other entrants' numbers."""

    games: int
    system: ScoringSystem
    owner: int
    plan: SeatPlan


def read_typed(typed: TypedCard, limits: CardLimits) -> tuple[tuple[Line, ...], FootTotals | None]:
    """Return the entered lines, and the foot totals, ``None`` where there are none.

    Raises:
        InvalidCard: something typed is no number, or cannot stand on a card.
    """
    errors: dict[str, str] = {}
    lines = tuple(_read_line(line, limits, errors) for line in typed.lines if line.is_entered)
    foot = FootTotals(
        **{field: _read_number(typed.foot.get(field, ""), f"foot-{field}", errors) for field in limits.system.foot}
    )
    errors |= {field: text for field, text in find_errors(lines, foot, limits).items() if field not in errors}
    if errors:
        raise InvalidCard(errors)
    return lines, None if foot == FootTotals() else foot


def _read_line(typed: TypedLine, limits: CardLimits, errors: dict[str, str]) -> Line:
    game = typed.game
    opponent = limits.plan.find(typed.opponent) if typed.opponent.strip() else None
    if typed.opponent.strip() and opponent is None:
        errors[f"opponent-{game}"] = f"Game {game}: no player has seat or number {typed.opponent.strip()}."
    return Line(
        game,
        opponent,
        **{
            column: _read_number(typed.value(column), f"{column}-{game}", errors)
            for column in limits.system.columns.line
        },
    )


def _read_number(text: str, field: str, errors: dict[str, str]) -> int | None:
    text = text.strip()
    if not text:
        return None
    if re.fullmatch(r"[0-9]{1,6}", text) is None:
        errors[field] = f"{_place(field)}: {text[:20]} is not a number."
        return None
    return int(text)


def _place(field: str) -> str:
    name, _, which = field.partition("-")
    return f"Foot total, {which.replace('_', ' ')}" if name == "foot" else f"Game {which}, {name}"


def find_errors(lines: Sequence[Line], foot: FootTotals | None, limits: CardLimits) -> dict[str, str]:
    """Return by field what a card cannot have, by the rules of event files. Contradictions are allowed."""
    errors: dict[str, str] = {}
    games: set[int] = set()
    for line in lines:
        if not 1 <= line.game <= limits.games or line.game in games:
            errors[f"game-{line.game}"] = f"Game {line.game} is not one of this card's {limits.games} games."
        games.add(line.game)
        errors |= _line_errors(line, limits)
    for field in limits.system.foot if foot is not None else ():
        value = getattr(foot, field)
        if value is not None and not 0 <= value <= MAX_FOOT:
            errors[f"foot-{field}"] = f"{_place(f'foot-{field}')}: {value} is too much."
    return errors


def _line_errors(line: Line, limits: CardLimits) -> dict[str, str]:
    errors = {}
    if line.opponent == limits.owner:
        errors[f"opponent-{line.game}"] = f"Game {line.game}: the opponent is the owner of this card."
    elif line.opponent is not None and line.opponent not in limits.plan.numbers:
        errors[f"opponent-{line.game}"] = f"Game {line.game}: no entrant has the number {line.opponent}."
    return errors | {
        f"{column}-{line.game}": f"Game {line.game}: {text}" for column, text in limits.system.line_errors(line).items()
    }


class CardState(Enum):
    """The state of a card."""

    NOT_IN = "missing"
    IN_PART = "entered in part"
    DIFFERS = "totals differ"
    KEYED = "entered"
    CHECKED = "checked"


def state_of(
    *, number_of_lines: int, foot: FootTotals | None, missing: int, agrees: bool, is_sum_wrong: bool
) -> CardState:
    """Return the state of a card. ``missing`` counts games without a line or a decision.

    ``agrees`` tells that each of its games says the same on the opponent's card, or was ruled on, and that its game
    points are right; ``is_sum_wrong`` that its foot is not the sum of its lines. Initials settle both.
    """
    if not number_of_lines and foot is None:
        return CardState.NOT_IN
    if missing:
        return CardState.IN_PART
    if is_sum_wrong:
        return CardState.DIFFERS
    return CardState.CHECKED if agrees else CardState.KEYED
