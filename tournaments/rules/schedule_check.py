"""Check a schedule: made here, imported, or changed by hand.

Nobody twice in a game, everybody as many games as agreed, nobody meets anybody too often. The schedule only
pre-fills the cards, so that it warns and never blocks.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from tournaments.rules.movement.setup import ScheduleTerms
from tournaments.rules.types import ScheduledGame


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is to play, from which game to which.

    A latecomer's ``first_game`` is above 1; ``withdrawn_after_game`` is 0 and up, or ``None``. Both may have fewer
    games than the others, and a house player any number.
    """

    number: int
    seat: str = ""
    first_game: int = 1
    withdrawn_after_game: int | None = None
    house_player: bool = False

    @property
    def plays_throughout(self) -> bool:
        """Whether as many games as everybody's are due."""
        return self.first_game == 1 and self.withdrawn_after_game is None and not self.house_player

    def is_due(self, game: int) -> bool:
        """Tell whether this entrant is to play in ``game``, or may be asked to have a bye in it."""
        is_gone = self.withdrawn_after_game is not None and game > self.withdrawn_after_game
        return self.first_game <= game and not is_gone and not self.house_player


class ScheduleWarningKind(Enum):
    """What can be wrong with a schedule."""

    GAME_UNKNOWN = "game number out of range"
    GAME_TWICE = "game scheduled twice"
    GAME_MISSING = "game not scheduled"
    UNKNOWN = "unknown entrant"
    ITSELF = "paired with themselves"
    TWICE = "twice in a game"
    EARLY = "paired before arriving"
    MISSING = "missing from a game"
    TOO_FEW = "too few games"
    TOO_MANY = "too many games"
    MET_TOO_OFTEN = "meeting too often"
    MET_TOO_SELDOM = "meeting too seldom"
    OTHER_POOL = "meeting somebody of another pool"
    TWICE_A_DAY = "meeting twice on one day"


@dataclass(frozen=True, slots=True)
class ScheduleWarning:
    """One warning in words, with the games and entrants it is about, both ascending."""

    kind: ScheduleWarningKind
    games: tuple[int, ...]
    entrants: tuple[int, ...]
    text: str


def check_schedule(
    schedule: Sequence[ScheduledGame], field: Sequence[Attendance], terms: ScheduleTerms
) -> tuple[ScheduleWarning, ...]:
    """Return every warning about a schedule for ``field``; nothing where all is as agreed in ``terms``.

    Without extra rounds everybody has to be in each game; with them it is only the number of games that counts. To be
    paired after withdrawing is no reason to warn: that is a forfeit (:func:`.schedule_changes.forfeits`).
    """
    return _checked(tuple(schedule), tuple(field), terms)


@lru_cache(maxsize=8)
def _checked(
    schedule: tuple[ScheduledGame, ...], field: tuple[Attendance, ...], terms: ScheduleTerms
) -> tuple[ScheduleWarning, ...]:
    """Check a schedule once: every page about it asks, and of a large event it takes long."""
    check = _ScheduleCheck(schedule, {entrant.number: entrant for entrant in field}, terms)
    return (*check.of_game_numbers(), *check.of_pairs(), *check.of_entrants(), *check.of_meetings())


class _ScheduleCheck:
    """A schedule sorted by game, by entrant and by meeting."""

    def __init__(self, schedule: Sequence[ScheduledGame], field: dict[int, Attendance], terms: ScheduleTerms) -> None:
        self.schedule = sorted(schedule, key=lambda scheduled: scheduled.game)
        self.field = field
        self.terms = terms
        self.games_of: dict[int, list[int]] = {number: [] for number in field}
        self.meetings: dict[tuple[int, int], list[int]] = {}
        for scheduled in self.schedule:
            game = scheduled.game
            for first, second in scheduled.pairs:
                for number in dict.fromkeys((first, second)):
                    self.games_of.setdefault(number, []).append(game)
                if first != second:
                    pair = (first, second) if first < second else (second, first)
                    self.meetings.setdefault(pair, []).append(game)

    def named(self, number: int) -> str:
        entrant = self.field.get(number)
        return f"{entrant.seat} (entrant {number})" if entrant and entrant.seat else f"entrant {number}"

    def of_game_numbers(self) -> Iterator[ScheduleWarning]:
        seen = Counter(scheduled.game for scheduled in self.schedule)
        for game, times in seen.items():
            if not 1 <= game <= self.terms.rounds:
                text = f"there is no game {game}: games are numbered 1 to {self.terms.rounds}"
                yield ScheduleWarning(ScheduleWarningKind.GAME_UNKNOWN, (game,), (), text)
            if times > 1:
                text = f"game {game} is scheduled {times} times"
                yield ScheduleWarning(ScheduleWarningKind.GAME_TWICE, (game,), (), text)
        missing = tuple(game for game in range(1, self.terms.rounds + 1) if game not in seen)
        if missing:
            verb = "is" if len(missing) == 1 else "are"
            yield ScheduleWarning(
                ScheduleWarningKind.GAME_MISSING, missing, (), f"{games_in_words(missing)} {verb} not scheduled"
            )

    def of_pairs(self) -> Iterator[ScheduleWarning]:
        for scheduled in self.schedule:
            for first, second in scheduled.pairs:
                if first == second:
                    text = f"{self.named(first)} is paired with themselves in game {scheduled.game}"
                    yield ScheduleWarning(ScheduleWarningKind.ITSELF, (scheduled.game,), (first,), text)

    def of_entrants(self) -> Iterator[ScheduleWarning]:
        scheduled = frozenset(scheduled.game for scheduled in self.schedule)
        for number, games in self.games_of.items():
            entrant = self.field.get(number)
            if entrant is None:
                text = f"{self.named(number)} is not in the field but paired in {games_in_words(games)}"
                yield ScheduleWarning(ScheduleWarningKind.UNKNOWN, tuple(games), (number,), text)
                continue
            played = frozenset(games)
            if len(played) < len(games):
                yield self._twice(number, games)
            if early := tuple(sorted(game for game in played if game < entrant.first_game)):
                text = (
                    f"{self.named(number)} starts with game {entrant.first_game} "
                    f"but is paired in {games_in_words(early)}"
                )
                yield ScheduleWarning(ScheduleWarningKind.EARLY, early, (number,), text)
            if self.terms.rounds > self.terms.games:
                yield from self._number_of_games(entrant, len(played))
            elif missing := tuple(sorted(game for game in scheduled - played if entrant.is_due(game))):
                text = f"{self.named(number)} is missing from {games_in_words(missing)}"
                yield ScheduleWarning(ScheduleWarningKind.MISSING, missing, (number,), text)

    def _twice(self, number: int, games: list[int]) -> ScheduleWarning:
        twice = tuple(game for game, times in Counter(games).items() if times > 1)
        text = f"{self.named(number)} is more than once in {games_in_words(twice)}"
        return ScheduleWarning(ScheduleWarningKind.TWICE, twice, (number,), text)

    def _number_of_games(self, entrant: Attendance, played: int) -> Iterator[ScheduleWarning]:
        agreed = self.terms.games
        games = "1 game" if played == 1 else f"{played} games"
        text = f"{self.named(entrant.number)} has {games} instead of {agreed}"
        if played > agreed and not entrant.house_player:
            yield ScheduleWarning(ScheduleWarningKind.TOO_MANY, (), (entrant.number,), text)
        elif played < agreed and entrant.plays_throughout:
            yield ScheduleWarning(ScheduleWarningKind.TOO_FEW, (), (entrant.number,), text)

    def of_meetings(self) -> Iterator[ScheduleWarning]:
        most = self.terms.max_meetings
        for pair in sorted(pair for pair, games in self.meetings.items() if len(games) > most):
            games = tuple(self.meetings[pair])
            text = (
                f"{self.named(pair[0])} and {self.named(pair[1])} meet more than "
                f"{'once' if most == 1 else 'twice'}, in {games_in_words(games)}"
            )
            yield ScheduleWarning(ScheduleWarningKind.MET_TOO_OFTEN, games, pair, text)


def games_in_words(games: Iterable[int]) -> str:
    """Return ``game 3``, ``games 3 and 5``, or ``games 1 to 4, 7 and 9`` for ascending numbers."""
    runs: list[list[int]] = []
    for game in games:
        if runs and game == runs[-1][-1] + 1:
            runs[-1].append(game)
        else:
            runs.append([game])
    words: list[str] = []
    for run in runs:
        words += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    listed = f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]
    return f"game {listed}" if listed.isdecimal() else f"games {listed}"
