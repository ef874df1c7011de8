"""Club match points: the worth of a game to the sides of a match, and the course of a match.

The source is general-rules.txt: line 83 for the lurch; line 95 for matches, schemes and the example; line 97 for tables
of three and five, two against one, and four players each alone. A side is one player, or partners who peg together. The
winner of a game pegs 121, and a loser who has not pegged 91 is skunked, double skunked below 61, triple skunked below
31. Games may also be to 61, and the one alone against two may need 61 only.

Where the text is silent, this is how it is done here, and the pages say so:

- Line 95 calls a double skunk two match points more than a win of one, and four in all; its table says four.
- A triple skunk wins the match outright: the winner is credited with what was missing, so that the score says so.
- At a table where winner takes all, second place has its point where third place alone was skunked.
- In continued play the extra points for a skunk (1) or a double skunk (2) come once a game, by the loser furthest
  behind: line 97 gives no numbers.
- A win is worth one, and two with a lurch, where games count with it: line 83 counts in games.
- Two against one, and four players each alone, have no match points in line 97: a game won is one, and nothing adds to
  it. The pair is side 1.
- At a table, where two may pass the target with the same game, the one with more match points wins; while they are
  level they play on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from scorecards.rules.clubs.match_terms import (
    GAME_HOLE,
    GAME_WON,
    LURCH,
    LURCH_ENDS,
    LURCHED_BELOW,
    OUT_POINTS,
    SECOND_PLACE,
    TABLE_SKUNK,
    TABLE_WIN,
    MatchFormat,
    MatchTerms,
)
from tournaments.rules.constants import DOUBLE_SKUNK, SKUNK, TRIPLE_SKUNK
from tournaments.rules.scorings import SCORINGS
from tournaments.rules.types import ClubGameRecord, ClubMatchRecord

SOURCES = {
    "general-rules 83": "A loser who is not halfway is lurched, and the game counts as two: to 121, or to 61.",
    "general-rules 95": "A match between two sides: match points by the winning spread, up to a number that wins it.",
    "general-rules 97": "Tables of three and five count in their own way; two against one; four each alone.",
}
"""Where match points come from, by file and line; the summaries are ours."""

"""The winning spread from which a game of free play wins its match outright."""


class SkunkKind(Enum):
    """How far behind the loser furthest behind was."""

    NONE = "win"
    SINGLE = "skunk"
    DOUBLE = "double skunk"
    TRIPLE = "triple skunk"
    LURCH = "lurch"


def is_lurched(pegged: int, hole: int) -> bool:
    """Tell whether a loser with so many points is lurched in a game to 61 or 121: 30 of 61 is, 31 is not."""
    return pegged < LURCHED_BELOW[hole]


def skunk_of(pegged: int) -> SkunkKind:
    """Return the skunk of a loser with 0 to 120 points: 90 is skunked, 91 is not."""
    spread = GAME_HOLE - pegged
    if spread >= TRIPLE_SKUNK:
        return SkunkKind.TRIPLE
    if spread >= DOUBLE_SKUNK:
        return SkunkKind.DOUBLE
    return SkunkKind.SINGLE if spread >= SKUNK else SkunkKind.NONE


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game: points pegged by each side when somebody was out, and who went out next, as sides from 0."""

    pegged: tuple[int, ...]
    out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchStep:
    """A game, what it is worth to each side, and how the match stands after it.

    ``skunk`` is of the loser furthest behind. ``dealer`` deals first in the next game, or ``None`` where the source
    does not say. ``outright`` tells that this game won the match whatever the score was.
    """

    game: PlayedGame
    winner: int
    points: tuple[int, ...]
    score: tuple[int, ...]
    skunk: SkunkKind
    outright: bool
    dealer: int | None


@dataclass(frozen=True, slots=True)
class MatchCourse:
    """The course of a match so far. ``winner`` is the side that won it, ``None`` while it is in progress."""

    terms: MatchTerms
    steps: tuple[MatchStep, ...]
    winner: int | None

    @property
    def score(self) -> tuple[int, ...]:
        """Match points by side."""
        return self.steps[-1].score if self.steps else (0,) * self.terms.sides

    @property
    def games_won(self) -> tuple[int, ...]:
        won = [step.winner for step in self.steps]
        return tuple(won.count(side) for side in range(self.terms.sides))


class GameError(Exception):
    """A game that is impossible. ``errors`` are by side, from 0; ``None`` is the game as a whole."""

    def __init__(self, errors: Mapping[int | None, str]) -> None:
        super().__init__("; ".join(errors.values()))
        self.errors = dict(errors)


def errors_in(terms: MatchTerms, game: PlayedGame) -> dict[int | None, str]:
    """Return the errors in a game by side; none where it can be counted."""
    if len(game.pegged) != terms.sides:
        return {None: f"A game of this match has {terms.sides} sides."}
    errors: dict[int | None, str] = {
        side: f"{pegged} cannot be pegged (0 to {hole})."
        for side, (pegged, hole) in enumerate(zip(game.pegged, terms.holes, strict=True))
        if not 0 <= pegged <= hole
    }
    winners = [side for side, hole in enumerate(terms.holes) if game.pegged[side] == hole]
    if not errors and len(winners) != 1:
        told = "Nobody has" if not winners else "More than one has"
        ends = " or ".join(str(hole) for hole in dict.fromkeys(terms.holes))
        exactly = "with exactly that" if len(set(terms.holes)) > 1 else f"with exactly {ends}"
        errors[None] = f"{told} {ends}: one side wins each game, {exactly}."
    if not errors:
        errors |= _errors_in_order_out(terms, game, winners[0])
    return errors


def _errors_in_order_out(terms: MatchTerms, game: PlayedGame, winner: int) -> dict[int | None, str]:
    wanted = terms.others_out
    is_possible = all(0 <= side < terms.sides and side != winner for side in game.out)
    if len(game.out) == wanted and len(set(game.out)) == wanted and is_possible:
        return {}
    if not wanted:
        return {None: "Only the winner goes out in this match."}
    others = "who went out second" if wanted == 1 else "who went out second and who third"
    return {None: f"Say {others}: not the winner, and nobody twice."}


def follow(terms: MatchTerms, games: Sequence[PlayedGame]) -> MatchCourse:
    """Count a match game by game.

    Raises:
        GameError: a game cannot be, or it was played after the match was won.
    """
    steps: list[MatchStep] = []
    score = (0,) * terms.sides
    winner: int | None = None
    for number, game in enumerate(games, start=1):
        if winner is not None:
            raise GameError({None: f"The match was won before game {number}."})
        if errors := errors_in(terms, game):
            raise GameError(errors)
        step = _count(terms, game, score)
        score = step.score
        winner = step.winner if step.outright else _leader_past(terms.target, score)
        steps.append(step)
    return MatchCourse(terms, tuple(steps), winner)


def _count(terms: MatchTerms, game: PlayedGame, score: tuple[int, ...]) -> MatchStep:
    won = next(side for side, hole in enumerate(terms.holes) if game.pegged[side] == hole)
    losers = [pegged for side, pegged in enumerate(game.pegged) if side != won]
    skunk = _skunk(terms, min(losers))
    outright = terms.form is MatchFormat.TWO and terms.scheme == "free-play" and skunk is SkunkKind.TRIPLE
    points = [0] * terms.sides
    if outright:
        points[won] = max(terms.target - score[won], 1)
    elif not terms.has_skunks:
        points[won] = LURCH if skunk is SkunkKind.LURCH else GAME_WON
    elif terms.form is MatchFormat.TWO:
        points[won] = SCORINGS[terms.scheme].by_spread[GAME_HOLE - losers[0]]
    elif terms.form is MatchFormat.THREE_WINNER:
        _count_winner_takes_all(points, game.pegged, won)
    else:
        _count_continued(points, terms.form, won, skunk, game.out)
    after = tuple(before + more for before, more in zip(score, points, strict=True))
    dealer = 1 - won if terms.form is MatchFormat.TWO else None
    return MatchStep(game, won, tuple(points), after, skunk, outright, dealer)


def _skunk(terms: MatchTerms, lowest: int) -> SkunkKind:
    """Return how far behind the loser with the fewest points was, as far as that is worth anything."""
    if terms.has_skunks:
        return skunk_of(lowest)
    is_lurch = terms.scheme in LURCH_ENDS and is_lurched(lowest, LURCH_ENDS[terms.scheme])
    return SkunkKind.LURCH if is_lurch else SkunkKind.NONE


def _count_winner_takes_all(points: list[int], pegged: Sequence[int], won: int) -> None:
    skunked = [side for side, own in enumerate(pegged) if side != won and skunk_of(own) is not SkunkKind.NONE]
    points[won] = TABLE_WIN + (TABLE_SKUNK if skunked else 0)
    if len(skunked) == 1:
        second = next(side for side in range(len(pegged)) if side not in (won, skunked[0]))
        points[second] = SECOND_PLACE


def _count_continued(points: list[int], form: MatchFormat, won: int, skunk: SkunkKind, out: Sequence[int]) -> None:
    first, *others = OUT_POINTS[form]
    extra = {SkunkKind.NONE: 0, SkunkKind.SINGLE: 1}.get(skunk, 2)
    points[won] = first + extra
    for side, worth in zip(out, others, strict=True):
        points[side] = worth


def _leader_past(target: int, score: Sequence[int]) -> int | None:
    best = max(score)
    return score.index(best) if best >= target and score.count(best) == 1 else None


def terms_of_record(match: ClubMatchRecord) -> MatchTerms:
    """Return the terms of a match of an event file."""
    return MatchTerms(MatchFormat(match.form), match.scheme, match.target)


def games_of_record(match: ClubMatchRecord) -> list[PlayedGame]:
    """Return the games of a match of an event file; there sides count from 1."""
    return [PlayedGame(game.pegged, tuple(side - 1 for side in game.out)) for game in match.games]


def game_record(game: PlayedGame) -> ClubGameRecord:
    """Return a game as the event file has it."""
    return ClubGameRecord(game.pegged, tuple(side + 1 for side in game.out))


People = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that is won, with the entrants' numbers of each side in ascending order: partners stay together."""

    sides: tuple[People, ...]
    course: MatchCourse


@dataclass(frozen=True, slots=True)
class MatchStanding:
    """The sums of a side's matches. Those level in match points and matches won share a ``rank``."""

    rank: int
    people: People
    match_points: int
    matches_won: int
    matches: int
    games_won: int


def standings(matches: Sequence[PlayedMatch]) -> tuple[MatchStanding, ...]:
    """Rank sides by match points, then matches won; partners who change are another side each time.

    The source ranks nobody over several matches: this order is the club's that uses it, and nothing else splits a tie.
    """
    added: dict[People, list[int]] = {}
    for match in matches:
        course = match.course
        for side, people in enumerate(match.sides):
            row = added.setdefault(people, [0, 0, 0, 0])
            row[0] += course.score[side]
            row[1] += course.winner == side
            row[2] += 1
            row[3] += course.games_won[side]
    in_order = sorted(added.items(), key=lambda found: (-found[1][0], -found[1][1], found[0]))
    ranks: dict[tuple[int, int], int] = {}
    for position, (_, row) in enumerate(in_order, start=1):
        ranks.setdefault((row[0], row[1]), position)
    return tuple(MatchStanding(ranks[row[0], row[1]], people, *row) for people, row in in_order)
