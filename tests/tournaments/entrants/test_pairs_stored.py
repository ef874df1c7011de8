"""What is stored of pairs: in the event file, and which games of theirs are due where a floater plays."""

import json
from typing import Any

import pytest

from tests.factories.tournaments import EntrantFactory, PairingFactory, ScheduledGameFactory, TournamentFactory
from tests.tournaments.event_file.samples import as_read, errors_in, plain_event_file
from tournaments.event_file.reading import read_event_file
from tournaments.event_file.writing import write_event_file
from tournaments.events.creating import store_event_file
from tournaments.models import Entrant, Tournament
from tournaments.records.entrants import entrant_records
from tournaments.records.event import event_facts
from tournaments.records.schedule import games_sat_out_by, sat_out_of
from tournaments.rules.types import EventFile

OF_PAIRS = {"province", "pool", "ages_confirmed"}
AGES = ((1960, 1971, False, True), (1960, 1972, False, False), (None, 1971, True, True))


def file_of_pairs() -> dict[str, Any]:
    plain = plain_event_file()
    plain["event"]["format"] = "double-round-robin"
    plain["entrants"][0] |= {"partner": "Ben Cole", "province": "Yukon", "pool": "B", "ages_confirmed": True}
    return plain


def test_keys_of_pairs_are_written_only_where_they_say_something() -> None:
    entrants = json.loads(write_event_file(as_read(file_of_pairs())))["entrants"]

    assert {key: entrants[0][key] for key in OF_PAIRS} == {"province": "Yukon", "pool": "B", "ages_confirmed": True}
    assert [OF_PAIRS & entrant.keys() for entrant in entrants[1:]] == [set()] * 5


def test_file_of_pairs_is_read_and_written_byte_for_byte() -> None:
    first = as_read(file_of_pairs())
    text = write_event_file(first)

    again = read_event_file(text.encode()).event_file

    assert again == first
    assert write_event_file(again) == text


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("province", "x" * 61, "entrants[0].province: 61 characters long, at most 60 fit"),
        ("pool", 3, "entrants[0].pool: 3 is not text (at most 10 characters)"),
        ("ages_confirmed", "yes", 'entrants[0].ages_confirmed: "yes" is not true or false'),
    ],
)
def test_mistakes_in_the_keys_of_pairs_are_told(key: str, value: object, message: str) -> None:
    plain = file_of_pairs()
    plain["entrants"][0][key] = value

    assert errors_in(plain) == (message,)


def test_file_of_another_event_knows_no_keys_of_pairs() -> None:
    plain = file_of_pairs()
    del plain["event"]["format"]

    assert [message.partition(":")[0] for message in errors_in(plain)] == [
        f"entrants[0].{key}" for key in ("province", "pool", "ages_confirmed")
    ]


@pytest.mark.django_db
def test_what_is_left_of_pairs_is_not_in_the_file_of_another_event() -> None:
    tournament = TournamentFactory()
    EntrantFactory(tournament=tournament, province="Yukon", pool="B", ages_confirmed=True)

    [record] = entrant_records(tournament)

    assert (record.province, record.pool, record.ages_confirmed) == ("", "", False)


@pytest.mark.django_db
def test_what_a_file_says_of_pairs_is_stored_and_handed_out_again() -> None:
    read = as_read(file_of_pairs())

    tournament, _ = store_event_file(read, None)

    assert entrant_records(tournament) == read.entrants


@pytest.mark.django_db
def test_file_says_whether_ages_will_do_and_no_year_of_birth() -> None:
    tournament = TournamentFactory(scoring="total-points", starts_on="2026-05-16")
    tournament.refresh_from_db()
    for number, (born, partner_born, is_confirmed, _) in enumerate(AGES, start=1):
        EntrantFactory(
            tournament=tournament,
            number=number,
            partner="Ben Cole",
            birth_year=born,
            partner_birth_year=partner_born,
            ages_confirmed=is_confirmed,
        )

    records = entrant_records(tournament)

    assert [record.ages_confirmed for record in records] == [known for *_, known in AGES]
    text = write_event_file(EventFile(event_facts(tournament), records))
    assert ("1960" in text, "birth" in text) == (False, False)


def floated(scoring: str) -> tuple[Tournament, Entrant, Entrant]:
    """Store an event in which entrant 1 meets a house player in game 2 of 2."""
    tournament = TournamentFactory(scoring=scoring, games=2)
    one, other = (EntrantFactory(tournament=tournament, number=number) for number in (1, 2))
    floater = EntrantFactory(tournament=tournament, number=9, house_player=True)
    first, second = (ScheduledGameFactory(tournament=tournament, game=game) for game in (1, 2))
    PairingFactory(scheduled_game=first, first=one, second=other)
    PairingFactory(scheduled_game=second, first=floater, second=one)
    return tournament, one, floater


@pytest.mark.django_db
@pytest.mark.parametrize("scoring", ["total-points", "points-left"])
def test_no_line_is_due_of_a_game_against_a_floater(scoring: str) -> None:
    tournament, one, floater = floated(scoring)

    assert sat_out_of(tournament) == {1: {2}, 2: {2}, 9: {1, 2}}
    assert (games_sat_out_by(one), games_sat_out_by(floater)) == ({2}, {1, 2})


@pytest.mark.django_db
def test_lines_against_a_house_player_are_due_in_every_other_event() -> None:
    tournament, one, floater = floated("acc")

    assert sat_out_of(tournament) == {2: {2}, 9: {1}}
    assert (games_sat_out_by(one), games_sat_out_by(floater)) == (set(), {1})


@pytest.mark.django_db
@pytest.mark.parametrize("has_pairs", [False, True])
def test_house_player_owes_no_card_only_where_somebody_else_is_paired(has_pairs: bool) -> None:
    tournament = TournamentFactory(games=1)
    one, other = (EntrantFactory(tournament=tournament, number=number) for number in (1, 2))
    house = EntrantFactory(tournament=tournament, number=3, house_player=True)
    game = ScheduledGameFactory(tournament=tournament, game=1)
    if has_pairs:
        PairingFactory(scheduled_game=game, first=one, second=other)

    due = {entrant.number: games_sat_out_by(entrant) for entrant in (one, other, house)}

    assert {number: games for number, games in due.items() if games} == sat_out_of(tournament)
    assert bool(due[3]) is has_pairs
