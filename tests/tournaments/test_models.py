"""What the database itself refuses about tournaments and entrants."""

from __future__ import annotations

import pytest

from tests.factories import (
    EntrantFactory,
    MembershipFactory,
    PairingFactory,
    ScheduledGameFactory,
    TournamentFactory,
)
from tests.refusals import Make, assert_refused, rules_of
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db


def same_slug() -> None:
    TournamentFactory(slug=TournamentFactory().slug)


def no_games() -> None:
    TournamentFactory(games=0)


def same_number() -> None:
    EntrantFactory(tournament=EntrantFactory(number=7).tournament, number=7)


def same_seat() -> None:
    EntrantFactory(tournament=EntrantFactory(seat="A-1").tournament, seat="A-1")


def number_zero() -> None:
    EntrantFactory(number=0)


def same_scheduled_game() -> None:
    ScheduledGameFactory(tournament=ScheduledGameFactory(game=3).tournament, game=3)


def first_paired_twice() -> None:
    pairing = PairingFactory()
    PairingFactory(scheduled_game=pairing.scheduled_game, first=pairing.first)


def second_paired_twice() -> None:
    pairing = PairingFactory()
    PairingFactory(scheduled_game=pairing.scheduled_game, second=pairing.second)


def paired_with_oneself() -> None:
    entrant = EntrantFactory()
    PairingFactory(first=entrant, second=entrant)


def same_role_twice() -> None:
    membership = MembershipFactory()
    MembershipFactory(tournament=membership.tournament, user=membership.user)


REFUSED: dict[str, Make] = {
    "tournament.slug": same_slug,
    "tournament_has_games": no_games,
    "entrant_number_once": same_number,
    "seat_once": same_seat,
    "entrant_number_positive": number_zero,
    "scheduled_game_once": same_scheduled_game,
    "pairing_first_once": first_paired_twice,
    "pairing_second_once": second_paired_twice,
    "pairing_of_two": paired_with_oneself,
    "membership_once": same_role_twice,
}


@pytest.mark.parametrize("rule", REFUSED)
def test_database_refuses_what_breaks_a_rule(rule: str) -> None:
    assert_refused("tournaments", rule, REFUSED[rule])


def test_database_rules_of_tournaments_are_all_tried() -> None:
    assert sorted(rules_of("tournaments")) == sorted(REFUSED)


def test_entrants_without_a_seat_may_be_many() -> None:
    tournament = EntrantFactory(seat="").tournament

    EntrantFactory(tournament=tournament, seat="")

    assert Entrant.objects.filter(tournament=tournament, seat="").count() == 2


def test_entrants_of_two_tournaments_may_share_number_and_seat() -> None:
    EntrantFactory(number=7, seat="A-1")

    EntrantFactory(number=7, seat="A-1")

    assert Entrant.objects.filter(number=7, seat="A-1").count() == 2


def test_tournament_address_is_made_of_its_slug() -> None:
    assert TournamentFactory(slug="club-night").get_absolute_url() == "/t/club-night/"
