"""Who forfeited games is told alike by the bracket's page, its paper, its file and its JSON."""

import csv
import json
from io import StringIO

import pytest
from django.test import Client

from brackets.event_files.store import import_event
from brackets.models import Bracket, Match
from brackets.playoffs.services.rounds import call_round
from tests.brackets.playoffs.playing import LOWER, UPPER, director, drawn, give
from tests.brackets.results.conftest import finished
from tests.brackets.results.test_results import SCHEMA
from tests.pages import Element, get_page
from tests.schemachecks import faults
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def page_of(client: Client, tournament: Tournament) -> Element:
    return get_page(client, f"{tournament.get_absolute_url()}bracket/")


def test_page_file_and_json_tell_by_whom_games_were_forfeited(client: Client) -> None:
    tournament = drawn()
    give(tournament, 2, LOWER)
    give(tournament, 3, UPPER)

    found = json.loads(client.get(f"{tournament.get_absolute_url()}bracket.json").content)
    text = client.get(f"{tournament.get_absolute_url()}results/bracket.csv").content.decode("utf-8-sig")
    notes = [said for said in page_of(client, tournament).by_id("round-1").texts("p") if "forfeit" in said]

    matches = found["rounds"][0]["matches"]
    by = [matches[1]["lower"], matches[2]["upper"]]
    assert [(one["games_forfeited"], one["forfeited_by"]) for one in matches[:3]] == [
        (0, None),
        (3, by[0]["number"]),
        (3, by[1]["number"]),
    ]
    assert [row["Forfeited by"] for row in csv.DictReader(StringIO(text))][:3] == [
        "",
        *(str(side["number"]) for side in by),
    ]
    assert notes == [f"Round 1: 3 games by forfeit of {side['name']}" for side in by]
    assert list(faults(found, SCHEMA["$defs"]["bracket"], SCHEMA)) == []


def test_nobody_is_named_where_both_sides_forfeited_games(client: Client) -> None:
    tournament = drawn()
    bracket = Bracket.objects.get(tournament=tournament)
    Match.objects.create(bracket=bracket, round=1, slot=2, lower_games=1, forfeits=1, forfeited_by="upper", rule="13.1")

    give(tournament, 2, LOWER)

    match = json.loads(client.get(f"{tournament.get_absolute_url()}bracket.json").content)["rounds"][0]
    assert (match["matches"][1]["games_forfeited"], match["matches"][1]["forfeited_by"]) == (4, None)
    notes = [said for said in page_of(client, tournament).by_id("round-1").texts("p") if "forfeit" in said]
    assert notes == ["Round 1: 4 games by forfeit"]


def test_event_file_does_not_tell_by_whom(client: Client) -> None:
    tournament = import_event(event_file=finished())

    found = json.loads(client.get(f"{tournament.get_absolute_url()}bracket.json").content)

    forfeited = [
        (match["games_forfeited"], match["forfeited_by"])
        for one in found["rounds"]
        for match in one["matches"]
        if match["games_forfeited"]
    ]
    assert forfeited == [(1, None)]


def test_printed_sheets_say_which_games_were_forfeited(client: Client) -> None:
    tournament = drawn(players=132, games=3)
    [slot] = [
        slot
        for slot, item in enumerate(page_of(client, tournament).by_id("round-1").all("li"), start=1)
        if not item.attributes.get("class")
    ]

    give(tournament, slot, LOWER)

    papers = page_of(client, tournament).all("figure")
    said = [text for paper in papers for text in paper.texts("text") if "forfeit" in text]
    assert said == ["3 games by forfeit"]


def test_table_in_the_drawn_bracket_names_the_round_of_its_match(client: Client) -> None:
    tournament = drawn(players=24)

    call_round(tournament=tournament, actor=director(tournament), round_number=1, first=11)

    notes = page_of(client, tournament).by_id("round-1").texts("p")
    assert notes[0] == "Quarter-finals: Table 11"
