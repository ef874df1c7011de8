"""The event's own page: how far it has come, what it is, and a search for a name."""

from dataclasses import replace
from datetime import date, time

import pytest
from django.test import Client

from brackets.event_files.store import import_event
from brackets.standings.bracket import bracket_view
from brackets.standings.outcome import outcome_of, phase_of
from tests.events import PHASES, round_robin, without_cards
from tests.factories.tournaments import TournamentFactory
from tests.pages import Element, get_page
from tournaments.models import Tournament
from tournaments.page_cache.cache import PAGE_CACHE
from tournaments.rules.types import EntrantRecord, EventFile

pytestmark = pytest.mark.django_db

PHASE_NAMES = {
    "nobody entered": "Before the first game",
    "no cards": "Before the first game",
    "incomplete": "Qualifying round",
    "undecided": "Cross-checking",
    "open ties": "Settling ties",
    "ties settled": "Qualifiers known",
    "qualifiers known": "Qualifiers known",
    "playoffs": "Playoffs",
    "finished": "Finished",
    "one qualifies": "Finished",
    "everybody qualifies": "Qualifiers known",
    "earlier edition": "Playoffs",
    "no playoffs": "Finished",
    "odd field with a leaver": "Qualifiers known",
}


FOUND = {
    "ada": ["1"],
    "BIRCH": ["1", "3"],
    "birch a": ["1", "3"],
    "birch ada": ["1"],
    "Elm": ["3"],
    "Peggers": ["1", "2"],
    "salem": ["3"],
    "a-1": ["1", "3"],
    "ÉVA": ["4"],
    "éva": ["4"],
    "eva": ["4"],
    "%3CFir%3E": ["4"],
    "nobody": [],
    "%20": [],
    "": [],
}


def named_people() -> EventFile:
    """Return four people with names, clubs and seats, who have all met."""
    people = (
        EntrantRecord(1, "Ada Birch", club="Harbor Peggers", seat="A-1"),
        EntrantRecord(2, "Bo Cedar", club="Harbor Peggers", seat="A-2"),
        EntrantRecord(3, "Cy Birch", partner="Di Elm", city="Salem OR", seat="A-10"),
        EntrantRecord(4, "Éva <Fir>", seat=""),
    )
    return replace(round_robin(), entrants=people)


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=named_people())


def people_found(client: Client, tournament: Tournament, wanted: str) -> list[str]:
    """Return who is found, in order."""
    found = get_page(client, f"{tournament.get_absolute_url()}?name={wanted}").by_id("found")
    return numbers_in(found.links)


def numbers_in(links: list[str]) -> list[str]:
    return [link.rstrip("/").rpartition("/")[2] for link in links]


def facts_of(page: Element) -> dict[str, str]:
    """Return what the page states of the event, by name."""
    return dict(zip(page.texts("dt"), page.texts("dd"), strict=True))


def test_phases_are_all_named() -> None:
    assert list(PHASE_NAMES) == list(PHASES)


@pytest.mark.parametrize("phase", PHASES)
def test_event_page_tells_the_phase(phase: str, client: Client) -> None:
    tournament = import_event(event_file=PHASES[phase])
    outcome = outcome_of(tournament)
    assert outcome is not None

    told = phase_of(tournament, outcome, bracket_view(tournament, outcome.people, seeded=outcome.report.seeded))
    page = get_page(client, tournament.get_absolute_url())

    assert told.name == PHASE_NAMES[phase]
    assert page.texts("strong")[0] == f"{told.name}."


def test_event_page_before_anything_was_worked_out_is_there(client: Client) -> None:
    tournament = TournamentFactory()

    page = get_page(client, tournament.get_absolute_url())

    assert page.texts("h1") == ["Lantern Bay Open"]
    assert page.texts("strong")[0] == "Before the first game."
    assert "Seats appear here when they are drawn." in page.text


def test_open_event_says_that_seats_come_before_standings(client: Client) -> None:
    seated, waiting = (import_event(event_file=PHASES["no cards"]) for _ in range(2))
    waiting.entrants.update(seat="")

    first, other = (get_page(client, event.get_absolute_url()).texts("p") for event in (seated, waiting))

    assert "Before the first game. Standings appear here as soon as cards are in." in first
    assert "Before the first game. Seats appear here when they are drawn." in other


def test_event_page_names_the_champion(client: Client) -> None:
    tournament = import_event(event_file=PHASES["finished"])
    outcome = outcome_of(tournament)
    assert outcome is not None
    drawn = bracket_view(tournament, outcome.people, seeded=outcome.report.seeded)
    assert drawn is not None
    assert drawn.champion is not None

    page = get_page(client, tournament.get_absolute_url())

    [final] = drawn.rounds[-1].matches
    assert [side.is_winner for side in final.sides if side] == [side == drawn.champion for side in final.sides if side]
    assert drawn.champion.name in page.texts("a")
    base = tournament.get_absolute_url()
    assert {f"{base}standings/", f"{base}bracket/", "/"} <= set(page.links)
    facts = facts_of(page)
    assert facts["Entrants"] == "24"
    assert facts["Qualifiers"] == "6, one in four (rule 13.2.b)"
    assert facts["Bracket"] == "8 places, 2 byes for the top seeds"


def test_event_page_states_an_exemption_and_its_reason(client: Client) -> None:
    tournament = import_event(event_file=PHASES["everybody qualifies"])

    facts = facts_of(get_page(client, tournament.get_absolute_url()))

    assert facts["Entrants"] == "4"
    assert facts["Qualifiers"] == (
        "4, by exemption from one in four (rule 13.2.b) Reason: a small field: all four play on"
    )


@pytest.mark.parametrize("has_cards", [True, False])
def test_search_finds_by_name_club_and_seat(has_cards: bool, client: Client, tournament: Tournament) -> None:
    if not has_cards:
        tournament = import_event(event_file=without_cards(named_people()))

    for wanted, found in FOUND.items():
        assert people_found(client, tournament, wanted) == found, wanted
    assert people_found(client, tournament, "ada") == ["1"]


def test_search_says_so_where_nobody_is_found(client: Client, tournament: Tournament) -> None:
    page = get_page(client, f"{tournament.get_absolute_url()}?name=<i>Zoe</i>")

    assert page.all("i") == []
    assert page.by_id("name").attributes["value"] == "<i>Zoe</i>"
    assert page.by_id("found").texts("bdi") == ["<i>Zoe</i>"]


def test_search_leads_to_cards_that_are_there(client: Client, tournament: Tournament) -> None:
    found = get_page(client, f"{tournament.get_absolute_url()}?name=a").by_id("found")

    assert found.links
    assert [client.get(link).status_code for link in found.links] == [200] * len(found.links)


def test_search_answers_htmx_with_the_part_that_changes(client: Client, tournament: Tournament) -> None:
    address = f"{tournament.get_absolute_url()}?name=birch"
    whole = get_page(client, address)

    part = get_page(client, address, hx_request="true", hx_target="found")

    assert part.children == 1
    assert part.inner[-1].attributes["id"] == "found"
    assert part.inner[-1] == whole.by_id("found")


def test_search_answers_everybody_else_with_the_page(client: Client, tournament: Tournament) -> None:
    for headers in ({"hx_request": "true"}, {"hx_request": "true", "hx_target": "main"}, {"hx_target": "found"}):
        page = get_page(client, f"{tournament.get_absolute_url()}?name=birch", **headers)
        assert len(page.all("html", "main", "h1")) == 3


def test_leaders_are_those_who_have_a_card(client: Client) -> None:
    event_file = round_robin()
    tournament = import_event(event_file=replace(event_file, scorecards=event_file.scorecards[:2]))

    page = get_page(client, tournament.get_absolute_url())

    assert page.by_id("leaders").text == "In the lead so far"
    assert len(page.all("ol")[0].all("li")) == 2
    assert "0/0" not in page.text


def test_event_page_says_time_place_and_contact_once(client: Client) -> None:
    tournament = TournamentFactory(
        starts_on=date(2026, 5, 16), start_time=time(9), venue="Moose Lodge", contact="Dee Rector, 555-0142"
    )

    page = get_page(client, tournament.get_absolute_url())

    assert [page.text.count(text) for text in ("9:00 AM", "Moose Lodge", "555-0142")] == [1, 1, 1]
    assert [text for text in ("Sat, May 16, 2026, 9:00 AM", "Contact: Dee Rector") if text not in page.text] == []


def test_tabs_without_anything_to_show_do_not_exist_yet(client: Client) -> None:
    """The one that is open has its tab: whoever knows the address sees where they are."""
    tournament = import_event(event_file=PHASES["no cards"])
    address = tournament.get_absolute_url()

    def tabs(part: str = "") -> list[str]:
        page = get_page(client, f"{address}{part}")
        return next(nav for nav in page.all("nav") if nav.attributes.get("class") == "tabs").texts("a")

    seated, bracket = tabs(), tabs("bracket/")
    tournament.entrants.update(seat="")
    PAGE_CACHE.clear()

    assert (seated, bracket, tabs()) == (["Event", "Seats"], ["Event", "Seats", "Bracket"], ["Event"])


def test_whoever_is_found_alone_sees_their_card_first(client: Client, tournament: Tournament) -> None:
    """Without script too; of several nobody knows who is meant."""
    address = f"{tournament.get_absolute_url()}?name="

    alone, many = (get_page(client, address + wanted).by_id("your-card") for wanted in ("ada", "birch"))
    part = get_page(client, f"{tournament.get_absolute_url()}p/1/", hx_request="true", hx_target="your-card")

    assert (alone.texts("bdi")[0], many.text) == ("Ada Birch", "")
    assert part.inner[-1].texts("bdi")[0] == "Ada Birch"
