"""Announcements: who posted what and when, newest first, and everything that was posted stays on record."""

from datetime import datetime, timedelta

import pytest
from django.test import Client

from brackets.models import Announcement
from brackets.public.services import post_announcement
from tests.factories.tournaments import EntrantFactory, TournamentFactory, director_of
from tests.pages import get_page
from tournaments.models import AuditAction, AuditEntry, Pairing, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.seating.services.draw import draw
from tournaments.seating.services.schedule import make_schedule

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return TournamentFactory()


def announced(client: Client, tournament: Tournament, page: str = "") -> list[str]:
    """Return the announcements that everybody sees on a page, in order."""
    shown = get_page(client, f"/t/{tournament.slug}/{page}")
    sections = [part for part in shown.all("section") if part.attributes.get("class") in ("not-print", "sheet")]
    if page:
        return [part.text for part in sections if str(part.attributes.get("id")).startswith("announcement-")]
    return sections[0].texts("li") if sections else []


def browser_of(tournament: Tournament) -> tuple[Client, StaffMember]:
    me = director_of(tournament, "Dee Rector")
    browser = Client()
    browser.force_login(me.user)
    return browser, me


def act(browser: Client, tournament: Tournament, text: str = "", part: str = "") -> int:
    return browser.post(f"/t/{tournament.slug}/announcements/{part}", {"text": text}).status_code


def test_announcements_are_on_the_event_page_and_the_screen_newest_first(
    client: Client, tournament: Tournament
) -> None:
    browser, me = browser_of(tournament)
    assert announced(client, tournament) == []
    version = Tournament.objects.get().posted_version

    for text in ("Lunch until 1 PM.", "<b>Lost</b> keys at the desk."):
        assert act(browser, tournament, text) == 302

    for page in ("", "screen/"):
        newest, first = announced(client, tournament, page)
        assert "<b>Lost</b> keys at the desk." in newest
        assert me.name in newest
        assert "Lunch until 1 PM." in first
    # Open pages follow by themselves.
    assert Tournament.objects.get().posted_version == version + 2


def test_edit_and_withdrawal_are_records_of_their_own(client: Client, tournament: Tournament) -> None:
    browser, _ = browser_of(tournament)
    act(browser, tournament, "Lunch until 1 PM.")
    first = Announcement.objects.get()

    assert act(browser, tournament, "Lunch until 1:30 PM.", f"{first.pk}/") == 302
    second = Announcement.objects.active().get()
    [shown] = announced(client, tournament)
    assert shown.startswith("Lunch until 1:30 PM.")
    assert shown.endswith("edited")
    assert second.replaces == first
    assert Announcement.objects.get(pk=first.pk).text == "Lunch until 1 PM."

    assert act(browser, tournament, part=f"{second.pk}/withdrawal/") == 302
    assert announced(client, tournament) == []
    page = get_page(browser, f"/t/{tournament.slug}/announcements/")
    assert "Withdrawn by" in page.text
    assert "Edited by" in page.text
    assert list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))[-3:] == [
        AuditAction.ANNOUNCEMENT_POSTED,
        AuditAction.ANNOUNCEMENT_EDITED,
        AuditAction.ANNOUNCEMENT_WITHDRAWN,
    ]


def test_what_is_gone_is_not_edited_and_what_was_typed_stays(tournament: Tournament) -> None:
    browser, me = browser_of(tournament)
    act(browser, tournament, "Lunch until 1 PM.")
    first = Announcement.objects.get()
    act(browser, tournament, part=f"{first.pk}/withdrawal/")

    answer = browser.post(f"/t/{tournament.slug}/announcements/{first.pk}/", {"text": "Lunch until 2 PM."})

    assert answer.status_code == 409
    assert "Lunch until 2 PM." in answer.content.decode()
    assert act(browser, tournament, " ") == 422
    assert browser.post(f"/t/{tournament.slug}/announcements/").status_code == 422
    assert act(browser, tournament, "x" * 501) == 422
    assert Announcement.objects.count() == 1
    with pytest.raises(Refused):
        post_announcement(TournamentFactory(), me, edits=first.pk, text="elsewhere")


def test_round_timer_runs_on_through_an_edit_and_begins_again_when_asked(tournament: Tournament) -> None:
    browser, _ = browser_of(tournament)
    address = f"/t/{tournament.slug}/announcements/"
    browser.post(address, {"text": "Game 4 begins.", "minutes": "15"})
    first = Announcement.objects.get()

    act(browser, tournament, "Game 4 has begun.", f"{first.pk}/")
    edited = Announcement.objects.active().get()
    browser.post(f"{address}{edited.pk}/", {"text": edited.text, "minutes": "20"})

    again = Announcement.objects.active().get()
    assert first.timer_until is not None
    assert again.timer_until is not None
    assert timedelta(minutes=14) < first.timer_until - first.made_at <= timedelta(minutes=15)
    assert edited.timer_until == first.timer_until
    assert timedelta(minutes=19) < again.timer_until - again.made_at <= timedelta(minutes=20)
    assert AuditEntry.objects.filter(action=AuditAction.ANNOUNCEMENT_POSTED).get().after["minutes"] == 15


def test_round_timer_is_on_the_event_page_and_the_screen(client: Client, tournament: Tournament) -> None:
    browser, _ = browser_of(tournament)
    browser.post(f"/t/{tournament.slug}/announcements/", {"text": "Game 4 begins.", "minutes": "15"})
    until = Announcement.objects.get().timer_until

    for page in ("", "screen/"):
        shown = get_page(client, f"/t/{tournament.slug}/{page}").all("strong")
        timers = [one for one in shown if one.attributes.get("class") == "timer"]
        assert len(timers) == (2 if page else 1)  # on the screen in the head too
        assert {datetime.fromisoformat(one.attributes["data-until"]) for one in timers} == {until}
        assert all(one.text.startswith("until ") for one in timers)


def test_next_game_is_announced_as_on_the_callers_sheet(tournament: Tournament) -> None:
    browser, me = browser_of(tournament)
    for number in range(1, 9):
        EntrantFactory(tournament=tournament, number=number)
    Tournament.objects.filter(pk=tournament.pk).update(games=3)
    tournament.refresh_from_db()
    draw(tournament=tournament, actor=me, table_length=8, keep=False)
    make_schedule(tournament=tournament, actor=me)

    pages = [get_page(browser, f"/t/{tournament.slug}/announcements/?game={game}") for game in (2, 9)]

    assert [page.all("textarea")[0].text for page in pages] == [
        "Game 2. Even seats move one board on. A-2 to A-6 go one board on, to A-4 to A-8. A-8 goes to A-2.",
        "",
    ]
    one, other, *_ = Pairing.objects.filter(scheduled_game__game=2)
    Pairing.objects.create(scheduled_game=one.scheduled_game, first=other.second, second=one.first)
    assert get_page(browser, f"/t/{tournament.slug}/announcements/?game=2").all("textarea")[0].text == ""
