"""The terms of a movement, the conditions a schedule must meet, and refusals that say what would work."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from tournaments.rules.types import ScheduledGame

MAX_LINES = 99
"""What a card has room for, and what the event file allows."""


class MovementKind(Enum):
    """How players go round."""

    ONE_WAY = "one-way"
    RING = "ring"
    SECTIONS = "sections"


@dataclass(frozen=True, slots=True)
class Setup:
    """What a movement has to fulfil.

    ``players`` leaves a house player out; ``games`` is what everybody plays, ``per_opponent`` 1 or 2 games with
    the same opponent. ``house_player`` and ``makeups`` say what becomes of the empty seat of an odd field: a house
    player fills it, or the byes are made up. An even field needs neither; with both, the house player comes.
    ``kind`` is chosen, or ``None`` for the usual one; ``sections`` are the boards of each section, where that is it.
    """

    players: int
    games: int
    per_opponent: int = 1
    house_player: bool = False
    makeups: bool = False
    kind: MovementKind | None = None
    sections: tuple[int, ...] = ()

    @property
    def field(self) -> int:
        """How many sit down: the players and, where one is needed and there, the house player."""
        return self.players + (self.players % 2 if self.house_player else 0)

    @property
    def boards(self) -> int:
        """How many boards there are, the one with an empty seat included."""
        return (self.field + 1) // 2

    @property
    def stops(self) -> int:
        """How many opponents everybody meets one after the other, counted again where somebody is met again."""
        return -(-self.games // self.per_opponent)

    @property
    def form(self) -> MovementKind:
        """The kind chosen; of none, one way round while there are boards that movers have not been to, else a ring."""
        if self.kind is not None:
            return self.kind
        # One opponent twice would leave a single anchor to make up two games, with nobody to play them against.
        has_partners = self.field % 2 == 0 or self.per_opponent < self.games
        return MovementKind.ONE_WAY if self.stops <= self.boards and has_partners else MovementKind.RING


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
    """A planned qualifying round. ``anchors`` keep their seats: one or nobody in a ring."""

    schedule: tuple[ScheduledGame, ...]
    terms: ScheduleTerms
    kind: MovementKind
    anchors: tuple[int, ...] = ()


class MovementError(Exception):
    """The players and the games asked for do not go together; the text says what would.

    ``works`` holds the same in a form that can be planned, the closest first; it is empty where the error is
    not one of numbers.
    """

    def __init__(self, text: str, works: tuple[Setup, ...] = ()) -> None:
        super().__init__(text)
        self.works = works


def max_games(players: int) -> int:
    """Return the most games that can be played if nobody may meet anybody more than twice."""
    return max(2 * (players - 1), 0)


def terms_for(setup: Setup) -> ScheduleTerms:
    """Return what a schedule for ``setup`` is held to; MovementError where no schedule can do what it asks."""
    error = _error_in(setup)
    if error is not None:
        raise _refusal(setup, error)
    return _terms(setup)


def _terms(setup: Setup) -> ScheduleTerms:
    meetings = 2 if setup.per_opponent == 2 or setup.games > setup.field - 1 else 1
    return ScheduleTerms(setup.games, setup.games + _extra_rounds(setup), meetings)


def _extra_rounds(setup: Setup) -> int:
    field, games = setup.field, setup.games
    if field % 2 == 0:
        return 0
    if setup.per_opponent == 1:
        return 1 if games < field else 2
    if games == 2:
        return 1
    # An odd number of anchors who have a bye twice each: three of them meet each other once.
    is_triangle = setup.form is not MovementKind.RING and setup.stops % 2 == 1
    return 3 if is_triangle else 2


# Refusals.


def _refusal(setup: Setup, error: str) -> MovementError:
    works = tuple(dict.fromkeys(other for other in _alternatives(setup) if _error_in(other) is None))
    phrases = [_difference(setup, other) for other in works]
    one_of = f"{', '.join(phrases[:-1])} or {phrases[-1]}" if phrases[:-1] else phrases[0]
    return MovementError(f"{error}. What would work: {one_of}", works)


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
    else:
        error = _error_of_kind(setup)
    return error


def _error_of_kind(setup: Setup) -> str | None:
    """Return why the kind that is chosen does not fit numbers that fit otherwise."""
    if setup.form is MovementKind.RING:
        return None
    if setup.stops > setup.boards:
        return (
            f"{setup.games} games need {setup.stops} boards, and there are {setup.boards}: "
            "movers would come to a board a second time"
        )
    if setup.field % 2 and setup.games <= setup.per_opponent:
        return "one opponent twice leaves one player to make up two games, and nobody to play them against"
    sizes = setup.sections if setup.form is MovementKind.SECTIONS else (setup.boards,)
    if sum(sizes) != setup.boards or min(sizes, default=0) < 1:
        return f"sections of {' and '.join(map(str, sizes)) or 'no'} boards do not make {setup.boards}"
    if min(sizes) < setup.stops and len(set(sizes)) > 1:
        return f"sections of different lengths cannot swap, and one has fewer than {setup.stops} boards"
    return None


def _alternatives(setup: Setup) -> Iterable[Setup]:
    """Yield what lies near: another kind, another way with the empty seat, another number of games, a larger field."""
    per_opponent = 2 if setup.per_opponent > 1 else 1
    base = replace(setup, games=max(setup.games, 1), per_opponent=per_opponent, kind=None, sections=())
    ways = [base]
    if base.players % 2:
        house = replace(base, house_player=True, makeups=False)
        makeups = replace(base, house_player=False, makeups=True)
        ways = [makeups, house] if setup.makeups and not setup.house_player else [house, makeups]
    if setup.kind is not None and _error_in(base) is None:
        yield replace(
            setup, kind=MovementKind.ONE_WAY, sections=(), games=min(setup.games, setup.boards * per_opponent)
        )
        yield replace(base, kind=MovementKind.RING)
        return
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
    if other.kind is MovementKind.RING:
        words.append("everybody moves but one")
    elif asked.kind is MovementKind.SECTIONS and other.kind is MovementKind.ONE_WAY:
        words.append("one way round")
    if other.players == asked.players and other.players % 2:
        if other.house_player and not asked.house_player:
            words.append("a house player in the empty seat")
        elif other.makeups and not other.house_player and (asked.house_player or not asked.makeups):
            words.append("extra rounds for the byes")
    return " with ".join(words)
