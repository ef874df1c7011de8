"""Events of game sheets on their pages and in their files: places, cards, ties, posting, and who dropped out."""

import csv
import json
from io import StringIO

import pytest
from django.test import Client

from brackets.demo.game_sheets import make_sheets
from brackets.event_files.store import import_event
from brackets.models import Posting
from scorecards.records.results import current_result
from tests.brackets.posting.posting import directed, post
from tests.brackets.public.test_game_sheet_reports import of_points
from tests.brackets.public.test_standings_page import rows_of
from tests.brackets.results.test_results import SCHEMA
from tests.pages import Element, get_page
from tests.rulebook.test_games_55plus import IN_A_CIRCLE, double_round
from tests.schemachecks import faults
from tests.scorecards.rules.test_game_sheets import gone_home
from tests.sheets import point_cards, sheet_event
from tournaments.events.forms import EventForm
from tournaments.models import Tournament
from tournaments.rules.types import EventFile, ScheduledGame, TieOrderRecord

pytestmark = pytest.mark.django_db

SETTINGS = {
    "stand": "What they played counts, what they did not play counts for nobody.",
    "dropped": "None of their games counts for anybody.",
    "forfeits": "All their games are forfeits: 121 to 0 for the other side.",
}


def circle(*orders: TieOrderRecord) -> EventFile:
    """Return three pairs who have beaten each other in a circle, and the orders entered for them."""
    games = double_round(*IN_A_CIRCLE)
    schedule = [ScheduledGame(game, ((first, second),)) for game, first, second in games]
    return sheet_event(point_cards(games), schedule=schedule, tie_orders=orders)


def cells(client: Client, tournament: Tournament) -> list[list[str]]:
    page = get_page(client, f"{tournament.get_absolute_url()}standings/")
    return [[cell.text for cell in row.all("td", "th")] for row in rows_of(page)]


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=gone_home("stand"))


def test_standings_and_their_file_show_points_and_games_won_with_what_decided_each_place(
    client: Client, tournament: Tournament
) -> None:
    text = client.get(f"{tournament.get_absolute_url()}results/standings.csv").content.decode("utf-8-sig")

    assert cells(client, tournament) == [
        ["1", "Entrant 2 & Partner 2", "", "321", "1", ""],
        ["2", "Entrant 3 & Partner 3", "", "271", "1", "total points"],
        ["3", "Entrant 1 & Partner 1", "", "242", "2", "total points"],
        ["4", "Entrant 4 & Partner 4", "", "221", "1", "total points"],
    ]
    first = next(csv.DictReader(StringIO(text)))
    assert (first["Total points"], first["Games won"], first["Decided by"]) == ("321", "1", "")
    assert [name for name in ("Game points", "Net", "Plus") if name in first] == []


def test_standings_of_points_left_begin_with_the_fewest(client: Client) -> None:
    tournament = import_event(event_file=gone_home("stand", "points-left"))

    assert cells(client, tournament) == [
        ["1", "Entrant 1 & Partner 1", "", "0", "2", ""],
        ["2", "Entrant 2 & Partner 2", "", "42", "1", "points left"],
        ["3", "Entrant 3 & Partner 3", "", "92", "1", "points left"],
        ["4", "Entrant 4 & Partner 4", "", "21", "1", "dropped out"],
    ]


@pytest.mark.parametrize("setting", SETTINGS)
def test_pages_say_who_dropped_out_and_what_becomes_of_the_results(client: Client, setting: str) -> None:
    tournament = import_event(event_file=gone_home(setting))

    for where in ("", "standings/", "results/"):
        notes = get_page(client, f"{tournament.get_absolute_url()}{where}").texts("p")
        assert f"Dropped out: Entrant 4 & Partner 4. {SETTINGS[setting]}" in notes


def test_card_has_the_columns_of_its_sheet_and_the_decision(client: Client) -> None:
    tournament = import_event(event_file=of_points())

    page = get_page(client, f"{tournament.get_absolute_url()}standings/2/")

    lines, totals, evidence = page.all("table")
    assert [head.text for head in lines.all("th")][:4] == ["Game", "Opponent", "Own", "Theirs"]
    assert [cell.text for cell in lines.all("tr")[1].all("td")][1:] == ["108", "121"]
    assert [cell.text for cell in lines.all("tr")[2].all("td")][2:] == ["109", "121"]
    assert [cell.text for cell in totals.all("tr")[-1].all("td")] == ["320", "1"]
    assert [cell.text for cell in evidence.all("td")][1:] == ["108 to 121", "121 to 110", "109 to 121", "121 to 109"]


def test_decision_without_a_rule_is_told_as_the_directors(client: Client) -> None:
    event_file = make_sheets(pairs=6, scoring="total-points")
    [decision, *_] = [one for one in event_file.decisions if one.rule == "none"]
    tournament = import_event(event_file=event_file)

    page = get_page(client, f"{tournament.get_absolute_url()}standings/{decision.entrants[0]}/")

    ruled = [link.text for link in page.all("a") if link.attributes.get("class") == "link-detail"]
    assert [text for text in ruled if text.endswith(": the director")]
    assert [text for text in (*ruled, *page.texts("dt")) if "none" in text] == []


@pytest.mark.parametrize(("scoring", "key"), [("total-points", "total_points"), ("points-left", "points_left")])
def test_json_fits_the_schema_and_says_who_dropped_out(client: Client, scoring: str, key: str) -> None:
    tournament = import_event(event_file=gone_home("dropped", scoring))

    documents = {
        name: json.loads(client.get(f"{tournament.get_absolute_url()}{name}.json").content)
        for name in ("standings", "bracket", "results")
    }

    found = documents["standings"]
    assert [list(faults(document, SCHEMA, SCHEMA)) for document in documents.values()] == [[], [], []]
    assert (key in found["standings"][0], found["settled"], found["qualifiers"]) == (True, True, 0)
    assert found["drop_outs"] == {"setting": "dropped", "entrants": [4]}


# The desk.


def test_ranking_shows_the_circle_and_an_order_of_the_director_settles_it(client: Client) -> None:
    tournament, _ = directed(client, circle())
    address = f"{tournament.get_absolute_url()}ranking/"
    before = get_page(client, address).by_id("ties")
    blocked = get_page(client, f"{tournament.get_absolute_url()}post/")

    entered = client.post(
        f"{address}tie-orders/", {"tie": "1-2-3", "place-1": "3", "place-2": "1", "place-3": "2", "reason": "drew lots"}
    )

    after = get_page(client, address).by_id("ties")
    assert before.all("h3")[0].text == "Place 1: 3 level at 442, 2 won"
    assert [cell.text for cell in before.all("tbody")[0].all("td")][1::3] == ["2", "2", "2"]
    assert (entered.status_code, blocked.texts("h3")) == (302, ["Ties settled"])
    assert [cell.text for cell in after.all("tbody")[0].all("th")] == [
        "Entrant 2 & Partner 2",
        "Entrant 3 & Partner 3",
        "Entrant 1 & Partner 1",
    ]


def test_standings_that_are_the_result_are_posted_and_stay_as_posted(client: Client) -> None:
    tournament, me = directed(client, circle(TieOrderRecord((2, 3, 1), "drew lots")))

    post(tournament, me)
    Tournament.objects.filter(pk=tournament.pk).update(drop_outs="dropped")

    posting = Posting.objects.get(tournament=tournament)
    assert [place["total_points"] for place in posting.report["standings"]] == [442, 442, 442]
    assert [row[1] for row in cells(client, tournament)] == [
        "Entrant 2 & Partner 2",
        "Entrant 3 & Partner 3",
        "Entrant 1 & Partner 1",
    ]


def test_settings_say_what_becomes_of_a_drop_out_and_the_standings_follow(client: Client) -> None:
    tournament, _ = directed(client, gone_home("stand"))
    initial = EventForm(instance=tournament).initial
    values = {name: value for name, value in initial.items() if value not in (None, False)}
    answer = client.post(f"{tournament.get_absolute_url()}settings/", {**values, "drop_outs": "forfeits"})

    tournament.refresh_from_db()
    assert (answer.status_code, tournament.drop_outs) == (302, "forfeits")
    standings = current_result(tournament).result.to_json()["standings"]
    assert [place["total_points"] for place in standings] == [363, 352, 271, 0]


# What the standings count otherwise than the sheets have it.


def totals_on(page: Element) -> dict[str, list[str]]:
    """Return the totals of a card, by the name of their row."""
    [table] = [table for table in page.all("table") if table.attributes.get("class") == "totals"]
    return {row.texts("th")[0]: row.texts("td") for row in table.all("tr")[1:]}


@pytest.mark.parametrize(
    ("setting", "counted", "said"),
    [("dropped", ["231", "1"], "counts for nobody"), ("forfeits", ["352", "2"], "dropped out: a forfeit")],
)
def test_card_says_what_the_standings_count_otherwise(
    client: Client, setting: str, counted: list[str], said: str
) -> None:
    tournament = import_event(event_file=gone_home(setting))

    page = get_page(client, f"{tournament.get_absolute_url()}standings/2/")

    [row] = [place for place in cells(client, tournament) if place[1] == "Entrant 2 & Partner 2"]
    assert totals_on(page)["In the standings"] == row[3:5] == counted
    assert [note for note in page.texts("span") if note == said] == [said]
    assert f"Dropped out: Entrant 4 & Partner 4. {SETTINGS[setting]}" in page.texts("p")


def test_card_whose_games_all_count_has_no_other_totals_and_results_no_rating_points(
    client: Client, tournament: Tournament
) -> None:
    card = get_page(client, f"{tournament.get_absolute_url()}standings/1/")
    results = get_page(client, f"{tournament.get_absolute_url()}results/")

    assert list(totals_on(card)) == ["Written at the foot", "The lines add up to", "In force"]
    [heads] = [table.all("thead")[0].texts("th") for table in results.all("table")]
    assert (heads, results.text.count("Rating points")) == (["Place", "Name", "Card"], 0)


def test_games_against_a_floater_are_marked_on_the_card(client: Client) -> None:
    tournament = import_event(event_file=make_sheets(pairs=5, scoring="total-points", errors=False))
    [floater] = tournament.entrants.filter(house_player=True)

    page = get_page(client, f"{tournament.get_absolute_url()}standings/1/")

    assert page.texts("span").count("counts for nobody") == 2
    assert [link for link in page.links if link.endswith(f"standings/{floater.number}/")] != []
    assert "Games against a floater count for nobody." in page.texts("p")
