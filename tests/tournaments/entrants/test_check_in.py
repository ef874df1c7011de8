"""Checking in and taking the fee, from the list and from the entrant's page."""

import pytest

from tests.pages import read_page
from tests.tournaments.entrants.conftest import Post
from tournaments.models import AuditEntry, Entrant


def test_check_in_is_written_down_once_and_taken_back(post: Post, ann: Entrant) -> None:
    times = []
    for is_here in ("1", "1", "0"):
        post("1/check-in/", is_here=is_here)
        ann.refresh_from_db()
        times.append(ann.checked_in_at)

    assert times == [times[0], times[0], None]
    assert times[0] is not None


@pytest.mark.usefixtures("ann")
def test_row_comes_back_under_htmx_with_counts_and_message(post: Post) -> None:
    response = post("1/check-in/", target="entrant-1", is_here="1")

    page = read_page(response.content.decode())
    assert (response.status_code, page.children) == (200, 3)
    assert page.by_id("check-in-1").attributes["value"] == "0"
    assert page.by_id("counts").texts("p") == ["1 entrant, 1 checked in; fees $5.00 of $20.00 paid"]
    assert page.by_id("done").texts("p") == ["Entrant checked in: Ann Lee"]


@pytest.mark.usefixtures("ann")
def test_without_htmx_it_leads_back_to_where_the_form_stood(post: Post) -> None:
    from_list = post("1/check-in/", is_here="1")
    from_page = post("1/check-in/", is_here="0", to="entrant")

    second, first = AuditEntry.objects.values_list("pk", flat=True)
    assert from_list["Location"] == f"/t/bay/entrants/?sort=number&done={first}"
    assert from_page["Location"] == f"/t/bay/entrants/1/?done={second}"


@pytest.mark.usefixtures("ann")
def test_list_is_led_back_to_as_it_was_searched(director: object, post: Post) -> None:
    response = director.post(  # type: ignore[attr-defined]
        "/t/bay/entrants/1/check-in/",
        {"is_here": "1"},
        headers={"Referer": "http://testserver/t/bay/entrants/?find=ann&show=awaited&sort=name&next=//evil"},
    )

    entry = AuditEntry.objects.get().pk
    assert response["Location"] == f"/t/bay/entrants/?find=ann&sort=name&show=awaited&done={entry}"


def test_fee_is_taken_in_full(post: Post, ann: Entrant) -> None:
    response = post("1/fee/", target="entrant-1")

    page = read_page(response.content.decode())
    ann.refresh_from_db()
    assert ann.fee_paid == 20_00
    assert "autofocus" in page.by_id("check-in-1").attributes
    assert AuditEntry.objects.get().before == {"number": 1, "fee_paid": "5.00"}


@pytest.mark.parametrize("where", ["9/check-in/", "9/fee/"])
def test_entrant_who_is_not_there_is_not_found(post: Post, where: str) -> None:
    assert post(where).status_code == 404
