"""A night of matches as a week of a season: the sums of each player's games in finished matches.

A game of a match counts as it would on a card: general-rules.txt, line 95, gives it the match points that cards of
the same scheme have as game points, and its spread is what the loser had not pegged. Partners peg together, so each of
them has what their side has. Where the text is silent, this is how it is done here, and the pages say so:

- A game that is not to 121 has the spread that was missing to its own end. Two against one, where the pair needs 121
  and the one alone 61, has none: what is missing to unlike ends cannot be compared.
- Where a lurch counts, or a game won is one, the source has no skunk: such games have spread and no skunks.
- A triple skunk wins a match whatever it stood at, and line 95 gives it no number: the game counts as the double skunk
  that it also is, not with the match points credited.
- Tables of three, four and five have match points and a winner of each game. The text has no spread between three, and
  does not say whose a skunk is: plus, minus and skunks are of games between two sides only, and ``None`` for those
  who played none.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorecards.rules.clubs.match_terms import GAME_HOLE
from tournaments.rules.constants import SKUNK
from tournaments.rules.scorings import SCORINGS


@dataclass(frozen=True, slots=True)
class NightGame:
    """One game of a finished match: players of each side, points pegged, match points, and if it won outright.

    ``played_to`` is where each side's game ends, where skunks count for nothing; ``None`` is 121 and skunks.
    """

    sides: tuple[tuple[int, ...], ...]
    pegged: tuple[int, ...]
    points: tuple[int, ...]
    outright: bool = False
    played_to: tuple[int, ...] | None = None

    @property
    def has_skunks(self) -> bool:
        return self.has_spread and self.played_to is None

    @property
    def has_spread(self) -> bool:
        """Whether it is between two sides with the same end."""
        return len(self.sides) == 2 and len({self._end(side) for side in range(2)}) == 1

    @property
    def spread(self) -> int:
        """What the loser had not pegged, in a game that has a spread."""
        return max(self.pegged) - min(self.pegged)

    def is_won_by(self, side: int) -> bool:
        return self.pegged[side] == self._end(side)

    def _end(self, side: int) -> int:
        return GAME_HOLE if self.played_to is None else self.played_to[side]


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
    spreads = [(game, side) for game, side in played if game.has_spread]
    skunks = [(game, side) for game, side in played if game.has_skunks]
    return NightSums(
        games=len(played),
        game_points=sum(_points(game, side) for game, side in played),
        games_won=sum(game.is_won_by(side) for game, side in played),
        skunks_won=_skunks(_spreads(skunks, won=True)) if skunks else None,
        skunks_lost=_skunks(_spreads(skunks, won=False)) if skunks else None,
        plus=sum(_spreads(spreads, won=True)) if spreads else None,
        minus=sum(_spreads(spreads, won=False)) if spreads else None,
    )


def _points(game: NightGame, side: int) -> int:
    """Return the game points of a side: its match points, without the credit of a match won outright."""
    if game.outright and game.points[side]:
        return SCORINGS["free-play"].by_spread[game.spread]
    return game.points[side]


def _spreads(played: list[tuple[NightGame, int]], *, won: bool) -> Iterator[int]:
    for game, side in played:
        if game.is_won_by(side) is won:
            yield game.spread


def _skunks(spreads: Iterable[int]) -> int:
    return sum(spread >= SKUNK for spread in spreads)
