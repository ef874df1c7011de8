"""Pictures of what is posted: the points of one player over the games, each game's spread, and those of the field.

They are made of a posting alone. Where standings are shown before one there are none, nor where game sheets count.
"""

from collections import Counter
from itertools import accumulate
from statistics import median

from brackets.models import PostedCard, Posting
from brackets.rules.card_snapshot import lines_in_force_from_json
from brackets.standings.outcome import EventOutcome, StandingRow
from tournaments.rules.figures import Column, Figure, columns_figure, lines_figure
from tournaments.rules.text import number_of
from tournaments.rules.types import Line

POINTS = "game_points"


def player_figures(posting: Posting | None, outcome: EventOutcome | None, place: StandingRow | None) -> list[Figure]:
    """Return a player's points over the games beside those around the line, and the spread of each game. One query."""
    if posting is None or outcome is None or place is None or POINTS not in place.totals:
        return []
    others = {role: row for role, row in _at_the_line(outcome, place) if row.number != place.number}
    shown, roles = [place, *others.values()], list(others)
    cards = PostedCard.objects.filter(posting=posting, number__in=[row.number for row in shown])
    lines = {number: lines_in_force_from_json(stored) for number, stored in cards.values_list("number", "snapshot")}
    games = sorted({line.game for own in lines.values() for line in own})
    if not lines.get(place.number):
        return []
    labels = [str(game) for game in games]
    points = [(row.name, _so_far(lines.get(row.number, []), games)) for row in shown]
    ends = [f"{name} {values[-1]}" for name, values in points]
    around = [f"; {role}, {end}" for role, end in zip(roles, ends[1:], strict=True)]
    spreads = {line.game: line.plus or -(line.minus or 0) for line in lines[place.number]}
    columns = [Column(str(game), spreads.get(game, 0)) for game in games]
    won, lost = sum(spread > 0 for spread in spreads.values()), sum(spread < 0 for spread in spreads.values())
    return [
        lines_figure(
            f"Game points after {number_of(len(games), 'game')}: {ends[0]}{''.join(around)}.",
            "Game",
            labels,
            points,
            "game points",
        ),
        columns_figure(
            f"Spread of each game: {number_of(won, 'game')} won, {lost} lost, net {place.totals['net']:+d}.",
            ("Game", "Spread"),
            columns,
        ),
    ]


def _at_the_line(outcome: EventOutcome, place: StandingRow) -> list[tuple[str, StandingRow]]:
    """Return the last who qualifies and the first who does not, of the same pool; where there is no line, the first."""
    rows = [row for row in outcome.rows if row.pool == place.pool]
    if not outcome.has_line:
        return [("first", row) for row in rows[:1]]
    above = [row for row in rows if row.qualifies][-1:]
    below = [row for row in rows if row.qualifies is False and not row.has_left][:1]
    return [*(("last to qualify", row) for row in above), *(("first below the line", row) for row in below)]


def _so_far(lines: list[Line], games: list[int]) -> list[int]:
    points = {line.game: line.points or 0 for line in lines}
    return list(accumulate(points.get(game, 0) for game in games))


def field_figure(posting: Posting | None, outcome: EventOutcome | None) -> Figure | None:
    """Return how the game points of the field are spread, with those who qualify marked."""
    if posting is None or outcome is None or not outcome.has_cards:
        return None
    rows = [row for row in outcome.rows if POINTS in row.totals]
    if not rows:
        return None
    points = sorted(row.totals[POINTS] for row in rows)
    everybody = Counter(points)
    through = Counter(row.totals[POINTS] for row in rows if row.qualifies and outcome.has_line)
    columns = [
        Column(str(at), everybody[at], through[at] if through else None) for at in range(points[0], points[-1] + 1)
    ]
    half = f"half of them {median(points):g} or more"
    said = f"{len(points)} players have from {points[0]} to {points[-1]} game points, {half}."
    if not through:
        return columns_figure(said, ("Game points", "Players"), columns, "players")
    line = f" Solid: the {through.total()} who qualify, with {min(through)} or more."
    return columns_figure(said + line, ("Game points", "Players", "Qualify"), columns, "players")
