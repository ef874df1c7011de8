"""A scoring and a format invented in this file alone: every page, form, export and phone of an event supports them."""

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from brackets.event_files.reading import read_event
from brackets.event_files.store import import_event
from brackets.event_files.verify import all_differences
from brackets.posting.services import post_qualifiers
from scorecards.models import Line
from tests.builders import both_cards
from tests.events import round_robin
from tests.factories.tournaments import StaffMemberFactory, UserFactory
from tests.pages import get_page
from tests.scorecards.cards.card_entry import put_up, written
from tests.scorecards.reporting.phones import Phone, pair_in, switch_phones
from tests.sheets import left_cards, sheet_event
from tests.test_access import address_of, invited
from tests.test_urls import ACCESS
from tests.tournaments.archives.full_event import archive_of, empty_the_database
from tests.tournaments.events.test_new_event import press
from tournaments.archives.restore import restore_archive
from tournaments.event_file.writing import write_event_file
from tournaments.models import Tournament
from tournaments.rules.formats import FORMATS, Format
from tournaments.rules.scorings import LEFT, SCORINGS, Scoring
from tournaments.rules.types import EventFile

TRIPLE = Scoring("triple", "2 points, and 1 more for each kind of skunk", wins=((1, 2), (31, 3), (61, 4), (91, 5)))
PAIRS_LEFT = Scoring("pairs-left", "Points left by two partners", LEFT, is_of_pairs=True)
FINAL = Format("rounds-and-final", "Rounds, then a final", has_playoffs=True)
ROUNDS = Format("rounds", "Rounds alone")

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def inventions(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> None:
    settings.PICTURES_DIR = tmp_path
    for known, one in ((SCORINGS, TRIPLE), (SCORINGS, PAIRS_LEFT), (FORMATS, FINAL), (FORMATS, ROUNDS)):
        monkeypatch.setitem(known, one.name, one)


def of_spreads() -> EventFile:
    """Return four entrants who have all met, with every kind of skunk."""
    results = {(1, 1, 4): 100, (1, 2, 3): 91, (2, 1, 3): 61, (2, 2, 4): 60, (3, 1, 2): 31, (3, 3, 4): 30}
    cards = tuple(
        replace(
            card,
            lines=tuple(replace(line, points=TRIPLE.by_spread[line.plus] if line.plus else 0) for line in card.lines),
        )
        for card in both_cards(results)
    )
    event_file = replace(round_robin(), scorecards=cards)
    return replace(event_file, event=replace(event_file.event, scoring=TRIPLE.name, format=FINAL.name))


def of_sheets() -> EventFile:
    games = {(1, 1, 2): (121, 98), (1, 3, 4): (121, 0), (2, 1, 3): (121, 60), (2, 2, 4): (90, 121)}
    return sheet_event(left_cards(games), scoring=PAIRS_LEFT.name, event_format=ROUNDS.name)


EVENTS = {"spreads": of_spreads, "sheets": of_sheets}


@pytest.mark.parametrize("make", EVENTS.values(), ids=EVENTS)
def test_every_address_of_an_event_is_opened(make: Any) -> None:
    tournament, user, client = import_event(event_file=make()), UserFactory(), Client()
    StaffMemberFactory(tournament=tournament, user=user, name="Ada Birch", role="director", initials="AB")
    for role in ("judge", "checker"):
        invited(tournament, role)
    client.force_login(user)
    opened = {}
    for pattern in ACCESS:
        with transaction.atomic():
            if pattern.startswith("t/<slug:slug>/"):
                opened[pattern] = client.get(address_of(pattern, tournament)).status_code
            transaction.set_rollback(True)

    assert {pattern: status for pattern, status in opened.items() if status not in (200, 302, 404, 405)} == {}
    assert sum(status == 200 for status in opened.values()) > 60
    page = get_page(Client(), tournament.get_absolute_url()).text
    assert tournament.scored.label.lower() in page
    assert tournament.played.label in page


def test_cards_are_posted_exported_and_restored() -> None:
    tournament = import_event(event_file=of_spreads())
    me = StaffMemberFactory(tournament=tournament)
    post_qualifiers(tournament=tournament, actor=me, seen=tournament.version)
    results = Client().get(f"/t/{tournament.slug}/standings.json").json()
    archive = archive_of(tournament)
    empty_the_database()

    restored = restore_archive(io.BytesIO(archive), user=None, by="test").tournament

    assert [place["game_points"] for place in results["standings"]] == [12, 8, 2, 0]
    assert (restored.scoring, restored.format, all_differences(restored)) == (TRIPLE.name, FINAL.name, [])


@pytest.mark.parametrize("make", EVENTS.values(), ids=EVENTS)
def test_event_file_is_written_and_read(make: Any) -> None:
    assert read_event(write_event_file(make()).encode()) == make()


def test_director_chooses_it_for_an_event(client: Client) -> None:
    client.force_login(UserFactory())

    assert press(client, scoring=TRIPLE.name, format=FINAL.name).status_code == 302

    made = Tournament.objects.get()
    assert (made.scoring, made.has_playoffs) == (TRIPLE.name, True)
    shown = get_page(client, f"/t/{made.slug}/settings/").all("option")
    chosen = [option.text for option in shown if "selected" in option.attributes]
    assert {TRIPLE.label, FINAL.label} <= set(chosen)


def test_what_is_not_offered_is_kept_where_an_event_has_it(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.force_login(UserFactory())
    press(client, scoring=TRIPLE.name)
    monkeypatch.setitem(SCORINGS, TRIPLE.name, replace(TRIPLE, is_offered=False))

    offered = [option.text for option in get_page(client, "/new/").all("option")]
    kept = [option.text for option in get_page(client, f"/t/{Tournament.objects.get().slug}/settings/").all("option")]

    assert TRIPLE.label not in offered
    assert TRIPLE.label in kept
    assert press(client, scoring=TRIPLE.name, name="Another").status_code == 422


def test_line_is_keyed_and_reported_with_its_game_points() -> None:
    paper = written(players=4, games=3)
    tournament, client = put_up(replace(paper, event=replace(paper.event, scoring=TRIPLE.name))), Client()
    member = StaffMemberFactory(tournament=tournament, role="director")
    client.force_login(member.user)
    first, second = pair_in(tournament)
    slip = {"game": 1, "key": "6f1c5fb2-9a0f-4a11-b7d7-000000000001", "winner": first, "loser": second, "margin": 95}
    client.post(f"/t/{tournament.slug}/cards/slips/", slip)
    switch_phones(tournament, is_on=True)
    first, second = pair_in(tournament, game=2)

    phone = Phone(tournament, first)
    form = next(form for form in phone.page().all("form") if "data-skunks" in form.attributes)
    phone.report(2, second, 95)
    said = Phone(tournament, second).page().text

    assert form.attributes["data-skunks"] == "91 a triple skunk, 61 a double skunk, 31 a skunk"
    assert "a triple skunk" in said
    line = Line.objects.get(scorecard__entrant__number=pair_in(tournament)[0])
    assert (line.points, line.plus) == (5, 95)
