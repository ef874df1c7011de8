"""A fee taken on a page from before: only the amount that the button named is ever written down."""

import pytest
from django.test import Client

from tests.pages import get_page, read_page
from tests.tournaments.entrants.conftest import Post
from tournaments.models import AuditEntry, Entrant

MORE_BY_NOW = "Payment not recorded: the balance due is now $30.00. If all of it was paid, record it again."
NOTED_BEFORE = "Payment not recorded: nothing is due any more, $20.00 is paid."


def paid() -> int:
    return Entrant.objects.get().fee_paid


@pytest.mark.parametrize("address", ["/t/bay/entrants/", "/t/bay/entrants/1/"])
@pytest.mark.usefixtures("ann")
def test_both_pages_send_the_amount_that_they_show(director: Client, address: str) -> None:
    [button] = [one for one in get_page(director, address).all("button") if one.attributes.get("name") == "amount"]

    assert (button.attributes["name"], button.attributes["value"]) == ("amount", "15.00")


@pytest.mark.usefixtures("ann")
def test_row_says_that_more_is_owed_by_now_and_notes_nothing(post: Post) -> None:
    Entrant.objects.update(fee_owed=35_00)

    response = post("1/fee/", target="entrant-1", amount="15.00")

    row = read_page(response.content.decode())
    assert (response.status_code, paid(), AuditEntry.objects.count()) == (409, 5_00, 0)
    assert row.texts("p") == [MORE_BY_NOW]
    assert row.by_id("fee-1").attributes["value"] == "30.00"


@pytest.mark.usefixtures("ann")
def test_fee_that_was_noted_before_is_said_to_be(post: Post) -> None:
    post("1/fee/", target="entrant-1", amount="15.00")

    response = post("1/fee/", target="entrant-1", amount="15.00")

    assert (response.status_code, AuditEntry.objects.count()) == (409, 1)
    assert read_page(response.content.decode()).texts("p") == [NOTED_BEFORE]


@pytest.mark.usefixtures("ann")
def test_list_without_script_says_so_above(post: Post) -> None:
    Entrant.objects.update(fee_owed=35_00)

    response = post("1/fee/", amount="15.00")

    assert (response.status_code, paid()) == (409, 5_00)
    assert MORE_BY_NOW in read_page(response.content.decode()).texts("p")


@pytest.mark.usefixtures("ann")
def test_entrants_own_page_says_so(director: Client, post: Post) -> None:
    Entrant.objects.update(fee_owed=35_00)

    response = post("1/fee/", to="entrant", amount="15.00")

    assert (response["Location"], paid()) == ("/t/bay/entrants/1/", 5_00)
    assert get_page(director, "/t/bay/entrants/1/").by_id("messages").texts("p") == [MORE_BY_NOW]


@pytest.mark.usefixtures("ann")
def test_amount_that_is_none_notes_nothing(post: Post) -> None:
    answers = [post("1/fee/", target="entrant-1", amount=amount) for amount in ("", "a lot", "NaN")]

    assert ([answer.status_code for answer in answers], paid()) == ([409] * 3, 5_00)
