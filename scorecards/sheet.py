"""One card as the entry page shows it: each line as typed, with names, mistakes and what the schedule says."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from scorecards.entry import FOOT_FIELDS, SeatPlan, TypedCard, TypedLine
from tournaments.schedulecheck import games_in_words

FOOT_LABELS = {
    "game_points": "Game points",
    "games_won": "Games won",
    "plus": "Plus",
    "minus": "Minus",
}


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line on the page. ``opponent`` is the name for the seat or number that was typed.

    A line that is not due may stay empty: ``is_sat_out`` tells that the schedule leaves the owner out of this game.
    """

    typed: TypedLine
    opponent: str
    is_scheduled: bool
    is_due: bool
    is_sat_out: bool
    mistakes: Sequence[str]

    @property
    def game(self) -> int:
        """The number of the game."""
        return self.typed.game


@dataclass(frozen=True, slots=True)
class FootTotal:
    """One total at the foot. ``digits`` is how many it has on a usual card: then the cursor moves on."""

    name: str
    label: str
    typed: str
    digits: int
    mistake: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The card: its lines in two halves, as they stand side by side, and the foot."""

    lines: Sequence[SheetLine]
    foot: Sequence[FootTotal]
    mistakes: Sequence[str] = field(default=())

    @property
    def sat_out(self) -> str:
        """Which games the owner sits out, in words: ``game 3``, or ``games 1 and 2``; blank where none."""
        games = [line.game for line in self.lines if line.is_sat_out]
        return games_in_words(games) if games else ""

    @property
    def halves(self) -> list[Sequence[SheetLine]]:
        """The lines in two columns; a short card has one."""
        half = -(-len(self.lines) // 2) if len(self.lines) > 9 else len(self.lines)
        return [part for part in (self.lines[:half], self.lines[half:]) if part]


def make_sheet(
    typed: TypedCard,
    *,
    plan: SeatPlan,
    names: Mapping[int, str],
    scheduled: Mapping[int, int],
    due: Collection[int],
    sat_out: Collection[int],
    most_a_game: int,
    mistakes: Mapping[str, str],
) -> Sheet:
    """Lay a card out for the page. ``due`` and ``sat_out`` are games; ``mistakes`` are by field, as they were found."""
    lines = []
    for line in typed.lines:
        number = plan.find(line.opponent) if line.opponent else None
        wrong = [text for name, text in mistakes.items() if name.endswith(f"-{line.game}")]
        game, name = line.game, names.get(number or 0, "")
        lines.append(SheetLine(line, name, game in scheduled, game in due, game in sat_out, wrong))
    games = len(typed.lines)
    digits = {
        "game_points": len(str(games * most_a_game)),
        "games_won": len(str(games)),
        "plus": 3,
        "minus": 3,
    }
    foot = [
        FootTotal(
            name, FOOT_LABELS[name], typed.foot.get(name, ""), digits[name], mistakes.get(f"foot-{name}", "")
        )
        for name in FOOT_FIELDS
    ]
    return Sheet(lines, foot, list(mistakes.values()))


@dataclass(frozen=True, slots=True)
class Difference:
    """One line, or the foot, on which two versions of a card differ. Each side is in words."""

    field: str
    label: str
    mine: str
    theirs: str


def differences(mine: TypedCard, theirs: TypedCard, plan: SeatPlan) -> list[Difference]:
    """Return what differs between what somebody typed and what was saved meanwhile."""
    found = [
        Difference(str(own.game), f"Game {own.game}", line_in_words(own), line_in_words(other))
        for own, other in zip(mine.lines, theirs.lines, strict=True)
        if _figures(own, plan) != _figures(other, plan)
    ]
    feet = [_foot_figures(card) for card in (mine, theirs)]
    if feet[0] != feet[1]:
        found.append(Difference("foot", "Foot totals", *(foot_in_words(card) for card in (mine, theirs))))
    return found


def _figures(line: TypedLine, plan: SeatPlan) -> tuple[object, ...]:
    """Return what makes two lines the same; opponents of lines that are not keyed are nobody's typing."""
    if not line.is_keyed:
        return ()
    figures = (text.lstrip("0") or text for text in (line.points, line.plus, line.minus))
    return (plan.find(line.opponent) or line.opponent, *figures)


def _foot_figures(card: TypedCard) -> list[str]:
    return [card.foot.get(name, "").lstrip("0") for name in FOOT_FIELDS]


def line_in_words(line: TypedLine) -> str:
    """Say what one line has: ``B-5: 2 points, plus 16``."""
    if not line.is_keyed:
        return "not keyed"
    parts = [
        f"{line.points} points" if line.points else "",
        f"plus {line.plus}" if line.plus else "",
        f"minus {line.minus}" if line.minus else "",
    ]
    return f"{line.opponent or 'no opponent'}: {', '.join(filter(None, parts)) or 'left blank'}"


def foot_in_words(card: TypedCard) -> str:
    """Say what the foot has: ``25/11, plus 181, minus 160``."""
    texts = [card.foot.get(name, "") or "–" for name in FOOT_FIELDS]
    if not any(card.foot.get(name) for name in FOOT_FIELDS):
        return "none"
    return f"{texts[0]}/{texts[1]}, plus {texts[2]}, minus {texts[3]}"
