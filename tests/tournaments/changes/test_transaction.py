"""Changing a tournament: whoever writes has the turn of all writers, whatever is written."""

import pytest
from django.db import connection
from filelock import FileLock, Timeout

from tests.factories.tournaments import TournamentFactory
from tournaments.changes.transaction import tournament_change

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about SQLite"),
]


def is_turn_taken() -> bool:
    """Whether somebody else who asked now would have to wait."""
    database = connection.settings_dict["NAME"]
    try:
        with FileLock(f"{database}.turn", timeout=0):
            return False
    except Timeout:
        return True


def test_changing_a_tournament_takes_the_turn_of_all_writers() -> None:
    tournament = TournamentFactory.create()

    with tournament_change(tournament):
        during = is_turn_taken()

    assert (during, is_turn_taken()) == (True, False)


def test_changing_within_a_change_does_not_wait_for_itself() -> None:
    tournament = TournamentFactory.create()

    with tournament_change(tournament), tournament_change(tournament):
        during = is_turn_taken()

    tournament.refresh_from_db()
    assert (during, tournament.version) == (True, 3)


def test_turn_is_given_back_when_a_change_fails() -> None:
    tournament = TournamentFactory.create()

    with pytest.raises(LookupError), tournament_change(tournament):
        raise LookupError

    assert is_turn_taken() is False
