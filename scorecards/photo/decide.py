"""Decides line by line what is certain, by what a card itself has to obey.

The values of a line are always what its ink reads best. The rules (points follow from the spread, one column is used,
totals are sums) only tell how likely that is: a line that contradicts itself is doubtful however clear its ink is, and
no rule puts another value in its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scorecards.photo.classify import SIGNS, Probabilities
from scorecards.photo.layout import FOOT, FOOT_COLUMNS, LINE_COLUMNS, Box, Column
from scorecards.photo.reading import BoxReading, Doubt, FootReading, LineReading, Rectangle
from tournaments.rules.constants import MAX_SPREAD
from tournaments.rules.scorings import ACC, Scoring

Floats = NDArray[np.float64]

BLANK, DASH, STRUCK = (SIGNS.index(sign) for sign in ("", "-", "x"))
_NO_DIGIT = len(SIGNS)
"""Blank or dash: neither is a digit."""


@cache
def _ways(boxes: int) -> tuple[NDArray[np.intp], Floats, NDArray[np.intp]]:
    """Return signs in the boxes, how likely a number is placed so, and the number, for each way of each number."""
    signs, weights, numbers = [], [], []
    for number in range(10**boxes):
        shortest = len(str(number))
        lengths = range(shortest, boxes + 1)
        total = sum(_length_weight(length, shortest) for length in lengths)
        for length in lengths:
            digits = [int(digit) for digit in str(number).zfill(length)]
            places = boxes - length + 1
            for start in range(places):
                signs.append([_NO_DIGIT] * start + digits + [_NO_DIGIT] * (boxes - length - start))
                # Most people write to the right.
                side = 1.0 if places == 1 else 0.7 if start == places - 1 else 0.3 / (places - 1)
                weights.append(_length_weight(length, shortest) / total * side)
                numbers.append(number)
    return np.array(signs, np.intp), np.array(weights), np.array(numbers, np.intp)


def _length_weight(length: int, shortest: int) -> float:
    return {0: 0.3, 1: 0.6, 2: 0.1}[length - shortest] if shortest == 1 else {0: 0.9, 1: 0.1}[length - shortest]


def likelihoods(found: Probabilities) -> tuple[float, Floats]:
    """Return how likely two or three boxes are empty, and how likely each number is, from 0 to 99 or 999."""
    signs, weights, numbers = _ways(len(found))
    empty = found[:, BLANK] + found[:, DASH]
    table = np.column_stack([found, empty])
    likely = weights * np.prod([table[box, signs[:, box]] for box in range(len(found))], axis=0)
    return float(empty.prod()), np.bincount(numbers, likely, minlength=10 ** len(found)).astype(np.float64)


def plain(signs: Sequence[str]) -> int | None:
    """Return the number that signs say as they stand, ``None`` for no digit.

    Raises:
        ValueError: a box is crossed out, or digits do not stand side by side.
    """
    text = "".join(sign if sign.isdigit() else "x" if sign == "x" else " " for sign in signs)
    digits = text.strip()
    if not digits:
        return None
    if not digits.isdigit():
        raise ValueError(text)
    return int(digits)


CERTAIN = 0.992
"""How likely a line has to be as read to be filled in."""
TORN = 0.5
"""A box that is less sure by its ink leaves its line in doubt, however well the totals agree."""
CROSSED_OUT = 0.1
"""How likely a box may be crossed out at most: from here on a person looks, whatever the totals or the other card."""
ODD_LINES = 0.03
"""The share of lines that contradict themselves, or are not complete, as the reader expects them."""
BLANK_LINES = 0.01
WRONG_TOTALS = 0.1
"""The share of totals that are not the sum of their lines."""
_DOUBT_OF_NET = 1e-3
"""The net is never surer than this: a sign that it has never seen."""

_SPREADS = np.arange(MAX_SPREAD + 1)
_USUAL = np.where(_SPREADS > 0, np.exp(-_SPREADS / 18.0) + 0.02, 0.0)
_USUAL = _USUAL / _USUAL.sum()
"""How often each winning spread is expected: small ones more often, none never."""
_NO_POINTS = 0.1
_EMPTY, _ANY_SPREAD = 0.48, 0.5
"""How often an odd line has no game points, and how often a column of it is empty or has a spread."""


@dataclass(frozen=True, slots=True)
class _Belief:
    """How likely each thing is that a line may say; all sum to 1. ``wins[s]`` and ``losses[s]`` are by spread.

    ``odd`` is everything that contradicts itself or is not complete; ``odd_plus`` and ``odd_minus`` are what it would
    add to the totals, 0 to 999.
    """

    wins: Floats
    losses: Floats
    blank: float
    odd: float
    odd_plus: Floats
    odd_minus: Floats

    def scaled(self, wins: Floats, losses: Floats, other: float) -> _Belief:
        """Return the belief after more evidence."""
        new = (self.wins * wins, self.losses * losses, self.blank * other, self.odd * other)
        total = float(new[0].sum() + new[1].sum() + new[2] + new[3])
        if total <= 0:
            return self
        return replace(self, wins=new[0] / total, losses=new[1] / total, blank=new[2] / total, odd=new[3] / total)


def decide(
    places: Sequence[Box], found: Probabilities, where: Sequence[Rectangle], scheme: Scoring = ACC
) -> tuple[tuple[LineReading, ...], FootReading]:
    """Return lines and foot of a card from the probabilities of its boxes, n x 13, in the order of ``places``."""
    found = found * (1 - _DOUBT_OF_NET) + _DOUBT_OF_NET / len(SIGNS)
    rows: dict[int, dict[Column, list[int]]] = {}
    for number, box in enumerate(places):
        rows.setdefault(box.row, {}).setdefault(box.column, []).append(number)
    read = [_box_reading(box, found[number], at) for number, (box, at) in enumerate(zip(places, where, strict=True))]
    games = sorted(row for row in rows if row != FOOT)
    beliefs = [_belief({column: found[rows[game][column]] for column in LINE_COLUMNS}, scheme) for game in games]
    foot = {column: found[rows[FOOT][column]] for column in FOOT_COLUMNS}
    beliefs = _with_totals(beliefs, foot, scheme)
    lines = tuple(
        _line(
            game,
            belief,
            {column: [read[n] for n in numbers] for column, numbers in rows[game].items()},
            found[[n for numbers in rows[game].values() for n in numbers], STRUCK],
            scheme,
        )
        for game, belief in zip(games, beliefs, strict=True)
    )
    return lines, _foot(lines, {column: [read[n] for n in numbers] for column, numbers in rows[FOOT].items()})


def _box_reading(box: Box, found: Floats, where: Rectangle) -> BoxReading:
    best = int(found.argmax())
    return BoxReading(box.column, box.place, SIGNS[best], float(found[best]), where)


def _points_of(found: Probabilities) -> Floats:
    """Return how likely the box of game points says 0 to 9; a dash is a loss."""
    points = found[0, :10].copy()
    points[0] += found[0, DASH]
    return points


def _belief(found: dict[Column, Probabilities], scheme: Scoring) -> _Belief:
    points = _points_of(found[Column.POINTS])
    no_points = float(found[Column.POINTS][0, SIGNS.index("")])
    no_plus, plus = likelihoods(found[Column.PLUS])
    no_minus, minus = likelihoods(found[Column.MINUS])
    worth = np.array(scheme.by_spread)
    usual = (1 - ODD_LINES - BLANK_LINES) / 2 * _USUAL
    wins = usual * points[worth] * plus[: MAX_SPREAD + 1] * no_minus
    losses = usual * points[0] * minus[: MAX_SPREAD + 1] * no_plus
    blank = BLANK_LINES * no_points * no_plus * no_minus
    # What is odd may have any points, and a spread in either column, in both or in none; what is not odd is left out.
    odd_points = _any_points(scheme) * points
    odd_plus, odd_minus = (_any_number(numbers, none) for numbers, none in ((plus, no_plus), (minus, no_minus)))
    any_points = float(odd_points.sum()) + _NO_POINTS * no_points
    odd = any_points * float(odd_plus.sum() * odd_minus.sum())
    spreads = _ANY_SPREAD * _EMPTY * _USUAL
    odd -= float((odd_points[worth] * spreads * plus[: MAX_SPREAD + 1]).sum()) * no_minus
    odd -= float(odd_points[0] * (spreads * minus[: MAX_SPREAD + 1]).sum()) * no_plus
    odd -= _NO_POINTS * no_points * _EMPTY**2 * no_plus * no_minus
    odd = ODD_LINES * max(odd, 0.0)
    total = float(wins.sum() + losses.sum() + blank + odd) or 1.0
    return _Belief(
        wins / total,
        losses / total,
        blank / total,
        odd / total,
        odd_plus / (odd_plus.sum() or 1.0),
        odd_minus / (odd_minus.sum() or 1.0),
    )


def _any_points(scheme: Scoring) -> Floats:
    """Return how often an odd line has 0 to 9 game points: mostly some that a game can have."""
    likely = np.full(10, 0.01)
    usual = [0, *sorted(set(scheme.by_spread[1:]))]
    likely[usual] += 0.8 / len(usual)
    return likely


def _any_number(numbers: Floats, none: float) -> Floats:
    """Return how likely a column says each number, 0 to 999, if nothing is known; nothing counts as 0."""
    likely = np.full(len(numbers), 0.02 / len(numbers))
    likely[: MAX_SPREAD + 1] += _ANY_SPREAD * _USUAL
    likely *= numbers
    likely[0] += _EMPTY * none
    return likely


def _with_totals(beliefs: Sequence[_Belief], foot: dict[Column, Probabilities], scheme: Scoring) -> list[_Belief]:
    """Return what the totals at the foot make of each line, given what the other lines may say."""
    worth = np.array(scheme.by_spread)
    spreads = _SPREADS
    count = len(beliefs)
    evidence = {
        Column.PLUS: _evidence([_sums(b, b.wins, spreads, b.odd_plus) for b in beliefs], foot[Column.PLUS]),
        Column.MINUS: _evidence([_sums(b, b.losses, spreads, b.odd_minus) for b in beliefs], foot[Column.MINUS]),
    }
    any_points = np.zeros(4)
    any_points[[0, 2, 3]] = (0.5, 0.3, 0.2)
    points = [_sums(b, b.wins, worth, any_points) for b in beliefs]
    won = [_sums(b, b.wins, np.minimum(spreads, 1), np.array([0.5, 0.5])) for b in beliefs]
    evidence[Column.POINTS] = _evidence(points, foot[Column.POINTS])
    evidence[Column.GAMES_WON] = _evidence(won, foot[Column.GAMES_WON])
    changed = []
    for number in range(count):
        plus, minus, score, wins = (
            evidence[column][number] for column in (Column.PLUS, Column.MINUS, Column.POINTS, Column.GAMES_WON)
        )
        belief = beliefs[number]
        if_won = plus[spreads] * minus[0] * score[worth] * wins[1]
        if_lost = plus[0] * minus[spreads] * score[0] * wins[0]
        odd = float((belief.odd_plus * plus).sum() * (belief.odd_minus * minus).sum())
        odd *= float((any_points * score[:4]).sum() * wins[:2].mean())
        changed.append(belief.scaled(if_won, if_lost, odd))
    return changed


def _sums(belief: _Belief, likely: Floats, worth: NDArray[np.int_], odd: Floats) -> Floats:
    """Return how likely a line adds each number to a total."""
    adds = np.bincount(worth, likely, minlength=max(len(odd), int(worth.max()) + 1)).astype(np.float64)
    adds[: len(odd)] += belief.odd * odd
    adds[0] += 1 - adds.sum()
    return adds


def _evidence(adds: Sequence[Floats], found: Probabilities) -> list[Floats]:
    """Return for each line how well each number that it may add goes with the total as written.

    A total says little by itself: it may be wrong, or be read wrongly. Where none is written, all are 1.
    """
    none, total = likelihoods(found)
    size = len(total)
    if none > total.sum():
        return [np.ones(size)] * len(adds)
    total = total / total.sum()
    before, after = [_one(size)], [_one(size)]
    for one in adds:
        before.append(_added(before[-1], one, size))
    for one in reversed(adds):
        after.append(_added(after[-1], one, size))
    evidence = []
    for number in range(len(adds)):
        others = np.convolve(before[number], after[len(adds) - 1 - number])[:size]
        # For each number v: the sum over totals t of P(t) * P(the others make t - v).
        fits = np.correlate(total, others, mode="full")[size - 1 :]
        evidence.append((1 - WRONG_TOTALS) * fits + WRONG_TOTALS / size)
    return evidence


def _one(size: int) -> Floats:
    start = np.zeros(size)
    start[0] = 1.0
    return start


def _added(sums: Floats, adds: Floats, size: int) -> Floats:
    total = np.zeros(size)
    for number in np.flatnonzero(adds > 1e-7):
        if number < size:
            total[number:] += adds[number] * sums[: size - number]
    return total


def judge(points: int | None, plus: int | None, minus: int | None, scheme: Scoring = ACC) -> Doubt | None:
    """Return why a line cannot stand as it is, ``None`` for a win, a loss or a blank line."""
    if (points, plus, minus) == (None, None, None):
        return None
    if plus is not None and minus is not None:
        return Doubt.CONTRADICTS
    spread = plus if plus is not None else minus
    if points is None or spread is None:
        return Doubt.INCOMPLETE
    if not 1 <= spread <= MAX_SPREAD:
        return Doubt.CONTRADICTS
    return None if points == (scheme.by_spread[spread] if plus is not None else 0) else Doubt.CONTRADICTS


def _line(
    game: int, belief: _Belief, read: dict[Column, list[BoxReading]], struck: Floats, scheme: Scoring
) -> LineReading:
    """Return a line as its ink reads best. ``struck`` is how likely each of its boxes is crossed out."""
    boxes = tuple(box for column in LINE_COLUMNS for box in read[column])
    values: list[int | None] = []
    is_struck = float(struck.max()) >= CROSSED_OUT
    for column in LINE_COLUMNS:
        signs = [box.sign for box in read[column]]
        if column is Column.POINTS:
            signs = ["0" if sign == "-" else sign for sign in signs]
        try:
            values.append(plain(signs))
        except ValueError:
            values.append(None)
            is_struck = True
    points, plus, minus = values
    doubt = Doubt.STRUCK if is_struck else judge(points, plus, minus, scheme)
    confidence = 0.0
    if doubt is None:
        confidence = float(
            belief.wins[plus] if plus is not None else belief.losses[minus] if minus is not None else belief.blank
        )
        # What a line may say has no crossed-out digit in it: totals would make a digit of it.
        confidence *= float(np.prod(1 - struck))
        is_torn = min(box.confidence for box in boxes) < TORN
        doubt = Doubt.UNSURE if is_torn or confidence < CERTAIN else None
    return LineReading(game, points, plus, minus, confidence, doubt, boxes)


def _foot(lines: Sequence[LineReading], read: dict[Column, list[BoxReading]]) -> FootReading:
    totals: dict[Column, int | None] = {}
    confidence = {}
    for column, boxes in read.items():
        try:
            totals[column] = plain([box.sign for box in boxes])
            confidence[column] = float(np.prod([box.confidence for box in boxes]))
        except ValueError:
            totals[column], confidence[column] = None, 0.0
    sums = {
        Column.GAMES_WON: sum(1 for line in lines if line.points),
        Column.POINTS: sum(line.points or 0 for line in lines),
        Column.PLUS: sum(line.plus or 0 for line in lines),
        Column.MINUS: sum(line.minus or 0 for line in lines),
    }
    return FootReading(totals, sums, confidence, tuple(box for boxes in read.values() for box in boxes))
