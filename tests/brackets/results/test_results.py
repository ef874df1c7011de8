"""Results for everybody: pages, files and JSON say the same, and nothing before it is posted."""

import csv
import json
from collections.abc import Mapping
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook  # type: ignore[import-untyped]

from brackets.event_files.store import import_event
from brackets.models import Posting
from brackets.payouts.services import set_fund
from brackets.results.services import edit_points, register_hand, revoke_hand
from brackets.rules.report import report_on
from tests.brackets.results.conftest import finished
from tests.conftest import ROOT
from tests.events import PHASES
from tests.factories.rows import row
from tests.pages import Element, get_page
from tests.schemachecks import faults
from tournaments.event_file.writing import event_file_to_json
from tournaments.models import Audience, StaffMember, Tournament
from tournaments.page_cache.cache import PAGE_CACHE

pytestmark = pytest.mark.slow

SCHEMA = json.loads((ROOT / "docs" / "json.schema.json").read_text())
DOCUMENTS = ("standings", "bracket", "results")
FILES = ("results/standings.csv", "results/bracket.csv", "results/awards.csv", "results/results.xlsx")
EVERYTHING = ("results/", *(f"{name}.json" for name in DOCUMENTS))


def address_of(tournament: Tournament, what: str) -> str:
    return f"{tournament.get_absolute_url()}{what}"


def document(client: Client, tournament: Tournament, name: str) -> dict[str, Any]:
    response = client.get(address_of(tournament, f"{name}.json"))
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    found: dict[str, Any] = json.loads(response.content)
    return found


def table(client: Client, tournament: Tournament, name: str) -> list[dict[str, str]]:
    text = client.get(address_of(tournament, f"results/{name}.csv")).content.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text)))


def rows_of(page: Element) -> list[list[str]]:
    [body] = page.all("tbody")
    return [[cell.text for cell in row.all("td", "th")] for row in body.all("tr")]


def hold_back(tournament: Tournament) -> None:
    """Let nobody see what is on the cards before it is posted."""
    Tournament.objects.filter(pk=tournament.pk).update(standings_shown=Audience.NOBODY)


def put_up(tournament: Tournament) -> Posting:
    """Post the event as it stands; tests of posting itself are elsewhere."""
    event_file = finished()
    people = {entrant["number"]: entrant for entrant in event_file_to_json(event_file)["entrants"]}
    posting: Posting = row(Posting, tournament=tournament, report=report_on(event_file).to_json(), people=people)
    Tournament.objects.filter(pk=tournament.pk).update(latest_posting=1, posted_version=99)
    return posting


# What is posted, and what is not


def test_nothing_is_said_before_it_is_posted(client: Client, tournament: Tournament) -> None:
    hold_back(tournament)
    names = tournament.entrants.values_list("name", flat=True)

    for what in EVERYTHING:
        text = client.get(address_of(tournament, what)).content.decode()
        assert [name for name in names if name in text] == [], what
    page = get_page(client, address_of(tournament, "results/"))
    assert page.texts("h1") == ["Results"]
    assert "as soon as the qualifiers are posted" in page.text
    assert [client.get(address_of(tournament, file)).status_code for file in FILES] == [404] * len(FILES)
    found = {name: document(client, tournament, name) for name in DOCUMENTS}
    assert {one["status"] for one in found.values()} == {"to come"}
    assert (found["standings"]["standings"], found["bracket"]["rounds"], found["results"]["places"]) == ([], [], [])


def test_what_is_posted_is_shown_with_names_as_they_were_posted(client: Client, tournament: Tournament) -> None:
    hold_back(tournament)
    posting = put_up(tournament)
    champion = document(client, tournament, "bracket")["champion"]
    name = posting.people[champion]["name"]

    tournament.entrants.filter(number=champion).update(name="Somebody Else")
    PAGE_CACHE.clear()

    found = document(client, tournament, "results")
    assert (found["status"], found["posting"]["number"]) == ("posted", 1)
    assert found["places"][0]["name"] == name
    assert rows_of(get_page(client, address_of(tournament, "results/")))[0][1] == name


def test_nothing_of_money_is_public(client: Client, tournament: Tournament, director: StaffMember) -> None:
    set_fund(tournament=tournament, actor=director, added=1234567, sanctioning=0, kept=0)

    for what in (*EVERYTHING, *FILES[:3]):
        assert b"12345.67" not in client.get(address_of(tournament, what)).content
        assert b"fee" not in client.get(address_of(tournament, what)).content


# The schema


@pytest.mark.parametrize("phase", PHASES)
def test_json_of_an_event_in_any_phase_is_as_its_schema_says(phase: str, client: Client, db: None) -> None:
    tournament = import_event(event_file=PHASES[phase])

    for name in DOCUMENTS:
        found = document(client, tournament, name)
        assert list(faults(found, SCHEMA["$defs"][name], SCHEMA)) == []
        assert list(faults(found, SCHEMA, SCHEMA)) == []


def test_json_is_as_its_schema_says_with_everything_in_it_which_notices_what_is_missing_or_too_much(
    client: Client, tournament: Tournament, director: StaffMember
) -> None:
    give_awards(tournament, director)
    put_up(tournament)

    for name in DOCUMENTS:
        found, schema = document(client, tournament, name), SCHEMA["$defs"][name]
        assert list(faults(found, schema, SCHEMA)) == []
        for key in found:
            short = {other: value for other, value in found.items() if other != key}
            assert list(faults(short, schema, SCHEMA)) == [f"$: {key} is missing"]
        assert list(faults({**found, "more": 1}, schema, SCHEMA)) == ["$: more is too much"]


def give_awards(tournament: Tournament, director: StaffMember) -> None:
    edit_points(tournament=tournament, actor=director, number=3, points=77, reason="=club bonus")
    register_hand(
        tournament=tournament,
        actor=director,
        number=4,
        points=28,
        game="game 2",
        hand="5H 5S 5C KD, cut 5D",
        witnesses="Ann, Bo",
    )


# Pages, files and JSON


def test_page_file_and_json_of_results_say_the_same(
    client: Client, tournament: Tournament, director: StaffMember
) -> None:
    give_awards(tournament, director)

    places = document(client, tournament, "results")["places"]
    shown = rows_of(get_page(client, address_of(tournament, "results/")))
    cells = table(client, tournament, "awards")

    assert [row[:3] for row in shown] == [[place_in(one), one["name"], one["how"]] for one in places]
    assert [row[4] for row in shown] == [points_in(one) for one in places]
    assert [(row["Place"], int(row["Number"]), row["Name"]) for row in cells] == [
        (place_in(one), one["number"], one["name"]) for one in places
    ]
    assert [row["Rating points"] for row in cells] == [
        str(one["points"]["total"]) if one["points"] else "" for one in places
    ]
    assert [row["Reason"] for row in cells if row["Reason"]] == ["'=club bonus"]


def place_in(one: Mapping[str, Any]) -> str:
    return f"{one['place']}{'=' if one['shared'] else ''}"


def points_in(one: Mapping[str, Any]) -> str:
    points = one["points"]
    return "" if points is None else f"{points['total']}{' edited' if points['edited'] else ''}"


def test_page_file_and_json_of_standings_say_the_same(client: Client, tournament: Tournament) -> None:
    standings = document(client, tournament, "standings")["standings"]
    page = get_page(client, address_of(tournament, "standings/")).by_id("standings")
    cells = table(client, tournament, "standings")

    shown = [row.texts("td", "th") for row in page.all("tbody")[0].all("tr") if len(row.texts("td", "th")) > 1]
    assert [(row[0].rstrip("="), row[3], row[4]) for row in shown] == [
        (str(one["place"]), f"{one['game_points']}/{one['games_won']} {one['net']:+d}", str(one["plus"]))
        for one in standings
    ]
    assert [
        (int(row["Number"]), int(row["Game points"]), int(row["Games won"]), int(row["Net"]), int(row["Plus"]))
        for row in cells
    ] == [(one["number"], one["game_points"], one["games_won"], one["net"], one["plus"]) for one in standings]
    assert [row["Qualifies"] == "yes" for row in cells] == [one["qualifies"] for one in standings]


def test_page_file_and_json_of_the_bracket_say_the_same(client: Client, tournament: Tournament) -> None:
    bracket = document(client, tournament, "bracket")
    page = get_page(client, address_of(tournament, "bracket/"))
    cells = table(client, tournament, "bracket")

    matches = [(one["number"], match) for one in bracket["rounds"] for match in one["matches"]]
    assert [
        (int(row["Round"]), int(row["Match"]), row["Upper name"], row["Lower name"], row["Winner"]) for row in cells
    ] == [
        (number, match["match"], named(match["upper"]), named(match["lower"]), str(match["winner"]))
        for number, match in matches
    ]
    assert [(row["Upper games"], row["Lower games"]) for row in cells] == [
        (games(match["upper"]), games(match["lower"])) for _, match in matches
    ]
    final = bracket["rounds"][-1]["matches"][0]
    assert final["winner"] == bracket["champion"]
    for _, match in matches:
        for side in (match["upper"], match["lower"]):
            assert side is None or side["name"] in page.text


def named(side: Mapping[str, Any] | None) -> str:
    return str(side["name"]) if side else ""


def games(side: Mapping[str, Any] | None) -> str:
    return "" if side is None or side["games"] is None else str(side["games"])


def test_workbook_holds_the_tables_and_no_formula(
    client: Client, tournament: Tournament, director: StaffMember
) -> None:
    give_awards(tournament, director)

    book = load_workbook(BytesIO(client.get(address_of(tournament, "results/results.xlsx")).content))

    assert book.sheetnames == ["Standings", "Bracket", "Awards", "High hands"]
    assert [cell.value for row in book["High hands"].iter_rows(min_row=2) for cell in row][:2] == [28, 4]
    kinds = {cell.data_type for sheet in book for row in sheet.iter_rows() for cell in row}
    assert kinds == {"inlineStr", "s", "n"}  # no "f"
    reasons = [row[10].value for row in book["Awards"].iter_rows(min_row=2) if row[10].value]
    assert reasons == ["=club bonus"]


def test_hand_taken_out_is_gone_from_page_and_json(
    client: Client, tournament: Tournament, director: StaffMember
) -> None:
    give_awards(tournament, director)
    before = document(client, tournament, "results")["high_hands"]
    page = get_page(client, address_of(tournament, "results/"))

    revoke_hand(tournament=tournament, actor=director, hand=tournament.high_hands.get().pk)

    assert [(hand["points"], hand["number"]) for hand in before] == [(28, 4)]
    assert "5H 5S 5C KD, cut 5D seen by Ann, Bo" in page.text
    assert document(client, tournament, "results")["high_hands"] == []
    assert "None reported." in get_page(client, address_of(tournament, "results/")).text


# What they cost


@pytest.mark.parametrize("what", EVERYTHING)
def test_answer_is_sent_again_only_when_it_has_changed(
    what: str, client: Client, tournament: Tournament, director: StaffMember
) -> None:
    first = client.get(address_of(tournament, what))

    with CaptureQueriesContext(connection) as captured:
        again = client.get(address_of(tournament, what), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, len(captured)) == (304, b"", 1)
    edit_points(tournament=tournament, actor=director, number=3, points=77, reason="club bonus")
    changed = client.get(address_of(tournament, what), headers={"If-None-Match": first["ETag"]})

    assert changed.status_code == (200 if what.startswith("results") else 304)


def test_results_take_the_same_queries_at_24_and_at_60_entrants(client: Client, db: None) -> None:
    counted = []
    for event_file in (finished(), finished(60)):
        tournament = import_event(event_file=event_file)
        PAGE_CACHE.clear()
        counts = []
        for what in (*EVERYTHING, *FILES):
            with CaptureQueriesContext(connection) as captured:
                assert client.get(address_of(tournament, what)).status_code == 200
            counts.append(len(captured))
        counted.append(counts)

    assert counted[0] == counted[1]
    assert max(counted[1]) <= 11


# The event file


def test_event_file_is_the_directors(desk: Client, tournament: Tournament) -> None:
    response = desk.get(address_of(tournament, "event-file/"))

    found = json.loads(response.content)
    assert response["Content-Disposition"] == f'attachment; filename="{tournament.slug}.json"'
    assert found["playoff"] == event_file_to_json(finished())["playoff"]
    assert len(found["playoff"]["matches"]) == len(finished().playoff.matches)  # type: ignore[union-attr]


def test_no_playoffs_no_bracket(client: Client, db: None) -> None:
    tournament = import_event(event_file=PHASES["no playoffs"])

    assert document(client, tournament, "bracket")["rounds"] == []
    assert table(client, tournament, "bracket") == []
    assert document(client, tournament, "results")["final"] is True
