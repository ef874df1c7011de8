"""The notices of rule 12.2.i: a list with a search, and one at an address of its own."""

from dataclasses import replace

import pytest
from django.test import Client

from tests.events import round_robin
from tests.pages import Element, get_page, read_page
from tests.scorecards.ranking.rankings import decided_against_the_leader, moved_below_the_line, overtaken
from tests.scorecards.ranking.test_ranking_page import put_up
from tournaments.rules.types import EventFile

pytestmark = pytest.mark.django_db


def listed(page: Element) -> list[list[str]]:
    tables = page.by_id("notices").all("table")
    outer = [table for table in tables if "stacked" in (table.attributes.get("class") or "")]
    return [row.texts("th", "td") for table in outer for row in table.all("tr")][1:]


def evidence(client: Client, event_file: EventFile, more: str = "") -> Element:
    tournament, _ = put_up(event_file, client, "checker")
    return get_page(client, f"/t/{tournament.slug}/ranking/evidence/{more}")


def test_whoever_is_out_or_in_is_listed(client: Client) -> None:
    assert listed(evidence(client, overtaken())) == [
        ["Entrant 2", "", "2", "1", "qualifies now"],
        ["Entrant 1", "", "1", "2", "does not qualify any more"],
    ]


def test_those_about_qualifying_are_shown_first_and_the_others_on_demand(client: Client) -> None:
    tournament, _ = put_up(decided_against_the_leader(), client)
    address = f"/t/{tournament.slug}/ranking/evidence/"

    usual, everybody = get_page(client, address), get_page(client, f"{address}?show=all")

    assert [row[0] for row in listed(usual)] == ["Entrant 2", "Entrant 1"]
    assert [row[0] for row in listed(everybody)] == ["Entrant 2", "Entrant 1", "Entrant 3", "Entrant 4"]


def test_search_finds_everybody_who_was_moved(client: Client) -> None:
    tournament, _ = put_up(decided_against_the_leader(), client)

    for name, found in [("entrant+3", ["Entrant 3"]), ("3", ["Entrant 3"]), ("zzz", [])]:
        address = f"/t/{tournament.slug}/ranking/evidence/?name={name}"

        page = get_page(client, address)
        response = client.get(address, headers={"HX-Request": "true", "HX-Target": "notices"})

        fragment = read_page(response.content.decode())
        assert [row[0] for row in listed(page)] == found
        assert ([row[0] for row in listed(fragment)], fragment.children) == (found, 1)


def test_nothing_to_tell_is_said(client: Client) -> None:
    page = evidence(client, round_robin())

    assert page.by_id("notices").text == (
        "No correction has changed anybody’s place so far. Notices appear here as soon as one does."
    )


def test_nothing_about_qualifying_leads_to_the_others(client: Client) -> None:
    page = evidence(client, moved_below_the_line())

    assert page.by_id("notices").links == ["?show=all"]


def test_notice_shows_places_both_lines_as_written_and_the_rule(client: Client) -> None:
    page = evidence(client, overtaken(), "1/")

    assert dict(zip(page.texts("dt"), page.texts("dd"), strict=True)) == {
        "By the cards as written": "place 1, 4/2 +30",
        "Now": "place 2, 4/2 +22",
        "What it comes to": "does not qualify any more",
        "12.2.a": "The spreads differ: the apparent qualifier gets the number that is worse for them.",
    }
    [table] = page.all("table")
    assert [row.texts("th", "td") for row in table.all("tr")] == [
        ["", "Entrant 1", "Entrant 3"],
        ["As written", "2 points, plus 20", "0 points, minus 12"],
        ["In force", "2 points, plus 12", "stands as written"],
    ]


def test_notice_of_somebody_moved_by_others_says_so(client: Client) -> None:
    page = evidence(client, overtaken(), "2/")

    assert "This card stands as it was. The place changed because other cards were corrected." in page.text
    assert "Entrant 1: place 1 before, place 2 now." in page.text
    assert [row.texts("th", "td")[0] for row in page.all("tr")] == ["", "As written", "In force"]


def test_notice_with_a_decision_shows_its_reason(client: Client) -> None:
    page = evidence(client, decided_against_the_leader(), "1/")

    assert "Game 1: decided by the director" in page.texts("h4")
    assert "ruled by the head judge" in page.texts("dd")


@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "rule 12.2.i"), ("acc-2010", "guideline 11.h")])
def test_12_2_i_list_and_notice_name_the_rule_of_the_edition(client: Client, edition: str, rule: str) -> None:
    event_file = overtaken()
    tournament, _ = put_up(replace(event_file, event=replace(event_file.event, edition=edition)), client)
    address = f"/t/{tournament.slug}/ranking/evidence/"

    assert f"qualifying changed through a ruling ({rule})." in get_page(client, address).text
    assert f"Shown by {rule}." in get_page(client, f"{address}1/").text


def test_whoever_was_not_moved_has_no_notice_and_a_stranger_is_not_there(client: Client) -> None:
    tournament, _ = put_up(overtaken(), client)
    address = f"/t/{tournament.slug}/ranking/evidence/"

    unmoved, unknown = client.get(f"{address}3/"), client.get(f"{address}9/")

    assert (unmoved.status_code, unknown.status_code) == (200, 404)
    assert "No correction changed this player’s place" in read_page(unmoved.content.decode()).text
