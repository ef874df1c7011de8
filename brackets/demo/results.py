"""Results of the games of a demo event, and the director's decisions about them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from brackets.rules.seeding import MatchResult, bracket_size, draw, games_to_win, rounds_of
from scorecards.rules.calculation import calculate
from scorecards.rules.line_points import Totals, total
from tournaments.rules.constants import SKUNK
from tournaments.rules.scorings import ACC, GAME_HOLE, SCORINGS, Scoring
from tournaments.rules.types import (
    DecidedLine,
    DecisionRecord,
    EventFile,
    Line,
    MatchRecord,
    PlayoffRecord,
    ScheduledGame,
    TieGameRecord,
    TieOrderRecord,
)

SPREAD_OF_SKILL = 2.0
"""How far players differ, in holes a game. Cribbage is mostly luck: one in six plays so well that an average
opponent is beaten seven games out of thirteen."""

SPREAD_OF_LUCK = 22.5
"""How far one game strays from what the players' skill suggests. This much makes about one game in six a skunk."""

MAX_MARGIN = 90
FORFEIT_MARGIN = 10
BEST_OF = 5


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game as it was really played. ``forfeited`` where the loser had left the event."""

    game: int
    winner: int
    loser: int
    margin: int
    forfeited: bool = False

    def line_of(self, entrant: int, scoring: Scoring = ACC) -> Line:
        """Return what one of the two has to write."""
        is_won = entrant == self.winner
        line = Line(self.game, self.loser if is_won else self.winner)
        if not scoring.is_of_sheets:
            points = ACC.by_spread[self.margin] if is_won else 0
            return replace(line, points=points, **{"plus" if is_won else "minus": self.margin})
        if not scoring.columns.won:
            return replace(line, left=0 if is_won else self.margin)
        own, theirs = (GAME_HOLE, GAME_HOLE - self.margin)[:: 1 if is_won else -1]
        return replace(line, own=own, theirs=theirs)


def play_round(rng: Random, schedule: Iterable[ScheduledGame], skills: Mapping[int, float]) -> list[GameResult]:
    """Play every scheduled game."""
    results = []
    for scheduled in schedule:
        for first, second in scheduled.pairs:
            ahead = rng.gauss(skills[first] - skills[second], SPREAD_OF_LUCK)
            margin = min(max(round(abs(ahead)), 1), MAX_MARGIN)
            winner, loser = (first, second) if ahead > 0 else (second, first)
            results.append(GameResult(scheduled.game, winner, loser, margin))
    return results


def forfeit_after(results: Iterable[GameResult], entrant: int, game: int) -> list[GameResult]:
    """Return the results with every game of ``entrant`` after ``game`` won by the opponent by ten."""
    return [
        GameResult(one.game, ({one.winner, one.loser} - {entrant}).pop(), entrant, FORFEIT_MARGIN, forfeited=True)
        if entrant in (one.winner, one.loser) and one.game > game
        else one
        for one in results
    ]


def true_sums(results: Iterable[GameResult], entrants: Iterable[int]) -> dict[int, Totals]:
    """Return the totals of the entrants by what really happened."""
    lines: dict[int, list[Line]] = {entrant: [] for entrant in entrants}
    for result in results:
        for entrant in {result.winner, result.loser} & lines.keys():
            lines[entrant].append(result.line_of(entrant))
    return {entrant: total(own) for entrant, own in lines.items()}


def true_order(results: Iterable[GameResult], entrants: Iterable[int]) -> list[int]:
    """Return the entrants, best first, by what really happened."""
    sums = true_sums(results, entrants)
    return sorted(sorted(sums), key=lambda entrant: sums[entrant].standing, reverse=True)


def level_at(place: int, results: Iterable[GameResult], entrants: Iterable[int]) -> list[GameResult]:
    """Make who has this place and the next after it level in everything, where one win and one loss can do it."""
    changed = list(results)
    sums = true_sums(changed, entrants)
    above, below = sorted(sums, key=lambda entrant: sums[entrant].standing, reverse=True)[place - 1 : place + 1]
    for column, behind in (
        ("winner", sums[above].plus - sums[below].plus),
        ("loser", sums[above].minus - sums[below].minus),
    ):
        for at, one in enumerate(changed):
            # Nobody's game points change by it.
            fits = 1 <= one.margin + behind < SKUNK and one.margin < SKUNK
            if fits and getattr(one, column) == below and above not in (one.winner, one.loser):
                changed[at] = replace(one, margin=one.margin + behind)
                break
    return changed


def play_playoff(rng: Random, seeded: Sequence[int], rounds: int, skills: Mapping[int, float]) -> PlayoffRecord:
    """Play the first rounds of the bracket; in one match of the first a player came late (rule 13.1)."""
    best_of = (BEST_OF,) * rounds_of(bracket_size(len(seeded)))
    results: dict[tuple[int, int], MatchResult] = {}
    matches: list[MatchRecord] = []
    for number in range(1, rounds + 1):
        to_play = [
            (match.slot, match.upper.entrant, match.lower.entrant)
            for match in draw(seeded, results, best_of)[number - 1]
            if match.upper is not None and match.lower is not None
        ]
        late_slot = rng.choice(to_play)[0] if number == 1 else None
        for slot, upper, lower in to_play:
            games = _play_match(rng, skills[upper] - skills[lower])
            results[number, slot] = MatchResult(*games)
            matches.append(MatchRecord(number, slot, games, forfeits=1 if slot == late_slot else 0))
    return PlayoffRecord(best_of, tuple(matches))


def _play_match(rng: Random, advantage: float) -> tuple[int, int]:
    games = [0, 0]
    while max(games) < games_to_win(BEST_OF):
        games[rng.gauss(advantage, SPREAD_OF_LUCK) <= 0] += 1
    return games[0], games[1]


def settle(
    event_file: EventFile,
    results: Iterable[GameResult],
    rule: str,
    reasons: tuple[str, str],
    drawn: Callable[[Sequence[int], int], list[int]],
) -> EventFile:
    """Decide what the rules leave open, as it really happened, and then what is still tied.

    ``reasons`` are of a decision and of an order; ``drawn`` puts so many of those who are tied in an order. Each
    decision can bring somebody new into the qualifying places, whose games are looked at in turn; so ties come last,
    when no total changes any more.
    """
    scoring = SCORINGS[event_file.event.scoring]
    played = {(one.game, entrant): one for one in results for entrant in (one.winner, one.loser)}
    named = {(line.game, card.entrant): line.opponent for card in event_file.scorecards for line in card.lines}
    while (result := calculate(event_file).result).undecided:
        # Where cards name different opponents, a wrong one may name somebody at another board: two games are meant.
        meant = [
            one
            for found in result.undecided
            for one in {played[found.game, entrant]: None for entrant in found.entrants}
            if len({played[found.game, entrant] for entrant in found.entrants}) == 1
            or named.get((one.game, one.winner), one.loser) != one.loser
            or named.get((one.game, one.loser), one.winner) != one.winner
        ]
        decisions = tuple(_decision(one, scoring, rule, reasons[0]) for one in dict.fromkeys(meant))
        event_file = replace(event_file, decisions=event_file.decisions + decisions)
    order, needed = reasons[1], result.ranking
    return replace(
        event_file,
        tie_games=tuple(TieGameRecord(*drawn(tied, 2)) for tied in needed.tie_games_needed),
        tie_orders=tuple(TieOrderRecord(tuple(drawn(tied, len(tied))), order) for tied in needed.tie_orders_needed),
    )


def _decision(result: GameResult, scoring: Scoring, rule: str, reason: str) -> DecisionRecord:
    entrants = (min(result.winner, result.loser), max(result.winner, result.loser))
    lines = [(entrant, result.line_of(entrant, scoring)) for entrant in entrants]
    decided = tuple(
        DecidedLine(entrant, one.points, one.plus, one.minus, one.own, one.theirs, one.left) for entrant, one in lines
    )
    return DecisionRecord(result.game, entrants, decided, rule=rule, reason=reason)
