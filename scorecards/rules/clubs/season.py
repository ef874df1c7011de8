"""A club season: the sums of one club's weekly events, and the standings.

Everything is added by player. Where only the best few weeks count, a player's best weeks are chosen first, and the
row adds up those; hands of 28 and 29 and the number of weeks played are of all weeks.

Points for the season come from a table that the club enters, with the source it names; none is built in. With a table
weeks and players are compared by season points first; then, and without a table at once, by game points, games won
and net spread, which counts as 0 where there is none. No source says how a season is ranked: who is level in all of
these shares a place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

MAX_WEEKS = 60
"""How many events a season may have: more than one for each week of a year."""


@dataclass(frozen=True, slots=True)
class PointsTable:
    """Season points by place in a week, first place first; ``others`` is for everybody further down who played."""

    by_place: tuple[int, ...]
    others: int = 0

    def points_for(self, place: int) -> int:
        """Return the points for a place from 1; those who share a place all get what it gives."""
        return self.by_place[place - 1] if place <= len(self.by_place) else self.others


@dataclass(frozen=True, slots=True)
class SeasonWeek:
    """One player's results in one event of the season. ``place`` is the place in the event's standings.

    Skunks, plus and minus are ``None`` where the source of an event's counting knows none (tables of three
    to five; skunks also where a lurch counts).
    """

    event: int
    player: int
    place: int
    games: int
    game_points: int
    games_won: int
    skunks_won: int | None
    skunks_lost: int | None
    plus: int | None
    minus: int | None

    @property
    def net(self) -> int | None:
        return _net(self.plus, self.minus)


@dataclass(frozen=True, slots=True)
class CountedWeek:
    """One week of a player, the season points it gives, and whether it counts."""

    week: SeasonWeek
    points: int | None
    counts: bool


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A player's season: sums of the weeks that count.

    ``points`` is ``None`` where the club has no table. ``rank`` is shared by those who are level. ``weeks`` are in
    order of the events; ``hands`` the points (28 or 29) of hands of all weeks. Skunks, plus and minus are ``None``
    where no week that counts has any; else they are of the weeks that have.
    """

    rank: int
    player: int
    points: int | None
    games: int
    game_points: int
    games_won: int
    skunks_won: int | None
    skunks_lost: int | None
    plus: int | None
    minus: int | None
    weeks: tuple[CountedWeek, ...]
    hands: tuple[int, ...]

    @property
    def net(self) -> int | None:
        return _net(self.plus, self.minus)

    @property
    def counted(self) -> int:
        return sum(week.counts for week in self.weeks)


def season(
    weeks: Iterable[SeasonWeek],
    *,
    best_of: int | None = None,
    table: PointsTable | None = None,
    hands: Mapping[int, Sequence[int]] | None = None,
) -> tuple[SeasonRow, ...]:
    """Return the season of every player, best first.

    ``best_of`` is how many weeks of each player count, ``None`` for all. Of two weeks that are level the earlier in
    ``weeks`` counts. ``hands`` are points of high hands by player; who only held a hand and has no week has no row.

    Raises:
        ValueError: a player has two results in one event, or ``best_of`` is no number of weeks.
    """
    if best_of is not None and best_of < 1:
        raise ValueError(f"{best_of} weeks cannot count: one at least")
    by_player: dict[int, list[SeasonWeek]] = {}
    seen: set[tuple[int, int]] = set()
    for week in weeks:
        if (week.event, week.player) in seen:
            raise ValueError(f"player {week.player} has two results in event {week.event}")
        seen.add((week.event, week.player))
        by_player.setdefault(week.player, []).append(week)
    rows = [
        _row(player, played, best_of, table, tuple((hands or {}).get(player, ())))
        for player, played in by_player.items()
    ]
    rows.sort(key=lambda row: ([-number for number in _standing(row)], row.player))
    ranks: dict[tuple[int, ...], int] = {}
    for position, row in enumerate(rows, start=1):
        ranks.setdefault(_standing(row), position)
    return tuple(replace(row, rank=ranks[_standing(row)]) for row in rows)


def _net(plus: int | None, minus: int | None) -> int | None:
    return None if plus is None or minus is None else plus - minus


def _sum(numbers: Iterable[int | None]) -> int | None:
    """Add up the values that exist; ``None`` if there are none."""
    known = [number for number in numbers if number is not None]
    return sum(known) if known else None


def _worth(week: SeasonWeek, table: PointsTable | None) -> tuple[int, ...]:
    points = table.points_for(week.place) if table is not None else 0
    return (points, week.game_points, week.games_won, week.net or 0)


def _standing(row: SeasonRow) -> tuple[int, ...]:
    return (row.points or 0, row.game_points, row.games_won, row.net or 0)


def _row(
    player: int, played: Sequence[SeasonWeek], best_of: int | None, table: PointsTable | None, hands: tuple[int, ...]
) -> SeasonRow:
    best_first = sorted(range(len(played)), key=lambda at: [-number for number in _worth(played[at], table)])
    counting = set(best_first[:best_of])
    counted = [week for at, week in enumerate(played) if at in counting]
    return SeasonRow(
        rank=0,
        player=player,
        points=None if table is None else sum(table.points_for(week.place) for week in counted),
        games=sum(week.games for week in counted),
        game_points=sum(week.game_points for week in counted),
        games_won=sum(week.games_won for week in counted),
        skunks_won=_sum(week.skunks_won for week in counted),
        skunks_lost=_sum(week.skunks_lost for week in counted),
        plus=_sum(week.plus for week in counted),
        minus=_sum(week.minus for week in counted),
        weeks=tuple(
            CountedWeek(week, None if table is None else table.points_for(week.place), at in counting)
            for at, week in enumerate(played)
        ),
        hands=hands,
    )
