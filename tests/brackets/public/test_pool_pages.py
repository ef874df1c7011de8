"""Standings pool by pool on pages and in files: everybody's, the staff's, what is posted, and what is handed out."""

import csv
import json
from dataclasses import replace
from io import StringIO

import pytest
from django.test import Client

from brackets.event_files.export import event_file_of
from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from brackets.models import Posting
from brackets.results.selectors import Results
from brackets.standings.outcome import outcome_of
from scorecards.ranking.evidence import Evidence
from tests.brackets.posting.posting import directed, post
from tests.brackets.results.test_results import SCHEMA
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import Element, get_page
from tests.schemachecks import faults
from tests.scorecards.rules.test_pools import LEVEL_ACROSS, POOLS
from tests.sheets import Games, decided, left_cards, point_cards, sheet_event
from tournaments.event_file.writing import write_event_file
from tournaments.models import Entrant, Tournament
from tournaments.rules.types import EventFile, ScheduledGame
from tournaments.seating.round_robin import set_pools

pytestmark = pytest.mark.django_db

TIED: Games = dict.fromkeys(((1, 1, 2), (2, 2, 1), (1, 3, 4), (2, 4, 3)), (121, 90))
"""1 and 2 are level in pool A, 3 and 4 in pool B, all four with the same card."""


def divided(games: Games = LEVEL_ACROSS, pools: dict[int, str] = POOLS, scoring: str = "total-points") -> EventFile:
    """Return these games with whoever met scheduled, so that everybody's card is complete."""
    last = max(game for game, *_ in games)
    schedule = [
        ScheduledGame(number, tuple((first, second) for game, first, second in games if game == number))
        for number in range(1, last + 1)
    ]
    cards = point_cards(games) if scoring == "total-points" else left_cards(games)
    return sheet_event(cards, schedule=schedule, pools=pools, scoring=scoring)


def tables_of(page: Element) -> dict[str, list[list[str]]]:
    """Return the place, the name and the figures of each row, by the heading over the table."""
    headings = [text for text in page.texts("h2", "h3") if text.startswith(("Pool ", "Without "))]
    tables = [
        [[cell.text for cell in row.all("td", "th")][:5] for body in table.all("tbody") for row in body.all("tr")]
        for table in page.all("table")
    ]
    return dict(zip(headings, tables, strict=True))


def name(number: int) -> str:
    return f"Entrant {number} & Partner {number}"


IN_POOLS = {
    "Pool A": [["1", name(2), "", "221", "1"], ["2", name(1), "", "211", "1"], ["3", name(3), "", "201", "1"]],
    "Pool B": [["1", name(4), "", "242", "2"], ["2", name(5), "", "211", "0"]],
}


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=divided())


def test_standings_stay_pool_by_pool_sorted_and_searched(client: Client, tournament: Tournament) -> None:
    address = f"{tournament.get_absolute_url()}standings/"

    plain, by_name, found = (
        tables_of(get_page(client, f"{address}{query}").by_id("standings"))
        for query in ("", "?sort=name", "?name=Entrant+5")
    )

    assert plain == IN_POOLS
    assert {pool: [row[1] for row in rows] for pool, rows in by_name.items()} == {
        "Pool A": [name(1), name(2), name(3)],
        "Pool B": [name(4), name(5)],
    }
    assert found == {"Pool B": IN_POOLS["Pool B"][1:]}


def test_whoever_has_no_pool_stands_under_a_plain_heading(client: Client) -> None:
    tournament = import_event(event_file=divided(pools={4: "B", 5: "B"}))

    page = get_page(client, f"{tournament.get_absolute_url()}standings/")

    assert list(tables_of(page.by_id("standings"))) == ["Pool B", "Without a pool"]


def test_screen_card_search_and_event_name_the_pool_with_the_place(client: Client, tournament: Tournament) -> None:
    address = tournament.get_absolute_url()

    screen = get_page(client, f"{address}screen/")
    standing = [text for text in get_page(client, f"{address}standings/5/").texts("p") if text.startswith("211")]
    [found] = get_page(client, f"{address}?name=Entrant+5").by_id("found").all("li")
    [leaders] = get_page(client, address).all("ol")

    assert screen.texts("h2") == ["Pool A: Standings", "Pool B: Standings"]
    assert [row.text for row in screen.by_id("standings-2").all("li")] == [
        f"1 {name(4)} 242, 2 won",
        f"2 {name(5)} 211, 0 won",
    ]
    assert standing == ["211, 0 won Place 2 in pool B, decided by total points"]
    assert found.text == f"2 {name(5)} Pool B 211, 0 won"
    assert [row.text for row in leaders.all("li")] == [
        f"1 {name(2)} Pool A 221, 1 won",
        f"2 {name(1)} Pool A 211, 1 won",
        f"1 {name(4)} Pool B 242, 2 won",
        f"2 {name(5)} Pool B 211, 0 won",
    ]


def test_results_tell_the_place_in_the_pool_and_money_goes_by_the_places_of_all(
    client: Client, tournament: Tournament
) -> None:
    page = get_page(client, f"{tournament.get_absolute_url()}results/")

    tables = [table for table in page.all("table") if "results" in (table.attributes.get("class") or "").split()]
    assert [[row.all("td", "th")[0].text for row in table.all("tr")[1:]] for table in tables] == [
        ["1", "2", "3"],
        ["1", "2"],
    ]
    outcome = outcome_of(tournament)
    assert outcome is not None
    assert [(one.best, one.entrant) for one in Results(tournament, outcome, None).places] == [
        (1, 2),
        (1, 4),
        (3, 1),
        (3, 5),
        (5, 3),
    ]


@pytest.mark.parametrize("scoring", ["total-points", "points-left"])
@pytest.mark.parametrize("pools", [POOLS, {4: "B", 5: "B"}], ids=["all in one", "some in none"])
def test_json_names_the_pool_of_each_and_fits_the_schema(client: Client, scoring: str, pools: dict[int, str]) -> None:
    tournament = import_event(event_file=divided(pools=pools, scoring=scoring))

    standings, results = (
        json.loads(client.get(f"{tournament.get_absolute_url()}{document}.json").content)
        for document in ("standings", "results")
    )

    assert [list(faults(document, SCHEMA, SCHEMA)) for document in (standings, results)] == [[], []]
    for rows in (standings["standings"], results["places"]):
        assert {row["number"]: row["pool"] for row in rows} == {n: pools.get(n, "") for n in POOLS}
        assert sorted(row["place"] for row in rows) == [1, 1, 2, 2, 3]
        assert not any(row["shared"] for row in rows)


def test_without_pools_pages_and_json_are_as_before(client: Client) -> None:
    tournament = import_event(event_file=divided(pools={}))

    page = get_page(client, f"{tournament.get_absolute_url()}standings/").by_id("standings")
    found = json.loads(client.get(f"{tournament.get_absolute_url()}standings.json").content)

    assert (page.texts("h2"), len(page.all("caption"))) == ([], 1)
    assert [row.get("pool") for row in found["standings"]] == [None] * 5


def test_csv_and_awards_begin_with_the_pool(client: Client, tournament: Tournament) -> None:
    client.force_login(StaffMemberFactory(tournament=tournament).user)
    address = tournament.get_absolute_url()
    places = [("A", "1", "2"), ("A", "2", "1"), ("A", "3", "3"), ("B", "1", "4"), ("B", "2", "5")]

    for table in ("standings", "awards"):
        text = client.get(f"{address}results/{table}.csv").content.decode("utf-8-sig")
        rows = list(csv.DictReader(StringIO(text)))
        assert [(row["Pool"], row["Place"], row["Number"]) for row in rows] == places
        assert next(iter(rows[0])) == "Pool"
    shown = get_page(client, f"{address}awards/").all("table")[0].all("tr")[1:]
    assert [tuple(cell.text for cell in row.all("td")[:2]) for row in shown] == [place[:2] for place in places]


# The desk.


def test_ranking_has_a_table_for_each_pool_and_its_ties_with_the_pool(client: Client) -> None:
    tournament, _ = directed(client, divided(TIED, {1: "A", 2: "A", 3: "B", 4: "B"}))
    address = f"{tournament.get_absolute_url()}ranking/"
    before = get_page(client, address)
    Tournament.objects.update(standings_shown="everybody")
    public = get_page(client, f"{tournament.get_absolute_url()}standings/")
    places = {f"place-{number}": str(number) for number in (1, 2, 3, 4)}
    over_two = client.post(f"{address}tie-orders/", {"tie": "1-2-3-4", **places, "reason": "drew lots"})

    entered = client.post(
        f"{address}tie-orders/", {"tie": "3-4", "place-3": "2", "place-4": "1", "reason": "drew lots"}
    )

    after = get_page(client, address)
    assert [text for text in before.by_id("ties").texts("h3") if text.startswith("Place")] == [
        "Place 1 in pool A: 2 level at 211, 1 won",
        "Place 1 in pool B: 2 level at 211, 1 won",
    ]
    assert [text[: text.index(":")] for text in public.texts("li") if text.startswith("Level")] == [
        "Level at 211, 1 won, place 1 in pool A",
        "Level at 211, 1 won, place 1 in pool B",
    ]
    assert (over_two.status_code, entered.status_code) == (409, 302)
    assert [row[:2] for row in tables_of(after.by_id("standing-rows"))["Pool B"]] == [["1", name(4)], ["2", name(3)]]
    assert [row[0] for row in tables_of(after.by_id("standing-rows"))["Pool A"]] == ["1=", "1="]


def test_what_is_posted_keeps_its_pools_and_a_change_of_pool_is_told(client: Client) -> None:
    tournament, me = directed(client, divided())
    address = tournament.get_absolute_url()
    to_post = get_page(client, f"{address}post/").all("table")[-1]
    post(tournament, me)
    everybody = {entrant.number: entrant.pool for entrant in Entrant.objects.filter(tournament=tournament)}

    set_pools(tournament=tournament, actor=me, pool_of={**everybody, 3: "B"}, reason="met those of B")

    assert to_post.texts("th")[:3] == ["Pool", "Place", "Name"]
    assert [row.all("td")[0].text for row in to_post.all("tr")[1:]] == ["A", "A", "A", "B", "B"]
    assert tables_of(get_page(client, f"{address}standings/").by_id("standings")) == IN_POOLS
    post(tournament, me, "one pair was in the wrong pool")
    latest = Posting.objects.get(tournament=tournament, number=2)
    assert [(change["entrant"], change["before"]["pool"], change["after"]["pool"]) for change in latest.changes] == [
        (3, "A", "B")
    ]
    shown = tables_of(get_page(client, f"{address}standings/").by_id("standings"))
    assert [row[1] for row in shown["Pool B"]] == [name(4), name(5), name(3)]


def test_notice_tells_of_rulings_on_cards_of_the_own_pool_alone() -> None:
    # In both pools the director decides that the other side has won.
    written = divided({(1, 1, 2): (121, 100), (1, 3, 4): (121, 100)}, {1: "A", 2: "A", 3: "B", 4: "B"})
    decisions = (decided(1, 1, 2, 100, 121), decided(1, 3, 4, 100, 121))
    tournament = import_event(event_file=replace(written, decisions=decisions))

    found = Evidence(tournament)
    told = {
        notice.holder.number: (notice.was.rank, notice.now.rank, [other.holder.number for other in notice.others])
        for notice in found.tell(found.moved)
    }

    assert told == {1: (1, 2, [2]), 2: (2, 1, [1]), 3: (1, 2, [4]), 4: (2, 1, [3])}


def test_event_in_pools_is_proved_and_exported_byte_for_byte(tournament: Tournament) -> None:
    assert write_event_file(event_file_of(tournament)) == write_event_file(divided())
    assert differences(tournament) == []
