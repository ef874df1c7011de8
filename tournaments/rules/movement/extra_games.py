"""More games after a schedule: the movement goes on where it can, else entrants who have not met are paired.

What has been scheduled stays as it is, because cards are written by it.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from tournaments.rules.movement.plan import plan
from tournaments.rules.movement.setup import MovementError, MovementKind
from tournaments.rules.types import ScheduledGame

MAX_STEPS = 20_000
"""How long pairs are looked for in a field in which nearly everybody has met, in pairs tried."""

NumberPair = tuple[int, int]


def goes_on(
    schedule: Sequence[ScheduledGame], order: Sequence[int], games: int, *, per_opponent: int
) -> tuple[ScheduledGame, ...]:
    """Return the games after the last one, up to ``games``, as the movement has them that the schedule follows.

    ``order`` is everybody in seat order. Empty where the schedule is not the beginning of that movement, or no movement
    has so many games.
    """
    for kind, sections in _kinds(schedule, order, per_opponent):
        try:
            whole = plan(order, games, per_opponent=per_opponent, kind=kind, sections=sections).schedule
        except MovementError:
            continue
        there = len(schedule)
        if all(
            before.game == now.game and _meetings(before) == _meetings(now)
            for before, now in zip(schedule, whole[:there], strict=True)
        ):
            return whole[there:]
    return ()


def _kinds(
    schedule: Sequence[ScheduledGame], order: Sequence[int], per_opponent: int
) -> list[tuple[MovementKind, tuple[int, ...]]]:
    """Return the kinds that a schedule may follow: where a mover has come from afar, a section begins."""
    board_of = {mover: board for board, mover in enumerate(order[1::2])}
    anchor_of = {anchor: board for board, anchor in enumerate(order[::2])}
    moved = schedule[per_opponent].pairs if len(schedule) > per_opponent else ()
    at = {anchor_of.get(anchor): board_of.get(mover) for anchor, mover in moved}
    starts = [board for board in range(len(anchor_of)) if board == 0 or at.get(board) != board - 1]
    sizes = tuple(end - start for start, end in zip(starts, [*starts[1:], len(anchor_of)], strict=True))
    return [(MovementKind.ONE_WAY, ()), (MovementKind.RING, ()), (MovementKind.SECTIONS, sizes)]


def _meetings(scheduled: ScheduledGame) -> frozenset[frozenset[int]]:
    return frozenset(map(frozenset, scheduled.pairs))


def paired_again(
    schedule: Sequence[ScheduledGame],
    order: Sequence[int],
    games: Sequence[int],
    *,
    per_opponent: int,
    max_meetings: int,
) -> tuple[ScheduledGame, ...]:
    """Pair ``order``, an even number in seat order, for each of ``games``: those who have not met, as far as possible.

    With two games per opponent each pairing is played twice where the second game is new too.

    Raises:
        MovementError: in some game everybody cannot be paired without two meeting more than ``max_meetings`` times.
    """
    met = Counter(frozenset(pair) for scheduled in schedule for pair in scheduled.pairs)
    found: list[ScheduledGame] = []
    for game in games:
        pairs = _once_more(found, game, per_opponent)
        for limit in range(1, max_meetings + 1):
            pairs = pairs or _matching(order, _under(met, limit))
        if not pairs:
            time = "second" if max_meetings == 1 else "third"
            raise MovementError(f"game {game} cannot be paired: some would meet for the {time} time")
        met.update(map(frozenset, pairs))
        found.append(ScheduledGame(game, pairs))
    return tuple(found)


def _once_more(found: Sequence[ScheduledGame], game: int, per_opponent: int) -> tuple[NumberPair, ...]:
    """Return the pairs of the game before where this is the second one against the same opponent."""
    is_second = per_opponent == 2 and game % 2 == 0 and found
    return found[-1].pairs if is_second else ()


def _under(met: Counter[frozenset[int]], limit: int) -> Callable[[int, int], bool]:
    """Return what tells whether two have met fewer times than ``limit``."""
    return lambda one, other: met[frozenset((one, other))] < limit


def _matching(order: Sequence[int], may_meet: Callable[[int, int], bool]) -> tuple[NumberPair, ...]:
    """Pair everybody with somebody they may meet; empty where that is not found.

    Each takes the next free one in seat order; two who are left over part a pair. Only where nearly everybody
    has met does that not do, and then pairs are tried one after another.
    """
    pairs: list[NumberPair] = []
    free = list(order)
    left: list[int] = []
    while free:
        one = free.pop(0)
        partner = next((other for other in free if may_meet(one, other)), None)
        if partner is None:
            left.append(one)
        else:
            free.remove(partner)
            pairs.append((one, partner))
    while left:
        one, other = left.pop(), left.pop()
        for place, (first, second) in enumerate(pairs):
            if may_meet(one, first) and may_meet(other, second):
                pairs[place : place + 1] = [(one, first), (other, second)]
                break
            if may_meet(one, second) and may_meet(other, first):
                pairs[place : place + 1] = [(one, second), (other, first)]
                break
        else:
            return _search(order, may_meet)
    place_of = {number: place for place, number in enumerate(order)}
    return tuple(sorted((_in_order(pair, place_of) for pair in pairs), key=lambda pair: place_of[pair[0]]))


def _in_order(pair: NumberPair, place_of: dict[int, int]) -> NumberPair:
    first, second = sorted(pair, key=place_of.__getitem__)
    return first, second


def _search(order: Sequence[int], may_meet: Callable[[int, int], bool]) -> tuple[NumberPair, ...]:
    """Try pair after pair, those who have the fewest to meet first, and give up after :data:`MAX_STEPS`."""
    choices = {one: {other for other in order if other != one and may_meet(one, other)} for one in order}
    steps = 0

    def pair_up(waiting: frozenset[int]) -> list[NumberPair] | None:
        nonlocal steps
        if not waiting:
            return []
        one = min(waiting, key=lambda number: (len(choices[number] & waiting), number))
        for other in sorted(choices[one] & waiting):
            steps += 1
            if steps > MAX_STEPS:
                return None
            rest = pair_up(waiting - {one, other})
            if rest is not None:
                return [(one, other), *rest]
        return None

    return tuple(pair_up(frozenset(order)) or ())
