"""What happened at the boards of a demo event: winners and margins, before anybody writes a card."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from brackets.rules.seeding import MatchResult, bracket_size, draw, games_to_win, rounds_of
from scorecards.rules.line_points import Totals
from tournaments.rules.constants import SKUNK
from tournaments.rules.scorings import ACC
from tournaments.rules.types import Line, MatchRecord, PlayoffRecord, ScheduledGame

SPREAD_OF_SKILL = 2.0
"""How far players differ, in holes a game. Cribbage is mostly luck: one in six plays so well that an average
opponent is beaten seven games out of thirteen."""

SPREAD_OF_LUCK = 22.5
"""How far one game strays from what skill would make it. This much makes about one game in six a skunk."""

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

    @property
    def winners_line(self) -> Line:
        """The line that belongs on the winner's card."""
        return Line(self.game, self.loser, ACC.by_spread[self.margin], self.margin, None)

    @property
    def losers_line(self) -> Line:
        """The line that belongs on the loser's card."""
        return Line(self.game, self.winner, 0, None, self.margin)


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
        GameResult(
            result.game,
            result.loser if result.winner == entrant else result.winner,
            entrant,
            FORFEIT_MARGIN,
            forfeited=True,
        )
        if entrant in (result.winner, result.loser) and result.game > game
        else result
        for result in results
    ]


def true_sums(results: Iterable[GameResult], entrants: Iterable[int]) -> dict[int, Totals]:
    """Return the totals of the entrants by what really happened."""
    sums = {entrant: [0, 0, 0, 0] for entrant in entrants}
    for result in results:
        won, lost = sums.get(result.winner), sums.get(result.loser)
        if won is not None:
            won[0] += ACC.by_spread[result.margin]
            won[1] += 1
            won[2] += result.margin
        if lost is not None:
            lost[3] += result.margin
    return {entrant: Totals(*numbers) for entrant, numbers in sums.items()}


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
    needed = games_to_win(BEST_OF)
    upper = lower = 0
    while upper < needed and lower < needed:
        if rng.gauss(advantage, SPREAD_OF_LUCK) > 0:
            upper += 1
        else:
            lower += 1
    return upper, lower
