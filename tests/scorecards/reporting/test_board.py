"""The director's board of reports, the printed codes, the practice game, and the setting."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scorecards.models import CardCode, GameReport, Line, RoundClosing
from scorecards.reporting.selectors.board import Board, Need
from scorecards.reporting.services.codes import addresses_of_cards
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import Element, get_page, read_page
from tests.scorecards.cards.card_entry import written
from tests.scorecards.checking.check_pages import client_of
from tests.scorecards.reporting.phones import (
    Phone,
    agree_on,
    agree_on_everything,
    entrant_of,
    pair_in,
    say,
    switch_phones,
)
from tournaments.models import AuditEntry, Entrant, StaffMember, Tournament
from tournaments.records.schedule import schedule_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(director: StaffMember) -> Client:
    return client_of(director)


def pairs(tournament: Tournament) -> tuple[tuple[int, int], ...]:
    return schedule_of(tournament)[0].pairs


def test_board_has_what_differs_what_is_not_accepted_and_what_is_not_reported(tournament: Tournament) -> None:
    (one, two), (three, four), (five, six), _ = pairs(tournament)
    agree_on(tournament, one, two, 16)
    say(tournament, three, four, 9)
    say(tournament, five, six, 9)
    say(tournament, six, five, 9)
    agree_on(tournament, one, three, 9, game=2)

    board = Board(tournament)

    assert (board.game, board.locked, board.by_phone) == (2, 2, 5)
    assert [(need, [(g.game, {p.number for p in g.players}) for g in board.of(need)]) for need in Need][:2] == [
        (Need.DIFFERS, [(1, {five, six})]),
        (Need.NOT_ACCEPTED, [(1, {three, four})]),
    ]
    assert all(game.game == 2 and game.since is None for game in board.of(Need.NOT_REPORTED))
    assert board.what_is_open.startswith("1 game with different reports, 1 game not accepted, ")
    assert board.slowest[0][0] == "A"


def test_games_of_two_who_use_paper_are_not_waited_for(tournament: Tournament) -> None:
    one, two = pairs(tournament)[0]
    agree_on(tournament, one, two, 16)

    assert Board(tournament).games == []


def test_a_game_on_both_scorecards_is_no_longer_open(tournament: Tournament, client: Client) -> None:
    one, two = pairs(tournament)[0]
    say(tournament, one, two, 16)
    say(tournament, two, one, 16)
    before = len(Board(tournament).games)

    client.post(f"/t/{tournament.slug}/reports/closing/")

    assert (before, Board(tournament).games, Line.objects.count()) == (1, [], 2)


def test_differences_older_than_two_minutes_are_called_out(tournament: Tournament, client: Client) -> None:
    one, two = pairs(tournament)[0]
    say(tournament, one, two, 16)
    say(tournament, two, one, 16)
    page = f"/t/{tournament.slug}/reports/"
    early = get_page(client, page).text

    GameReport.objects.update(at=timezone.now() - timedelta(minutes=3))

    assert ("Differs for more than 2 minutes" in early, Board(tournament).old_differences[0].game) == (False, 1)
    assert (
        f"Differs for more than 2 minutes: game 1 at {entrant_of(tournament, one).seat}." in get_page(client, page).text
    )


def test_one_tap_calls_the_open_games_out_for_everybody(tournament: Tournament, client: Client) -> None:
    (one, two), (three, four), *_ = pairs(tournament)
    page = f"/t/{tournament.slug}/reports/"
    assert "Call out open games" not in get_page(client, page).texts("button")
    say(tournament, one, two, 16)
    agree_on(tournament, three, four, 101)
    assert "Call out open games" in get_page(client, page).texts("button")

    client.post(f"{page}call/")

    seat = entrant_of(tournament, one).seat
    said = get_page(Client(), f"/t/{tournament.slug}/screen/").text
    assert f"Please report: game 1 at {seat}" in said
    assert "101" not in said
    assert f"{entrant_of(tournament, two).seat} has not accepted" in get_page(client, page).text


def test_a_report_of_another_opponent_stands_on_the_board_as_a_difference(tournament: Tournament) -> None:
    (one, two), (three, _), *_ = pairs(tournament)
    say(tournament, one, three, 16)
    say(tournament, three, two, 16)

    said = {words for game in Board(tournament).of(Need.DIFFERS) for words in game.said}

    assert f"{entrant_of(tournament, one).seat} won by 16, other opponent" in said


def test_director_closes_and_reopens_the_round(tournament: Tournament, client: Client) -> None:
    agree_on_everything(tournament, written(players=8, games=3))
    page = f"/t/{tournament.slug}/reports/"
    before = get_page(client, page)

    closed = client.post(f"{page}closing/", follow=True)
    board = get_page(client, page)
    reopened = client.post(f"{page}closing/undo/", follow=True)

    assert "Every game is locked or entered, and nothing is left to check." in before.text
    assert "8 scorecards written from reports." in read_page(closed.content.decode()).text
    assert read_page(closed.content.decode()).texts("h1") == ["Cross-check"]
    assert "Reopen qualifying round" in board.texts("button")
    assert "8 of 8 by phone, 0 signed, 0 entered from paper" in board.text
    assert "Close qualifying round" in read_page(reopened.content.decode()).texts("button")
    assert (RoundClosing.objects.count(), Line.objects.count()) == (1, 0)


def test_a_posted_round_says_why_it_is_not_reopened(tournament: Tournament, client: Client) -> None:
    page = f"/t/{tournament.slug}/reports/"
    client.post(f"{page}closing/")
    Tournament.objects.filter(pk=tournament.pk).update(latest_posting=1)

    response = client.post(f"{page}closing/undo/")

    assert response.status_code == 422
    assert "It cannot be reopened any more." in read_page(response.content.decode()).text


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"seat": "Z-9", "game": "1", "reason": "x"}, "No scorecard for “Z-9”. Enter a seat such as B-3."),
        ({"seat": "", "game": "1", "reason": "x"}, "No scorecard for “”. Enter a seat such as B-3."),
        ({"seat": "a-1", "game": "9", "reason": "x"}, "Game 9 of A-1 is not locked."),
    ],
)
def test_what_cannot_be_unlocked_is_said(
    tournament: Tournament, client: Client, sent: dict[str, str], said: str
) -> None:
    response = client.post(f"/t/{tournament.slug}/reports/unlocking/", sent)

    assert response.status_code == 422
    assert said in read_page(response.content.decode()).text


def test_a_checker_unlocks_a_game_but_does_not_close_the_round(tournament: Tournament) -> None:
    one, two = pair_in(tournament)
    agree_on(tournament, one, two, 16)
    client = client_of(StaffMemberFactory(tournament=tournament, role="checker"))
    page = f"/t/{tournament.slug}/reports/"
    sent = {"seat": entrant_of(tournament, one).seat.lower(), "game": "1", "reason": "Wrong board."}

    assert client.post(f"{page}unlocking/", sent).status_code == 302
    assert AuditEntry.objects.filter(action="reported game unlocked").count() == 1
    assert "End of the qualifying round" not in get_page(client, page).texts("h2")


def test_board_is_swapped_alone_where_the_page_follows(tournament: Tournament, client: Client) -> None:
    part = get_page(client, f"/t/{tournament.slug}/reports/", hx_request="true", hx_target="report-board")

    assert (part.texts("h1"), part.by_id("report-board").tag) == ([], "div")


def test_board_takes_the_same_queries_whatever_is_reported(
    tournament: Tournament, client: Client, django_assert_max_num_queries: Any
) -> None:
    agree_on_everything(tournament, written(players=8, games=3))
    with django_assert_max_num_queries(30):
        client.get(f"/t/{tournament.slug}/reports/")


def test_paper_events_have_a_board_that_says_so(tournament: Tournament, client: Client) -> None:
    switch_phones(tournament, is_on=False)
    page = get_page(client, f"/t/{tournament.slug}/reports/")

    assert "Players use paper only." in page.text
    assert "Reports" not in page.by_id("staff-nav").texts("a")
    Tournament.objects.filter(pk=tournament.pk).update(scoring="total-points")
    assert "game sheets on paper" in get_page(client, f"/t/{tournament.slug}/reports/").text


# Codes


def test_codes_are_on_printed_scorecards_and_on_a_sheet_where_phones_are_on(
    tournament: Tournament, client: Client, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["192.168.1.5"]
    client.defaults["HTTP_HOST"] = "192.168.1.5"
    cards, codes = f"/t/{tournament.slug}/seating/print/cards/", f"/t/{tournament.slug}/reports/codes/"

    with_phones, sheet = pictures(client, cards), pictures(client, codes)
    switch_phones(tournament, is_on=False)
    without, none = pictures(client, cards), pictures(client, codes)

    assert (len(with_phones), len(sheet), len(without), len(none)) == (8, 8, 8, 0)
    assert set(with_phones.values()) == set(sheet.values())
    assert not set(with_phones.values()) & set(without.values())


def test_codes_are_printed_on_a_sheet_for_each_table_with_those_who_start_there(
    tournament: Tournament, client: Client
) -> None:
    Entrant.objects.filter(tournament=tournament, number=8).update(seat="B-1")
    Entrant.objects.filter(tournament=tournament, number=7).update(seat="")

    page = get_page(client, f"/t/{tournament.slug}/reports/codes/")

    sheets = {one.attributes["aria-label"]: len(one.all("article")) for one in page.all("section")}
    assert list(sheets.items()) == [("Table A", 6), ("Table B", 1), ("Codes", 1)]
    assert [text.partition(" ·")[0] for text in page.texts("h2")] == [*sheets]


def test_codes_that_no_phone_could_open_are_not_printed_and_the_page_says_so(
    tournament: Tournament, client: Client, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    client.defaults["HTTP_HOST"] = "localhost"

    for address in (f"/t/{tournament.slug}/seating/print/cards/", f"/t/{tournament.slug}/reports/codes/"):
        assert pictures(client, address) == {}
        assert "phones cannot reach this site" in get_page(client, address).text


def pictures(client: Client, address: str) -> dict[str, str]:
    """Return the pictures of codes on a page, by what they are of."""
    found: list[Element] = get_page(client, address).all("img")
    return {str(one.attributes["alt"]).rpartition(" of ")[2]: str(one.attributes["src"]) for one in found}


def test_a_code_is_replaced_singly_and_shown_to_print(tournament: Tournament, client: Client) -> None:
    before = addresses_of_cards(tournament)

    response = client.post(f"/t/{tournament.slug}/reports/codes/1/")

    after = addresses_of_cards(tournament)
    assert response["Location"].endswith("/reports/codes/?number=1")
    assert [number for number in before if before[number] != after[number]] == [1]
    assert len(get_page(client, response["Location"]).all("article")) == 1
    assert CardCode.objects.get(entrant=entrant_of(tournament, 1), serial=1).revoked_by == "Ada Birch"
    assert AuditEntry.objects.get(action="card code replaced").who == "Ada Birch"


# The setting


def test_phones_are_switched_on_in_the_settings_and_logged(tournament: Tournament, client: Client) -> None:
    switch_phones(tournament, is_on=False)
    CardCode.objects.all().delete()
    page = f"/t/{tournament.slug}/settings/"
    form = next(form for form in get_page(client, page).all("form") if form.attributes.get("action") == page)
    sent = {str(one.attributes["name"]): str(one.attributes.get("value") or "") for one in form.all("input")}
    sent |= {
        str(one.attributes["name"]): next(
            (str(o.attributes["value"]) for o in one.all("option") if "selected" in o.attributes), ""
        )
        for one in form.all("select")
    }
    del sent["muggins"]

    answer = client.post(page, {**sent, "reporting": "phones"})

    entry = AuditEntry.objects.filter(action="settings changed").first()
    assert answer.status_code == 302
    assert entry is not None
    assert (entry.before, entry.after) == ({"reporting": "paper"}, {"reporting": "phones"})
    assert len(addresses_of_cards(Tournament.objects.get(pk=tournament.pk))) == 8


# Practice


def test_practice_game_goes_from_report_to_locked_and_stores_nothing(tournament: Tournament) -> None:
    page = f"/t/{tournament.slug}/practice/"
    before = (GameReport.objects.count(), Tournament.objects.values().get(pk=tournament.pk))

    said = [
        get_page(Client(), f"{page}{query}").text
        for query in (
            "",
            "?won=1&spread=35&opponent=2",
            "?won=1&spread=35&opponent=2&agreed=1",
            "?won=1&spread=500&opponent=2",
        )
    ]

    assert ["Who won?" in said[0], "Agree: you lost by 35, a skunk" in said[1]] == [True, True]
    assert ["Locked: you won by 35, a skunk." in said[2], "Spread 500 is not possible" in said[3]] == [True, True]
    assert (GameReport.objects.count(), Tournament.objects.values().get(pk=tournament.pk)) == before


def test_practice_is_offered_on_the_event_page_where_phones_are_on(tournament: Tournament) -> None:
    offered = "Try it with a practice game" in get_page(Client(), f"/t/{tournament.slug}/").texts("a")
    Tournament.objects.filter(pk=tournament.pk).update(scoring="total-points")

    assert (offered, Client().get(f"/t/{tournament.slug}/practice/").status_code) == (True, 404)


def test_the_phone_lists_every_game_of_the_card(tournament: Tournament) -> None:
    one, two = pair_in(tournament)
    agree_on(tournament, one, two, 16)
    rows = [row.texts("td")[-1] for row in Phone(tournament, one).page().all("tr") if row.attributes.get("data-game")]

    assert rows == ["✓ won by 16", "", ""]


def test_one_phone_that_reports_and_agrees_for_both_cards_is_marked(tournament: Tournament, client: Client) -> None:
    one, other = pairs(tournament)[0]
    rosa = Phone(tournament, one)
    rosa.open()
    rosa.report(1, other, 16)
    assert Board(tournament).one_phone == []
    friend = Phone(tournament, other)
    friend.client = rosa.client
    friend.open()

    friend.tap("Agree: you lost by 16")

    [(people, games)] = Board(tournament).one_phone
    assert ([person.number for person in people], games) == (sorted((one, other)), [1])
    assert "One phone for both cards" in get_page(client, f"/t/{tournament.slug}/reports/").texts("h2")


def test_two_phones_and_initials_are_no_mark(tournament: Tournament) -> None:
    (one, other), (third, fourth) = pairs(tournament)[:2]
    phones = [Phone(tournament, number) for number in (one, other, third)]
    for phone in phones:
        phone.open()
    phones[0].report(1, other, 16)
    phones[1].report(1, one, -16)
    phones[2].report(1, fourth, 9)
    phones[2].post("games/1/initials/", initials="EV")

    board = Board(tournament)

    assert (board.locked, board.one_phone) == (2, [])
