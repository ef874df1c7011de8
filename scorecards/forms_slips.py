"""Reading what the form of a slip sends: a winner and a margin, or both sides' points of a game sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scorecards.cardkinds import CardKind
from scorecards.entry import InvalidCard, SeatPlan
from scorecards.pegged import GameSheet
from scorecards.typed_slips import AnySlip, SheetSlip, Slip
from tournaments.cardcolumns import GAME_HOLE

MOST_LETTERS = 40

Opponents = Callable[[int], int | None]
"""Whom somebody plays in this game by the schedule, by number; ``None`` where it does not say."""


def slip_fields(kind: CardKind) -> tuple[str, ...]:
    """Return the fields that are typed."""
    return (
        ("first", "firsts", "seconds", "second")
        if isinstance(kind, GameSheet)
        else ("winner", "loser", "margin")
    )


def typed_slip(post: Mapping[str, str], kind: CardKind) -> dict[str, str]:
    """Return every field as it was typed."""
    return {name: post.get(name, "")[:MOST_LETTERS].strip() for name in slip_fields(kind)}


def read_slip(
    game: int, typed: Mapping[str, str], plan: SeatPlan, scheduled: Opponents, kind: CardKind
) -> AnySlip:
    """Read a slip; the other side may be left out where the schedule knows who it was.

    Raises:
        InvalidCard: somebody or some number cannot be read; by field.
    """
    if isinstance(kind, GameSheet):
        return _read_sheet_slip(game, typed, plan, scheduled)
    mistakes: dict[str, str] = {}
    winner, loser = _both(typed, ("winner", "loser"), plan, scheduled, mistakes)
    margin = typed["margin"]
    if not _is_number(margin):
        mistakes["margin"] = f"{margin or 'Nothing'} is not a margin (1 to {GAME_HOLE})."
    if winner is None or loser is None or mistakes:
        raise InvalidCard(mistakes)
    return Slip(game, winner, loser, int(margin))


def _read_sheet_slip(game: int, typed: Mapping[str, str], plan: SeatPlan, scheduled: Opponents) -> SheetSlip:
    mistakes: dict[str, str] = {}
    first, second = _both(typed, ("first", "second"), plan, scheduled, mistakes)
    for field in ("firsts", "seconds"):
        if not _is_number(typed[field]):
            mistakes[field] = f"{typed[field] or 'Nothing'} is not a number of points (0 to {GAME_HOLE})."
    if first is None or second is None or mistakes:
        raise InvalidCard(mistakes)
    return SheetSlip(game, first, second, int(typed["firsts"]), int(typed["seconds"]))


def _both(
    typed: Mapping[str, str],
    fields: tuple[str, str],
    plan: SeatPlan,
    scheduled: Opponents,
    mistakes: dict[str, str],
) -> tuple[int | None, int | None]:
    one, two = fields
    first = plan.find(typed[one])
    if first is None:
        mistakes[one] = f"Nobody has the seat or number {typed[one] or '(none)'}."
    other = plan.find(typed[two]) if typed[two] else (None if first is None else scheduled(first))
    if other is None and typed[two]:
        mistakes[two] = f"Nobody has the seat or number {typed[two]}."
    elif other is None and first is not None:
        mistakes[two] = (
            "The schedule does not say whom the winner played: write the loser's seat or number."
            if one == "winner"
            else "The schedule does not say whom they played: write the other side's seat or number."
        )
    return first, other


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 5


def slip_taken_back(post: Mapping[str, str], kind: CardKind) -> AnySlip:
    """Return the slip that is to be taken back; what is no number is 0, which is nobody's."""

    def number(name: str) -> int:
        text = post.get(name, "")
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0

    if isinstance(kind, GameSheet):
        return SheetSlip(*(number(name) for name in ("game", "first", "second", "firsts", "seconds")))
    return Slip(*(number(name) for name in ("game", "winner", "loser", "margin")))
