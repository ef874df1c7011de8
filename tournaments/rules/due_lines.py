"""Which lines of a card are due: one for each game except those in which its owner has a bye.

An entrant with games in the schedule has a bye in each scheduled game that leaves them out: where byes are made up in
extra rounds, before a latecomer's first game, or after a seat was handed over. An entrant whom the schedule does not
know owes every line (a latecomer whom nobody has paired yet), and so does everybody in a game that is not scheduled;
only a house player whom a schedule leaves out, such as one whose seat was taken over, owes none. After a withdrawal
nothing is due. What a card has in a line that is not due still counts: the card says who really played whom, the
schedule only what to expect.
"""

from collections.abc import Collection, Iterable, Mapping, Set
from functools import lru_cache
from itertools import chain

from tournaments.rules.types import ScheduledGame

NOTHING: frozenset[int] = frozenset()


def games_sat_out(scheduled: Iterable[int], played: Collection[int]) -> frozenset[int]:
    """Return which of the ``scheduled`` games are byes of somebody who is paired in the games ``played``."""
    return frozenset(scheduled).difference(played) if played else NOTHING


def sat_out_in(
    schedule: Iterable[ScheduledGame],
    floaters: Collection[int] = (),
    *,
    house_players: Collection[int] = (),
    games: int = 0,
) -> Mapping[int, frozenset[int]]:
    """Return the byes by entrant's number; who has no bye, or is in no game at all, is left out.

    A game against one of ``floaters`` counts for nobody: it is had a bye by both. One of ``house_players`` whom the
    schedule leaves out has a bye in every one of so many ``games``.
    """
    scheduled = tuple(schedule)
    found = _sat_out(scheduled, frozenset(floaters))
    if not (house_players and any(game.pairs for game in scheduled)):
        return found
    idle = set(house_players).difference(*(pair for game in scheduled for pair in game.pairs))
    return {**found, **dict.fromkeys(sorted(idle), frozenset(range(1, games + 1)))} if idle else found


@lru_cache(maxsize=8)
def _sat_out(games: tuple[ScheduledGame, ...], out: frozenset[int]) -> Mapping[int, frozenset[int]]:
    """Find the byes of a schedule once: of a large event every page about its cards would go through it."""
    everybody = set(chain.from_iterable(chain.from_iterable(game.pairs for game in games)))
    counted = {game.game: game.pairs for game in games}
    if out:
        counted = {game: tuple(filter(out.isdisjoint, pairs)) for game, pairs in counted.items()}
    paired = {game: set(chain.from_iterable(pairs)) for game, pairs in counted.items()}
    sat_out: dict[int, set[int]] = {}
    for game, playing in paired.items():
        for number in everybody - playing:
            sat_out.setdefault(number, set()).add(game)
    return {number: frozenset(games) for number, games in sorted(sat_out.items())}


def sat_out_on_sheets(schedule: Iterable[ScheduledGame], last_games: Mapping[int, int]) -> dict[int, frozenset[int]]:
    """Return the byes by entrant's number, where a game against somebody who has left is one of them.

    ``last_games`` are those of entrants who left, by number; 0 for a floater, whose games count for nobody. On game
    sheets nobody writes a line for such a game. Games after one's own last are no byes: they are not due either.
    """
    games = list(schedule)
    everybody = {number for scheduled in games for pair in scheduled.pairs for number in pair}
    played = {
        (scheduled.game, number)
        for scheduled in games
        for pair in scheduled.pairs
        if all(scheduled.game <= last_games.get(other, scheduled.game) for other in pair)
        for number in pair
    }
    return {
        number: frozenset(
            scheduled.game
            for scheduled in games
            if (scheduled.game, number) not in played and scheduled.game <= last_games.get(number, scheduled.game)
        )
        for number in sorted(everybody)
    }


def games_due(games: int, *, withdrawn_after_game: int | None = None, sat_out: Set[int] = NOTHING) -> list[int]:
    """Return the games, ascending, for which a card of ``games`` lines needs a line."""
    last = games if withdrawn_after_game is None else min(withdrawn_after_game, games)
    return [game for game in range(1, last + 1) if game not in sat_out]


def is_whole(lines: Collection[int], games: int, sat_out: Set[int] = NOTHING) -> bool:
    """Tell whether a card has all lines due if nobody withdraws: then foot totals can be compared with them."""
    return len(lines) >= games or all(game in lines for game in games_due(games, sat_out=sat_out))
