"""Read a club season: the totals of its posted events, player by player."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from django.db.models import F

from brackets.models import ClubSeason, SeasonEvent
from brackets.results.exports import ExportTable
from brackets.seasons.selectors.weeks import posted_nights, weeks_of
from scorecards.models import HighHand
from scorecards.rules.clubs.season import CountedWeek, SeasonRow, season
from tournaments.entrants.known import Person, people_of
from tournaments.models import StaffMember, Tournament
from tournaments.rules.figures import Figure, lines_figure
from tournaments.rules.names import shown_name, told_apart

MOST_DRAWN = 3
"""How many of the leaders have a line in the picture of a season."""


class SeasonTableRow(NamedTuple):
    """One player's row with the name, and the week of each posted event in its order; ``None`` where away."""

    row: SeasonRow
    name: str
    is_shared: bool
    weeks: Sequence[CountedWeek | None]

    @property
    def net(self) -> str:
        """The net spread with its sign; blank where no source gives one."""
        return f"{self.row.net:+d}" if self.row.net is not None else ""


class SeasonView:
    """What the posted events of a season add up to: those in order, those to come, and everybody's row.

    Hidden and deleted events are left out. ``nights`` are the posted events that count by their matches.
    ``duplicates`` names those entered twice at one event: only the better place counts. Seven queries or fewer,
    whatever its size.
    """

    def __init__(self, found: ClubSeason) -> None:
        self.season, self.has_table = found, found.table is not None
        active = SeasonEvent.objects.active().filter(season=found, tournament__in=Tournament.objects.public())
        in_order = active.order_by(F("tournament__starts_on").asc(nulls_last=True), "tournament_id")
        events = [event.tournament for event in in_order.select_related("tournament")]
        nights = posted_nights([event for event in events if not event.latest_posting])
        self.posted = [event for event in events if event.latest_posting or event.pk in nights]
        self.nights = [event for event in self.posted if event.pk in nights]
        self.to_come = [event for event in events if event not in self.posted]
        weeks, self.duplicates = weeks_of(self.posted, nights)
        names = _names_of({week.player for week in weeks}, self.posted)
        rows = season(weeks, best_of=found.best_of, table=found.table, hands=_hands_of(self.posted))
        holders = Counter(row.rank for row in rows)
        self.rows = [
            SeasonTableRow(
                row,
                names[row.player],
                holders[row.rank] > 1,
                [{week.week.event: week for week in row.weeks}.get(event.pk) for event in self.posted],
            )
            for row in rows
        ]

    @property
    def figure(self) -> Figure | None:
        """The points of the leaders after each week, of weeks that count; the table of all weeks stands below it."""
        leaders = self.rows[:MOST_DRAWN]
        if len(self.posted) < 2 or not leaders:
            return None
        unit = "season points" if self.has_table else "game points"
        labels = [
            f"{event.starts_on:%b} {event.starts_on.day}" if event.starts_on else event.name for event in self.posted
        ]
        lines = [(one.name, list(accumulate(_points_of(week) for week in one.weeks))) for one in leaders]
        ends = ", ".join(f"{name} {values[-1]}" for name, values in lines)
        which = ", best weeks only" if self.season.best_of else ""
        return lines_figure(f"{unit.capitalize()} after each week{which}: {ends}.", "Week", labels, lines, unit)


def _points_of(week: CountedWeek | None) -> int:
    if week is None or not week.counts:
        return 0
    return week.week.game_points if week.points is None else week.points


def season_of(tournament: Tournament) -> ClubSeason | None:
    """Return the season that an event belongs to. One query."""
    return ClubSeason.objects.filter(
        season_events__tournament=tournament, season_events__revoked_at__isnull=True
    ).first()


def seasons_to_join(actor: StaffMember) -> list[ClubSeason]:
    """Return the seasons of which somebody directs an event already. One query, none without an account."""
    directed = Tournament.objects.present().directed_by(actor.user_id)
    events = SeasonEvent.objects.active().filter(tournament__in=directed)
    return list(ClubSeason.objects.filter(pk__in=events.values("season_id")))


def possible_doubles(found: ClubSeason, actor: StaffMember) -> list[tuple[Person, list[Person]]]:
    """Return who of a season may be one person, in those of its events that somebody directs. One query."""
    events = SeasonEvent.objects.active().filter(season=found).values("tournament")
    return people_of(Tournament.objects.present().directed_by(actor.user_id).filter(pk__in=events)).doubles()


def _names_of(players: Collection[int], events: Sequence[Tournament]) -> dict[int, str]:
    """Return the names of players by primary key as they were last entered, namesakes told apart. One query."""
    people = people_of(Tournament.objects.filter(pk__in=[event.pk for event in events])).by_player
    rows: list[dict[str, Any]] = [
        {"number": key, "name": one.name, "partner": "", "city": one.city, "club": one.club, "seat": one.acc_number}
        for key, one in people.items()
        if key in players
    ]
    told = told_apart(rows)
    return {row["number"]: shown_name(row["name"], apart=told.get(row["number"], "")) for row in rows}


def _hands_of(events: Sequence[Tournament]) -> dict[int, list[int]]:
    """Return the points of hands of 28 and 29 by player. One query."""
    rows = HighHand.objects.active().filter(tournament__in=events, entrant__player__isnull=False)
    hands: defaultdict[int, list[int]] = defaultdict(list)
    for player, points in rows.order_by("pk").values_list("entrant__player_id", "points"):
        hands[player].append(points)
    return hands


def season_table(view: SeasonView) -> ExportTable:
    """Return the season as a table to download: sums, then each week's season points or game points."""
    points = ("Season points",) if view.has_table else ()
    header = (
        *("Place", "Name", *points, "Weeks counted", "Weeks played", "Games", "Game points", "Games won"),
        *("Skunks won", "Skunks lost", "Plus", "Minus", "Net", "High hands"),
        *(f"{event.name} {event.starts_on or ''}".strip() for event in view.posted),
    )
    return ExportTable("Season", header, [_cells(row) for row in view.rows])


def _cells(view: SeasonTableRow) -> tuple[object, ...]:
    row = view.row
    return (
        *(row.rank, view.name, *(() if row.points is None else (row.points,)), row.counted, len(row.weeks)),
        *(row.games, row.game_points, row.games_won, row.skunks_won, row.skunks_lost),
        *(row.plus, row.minus, row.net, " ".join(str(hand) for hand in row.hands)),
        *(_week_cell(week) for week in view.weeks),
    )


def _week_cell(week: CountedWeek | None) -> object:
    if week is None:
        return None
    value = week.week.game_points if week.points is None else week.points
    return value if week.counts else f"{value} not counted"
