"""Where everybody sits in each game, and whom they find there: what is printed on a card before play.

Everybody has a seat to go by: in a ring the one that the movement has brought them to, else the one they started in.
One of the two of a pair sits there, and the other comes to the seat opposite. That is the first of the pair where no
two pairs claim one board; where they do (after a pairing was changed by hand, or in a schedule of no movement of ours)
the second of a pair is at home instead. Every game can be placed so: two players share a board to go by, each is in one
pair, and so there are never more pairs than boards among any of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from tournaments.rules.movement.plan import ring_circle, ring_turns
from tournaments.rules.movement.setup import MovementError, MovementKind, Setup, terms_for
from tournaments.rules.seating import base_seat, board_of, facing, in_seat_order, is_anchor_seat
from tournaments.rules.types import ScheduledGame

FIRST_LOOK = 7
"""One pair in so many, of so many games, show that a schedule is no ring, if few of them fit."""


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
    for scheduled, placed in seats_by_game(schedule, seat_of):
        opponent_of = {number: other for pair in scheduled.pairs for number, other in (pair, pair[::-1])}
        for number, own in rows.items():
            opponent = opponent_of.get(number)
            if opponent is None:
                own.append(SlipRow(scheduled.game))
            else:
                seat, there = placed.get(number, ""), seat_of.get(opponent, "")
                own.append(SlipRow(scheduled.game, seat, opponent, there))
    return {number: tuple(own) for number, own in rows.items()}


def seats_by_game(
    schedule: Sequence[ScheduledGame], seat_of: Mapping[int, str]
) -> Iterator[tuple[ScheduledGame, dict[int, str]]]:
    """Yield each game, in order, with where everybody in it sits; MovementError for somebody who is twice in one."""
    ring = ring_of(schedule, seat_of)
    for scheduled in sorted(schedule, key=lambda scheduled: scheduled.game):
        yield scheduled, places(scheduled, seat_of if ring is None else ring.seats_in(scheduled.game))


def places_in(schedule: Sequence[ScheduledGame], seat_of: Mapping[int, str], game: int) -> dict[int, str]:
    """Return where everybody sits in one game of a schedule, by entrant's number; MovementError as above."""
    wanted = next((scheduled for scheduled in schedule if scheduled.game == game), ScheduledGame(game, ()))
    ring = ring_of(schedule, seat_of)
    return places(wanted, seat_of if ring is None else ring.seats_in(game))


def places(scheduled: ScheduledGame, seat_of: Mapping[int, str]) -> dict[int, str]:
    """Return where everybody in a game sits by the seats to go by; MovementError for somebody who is in it twice."""
    _refuse_somebody_twice(scheduled)
    found = {}
    for host, visitor in _hosts(scheduled.pairs, seat_of):
        found[host] = base_seat(seat_of[host])
        found[visitor] = facing(found[host])
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
    return board_of(seat) or seat


# The ring: everybody moves but one.


@dataclass(frozen=True)
class Ring:
    """A ring that a schedule follows: everybody's first seat, the circle of seats, and how far on each game is."""

    seat_of: Mapping[int, str]
    circle: tuple[str, ...]
    turns: tuple[int, ...]

    @cached_property
    def _places(self) -> dict[int, tuple[str, int | None]]:
        """Everybody's first seat, and its place in the circle if it is one of those that move."""
        place_of = {seat: place for place, seat in enumerate(self.circle)}
        first = {number: base_seat(seat) for number, seat in self.seat_of.items()}
        return {number: (seat, place_of.get(seat)) for number, seat in first.items()}

    def turn(self, game: int) -> int:
        """Return how many seats on everybody is in a game; in an extra round all are at their first seats."""
        return self.turns[game - 1] % len(self.circle) if 1 <= game <= len(self.turns) else 0

    def seats_in(self, game: int) -> dict[int, str]:
        """Return where the movement brings everybody who has a seat."""
        turn = self.turn(game)
        moved = self.circle[turn:] + self.circle[:turn]
        return {number: seat if place is None else moved[place] for number, (seat, place) in self._places.items()}


def ring_of(schedule: Sequence[ScheduledGame], seat_of: Mapping[int, str]) -> Ring | None:
    """Return the ring that a schedule follows, or ``None`` where most of its pairs are not where a ring brings them.

    A schedule stores who meets whom, not where. Changes by hand, latecomers and substitutes are a few pairs among many:
    the others tell.
    """
    return _ring_of(tuple(schedule), tuple(seat_of.items()))


@lru_cache(maxsize=8)
def _ring_of(schedule: tuple[ScheduledGame, ...], seated: tuple[tuple[int, str], ...]) -> Ring | None:
    """Find the ring once: every page about the schedule asks, and of a large event it takes long."""
    games, seat_of = sorted(schedule, key=lambda scheduled: scheduled.game), dict(seated)
    if not games or not games[0].pairs:
        return None
    for seats, turns in _rings(games, seat_of):
        is_odd = seats[-1] not in map(base_seat, seat_of.values())
        circle = tuple(seats[index] for index in ring_circle(len(seats), is_odd=is_odd))
        ring = Ring(seat_of, circle, turns)
        if _follows(games, ring):
            return ring
    return None


def _rings(
    games: Sequence[ScheduledGame], seat_of: Mapping[int, str]
) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Yield the rings that are possible by their size: all seats in order, and the turn of each regular game.

    Seats are in the order of their names, or, after a table was moved, in that of game 1. A few pairs more than the
    ring has boards are those of latecomers.
    """
    by_name = tuple(dict.fromkeys(base_seat(seat_of[number]) for number in in_seat_order(seat_of)))
    by_game = tuple(base_seat(seat_of[number]) for pair in games[0].pairs for number in pair if seat_of.get(number))
    pairs = len(games[0].pairs)
    last = games[-1].game
    for order in dict.fromkeys((by_name, by_game)):
        for boards in range(pairs + 1, max(pairs - 4, 0), -1):
            for players in (2 * boards, 2 * boards - 1):
                seats = order[:players]
                if len(seats) < players or not all(facing(seat) for seat in seats):
                    continue
                if players % 2:
                    seats = (*seats, facing(seats[-1]))
                for turns in _turns(players, last):
                    yield seats, turns


@lru_cache(maxsize=1024)
def _turns(players: int, rounds: int) -> tuple[tuple[int, ...], ...]:
    """Return how far on each regular game of a ring is, where ``rounds`` games are scheduled, extra rounds included."""
    found = []
    for per_opponent in (1, 2):
        for extra in (1, 2) if players % 2 else (0,):
            setup = Setup(players, rounds - extra, per_opponent, makeups=bool(extra), kind=MovementKind.RING)
            try:
                terms = terms_for(setup)
            except MovementError:
                continue
            if terms.rounds == rounds:
                found.append(tuple(ring_turns(setup)))
    return tuple(dict.fromkeys(found))


def _follows(games: Sequence[ScheduledGame], ring: Ring) -> bool:
    """Tell whether most pairs of the games after the first move are where the ring brings them, odd seat first."""
    moved = [scheduled for scheduled in games if ring.turn(scheduled.game)]
    few = [replace(scheduled, pairs=scheduled.pairs[::FIRST_LOOK]) for scheduled in moved[:FIRST_LOOK]]
    return _share(few, ring) > 1 / 4 and _share(moved, ring) > 1 / 2


def _share(games: Sequence[ScheduledGame], ring: Ring) -> float:
    """Return which share of the pairs are where the ring brings them."""
    fitting = 0
    for scheduled in games:
        seats = ring.seats_in(scheduled.game)
        for first, second in scheduled.pairs:
            seat = seats.get(first, "")
            fitting += is_anchor_seat(seat) and facing(seat) == seats.get(second, "")
    return fitting / max(sum(len(scheduled.pairs) for scheduled in games), 1)
