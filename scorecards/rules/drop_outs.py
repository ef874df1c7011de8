"""Entrants who drop out of an event of game sheets, and which lines then count for anybody.

The sources are silent about what becomes of the results of a pair that goes home, so the event has a setting for it
(:data:`tournaments.rules.constants.DROP_OUTS`):

- ``stand``: what was played counts, for both sides; what was not played counts for nobody;
- ``dropped``: no game of the drop-out counts for anybody;
- ``forfeits``: every game of the drop-out, played or still to come by the schedule, is lost by forfeit, so that all who
  meet the drop-out get the same from it. Where both sides of a game have dropped out nobody wins it.

This changes nothing as written: it is calculated whenever the cards are counted. Games with a house
player, the floater of an odd field, count for nobody either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass

from tournaments.rules.types import EntrantRecord, EventFile, Line

STAND, DROPPED, FORFEITS = "stand", "dropped", "forfeits"

LinesByGame = Mapping[int, Mapping[int, Line]]


@dataclass(frozen=True, slots=True)
class DropOuts:
    """The entrants who dropped out, ascending, and the setting for their results."""

    setting: str
    entrants: tuple[int, ...]

    @classmethod
    def of(cls, event_file: EventFile) -> DropOuts:
        """Return the entrants, without house players, who left before the last game."""
        games = event_file.event.games
        left = [entrant.number for entrant in event_file.entrants if has_dropped_out(entrant, games)]
        return cls(event_file.event.drop_outs, tuple(sorted(left)))

    @property
    def without_results(self) -> frozenset[int]:
        """Those whose results count for nobody."""
        return frozenset(self.entrants) if self.setting == DROPPED else frozenset()


def has_dropped_out(entrant: EntrantRecord, games: int) -> bool:
    """Tell whether somebody who is ranked left before the last of so many games."""
    left = entrant.withdrawn_after_game
    return left is not None and left < games and entrant.counts


def is_compared(entrants: Iterable[int], drop_outs: DropOuts, floaters: Set[int]) -> bool:
    """Tell whether the cards of a game are compared: not where it counts for nobody, or is a forfeit."""
    is_played = drop_outs.setting == STAND
    return not any(number in floaters or (number in drop_outs.entrants and not is_played) for number in entrants)


def counted_lines(
    lines: LinesByGame,
    event_file: EventFile,
    *,
    drop_outs: DropOuts,
    won_by_forfeit: Mapping[str, int],
    lost_by_forfeit: Mapping[str, int],
    lost_by_both: Mapping[str, int],
) -> dict[int, dict[int, Line]]:
    """Return the lines that count, by entrant and game, of everybody who is ranked.

    ``lines`` are those in force. The columns of a forfeited game are given by name, for the side that stayed, for the
    one that dropped out, and for both where both did.
    """
    floaters = {entrant.number for entrant in event_file.entrants if entrant.house_player}
    ignored = floaters | drop_outs.without_results
    counted = {
        number: {game: line for game, line in own.items() if line.opponent not in ignored}
        for number, own in lines.items()
        if number not in ignored
    }
    if drop_outs.setting != FORFEITS or not drop_outs.entrants:
        return counted
    out = set(drop_outs.entrants)
    for game, first, second in _games_forfeited(counted, event_file, out, floaters):
        for entrant, opponent in ((first, second), (second, first)):
            columns = won_by_forfeit if entrant not in out else lost_by_forfeit if opponent not in out else lost_by_both
            counted.setdefault(entrant, {})[game] = Line(game, opponent, **columns)
    return counted


def _games_forfeited(
    lines: LinesByGame, event_file: EventFile, out: Set[int], floaters: Set[int]
) -> Iterator[tuple[int, int, int]]:
    """Yield (game, entrant, opponent) of each game of a drop-out: those on a card, and those scheduled besides.

    The card is the truth about who played whom: the schedule counts only where neither side has a line for the game.
    """
    written = {
        (game, number, line.opponent)
        for number, own in lines.items()
        for game, line in own.items()
        if line.opponent is not None and (number in out or line.opponent in out)
    }
    yield from sorted(written)
    for scheduled in event_file.schedule:
        for first, second in scheduled.pairs:
            has_line = any(scheduled.game in lines.get(number, {}) for number in (first, second))
            if not has_line and (first in out or second in out) and not {first, second} & floaters:
                yield scheduled.game, first, second
