"""Who counts in an event, and who is here (domain 5): the one definition of each, asked by everything that counts."""

from collections.abc import Iterable
from datetime import datetime


def counts(*, house_player: bool, withdrawn_after_game: int | None) -> bool:
    """Tell whether somebody is an entrant in every count: ranked, with a card due, and part of one in four.

    Not a house player, nor somebody who never came or left before game 1: both are stored as withdrawn after game 0.
    """
    return not house_player and withdrawn_after_game != 0


def left_in_words(withdrawn_after_game: int | None, *, is_checked_in: bool = True) -> str:
    """Say that somebody is gone: ``left after game 3``, ``did not play``; who was not even here ``did not come``.

    Blank for everybody else. The public learns no more than ``did not play``.
    """
    if withdrawn_after_game is None:
        return ""
    if withdrawn_after_game:
        return f"left after game {withdrawn_after_game}"
    return "did not play" if is_checked_in else "did not come"


def is_check_in_used(check_ins: Iterable[datetime], drawn_at: datetime | None) -> bool:
    """Tell whether check-in says who is here: somebody was checked in before seats were drawn, if they are drawn."""
    return any(drawn_at is None or checked_in_at < drawn_at for checked_in_at in check_ins)


def has_come(*, does_count: bool, seat: str, is_checked_in: bool, check_in_used: bool) -> bool:
    """Tell whether somebody is here, or was before they left: only they get seats and pairings.

    An entrant with a seat is here unless staff said otherwise; so is everybody where check-in is not used.
    """
    return does_count and bool(seat or is_checked_in or not check_in_used)
