"""Read a club season: each player's totals at each posted event, from cards or matches, and what they add up to.

An event counts by its posted cards. Where none are posted and matches are, it is a night of matches and counts by
those; never by both, because the games of a match may stand on cards too.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import accumulate
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import F

from brackets.models import ClubSeason, PostedCard, Posting, SeasonEvent
from brackets.results.exports import ExportTable
from brackets.rules.card_snapshot import lines_in_force_from_json
from scorecards.models import ClubMatchPosting, HighHand
from scorecards.rules.clubs.match_nights import NightGame, night_sums
from scorecards.rules.clubs.season import CountedWeek, SeasonRow, SeasonWeek, season
from scorecards.rules.line_points import Totals
from scorecards.rules.ranking import Place
from tournaments.entrants.known import Person, people_of
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.rules.constants import SKUNK
from tournaments.rules.figures import Figure, lines_figure
from tournaments.rules.names import shown_name, told_apart
from tournaments.rules.types import Line

PostedNight = Mapping[str, Any]
PlayerKeys = Mapping[tuple[int, int], tuple[int, str]]
"""Key of the player record and name of the entrant, by event and the number there."""


def posted_nights(events: Sequence[Tournament]) -> dict[int, PostedNight]:
    """Return what was posted last of the matches of each event that has any. One query."""
    rows = ClubMatchPosting.objects.filter(tournament__in=events).order_by("number")
    return dict(rows.values_list("tournament_id", "shown"))


def weeks_of(
    events: Sequence[Tournament], nights: Mapping[int, PostedNight]
) -> tuple[list[SeasonWeek], list[tuple[str, str]]]:
    """Return what each player did in each event as it was posted, events in their order. Three queries.

    ``nights`` are the events among them that count by their matches. The second list names players entered twice at an
    event, with the event: the better place counts.
    """
    postings = {
        posting.tournament_id: posting
        for posting in Posting.objects.filter(tournament__in=events, number=F("tournament__latest_posting"))
    }
    players = {
        (event, number): (player, name)
        for event, number, player, name in Entrant.objects.filter(
            tournament__in=events, player__isnull=False, house_player=False
        ).values_list("tournament_id", "number", "player_id", "name")
    }
    lines: defaultdict[int, dict[int, Sequence[Line]]] = defaultdict(dict)
    cards = PostedCard.objects.filter(posting__in=postings.values())
    for key, number, snapshot in cards.values_list("posting_id", "number", "snapshot"):
        lines[key][number] = lines_in_force_from_json(snapshot)
    weeks: list[SeasonWeek] = []
    duplicates: list[tuple[str, str]] = []
    for event in events:
        if event.pk in nights:
            found = _weeks_of_night(event, nights[event.pk], players)
        else:
            posting = postings[event.pk]
            found = _weeks_of_cards(event, posting, lines[posting.pk], players)
        seen: set[int] = set()
        for name, week in found:
            if week.player in seen:
                duplicates.append((name, event.name))
            else:
                seen.add(week.player)
                weeks.append(week)
    return weeks, duplicates


def _weeks_of_cards(
    event: Tournament, posting: Posting, lines: Mapping[int, Sequence[Line]], players: PlayerKeys
) -> Iterator[tuple[str, SeasonWeek]]:
    """Yield name and week of everybody with a player record, best place first."""
    for place in posting.result.standings:
        number = place.entrant
        if (event.pk, number) in players:
            player, _ = players[event.pk, number]
            yield posting.people[str(number)]["name"], _week(event, player, place, lines.get(number, []))


def _week(event: Tournament, player: int, place: Place, lines: Sequence[Line]) -> SeasonWeek:
    totals = place.totals
    assert isinstance(totals, Totals), "an event of game sheets is no week of a season"
    return SeasonWeek(
        event=event.pk,
        player=player,
        place=place.rank,
        games=len(lines),
        game_points=totals.game_points,
        games_won=totals.games_won,
        skunks_won=sum((line.plus or 0) >= SKUNK for line in lines),
        skunks_lost=sum((line.minus or 0) >= SKUNK for line in lines),
        plus=totals.plus,
        minus=totals.minus,
    )


def _weeks_of_night(event: Tournament, night: PostedNight, players: PlayerKeys) -> Iterator[tuple[str, SeasonWeek]]:
    """Yield name and week of everybody with a player record, best place first.

    A player on several sides, alone and with partners, has the best place of these sides.
    """
    sums = night_sums(_games_of(night))
    placed: set[int] = set()
    for row in sorted(night["standings"], key=itemgetter("place")):
        for number in row["numbers"]:
            if number in placed or (event.pk, number) not in players:
                continue
            placed.add(number)
            player, name = players[event.pk, number]
            yield name, SeasonWeek(event=event.pk, player=player, place=row["place"], **asdict(sums[number]))


def _games_of(night: PostedNight) -> Iterator[NightGame]:
    for match in night["matches"]:
        sides = tuple(tuple(side["numbers"]) for side in match["sides"])
        ends = tuple(match["played_to"]) if "played_to" in match else None
        for game in match["games"]:
            cells = game["cells"]
            yield NightGame(
                sides,
                tuple(cell["pegged"] for cell in cells),
                tuple(cell["points"] for cell in cells),
                game["outright"],
                ends,
            )


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
