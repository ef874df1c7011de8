"""The list of entrants: searching, sorting, its parts and counts."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories.tournaments import EntrantFactory
from tests.pages import get_page
from tournaments.entrants.selectors import entrants_shown
from tournaments.models import Tournament

ADDRESS = "/t/bay/entrants/"


@pytest.fixture
def people(tournament: Tournament) -> None:
    """Enter five: one here and paid, one owing, one gone, one house player, one late."""
    now = timezone.now()
    rows = [
        {"name": "Zoë Adams", "seat": "A-10", "checked_in_at": now, "fee_owed": 20, "fee_paid": 20},
        {"name": "Bo Quist", "seat": "A-2", "acc_number": "WA100", "fee_owed": 20, "club": "Tacoma Tens"},
        {"name": "Cy Dunn", "withdrawn_after_game": 1, "fee_owed": 20, "fee_paid": 5},
        {"name": "House", "house_player": True},
        {"name": "ann Lee", "first_game": 2, "partner": "Dai Evans"},
    ]
    for number, row in enumerate(rows, start=1):
        EntrantFactory(tournament=tournament, number=number, **row)


def names(tournament: Tournament, **asked: str) -> list[str]:
    return [row.name for row in entrants_shown(tournament, **asked).rows]


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("number", ["Zoë Adams", "Bo Quist", "Cy Dunn", "House", "ann Lee"]),
        ("name", ["ann Lee", "Bo Quist", "Cy Dunn", "House", "Zoë Adams"]),
        ("seat", ["Bo Quist", "Zoë Adams", "Cy Dunn", "House", "ann Lee"]),
        ("fee", ["Bo Quist", "Cy Dunn", "ann Lee", "House", "Zoë Adams"]),
        ("nonsense", ["Zoë Adams", "Bo Quist", "Cy Dunn", "House", "ann Lee"]),
    ],
)
def test_list_is_sorted(tournament: Tournament, sort: str, expected: list[str]) -> None:
    assert names(tournament, sort=sort) == expected


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("find", "expected"),
    [
        ("zoe", ["Zoë Adams"]),
        ("TACOMA quist", ["Bo Quist"]),
        ("wa100", ["Bo Quist"]),
        ("evans", ["ann Lee"]),
        ("a-2", ["Bo Quist"]),
        ("2", ["Bo Quist"]),
        ("nobody", []),
    ],
)
def test_list_is_searched(tournament: Tournament, find: str, expected: list[str]) -> None:
    assert names(tournament, find=find) == expected


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("show", "expected"),
    [("awaited", ["Bo Quist", "ann Lee"]), ("owes", ["Bo Quist", "Cy Dunn"]), ("withdrawn", ["Cy Dunn"])],
)
def test_part_of_the_list_is_shown_alone(tournament: Tournament, show: str, expected: list[str]) -> None:
    assert names(tournament, show=show) == expected


@pytest.mark.usefixtures("people")
def test_counts_leave_house_players_out(tournament: Tournament) -> None:
    found = entrants_shown(tournament)

    assert (found.total, found.house_players, found.checked_in) == (4, 1, 1)
    assert (found.paid, found.owed) == (Decimal(25), Decimal(60))
    assert [(part.label, part.count) for part in found.shows] == [
        ("All", 5),
        ("Not checked in", 2),
        ("Owe", 2),
        ("Withdrawn", 1),
    ]


def test_empty_list_says_what_will_be_there(director: Client) -> None:
    page = get_page(director, ADDRESS)

    assert page.by_id("entrants").text.startswith("Nobody is entered yet.")
    assert page.by_id("id_name").attributes["autofocus"] is None


@pytest.mark.usefixtures("people")
def test_page_lists_everybody_with_their_state(director: Client) -> None:
    rows = get_page(director, ADDRESS).by_id("entrants").all("tr")[1:]

    assert [row.texts("td", "th")[:2] for row in rows[:2]] == [["1", "Zoë Adams"], ["2", "Bo Quist WA100 Tacoma Tens"]]
    assert rows[2].texts("span")[0] == "left after game 1"


@pytest.mark.usefixtures("people")
def test_search_under_htmx_answers_with_the_list_alone(director: Client) -> None:
    page = get_page(director, f"{ADDRESS}?find=quist", hx_request="true", hx_target="entrants")

    assert page.children == 1
    assert [row.attributes["id"] for row in page.by_id("entrants").all("tr")[1:]] == ["entrant-2"]


@pytest.mark.usefixtures("people")
def test_search_that_finds_nobody_says_so(director: Client) -> None:
    page = get_page(director, f"{ADDRESS}?find=<nobody>")

    assert page.by_id("entrants").texts("p")[-1] == "Nobody here is like “<nobody>”. Show all"


def test_number_of_queries_does_not_depend_on_the_number_of_entrants(tournament: Tournament, director: Client) -> None:
    counts = []
    for more in (3, 40):
        EntrantFactory.create_batch(more, tournament=tournament)
        with CaptureQueriesContext(connection) as queries:
            director.get(ADDRESS)
        counts.append(len(queries))

    assert counts[0] == counts[1]
