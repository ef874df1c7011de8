"""The list of entrants: searching, sorting, its parts and counts."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories.tournaments import EntrantFactory
from tests.pages import get_page
from tournaments.entrants.selectors import EntrantList
from tournaments.models import Tournament

pytestmark = pytest.mark.slow

ADDRESS = "/t/bay/entrants/"


@pytest.fixture
def people(tournament: Tournament) -> None:
    """Enter five: one here and paid, one owing, one gone, one house player, one late."""
    now = timezone.now()
    rows = [
        {"name": "Zoë Adams", "seat": "A-10", "checked_in_at": now, "fee_owed": 20_00, "fee_paid": 20_00},
        {"name": "Bo Quist", "seat": "A-2", "acc_number": "WA100", "fee_owed": 20_00, "club": "Tacoma Tens"},
        {"name": "Cy Dunn", "withdrawn_after_game": 1, "fee_owed": 20_00, "fee_paid": 5_00},
        {"name": "House", "house_player": True},
        {"name": "ann Lee", "first_game": 2, "partner": "Dai Evans"},
    ]
    for number, row in enumerate(rows, start=1):
        EntrantFactory(tournament=tournament, number=number, **row)


def names(tournament: Tournament, **asked: str) -> list[str]:
    return [row.name for row in EntrantList(tournament, **asked).rows]


@pytest.mark.usefixtures("people")
def test_list_is_sorted_searched_and_shown_in_part(tournament: Tournament) -> None:
    by_number = ["Zoë Adams", "Bo Quist", "Cy Dunn", "House", "ann Lee"]
    found = {
        ("sort", "number"): by_number,
        ("sort", "name"): ["Zoë Adams", "Cy Dunn", "House", "ann Lee", "Bo Quist"],
        ("sort", "seat"): ["Bo Quist", "Zoë Adams", "Cy Dunn", "House", "ann Lee"],
        ("sort", "fee"): ["Bo Quist", "Cy Dunn", "Zoë Adams", "House", "ann Lee"],
        ("sort", "nonsense"): by_number,
        ("find", "zoe"): ["Zoë Adams"],
        ("find", "TACOMA quist"): ["Bo Quist"],
        ("find", "wa100"): ["Bo Quist"],
        ("find", "evans"): ["ann Lee"],
        ("find", "a-2"): ["Bo Quist"],
        ("find", "2"): ["Bo Quist"],
        ("find", "nobody"): [],
        ("show", "awaited"): ["Bo Quist", "ann Lee"],
        ("show", "owes"): ["Bo Quist", "Cy Dunn"],
        ("show", "withdrawn"): ["Cy Dunn"],
    }

    assert {(asked, what): names(tournament, **{asked: what}) for asked, what in found} == found


@pytest.mark.usefixtures("people")
def test_counts_leave_house_players_out(tournament: Tournament) -> None:
    found = EntrantList(tournament)

    assert (found.total, found.house_players, found.checked_in) == (4, 1, 1)
    assert (found.paid, found.owed) == (25_00, 60_00)
    assert [(part["label"], part["count"]) for part in found.shows] == [
        ("All", 5),
        ("Not checked in", 2),
        ("Owe", 2),
        ("Withdrawn", 1),
    ]


def test_empty_list_says_what_will_be_there(director: Client) -> None:
    page = get_page(director, ADDRESS)

    assert "/t/bay/entrants/import/" in page.by_id("entrants").links
    assert page.by_id("id_name").attributes["autofocus"] is None


@pytest.mark.usefixtures("people")
def test_page_lists_everybody_with_their_state_and_what_is_searched_for(director: Client) -> None:
    rows = get_page(director, ADDRESS).by_id("entrants").all("tr")[1:]
    part = get_page(director, f"{ADDRESS}?find=quist", hx_request="true", hx_target="entrants")
    nobody = get_page(director, f"{ADDRESS}?find=<nobody>")

    assert [row.texts("td", "th")[:4] for row in rows[:2]] == [
        ["1", "Adams, Zoë", "", ""],
        ["2", "Quist, Bo", "WA100", "Tacoma Tens"],
    ]
    assert rows[2].texts("span")[0] == "left after game 1"
    assert part.children == 1
    assert [row.attributes["id"] for row in part.by_id("entrants").all("tr")[1:]] == ["entrant-2"]
    assert nobody.by_id("entrants").all("bdi")[0].text == "<nobody>"


@pytest.mark.parametrize(("fee", "said"), [(0, "paid $45.00"), (2000, "paid $45.00, $25.00 too much")])
def test_nobody_paid_too_much_where_no_entry_fee_is_set(
    director: Client, tournament: Tournament, fee: int, said: str
) -> None:
    Tournament.objects.update(entry_fee=fee)
    EntrantFactory(tournament=tournament, number=1, fee_owed=fee, fee_paid=4500)

    assert said in get_page(director, f"/t/{tournament.slug}/entrants/").texts("span")
