"""Games that players report at the table: what counts, where the two sides stand, and the lines it comes to.

Both players of a game report it, each for their own card. Nothing is overwritten: the latest report of a player about a
game counts, unless the game was unlocked after it. Where both name each other with the same result, the game is locked.
Where their reports differed before, it is locked only after the one who did not give in has seen that the other did:
two who give in at the same moment would else lock what neither of them says. Until it is written on a scorecard, a
report says nothing about anybody's card but the reporter's (rule 12.2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import Enum, StrEnum

from scorecards.rules.line_points import total
from tournaments.rules.constants import MAX_SPREAD, MIN_SPREAD
from tournaments.rules.scorings import Scoring
from tournaments.rules.types import FootTotals, Line


class How(StrEnum):
    """How a report came about.

    ``initialed`` is on the opponent's phone, ``denied`` voids what was initialed there, ``handed`` came without a
    network, as the code of a whole card that a checker took. ``kept`` repeats what differs from the opponent's report,
    ``not-played`` answers somebody who named this player: the two did not meet.
    """

    ENTERED = "entered"
    AGREED = "agreed"
    INITIALED = "initialed"
    DENIED = "denied"
    HANDED = "handed"
    KEPT = "kept"
    NOT_PLAYED = "not-played"


@dataclass(frozen=True, slots=True)
class Report:
    """What one player says about a game of their own card; ``number`` is its place in the order of arrival."""

    number: int
    game: int
    entrant: int
    opponent: int
    won: bool
    spread: int
    how: How = How.ENTERED

    def agrees_with(self, other: Report) -> bool:
        """Whether the two name each other, with one result."""
        return (self.entrant, self.opponent, self.won, self.spread) == (
            other.opponent,
            other.entrant,
            not other.won,
            other.spread,
        )

    def says_the_same_as(self, other: Report) -> bool:
        """Whether one player says the same twice, however it came."""
        return (self.opponent, self.won, self.spread) == (other.opponent, other.won, other.spread)


@dataclass(frozen=True, slots=True)
class Unlock:
    """A game of two that staff unlocked, and why: their reports up to the number ``after`` count no longer."""

    game: int
    entrants: Collection[int]
    after: int
    reason: str = ""


class Stage(Enum):
    """Where a game of one card stands, from the side of its owner."""

    EMPTY = "not reported"
    ASKED = "waiting for you"
    WAITING = "waiting for the opponent"
    ELSEWHERE = "opponent reported another player"
    DIFFERS = "reports differ"
    LOCKED = "locked"


@dataclass(frozen=True, slots=True)
class GameState:
    """One game of one card: the owner's report, and the one that stands against it."""

    game: int
    stage: Stage
    own: Report | None = None
    theirs: Report | None = None

    @property
    def can_deny(self) -> bool:
        """Whether the owner's part was initialed on the opponent's phone, so that the owner may not know of it."""
        return self.own is not None and self.own.how is How.INITIALED


@dataclass(frozen=True, slots=True)
class Reported:
    """The reports of an event that count, by entrant and game, and by the opponent they name and game.

    ``reasons`` says why games were unlocked last, by entrant and game. ``disputed`` are games in which the two reports
    differed and both players have not seen equal ones since. ``disowned`` are reports, by number, whose opponent said
    since that the two did not meet.
    """

    current: Mapping[tuple[int, int], Report]
    naming: Mapping[tuple[int, int], Sequence[Report]]
    reasons: Mapping[tuple[int, int], str]
    disputed: Set[tuple[int, frozenset[int]]] = frozenset()
    disowned: Set[int] = frozenset()

    @classmethod
    def of(cls, reports: Iterable[Report], unlocks: Iterable[Unlock] = ()) -> Reported:
        """Return what counts, whatever the order of the reports."""
        void_until: dict[tuple[int, int], int] = {}
        reasons: dict[tuple[int, int], str] = {}
        for unlock in sorted(unlocks, key=lambda unlock: unlock.after):
            for entrant in unlock.entrants:
                void_until[entrant, unlock.game] = unlock.after
                reasons[entrant, unlock.game] = unlock.reason
        current: dict[tuple[int, int], Report] = {}
        disputed: set[tuple[int, frozenset[int]]] = set()
        disowned: set[int] = set()
        for report in sorted(reports, key=lambda report: report.number):
            key, theirs = (report.entrant, report.game), current.get((report.opponent, report.game))
            is_met = theirs is not None and theirs.opponent == report.entrant
            if report.number <= void_until.get(key, 0):
                continue
            if report.how is How.NOT_PLAYED:
                disowned |= {theirs.number} if theirs is not None and is_met else set()
                continue
            before = current.pop(key, None)
            if report.how is How.DENIED:
                continue
            current[key] = report
            if theirs is None or not is_met:
                continue
            pair = (report.game, frozenset((report.entrant, report.opponent)))
            if not report.agrees_with(theirs):
                disputed.add(pair)
            elif before is not None and before.says_the_same_as(report) and before.number < theirs.number:
                disputed.discard(pair)
        naming: dict[tuple[int, int], list[Report]] = {}
        for report in sorted(current.values(), key=lambda report: -report.number):
            if report.number not in disowned:
                naming.setdefault((report.opponent, report.game), []).append(report)
        return cls(current, naming, reasons, disputed, disowned)

    def state(self, entrant: int, game: int, scheduled: int = 0) -> GameState:
        """Return where a game of a card stands. If several name its owner, the ``scheduled`` one asks first."""
        own = self.current.get((entrant, game))
        if own is None:
            naming = self.naming.get((entrant, game), ())
            asking = next((one for one in naming if one.entrant == scheduled), next(iter(naming), None))
            return GameState(game, Stage.EMPTY if asking is None else Stage.ASKED, None, asking)
        theirs = self.current.get((own.opponent, game))
        if theirs is None:
            return GameState(game, Stage.ELSEWHERE if own.number in self.disowned else Stage.WAITING, own)
        if theirs.opponent != entrant:
            return GameState(game, Stage.ELSEWHERE, own, theirs)
        if not own.agrees_with(theirs):
            return GameState(game, Stage.DIFFERS, own, theirs)
        if (game, frozenset((entrant, own.opponent))) not in self.disputed:
            return GameState(game, Stage.LOCKED, own, theirs)
        return GameState(game, Stage.ASKED if own.number < theirs.number else Stage.WAITING, own, theirs)

    def lines(self, entrant: int, scheme: Scoring) -> tuple[Line, ...]:
        """Return the lines of a card as its owner reported them, in order of the games."""
        own = sorted(game for number, game in self.current if number == entrant)
        return tuple(line_of(self.current[entrant, game], scheme) for game in own)


def line_of(report: Report, scheme: Scoring) -> Line:
    """Return the line that a report writes on the card of the one who made it."""
    if report.won:
        return Line(report.game, report.opponent, scheme.by_spread[report.spread], report.spread, None)
    return Line(report.game, report.opponent, 0, None, report.spread)


def report_of(line: Line, entrant: int, scheme: Scoring) -> Report | None:
    """Return what a line of a paper card says as a report of its owner, ``None`` where it says no possible result."""
    won, spread = line.minus is None, line.plus if line.minus is None else line.minus
    if line.opponent is None or spread is None or not MIN_SPREAD <= spread <= MAX_SPREAD:
        return None
    report = Report(0, line.game, entrant, line.opponent, won, spread)
    return report if line_of(report, scheme) == line else None


def foot_of(lines: Iterable[Line]) -> FootTotals:
    """Return the foot totals that reported lines add up to."""
    sums = total(lines)
    return FootTotals(sums.game_points, sums.games_won, sums.plus, sums.minus)


def result_in_words(*, won: bool, spread: int, scheme: Scoring) -> str:
    """Return a result as players say it: ``won by 35, a skunk``."""
    words = f"{'won' if won else 'lost'} by {spread}"
    return ", ".join(filter(None, (words, scheme.skunk_of(spread))))


def problem_with(report: Report, *, games: int, state: GameState) -> str:
    """Say why a report cannot be taken and what would be right; blank where it can.

    ``state`` is where the game stands for the one who reports it.
    """
    if not 1 <= report.game <= games:
        return f"There is no game {report.game}. Cards have games 1 to {games}."
    if not MIN_SPREAD <= report.spread <= MAX_SPREAD:
        return f"Spread {report.spread} is not possible. Enter {MIN_SPREAD} to {MAX_SPREAD}."
    if report.opponent == report.entrant:
        return "You cannot be your own opponent. Choose who sat across from you."
    if report.how is How.DENIED:
        return "" if state.can_deny else f"Game {report.game} was not initialed on another phone."
    if state.stage is Stage.LOCKED:
        return f"Game {report.game} is locked: both players agreed. Ask the director to change it."
    return ""


def focus_of(states: Sequence[GameState]) -> int:
    """Return the game that a player is led to: what differs, what they are asked, what they wait for, what is next.

    A player who continues with a later game is not led back; 0 where every game is locked or waits.
    """
    by_stage: dict[Stage, list[int]] = {stage: [] for stage in Stage}
    for state in states:
        by_stage[state.stage].append(state.game)
    for stage in (Stage.DIFFERS, Stage.ASKED):
        if by_stage[stage]:
            return by_stage[stage][0]
    last = max((state.game for state in states if state.own is not None), default=0)
    waiting = [*by_stage[Stage.WAITING], *by_stage[Stage.ELSEWHERE]]
    if last in waiting:
        return last
    return min(by_stage[Stage.EMPTY] or waiting, default=0)
