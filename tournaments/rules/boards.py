"""Where everybody sits in each game, and whom they find there: what is printed on a card before play.

One of the two sits at home, in the seat that identifies the card, and the other comes to the seat opposite. That
is the first of the pair wherever two pairs do not claim one board; where they do (in a round robin, or after a
pairing was changed by hand) the second of a pair is at home instead. Every game can be placed so: two players
share a home board, each is in one pair, and so there are never more pairs than boards among any of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.rules.movement import MovementError
from tournaments.rules.seating import facing, is_anchor_seat
from tournaments.rules.types import ScheduledGame


@dataclass(frozen=True, slots=True)
class SlipRow:
    """One line of a card before play: game 1 and up, where to sit, and whom to meet.

    ``opponent_seat`` is the seat that identifies the opponent's card. The person who has a bye has no opponent and
    blank seats. ``seat`` is also blank where neither of the two has a seat yet, or where the seat visited is not
    called ``TABLE-NUMBER``.
    """

    game: int
    seat: str = ""
    opponent: int | None = None
    opponent_seat: str = ""


def slips(schedule: Sequence[ScheduledGame], seat_of: Mapping[int, str]) -> dict[int, tuple[SlipRow, ...]]:
    """Return the rows of everybody's card, game by game, by entrant's number in the order of ``seat_of``.

    Raises:
        MovementError: somebody is twice in a game.
    """
    rows: dict[int, list[SlipRow]] = {number: [] for number in seat_of}
    for scheduled in sorted(schedule, key=lambda scheduled: scheduled.game):
        placed = places(scheduled, seat_of)
        opponent_of = {number: other for pair in scheduled.pairs for number, other in (pair, pair[::-1])}
        for number, own in rows.items():
            opponent = opponent_of.get(number)
            if opponent is None:
                own.append(SlipRow(scheduled.game))
            else:
                seat, there = placed.get(number, ""), seat_of.get(opponent, "")
                own.append(SlipRow(scheduled.game, seat, opponent, there))
    return {number: tuple(own) for number, own in rows.items()}


def places(scheduled: ScheduledGame, seat_of: Mapping[int, str]) -> dict[int, str]:
    """Return where everybody in this game sits, by entrant's number; MovementError for somebody who is in it twice."""
    _refuse_somebody_twice(scheduled)
    found = {}
    for host, visitor in _hosts(scheduled.pairs, seat_of):
        found[host] = seat_of[host]
        found[visitor] = facing(seat_of[host])
    return found


def _refuse_somebody_twice(scheduled: ScheduledGame) -> None:
    seen: set[int] = set()
    for pair in scheduled.pairs:
        for number in pair:
            if number in seen:
                raise MovementError(f"entrant {number} is twice in game {scheduled.game}")
            seen.add(number)


def _hosts(pairs: Sequence[tuple[int, int]], seat_of: Mapping[int, str]) -> list[tuple[int, int]]:
    """Return each pair as (at home, visitor), no two at one board.

    A pair that finds both its boards taken has the first, and the pair that was there goes to its own other board.
    Boards and pairs form lines and rings, so that this goes one way along them until a board is free. (Where seats
    are missing or given twice there may be none; then a pair has no place.)
    """
    board_of = {number: _board(seat_of[number]) for pair in pairs for number in pair if seat_of.get(number)}
    holder: dict[str, tuple[int, int]] = {}
    for pair in pairs:
        sides = [side for side in (pair, pair[::-1]) if side[0] in board_of]
        if not sides:
            continue
        at_home = next((side for side in sides if board_of[side[0]] not in holder), sides[0])
        for _ in pairs:
            board = board_of[at_home[0]]
            displaced = holder.get(board)
            holder[board] = at_home
            if displaced is None or displaced[1] not in board_of:
                break
            at_home = displaced[::-1]
    return list(holder.values())


def _board(seat: str) -> str:
    """Return the name of a board, which is the anchor's seat at it."""
    return seat if is_anchor_seat(seat) else facing(seat) or seat
