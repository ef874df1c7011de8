"""Invented events: what players write on their cards, with the habits and errors of people."""

from dataclasses import dataclass, field, replace

import numpy as np

from scorecards.photo.layout import FOOT, Box, Column, boxes

BLANK, LOSS_MARK, STRUCK = " ", "-", "x"


@dataclass(frozen=True)
class Habits:
    """How a person fills the boxes."""

    align: str = "right"
    digits: int = 2
    loss: str = "0"
    dashes_unused: bool = False


@dataclass(frozen=True)
class Odd:
    """Shares of lines, 0 to 1, that are not plain.

    ``contradicts`` themselves; ``differs``: both lines of a game whose cards differ count; ``struck``: a box is crossed
    out.
    """

    contradicts: float = 0.01
    differs: float = 0.01
    struck: float = 0.01


ODD = Odd()
"""Those of the test set."""


@dataclass
class Written:
    """A card as written: for each box what stands in it, and what the lines say.

    ``lines`` has (points, plus, minus) by game, ``None`` for blank; ``odd`` says which lines are not plain: "struck",
    "contradicts", "differs" (from the other card).
    """

    games: int
    cells: dict[tuple[int, Column, int], str] = field(default_factory=dict)
    lines: dict[int, tuple[int | None, int | None, int | None]] = field(default_factory=dict)
    foot: dict[Column, int | None] = field(default_factory=dict)
    odd: dict[int, str] = field(default_factory=dict)
    opponents: dict[int, int] = field(default_factory=dict)
    totals_agree: bool = True

    def at(self, box: Box) -> str:
        """Return what stands in a box: a digit, blank, loss mark or struck."""
        return self.cells.get((box.row, box.column, box.place), BLANK)


def habits(rng: np.random.Generator) -> Habits:
    """Return a person's habits."""
    return Habits(
        align="right" if rng.random() < 0.8 else "left",
        digits=int(rng.choice([2, 1, 3], p=[0.75, 0.17, 0.08])),
        loss=LOSS_MARK if rng.random() < 0.2 else "0",
        dashes_unused=bool(rng.random() < 0.08),
    )


def spread_of(rng: np.random.Generator) -> int:
    """Return a winning margin: mostly 1 to 40, rarely up to 90."""
    return int(np.clip(round(rng.gamma(1.7, 10.5)), 1, 118))


def points_of(spread: int) -> int:
    """Return the game points of a win: 3 for a skunk."""
    return 3 if spread >= 31 else 2


def in_boxes(number: int | None, size: int, how: Habits, *, digits: int = 0) -> str:
    """Return the digits of a number as they stand in ``size`` boxes."""
    if number is None:
        return BLANK * size
    text = str(number).zfill(min(digits, size))
    return text.rjust(size) if how.align == "right" else text.ljust(size)


def event_cards(players: int, games: int, rng: np.random.Generator, *, odd: Odd = ODD) -> list[Written]:
    """Return the cards of an even field: a round robin of ``games`` rounds, fewer than ``players``."""
    cards = [Written(games) for _ in range(players)]
    how = [habits(rng) for _ in range(players)]
    ring = list(range(1, players))
    for game in range(1, games + 1):
        order = [0, *ring]
        ring = ring[1:] + ring[:1]
        for one, other in zip(order[: players // 2], reversed(order), strict=False):
            spread = spread_of(rng)
            winner, loser = (one, other) if rng.random() < 0.5 else (other, one)
            cards[winner].lines[game] = (points_of(spread), spread, None)
            cards[loser].lines[game] = (0, None, spread)
            cards[winner].opponents[game], cards[loser].opponents[game] = loser, winner
            if rng.random() < odd.differs:
                _differ(cards[winner], cards[loser], game, spread, rng)
    for card, own in zip(cards, how, strict=True):
        _finish(card, own, odd, rng)
    return cards


def _differ(winner: Written, loser: Written, game: int, spread: int, rng: np.random.Generator) -> None:
    """Let one of the two cards say another spread, by a few points or a digit."""
    other = spread
    while other == spread:
        other = int(np.clip(spread + rng.choice([-20, -10, -2, -1, 1, 2, 10, 20]), 1, 118))
    if rng.random() < 0.5:
        winner.lines[game] = (points_of(other), other, None)
        winner.odd[game] = "differs"
    else:
        loser.lines[game] = (0, None, other)
        loser.odd[game] = "differs"


def contradicting(
    points: int | None, plus: int | None, minus: int | None, rng: np.random.Generator
) -> tuple[int | None, int | None, int | None]:
    """Return a line that contradicts itself."""
    kind = rng.integers(4)
    if kind == 0 and plus is not None:
        return 5 - (points or 2), plus, minus
    if kind == 1:
        return points, minus, plus
    if kind == 2:
        return points, plus or minus, minus or plus
    return (0 if points else 2), plus, minus


def _finish(card: Written, how: Habits, odd: Odd, rng: np.random.Generator) -> None:
    for game, line in list(card.lines.items()):
        if game not in card.odd and rng.random() < odd.contradicts:
            card.lines[game] = contradicting(*line, rng)
            card.odd[game] = "contradicts"
        write_line(card, game, how)
        if game not in card.odd and rng.random() < odd.struck:
            filled = [key for key in card.cells if key[0] == game and card.cells[key].isdigit()]
            card.cells[filled[int(rng.integers(len(filled)))]] = STRUCK
            card.odd[game] = "struck"
    _write_foot(card, how, rng)


def write_line(card: Written, game: int, how: Habits) -> None:
    """Put a line's digits into its boxes."""
    points, plus, minus = card.lines[game]
    unused = LOSS_MARK if how.dashes_unused else BLANK
    texts = {
        Column.POINTS: how.loss if points == 0 else in_boxes(points, 1, how),
        Column.PLUS: in_boxes(plus, 3, how, digits=how.digits) if plus is not None else f" {unused} ",
        Column.MINUS: in_boxes(minus, 3, how, digits=how.digits) if minus is not None else f" {unused} ",
    }
    _write(card, game, texts)


def _write(card: Written, row: int, texts: dict[Column, str]) -> None:
    for column, text in texts.items():
        for place, sign in enumerate(text):
            if sign != BLANK:
                card.cells[row, column, place] = sign


def _write_foot(card: Written, how: Habits, rng: np.random.Generator) -> None:
    lines = card.lines.values()
    foot: dict[Column, int | None] = {
        Column.POINTS: sum(line[0] or 0 for line in lines),
        Column.GAMES_WON: sum(1 for line in lines if line[0]),
        Column.PLUS: sum(line[1] or 0 for line in lines),
        Column.MINUS: sum(line[2] or 0 for line in lines),
    }
    card.foot = dict(foot)
    if rng.random() < 0.04:
        card.foot = dict.fromkeys(foot)
    elif rng.random() < 0.07:
        column = list(foot)[int(rng.integers(4))]
        card.foot[column] = max((foot[column] or 0) + int(rng.choice([-10, -2, -1, 1, 2, 10])), 0)
    card.totals_agree = card.foot == foot
    own = replace(how, digits=0)
    sizes = {Column.POINTS: 2, Column.GAMES_WON: 2, Column.PLUS: 3, Column.MINUS: 3}
    _write(card, FOOT, {column: in_boxes(value, sizes[column], own) for column, value in card.foot.items()})


def dense_card(games: int, rng: np.random.Generator) -> Written:
    """Return a card for training: most boxes hold something, every digit as often."""
    card = Written(games)
    for box in boxes(games):
        chance = rng.random()
        sign = (
            str(rng.integers(10))
            if chance < 0.66
            else LOSS_MARK
            if chance < 0.72
            else STRUCK
            if chance < 0.79
            else BLANK
        )
        if sign != BLANK:
            card.cells[box.row, box.column, box.place] = sign
    return card
