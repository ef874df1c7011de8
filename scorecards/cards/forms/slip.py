"""Read the form of a slip: two sides, and the values of their game."""

from collections.abc import Callable, Mapping

from scorecards.rules.entry.typed_cards import InvalidCard, SeatPlan
from scorecards.rules.entry.typed_slips import SlipFields, TypedSlip
from tournaments.rules.text import whole_number

MAX_LETTERS = 40

Opponents = Callable[[int], int | None]
"""Whom somebody plays in this game by the schedule, by number; ``None`` where it does not say."""


def typed_slip(post: Mapping[str, str], form: SlipFields) -> dict[str, str]:
    """Return every field as it was typed."""
    return {name: post.get(name, "")[:MAX_LETTERS].strip() for name in form.fields}


def read_slip(game: int, typed: Mapping[str, str], plan: SeatPlan, scheduled: Opponents, form: SlipFields) -> TypedSlip:
    """Read a slip, the other side from the schedule if blank; InvalidCard, by field, for what cannot be read."""
    errors: dict[str, str] = {}
    first, second = _both(typed, plan, scheduled, form, errors)
    errors |= {
        name: f"{typed[name] or 'Nothing'} {form.not_a_value}"
        for name in form.value_names
        if whole_number(typed[name], digits=4) is None
    }
    if first is None or second is None or errors:
        raise InvalidCard(errors)
    return TypedSlip(game, first, second, tuple(int(typed[name]) for name in form.value_names))


def _both(
    typed: Mapping[str, str], plan: SeatPlan, scheduled: Opponents, form: SlipFields, errors: dict[str, str]
) -> tuple[int | None, int | None]:
    one, two = form.sides
    first = plan.find(typed[one])
    if first is None:
        errors[one] = f"No player has seat or number {typed[one] or '(none)'}."
    other = plan.find(typed[two]) if typed[two] else (None if first is None else scheduled(first))
    if other is None and typed[two]:
        errors[two] = f"No player has seat or number {typed[two]}."
    elif other is None and first is not None:
        errors[two] = form.side_unknown
    return first, other


def slip_to_undo(post: Mapping[str, str], form: SlipFields) -> TypedSlip:
    """Return the slip to undo. A text that is not a number counts as 0, which no entrant has."""

    def number(name: str) -> int:
        return whole_number(post.get(name, "")) or 0

    first, second = form.sides
    values = tuple(number(name) for name in form.value_names)
    return TypedSlip(number("game"), number(first), number(second), values)
