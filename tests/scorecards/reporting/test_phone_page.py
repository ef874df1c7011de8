"""A card on a phone: one game from the report to the tick, on two phones and on one."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from judging.models import Call
from scorecards.models import GameReport, Scorecard
from tests.scorecards.keying.card_entry import save
from tests.scorecards.reporting.phones import Phone, agree_on, pair_in, say, switch_phones
from tests.scorecards.reporting.phones import entrant_of as entrant
from tournaments.models import StaffMember, Tournament
from tournaments.records.schedule import schedule_of
from tournaments.rules.types import CardRecord, Line
from tournaments.seating.services.draw import clear_seats

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair(tournament: Tournament) -> tuple[int, int]:
    return pair_in(tournament)


@pytest.fixture
def rosa(tournament: Tournament, pair: tuple[int, int]) -> Phone:
    phone = Phone(tournament, pair[0])
    phone.open()
    return phone


@pytest.fixture
def bo(tournament: Tournament, pair: tuple[int, int]) -> Phone:
    phone = Phone(tournament, pair[1])
    phone.open()
    return phone


def test_page_leads_to_the_first_game_with_board_and_opponent(
    tournament: Tournament, rosa: Phone, pair: tuple[int, int]
) -> None:
    page = rosa.page()
    shown = next(one for one in page.all("section") if one.attributes.get("data-game"))

    assert shown.all("h2")[0].text == f"Game 1 · seat {entrant(tournament, pair[0]).seat}"
    assert shown.texts("bdi")[0] == entrant(tournament, pair[1]).name
    assert rosa.stage == "1 empty"


def test_a_report_waits_and_one_tap_of_the_opponent_locks_it(rosa: Phone, bo: Phone, pair: tuple[int, int]) -> None:
    answer = rosa.report(1, pair[1], 35)
    asked = bo.page()
    agree = next(form for form in asked.all("form") if form.texts("button") == ["Agree: you lost by 35, a skunk"])
    fields = {str(one.attributes["name"]): one.attributes["value"] for one in agree.all("input")}

    assert (answer.status_code, answer["Location"], rosa.stage, bo.stage) == (
        *(303, rosa.address),
        *("1 waiting", "1 asked"),
    )
    assert bo.client.post(agree.attributes["action"], fields).status_code == 303
    assert (rosa.stage, bo.stage) == ("2 empty", "2 empty")
    assert [one.text for one in rosa.page().all("p") if one.attributes.get("class") == "just-locked"] == [
        "✓ Game 1 locked: you won by 35, a skunk."
    ]


def test_reports_that_differ_show_both_sides_on_both_phones_and_lock_when_equal(
    rosa: Phone, bo: Phone, pair: tuple[int, int]
) -> None:
    rosa.report(1, pair[1], 16)
    bo.report(1, pair[0], -15)

    [hers], [his] = (
        [table for table in phone.page().all("table") if table.texts("caption") == ["The two reports differ"]]
        for phone in (rosa, bo)
    )

    assert hers.texts("td") == ["you won by 16", "you won by 15"]
    assert his.texts("td") == ["you lost by 15", "you lost by 16"]
    assert (rosa.stage, bo.stage) == ("1 differs", "1 differs")
    bo.report(1, pair[0], -16)
    assert (rosa.stage, bo.stage) == ("2 empty", "2 empty")


def test_the_opponent_can_initial_on_the_same_phone_and_deny_it_on_their_own(
    tournament: Tournament, rosa: Phone, bo: Phone, pair: tuple[int, int]
) -> None:
    rosa.report(1, pair[1], 16)
    rosa.post("games/1/initials/", initials="bt")

    assert rosa.stage == "2 empty"
    stored = GameReport.objects.get(entrant=entrant(tournament, pair[1]))
    assert (stored.how, stored.initials, stored.won, stored.spread) == ("initialed", "BT", False, 16)
    page = bo.page("?game=1")
    assert "I did not accept this" in page.texts("button")
    assert bo.post("games/1/denial/").status_code == 303
    assert (rosa.stage, bo.stage) == ("1 waiting", "1 asked")


def test_who_opened_no_code_agrees_on_the_same_phone_without_a_tap_more(
    tournament: Tournament, rosa: Phone, pair: tuple[int, int]
) -> None:
    rosa.report(1, pair[1], 16)
    [on_paper] = [one for one in rosa.page().all("details") if one.attributes.get("class") == "hand"]

    Phone(tournament, pair[1]).open()

    [with_phone] = [one for one in rosa.page().all("details") if one.attributes.get("class") == "hand"]
    assert ("open" in on_paper.attributes, "open" in with_phone.attributes) == (True, False)


def test_initials_are_refused_where_the_opponent_reported_on_their_own_phone(
    rosa: Phone, bo: Phone, pair: tuple[int, int]
) -> None:
    rosa.report(1, pair[1], 16)
    bo.report(1, pair[0], -15)

    response = rosa.post("games/1/initials/", initials="BT")

    assert (response.status_code, rosa.alerts(response)) == (
        422,
        ["Nothing in game 1 waits for initials: the opponent reports on their own phone."],
    )


def test_initials_have_to_be_letters(tournament: Tournament, rosa: Phone, pair: tuple[int, int]) -> None:
    rosa.report(1, pair[1], 16)

    response = rosa.post("games/1/initials/", initials="7")

    name = entrant(tournament, pair[1]).name
    assert rosa.alerts(response) == [f"Enter the initials of {name}: 1 to 4 letters."]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"won": "1", "spread": "122"}, "Spread 122 is not possible. Enter 1 to 121."),
        ({"won": "1", "spread": ""}, "Enter the spread: 1 to 121."),
        ({"spread": "16"}, "Choose who won."),
        ({"won": "1", "spread": "16", "opponent": "99"}, "Choose your opponent from the list."),
        ({"won": "1", "spread": "16", "opponent": ""}, "Choose your opponent from the list."),
        ({"won": "1", "spread": "16", "key": "no"}, "This page is out of date. Reload it and report again."),
        ({"won": "1", "spread": "16", "how": "agreed"}, "changed the report meanwhile. See what it says now."),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_keeps_what_was_typed(
    rosa: Phone, pair: tuple[int, int], sent: dict[str, str], said: str
) -> None:
    response = rosa.post("games/1/", **{"opponent": pair[1], **sent})

    assert response.status_code == 422
    assert rosa.alerts(response)[0].endswith(said)
    assert not GameReport.objects.exists()


def test_the_same_report_sent_again_counts_once(rosa: Phone, pair: tuple[int, int]) -> None:
    key = str(uuid4())

    answers = [rosa.report(1, pair[1], 16, key=key).status_code for _ in range(2)]
    other = rosa.report(2, pair[1], 16, key=key)

    assert (answers, GameReport.objects.count()) == ([303, 303], 1)
    assert rosa.alerts(other) == ["This was sent for another game. Reload the page and report again."]


def test_a_locked_game_is_not_changed_by_players(tournament: Tournament, rosa: Phone, pair: tuple[int, int]) -> None:
    agree_on(tournament, *pair, 16)

    response = rosa.report(1, pair[1], 17)

    assert rosa.alerts(response) == ["Game 1 is locked: both players agreed. Ask the director to change it."]


def test_another_opponent_can_be_chosen_and_both_have_to_agree(
    tournament: Tournament, rosa: Phone, pair: tuple[int, int]
) -> None:
    other = next(number for number in range(1, 9) if number not in pair)
    rosa.report(1, other, 12)
    third = Phone(tournament, other)

    third.open()

    assert (rosa.stage, third.stage) == ("1 waiting", "1 asked")
    say(tournament, other, pair[1], 5)
    assert rosa.stage == "1 elsewhere"
    assert entrant(tournament, pair[1]).name not in rosa.page("?game=1").all("section")[0].texts("p")[-1]


def test_a_report_neither_writes_a_card_nor_raises_the_event_s_version(
    tournament: Tournament, rosa: Phone, pair: tuple[int, int]
) -> None:
    before = Tournament.objects.values_list("version", "posted_version").get(pk=tournament.pk)

    agree_on(tournament, *pair, 16)

    assert Tournament.objects.values_list("version", "posted_version").get(pk=tournament.pk) == before
    assert not Scorecard.objects.exists()


def test_a_player_calls_a_judge_to_the_board(tournament: Tournament, rosa: Phone, pair: tuple[int, int]) -> None:
    response = rosa.post("games/1/judge/")

    call = Call.objects.get(tournament=tournament)
    names = [entrant(tournament, number) for number in pair]
    assert response["Location"].endswith("?game=1&judge=1")
    assert (call.game, call.place, [call.first, call.second], call.opened_by) == (
        1,
        f"{names[0].seat} and {names[1].seat}",
        names,
        f"{names[0].name} (phone)",
    )


def test_phones_switched_off_say_so_and_lose_nothing(
    tournament: Tournament, rosa: Phone, bo: Phone, pair: tuple[int, int]
) -> None:
    rosa.report(1, pair[1], 16)
    switch_phones(tournament, is_on=False)

    refused = bo.report(1, pair[0], -16)
    switch_phones(tournament, is_on=True)

    assert bo.alerts(refused) == ["The director switched phones off. Use your paper card."]
    assert (rosa.stage, bo.stage) == ("1 waiting", "1 asked")


def test_the_page_is_followed_by_a_version_that_changes_with_this_table_alone(
    tournament: Tournament, rosa: Phone, pair: tuple[int, int]
) -> None:
    others = next(both for both in schedule_of(tournament)[0].pairs if both != pair)
    before = rosa.open("now/").content

    say(tournament, *others, 9)
    meanwhile = rosa.open("now/").content
    say(tournament, pair[1], pair[0], 9)

    assert before == meanwhile
    assert rosa.open("now/").content != before


def test_the_open_page_hears_of_the_paper_card_and_of_the_schedule(
    tournament: Tournament, director: StaffMember, rosa: Phone, pair: tuple[int, int]
) -> None:
    versions = [rosa.open("now/").content]

    clear_seats(tournament=tournament, actor=director)
    versions.append(rosa.open("now/").content)
    unseated = rosa.page("?game=2").all("h2")[0].text
    save(tournament, director, CardRecord(pair[0], (Line(1, pair[1], 2, 16, None),)))
    versions.append(rosa.open("now/").content)

    assert len(set(versions)) == 3
    assert unseated == "Game 2"
    assert "On your scorecard: you won by 16." in rosa.page("?game=1").text


def test_the_question_of_every_second_takes_one_query_for_all_phones_together(
    rosa: Phone, pair: tuple[int, int], django_assert_num_queries: Any
) -> None:
    rosa.report(1, pair[1], 16)

    with django_assert_num_queries(1):
        rosa.open("now/")
        for _ in range(20):
            rosa.client.get(f"{rosa.address}now/")
