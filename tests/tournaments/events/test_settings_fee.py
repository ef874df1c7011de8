"""Another entry fee: whoever is entered already owes it too, except by an amount of their own."""

import pytest
from django.test import Client

from tests.factories.tournaments import EntrantFactory
from tests.pages import get_page
from tests.tournaments.events.test_new_event import values_of
from tests.tournaments.staff.people import directed_event
from tournaments.models import Entrant, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def ask(client: Client, tournament: Tournament, fee: str) -> list[str]:
    """Save another entry fee, and return what the page says to it."""
    address = f"/t/{tournament.slug}/settings/"
    client.post(address, values_of(get_page(client, address)) | {"entry_fee": fee})
    return get_page(client, address).by_id("messages").texts("p")


def owed() -> dict[int, int]:
    return dict(Entrant.objects.values_list("number", "fee_owed"))


def test_fee_set_late_is_owed_by_whoever_is_entered_already(client: Client) -> None:
    tournament = directed_event(client, entry_fee=0)
    first, second = 1, 2
    for number in (first, second):
        EntrantFactory(tournament=tournament, number=number, fee_owed=0)
    EntrantFactory(tournament=tournament, number=8, fee_owed=10_00)
    EntrantFactory(tournament=tournament, number=9, house_player=True, fee_owed=0)

    said = ask(client, tournament, "25")

    assert owed() == {first: 25_00, second: 25_00, 8: 10_00, 9: 0}
    assert said == ["Settings saved.", "2 entrants owe $25.00 now. 1 owes another amount, as before."]
    changes = tournament.audit_entries.filter(action="entrant changed").order_by("pk")
    assert [(entry.who, entry.before, entry.after) for entry in changes] == [
        ("Ada Birch", {"number": first, "fee_owed": "0.00"}, {"number": first, "fee_owed": "25.00"}),
        ("Ada Birch", {"number": second, "fee_owed": "0.00"}, {"number": second, "fee_owed": "25.00"}),
    ]


def test_whoever_left_before_the_first_game_owes_no_new_fee(client: Client) -> None:
    tournament = directed_event(client, entry_fee=20_00)
    EntrantFactory(tournament=tournament, number=1, fee_owed=20_00, withdrawn_after_game=0)
    EntrantFactory(tournament=tournament, number=2, fee_owed=20_00, withdrawn_after_game=3)

    ask(client, tournament, "25")

    assert owed() == {1: 20_00, 2: 25_00}


def test_fee_that_nobody_owes_yet_changes_no_entrant(client: Client) -> None:
    tournament = directed_event(client, entry_fee=0)

    said = ask(client, tournament, "25")

    assert (said, owed()) == (["Settings saved."], {})
    assert list(tournament.audit_entries.values_list("action", flat=True)) == ["settings changed"]
