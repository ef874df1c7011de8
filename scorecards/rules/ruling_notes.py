"""Notes beside rulings that follow the letter of a rule where the book says no more."""

from collections.abc import Iterable, Sequence
from typing import Protocol


class SpreadLine(Protocol):
    """A line of a line card: stored, typed or decided."""

    @property
    def points(self) -> int | None:
        """The game points."""

    @property
    def plus(self) -> int | None:
        """The spread of a win."""

    @property
    def minus(self) -> int | None:
        """The spread of a loss."""


MORE_THAN_CLAIMED = (
    "By the letter of {rule} the card without a spread now has more game points than it claims:"
    " the book sets no limit. A player who doubts it may ask for a decision."
)
UNLIKE_SPREADS = (
    "The two spreads differ, and the book does not say which of them counts in two losses: each card keeps its own"
    " number."
)
ONE_SPREAD_FOR_BOTH = ("12.2.c", "guideline 11.c")
BOTH_LOSE = "12.2.e"


def notes_on(rules: Sequence[str], sides: Iterable[tuple[SpreadLine | None, SpreadLine | None]]) -> tuple[str, ...]:
    """Return the notes on a ruling; none for nearly all of them.

    ``sides`` are each card's line as written and in force. A spread taken from the other card can lift a card above
    its own claim (rule 12.2.c, guideline 11.c); two losses by unlike spreads are left open by rule 12.2.e.
    """
    found = [(written, now) for written, now in sides if written is not None and now is not None]
    notes = [
        MORE_THAN_CLAIMED.format(rule=rule)
        for rule in rules
        if rule in ONE_SPREAD_FOR_BOTH and any(_is_lifted(written, now) for written, now in found)
    ]
    if BOTH_LOSE in rules and len({now.minus for _, now in found}) > 1:
        notes.append(UNLIKE_SPREADS)
    return tuple(notes)


def _is_lifted(written: SpreadLine, now: SpreadLine) -> bool:
    has_spread = written.plus is not None or written.minus is not None
    return not has_spread and (now.points or 0) > (written.points or 0)
