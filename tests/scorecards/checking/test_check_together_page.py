"""Two checkers on one item: what changed meanwhile is shown beside what was typed, and nothing is overwritten."""

import pytest
from django.test import Client

from scorecards.checking.items import CheckItem
from scorecards.checking.services.initials import reenter_line, take_table
from scorecards.models import Confirmation, Signature
from tests.scorecards.checking.check_pages import address, client_of, line_of, page_in, rekey, signed, staff
from tournaments.models import Tournament
from tournaments.rules.types import Line as LineRecord

pytestmark = pytest.mark.django_db


def test_item_that_changed_is_shown_as_it_is_now_beside_what_was_typed(
    client: Client, tournament: Tournament, ruling: CheckItem
) -> None:
    other = staff(tournament, name="Cy Dale", initials="CD")
    number = ruling.sides[1].holder.number
    reenter_line(
        tournament=tournament,
        actor=other,
        key=ruling.key,
        stamp=ruling.stamp,
        number=number,
        line=LineRecord(ruling.game or 0, ruling.sides[0].holder.number, 0, None, 14),
    )
    client.post(address(tournament, act="tables/"), {"table": ruling.table, "act": "over"})

    response = client.post(
        address(tournament, ruling, f"lines/{number}/"),
        {"stamp": ruling.stamp, "keys": "-13", "opponent": "A-3", "saw": "A-4 won by 12"},
    )

    page = page_in(response)
    assert response.status_code == 409
    assert "The cards have changed. Check them again." in page.texts("p")
    assert "You saw: A-4 won by 12" in page.texts("p")
    assert page.by_id(f"keys-{number}").attributes["value"] == "-13"
    assert "Says: lost by 14" in page.texts("td")
    assert line_of(tournament, ruling, 1) == (ruling.sides[0].holder.number, 0, None, 14)


def test_item_that_is_settled_meanwhile_says_so(client: Client, tournament: Tournament, ruling: CheckItem) -> None:
    other = client_of(staff(tournament, name="Cy Dale", initials="CD"))
    rekey(other, tournament, ruling, 1, keys="-17")

    response = client.post(address(tournament, ruling, "as-written/"), {"stamp": ruling.stamp})

    assert response.status_code == 409
    assert "This item is settled: the cards agree, or the director decided." in page_in(response).texts("p")


def test_table_of_somebody_else_is_not_worked_at(client: Client, tournament: Tournament, ruling: CheckItem) -> None:
    other = staff(tournament, name="Cy Dale", initials="CD")
    take_table(tournament=tournament, actor=other, table=ruling.table)

    response = client.post(address(tournament, ruling, "as-written/"), {"stamp": ruling.stamp})

    page = page_in(response)
    assert response.status_code == 409
    assert page.by_id("item").texts("button") == ["Take over table A"]
    assert Confirmation.objects.count() == 0


def test_item_initialled_by_somebody_else_says_so_and_goes_on(
    client: Client, tournament: Tournament, ruling: CheckItem
) -> None:
    other = staff(tournament, name="Cy Dale", initials="CD")
    signed(tournament, other, ruling)
    client.post(address(tournament, act="tables/"), {"table": ruling.table, "act": "over"})

    response = client.post(address(tournament, ruling, "initials/"), {"stamp": ruling.stamp}, follow=True)

    assert [str(message) for message in response.context["messages"]] == [
        f"Cy Dale initialed {ruling.named} before you."
    ]
    assert Signature.objects.get().initials == "CD"


def test_page_follows_what_others_do(client: Client, tournament: Tournament, ruling: CheckItem) -> None:
    follow = {"HX-Request": "true", "HX-Target": "follow"}
    shown = client.get(address(tournament, ruling)).context["page"]
    asked = {"version": str(shown.tournament.version), "state": shown.state}
    same = client.get(address(tournament, ruling), asked, headers=follow)
    other = staff(tournament, name="Cy Dale", initials="CD")
    take_table(tournament=tournament, actor=other, table="B")
    elsewhere = client.get(address(tournament, ruling), asked, headers=follow)
    signed(tournament, other, ruling)
    here = client.get(address(tournament, ruling), asked, headers=follow)

    assert (same.status_code, same.content) == (204, b"")
    assert page_in(elsewhere).texts("p") == []
    assert page_in(here).texts("p") == ["Cy Dale initialed this item. Show the latest"]
