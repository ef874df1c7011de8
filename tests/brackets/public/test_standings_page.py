"""The standings: places in order, the line at the cut, what decided each place."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import given

from brackets.event_files.store import import_event
from brackets.rules.report import Report, report_on
from scorecards.records.facts import cards_to_come
from scorecards.rules.calculation import calculate, missing_lines
from tests.events import PHASES, round_robin, sample_case
from tests.pages import Element, get_page
from tests.strategies import events, examples
from tournaments.models import Tournament
from tournaments.rules.types import EntrantRecord, EventFile

pytestmark = pytest.mark.django_db

WITH_CARDS = [phase for phase in PHASES if phase not in {"nobody entered", "no cards"}]


def rows_of(page: Element) -> list[Element]:
    """Return the rows of the standings below the head."""
    [body] = page.by_id("standings").all("tbody")
    return body.all("tr")


def entrant_in(row: Element) -> int | None:
    """Return whose row it is, by the card it leads to; the line at the cut is nobody's."""
    return int(row.links[0].rstrip("/").rpartition("/")[2]) if row.links else None


def order_of(page: Element) -> list[int]:
    return [number for row in rows_of(page) if (number := entrant_in(row)) is not None]


def seated(*seats: str) -> EventFile:
    """Return four entrants, numbered in order of place, with these seats."""
    entrants = tuple(
        EntrantRecord(number, f"Entrant {number}", seat=seat) for number, seat in enumerate(seats, start=1)
    )
    return replace(round_robin(), entrants=entrants)


def assert_standings(page: Element, report: Report) -> None:
    """Assert that the page shows the report's places, in order, with what decided them, and the line."""
    rows = rows_of(page)
    places = report.ranking.places
    assert order_of(page) == [place.entrant for place in places]
    shown = [row for row in rows if entrant_in(row) is not None]
    for place, row in zip(places, shown, strict=True):
        cells = [text.rstrip("=") for text in row.texts("td")]
        assert cells[0] == str(place.rank)
        assert place.totals.in_card_notation() in cells
        assert str(place.totals.plus) in cells
        assert (place.decided_by or "") in cells
    lines = [index for index, row in enumerate(rows) if entrant_in(row) is None]
    assert lines == ([report.qualifiers] if report.qualifiers else [])


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=seated("B-1", "A-2", "A-10", "A-1"))


def standings(client: Client, tournament: Tournament, query: str = "", **headers: str) -> Element:
    return get_page(client, f"{tournament.get_absolute_url()}standings/{query}", **headers)


@pytest.mark.slow
def test_standings_of_a_sample_case_are_as_reported(cases_dir: Path, client: Client) -> None:
    event_file = sample_case(cases_dir, "untidy-40-players-settled")

    assert_standings(standings(client, import_event(event_file=event_file)), report_on(event_file))


@pytest.mark.parametrize("phase", WITH_CARDS)
def test_standings_in_any_phase_are_as_reported(phase: str, client: Client) -> None:
    event_file = PHASES[phase]

    page = standings(client, import_event(event_file=event_file))

    assert_standings(page, report_on(event_file))
    house_players = {entrant.number for entrant in event_file.entrants if entrant.house_player}
    assert house_players.isdisjoint(order_of(page))


@pytest.mark.parametrize("phase", ["nobody entered", "no cards"])
def test_standings_without_cards_say_what_comes(phase: str, client: Client) -> None:
    event_file = PHASES[phase]
    tournament = import_event(event_file=event_file)

    part = standings(client, tournament).by_id("standings")

    assert part.all("table") == []
    assert part.texts("p")[0] == "Standings appear here as soon as cards are in."
    assert len(part.links) == sum(not entrant.house_player for entrant in event_file.entrants)


def test_standings_are_sorted_by_place_or_seat_and_draw_the_line_only_by_place(
    client: Client, tournament: Tournament
) -> None:
    for query, order, has_line in (
        ("?sort=place", [1, 2, 3, 4], True),
        ("?sort=seat", [4, 2, 3, 1], False),
        ("?sort=name", [1, 2, 3, 4], False),
        ("?sort=colour", [1, 2, 3, 4], True),
        ("?sort=", [1, 2, 3, 4], True),
        ("?name=entrant", [1, 2, 3, 4], False),
        ("?sort=place&name=entrant", [1, 2, 3, 4], False),
    ):
        page = standings(client, tournament, query)
        assert order_of(page) == order, query
        assert (None in [entrant_in(row) for row in rows_of(page)]) == has_line, query


def test_standings_are_sorted_by_name_without_regard_to_capitals(client: Client) -> None:
    event_file = round_robin()
    entrants = tuple(EntrantRecord(number, name) for number, name in enumerate(("bo", "Cy", "ada", "Ada"), start=1))
    tournament = import_event(event_file=replace(event_file, entrants=entrants))

    order = order_of(standings(client, tournament, "?sort=name"))

    assert order == [3, 4, 1, 2]


@pytest.mark.parametrize(
    ("seats", "order"),
    [
        (("", "A-1", "", "B"), [2, 4, 1, 3]),
        (("²", "2", "x2", "٣"), [2, 4, 3, 1]),
        (("10", "9", "9a", "09"), [2, 4, 3, 1]),
        (("-", "1-", "1", "A"), [3, 2, 1, 4]),
    ],
)
def test_standings_sort_odd_seats(seats: tuple[str, ...], order: list[int], client: Client) -> None:
    tournament = import_event(event_file=seated(*seats))

    assert order_of(standings(client, tournament, "?sort=seat")) == order


def test_standings_search_keeps_places_and_sort(client: Client, tournament: Tournament) -> None:
    page = standings(client, tournament, "?sort=seat&name=a-1")

    assert order_of(page) == [4, 3]
    assert [row.texts("td")[0] for row in rows_of(page)] == ["4", "3"]
    sorts = [link for link in page.by_id("standings").links if link.endswith("sort=name&name=a-1")]
    assert sorts == [f"{tournament.get_absolute_url()}standings/?sort=name&name=a-1"]


def test_standings_search_escapes_and_says_so_where_nobody_is_found(client: Client, tournament: Tournament) -> None:
    page = standings(client, tournament, '?name="<i>Zoe&sort=name')

    assert page.all("i", "table") == []
    assert page.by_id("standings").texts("bdi") == ['"<i>Zoe']
    assert page.by_id("name").attributes["value"] == '"<i>Zoe'


def test_standings_answer_htmx_with_the_part_that_changes(client: Client, tournament: Tournament) -> None:
    whole = standings(client, tournament, "?sort=name")

    part = standings(client, tournament, "?sort=name", hx_request="true", hx_target="standings")

    assert part.children == 1
    assert part.inner[-1].attributes["id"] == "standings"
    assert part.inner[-1] == whole.by_id("standings")


def test_standings_answer_everybody_else_with_the_page(client: Client, tournament: Tournament) -> None:
    # The part is ready already: it must not be taken for the page, nor the page for the part.
    standings(client, tournament, hx_request="true", hx_target="standings")

    for headers in ({"hx_request": "true"}, {"hx_request": "true", "hx_target": "found"}, {"hx_target": "standings"}):
        assert len(standings(client, tournament, **headers).all("html", "main", "h1")) == 3


def test_standings_say_where_a_tie_across_the_line_is_open(client: Client) -> None:
    tournament = import_event(event_file=PHASES["open ties"])

    rows = rows_of(standings(client, tournament))

    open_ties = [row.texts("small") for row in rows if entrant_in(row) in {1, 2, 3}]
    assert open_ties == [["tie open"]] * 3


# Whose cards are still to come


@pytest.mark.slow
@given(event_file=events())
@examples(40)
def test_cards_to_come_are_those_with_lines_missing(event_file: EventFile) -> None:
    missing = Counter(entrant for entrant, _ in missing_lines(event_file, calculate(event_file).check))

    with transaction.atomic():
        found = cards_to_come(import_event(event_file=event_file))
        transaction.set_rollback(True)

    assert {card.number: card.missing for card in found} == missing


def test_cards_to_come_are_told_with_name_and_seat() -> None:
    event_file = seated("A-1", "A-2", "B-1", "B-2")
    tournament: Tournament = import_event(event_file=replace(event_file, scorecards=event_file.scorecards[1:]))

    [card] = cards_to_come(tournament)

    assert (card.number, card.name, card.seat, card.missing) == (1, "Entrant 1", "A-1", 3)
