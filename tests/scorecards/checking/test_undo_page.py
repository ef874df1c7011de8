"""Undo in cross-checking: in the message itself or with a reason; of initials, and of a line that was re-entered."""

import pytest
from django.test import Client

from scorecards.cards.selectors.stack import Stack
from scorecards.checking.items import CheckItem
from scorecards.models import Confirmation, Signature
from scorecards.rules.entry.card_reading import CardState
from tests.pages import get_page, read_page
from tests.scorecards.checking.check_pages import address, client_of, line_of, now, queue_of, rekey, signed, staff
from tournaments.models import StaffMember, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_reentered_line_is_under_done_and_is_undone_with_a_reason(
    client: Client, tournament: Tournament, ruling: CheckItem
) -> None:
    number = ruling.sides[1].holder.number
    before = line_of(tournament, ruling, 1)
    rekey(client, tournament, ruling, 1, keys="-17")
    assert now(tournament, ruling) is None
    assert "reentered" not in get_page(client, address(tournament)).text

    done = get_page(client, f"{address(tournament)}?show=done").by_id("reentered")
    assert done.links == [address(tournament, ruling)]
    undo = address(tournament, ruling, f"lines/{number}/undo/")
    assert client.post(undo, {"why": " "}).status_code == 422
    assert client.post(undo, {"why": "the wrong card"}).status_code == 302

    assert line_of(tournament, ruling, 1) == before
    assert now(tournament, ruling) is not None
    assert Confirmation.objects.get(replaced__isnull=False).revoked_reason == "the wrong card"
    assert client.post(undo, {"why": "again"}).status_code == 409


def test_reentry_of_the_own_card_is_undone_by_another_person(
    client: Client, tournament: Tournament, ruling: CheckItem
) -> None:
    holder = ruling.sides[1].holder
    rekey(client, tournament, ruling, 1, keys="-17")

    response = client_of(staff(tournament, name=holder.name, initials="XY")).post(
        address(tournament, ruling, f"lines/{holder.number}/undo/"), {"why": "mine"}
    )

    assert response.status_code == 409
    assert now(tournament, ruling) is None


def test_message_itself_undoes_what_it_tells(
    client: Client, tournament: Tournament, member: StaffMember, ruling: CheckItem
) -> None:
    client.post(address(tournament, ruling, "as-written/"), {"stamp": ruling.stamp})
    after = client.post(address(tournament, ruling, "initials/"), {"stamp": ruling.stamp}, follow=True)

    page = read_page(after.content.decode())
    [button] = page.by_id("messages").all("button")
    form = page.by_id(button.attributes["form"] or "")
    fields = {field.attributes["name"] or "": field.attributes.get("value") or "" for field in form.all("input")}
    client.post(button.attributes["formaction"] or "", fields)

    assert (button.text, Signature.objects.get().revoked_by) == ("Undo", "Bo Cedar")
    assert now(tournament, ruling).signed is None  # type: ignore[union-attr]


def test_initials_are_undone_for_a_reason_only(
    client: Client, tournament: Tournament, member: StaffMember, ruling: CheckItem
) -> None:
    signed(tournament, member, ruling)

    refused = client.post(address(tournament, ruling, "initials/take-back/"), {"why": ""})

    assert refused.status_code == 422
    assert "Enter a reason." in read_page(refused.content.decode()).by_id("why-error").text
    assert now(tournament, ruling).is_done  # type: ignore[union-attr]


def test_card_whose_sums_are_initialed_does_not_read_totals_differ_elsewhere(
    client: Client, tournament: Tournament
) -> None:
    item = next(
        item
        for item in queue_of(tournament).items
        if item.kind.is_arithmetic and state_of(tournament, item.reader.holder.number) is CardState.DIFFERS
    )

    client.post(address(tournament, item, "initials/"), {"stamp": item.stamp})

    assert state_of(tournament, item.reader.holder.number) in (CardState.CHECKED, CardState.KEYED)


def state_of(tournament: Tournament, number: int) -> CardState:
    return next(row.state for row in Stack(tournament).rows if row.holder.number == number)
