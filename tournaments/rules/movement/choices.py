"""The movements to choose from, each in a sentence, and who trades seats to stay seated."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from tournaments.rules.movement.setup import MovementKind, Setup

FEWEST_BOARDS = 3
"""A section of fewer boards is no shorter way."""
MOST_SECTIONS = 12


def section_choices(setup: Setup, tables: Sequence[int], rooms: Sequence[int] = ()) -> tuple[tuple[int, ...], ...]:
    """Return how a hall can be divided, the boards of each section: whole tables where movers never leave a section.

    ``tables`` and ``rooms`` are the boards of each. Sections that movers change are equally long.
    """
    boards, found = setup.boards, []
    if len(rooms) > 1 and min(rooms) >= max(setup.stops, FEWEST_BOARDS):
        found.append(tuple(rooms))
    for count in range(2, MOST_SECTIONS + 1):
        shares = [len(tables) // count + (section < len(tables) % count) for section in range(count)]
        ends = list(accumulate(reversed(shares)))
        sizes = [sum(tables[start:end]) for start, end in zip([0, *ends], ends, strict=False)]
        if min(sizes) >= max(setup.stops, FEWEST_BOARDS):
            found.append(tuple(sizes))
        elif boards % count == 0 and boards // count >= FEWEST_BOARDS and boards >= setup.stops:
            found.append((boards // count,) * count)
    return tuple(dict.fromkeys(found))


def sentence(setup: Setup, seats: Sequence[str]) -> str:
    """Say how a movement goes; ``seats`` are all seats in order, an even number, the empty one included."""
    when = "After each game" if setup.per_opponent == 1 else "After every second game"
    if setup.form is MovementKind.RING:
        if setup.field % 2:
            return (
                f"{when} everybody moves around the room, odd seats one board on, even seats one board back. Nobody "
                f"stays: the player across from the empty seat {seats[-1]} has a bye."
            )
        return (
            f"{seats[0]} stays. {when} everybody else moves around the room: odd seats one board on, even seats one "
            "board back."
        )
    if setup.form is MovementKind.ONE_WAY:
        return (
            f"Odd seats stay. {when} even seats move one board on; from the last board, {seats[-1]}, to the first, "
            f"{seats[1]}."
        )
    starts = [sum(setup.sections[:section]) for section in range(len(setup.sections))]
    names = ", ".join(
        f"{seats[2 * start]} to {seats[2 * (start + size) - 1]}"
        for start, size in zip(starts, setup.sections, strict=True)
    )
    text = f"{len(starts)} sections: {names}. Odd seats stay. {when} even seats move one board on within their section"
    if min(setup.sections) >= setup.stops:
        return f"{text}."
    return f"{text}. After {setup.sections[0] * setup.per_opponent} games they go to the next section."


@dataclass(frozen=True, slots=True)
class Stays:
    """Who sits where once those who asked to stay have seats that stay: the new order, who traded seats, who moves."""

    order: tuple[int, ...]
    traded: tuple[tuple[int, int], ...] = ()
    moving: tuple[int, ...] = ()


def staying_places(setup: Setup) -> range:
    """Return which places, by index in seat order, keep their players."""
    if setup.form is MovementKind.RING:
        return range(0) if setup.field % 2 else range(1)
    return range(0, 2 * setup.boards, 2)


def keep_seated(order: Sequence[int], setup: Setup, asked: Sequence[int]) -> Stays:
    """Give those who ``asked`` for it seats that stay, in the order in which they asked; the others keep theirs.

    One way round and in sections they trade with the player across the board, or with the nearest in an odd seat; in a
    ring the first of them gets the first seat.
    """
    places = list(order)
    wanted = [number for number in dict.fromkeys(asked) if number in places]
    staying = [place for place in staying_places(setup) if place < len(places)]
    done: set[int] = set()
    traded, moving = [], []
    for number in wanted:
        place = places.index(number)
        is_ring = setup.form is MovementKind.RING
        free = [stay for stay in staying if stay not in done and (is_ring or places[stay] not in wanted)]
        if place in staying and place not in done:
            done.add(place)
        elif free:
            chosen = min(free, key=lambda stay: abs(stay - place))
            done.add(chosen)
            traded.append((number, places[chosen]))
            places[place], places[chosen] = places[chosen], number
        else:
            moving.append(number)
    return Stays(tuple(places), tuple(traded), tuple(moving))
