"""Matches and seasons as JSON and CSV: what they say, by the schema, and nothing before it is posted."""

import csv
import json
from io import StringIO
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from brackets.demo.club import make_matches
from brackets.event_files.store import import_event
from scorecards.club_matches.services import post_matches
from tests.brackets.results.test_results import SCHEMA
from tests.brackets.seasons.club_seasons import club_week, director_of, season_of_weeks, spring
from tests.schemachecks import faults
from tests.scorecards.checking.check_pages import staff
from tests.scorecards.club_matches.club_matches import EXAMPLE, begin, play
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    """Return the demo's night of matches, of every form, not posted and not shown."""
    tournament = import_event(event_file=make_matches())
    Tournament.objects.update(standings_shown="nobody")
    tournament.refresh_from_db()
    return tournament


def post_night(night: Tournament) -> None:
    post_matches(tournament=night, actor=staff(night, "director"), seen=night.version)


def document(tournament: Tournament, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Client().get(f"/t/{tournament.slug}/{name}.json").content)
    return found


def table(tournament: Tournament, address: str) -> list[dict[str, str]]:
    text = Client().get(f"/t/{tournament.slug}/{address}").content.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text)))


def test_matches_are_handed_out_as_they_are_shown_and_posted(tournament: Tournament) -> None:
    to_come = document(tournament, "matches")
    assert (to_come["status"], to_come["posting"]) == ("to come", None)
    assert (to_come["standings"], to_come["matches"]) == ([], [])
    assert table(tournament, "matches/matches.csv") == []

    Tournament.objects.update(standings_shown="everybody", posted_version=F("posted_version") + 1)
    seen = document(tournament, "matches")
    assert (seen["status"], seen["posting"], len(seen["matches"])) == ("provisional", None, 27)

    post_night(tournament)
    found = document(tournament, "matches")
    assert (found["status"], found["posting"]["number"]) == ("posted", 1)
    assert len({match["terms"].split(",")[0] for match in found["matches"]}) == 5
    assert list(faults(found, SCHEMA["$defs"]["matches"], SCHEMA)) == []
    assert list(faults(found, SCHEMA, SCHEMA)) == []
    rows = table(tournament, "matches/matches.csv")
    assert [(row["Place"], row["Side"], row["Match points"], row["Games won"]) for row in rows] == [
        (str(row["place"]), row["name"], str(row["match_points"]), str(row["games_won"])) for row in found["standings"]
    ]


def test_matches_are_told_game_by_game() -> None:
    week = club_week(0, is_posted=False)
    me = director_of(week)
    play(begin(week, me), me, *EXAMPLE)
    week.refresh_from_db()
    post_matches(tournament=week, actor=me, seen=week.version)

    [match] = document(week, "matches")["matches"]

    assert [side["match_points"] for side in match["sides"]] == [5, 3]
    assert match["games"][2] == {
        "game": 3,
        "pegged": [82, 121],
        "match_points": [0, 2],
        "went_out": [None, 1],
        "skunk": "skunk",
        "outright": False,
    }


@pytest.mark.parametrize("points", [(), (5, 3)])
def test_season_with_and_without_a_table_follows_the_schema(points: tuple[int, ...]) -> None:
    weeks = (club_week(0), club_week(1, is_posted=False))
    settings = spring(points=points, points_source="by-laws, 4" if points else "")
    season_of_weeks(*weeks, settings=settings)

    found = document(weeks[1], "season")

    assert [(event["name"], event["counted_by"]) for event in found["events"]] == [
        ("Week 1", "cards"),
        ("Week 2", None),
    ]
    assert list(faults(found, SCHEMA["$defs"]["season"], SCHEMA)) == []
    assert list(faults(found, SCHEMA, SCHEMA)) == []


def test_season_is_told_with_the_weeks_of_everybody() -> None:
    weeks = (club_week(0), club_week(2))
    season_of_weeks(*weeks, settings=spring(best_of=1))

    first = document(weeks[0], "season")["standings"][0]

    assert (first["place"], first["game_points"], first["season_points"], first["net"]) == (1, 7, None, 66)
    assert [(week["event"], week["counts"]) for week in first["weeks"]] == [
        (weeks[0].slug, True),
        (weeks[1].slug, False),
    ]


def test_season_keeps_to_the_schema_when_an_event_of_it_is_changed() -> None:
    week = club_week(0)
    season_of_weeks(week)
    Tournament.objects.update(kind="satellite", starts_on=None)

    assert list(faults(document(week, "season"), SCHEMA, SCHEMA)) == []


def test_event_of_no_season_hands_out_an_empty_one() -> None:
    found = document(club_week(0), "season")

    assert (found["season"], found["events"], found["standings"]) == (None, [], [])
    assert list(faults(found, SCHEMA, SCHEMA)) == []


def test_whoever_asks_again_is_told_that_nothing_has_changed() -> None:
    week = club_week(0)
    season_of_weeks(week)

    for name in ("matches", "season"):
        address = f"/t/{week.slug}/{name}.json"
        tag = Client().get(address)["ETag"]
        again = Client().get(address, headers={"if-none-match": tag})
        assert (again.status_code, again.content) == (304, b"")
