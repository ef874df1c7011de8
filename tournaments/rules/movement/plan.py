"""Movements: who meets whom in each game of the qualifying round, and on which board.

Players come in seat order: seats 1 and 2 make the first board, 3 and 4 the second ... In each game the pairs come board
by board, and the first of a pair sits in the odd seat. Game 1 is across the board as drawn. Where everybody sits in
later games is in :mod:`tournaments.rules.movement.boards`.

- *One way round*: odd seats stay, even seats go one board on after each stop.
- *Everybody moves but one*: the first seat stays, the others go one seat on round the room, up along the odd seats and
  back along the even ones. By indexes i along the room, odd and even seats of one board have a constant sum modulo the
  length of the circle, so that this is a round robin.
- *Sections*: as one way round within groups of boards; then the movers of a section go to the next one.

Makeup games have numbers of their own. In an odd field one player has a bye in each game. These games are made up
at the end, in extra rounds numbered on from the last regular game, so that a card has more lines than its owner
plays games: with 22 games and one extra round, 23 lines, of which everybody leaves one blank. A sat-out game cannot
be made up on its own line: both cards of a game carry the same game number, so that the number of players who
have a line filled is even for each game, and an odd field can never have all of them filled. In the event file
``games`` is therefore the number of lines (:attr:`ScheduleTerms.rounds`), and nobody is ever twice in a game.
"""

from collections.abc import Iterable, Sequence

from tournaments.rules.movement.setup import Movement, MovementError, MovementKind, Setup, terms_for
from tournaments.rules.types import ScheduledGame

NumberPair = tuple[int, int]
MovementRow = list[tuple[int | None, int | None]]
"""The two of each board in one game; the seat that is empty in an odd field is ``None``."""


def pairings(players: Sequence[int], games: int) -> tuple[ScheduledGame, ...]:
    """Pair an even field, given in seat order, one game per opponent: the schedule of :func:`plan`.

    Raises:
        MovementError: as :func:`plan`.
    """
    return plan(players, games).schedule


def plan(
    players: Sequence[int],
    games: int,
    *,
    per_opponent: int = 1,
    house_player: int | None = None,
    makeups: bool = False,
    kind: MovementKind | None = None,
    sections: tuple[int, ...] = (),
) -> Movement:
    """Plan the qualifying round for players in seat order, ``games`` games for each.

    With two games per opponent players move after every second game. A ring begins again where one game against each
    opponent is not enough. Nobody meets anybody more often than :func:`terms_for` says.

    ``house_player`` takes the last seat of an odd field, and is not needed in an even one. With ``makeups`` an odd
    field goes round without: in a ring the empty seat is then the one that stays. The player opposite the empty seat
    has a bye; the first of these meets the last in the extra round, the second the last but one, and so on. Each
    opponent is played twice there too in the two-game form, except that an odd number of opponents needs three extra
    rounds for three players who meet each other once, or (in a ring) two single games at the end.

    Raises:
        MovementError: the numbers do not go together, or a player is in the field twice.
    """
    setup = Setup(len(players), games, per_opponent, house_player is not None, makeups, kind, sections)
    terms = terms_for(setup)
    field = list(players)
    if house_player is not None and len(field) % 2:
        field.append(house_player)
    if len(set(field)) != len(field):
        raise MovementError("a player is in the field twice")
    seats = [*field, *([None] if len(field) % 2 else [])]
    anchors: tuple[int, ...]
    if setup.form is MovementKind.RING:
        rows = ring_rows(seats, ring_turns(setup))
        extra = _made_up_in_ring(rows, setup) if None in seats else []
        anchors = () if None in seats else tuple(field[:1])
    else:
        rows = _one_way(seats, setup)
        extra = _made_up(_byes(rows)[:: setup.per_opponent], setup.per_opponent)
        anchors = tuple(field[::2])
    return Movement(_schedule([*map(_played, rows), *extra]), terms, setup.form, anchors)


def _one_way(seats: Sequence[int | None], setup: Setup) -> list[MovementRow]:
    """Pair by boards; in a section, movers go one board on at a stop, and after the last comes the first.

    When they have been to all its boards, they go to the next section.
    """
    anchors, movers = seats[::2], seats[1::2]
    sizes = setup.sections or (len(anchors),)
    starts = [sum(sizes[:section]) for section in range(len(sizes))]
    rows: list[MovementRow] = []
    for game in range(setup.games):
        row: MovementRow = []
        for section, (start, size) in enumerate(zip(starts, sizes, strict=True)):
            swaps, steps = divmod(game // setup.per_opponent, size)
            came_from = starts[section - swaps % len(sizes)]
            row += [(anchors[start + board], movers[came_from + (board - steps) % size]) for board in range(size)]
        rows.append(row)
    return rows


# The ring.


def ring_circle(seats: int, *, is_odd: bool = False) -> tuple[int, ...]:
    """Return the seats (an even number, by index from 0) that move, as they follow each other in the circle.

    The first seat stays, or with ``is_odd`` the last one, which is empty.
    """
    if is_odd:
        return (*range(seats - 3, 0, -2), *range(0, seats, 2))
    return (*range(2, seats, 2), *range(seats - 1, 0, -2))


def ring_turns(setup: Setup) -> list[int]:
    """Return how many seats on everybody is in each game before those that are made up.

    In an odd field everybody has met everybody after as many games as there are players, one of them a bye.

    With two games per opponent, an odd field and an odd number of opponents, two opponents are met once at the end, so
    that one more opponent does not leave an odd number of players to make up. The two who have a bye then must not have
    met: with few games two turns that follow each other will do, with many only those beside the turn half a circle
    away.
    """
    if setup.field % 2 == 0 or setup.per_opponent == 1 or setup.stops % 2 == 0:
        has_whole_circle = setup.field % 2 == 1 and setup.per_opponent == 1 and setup.games >= setup.field
        return [game // setup.per_opponent for game in range(setup.games + has_whole_circle)]
    twice = setup.stops - 1
    middle = (setup.field + twice - 1) // 2
    last = (twice, twice + 1) if twice < (setup.field - 1) // 2 else (middle - 1, middle + 1)
    return [*(turn for turn in range(twice) for _ in range(2)), *last]


def ring_rows(seats: Sequence[int | None], turns: Iterable[int]) -> list[MovementRow]:
    """Pair the seats, an even number, after so many moves; who is at an index of the circle goes to the next one."""
    circle = ring_circle(len(seats), is_odd=seats[-1] is None)
    rows: list[MovementRow] = []
    for turn in turns:
        here = list(seats)
        for place, seat in enumerate(circle):
            here[seat] = seats[circle[(place - turn) % len(circle)]]
        rows.append([(here[place], here[place + 1]) for place in range(0, len(here), 2)])
    return rows


def _made_up_in_ring(rows: Sequence[MovementRow], setup: Setup) -> list[list[NumberPair]]:
    """Make up the byes of an odd ring.

    In turn t the players at places x and y of the circle meet if x + y = -2 - 2t modulo the (odd) field, and
    -1 - t has a bye. Among those who had a bye in k turns that follow each other, k even and below the field, the first
    and the last, the second and the last but one ... would meet in the turn half a circle away from the middle of
    these, which was not played: so their makeup games are between players who have not met.
    """
    byes = _byes(rows)
    if setup.per_opponent == 1:
        # Everybody against everybody first, where there are games enough; that needs no makeup games.
        return _made_up(byes[setup.field if setup.games >= setup.field else 0 :], 1)
    if setup.stops % 2 == 0:
        return _made_up(byes[::2], 2)
    last, first = byes[-2:]
    extra = _made_up(byes[:-2:2], 2)
    return [[*(extra[0] if extra else []), (first, last)], *extra[1:]]


def _byes(rows: Iterable[MovementRow]) -> list[int]:
    return [present for row in rows for pair in row if None in pair for present in pair if present is not None]


def _made_up(byes: Sequence[int], times: int) -> list[list[NumberPair]]:
    """Return the extra rounds in which all who had a bye ``times`` times each, first to last, play as often."""
    count = len(byes)
    half = count // 2
    if count % 2 == 0:
        return [list(zip(byes[:half], reversed(byes[half:]), strict=True)) for _ in range(times)][
            : times if count else 0
        ]
    outer = list(zip(byes[: half - 1], reversed(byes[half + 2 :]), strict=True))
    one, other, third = byes[half - 1 : half + 2]
    return [[*outer, (one, other)], [*outer, (other, third)], [(one, third)]]


def _played(row: MovementRow) -> list[NumberPair]:
    return [(first, second) for first, second in row if first is not None and second is not None]


def _schedule(rounds: Iterable[Sequence[NumberPair]]) -> tuple[ScheduledGame, ...]:
    return tuple(ScheduledGame(game, tuple(pairs)) for game, pairs in enumerate(rounds, start=1))
