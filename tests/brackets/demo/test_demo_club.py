"""``manage.py make_demo`` for clubs: a night of matches."""

from pathlib import Path

import pytest
from django.core.management import CommandError

from brackets.demo.club import make_matches
from brackets.event_files.reading import read_event
from brackets.event_files.verify import differences
from scorecards.club_matches.selectors import matches_of
from scorecards.rules.clubs.match_terms import MatchFormat
from tests.brackets.demo.test_make_demo import make_demo
from tournaments.event_file.writing import write_event_file
from tournaments.models import Tournament

pytestmark = pytest.mark.slow


def test_same_seed_makes_the_same_night() -> None:
    assert make_matches(seed=3) == make_matches(seed=3) != make_matches(seed=4)


def test_night_of_matches_reads_as_an_event_file() -> None:
    event_file = make_matches()

    assert read_event(write_event_file(event_file).encode()) == event_file
    assert {match.form for match in event_file.club_matches} == {form.value for form in MatchFormat}


@pytest.mark.django_db
def test_night_of_matches_is_stored_with_one_still_being_played() -> None:
    make_demo("--format", "match-points")

    tournament = Tournament.objects.get()
    matches = matches_of(tournament)
    assert (tournament.kind, [match.is_over for match in matches].count(False)) == ("club", 1)
    assert differences(tournament) == []


def test_night_of_too_few_is_refused() -> None:
    with pytest.raises(CommandError, match="^9 players: a night of matches can have 10 to 60.$"):
        make_demo("--format", "match-points", "--players", "9")


def test_night_of_matches_is_written_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "night.json"

    make_demo("--format", "match-points", "--file", str(path), "--name", "Match Night")

    assert read_event(path.read_bytes()) == make_matches(name="Match Night")
