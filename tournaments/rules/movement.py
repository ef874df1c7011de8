"""Rotations: who meets whom in each game of the qualifying round.

Players come in seat order: who sits in the first, third ... seat is an anchor, in the second, fourth ... a mover.
A pair of the schedule names the stationary seat first. Who sits where in a game is in :mod:`tournaments.rules.boards`,
warnings about a schedule come from :mod:`tournaments.rules.schedule_check`.

Makeup games have numbers of their own. In an odd field one player has a bye in each game. These games are made up
at the end, in extra rounds numbered on from the last regular game, so that a card has more lines than its owner
plays games: with 22 games and one extra round, 23 lines, of which everybody leaves one blank. A sat-out game cannot
be made up on its own line: both cards of a game carry the same game number, so that the number of players who
have a line filled is even for each game, and an odd field can never have all of them filled. In the event file
``games`` is therefore the number of lines (:attr:`ScheduleTerms.rounds`), and nobody is ever twice in a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from tournaments.rules.types import ScheduledGame

MAX_LINES = 99
"""What a card has room for, and what the event file allows."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is asked of a rotation.

    ``players`` leaves a house player out; ``games`` is what everybody plays, ``per_opponent`` 1 or 2 games with
    the same opponent. The last two say what becomes of the empty seat of an odd field: a house player fills
    it, or the byes are made up. An even field needs neither; with both, the house player comes.
    """

    players: int
    games: int
    per_opponent: int = 1
    house_player: bool = False
    makeups: bool = False

    @property
    def field(self) -> int:
        """How many sit down: the players and, where one is needed and there, the house player."""
        return self.players + (self.players % 2 if self.house_player else 0)


class MovementError(Exception):
    """The players and the games asked for do not go together; the text says what would.

    ``works`` holds the same in a form that can be planned, the closest first; it is empty where the error is
    not one of numbers.
    """

    def __init__(self, text: str, works: tuple[Setup, ...] = ()) -> None:
        super().__init__(text)
        self.works = works


class MovementKind(Enum):
    """How players go round."""

    ANCHORS_AND_MOVERS = "anchors and movers"
    ROUND_ROBIN = "round robin"


@dataclass(frozen=True, slots=True)
class ScheduleTerms:
    """What a schedule is held to.

    Everybody plays ``games`` games; ``rounds`` of them are numbered, which is more where byes are made
    up in extra rounds; any two meet at most ``max_meetings`` times, 1 or 2.
    """

    games: int
    rounds: int
    max_meetings: int = 1


@dataclass(frozen=True, slots=True)
class Movement:
    """A planned qualifying round. ``anchors`` keep their seats; there are none in a round robin."""

    schedule: tuple[ScheduledGame, ...]
    terms: ScheduleTerms
    kind: MovementKind
    anchors: tuple[int, ...] = ()


def max_games(players: int) -> int:
    """Return the most games that can be played if nobody may meet anybody more than twice."""
    return max(2 * (players - 1), 0)


def pairings(players: Sequence[int], games: int) -> tuple[ScheduledGame, ...]:
    """Pair an even field, given in seat order, one game per opponent: the schedule of :func:`plan`.

    Raises:
        MovementError: as :func:`plan`.
    """
    return plan(players, games).schedule


def plan(
    players: Sequence[int], games: int, *, per_opponent: int = 1, house_player: int | None = None, makeups: bool = False
) -> Movement:
    """Plan the qualifying round for players in seat order, ``games`` games for each.

    One game per opponent: movers go one board on after each game, as long as there are boards that they have not been
    to; two: after every second game. More games than that make a full round robin by the circle method, begun again
    where one game per opponent is not enough. Nobody meets anybody more often than :func:`terms_for` says.

    ``house_player`` takes the last seat, a mover's, of an odd field, and is not needed in an even one. With
    ``makeups`` an odd field goes round without: who finds the seat opposite empty has a bye, and the first of these
    meets the last in the extra round, the second the last but one, and so on. Each opponent is played twice there
    too in the two-game form, except that an odd number of opponents needs three extra rounds for three players who meet
    each other once, or (in a round robin) two single games at the end.

    Raises:
        MovementError: the numbers do not go together, or a player is in the field twice.
    """
    setup = Setup(len(players), games, per_opponent, house_player is not None, makeups)
    _refuse_what_cannot_be_played(setup)
    field = list(players)
    if house_player is not None and len(field) % 2:
        field.append(house_player)
    if len(set(field)) != len(field):
        raise MovementError("a player is in the field twice")
    if len(field) % 2:
        return _odd_field(field, setup)
    return _even_field(field, setup)


def terms_for(setup: Setup) -> ScheduleTerms:
    """Return what a schedule for ``setup`` is held to; MovementError where no schedule can do what it asks."""
    _refuse_what_cannot_be_played(setup)
    return _terms(setup)


def _terms(setup: Setup) -> ScheduleTerms:
    opponents = setup.field - 1
    meetings = 2 if setup.per_opponent == 2 or setup.games > opponents else 1
    return ScheduleTerms(setup.games, setup.games + _extra_rounds(setup), meetings)


def _extra_rounds(setup: Setup) -> int:
    field, games = setup.field, setup.games
    if field % 2 == 0:
        return 0
    if setup.per_opponent == 1:
        return 1 if games < field else 2
    if games == 2:
        return 1
    return 3 if _is_triangle_needed(setup) else 2


def _is_triangle_needed(setup: Setup) -> bool:
    """Tell whether an odd number of anchors have a bye twice each, so that three meet each other once."""
    encounters = setup.games // 2
    return encounters % 2 == 1 and 1 < encounters <= (setup.field + 1) // 2


# Refusals.


def _refuse_what_cannot_be_played(setup: Setup) -> None:
    error = _error_in(setup)
    if error is None:
        return
    works = tuple(dict.fromkeys(other for other in _alternatives(setup) if _error_in(other) is None))
    phrases = [_difference(setup, other) for other in works]
    one_of = f"{', '.join(phrases[:-1])} or {phrases[-1]}" if phrases[:-1] else phrases[0]
    raise MovementError(f"{error}. What would work: {one_of}", works)


def _error_in(setup: Setup) -> str | None:
    """Return why a setup cannot be played, or ``None`` where it can."""
    players, games, field = setup.players, setup.games, setup.field
    error = None
    if players < 2:
        error = f"{players} {'player' if players == 1 else 'players'} cannot play: it takes at least 2"
    elif games < 1:
        error = f"{games} games cannot be paired: it takes at least 1"
    elif setup.per_opponent not in (1, 2):
        error = f"{setup.per_opponent} games per opponent cannot be paired"
    elif field % 2 and not setup.makeups:
        error = f"{players} players leave one without an opponent in each game"
    elif games > max_games(field):
        error = f"{players} players cannot play {games} games without meeting somebody a third time"
    elif field % 2 and games % 2:
        error = (
            f"{players} players cannot play {games} games each, because {players} times {games} is odd "
            "and a game takes two"
        )
    elif _terms(setup).rounds > MAX_LINES:
        error = f"{_terms(setup).rounds} games and extra rounds are more than the {MAX_LINES} lines of a card"
    return error


def _alternatives(setup: Setup) -> Iterable[Setup]:
    """Yield what lies near: another way with the empty seat, another number of games, a larger field."""
    per_opponent = 2 if setup.per_opponent > 1 else 1
    base = replace(setup, games=max(setup.games, 1), per_opponent=per_opponent)
    ways = [base]
    if base.players % 2:
        house = replace(base, house_player=True, makeups=False)
        makeups = replace(base, house_player=False, makeups=True)
        ways = [makeups, house] if setup.makeups and not setup.house_player else [house, makeups]
    yield from ways
    for way in ways:
        most = min(max_games(way.field), MAX_LINES, way.games)
        fewer = range(most, max(most - 4, 0), -1)
        yield from _first_that_works(replace(way, games=games) for games in fewer)
        if way.field % 2 and way.games % 2:
            yield replace(way, games=way.games + 1)
    games = min(base.games, MAX_LINES)
    enough = max((games + 1) // 2 + 1, base.players)
    yield Setup(enough + enough % 2, games, base.per_opponent)


def _first_that_works(setups: Iterable[Setup]) -> Iterable[Setup]:
    for setup in setups:
        if _error_in(setup) is None:
            yield setup
            return


def _difference(asked: Setup, other: Setup) -> str:
    """Say in words how ``other`` differs from what was asked."""
    words = []
    if other.players != asked.players:
        words.append(f"a field of {other.players} players")
    if other.games != asked.games:
        words.append("1 game" if other.games == 1 else f"{other.games} games")
    if other.per_opponent != asked.per_opponent:
        words.append(f"{other.per_opponent} games per opponent")
    if other.players == asked.players and other.players % 2:
        if other.house_player and not asked.house_player:
            words.append("a house player in the empty seat")
        elif other.makeups and not other.house_player and (asked.house_player or not asked.makeups):
            words.append("extra rounds for the byes")
    return " with ".join(words)


# Even fields. A row pairs the chairs of one game; the chair that is empty in an odd field is ``None``.

NumberPair = tuple[int, int]
MovementRow = list[tuple[int | None, int | None]]


def _even_field(field: list[int], setup: Setup) -> Movement:
    turns = [game // setup.per_opponent for game in range(setup.games)]
    if turns[-1] < len(field) // 2:
        rows = _anchors_and_movers(field[::2], [*field[1::2]], turns)
        return Movement(
            _schedule(map(_played, rows)), _terms(setup), MovementKind.ANCHORS_AND_MOVERS, tuple(field[::2])
        )
    first, *circle = field
    rows = _round_robin(first, circle, turns)
    return Movement(_schedule(map(_played, rows)), _terms(setup), MovementKind.ROUND_ROBIN)


def _anchors_and_movers(
    anchors: Sequence[int], movers: Sequence[int | None], turns: Sequence[int]
) -> list[MovementRow]:
    """Pair by boards; after ``turn`` moves a mover is that many boards on, and after the last comes the first."""
    boards = len(anchors)
    return [[(anchor, movers[(board - turn) % boards]) for board, anchor in enumerate(anchors)] for turn in turns]


def _round_robin(fixed: int | None, circle: Sequence[int], turns: Sequence[int]) -> list[MovementRow]:
    """Keep the first seat, and let all others go round one place a turn (circle method)."""
    rows: list[MovementRow] = []
    for turn in turns:
        start = len(circle) - turn % len(circle)
        chairs = [fixed, *circle[start:], *circle[:start]]
        half = len(chairs) // 2
        rows.append(list(zip(chairs[:half], reversed(chairs[half:]), strict=True)))
    return rows


def _played(row: MovementRow) -> list[NumberPair]:
    return [(first, second) for first, second in row if first is not None and second is not None]


def _schedule(rounds: Iterable[Sequence[NumberPair]]) -> tuple[ScheduledGame, ...]:
    return tuple(ScheduledGame(game, tuple(pairs)) for game, pairs in enumerate(rounds, start=1))


# Odd fields without a house player.


def _odd_field(field: list[int], setup: Setup) -> Movement:
    encounters = setup.games // setup.per_opponent
    # One opponent twice would leave a single anchor to make up two games, with nobody to play them against.
    if setup.per_opponent < setup.games and encounters <= (len(field) + 1) // 2:
        turns = [game // setup.per_opponent for game in range(setup.games)]
        rows = _anchors_and_movers(field[::2], [*field[1::2], None], turns)
        extra = _made_up(_sitters(rows)[:: setup.per_opponent], setup.per_opponent)
        kind, anchors = MovementKind.ANCHORS_AND_MOVERS, tuple(field[::2])
    else:
        rows, extra = _odd_round_robin(field, setup)
        kind, anchors = MovementKind.ROUND_ROBIN, ()
    return Movement(_schedule([*map(_played, rows), *extra]), _terms(setup), kind, anchors)


def _odd_round_robin(field: list[int], setup: Setup) -> tuple[list[MovementRow], list[list[NumberPair]]]:
    """Go round with the first seat empty, and make up the byes.

    In turn t the players at places x and y of the circle meet if x + y = -2 - 2t modulo the (odd) field, and
    -1 - t has a bye. Among those who had a bye in k turns that follow each other, k even and below the field, the first
    and the last, the second and the last but one ... would meet in the turn half a circle away from the middle of
    these, which was not played: so their makeup games are between players who have not met.
    """
    players, encounters = len(field), setup.games // setup.per_opponent
    if setup.per_opponent == 1:
        # Everybody against everybody first, where there are games enough; that needs no makeup games.
        full = players if setup.games >= players else 0
        turns = [*range(full), *range(setup.games - (full - 1 if full else 0))]
        rows = _round_robin(None, field, turns)
        return rows, _made_up(_sitters(rows)[full:], 1)
    paired = encounters - encounters % 2
    rows = _round_robin(None, field, [turn for turn in range(paired) for _ in range(2)])
    extra = _made_up(_sitters(rows)[::2], 2)
    if encounters % 2:
        # One more opponent twice would leave an odd number of players to make up. Two opponents once leave two,
        # and they have not met either where the two turns lie on both sides of the one half a circle away.
        middle = (players + encounters - 2) // 2
        single = _round_robin(None, field, [middle - 1, middle + 1])
        last, first = _sitters(single)
        rows += single
        extra = [[*(extra[0] if extra else []), (first, last)], *extra[1:]]
    return rows, extra


def _sitters(rows: Iterable[MovementRow]) -> list[int]:
    return [present for row in rows for pair in row if None in pair for present in pair if present is not None]


def _made_up(sitters: Sequence[int], times: int) -> list[list[NumberPair]]:
    """Return the extra rounds in which all who had a bye ``times`` times each, first to last, play as often."""
    count = len(sitters)
    half = count // 2
    if count % 2 == 0:
        return [list(zip(sitters[:half], reversed(sitters[half:]), strict=True)) for _ in range(times)][
            : times if count else 0
        ]
    outer = list(zip(sitters[: half - 1], reversed(sitters[half + 2 :]), strict=True))
    one, other, third = sitters[half - 1 : half + 2]
    return [[*outer, (one, other)], [*outer, (other, third)], [(one, third)]]
