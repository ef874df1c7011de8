"""Calls: one player is told to come to the board, on their own page, with who called and when, until it is undone."""

import pytest
from django.test import Client

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from brackets.models import Announcement, Match
from brackets.playoffs.services.rounds import call_to_table
from brackets.public.services import call_player, post_announcement
from scorecards.models import CardCode
from tests.brackets.playoffs.playing import director, drawn, play, playoffs
from tests.brackets.public.test_announcement_pages import announced, browser_of
from tests.events import without_cards
from tests.pages import get_page
from tests.scorecards.reporting.phones import Phone, switch_phones
from tournaments.models import AuditAction, AuditEntry, Entrant, Tournament
from tournaments.refused import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    """Return an event of eight who have seats and a schedule."""
    return import_event(event_file=without_cards(make_event(players=8, games=3, errors=False)))


def somebody(tournament: Tournament) -> Entrant:
    return Entrant.objects.get(tournament=tournament, number=3)


def told(client: Client, tournament: Tournament, number: int = 3) -> list[str]:
    """Return what somebody's own page says of a call."""
    page = get_page(client, f"/t/{tournament.slug}/p/{number}/")
    return [element.text for element in page.all("p") if element.attributes.get("id") == "called"]


def test_a_call_is_on_the_players_page_and_for_all_to_see_until_it_is_undone(
    client: Client, tournament: Tournament
) -> None:
    browser, me = browser_of(tournament)
    address = f"/t/{tournament.slug}/entrants/3/"
    seat = somebody(tournament).seat
    assert told(client, tournament) == []

    assert browser.post(f"{address}call/").status_code == 302
    call = Announcement.objects.active().get()
    assert (call.text, call.made_by) == (f"seat {seat}, game 1", me.name)
    assert told(client, tournament) == [f"You are called: seat {seat}, game 1"]
    assert told(client, tournament, 4) == []
    for page in ("", "screen/"):
        assert (
            f"{somebody(tournament).shown_name} is called: seat {seat}, game 1"
            in announced(client, tournament, page)[0]
        )
    assert f"called to seat {seat}, game 1 by {me.name}" in get_page(browser, address).text

    assert browser.post(f"{address}call/", {"what": "undo"}).status_code == 302
    assert told(client, tournament) == []
    assert Announcement.objects.get().revoked_by == me.name
    assert "Call to the board" in get_page(browser, address).text
    logged = AuditEntry.objects.filter(tournament=tournament, action__startswith="announcement")
    assert [entry.action for entry in logged.order_by("pk")] == [
        AuditAction.ANNOUNCEMENT_POSTED,
        AuditAction.ANNOUNCEMENT_WITHDRAWN,
    ]


def test_a_call_that_stands_is_not_repeated_and_an_undone_one_not_undone_again(tournament: Tournament) -> None:
    browser, me = browser_of(tournament)
    for _ in range(2):
        call_player(tournament, me, somebody(tournament))
    assert Announcement.objects.count() == 1

    for _ in range(2):
        browser.post(f"/t/{tournament.slug}/entrants/3/call/", {"what": "undo"})
    assert Announcement.objects.active().count() == 0
    assert AuditEntry.objects.filter(action=AuditAction.ANNOUNCEMENT_WITHDRAWN).count() == 1


def test_the_next_game_ends_the_calls_and_the_next_call_is_to_it(client: Client, tournament: Tournament) -> None:
    _, me = browser_of(tournament)
    call_player(tournament, me, somebody(tournament))

    post_announcement(tournament, me, text="Game 2. Even seats move on.")

    assert told(client, tournament) == []
    assert call_player(tournament, me, somebody(tournament)).endswith(", game 2")


def test_who_has_left_is_not_called(client: Client, tournament: Tournament) -> None:
    _, me = browser_of(tournament)
    Entrant.objects.filter(number=3).update(withdrawn_after_game=1)

    with pytest.raises(Refused, match="has left"):
        call_player(tournament, me, somebody(tournament))
    assert Announcement.objects.count() == 0


def test_an_edited_call_stays_a_call(client: Client, tournament: Tournament) -> None:
    browser, me = browser_of(tournament)
    call_player(tournament, me, somebody(tournament))
    call = Announcement.objects.get()

    browser.post(f"/t/{tournament.slug}/announcements/{call.pk}/", {"text": "the judges’ table"})

    assert told(client, tournament) == ["You are called: the judges’ table"]


def test_the_phone_with_the_card_hears_of_a_call(tournament: Tournament) -> None:
    _, me = browser_of(tournament)
    switch_phones(tournament, is_on=True)
    phone = Phone(tournament, 3)
    phone.open()
    before = CardCode.objects.active().get(entrant__number=3).version

    text = call_player(tournament, me, somebody(tournament))

    assert CardCode.objects.active().get(entrant__number=3).version == before + 1
    assert phone.page().by_id("called").text == f"You are called: {text}"


def test_a_match_that_is_called_to_a_table_calls_both_to_their_next_game(client: Client) -> None:
    event = drawn(players=24)
    match = playoffs(event).rounds[1][0]
    assert match.upper is not None
    at = {"round_number": 2, "slot": 1}
    if match.lower is None:
        play(event, 1, 1 if playoffs(event).rounds[0][0].winner is None else 2, 3, 0)
    seed = match.upper.entrant
    call_to_table(event, director(event), table="3", **at)
    assert told(client, event, seed) == ["You are called: table 3, game 1"]

    # A game that was forfeited is over, and the match goes on with the next.
    bracket = playoffs(event).bracket
    Match.objects.create(bracket=bracket, round=2, slot=1, upper_games=1, forfeits=1, forfeited_by="lower", rule="13.1")
    call_to_table(event, director(event), table="", **at)
    call_to_table(event, director(event), table="3", **at)

    assert told(client, event, seed) == ["You are called: table 3, game 2"]
    page = get_page(client, f"/t/{event.slug}/p/{seed}/")
    assert page.by_id("posted").text.startswith("You qualified, place ")
    assert call_player(event, director(event), Entrant.objects.get(tournament=event, number=seed)) == "table 3, game 2"
    call_to_table(event, director(event), table="", **at)
    assert call_player(event, director(event), Entrant.objects.get(tournament=event, number=seed)) == (
        "the director’s desk"
    )


def test_only_a_posting_says_that_somebody_qualified(client: Client, tournament: Tournament) -> None:
    page = get_page(client, f"/t/{tournament.slug}/p/3/")

    assert [element for element in page.inner if element.attributes.get("id") == "posted"] == []
