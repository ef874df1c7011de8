"""Hints on a card's page: the result of a save, the next card, and what to look at."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.test import Client

from scorecards.models import Scorecard
from tests.pages import get_page, read_page
from tests.scorecards.cards.card_entry import card_address as address
from tests.scorecards.cards.card_entry import checker, form_of, paper, save, written
from tests.scorecards.checking.cross_checks import agreed, put_up_to_check
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import CardRecord, Line

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EVENT = written()
CARD = paper(EVENT)


def without_lines(card: CardRecord, *games: int) -> CardRecord:
    return replace(card, lines=tuple(line for line in card.lines if line.game not in games))


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (without_lines(CARD, 2), "Saved A-1, game 2 not entered. Back to A-1 · next A-2"),
        (without_lines(CARD, 2, 4, 5, 6), "Saved A-1, games 2 and 4 to 6 not entered. Back to A-1 · next A-2"),
        (CardRecord(1, (), CARD.recorded), "Saved A-1: totals only, 0 of 7 lines. Back to A-1 · next A-2"),
        (CardRecord(1, ()), "Nothing entered on A-1. Back to A-1 · next A-2"),
    ],
    ids=["one line missing", "some missing", "totals alone", "nothing"],
)
def test_next_page_says_what_is_missing_on_the_card_that_was_saved(
    client: Client, tournament: Tournament, card: CardRecord, said: str
) -> None:
    client.post(address(tournament), form_of(card))

    told = get_page(client, address(tournament, 2)).by_id("told")

    assert told.text == said
    assert [link.attributes["href"] for link in told.all("a")] == [address(tournament)]


def test_next_card_is_the_next_one_that_is_not_in(client: Client, tournament: Tournament, member: StaffMember) -> None:
    for card in (paper(EVENT, 2), without_lines(paper(EVENT, 4), 1), paper(EVENT, 5)):
        save(tournament, member, card)

    nexts = [client.post(address(tournament, one), form_of(paper(EVENT, one)))["Location"] for one in (1, 3)]

    assert nexts == [address(tournament, 3), address(tournament, 4)]


def test_who_left_before_the_first_game_has_no_card_to_key(client: Client, tournament: Tournament) -> None:
    tournament.entrants.filter(number=2).update(withdrawn_after_game=0)

    response = client.post(address(tournament), form_of(CARD))

    assert response["Location"] == address(tournament, 3)


def test_card_that_is_in_says_so_with_the_time_of_the_event(client: Client, tournament: Tournament) -> None:
    save(tournament, checker(tournament, "Bo Crane"), CARD)
    save(tournament, checker(tournament, "Bo Crane"), without_lines(paper(EVENT, 2), 3))
    Scorecard.objects.update(saved_at=datetime(2026, 7, 4, 20, 15, tzinfo=UTC))
    Tournament.objects.update(time_zone="America/Chicago")

    pages = [get_page(client, address(tournament, number)) for number in (1, 2)]

    assert [page.by_id("already").text for page in pages] == [
        "Already in, saved by Bo Crane at 3:15 PM.",
        "Entered in part, saved by Bo Crane at 3:15 PM.",
    ]


def test_card_of_an_event_file_says_where_it_is_from(client: Client) -> None:
    imported = put_up_to_check(agreed())
    client.force_login(checker(imported, "Al Dean").user)

    card = get_page(client, address(imported, 1))
    totals = get_page(client, f"/t/{imported.slug}/cards/totals/?card=1")

    assert card.by_id("already").text == "Already in, from an event file."
    assert [one for one in totals.inner if one.attributes.get("id") == "already"] == []


def test_owner_as_opponent_is_refused_and_the_line_is_marked(client: Client, tournament: Tournament) -> None:
    response = client.post(address(tournament), form_of(CARD, **{"opponent-3": "A-1", "plus-4": "122"}))

    assert response.status_code == 422
    page = read_page(response.content.decode())
    marked = [
        element.attributes["name"]
        for element in page.by_id("card").all("input")
        if element.attributes.get("aria-invalid") == "true"
    ]
    rows = [row.attributes["data-game"] for row in page.all("tr") if "wrong" in (row.attributes.get("class") or "")]
    assert (marked, rows) == (["opponent-3", "plus-4"], ["3", "4"])


def test_opponent_who_left_before_the_game_is_told_on_the_line(
    client: Client, tournament: Tournament, member: StaffMember
) -> None:
    leaver = CARD.lines[2].opponent
    tournament.entrants.filter(number=leaver).update(withdrawn_after_game=2)
    before = get_page(client, address(tournament))
    save(tournament, member, CardRecord(1, (Line(3, leaver, 2, 16, None),)))
    otherwise = get_page(client, address(tournament))

    assert [page.by_id("left-3").text for page in (before, otherwise)] == [
        "withdrew after game 2: win by 10",
        "withdrew after game 2: not a win by 10",
    ]
    assert [before.by_id(f"left-{game}").text for game in (1, 2, 4)] == ["", "", ""]
