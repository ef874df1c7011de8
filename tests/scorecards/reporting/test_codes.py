"""What a card's code may do at every address, and what a wrong one may not: forged, replaced, of another event."""

import logging
from datetime import UTC, date, datetime, time, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from config.logs import SecretsHidden
from scorecards.models import CardCode, GameReport, SignedCard
from scorecards.models.reports import secret_of
from scorecards.reporting import access
from scorecards.reporting.access import MISSES_A_MINUTE
from scorecards.reporting.services.codes import addresses_of_cards, make_missing_codes, replace_code
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory
from tests.pages import read_page
from tests.scorecards.reporting.phones import Phone, agree_on, entrant_of, pair_in, phones_event, say, switch_phones
from tests.test_urls import ACCESS, BY_CODE
from tournaments.models import AuditEntry, Tournament
from tournaments.records.schedule import schedule_of

pytestmark = pytest.mark.django_db

BELOW = sorted(pattern.partition("<str:code>/")[2] for pattern, rule in ACCESS.items() if rule == BY_CODE)
"""Every address that a code opens, below the card's own."""
READ = {"", "now/", "worker.js"}


def code_of(tournament: Tournament, number: int) -> str:
    return addresses_of_cards(tournament)[number].rstrip("/").rpartition("/")[2]


def set_clock(monkeypatch: pytest.MonkeyPatch, tournament: Tournament, hour: int, *, days: int = 0) -> None:
    """Let it be an hour of the day of the event, or some days after it."""
    assert tournament.starts_on is not None
    moment = datetime.combine(tournament.starts_on + timedelta(days=days), time(hour), UTC)
    monkeypatch.setattr(timezone, "now", lambda: moment)


def stored() -> tuple[int, ...]:
    return (GameReport.objects.count(), SignedCard.objects.count(), AuditEntry.objects.count())


def wrong_codes(tournament: Tournament) -> dict[str, str]:
    """Return codes that open nothing at this event, by what is wrong with each."""
    number = pair_in(tournament)[0]
    replaced = code_of(tournament, number)
    replace_code(tournament=tournament, actor=StaffMemberFactory(tournament=tournament), number=number)
    right = code_of(tournament, number)
    elsewhere = phones_event(players=4)
    return {
        "forged": "A" * 22,
        "changed by one letter": ("B" if right[0] == "A" else "A") + right[1:],
        "in other capitals": right.swapcase(),
        "cut short": right[:-1],
        "replaced": replaced,
        "of another event": code_of(elsewhere, 1),
        "of a number": str(number),
        "its stored digest": CardCode.objects.active().get(entrant=entrant_of(tournament, number)).digest,
    }


@pytest.mark.parametrize("below", BELOW)
def test_a_wrong_code_opens_nothing_at_any_address_and_is_told_nothing(tournament: Tournament, below: str) -> None:
    agree_on(tournament, *pair_in(tournament), 16)
    codes = wrong_codes(tournament)
    before, pages = stored(), set()
    data = {"key": str(uuid4()), "opponent": 2, "won": "1", "spread": 16, "initials": "EV", "game_points": 2}

    for code in codes.values():
        address = f"/t/{tournament.slug}/me/{code}/{below.replace('<int:game>', '1')}"
        client = Client()
        answers = [client.get(address), client.post(address, data)]
        pages |= {(answer.status_code, answer.content) for answer in answers}
        assert {answer["Referrer-Policy"] for answer in answers} == {"no-referrer"}
        assert {answer["Cache-Control"] for answer in answers} == {"no-store, private"}
        assert client.cookies == {}

    assert [status for status, _ in pages] == [404]  # one page for all of them, whatever is asked
    assert stored() == before


@pytest.mark.parametrize("below", BELOW)
def test_a_right_code_is_neither_kept_nor_told_to_others(tournament: Tournament, below: str) -> None:
    phone = Phone(tournament, pair_in(tournament)[0])
    phone.open()

    answer = phone.open(below) if below in READ else phone.post(below.replace("<int:game>", "1"))

    assert answer.status_code in (200, 303, 422)
    assert (answer["Referrer-Policy"], answer["Cache-Control"]) == ("no-referrer", "no-store, private")
    assert answer["X-Robots-Tag"] == "noindex, nofollow"


def test_a_code_opens_no_page_for_staff_nor_another_card(tournament: Tournament) -> None:
    one, other = pair_in(tournament)
    phone, theirs = Phone(tournament, one), Phone(tournament, other)
    phone.open()
    staff = [f"/t/{tournament.slug}/{page}/" for page in ("reports", "cards", f"cards/{other}", "ranking", "desk")]

    assert {phone.client.get(address).status_code for address in staff} == {302}
    # The other card's address is not to be known; with it, this phone would be that card's.
    assert theirs.post("games/1/", opponent=one, won="1", spread="9").status_code == 409
    assert not GameReport.objects.exists()


def test_the_phone_shows_nothing_of_other_games_and_other_cards(tournament: Tournament) -> None:
    one, other = pair_in(tournament)
    third, fourth = next(pair for pair in schedule_of(tournament)[0].pairs if one not in pair)
    for own, against, spread in ((third, fourth, 101), (fourth, third, -103), (other, third, 107)):
        say(tournament, own, against, spread)
    phone = Phone(tournament, one)

    answers = [phone.open(below).content.decode() for below in ("", "?game=1", "?game=2", "now/")]
    answers += [phone.report(1, other, 16).content.decode(), phone.open().content.decode()]
    answers.append(phone.report(1, other, 500).content.decode())

    assert [spread for spread in ("101", "103", "107") if any(f"by {spread}" in text for text in answers)] == []


def test_a_second_phone_is_asked_and_takes_over_by_a_tap_and_the_first_is_told_and_may_come_back(
    tournament: Tournament,
) -> None:
    one, other = pair_in(tournament)
    first, second = Phone(tournament, one), Phone(tournament, one)
    first.open()
    before = first.open("now/").content

    asked = second.page()
    still = (first.open("now/").content, first.stage, second.report(1, other, 16).status_code)
    second.post("device/")

    assert (asked.texts("h1"), asked.texts("button"), asked.all("table")) == (
        *(["Is this your card?"], ["Yes, use this phone"], []),
    )
    assert still == (before, "1 empty", 409)
    assert first.open("now/").content != before
    assert first.page().texts("h1") == ["Is this your card?"]
    assert first.report(1, other, 16).status_code == 409
    assert second.stage == "1 empty"
    assert first.post("device/").status_code == 303
    assert (first.stage, second.page().texts("h1")) == ("1 empty", ["Is this your card?"])


def test_a_browser_that_keeps_no_cookies_is_told_so(tournament: Tournament) -> None:
    first, second = Phone(tournament, 1), Phone(tournament, 1)
    first.open()

    address = second.post("device/")["Location"]
    second.client.cookies.clear()
    told = read_page(second.client.get(address).content.decode())

    assert "This browser keeps no cookies, so it cannot hold a card." in told.text


@pytest.mark.parametrize("days", [-7, -1, 1, 30])
def test_a_code_of_another_day_says_so_and_shows_no_card_until_somebody_says_that_it_is_meant(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    """A sheet of last week lies on the table; and a director may have entered a wrong date."""
    phone = Phone(tournament, 1)
    set_clock(monkeypatch, tournament, 19, days=-days - 1)
    phone.post("device/")
    set_clock(monkeypatch, tournament, 12, days=-days)

    asked = phone.page()
    phone.post("device/")

    day = tournament.starts_on
    assert day is not None
    assert (asked.texts("h1"), asked.texts("button")) == (["A card of another day"], ["Open this card"])
    assert f"This code is of Lantern Bay Open, {day:%a, %b} {day.day}, {day.year}." in asked.text
    assert asked.all("table") == []
    assert phone.stage == "1 empty"


@pytest.mark.parametrize(("hour", "title"), [(5, "A-1"), (7, "A card of another day")])
def test_the_night_belongs_to_the_day_before(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, hour: int, title: str
) -> None:
    phone = Phone(tournament, 1)
    set_clock(monkeypatch, tournament, 20)
    phone.open()

    set_clock(monkeypatch, tournament, hour, days=1)

    assert phone.page().texts("h1")[0].startswith(title)


def test_a_code_of_another_day_whose_event_is_posted_opens_no_card(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(starts_on=date(2020, 1, 4), latest_posting=1)

    page = Phone(tournament, 1).page()

    assert (page.texts("h1"), page.texts("button")) == (["A card of another day"], [])
    assert "Results of that day" in page.texts("a")


def test_what_a_phone_keeps_goes_to_cards_of_this_event_alone_and_to_no_script(tournament: Tournament) -> None:
    phone = Phone(tournament, 1)

    cookie = phone.open().cookies["card"]

    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (*(f"/t/{tournament.slug}/me/", True, "Lax"),)
    assert CardCode.objects.get(device__gt="").device != cookie.value


def test_only_digests_are_stored_and_the_same_code_is_printed_again(tournament: Tournament) -> None:
    first = addresses_of_cards(tournament)
    codes = CardCode.objects.filter(entrant__tournament=tournament)
    secrets = [secret_of(code.entrant_id, code.serial) for code in codes]

    assert addresses_of_cards(tournament) == first
    assert len({*secrets}) == len(first) == codes.count() == 8
    assert {len(secret) for secret in secrets} == {22}
    assert not {*secrets} & {str(value) for code in codes for value in vars(code).values()}


def test_a_newcomer_gets_a_code_and_a_changed_key_of_the_site_new_ones(
    tournament: Tournament, settings: object
) -> None:
    EntrantFactory(tournament=tournament, number=99)
    make_missing_codes(tournament, False)
    before = addresses_of_cards(tournament)

    settings.SECRET_KEY = "another-key-of-the-site-of-32-letters"  # type: ignore[attr-defined]

    assert (99 in before, addresses_of_cards(tournament)) == (True, {})
    # What is printed already still opens, until it is replaced.
    assert Client().get(before[1]).status_code == 200
    make_missing_codes(tournament, False)
    assert (len(addresses_of_cards(tournament)), Client().get(before[1]).status_code) == (9, 404)


def test_paper_events_have_no_codes(tournament: Tournament) -> None:
    CardCode.objects.all().delete()

    switch_phones(tournament, is_on=False)

    assert (CardCode.objects.count(), addresses_of_cards(tournament)) == (0, {})


def test_who_tries_many_codes_has_to_wait_and_others_do_not(tournament: Tournament) -> None:
    client, wrong = Client(), f"/t/{tournament.slug}/me/wrong/"

    statuses = [client.get(wrong).status_code for _ in range(MISSES_A_MINUTE + 1)]

    assert (set(statuses[:-1]), statuses[-1]) == ({404}, 429)
    assert Phone(tournament, 1).open().status_code == 200


def test_a_phone_that_sends_without_end_waits_a_minute_and_other_cards_do_not(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "ACTS_A_MINUTE", 2)
    phone, other = Phone(tournament, 1), Phone(tournament, 2)

    statuses = [one.post("device/").status_code for one in (phone, phone, phone, other)]

    assert [status == 429 for status in statuses] == [False, False, True, False]


def test_the_log_of_the_site_has_no_code(tournament: Tournament) -> None:
    address = addresses_of_cards(tournament)[1]
    record = logging.LogRecord("django.request", logging.ERROR, "", 1, "Bad: %sgames/1/", (address,), None)

    line = SecretsHidden("%(message)s").format(record)

    assert f"Bad: /t/{tournament.slug}/me/…/games/1/" in line
    assert address.split("/")[4] not in line


@pytest.mark.parametrize("change", [{"scoring": "total-points"}, {"deleted_at": timezone.now()}])
def test_game_sheets_and_a_deleted_event_open_no_card(tournament: Tournament, change: dict[str, object]) -> None:
    address = addresses_of_cards(tournament)[1]

    Tournament.objects.filter(pk=tournament.pk).update(**change)

    assert Client().get(address).status_code == 404
