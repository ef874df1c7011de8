"""The form of a ruling: worked out, changed by hand, refused in place with all that was typed."""

from __future__ import annotations

import pytest
from django.test import Client

from judging.calls.services.calls import rule_on
from judging.models import Call, CallRuling
from tests.judging.calls.calling import DRAFT, judge, latest, now, player
from tests.judging.calls.pages.asking import RULING, address, fragment, words
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_answers_come_to_a_ruling_with_its_rules(client: Client, tournament: Tournament, call: Call) -> None:
    asked = {"situation": "pegged-too-many", "who": "second", "error": "3"}

    response = client.get(address(tournament, "1/"), asked, headers=fragment("ruling"))

    shown = response.content.decode()
    assert shown.lstrip().startswith('<form id="ruling"')
    assert f"Offender: {player(tournament, 2).name}. The offender’s peg".replace("’", "&#x27;") in shown
    assert '<a href="/rules/acc-2020/8.4.c.(1)/"><strong>8.4.c.(1)</strong>' in shown
    assert 'name="first-forward" value="3"' in shown


def test_facts_that_cannot_be_are_named(client: Client, tournament: Tournament, call: Call) -> None:
    asked = {"situation": "pegged-too-many", "who": "second", "error-more": "0"}

    shown = words(client.get(address(tournament, "1/"), asked, headers=fragment("ruling")))

    assert "An error of no points needs no correction." in shown


def test_what_was_changed_by_hand_stays_when_an_answer_changes(
    client: Client, tournament: Tournament, call: Call
) -> None:
    changed = RULING | {"was-text": "as worked out", "was-rules": "8.4.c.(1)", "error": "5"}

    response = client.get(address(tournament, "1/"), changed, headers=fragment("ruling"))

    assert "Two back, two forward.</textarea>" in response.content.decode()


def test_what_was_not_changed_follows_the_answers(client: Client, tournament: Tournament, call: Call) -> None:
    same = {
        f"was-{name}": RULING[name] for name in RULING if name not in ("situation", "who", "error", "seen")
    }

    response = client.get(
        address(tournament, "1/"), RULING | same | {"error": "5"}, headers=fragment("ruling")
    )

    assert "goes back 5 points" in response.content.decode()


@pytest.mark.parametrize("headers", [{}, fragment("call")], ids=["page", "htmx"])
def test_ruling_is_stored_with_what_it_was_worked_out_from(
    client: Client, tournament: Tournament, call: Call, headers: dict[str, str]
) -> None:
    response = client.post(address(tournament, "1/ruling/"), RULING, headers=headers)

    ruling = CallRuling.objects.get()
    assert response.status_code == (200 if headers else 302)
    assert (ruling.text, ruling.rules, ruling.situation) == (RULING["text"], ["8.4.c.(1)"], "pegged-too-many")
    assert ruling.answers == {"who": "first", "error": "2"}
    assert (ruling.first_back, ruling.second_forward) == (2, 2)
    assert ruling.proposed.startswith("Offender: ")
    assert [one.judge.name for one in now(call).signed] == ["Ada Birch"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rules": "5.1.b"}, "5.1.b is withdrawn"),
        ({"rules": "8.4.c.(1), 99"}, "99 is not a number of the 2020 edition"),
        ({"rules": ""}, "Cite the rule"),
        ({"text": "  "}, "Say what is ruled"),
        ({"first-back": "-2"}, "-2 is not a number of points"),
        ({"second-forward": "122"}, "Nobody pegs fewer than 0 or more than 121"),
    ],
)
@pytest.mark.parametrize("headers", [{}, fragment("call")], ids=["page", "htmx"])
def test_ruling_that_cannot_stand_is_refused_with_all_that_was_typed(
    client: Client,
    tournament: Tournament,
    call: Call,
    headers: dict[str, str],
    change: dict[str, str],
    said: str,
) -> None:
    response = client.post(address(tournament, "1/ruling/"), RULING | change, headers=headers)

    assert (response.status_code, CallRuling.objects.count()) == (422, 0)
    assert said in words(response)
    [(name, value)] = change.items()
    assert f'name="{name}" value="{value}"' in response.content.decode() or name == "text"


def test_ruling_made_meanwhile_is_shown_and_ones_own_kept(
    client: Client, tournament: Tournament, call: Call
) -> None:
    rule_on(call=call, actor=judge(tournament, "Bo Cedar", "BC"), draft=DRAFT, seen=0)

    response = client.post(address(tournament, "1/ruling/"), RULING, headers=fragment("call"))

    assert response.status_code == 409
    assert "Not saved: Bo Cedar ruled meanwhile" in words(response)
    assert "Two back, two forward.</textarea>" in response.content.decode()
    assert f'name="seen" value="{latest(call).pk}"' in response.content.decode()


def test_rules_are_taken_however_they_are_typed_and_kept_as_the_book_has_them(
    client: Client, tournament: Tournament, call: Call
) -> None:
    client.post(address(tournament, "1/ruling/"), RULING | {"rules": "8.4c(1), 8.4.C.(1); rule 11.1a"})

    assert latest(call).rules == ["8.4.c.(1)", "11.1.a"]


@pytest.mark.parametrize("typed", ["8.11", "5.1b", "99"])
def test_number_that_the_edition_does_not_have_in_force_stays_refused(
    client: Client, tournament: Tournament, call: Call, typed: str
) -> None:
    refused = client.post(address(tournament, "1/ruling/"), RULING | {"rules": typed})

    assert (refused.status_code, CallRuling.objects.count()) == (422, 0)


def test_whoever_signs_reads_what_the_book_leaves_open(
    client: Client, tournament: Tournament, call: Call
) -> None:
    asked = {"situation": "false-claim", "who": "first", "short-more": "115", "seen": "0"}
    client.post(address(tournament, "1/ruling/"), asked)
    assert (latest(call).first_back, latest(call).second_forward) == (6, 115)

    shown = words(client.get(address(tournament, "1/"), headers=fragment("call-state")))

    assert "Left open by the book: 9 points of the 15 cannot be pegged back." in shown


def test_judges_are_asked_to_stay_where_points_are_pegged(
    client: Client, tournament: Tournament, call: Call
) -> None:
    nothing = dict.fromkeys(("first-back", "first-forward", "second-back", "second-forward"), "0")

    for points, is_asked in ((nothing, False), (nothing | {"second-back": "2"}, True)):
        seen = {"seen": now(call).ruling.pk if now(call).ruling else 0, "reason": "heard again"}
        client.post(address(tournament, "1/ruling/"), RULING | points | seen)

        page = words(client.get(address(tournament, "1/")))
        assert ("Stay until the points are pegged ( JP.g )" in page) is is_asked
