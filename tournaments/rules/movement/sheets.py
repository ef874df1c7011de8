"""The caller's sheet for each game and the cards on each table: who goes where, from the seats of the schedule.

Both are read off where everybody sits in each game, so that latecomers and changes by hand stand in them too.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from types import MappingProxyType

from tournaments.rules.attendance import left_in_words
from tournaments.rules.movement.boards import ring_of, seats_by_game
from tournaments.rules.schedule_changes import forfeits
from tournaments.rules.schedule_check import games_in_words
from tournaments.rules.seating import base_seat, facing, is_anchor_seat, seat_key, table_of
from tournaments.rules.types import ScheduledGame

MOST_MOVES = 12
"""More ways than these nobody listens to: players look at their cards."""


@dataclass(frozen=True, slots=True)
class CallerNote:
    """What is said before a game: the sentence, ways that go with it, and the seats that have a bye.

    ``left`` are the seats whose opponent is gone by then: they go nowhere.
    """

    game: int
    sentence: str
    moves: tuple[str, ...] = ()
    byes: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


def caller_notes(
    schedule: Sequence[ScheduledGame],
    seat_of: Mapping[int, str],
    first_games: Mapping[int, int],
    *,
    games: int,
    room_of: Mapping[str, str] = MappingProxyType({}),
    left: Mapping[int, int] | None = None,
) -> tuple[CallerNote, ...]:
    """Return what is read aloud before each game; moves are described once, then called the same as before.

    Extra rounds, after ``games``, are read out pair by pair.
    ``first_games`` are those of latecomers, who have no bye before. ``room_of`` names the room of each table: who goes
    to another one is told so. ``left`` says after which game those left who are gone.

    Raises:
        MovementError: somebody is twice in a game.
    """
    alone: dict[int, list[str]] = {}
    for forfeit in forfeits(schedule, left or {}):
        if forfeit.winner is not None:
            alone.setdefault(forfeit.game, []).append(seat_of.get(forfeit.winner) or f"#{forfeit.winner}")
    stops = list(_stops(schedule, seat_of, first_games))
    notes = []
    before: _Stop | None = None
    after: dict[tuple[str, tuple[str, ...]], int] = {}
    for stop in stops:
        byes = tuple(sorted((seat_of.get(number, "") for number in stop.byes), key=seat_key))
        if stop.game > games:
            notes.append(CallerNote(stop.game, "Extra round for those who had a bye:", _pairs(stop, seat_of)))
        elif before is None:
            notes.append(CallerNote(stop.game, "Everybody sits in the drawn seat.", (), byes))
        else:
            sentence, moves = _said(before, stop, room_of)
            first = after.setdefault((sentence, moves), before.game)
            again = first != before.game and bool(moves)
            notes.append(CallerNote(stop.game, sentence, (f"As after game {first}.",) if again else moves, byes))
        before = stop
    return tuple(replace(note, left=tuple(sorted(alone.get(note.game, ()), key=seat_key))) for note in notes)


@dataclass(frozen=True, slots=True)
class _Stop:
    """Where everybody is in a game: those who play in their seats, those who have a bye where the movement has them."""

    game: int
    pairs: tuple[tuple[int, int], ...]
    seats: Mapping[int, str]
    byes: frozenset[int]
    is_ring: bool


def _stops(
    schedule: Sequence[ScheduledGame], seat_of: Mapping[int, str], first_games: Mapping[int, int]
) -> Iterable[_Stop]:
    ring = ring_of(schedule, seat_of)
    games_of: dict[int, list[int]] = {}
    for scheduled in schedule:
        for number in (number for pair in scheduled.pairs for number in pair):
            games_of.setdefault(number, []).append(scheduled.game)
    for scheduled, placed in seats_by_game(schedule, seat_of):
        game = scheduled.game
        byes = frozenset(
            number
            for number, games in games_of.items()
            if game not in games and first_games.get(number, 1) <= game < max(games)
        )
        moved = ring.seats_in(game) if ring is not None else {n: base_seat(seat) for n, seat in seat_of.items()}
        resting = {number: moved.get(number, "") for number in byes}
        yield _Stop(game, scheduled.pairs, {**resting, **placed}, byes, ring is not None)


def _said(before: _Stop, now: _Stop, room_of: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """Return the sentence and the ways from one game to the next."""
    ways = _ways(before, now)
    if not ways:
        return "Nobody moves.", ()
    order = _row_of_seats((*before.seats.values(), *now.seats.values()))
    moves = _in_groups(before.seats.values(), ways, order)
    staying = sorted((before.seats[n] for n in before.seats if now.seats.get(n) == before.seats[n]), key=seat_key)
    if now.is_ring and len(staying) <= 1:
        who = f"Everybody but {staying[0]} moves" if staying else "Everybody moves"
        sentence = f"{who}: odd seats one board on, even seats one board back."
    elif any(map(is_anchor_seat, ways)):
        sentence = "Players change seats:"
    elif _board_steps(ways, order).most_common(1)[0][0] == 1:
        sentence = "Even seats move one board on."
    else:
        sentence = "Even seats go to the next section."
    changing: dict[str, list[str]] = {}
    for seat, there in sorted(ways.items(), key=lambda way: seat_key(way[0])):
        if room := _other_room(seat, there, room_of):
            changing.setdefault(room, []).append(seat)
    said = moves if len(moves) <= MOST_MOVES else ("Go to the seat on your card.",)
    return sentence, (*said, *(f"To {room}: {', '.join(seats)}." for room, seats in changing.items()))


def _other_room(seat: str, there: str, room_of: Mapping[str, str]) -> str:
    """Return the room to which somebody goes from a seat, blank where it is the same."""
    room = room_of.get(table_of(there), "")
    return room if room != room_of.get(table_of(seat), "") else ""


def _ways(before: _Stop, now: _Stop) -> dict[str, str]:
    """Return where those go who leave a seat, by the seat."""
    return {
        seat: now.seats[number]
        for number, seat in before.seats.items()
        if seat and now.seats.get(number, seat) not in (seat, "")
    }


def _row_of_seats(seats: Iterable[str]) -> dict[str, int]:
    """Return the place of every seat in a row along all tables, both seats of a board included."""
    both = {seat for one in seats if one for seat in (one, facing(one) or one)}
    return {seat: place for place, seat in enumerate(sorted(both, key=seat_key))}


def _board_steps(ways: Mapping[str, str], order: Mapping[str, int]) -> Counter[int]:
    return Counter(order[there] // 2 - order[seat] // 2 for seat, there in ways.items())


def _in_groups(seats: Iterable[str], ways: Mapping[str, str], order: Mapping[str, int]) -> tuple[str, ...]:
    """Say where players go: neighbors at taken seats who move equally far are mentioned together."""
    taken = sorted(set(filter(None, seats)), key=lambda seat: (order[seat] % 2, order[seat]))
    words = []
    for (_, step), group in groupby(taken, lambda seat: (order[seat] % 2, order[ways.get(seat, seat)] - order[seat])):
        if step:
            words.append(_way_in_words(list(group), step, ways))
    return tuple(words)


def _way_in_words(seats: Sequence[str], step: int, ways: Mapping[str, str]) -> str:
    if len(seats) == 1:
        return f"{seats[0]} goes to {ways[seats[0]]}."
    boards, crosses = divmod(abs(step), 2)
    who = f"{seats[0]} to {seats[-1]}"
    if crosses:
        return f"{who} go to {ways[seats[0]]} to {ways[seats[-1]]}."
    how_far = "one board" if boards == 1 else f"{boards} boards"
    return f"{who} go {how_far} {'on' if step > 0 else 'back'}, to {ways[seats[0]]} to {ways[seats[-1]]}."


def _pairs(stop: _Stop, seat_of: Mapping[int, str]) -> tuple[str, ...]:
    called = {number: seat_of.get(number) or f"#{number}" for number in stop.seats}
    return tuple(
        f"{called[one]} and {called[other]} at {stop.seats[one]}" for one, other in stop.pairs if one in stop.seats
    )


@dataclass(frozen=True, slots=True)
class MovementRow:
    """One seat of a table: where its player goes, and after which games elsewhere."""

    seat: str
    goes_to: str
    exceptions: tuple[str, ...] = ()
    room: str = ""
    """The room of ``goes_to``, where that is another one."""


@dataclass(frozen=True, slots=True)
class MovementCard:
    """What lies on a table: its name, and a row for each seat; ``left`` are the cards of this table that are gone."""

    table: str
    rows: tuple[MovementRow, ...]
    left: tuple[str, ...] = ()


def movement_cards(
    schedule: Sequence[ScheduledGame],
    seat_of: Mapping[int, str],
    first_games: Mapping[int, int],
    *,
    games: int,
    room_of: Mapping[str, str] = MappingProxyType({}),
    left: Mapping[int, int] | None = None,
) -> tuple[MovementCard, ...]:
    """Return a card for each table: where the player in each of its seats goes after a game; blank where they stay.

    ``left`` says after which game those left who are gone.

    Raises:
        MovementError: somebody is twice in a game.
    """
    stops = [stop for stop in _stops(schedule, seat_of, first_games) if stop.game <= games]
    steps: dict[str, dict[str, list[int]]] = {}
    for before, now in pairwise(stops):
        ways = _ways(before, now)
        for seat in before.seats.values() if ways else ():
            steps.setdefault(seat, {}).setdefault(ways.get(seat, ""), []).append(before.game)
    rows = [
        _row(seat, targets, room_of)
        for seat, targets in sorted(steps.items(), key=lambda item: seat_key(item[0]))
        if seat
    ]
    gone: dict[str, list[str]] = {}
    for seat, game in sorted((seat_of.get(number, ""), game) for number, game in (left or {}).items()):
        gone.setdefault(table_of(seat), []).append(f"{seat} {left_in_words(game)}")
    return tuple(
        MovementCard(table, tuple(group), tuple(gone.get(table, ())))
        for table, group in groupby(rows, lambda row: table_of(row.seat))
    )


def _row(seat: str, targets: Mapping[str, list[int]], room_of: Mapping[str, str]) -> MovementRow:
    usual = max(targets, key=lambda target: len(targets[target]))
    exceptions = tuple(
        f"after {games_in_words(games)} to {target}" if target else f"after {games_in_words(games)} stay here"
        for target, games in targets.items()
        if target != usual
    )
    return MovementRow(seat, usual, exceptions, _other_room(seat, usual, room_of) if usual else "")
