"""Nights of matches as weeks of a club season: what they add, and what the page says of it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from brackets.models import ClubSeason
from brackets.seasons.season import SeasonTableRow, SeasonView, season_table
from scorecards.club_matches.services import post_matches, revoke_match
from scorecards.models import HighHand
from scorecards.rules.clubs.match_terms import MatchFormat, MatchTerms
from tests.brackets.posting.posting import post
from tests.brackets.seasons.club_seasons import FIRST_WEEK, club_week, director_of, season_of_weeks, spring
from tests.factories.rows import row
from tests.pages import get_page
from tests.scorecards.checking.check_pages import staff
from tests.scorecards.club_matches.club_matches import EXAMPLE, begin, club_night, play
from tournaments.models import Entrant, StaffMember, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def night() -> Tournament:
    """Return a night of the season before its first match."""
    tournament = club_night()
    Tournament.objects.filter(pk=tournament.pk).update(starts_on=FIRST_WEEK + timedelta(weeks=4))
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def me(night: Tournament) -> StaffMember:
    return staff(night, "director", "Ada Birch", "AB")


def post_night(night: Tournament, me: StaffMember) -> None:
    night.refresh_from_db()
    post_matches(tournament=night, actor=me, seen=night.version)


def by_number(season: ClubSeason, night: Tournament) -> dict[int, SeasonTableRow]:
    """Return everybody's row by the number at that night."""
    numbers = dict(Entrant.objects.filter(tournament=night).values_list("player_id", "number"))
    return {numbers[row.row.player]: row for row in SeasonView(season).rows}


def sums(shown: SeasonTableRow) -> tuple[int | None, ...]:
    row = shown.row
    won = (row.games, row.game_points, row.games_won)
    return (*won, row.skunks_won, row.skunks_lost, row.plus, row.minus)


def test_night_of_matches_counts_as_it_was_posted(night: Tournament, me: StaffMember) -> None:
    season = season_of_weeks(night, me=me)
    play(begin(night, me), me, *EXAMPLE)
    before = SeasonView(season)
    post_night(night, me)

    rows = by_number(season, night)

    assert (before.to_come, before.rows) == ([night], [])
    assert {number: sums(row) for number, row in rows.items()} == {
        1: (6, 5, 4, 1, 1, 78, 68),
        2: (6, 3, 2, 1, 1, 68, 78),
    }
    assert [rows[number].row.rank for number in (1, 2)] == [1, 2]


def test_match_that_is_being_played_or_was_taken_back_adds_nothing(night: Tournament, me: StaffMember) -> None:
    season = season_of_weeks(night, me=me)
    play(begin(night, me), me, *EXAMPLE)
    play(begin(night, me, (3,), (4,)), me, *EXAMPLE[:2])
    post_night(night, me)
    counted = sorted(by_number(season, night))
    revoke_match(tournament=night, actor=me, number=1, why="entered twice")
    still = sorted(by_number(season, night))
    post_night(night, me)

    assert (counted, still, SeasonView(season).rows) == ([1, 2], [1, 2], [])


def test_cards_that_are_posted_count_and_the_matches_beside_them_do_not() -> None:
    week = club_week(0, is_posted=False)
    me = director_of(week)
    season = season_of_weeks(week, me=me)
    play(begin(week, me), me, *EXAMPLE)
    post_night(week, me)
    by_matches = SeasonView(season)
    post(week, me)

    by_cards = SeasonView(season)

    assert (by_matches.nights, [row.row.games for row in by_matches.rows]) == ([week], [6, 6])
    assert (by_cards.nights, [row.row.games for row in by_cards.rows]) == ([], [3, 3, 3, 3])


def test_points_of_the_clubs_table_are_by_the_best_side_of_each(night: Tournament, me: StaffMember) -> None:
    settings = spring(points=(9, 5, 3), points_others=1, points_source="by-laws, 4")
    season = season_of_weeks(night, me=me, settings=settings)
    play(begin(night, me), me, *EXAMPLE)
    play(begin(night, me, (2, 3), (4, 5)), me, (121, 20))
    post_night(night, me)

    rows = by_number(season, night)

    # Sides 1 and 2+3 are level at five points and one match; 2 alone has three.
    assert {number: row.row.points for number, row in rows.items()} == {1: 9, 2: 9, 3: 9, 4: 1, 5: 1}
    assert (rows[2].row.games, rows[2].row.game_points) == (7, 3 + 4)


def test_best_weeks_are_chosen_from_nights_and_evenings_of_cards_alike(night: Tournament, me: StaffMember) -> None:
    week = club_week(0)
    players = dict(Entrant.objects.filter(tournament=night).values_list("number", "player_id"))
    for number in (1, 2):
        Entrant.objects.filter(tournament=week, number=number).update(player=players[number])
    season = season_of_weeks(week, night, settings=spring(best_of=1))
    play(begin(night, me), me, *EXAMPLE)
    row(HighHand, tournament=night, entrant=Entrant.objects.get(tournament=night, number=2), points=29)
    post_night(night, me)

    rows = {row.row.player: row for row in SeasonView(season).rows}

    # Seven game points with cards against five by matches, and four against three.
    first, second = rows[players[1]], rows[players[2]]
    assert [week.counts for week in first.row.weeks] == [True, False]
    assert [week.counts for week in second.row.weeks] == [True, False]
    assert (first.row.game_points, second.row.game_points, second.row.hands) == (7, 4, (29,))


def test_whoever_sat_at_tables_alone_has_neither_net_nor_skunks(night: Tournament, me: StaffMember) -> None:
    season = season_of_weeks(night, me=me)
    play(begin(night, me, (1,), (2,), (3,), terms=MatchTerms(MatchFormat.THREE_WINNER, "", 2)), me, (121, 100, 60))
    post_night(night, me)

    page = get_page(Client(), f"/t/{night.slug}/season/")
    [body, _] = page.all("tbody")
    table = season_table(SeasonView(season))

    assert body.all("tr")[0].texts("td") == ["1", "3", "1", "1", "–", "–", "–", "", "1 of 1"]
    assert dict(zip(table.header, table.rows[0], strict=True))["Net"] is None


def test_night_with_a_lurch_and_two_against_one_counts_in_the_season(night: Tournament, me: StaffMember) -> None:
    season = season_of_weeks(night, me=me)
    play(begin(night, me, (1,), (2,), terms=MatchTerms(MatchFormat.TWO, "lurch-61", 2)), me, (61, 30))
    one_alone = MatchTerms(MatchFormat.TWO_AGAINST_ONE, "", 1)
    play(begin(night, me, (2, 3), (4,), terms=one_alone), me, (100, 61))
    post_night(night, me)

    rows = by_number(season, night)

    # Games, game points, games won, skunks won and lost, plus, minus.
    assert {number: sums(row) for number, row in rows.items()} == {
        1: (1, 2, 1, None, None, 31, 0),
        2: (2, 0, 0, None, None, 0, 31),
        3: (1, 0, 0, None, None, None, None),
        4: (1, 1, 1, None, None, None, None),
    }


def test_page_says_how_a_night_counts_and_leads_to_its_matches(night: Tournament, me: StaffMember) -> None:
    season_of_weeks(night, me=me)
    play(begin(night, me), me, *EXAMPLE)
    post_night(night, me)

    page = get_page(Client(), f"/t/{night.slug}/season/")

    said = [text for text in page.texts("p") if text.startswith("Harbor Peggers Night is counted by matches")]
    assert len(said) == 1
    assert f"/t/{night.slug}/matches/" in page.all("table")[1].links


def test_page_of_a_season_without_nights_says_nothing_of_matches() -> None:
    week = club_week(0)
    season_of_weeks(week)

    page = get_page(Client(), f"/t/{week.slug}/season/")

    assert page.text.count("counted by matches") == 0


def test_house_player_of_a_match_has_no_week(night: Tournament, me: StaffMember) -> None:
    season = season_of_weeks(night, me=me)
    Entrant.objects.filter(tournament=night, number=2).update(house_player=True)
    play(begin(night, me), me, *EXAMPLE)
    post_night(night, me)

    assert sorted(by_number(season, night)) == [1]


def test_queries_do_not_grow_with_the_matches(night: Tournament, me: StaffMember) -> None:
    season = season_of_weeks(night, me=me)
    counts = []
    for sides in (((1,), (2,)), ((3,), (4,)), ((5,), (6,))):
        play(begin(night, me, *sides), me, *EXAMPLE)
        post_night(night, me)
        with CaptureQueriesContext(connection) as queries:
            SeasonView(season)
        counts.append(len(queries))

    assert counts[1:] == counts[:-1]
