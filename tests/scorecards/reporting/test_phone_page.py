"""A card on a phone: one game from the report to the tick, on two phones and on one."""

from typing import Any
from uuid import uuid4

import pytest

from judging.models import Call
from scorecards.models import GameReport, Scorecard
from scorecards.reporting.polling import CARD_VERSIONS
from tests.scorecards.cards.card_entry import save
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
    assert [
        one.text for one in rosa.page().all("p") if "just-locked" in (one.attributes.get("class") or "").split()
    ] == ["✓ Game 1 locked: you won by 35, a skunk."]


def test_reports_that_differ_show_both_sides_on_both_phones_and_lock_when_both_have_seen_them_equal(
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
    shown = bo.page()
    assert shown.texts("h3") == ["Reports differ"]
    assert [one.text for one in shown.all("button") if "big" in one.attributes.get("class", "")][:2] == [
        *("I was wrong: lost by 16", "Mine is right")
    ]
    bo.tap("I was wrong: lost by 16")
    assert (rosa.stage, bo.stage) == ("1 asked", "1 waiting")
    assert "now says the same as you: you won by 16." in rosa.page().text
    rosa.tap("Agree: you won by 16")
    assert (rosa.stage, bo.stage) == ("2 empty", "2 empty")


def test_who_keeps_a_result_is_told_to_wait_and_two_who_do_to_call_a_judge(
    rosa: Phone, bo: Phone, pair: tuple[int, int]
) -> None:
    rosa.report(1, pair[1], 16)
    bo.report(1, pair[0], -15)

    rosa.tap("Mine is right")

    assert "You keep your result. Waiting for" in rosa.page().text
    assert "keeps that result." in bo.page().text
    bo.tap("Mine is right")
    for phone in (rosa, bo):
        assert "Both of you keep your result. Call a judge." in phone.page().text
        assert "Mine is right" not in phone.page().texts("button")
    bo.tap("I was wrong: lost by 16")
    rosa.tap("Agree: you won by 16")
    assert (rosa.stage, bo.stage) == ("2 empty", "2 empty")


def test_two_who_give_in_at_once_lock_nothing(rosa: Phone, bo: Phone, pair: tuple[int, int]) -> None:
    rosa.report(1, pair[1], 16)
    bo.report(1, pair[0], -15)
    hers = rosa.fields("I was wrong: won by 15")

    bo.tap("I was wrong: lost by 16")
    answer = rosa.post("games/1/", **hers)

    assert (answer.status_code, rosa.stage, bo.stage) == (422, "1 asked", "1 waiting")
    assert rosa.alerts(answer)[0].endswith("changed the report meanwhile. See what it says now.")


def test_agreeing_with_a_report_that_a_restore_lost_is_a_report_of_ones_own_and_locks_nothing(
    rosa: Phone, bo: Phone, pair: tuple[int, int]
) -> None:
    again = {"opponent": pair[0], "won": "0", "spread": "16", "how": "agreed", "key": str(uuid4())}

    answers = [bo.post("games/1/", **again).status_code for _ in range(2)]
    stages = rosa.stage, bo.stage
    rosa.report(1, pair[1], 16)

    assert (answers, stages) == ([303, 303], ("1 asked", "1 waiting"))
    assert list(GameReport.objects.values_list("how", flat=True)) == ["entered", "entered"]
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
    assert "The schedule has another opponent for you. Check the name." in rosa.page().text
    say(tournament, other, pair[1], 5)
    assert rosa.stage == "1 elsewhere"
    assert entrant(tournament, pair[1]).name not in rosa.page("?game=1").all("section")[0].texts("p")[-1]


def stranger_to(tournament: Tournament, pair: tuple[int, int]) -> int:
    return next(number for number in range(1, 9) if number not in pair)


def test_who_is_named_by_mistake_sees_the_schedule_first_and_locks_nothing_by_one_tap(
    tournament: Tournament, bo: Phone, pair: tuple[int, int]
) -> None:
    cy = stranger_to(tournament, pair)
    say(tournament, cy, pair[1], 16)
    page, name = bo.page(), entrant(tournament, cy).name

    direct = bo.report(1, cy, -16, how="agreed")

    shown = next(one for one in page.all("section") if one.attributes.get("data-game"))
    options = [one for one in shown.all("option") if "selected" in one.attributes]
    assert shown.texts("bdi")[0] == entrant(tournament, pair[0]).name
    assert [int(str(one.attributes["value"])) for one in options] == [pair[0]]
    assert f"I did not play {name}" in page.texts("button")
    [second] = [one for one in shown.all("details") if one.texts("button") == ["Agree: you lost by 16"]]
    assert "open" not in second.attributes
    assert bo.alerts(direct) == ["The schedule has another opponent for you in game 1. Look again, then agree."]
    assert bo.stage == "1 asked"
    bo.tap("Agree: you lost by 16")
    assert bo.stage == "2 empty"


def test_who_misreported_is_told_and_the_one_named_by_mistake_is_asked_no_more(
    tournament: Tournament, bo: Phone, pair: tuple[int, int]
) -> None:
    number = stranger_to(tournament, pair)
    cy, names = Phone(tournament, number), [entrant(tournament, one).name for one in (number, pair[1])]
    cy.open()
    cy.report(1, pair[1], 16)

    bo.tap(f"I did not play {names[0]}")

    assert bo.stage == "1 empty"
    assert cy.stage == "1 elsewhere"
    assert f"{names[1]} did not play you in game 1. Choose who sat across from you" in cy.page().text
    form = next(one for one in cy.page().all("details") if one.texts("summary")[0] == "Change my report")
    assert ("open" in form.attributes, form.texts("option")[0]) == (True, "Choose")
    # Who insists asks again; who named nobody is not denied.
    cy.report(1, pair[1], 16)
    assert bo.stage == "1 asked"
    assert bo.post("games/2/stranger/", opponent=number).status_code == 422


def test_a_stranger_s_report_of_a_later_game_leads_nobody_away(
    tournament: Tournament, bo: Phone, pair: tuple[int, int]
) -> None:
    met = next(set(both) - {pair[1]} for both in schedule_of(tournament)[2].pairs if pair[1] in both)
    cy = next(number for number in range(1, 9) if number not in {pair[1], *met})

    say(tournament, cy, pair[1], 16, 3)

    assert bo.stage == "1 empty"
    assert f"asked by {entrant(tournament, cy).seat}" in bo.page().text


def test_the_scheduled_opponent_asks_before_a_stranger_who_came_later(
    tournament: Tournament, bo: Phone, pair: tuple[int, int]
) -> None:
    say(tournament, pair[0], pair[1], 16)
    say(tournament, stranger_to(tournament, pair), pair[1], 9)

    assert "Agree: you lost by 16" in bo.page().texts("button")
    assert "Agree: you lost by 9" not in bo.page().texts("button")


def test_the_script_is_answered_under_the_key_of_what_it_sent_and_led_nowhere(
    rosa: Phone, pair: tuple[int, int]
) -> None:
    keys = [str(uuid4()) for _ in range(3)]

    taken = rosa.report(1, pair[1], 16, key=keys[0], headers={"Card-Key": keys[0]})
    refused = rosa.report(1, pair[1], 500, key=keys[1], headers={"Card-Key": keys[1]})
    called = rosa.post("games/1/judge/", key=keys[2], headers={"Card-Key": keys[2]})
    plain = rosa.report(1, pair[1], 17, headers={"Card-Key": "\r\nnot a key"})

    assert [answer.status_code for answer in (taken, refused, called, plain)] == [200, 422, 200, 200]
    assert [answer["Card-Answer"] for answer in (taken, refused, called, plain)] == [*keys, "page"]
    assert 'data-stage="waiting"' in taken.content.decode()
    assert "A judge is called." in called.content.decode()
    assert rosa.open("now/")["Card-Answer"] == "page"


def test_a_report_neither_writes_a_card_nor_raises_the_event_s_version(
    tournament: Tournament, rosa: Phone, pair: tuple[int, int]
) -> None:
    say(tournament, *pair, 17)  # with the first one public pages say that the round has begun
    before = Tournament.objects.values_list("version", "posted_version").get(pk=tournament.pk)

    say(tournament, *pair, 16)

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

    said = "The director switched phones off. Use your paper card."
    assert bo.alerts(refused) == [f"{said} Your report of game 1 came too late: the director sees it."]
    assert (rosa.stage, bo.stage) == ("2 empty", "2 empty")


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
    rosa: Phone, pair: tuple[int, int], django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rosa.report(1, pair[1], 16)
    monkeypatch.setattr(CARD_VERSIONS, "_seconds", 60.0)  # on a busy machine twenty answers take longer than is kept

    with django_assert_num_queries(1):
        rosa.open("now/")
        for _ in range(20):
            rosa.client.get(f"{rosa.address}now/")
