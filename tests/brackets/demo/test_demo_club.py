"""``manage.py make_demo`` for clubs: a night of matches, and a season."""

from pathlib import Path

import pytest
from django.core.management import CommandError

from brackets.demo.club import WEEKS, make_match_night, make_matches, make_weeks
from brackets.event_files.reading import read_event
from brackets.event_files.verify import differences
from brackets.seasons.selectors.season import season_of, season_view
from scorecards.club_matches.selectors import matches_of
from scorecards.rules.clubs.match_terms import MatchFormat
from tests.brackets.demo.test_make_demo import make_demo
from tournaments.event_file.writing import write_event_file
from tournaments.models import Tournament

pytestmark = pytest.mark.slow


def test_same_seed_makes_the_same_night_and_the_same_weeks() -> None:
    assert make_matches(seed=3) == make_matches(seed=3) != make_matches(seed=4)
    assert make_weeks(seed=3, weeks=2) == make_weeks(seed=3, weeks=2)


def test_night_of_matches_reads_as_an_event_file() -> None:
    event_file = make_matches()

    assert read_event(write_event_file(event_file).encode()) == event_file
    assert {match.form for match in event_file.club_matches} == {form.value for form in MatchFormat}


@pytest.mark.parametrize("players", [11, 16])
def test_night_of_a_season_is_of_its_people(players: int) -> None:
    weeks = make_weeks(players=players, weeks=2)

    night = make_match_night(weeks)

    assert night is not None
    assert [one.name for one in night.entrants] == [one.name for one in weeks[1].entrants if not one.house_player]


def test_season_of_too_few_has_no_night_of_matches() -> None:
    assert make_match_night(make_weeks(players=8, weeks=2)) is None


@pytest.mark.django_db
def test_night_of_matches_is_stored_with_one_still_being_played() -> None:
    make_demo("--format", "match-points")

    tournament = Tournament.objects.get()
    matches = matches_of(tournament)
    assert (tournament.kind, [match.is_over for match in matches].count(False)) == ("club", 1)
    assert differences(tournament) == []


@pytest.mark.django_db
def test_season_is_stored_with_a_night_of_matches_and_every_week_but_the_last_posted() -> None:
    make_demo("--format", "club-season")

    first = Tournament.objects.order_by("pk")[0]
    found = season_of(first)
    assert found is not None
    shown = season_view(found)
    assert (len(shown.posted), len(shown.to_come), len(shown.rows)) == (WEEKS, 1, 16)
    assert [event.name for event in shown.nights] == ["Harbor Peggers, night of matches"]
    assert {len(row.row.weeks) for row in shown.rows} == {WEEKS}
    assert all(row.row.counted == WEEKS - 2 for row in shown.rows)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "match-points", "--players", "9"], "9 players: a night of matches can have 10 to 60."),
        (["--format", "club-season", "--file", "-"], "A season is several events: it is stored, and no file holds it."),
    ],
)
def test_demo_of_a_club_that_cannot_be_made_is_refused(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError) as refusal:
        make_demo(*arguments)

    assert str(refusal.value) == message


def test_night_of_matches_is_written_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "night.json"

    make_demo("--format", "match-points", "--file", str(path), "--name", "Match Night")

    assert read_event(path.read_bytes()) == make_matches(name="Match Night")
