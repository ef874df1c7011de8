"""Club seasons: what posted events add up to, what belongs to them, and their pages."""

from datetime import date
from operator import attrgetter

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from brackets.models import ClubSeason, SeasonEvent
from brackets.seasons.season import SeasonView, possible_doubles, season_of, season_table, seasons_to_join
from brackets.seasons.services import change_season, join_season, leave_season, make_season
from scorecards.models import HighHand
from tests.brackets.seasons.club_seasons import club_week, director_of, season_of_weeks, spring
from tests.factories.rows import row
from tests.factories.tournaments import PlayerFactory
from tests.pages import get_page
from tests.scorecards.checking.check_pages import client_of, staff
from tournaments.models import AuditEntry, Entrant, Tournament
from tournaments.refused import Refused

pytestmark = pytest.mark.django_db

TYPED = {"club": "Harbor Peggers", "name": "Spring 2026", "starts_on": "2026-01-01", "ends_on": "2026-06-30"}


Weeks = list[Tournament]


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    """Return the first of three weeks that are posted; no season is made of them yet."""
    first, _, _ = (club_week(at) for at in range(3))
    return first


@pytest.fixture
def weeks(tournament: Tournament) -> Weeks:
    return list(Tournament.objects.order_by("pk"))


def sums_of(season: ClubSeason) -> list[tuple[int, ...]]:
    sums = attrgetter("rank", "games", "game_points", "games_won", "net", "skunks_won", "skunks_lost")
    return [sums(shown.row) for shown in SeasonView(season).rows]


def test_posted_weeks_are_added_up_by_player(weeks: Weeks) -> None:
    season = season_of_weeks(*weeks[:2])

    assert sums_of(season) == [
        (1, 6, 14, 6, 40 + 15 + 11 + 31 + 16 + 12, 2, 0),
        (2, 6, 9, 4, 20 + 12 - 11 + 30 + 61 - 12, 1, 0),
        (3, 6, 4, 2, 10 - 20 - 15 + 11 - 30 - 16, 0, 0),
        (4, 6, 0, 0, -40 - 12 - 10 - 31 - 61 - 11, 0, 3),
    ]


def test_event_that_is_not_posted_is_not_in_the_sums(weeks: Weeks) -> None:
    first, second = weeks[0], club_week(1, is_posted=False)

    shown = SeasonView(season_of_weeks(first, second))

    assert (shown.posted, shown.to_come) == ([first], [second])
    assert [len(row.row.weeks) for row in shown.rows] == [1, 1, 1, 1]


def test_best_weeks_count_and_the_clubs_table_gives_points(weeks: Weeks) -> None:
    settings = spring(best_of=2, points=(5, 3), points_others=1, points_source="by-laws, 4")
    season = season_of_weeks(*weeks, settings=settings)

    rows = SeasonView(season).rows

    assert [(row.row.points, row.row.counted, len(row.row.weeks)) for row in rows] == [
        (10, 2, 3),
        (6, 2, 3),
        (2, 2, 3),
        (2, 2, 3),
    ]


def test_high_hands_are_those_of_the_player(weeks: Weeks) -> None:
    first = weeks[0]
    row(HighHand, tournament=first, entrant=Entrant.objects.get(tournament=first, number=3), points=28)

    rows = SeasonView(season_of_weeks(first)).rows

    assert [row.row.hands for row in rows] == [(), (), (28,), ()]


def test_player_with_two_cards_at_an_event_counts_once_and_is_named(weeks: Weeks) -> None:
    first = weeks[0]
    best, last = (Entrant.objects.get(tournament=first, number=1), Entrant.objects.get(tournament=first, number=4))
    Entrant.objects.filter(pk=last.pk).update(player=best.player)

    shown = SeasonView(season_of_weeks(first))

    assert (len(shown.rows), shown.duplicates) == (3, [(last.name, "Week 1")])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kind": "main"}, "is not a club event"),
        ({"scoring": "points-left"}, "not played for game points"),
        ({"starts_on": date(2026, 7, 1)}, "outside the days of this season"),
        ({"starts_on": None}, "outside the days of this season"),
    ],
)
def test_event_that_cannot_belong_is_refused(weeks: Weeks, change: dict[str, object], said: str) -> None:
    Tournament.objects.filter(pk=weeks[0].pk).update(**change)

    with pytest.raises(Refused, match=said):
        make_season(tournament=weeks[0], actor=director_of(weeks[0]), season=spring())

    assert ClubSeason.objects.count() == 0


def test_season_is_joined_only_by_those_who_direct_one_of_its_events(weeks: Weeks) -> None:
    first, second, _ = weeks
    season = season_of_weeks(first)
    stranger, me = director_of(second), director_of(first, second)

    assert (seasons_to_join(stranger), seasons_to_join(me)) == ([], [season])
    with pytest.raises(Refused, match="You direct no event of that season"):
        join_season(tournament=second, actor=stranger, season=season.pk)


def test_event_belongs_to_one_season_at_a_time_and_leaves_it(weeks: Weeks) -> None:
    first = weeks[0]
    me = director_of(first)
    season_of_weeks(first, me=me)
    with pytest.raises(Refused, match="already part of a season"):
        make_season(tournament=first, actor=me, season=spring())

    leave_season(tournament=first, actor=me)

    assert season_of(first) is None
    assert SeasonEvent.objects.get().revoked_by == "Dee Rector"
    with pytest.raises(Refused, match="not part of a season any more"):
        leave_season(tournament=first, actor=me)


def test_change_is_recorded_and_keeps_every_event_inside_its_days(weeks: Weeks) -> None:
    first = weeks[0]
    me = director_of(first)
    season_of_weeks(first, me=me)

    with pytest.raises(Refused, match="outside the days"):
        change_season(tournament=first, actor=me, season=spring(starts_on=date(2026, 2, 1)))
    change_season(tournament=first, actor=me, season=spring(best_of=3))

    entry = AuditEntry.objects.get(action="season changed")
    assert (entry.before["best of"], entry.after["best of"]) == (None, 3)


def test_table_to_hand_out_has_sums_and_weeks(weeks: Weeks) -> None:
    settings = spring(best_of=1)
    table = season_table(SeasonView(season_of_weeks(weeks[0], weeks[2], settings=settings)))

    assert table.header[-2:] == ("Week 1 2026-01-06", "Week 3 2026-01-20")
    assert table.rows[0][0] == 1
    assert table.rows[0][-2:] == (7, "6 not counted")


def test_queries_do_not_grow_with_the_weeks(weeks: Weeks) -> None:
    me = director_of(*weeks)
    season = season_of_weeks(weeks[0], me=me)
    counts = []
    for event in (None, *weeks[1:]):
        if event is not None:
            join_season(tournament=event, actor=me, season=season.pk)
        with CaptureQueriesContext(connection) as queries:
            SeasonView(season)
        counts.append(len(queries))

    assert counts == [6, 6, 6]


def test_one_player_written_five_ways_is_one_line_once_the_doubles_are_merged(weeks: Weeks) -> None:
    me = director_of(*weeks)
    season = season_of_weeks(*weeks, me=me)
    ways: list[dict[str, str]] = [{"name": "ANN QUILL", "city": "Hilo"}, {"name": "Ann Quill", "acc_number": "HI296"}]
    for event, way in zip(weeks, [{"name": "Ann Quill"}, *ways], strict=True):
        Entrant.objects.filter(tournament=event, number=1).update(player=PlayerFactory(name=way["name"]), **way)
    [(kept, others)] = possible_doubles(season, me)
    lines = len(SeasonView(season).rows)

    page = get_page(client_of(me), f"/t/{weeks[0].slug}/season/edit/")
    [address] = [link.attributes["href"] for link in page.all("a") if link.text.startswith("Compare and merge")]
    for other in others:
        client_of(me).post(address, {"other": other.player})

    assert address == f"/t/{kept.latest.slug}/entrants/1/merge/"
    assert (lines, len(SeasonView(season).rows), possible_doubles(season, me)) == (6, 4, [])


def test_doubles_are_only_of_events_that_the_person_directs(weeks: Weeks) -> None:
    season = season_of_weeks(*weeks)
    Entrant.objects.filter(tournament=weeks[1], number=1).update(player=PlayerFactory(), city="Hilo")

    assert len(possible_doubles(season, director_of(weeks[0], weeks[1]))) == 1
    assert possible_doubles(season, staff(weeks[0], "director", "Bo Elsewhere", "BE")) == []


# Pages


def test_season_is_made_on_its_page_and_seen_by_everybody(weeks: Weeks) -> None:
    first = weeks[0]
    client = client_of(director_of(first))

    response = client.post(f"/t/{first.slug}/season/edit/", TYPED, follow=True)

    page = Client().get(f"/t/{first.slug}/season/").content.decode()
    assert "The season is saved." in response.content.decode()
    assert "Spring 2026" in page
    assert all(name in page for name in first.entrants.values_list("name", flat=True))


def test_season_that_cannot_be_is_refused_with_what_was_typed(weeks: Weeks) -> None:
    first = weeks[0]
    client = client_of(director_of(first))

    for typed, said in (
        ({"ends_on": "2025-01-01"}, "The season ends before it starts."),
        ({"points": "ten"}, "Enter whole numbers"),
        ({"points": "10 5"}, "Enter the source of the season points"),
        ({"points_others": "1"}, "Enter the points of the first places too."),
        ({"starts_on": "2026-02-01"}, "Week 1 is outside the days of this season."),
        ({"best_of": "0"}, "0 is too small. Enter 1"),
    ):
        response = client.post(f"/t/{first.slug}/season/edit/", TYPED | typed)
        page = response.content.decode()
        assert (response.status_code, ClubSeason.objects.count()) == (422, 0)
        assert said in page
        assert "Spring 2026" in page


def test_event_joins_and_leaves_on_its_page(weeks: Weeks) -> None:
    first, second, _ = weeks
    me = director_of(first, second)
    season = season_of_weeks(first, me=me)
    client = client_of(me)
    here = f"/t/{second.slug}/season"

    offered = client.get(f"{here}/edit/").content.decode()
    joined = client.post(f"{here}/joining/", {"season": season.pk}, follow=True).content.decode()
    left = client.post(f"{here}/leaving/", follow=True).content.decode()
    unknown = client.post(f"{here}/joining/", {"season": "999"})

    assert "Harbor Peggers, Spring 2026" in offered
    assert "This event is part of Harbor Peggers, Spring 2026 now." in joined
    assert "This event is out of the season." in left
    assert unknown.status_code == 422


def test_table_is_handed_out_as_csv_and_event_of_no_season_says_so(weeks: Weeks) -> None:
    first = weeks[0]
    assert "is not part of a season yet" in Client().get(f"/t/{first.slug}/season/").content.decode()
    season_of_weeks(first)

    response = Client().get(f"/t/{first.slug}/season/season.csv")

    lines = response.content.decode("utf-8-sig").splitlines()
    assert (len(lines), lines[0].split(",")[:2]) == (5, ["Place", "Name"])
    assert response["Content-Disposition"] == f'attachment; filename="{first.slug}-season.csv"'


def test_the_picture_of_a_season_adds_up_the_weeks_that_count(weeks: Weeks) -> None:
    season = season_of_weeks(*weeks, settings=spring(best_of=2))
    view = SeasonView(season)

    assert view.figure is not None
    assert "best weeks only" in view.figure.sentence
    assert len(view.figure.header) == 4
    assert view.figure.rows[-1][1:] == tuple(shown.row.game_points for shown in view.rows[:3])
    season.best_of = None
    assert (every := SeasonView(season).figure) is not None
    assert "best weeks only" not in every.sentence


def test_one_week_is_no_picture(tournament: Tournament) -> None:
    assert SeasonView(season_of_weeks(tournament)).figure is None
