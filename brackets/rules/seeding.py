"""The playoff bracket: approved charts, byes, and who stands where after the results so far (rule 13.2)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from brackets.rules.sources import (
    APPROVED_CHARTS,
    DEFAULT_BEST_OF,
    MAX_ENTRANTS_ON_A_CHART,
    MIN_CHART,
    MIN_ENTRANTS_ON_A_CHART,
)


def bracket_size(qualifiers: int) -> int:
    """Return the next full bracket, a power of two from 2 up (rule 13.2.d.(2)); 0 where nobody qualifies."""
    if qualifiers <= 0:
        return 0
    return max(2, 1 << (qualifiers - 1).bit_length())


def byes(qualifiers: int) -> int:
    """Return the number of first-round byes, which go to the top seeds (rule 13.2.d.(3))."""
    return bracket_size(qualifiers) - max(qualifiers, 0)


def is_approved(size: int, entrants: int, edition: str) -> bool:
    """Return whether a printed chart covers this bracket (rule 13.2.c).

    They are printed for 12 to 256 entrants, in ``acc-2010`` for up to 256 and not for fewer than eight places. The
    55+ Games have none.
    """
    return (
        size in APPROVED_CHARTS
        and edition in MIN_CHART
        and size >= MIN_CHART[edition]
        and MIN_ENTRANTS_ON_A_CHART[edition] <= entrants <= MAX_ENTRANTS_ON_A_CHART
    )


@cache
def chart(size: int) -> tuple[tuple[int, int], ...]:
    """Return the first round from top to bottom as seed pairs, the better seed first (rule 13.2.c).

    ``size`` is a power of two from 2 up. Sizes of 4 to 64 are the approved charts; larger ones are extended
    from the next smaller one: each seed ``s`` meets ``size + 1 - s`` where it stood, and as in the printed
    charts of 32 and 64 the last two seeds of each quarter change places.

    Raises:
        ValueError: ``size`` is not a power of two from 2 up.
    """
    if size < 2 or size & (size - 1):
        raise ValueError(f"{size} is not a bracket size: it must be a power of two from 2 up")
    if size == 2:
        return ((1, 2),)
    if size in APPROVED_CHARTS:
        return APPROVED_CHARTS[size]
    smaller = chart(size // 2)
    quarter = len(smaller) // 4
    order: list[int] = []
    for index, (better, worse) in enumerate(smaller, start=1):
        order += (worse, better) if index % quarter == 0 else (better, worse)
    return tuple((seed, size + 1 - seed) for seed in order)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: the seed, and the entrant who has it."""

    seed: int
    entrant: int


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Games won by the upper and the lower side, of a match of best of ``best_of`` games."""

    upper_games: int
    lower_games: int


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """A slot of the bracket, rounds and slots counted from 1, slots from the top.

    A side is ``None`` while nobody has come that far, and for the empty side of a bye. ``is_bye`` is only
    ever true in the first round.
    """

    round: int
    slot: int
    upper: Side | None
    lower: Side | None
    result: MatchResult | None = None
    winner: Side | None = None
    is_bye: bool = False

    @property
    def is_open(self) -> bool:
        """Whether both sides are known and neither has won."""
        return self.upper is not None and self.lower is not None and self.winner is None


def first_round(seeded: Sequence[int]) -> tuple[DrawnMatch, ...]:
    """Place entrants, best first, on the chart; top seeds have the byes (13.2.c, d). Empty below two qualifiers."""
    if len(seeded) < 2:
        return ()

    def side(seed: int) -> Side | None:
        return Side(seed, seeded[seed - 1]) if seed <= len(seeded) else None

    matches = []
    for slot, (better, worse) in enumerate(chart(bracket_size(len(seeded))), start=1):
        upper, lower = side(better), side(worse)
        bye = lower is None
        matches.append(DrawnMatch(1, slot, upper, lower, winner=upper if bye else None, is_bye=bye))
    return tuple(matches)


def games_to_win(best_of: int) -> int:
    """Return the games that win a match of best of 1, 3, 5 or 7."""
    return best_of // 2 + 1


def ends_of(best_of: int) -> list[tuple[int, int]]:
    """Return the results, in games of the upper and the lower side, that end a match; the upper side's wins first."""
    needed = games_to_win(best_of)
    won = [(needed, lost) for lost in range(needed)]
    return won + [(lost, needed) for lost in range(needed)]


def rounds_of(size: int) -> int:
    """Return the number of rounds of a bracket of ``size`` places."""
    return max(size.bit_length() - 1, 0)


def best_of_in(round_number: int, best_of: Sequence[int]) -> int:
    """Return the best-of for a round, counted from 1; five is usual (domain 5)."""
    return best_of[round_number - 1] if round_number <= len(best_of) else DEFAULT_BEST_OF


def draw(
    seeded: Sequence[int], results: Mapping[tuple[int, int], MatchResult], best_of: Sequence[int] = ()
) -> tuple[tuple[DrawnMatch, ...], ...]:
    """Return every round of the bracket, winners moved on by the results so far.

    ``results`` are by (round, slot). A match is won by the side that has more than half of its best-of games; until
    then nobody moves on.
    """
    rounds: list[tuple[DrawnMatch, ...]] = []
    current = first_round(seeded)
    while current:
        number = current[0].round
        needed = games_to_win(best_of_in(number, best_of))
        played = tuple(_with_result(match, results.get((number, match.slot)), needed) for match in current)
        rounds.append(played)
        current = tuple(
            DrawnMatch(number + 1, slot, upper.winner, lower.winner)
            for slot, (upper, lower) in enumerate(zip(played[::2], played[1::2], strict=False), start=1)
        )
    return tuple(rounds)


def match_after(round_number: int, slot: int) -> tuple[int, int]:
    """Return where the winner of a slot plays next, as (round, slot). Whether that round exists is not asked."""
    return round_number + 1, (slot + 1) // 2


def depending_on(recorded: Collection[tuple[int, int]], round_number: int, slot: int) -> tuple[tuple[int, int], ...]:
    """Return which recorded results rest on who won this slot, the latest round first.

    ``recorded`` are the (round, slot) that have a result, games of an unfinished match as well. In the order
    given, each can be undone before the next; when none is left, the slot itself can be corrected.
    """
    last = max((number for number, _ in recorded), default=0)
    found = []
    later = match_after(round_number, slot)
    while later[0] <= last:
        if later in recorded:
            found.append(later)
        later = match_after(*later)
    return tuple(reversed(found))


def results_resting_on(
    results: Mapping[tuple[int, int], MatchResult],
    round_number: int,
    slot: int,
    corrected: MatchResult | None,
    best_of: int = DEFAULT_BEST_OF,
) -> tuple[tuple[int, int], ...]:
    """Return which results must be undone before this slot's becomes ``corrected``, the latest round first.

    ``corrected`` is ``None`` where the result itself is undone. A correction that leaves the winner, three
    games to two for three to one, touches nothing that follows.
    """
    stands = results.get((round_number, slot))
    if stands is not None and corrected is not None:
        needed = games_to_win(best_of)
        before, after = ((result.upper_games >= needed, result.lower_games >= needed) for result in (stands, corrected))
        if before == after:
            return ()
    return depending_on(results, round_number, slot)


def _with_result(match: DrawnMatch, result: MatchResult | None, needed: int) -> DrawnMatch:
    if match.is_bye or result is None or match.upper is None or match.lower is None:
        return match
    winner = match.upper if result.upper_games >= needed else match.lower if result.lower_games >= needed else None
    return DrawnMatch(match.round, match.slot, match.upper, match.lower, result, winner)
