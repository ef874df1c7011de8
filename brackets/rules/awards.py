"""Final places and master rating points, as far as the bracket has come.

What a bye is worth: the second round is reached without a match, so a player who has a bye and then loses has lost in
round two. That player is placed with all who lost there, above everybody who lost in round one, and gets the
playoff points of round two. The schedule of points names the round lost and nothing else, so nothing is taken off
for a bye; should the sanctioning body do so, the director edits the points.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum

from brackets.rules.seeding import DrawnMatch, Side
from brackets.rules.sources import IN_FORCE_FROM, SCHEDULES, SOURCE, RatingSchedule
from tournaments.rules.scorings import ACC, SCORINGS


class EntrantOutcome(Enum):
    """How an entrant came through the event, as far as it is known."""

    CHAMPION = "champion"
    RUNNER_UP = "runner-up"
    LOST = "lost in the playoffs"
    PLAYING = "still in the playoffs"
    NOT_DRAWN = "not in the playoffs"


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """An entrant's place, from the ``best`` to the ``worst`` that is still possible, 1 for the champion.

    ``round_lost`` counts from 1, is one more than there are rounds for the champion, and ``None`` for those who are
    still playing or were not drawn. ``is_shared`` is true only below the bracket, where equal cards share a place.
    """

    entrant: int
    seed: int | None
    best: int
    worst: int
    outcome: EntrantOutcome
    round_lost: int | None = None
    is_shared: bool = False

    @property
    def place(self) -> int | None:
        """The final place, ``None`` while it is open."""
        return self.best if self.best == self.worst else None


def final_places(
    rounds: Sequence[Sequence[DrawnMatch]], qualifying_ranks: Mapping[int, int] | None = None
) -> tuple[FinalPlace, ...]:
    """Return everybody's place, best first: champion, runner-up, by the round lost, by seed, by qualifying order.

    ``rounds`` come from :func:`brackets.rules.seeding.draw`, finished or not. ``qualifying_ranks`` are the ranks of the
    qualifying round by entrant, house players left out. Those who are in the bracket are passed over there; all
    others follow the bracket in that order and share a place where they share a rank, the best that they hold
    together. Places in the bracket are never shared: of those who lost in the same round the better seed is higher.

    While matches are open a place is a range: those who lost in a round move among themselves until it is known
    who else loses there, and those still playing can get from the champion's place down to where they would
    stand if they lost their next match.
    """
    drawn = sorted(_drawn_places(rounds), key=lambda place: (place.best, place.worst, place.seed or 0))
    in_bracket = {place.entrant for place in drawn}
    below = {entrant: rank for entrant, rank in (qualifying_ranks or {}).items() if entrant not in in_bracket}
    return (*drawn, *_places_below(below, len(drawn)))


def _drawn_places(rounds: Sequence[Sequence[DrawnMatch]]) -> Iterator[FinalPlace]:
    last_match: dict[Side, DrawnMatch] = {
        side: match for matches in rounds for match in matches for side in (match.upper, match.lower) if side
    }
    losers = _possible_losers(rounds)
    lowest = {number: sorted(low for low, _ in slots.values()) for number, slots in losers.items()}
    highest = {number: sorted(high for _, high in slots.values()) for number, slots in losers.items()}
    for side, match in last_match.items():
        survivors = len(rounds[match.round - 1])
        # Those of the other slots: what the side's own match says about its loser is left out.
        own_low, own_high = losers[match.round].get(match.slot, (side.seed, side.seed))
        best = survivors + 1 + bisect_left(highest[match.round], side.seed) - (own_high < side.seed)
        worst = survivors + 1 + bisect_left(lowest[match.round], side.seed) - (own_low < side.seed)
        if match.winner is None:
            yield FinalPlace(side.entrant, side.seed, 1, worst, EntrantOutcome.PLAYING)
        elif match.winner == side:
            yield FinalPlace(side.entrant, side.seed, 1, 1, EntrantOutcome.CHAMPION, match.round + 1)
        else:
            outcome = EntrantOutcome.RUNNER_UP if match.round == len(rounds) else EntrantOutcome.LOST
            yield FinalPlace(side.entrant, side.seed, best, worst, outcome, match.round)


def _possible_losers(rounds: Sequence[Sequence[DrawnMatch]]) -> dict[int, dict[int, tuple[int, int]]]:
    """Return by round and slot the lowest and the highest seed that lost there or may still lose; byes left out."""
    losers: dict[int, dict[int, tuple[int, int]]] = {}
    coming: dict[int, tuple[int, int]] = {}
    for matches in rounds:
        there: dict[int, tuple[int, int]] = {}
        losers[matches[0].round] = {}
        for match in matches:
            known = [(side.seed, side.seed) for side in (match.upper, match.lower) if side is not None]
            before = [coming[slot] for slot in (2 * match.slot - 1, 2 * match.slot) if slot in coming]
            possible = _spanned(before or known)
            if match.winner is None:
                there[match.slot] = losers[match.round][match.slot] = possible
                continue
            there[match.slot] = (match.winner.seed, match.winner.seed)
            if not match.is_bye:
                losers[match.round][match.slot] = _spanned([seeds for seeds in known if seeds[0] != match.winner.seed])
        coming = there
    return losers


def _spanned(seeds: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return min(lowest for lowest, _ in seeds), max(highest for _, highest in seeds)


def _places_below(ranks: Mapping[int, int], before: int) -> Iterator[FinalPlace]:
    """Yield the places of those not in the bracket; their ranks are counted again without those in it."""
    order = sorted(ranks, key=lambda entrant: (ranks[entrant], entrant))
    sharing, in_order = Counter(ranks.values()), sorted(ranks.values())
    for entrant in order:
        level = sharing[ranks[entrant]]
        place = before + bisect_left(in_order, ranks[entrant]) + 1
        yield FinalPlace(entrant, None, place, place, EntrantOutcome.NOT_DRAWN, is_shared=level > 1)


SCORING = "acc"
"""The minimum is in game points of 2 for a win and 3 for a skunk."""


@dataclass(frozen=True, slots=True)
class RatingPoints:
    """One qualifier's master rating points with the sums that made them.

    ``playoff`` is ``None`` while the entrant is still playing; ``total`` is then what is certain so far.
    """

    entrant: int
    qualifying: int
    qualifying_sum: str
    playoff: int | None
    playoff_sum: str

    @property
    def total(self) -> int:
        """Both together, as far as they are known."""
        return self.qualifying + (self.playoff or 0)


@dataclass(frozen=True, slots=True)
class Ratings:
    """The points of all qualifiers, best seed first; none, and the reason, where there is no schedule."""

    points: tuple[RatingPoints, ...]
    no_schedule: str | None = None
    source: str = SOURCE
    in_force_from: date = IN_FORCE_FROM


def no_schedule_reason(kind: str, games: int, scoring: str) -> str | None:
    """Return in words why an event has no schedule of rating points, ``None`` where it has one.

    ``kind`` and ``scoring`` are the event file's.
    """
    schedule = SCHEDULES.get(kind)
    if schedule is None:
        return f"There is no schedule of rating points for a {kind} event."
    if SCORINGS[scoring].wins != ACC.wins:
        return "The schedule of rating points is for 2 game points a win and 3 a skunk."
    if games not in schedule.minimum:
        known = [str(number) for number in sorted(schedule.minimum)]
        listed = f"{', '.join(known[:-1])} and {known[-1]}"
        return f"There is no schedule of rating points for a {kind} event of {games} games, only for {listed}."
    return None


def rating_points(
    seeded: Sequence[int],
    game_points: Mapping[int, int],
    places: Sequence[FinalPlace],
    *,
    kind: str,
    games: int,
    scoring: str = SCORING,
) -> Ratings:
    """Return the master rating points of the qualifiers; nobody else gets any.

    ``seeded`` are the entrants in the bracket, best first, ``game_points`` those of the qualifying round by
    entrant, ``places`` from :func:`final_places`. The top half, an odd one counted into it, get points by game points;
    where these are below the minimum, which the schedule does not foresee, they get what the lower half gets.
    Playoff points depend on the round lost alone: they are the same for a match lost by not appearing, and a
    bye counts as a round passed.
    """
    reason = no_schedule_reason(kind, games, scoring)
    if reason is not None:
        return Ratings((), reason)
    schedule = SCHEDULES[kind]
    round_lost = {place.entrant: place.round_lost for place in places}
    top_half = (len(seeded) + 1) // 2
    points = []
    for seed, entrant in enumerate(seeded, start=1):
        qualifying = _qualifying(schedule, games, game_points[entrant] if seed <= top_half else None)
        points.append(RatingPoints(entrant, *qualifying, *_playoff(schedule, round_lost.get(entrant))))
    return Ratings(tuple(points))


def _qualifying(schedule: RatingSchedule, games: int, game_points: int | None) -> tuple[int, str]:
    """Return points and sum; ``game_points`` is ``None`` for the lower half."""
    if game_points is None:
        return schedule.lower_half, f"lower half: {schedule.lower_half}"
    minimum = schedule.minimum[games]
    if game_points < minimum:
        return schedule.lower_half, f"top half, below the minimum of {minimum}: {schedule.lower_half}"
    points = schedule.each_game_point * (game_points - minimum + 1)
    return points, f"top half: {schedule.each_game_point} × ({game_points} − {minimum} + 1) = {points}"


def _playoff(schedule: RatingSchedule, round_lost: int | None) -> tuple[int | None, str]:
    if round_lost is None:
        return None, ""
    points = schedule.playoff * round_lost * (round_lost + 1) // 2
    return points, f"{schedule.playoff} × {round_lost} × {round_lost + 1} ÷ 2 = {points}"
