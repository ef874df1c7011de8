"""The keys by which addresses call what is cross-checked: a game of two cards, or the sums of one."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.rules.text import whole_number

MAX_ENTRANTS = 2


def key_of_game(game: int, entrants: Sequence[int]) -> str:
    """Return the key of a game in addresses: its number and the entrants' numbers, ascending."""
    return "-".join(str(part) for part in (game, *sorted(entrants)))


class RequestedGame(NamedTuple):
    """What an address asks for: a game of two cards, or without a game the sums of one. Numbers ascend."""

    game: int | None
    numbers: tuple[int, ...]


def requested_game(key: str) -> RequestedGame | None:
    """Read an item's key: ``8-3-14`` is game 8 of entrants 3 and 14, ``card-3`` the sums of entrant 3."""
    head, *rest = key.split("-")
    found = {whole_number(part, digits=6) for part in rest}
    numbers = tuple(sorted(number for number in found if number is not None))
    if not numbers or len(numbers) > MAX_ENTRANTS or len(numbers) != len(rest):
        return None
    if head == "card":
        return RequestedGame(None, numbers) if len(numbers) == 1 else None
    game = whole_number(head, digits=3)
    return RequestedGame(game, numbers) if game else None
