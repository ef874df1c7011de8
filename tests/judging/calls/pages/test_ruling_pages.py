"""The form of a ruling: worked out, changed by hand, refused in place with all that was typed."""

from urllib.parse import urlencode

import pytest
from django.test import Client

from judging.calls.forms import NOT_ANSWERS
from judging.calls.services.calls import rule_on, sign
from judging.calls.services.signing import signer_of
from judging.models import Call, CallRuling
from judging.rules.call_questions import CallSituation, Facts
from judging.rules.call_situations import CALL_SITUATIONS
from tests.judging.calls.calling import disputed, draft, judge, latest, now, player, sign_as
from tests.judging.calls.pages.asking import RULING, address, fragment, words
from tests.pages import Element, get_page, read_page
from tournaments.models import Tournament
from tournaments.rules.constants import EDITIONS
from tournaments.term import in_term, take_term

pytestmark = pytest.mark.django_db


def ids(page: Element) -> set[str | None]:
    return {element.attributes.get("id") for element in page.inner}


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "Nobody has set how the first dealer is chosen. Ask the director."),
        ({"deal": "cut"}, "In this event: Cut for deal in each game, low card deals ."),
        (
            {"deal": "alternate", "deal_procedure": "odd seats first"},
            "In this event: Alternate deal: odd seats first .",
        ),
    ],
)
def test_wrong_dealer_shows_how_the_first_dealer_is_found(
    client: Client, tournament: Tournament, call: Call, settings: dict[str, str], said: str
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(**settings)

    response = client.get(address(tournament, "1/"), {"situation": "before-play", "what": "turn"})

    assert said in words(response)


def test_answers_come_to_a_ruling_with_its_rules(client: Client, tournament: Tournament, call: Call) -> None:
    asked = {"situation": "pegged-too-many", "who": "second", "error": "3", "in-time": "yes"}

    response = client.get(address(tournament, "1/"), asked, headers=fragment("ruling"))

    shown = response.content.decode()
    assert shown.lstrip().startswith('<form id="ruling"')
    assert f"Offender: {player(tournament, 2).name}. The offender’s peg".replace("’", "&#x27;") in shown
    assert '<a href="/rules/acc-2020/8.4.c.(1)/"><span><strong>8.4.c.(1)</strong>' in shown
    assert 'name="first-forward" value="3"' in shown


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            {"situation": "pegged-too-many", "who": "second", "error-more": "0", "in-time": "yes"},
            ["An error of no points needs no correction."],
        ),
        (
            {"situation": "other", "words": "peeked at the crib", "rule": "5.2.a", "who": "second"},
            ["The opponent pegs 2 points.", "{first} 2 forward"],
        ),
        (
            {"situation": "before-play", "what": "seen", "dealer": "first", "how-seen": "by_dealer", "seen": "0"},
            ["4.3.a"],
        ),
        (
            {"situation": "pegs", "what": "conceded", "who": "first"},
            ["A qualifying game cannot be given up: play goes on."],
        ),
    ],
    ids=["facts that cannot be", "rule found by words", "card seen beside the field seen", "game given up"],
)
def test_page_says_what_the_answers_come_to(
    client: Client, tournament: Tournament, call: Call, asked: dict[str, str], said: list[str]
) -> None:
    shown = words(client.get(address(tournament, "1/"), asked, headers=fragment("ruling")))

    assert [text for text in said if text.format(first=player(tournament, 1).name) not in shown] == []


def test_nothing_is_said_of_points_where_the_judges_write_the_ruling(
    client: Client, tournament: Tournament, call: Call
) -> None:
    asked = {"situation": "other", "rule": "none"}

    shown = words(client.get(address(tournament, "1/"), asked, headers=fragment("ruling")))

    assert "14.1" in shown
    assert "pegs nothing" not in shown


def test_what_was_changed_by_hand_stays_when_an_answer_changes(
    client: Client, tournament: Tournament, call: Call
) -> None:
    changed = RULING | {"was-text": "as worked out", "was-rules": "8.4.c.(1)", "error": "5"}

    response = client.get(address(tournament, "1/"), changed, headers=fragment("ruling"))

    assert "Two back, two forward.</textarea>" in response.content.decode()


def test_what_was_not_changed_follows_the_answers(client: Client, tournament: Tournament, call: Call) -> None:
    same = {
        f"was-{name}": RULING[name] for name in RULING if name not in ("situation", "who", "error", "in-time", "seen")
    }

    response = client.get(address(tournament, "1/"), RULING | same | {"error": "5"}, headers=fragment("ruling"))

    assert "goes back 5 points" in response.content.decode()


@pytest.mark.parametrize("headers", [{}, fragment("call")], ids=["page", "htmx"])
def test_ruling_is_stored_with_what_it_was_worked_out_from(
    client: Client, tournament: Tournament, call: Call, headers: dict[str, str]
) -> None:
    response = client.post(address(tournament, "1/ruling/"), RULING, headers=headers)

    ruling = CallRuling.objects.get()
    assert response.status_code == (200 if headers else 302)
    assert (ruling.text, ruling.rules, ruling.situation) == (RULING["text"], ["8.4.c.(1)"], "pegged-too-many")
    assert ruling.answers == {"who": "first", "error": "2", "in-time": "yes"}
    assert (ruling.first_back, ruling.second_forward) == (2, 2)
    assert ruling.proposed.startswith("Offender: ")
    assert [one.judge.name for one in now(call).signed] == ["Ada Birch"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rules": "5.1b"}, "5.1.b is withdrawn"),
        ({"rules": "8.4.c.(1), 99"}, "99 is not a number of the 2020 edition"),
        ({"text": "  "}, "Enter the ruling"),
        ({"first-back": "-2"}, "-2 is not a number of points"),
        ({"second-forward": "122"}, "Nobody pegs fewer than 0 or more than 121"),
    ],
)
@pytest.mark.parametrize("headers", [{}, fragment("call")], ids=["page", "htmx"])
def test_ruling_that_cannot_stand_is_refused_with_all_that_was_typed(
    client: Client, tournament: Tournament, call: Call, headers: dict[str, str], change: dict[str, str], said: str
) -> None:
    response = client.post(address(tournament, "1/ruling/"), RULING | change, headers=headers)

    assert (response.status_code, CallRuling.objects.count()) == (422, 0)
    assert said in words(response)
    [(name, value)] = change.items()
    assert f'name="{name}" value="{value}"' in response.content.decode() or name == "text"


def test_ruling_made_meanwhile_is_shown_and_ones_own_kept(client: Client, tournament: Tournament, call: Call) -> None:
    rule_on(call=call, actor=judge(tournament, "Bo Cedar", "BC"), draft=draft(), seen=0)

    response = client.post(address(tournament, "1/ruling/"), RULING, headers=fragment("call"))

    assert response.status_code == 409
    assert "Not saved: Bo Cedar ruled first" in words(response)
    assert "Two back, two forward.</textarea>" in response.content.decode()
    assert f'name="seen" value="{latest(call).pk}"' in response.content.decode()


@pytest.mark.usefixtures("first_term")
def test_ruling_and_call_of_the_same_number_in_another_term_are_others(
    client: Client, tournament: Tournament, call: Call
) -> None:
    none = in_term(0)
    rule_on(call=call, actor=judge(tournament, "Bo Cedar", "BC"), draft=draft(), seen=0)
    page = get_page(client, address(tournament, "1/"))
    seen = {one.attributes["value"] for one in page.all("input") if one.attributes.get("name") == "seen"}
    take_term()

    ruled = client.post(address(tournament, "1/ruling/"), RULING | {"seen": str(seen.pop()), "reason": "heard again"})
    signed = client.post(address(tournament, "1/signatures/"), {"name": "Cy Dell", "initials": "CD", "seen": none})
    CallRuling.objects.all().delete()
    first = client.post(address(tournament, "1/ruling/"), RULING | {"seen": none})

    assert (ruled.status_code, signed.status_code, first.status_code) == (409, 409, 422)
    assert (seen, CallRuling.objects.count()) == (set(), 0)
    assert f'name="seen" value="{in_term(0)}"' in first.content.decode()


def test_rules_are_taken_however_they_are_typed_and_kept_as_the_book_has_them(
    client: Client, tournament: Tournament, call: Call
) -> None:
    client.post(address(tournament, "1/ruling/"), RULING | {"rules": "8.4c(1), 8.4.C.(1); rule 11.1a"})

    assert latest(call).rules == ["8.4.c.(1)", "11.1.a"]


def test_whoever_signs_reads_what_the_book_leaves_open(client: Client, tournament: Tournament, call: Call) -> None:
    asked = {"situation": "false-claim", "who": "first", "short-more": "115", "seen": "0"}
    client.post(address(tournament, "1/ruling/"), asked)
    assert (latest(call).first_back, latest(call).second_forward) == (6, 115)

    shown = words(client.get(address(tournament, "1/"), headers=fragment("call-state")))

    assert "Not settled by the rulebook: 9 points of the 15 cannot be pegged back." in shown


def test_judges_are_asked_to_stay_where_points_are_pegged(client: Client, tournament: Tournament, call: Call) -> None:
    nothing = dict.fromkeys(("first-back", "first-forward", "second-back", "second-forward"), "0")

    for points, is_asked in ((nothing, False), (nothing | {"second-back": "2"}, True)):
        seen = {"seen": now(call).ruling.pk if now(call).ruling else 0, "reason": "heard again"}
        client.post(address(tournament, "1/ruling/"), RULING | points | seen)

        page = words(client.get(address(tournament, "1/")))
        assert ("Stay until the points are pegged ( JP.g )" in page) is is_asked

    sign_as(call, judge(tournament, "Bo Cedar", "BC"))
    client.post(address(tournament, "1/closing/"))
    assert "Stay until" not in words(client.get(address(tournament, "1/")))


# Something else


def test_something_else_is_a_search_with_the_commonest_rules_first(
    client: Client, tournament: Tournament, call: Call
) -> None:
    shown = client.get(address(tournament, "1/"), {"situation": "other"}, headers=fragment("ruling"))

    page = shown.content.decode()
    assert '<input type="search" id="q-words" name="words" value=""' in page
    assert "from:find #q-words" in page
    assert page.count('type="radio" class="visually-hidden" name="rule"') == 9


def test_words_that_find_no_rule_are_noted(
    client: Client, tournament: Tournament, call: Call, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", logger="judging.unfound")

    client.get(address(tournament, "1/"), {"situation": "other", "words": "zyxwv"}, headers=fragment("ruling"))

    assert [one.getMessage() for one in caplog.records if one.name == "judging.unfound"] == ["acc-2020: zyxwv"]


@pytest.mark.parametrize("situation", CALL_SITUATIONS, ids=lambda situation: situation.slug)
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_question_has_the_name_of_a_field_of_the_form(situation: CallSituation, edition: str) -> None:
    whats = [value for one in situation.ask(facts(edition, {})) for value, _ in one.choices if one.name == "what"]
    names = {
        question.name
        for what in whats or [""]
        for question in situation.ask(facts(edition, {"what": what} if what else {}))
    }

    assert names & NOT_ANSWERS == set()


def facts(edition: str, answers: dict[str, str]) -> Facts:
    return Facts(edition, True, ("Ada Birch", "Bo Cedar"), answers)


def test_whether_a_call_came_in_time_is_asked_openly_and_answered_by_nobody_before(
    client: Client, tournament: Tournament, call: Call
) -> None:
    asked = {"situation": "pegged-too-many", "who": "second", "error": "3"}

    page = get_page(client, address(tournament, "1/?") + urlencode(asked))
    late = client.get(address(tournament, "1/"), asked | {"in-time": "no"}, headers=fragment("ruling"))

    [folded] = [part for part in page.all("details") if part.texts("summary") == ["More questions"]]
    assert "checked" not in page.by_id("q-in-time-yes").attributes
    assert "The call came" not in folded.text
    assert "text" not in ids(page)
    assert 'name="text"' in late.content.decode()


def test_final_ruling_is_replaced_by_nobody_but_a_director(client: Client, tournament: Tournament) -> None:
    made, first, _ = disputed(tournament)
    third = judge(tournament, "Cy Dune", "CD")
    sign(call=now(made), actor=first, signer=signer_of(third), seen=latest(made).pk)
    at = address(tournament, f"{made.number}/")

    offered = "ruling" in ids(get_page(client, at))
    refused = client.post(f"{at}ruling/", RULING | {"seen": latest(made).pk, "reason": "Counted again."})
    client.force_login(judge(tournament, "Dee Rector", "DR", role="director").user)

    assert (offered, refused.status_code) == (False, 422)
    assert "ruling" in ids(get_page(client, at))


@pytest.mark.parametrize(
    ("change", "at"), [({"rules": "99"}, "rules"), ({"text": " "}, "text"), ({"first-back": "122"}, "points")]
)
def test_error_stands_beside_its_field(
    client: Client, tournament: Tournament, call: Call, change: dict[str, str], at: str
) -> None:
    page = read_page(client.post(address(tournament, "1/ruling/"), RULING | change).content.decode())

    assert page.by_id(f"{at}-error").attributes["role"] == "alert"
    described = [one for one in page.inner if one.attributes.get("aria-describedby") == f"{at}-error"]
    assert {one.attributes["aria-invalid"] for one in described} == {"true"}
