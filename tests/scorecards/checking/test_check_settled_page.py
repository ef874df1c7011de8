"""A game about which nothing is left to do: both lines as written, and the way to both cards."""

from __future__ import annotations

import pytest

from scorecards.checking.items import CheckItemKind
from tests.pages import get_page
from tests.scorecards.checking.check_pages import address, client_of, first_of, rekey, staff, untidy_event

pytestmark = pytest.mark.django_db


def test_settled_game_leads_to_both_cards() -> None:
    tournament = untidy_event()
    client = client_of(staff(tournament))
    item = first_of(tournament, CheckItemKind.RULING)
    rekey(client, tournament, item, 1, keys="-17")

    page = get_page(client, address(tournament, item)).by_id("item")

    assert [text for text in page.texts("p") if text.startswith("Nothing to do: ")] != []
    assert [link for link in page.links if "/cards/" in link] == [
        f"/t/{tournament.slug}/cards/{side.holder.number}/" for side in item.sides
    ]
