"""A night of matches as a week of a season: the sums of each player's games in finished matches.

A game of a match counts as it would on a card: general-rules.txt, line 95, gives it the match points that cards of
the same scheme have as game points, and its spread is what the loser had not pegged. Partners peg together, so each of
them has what their side has. Where the text is silent, this is how it is done here, and the pages say so:

- A triple skunk wins a match whatever it stood at, and line 95 gives it no number: the game counts as the double
  skunk that it also is, not with what the match was credited.
- Tables of three and five have the match points of line 97 and a winner of each game. The text has no spread between
  three, and does not say whose a skunk is: plus, minus and skunks are of games between two sides only, and ``None`` for
  whoever played none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorecards.rules.clubs.match_points import GAME_HOLE
from tournaments.rules.constants import SKUNK, points_for_win


@dataclass(frozen=True, slots=True)
class NightGame:
    """One game of a finished match: players of each side, points pegged, match points, and if it won outright."""

    sides: tuple[tuple[int, ...], ...]
    pegged: tuple[int, ...]
    points: tuple[int, ...]
    outright: bool = False


@dataclass(frozen=True, slots=True)
class NightSums:
    """The sums of a player's games of one night."""

    games: int
    game_points: int
    games_won: int
    skunks_won: int | None
    skunks_lost: int | None
    plus: int | None
    minus: int | None


def night_sums(games: Iterable[NightGame]) -> dict[int, NightSums]:
    """Return the sums of a night's games by player."""
    by_player: dict[int, list[tuple[NightGame, int]]] = {}
    for game in games:
        for side, players in enumerate(game.sides):
            for player in players:
                by_player.setdefault(player, []).append((game, side))
    return {player: _sums(played) for player, played in by_player.items()}


def _sums(played: list[tuple[NightGame, int]]) -> NightSums:
    between_two = [(game, side) for game, side in played if len(game.sides) == 2]
    won, lost = list(_spreads(between_two, won=True)), list(_spreads(between_two, won=False))
    return NightSums(
        games=len(played),
        game_points=sum(_points(game, side) for game, side in played),
        games_won=sum(game.pegged[side] == GAME_HOLE for game, side in played),
        skunks_won=_skunks(won) if between_two else None,
        skunks_lost=_skunks(lost) if between_two else None,
        plus=sum(won) if between_two else None,
        minus=sum(lost) if between_two else None,
    )


def _points(game: NightGame, side: int) -> int:
    """Return the game points of a side: its match points, without the credit of a match won outright."""
    if game.outright and game.points[side]:
        return points_for_win("free-play", GAME_HOLE - min(game.pegged))
    return game.points[side]


def _spreads(played: list[tuple[NightGame, int]], *, won: bool) -> Iterator[int]:
    for game, side in played:
        if (game.pegged[side] == GAME_HOLE) is won:
            yield GAME_HOLE - min(game.pegged)


def _skunks(spreads: list[int]) -> int:
    return sum(spread >= SKUNK for spread in spreads)
