"""The round closed and the qualifiers posted by one press, where every game is reported and equal; or held."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client

from brackets.event_files.verify import all_differences
from brackets.models import HeldPosting, Posting
from scorecards.models import Line, RoundClosing
from scorecards.reporting.selectors.board import Board, Need
from scorecards.reporting.services.closing import close_round, reopen_round
from scorecards.reporting.services.reports import sign_card
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import Element, get_page, read_page
from tests.scorecards.cards.card_entry import checker, paper, save, written
from tests.scorecards.checking.check_pages import client_of
from tests.scorecards.reporting.phones import (
    agree_on_everything,
    entrant_of,
    pair_in,
    phones_event,
    say,
    spread_of,
    switch_phones,
)
from tournaments.models import Audience, AuditEntry, StaffMember, Tournament
from tournaments.records.schedule import schedule_of
from tournaments.rules.types import CardRecord, EventFile

pytestmark = pytest.mark.django_db

PAPERS = written(players=8, games=3)


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    tournament = phones_event()
    Tournament.objects.filter(pk=tournament.pk).update(standings_shown=Audience.NOBODY)
    return tournament


@pytest.fixture
def ada(tournament: Tournament) -> StaffMember:
    return StaffMemberFactory(tournament=tournament, name="Ada Birch")


@pytest.fixture
def client(ada: StaffMember) -> Client:
    return client_of(ada)


@pytest.fixture
def agreed(tournament: Tournament) -> EventFile:
    """Let every game be reported by both players, as on paper."""
    agree_on_everything(tournament, PAPERS)
    return PAPERS


def board(client: Client, tournament: Tournament) -> Element:
    return get_page(client, f"/t/{tournament.slug}/reports/")


def beside_the_check(client: Client, tournament: Tournament) -> Element:
    return get_page(client, f"/t/{tournament.slug}/reports/", hx_request="true", hx_target="round-end")


def press(client: Client, tournament: Tournament, seen: Element | None = None, **more: str) -> HttpResponse:
    """Press the button of a page, or of one that somebody has open who knows the last entry of the log."""
    fields = (
        [one.attributes["value"] for one in seen.all("input") if one.attributes.get("name") == "seen"] if seen else []
    )
    last = AuditEntry.objects.filter(tournament=tournament).count()
    return client.post(f"/t/{tournament.slug}/post/closing/", {"seen": fields[0] if fields else last, **more})


def first_game_of(card: CardRecord) -> CardRecord:
    return replace(card, lines=tuple(line for line in card.lines if line.game == 1))


def refused(client: Client, tournament: Tournament, seen: Element | None = None) -> str:
    """Press the button, and return what the board says then; nothing is closed, written or posted."""
    before = (RoundClosing.objects.count(), Line.objects.count(), Posting.objects.count())
    answer = press(client, tournament, seen)
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{tournament.slug}/reports/")
    assert (RoundClosing.objects.count(), Line.objects.count(), Posting.objects.count()) == before
    [said] = [one.text for one in board(client, tournament).inner if "error" in one.attributes.get("class", "").split()]
    return said


def test_one_press_closes_the_round_and_posts_each_with_its_log_entry(
    tournament: Tournament, client: Client, agreed: EventFile
) -> None:
    asked = get_page(client, f"/t/{tournament.slug}/check/").by_id("round-end")
    pages = [board(client, tournament), beside_the_check(client, tournament)]

    done = press(client, tournament, pages[1])

    assert asked.tag == "section"
    offered = ["Close and post", "Close and hold for the reveal"]
    assert [[text for text in page.texts("button") if text in offered] for page in pages] == [offered, offered]
    assert "8 cards are not signed" in pages[0].text
    assert (done.status_code, done["Location"]) == (302, f"/t/{tournament.slug}/desk/")
    closing, posting = RoundClosing.objects.active().get(), Posting.objects.get()
    assert (closing.made_by, posting.made_by, posting.number) == ("Ada Birch", "Ada Birch", 1)
    acts = ("qualifying round closed", "standings posted")
    entries = AuditEntry.objects.filter(action__in=acts).order_by("number").values_list("action", "who", "rule")
    assert list(entries) == [(acts[0], "Ada Birch", ""), (acts[1], "Ada Birch", "App.14")]
    assert all_differences(tournament) == []
    assert "Close and post" not in board(client, tournament).texts("button")
    assert refused(client, tournament) == "The qualifying round is closed already."


def test_one_press_closes_and_holds_and_the_reveal_posts(
    tournament: Tournament, client: Client, agreed: EventFile
) -> None:
    done = press(client, tournament, hold="1")

    held = HeldPosting.objects.active().get()
    assert done["Location"] == f"/t/{tournament.slug}/post/"
    assert (RoundClosing.objects.active().count(), Posting.objects.count()) == (1, 0)
    assert client.post(f"/t/{tournament.slug}/post/reveal/", {"held": held.pk}).status_code == 302
    assert Posting.objects.get().report == held.report


def test_reopening_during_a_hold_ends_what_can_be_revealed(
    tournament: Tournament, client: Client, ada: StaffMember, agreed: EventFile
) -> None:
    press(client, tournament, hold="1")
    held = HeldPosting.objects.get()

    reopen_round(tournament=tournament, actor=ada)
    open_again = client.post(f"/t/{tournament.slug}/post/reveal/", {"held": held.pk})
    press(client, tournament)

    assert open_again.status_code == 409
    assert "The checklist is not complete any more." in read_page(open_again.content.decode()).text
    held.refresh_from_db()
    assert (held.revoked_reason, Posting.objects.count()) == ("posted at once", 1)


def test_players_who_sign_meanwhile_do_not_stop_the_press_but_staff_who_change_something_do(
    tournament: Tournament, client: Client, agreed: EventFile
) -> None:
    seen = board(client, tournament)
    foot = paper(agreed, 1).recorded
    assert foot is not None
    sign_card(entrant=entrant_of(tournament, 1), foot=foot, key=uuid4(), device="", as_written=False)
    client.post(f"/t/{tournament.slug}/reports/call/")
    Tournament.objects.filter(pk=tournament.pk).update(reporting="phones")
    client.post(f"/t/{tournament.slug}/reports/codes/1/")

    assert refused(client, tournament, seen).startswith("Something changed since you opened this page.")
    newer = board(client, tournament)
    sign_card(
        entrant=entrant_of(tournament, 2),
        foot=paper(agreed, 2).recorded or foot,
        key=uuid4(),
        device="",
        as_written=False,
    )
    press(client, tournament, newer)
    assert Posting.objects.count() == 1


def test_what_is_open_stands_on_the_board_and_refuses_the_press(tournament: Tournament, client: Client) -> None:
    assert "Nothing is reported yet." in board(client, tournament).text
    agree_on_everything(tournament, replace(PAPERS, scorecards=[first_game_of(card) for card in PAPERS.scorecards]))
    assert "Still open: 2 games still to come." in board(client, tournament).text
    for card in PAPERS.scorecards[1:]:
        for line in card.lines[1:]:
            say(tournament, card.entrant, line.opponent or 0, spread_of(line), line.game)

    page = board(client, tournament)

    assert "Close and post" not in page.texts("button")
    assert "Still open: 2 games not accepted." in page.text
    assert "The qualifying round is open: 2 games not accepted." in beside_the_check(client, tournament).text
    assert refused(client, tournament) == "Not closed, not posted: 2 games not accepted."
    for line in paper(PAPERS, 1).lines[1:]:
        say(tournament, 1, line.opponent or 0, spread_of(line), line.game)
    switch_phones(tournament, is_on=False)
    assert refused(client, tournament) == "Phones are switched off: there is no round to close."


def test_a_report_as_on_the_opponent_s_paper_card_is_equal_and_another_is_in_the_way(
    tournament: Tournament, client: Client
) -> None:
    on_paper, member = pair_in(tournament, 3), checker(tournament, "Di Elm")
    for card in PAPERS.scorecards:
        for line in card.lines if card.entrant not in on_paper else ():
            say(tournament, card.entrant, line.opponent or 0, spread_of(line), line.game)
    assert Board(tournament).in_the_way == "4 games not accepted"
    first, second = (paper(PAPERS, number) for number in on_paper)
    met = next(line for line in second.lines if line.game == 1)
    other = replace(met, **{name: value + 1 for name in ("plus", "minus") if (value := getattr(met, name))})
    save(tournament, member, first)
    assert Board(tournament).in_the_way == "2 games not accepted"
    save(tournament, member, replace(second, lines=tuple(other if line == met else line for line in second.lines)))
    [differs] = Board(tournament).games
    assert (differs.game, differs.need, [said for said in differs.said if "on the paper card" in said]) == (
        *(1, Need.DIFFERS),
        [said for said in differs.said if said.startswith(entrant_of(tournament, on_paper[1]).seat)],
    )
    assert refused(client, tournament) == "Not closed, not posted: 1 game with different reports."
    save(tournament, member, second, version=1)

    press(client, tournament)

    assert Posting.objects.count() == 1


def test_cards_of_two_who_use_paper_and_open_items_of_the_cross_check_are_in_the_way(tournament: Tournament) -> None:
    member = checker(tournament, "Di Elm")
    one, other = pair_in(tournament, 3)
    for card in PAPERS.scorecards:
        if card.entrant not in (one, other):
            assert card.recorded is not None
            save(tournament, member, replace(card, recorded=replace(card.recorded, plus=120)))
    [line] = [line for line in paper(PAPERS, one).lines if line.game == 1]
    say(tournament, one, line.opponent or 0, spread_of(line), 1)
    seats = sorted(entrant_of(tournament, number).seat for number in (one, other))
    assert Board(tournament).in_the_way == f"2 paper cards not entered: {', '.join(seats)}"

    for number in (one, other):
        save(tournament, member, paper(PAPERS, number))

    assert Board(tournament).in_the_way.endswith("of the cross-check open")


def test_a_tie_is_settled_after_the_press_which_closes_and_says_so(tournament: Tournament, client: Client) -> None:
    # Everybody wins by 10 against the next: many are level.
    for game in (1, 2, 3):
        for first, second in schedule_of(tournament)[game - 1].pairs:
            for number, opponent, spread in ((first, second, 10), (second, first, -10)):
                say(tournament, number, opponent, spread, game)

    answer = press(client, tournament)

    page = read_page(answer.content.decode())
    assert (answer.status_code, Posting.objects.count(), RoundClosing.objects.active().count()) == (409, 0, 1)
    assert "The qualifying round is closed. The checklist is not complete yet." in page.text
    assert "to settle" in page.text
    assert close_round(tournament=tournament, actor=checker(tournament, role="director")) == 0
