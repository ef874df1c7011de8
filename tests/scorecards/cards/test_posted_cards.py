"""A correction of a card that a posting shows: it takes a reason, and says when it changes who qualifies."""

from dataclasses import replace

import pytest
from django.test import Client

from brackets.event_files.store import import_event
from scorecards.models import Line
from tests.builders import both_cards, event
from tests.pages import get_page, read_page
from tests.scorecards.cards.card_entry import card_address as address
from tests.scorecards.cards.card_entry import checker, form_of, stored
from tests.scorecards.checking.check_pages import client_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

RESULTS = {(1, 1, 3): 10, (1, 2, 4): 8, (2, 1, 4): 10, (2, 2, 3): 8}


@pytest.fixture
def posted() -> Tournament:
    """Return an event of four whose two winners were posted as qualifiers."""
    tournament = import_event(event_file=event(both_cards(RESULTS), games=2, qualifiers=2))
    Tournament.objects.filter(pk=tournament.pk).update(latest_posting=1)
    return tournament


@pytest.fixture
def client(posted: Tournament) -> Client:
    return client_of(checker(posted))


def corrected(tournament: Tournament, number: int, **changes: int | None) -> dict[str, str]:
    card = stored(tournament, number)
    lines = tuple(replace(line, **changes) for line in card.lines)
    return form_of(replace(card, lines=lines), version=1)


def test_correction_without_a_reason_is_refused_and_changes_nothing(client: Client, posted: Tournament) -> None:
    form = corrected(posted, 1, plus=12)

    response = client.post(address(posted, 1), form)

    assert response.status_code == 422
    page = read_page(response.content.decode())
    assert page.by_id("reason").attributes["aria-invalid"] == "true"
    assert "Posting 1 shows this card." in page.text
    assert {line.plus for line in stored(posted, 1).lines} == {10}

    again = client.post(address(posted, 1), {**form, "reason": "read the paper wrong"})

    assert again.status_code == 302
    assert {line.plus for line in stored(posted, 1).lines} == {12}
    assert posted.audit_entries.first().after["reason"] == "read the paper wrong"  # type: ignore[union-attr,index]


def test_correction_that_changes_who_qualifies_says_so(client: Client, posted: Tournament) -> None:
    form = corrected(posted, 2, points=0, plus=None, minus=8) | {"reason": "both games were lost"}
    other = corrected(posted, 3, points=2, plus=8, minus=None) | {"reason": "both games were won"}

    client.post(address(posted, 2), form)
    client.post(address(posted, 3), other)

    told = get_page(client, f"/t/{posted.slug}/cards/").by_id("messages").text
    assert "The qualifiers changed:" in told
    assert "2 Entrant 2 no longer qualifies" in told


def test_no_reason_is_asked_before_a_posting_or_where_nothing_changes(client: Client, posted: Tournament) -> None:
    assert client.post(address(posted, 1), form_of(stored(posted, 1), version=1)).status_code == 302
    Tournament.objects.filter(pk=posted.pk).update(latest_posting=0)

    assert "reason" not in {field.attributes.get("name") for field in get_page(client, address(posted, 1)).all("input")}
    assert client.post(address(posted, 1), corrected(posted, 1, plus=12)).status_code == 302


def test_slip_of_a_posted_game_is_corrected_on_the_cards(client: Client, posted: Tournament) -> None:
    slip = {"game": "1", "winner": "1", "margin": "10", "loser": "3"}

    told = client.post(f"/t/{posted.slug}/cards/slips/take-back/", slip, follow=True).content.decode()

    assert "Posting 1 shows both cards." in told
    assert Line.objects.filter(game=1).count() == 4
