"""Seats, and who meets whom in each game of the qualifying round.

A pair of the schedule names first whoever sits still. Which entrant sits in which seat is somebody else's
decision: here the players come in seat order, and seats are named in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from tournaments.eventfile import ScheduledGame

SEATS_AT_A_TABLE = 12


class MovementError(Exception):
    """The players and the games asked for do not go together; the text says what would."""


def seats(count: int, *, table_length: int = SEATS_AT_A_TABLE) -> tuple[str, ...]:
    """Name ``count`` seats in card order, table by table: ``A-1`` to ``A-12``, ``B-1`` and so on.

    The table after ``Z`` is ``AA``. Neighbouring seats 1 and 2, 3 and 4 ... face each other over a board, so
    a table should have an even number of seats.
    """
    return tuple(f"{_table_name(seat // table_length)}-{seat % table_length + 1}" for seat in range(count))


def most_games(players: int) -> int:
    """Return the most games that can be played if nobody may meet anybody more than twice."""
    return max(2 * (players - 1), 0)


def pairings(players: Sequence[int], games: int) -> tuple[ScheduledGame, ...]:
    """Pair an even field, given in seat order, for each of ``games`` games.

    Up to half as many games as players: who sits in the first seat of a board is an anchor and stays, who
    sits in the second is a mover and goes one board on after each game. More games than boards would bring
    the movers back to where they began, so that a full round robin by the circle method takes its place, and
    begins again once everybody has met everybody. Nobody meets anybody twice in up to ``players - 1`` games,
    nor more than twice in any case.

    Raises:
        MovementError: the field is odd or has fewer than two players, somebody is in it twice, or there are
            more games than :func:`most_games` allows.
    """
    _refuse_what_cannot_be_played(players, games)
    if games <= len(players) // 2:
        return _anchors_and_movers(players[::2], players[1::2], games)
    return _round_robin(players, games)


def _refuse_what_cannot_be_played(players: Sequence[int], games: int) -> None:
    count = len(players)
    if count < 2:
        raise MovementError(f"{count} players cannot play: at least 2 are needed")
    if count % 2:
        raise MovementError(
            f"{count} players leave one without an opponent: add a house player to make it even"
        )
    if len(set(players)) != count:
        raise MovementError("a player is in the field twice")
    if games < 1:
        raise MovementError(f"{games} games cannot be paired: at least 1 is needed")
    if games > most_games(count):
        raise MovementError(
            f"{count} players cannot play {games} games without meeting somebody a third time: "
            f"at most {most_games(count)} games are possible"
        )


def _anchors_and_movers(
    anchors: Sequence[int], movers: Sequence[int], games: int
) -> tuple[ScheduledGame, ...]:
    boards = len(anchors)
    return tuple(
        ScheduledGame(
            game, tuple((anchor, movers[(board - game + 1) % boards]) for board, anchor in enumerate(anchors))
        )
        for game in range(1, games + 1)
    )


def _round_robin(players: Sequence[int], games: int) -> tuple[ScheduledGame, ...]:
    """Keep the first player, and let all others go round one place after each game (circle method)."""
    first, *circle = players
    schedule = []
    for game in range(1, games + 1):
        turn = (game - 1) % len(circle)
        row = [first, *circle[len(circle) - turn :], *circle[: len(circle) - turn]]
        half = len(row) // 2
        schedule.append(ScheduledGame(game, tuple(zip(row[:half], reversed(row[half:]), strict=True))))
    return tuple(schedule)


def _table_name(index: int) -> str:
    """Return A to Z, then AA, AB and so on, as the columns of a spreadsheet are named."""
    name = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, len(ascii_uppercase))
        name = ascii_uppercase[letter] + name
    return name
