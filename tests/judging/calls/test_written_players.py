"""In a large event judges write the players of a call by seat or number."""

import pytest

from judging.calls.selectors import MOST_LISTED, entrants_by_name, number_of_player
from tests.factories.tournaments import EntrantFactory, TournamentFactory
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db


def test_seat_and_number_are_found_and_others_are_nobody() -> None:
    tournament = TournamentFactory()
    EntrantFactory(tournament=tournament, number=7, seat="B-3")

    found = [number_of_player(tournament, typed) for typed in ("7", " b-3 ", "B-4", "")]

    assert found == [7, 7, 0, 0]


def test_nobody_is_listed_where_there_are_too_many() -> None:
    tournament = TournamentFactory()
    rows = [Entrant(tournament=tournament, number=number, name=f"P {number}") for number in range(1, MOST_LISTED + 2)]

    Entrant.objects.bulk_create(rows[:-1])
    few = len(entrants_by_name(tournament))
    rows[-1].save()

    assert (few, entrants_by_name(tournament)) == (MOST_LISTED, [])
