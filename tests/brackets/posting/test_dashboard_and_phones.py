"""The dashboard while players report on phones: two reports that differ are there, with their age, and live."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scorecards.models import GameReport
from scorecards.reporting.services.closing import close_round
from tests.pages import Element, get_page, read_page
from tests.scorecards.cards.card_entry import checker
from tests.scorecards.checking.check_pages import client_of
from tests.scorecards.reporting.phones import agree_on, entrant_of, pair_in, phones_event, say
from tournaments.models import Tournament
from tournaments.records.schedule import schedule_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return phones_event()


@pytest.fixture
def client(tournament: Tournament) -> Client:
    return client_of(checker(tournament, role="director"))


def differing(page: Element) -> list[str]:
    [listed] = [part for part in page.all("ul") if part.attributes.get("class") == "waiting"]
    return [text for text in listed.texts("li") if text != "Nothing waits."]


def test_the_dashboard_follows_reports_that_differ_with_age_and_button(
    tournament: Tournament, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)  # ages are shown again in the next minute
    one, other = pair_in(tournament)
    desk = f"/t/{tournament.slug}/desk/"
    say(tournament, one, other, 16)

    def polled(page: Element) -> tuple[int, Element]:
        """Ask as the open page does."""
        address = page.by_id("dashboard").attributes["hx-get"]
        answer = client.get(address, headers={"HX-Request": "true", "HX-Target": "dashboard"})
        return answer.status_code, read_page(answer.content.decode()) if answer.content else page

    before = get_page(client, desk)
    unchanged, _ = polled(before)
    say(tournament, other, one, -15)
    changed, after = polled(before)
    again, _ = polled(after)
    GameReport.objects.update(at=now - timedelta(minutes=3))
    older, old = polled(after)
    say(tournament, other, one, -16)
    _, settled = polled(old)

    seats = [entrant_of(tournament, number).seat for number in (one, other)]
    [row] = differing(after)
    assert (unchanged, changed, again, older) == (204, 200, 204, 200)
    assert (differing(before), differing(settled)) == ([], [])
    assert row.startswith(f"Reports differ: game 1 at {seats[0]} just now ")
    assert f"{seats[0]} won by 16 · {seats[1]} lost by 15" in row
    assert "3 minutes ago" in differing(old)[0]
    [button] = [link for link in after.all("a") if link.text.startswith("Open game 1")]
    address, _, place = str(button.attributes["href"]).partition("#")
    assert get_page(client, address).by_id(place).tag == "tr"


def test_a_closed_round_and_an_event_on_paper_have_nothing_that_differs(tournament: Tournament, client: Client) -> None:
    one, other = pair_in(tournament)
    say(tournament, one, other, 16)
    say(tournament, other, one, -15)
    close_round(tournament=tournament, actor=checker(tournament, role="director"))

    assert differing(get_page(client, f"/t/{tournament.slug}/desk/")) == []


def test_a_table_is_late_where_others_have_reported_the_next_game_long_ago(
    tournament: Tournament, client: Client
) -> None:
    desk = f"/t/{tournament.slug}/desk/"
    first, second, third = schedule_of(tournament)
    slow = second.pairs[-1]
    for game, pairs in ((1, first.pairs), (2, second.pairs[:-1])):
        for one, other in pairs:
            agree_on(tournament, one, other, 16, game)
    quick = next(pair for pair in third.pairs if not {*pair} & {*slow})
    agree_on(tournament, *quick, 9, 3)
    early = differing(get_page(client, desk))
    GameReport.objects.filter(game=3).update(at=timezone.now() - timedelta(minutes=12))
    late = differing(get_page(client, desk))

    seat = entrant_of(tournament, slow[0]).seat.partition("-")[0]
    assert early == []
    [row] = late
    assert row.startswith(f"Late: game 2 at {seat}-")
    assert "12 minutes ago" in row
    assert "has not reported" in row
