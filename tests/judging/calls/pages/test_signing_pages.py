"""Signatures, disagreement and closing on the page of a call, and who is kept out."""

import re

import pytest
from django.test import Client

from judging.calls.services.calls import disagree, rule_on
from judging.judges.services import add_relation
from judging.models import Call
from tests.judging.calls.calling import (
    TEXT,
    a_call,
    an_event,
    disputed,
    draft,
    judge,
    latest,
    now,
    player,
    settled,
    sign_as,
)
from tests.judging.calls.pages.asking import RULING, address, fragment, words
from tests.pages import Element, get_page, read_page
from tests.scorecards.checking.check_pages import client_of
from tournaments.models import StaffMember, Tournament

pytestmark = pytest.mark.django_db


def test_second_judge_signs_from_the_list_and_by_name(client: Client, tournament: Tournament, call: Call) -> None:
    bo = judge(tournament, "Bo Cedar", "BC")
    client.post(address(tournament, "1/ruling/"), RULING)

    client.post(address(tournament, "1/signatures/"), {"judge": bo.pk, "seen": latest(call).pk})
    client.post(address(tournament, "1/signatures/2/removal/"))
    client.post(address(tournament, "1/signatures/"), {"name": "Cy Dell", "initials": "CD", "seen": latest(call).pk})

    assert [(one.judge.name, one.judge.initials) for one in now(call).signed] == [
        ("Ada Birch", "AB"),
        ("Cy Dell", "CD"),
    ]


def actions_on(client: Client, tournament: Tournament) -> set[str]:
    page = client.get(address(tournament, "1/")).content.decode()
    return set(re.findall(r'action="[^"]*/calls/1/([a-z]+)/', page))


def test_party_is_offered_only_what_a_player_may_do(client: Client, tournament: Tournament) -> None:
    _, ada, _ = settled(tournament)
    client.force_login(ada.user)
    assert actions_on(client, tournament) == {"signatures", "closing", "disagreement", "ruling", "players"}

    client.force_login(judge(tournament, player(tournament, 2).name, "PP").user)

    assert actions_on(client, tournament) == {"disagreement", "ruling", "players"}
    assert 'name="situation"' not in client.get(address(tournament, "1/")).content.decode()


def may_accept(client: Client, tournament: Tournament) -> bool:
    return "The player accepts the ruling" in get_page(client, address(tournament, "1/")).texts("button")


def test_player_accepts_by_a_judge_who_is_no_party_until_the_third_has_signed(
    client: Client, tournament: Tournament
) -> None:
    call, ada, _ = disputed(tournament)
    party = client_of(judge(tournament, player(tournament, 2).name, "PP"))
    client.force_login(ada.user)
    assert (may_accept(client, tournament), may_accept(party, tournament)) == (True, False)

    sign_as(call, judge(tournament, "Cy Dell", "CD"))

    assert not may_accept(client, tournament)


def test_party_is_not_asked_to_sign(client: Client, tournament: Tournament, call: Call, ada: StaffMember) -> None:
    rule_on(call=call, actor=ada, draft=draft(), seen=0)
    client.force_login(ada.user)
    assert "signatures" in actions_on(client, tournament)

    client.force_login(judge(tournament, player(tournament, 2).name, "PP").user)

    assert "signatures" not in actions_on(client, tournament)


def places_to_take_off(client: Client, tournament: Tournament) -> list[str]:
    page = client.get(address(tournament, "1/")).content.decode()
    return re.findall(r'action="[^"]*/signatures/(\d)/removal/"', page)


def test_judges_are_taken_off_only_where_they_can_be(client: Client, tournament: Tournament) -> None:
    call, ada, _ = disputed(tournament)
    client.force_login(ada.user)
    assert places_to_take_off(client, tournament) == ["1", "2"]

    sign_as(call, judge(tournament, "Cy Dell", "CD"))

    assert places_to_take_off(client, tournament) == []
    client.force_login(judge(tournament, "Dee Rector", "DR", role="director").user)
    assert places_to_take_off(client, tournament) == ["3"]


def test_refused_signature_by_name_keeps_what_was_written(client: Client, tournament: Tournament, call: Call) -> None:
    client.post(address(tournament, "1/ruling/"), RULING)
    written = {"name": "Cy Dell", "initials": "C-D", "seen": latest(call).pk}

    response = client.post(address(tournament, "1/signatures/"), written)

    page = read_page(response.content.decode())
    fields = [page.by_id(f"signer-{name}").attributes["value"] for name in ("name", "initials")]
    assert (response.status_code, fields, folds_open(page)) == (422, ["Cy Dell", "C-D"], ["A judge who is not listed"])


def folds_open(page: Element) -> list[str]:
    page = page.by_id("call-state")
    return [one.texts("summary")[0] for one in page.all("details") if "open" in one.attributes]


def test_signature_of_a_close_judge_opens_the_field_for_the_reason(
    client: Client, tournament: Tournament, call: Call, ada: StaffMember
) -> None:
    bo = judge(tournament, "Bo Cedar", "BC")
    client.post(address(tournament, "1/ruling/"), RULING)
    add_relation(tournament=tournament, actor=ada, first=bo.name, second=player(tournament, 1).name, bond="family")

    warned = client.post(address(tournament, "1/signatures/"), {"judge": bo.pk, "seen": latest(call).pk})

    assert (warned.status_code, folds_open(read_page(warned.content.decode()))) == (422, ["Close to a player?"])


def test_close_judge_is_warned_and_let_through_with_a_reason(
    client: Client, tournament: Tournament, call: Call, ada: StaffMember
) -> None:
    add_relation(tournament=tournament, actor=ada, first=ada.name, second=player(tournament, 1).name, bond="family")

    warned = client.post(address(tournament, "1/ruling/"), RULING)
    taken = client.post(address(tournament, "1/ruling/"), RULING | {"why": "No other judge is free"})

    assert (warned.status_code, taken.status_code) == (422, 302)
    assert now(call).signed[0].judge.reason == "No other judge is free"


def test_somebody_who_does_not_judge_here_cannot_sign(client: Client, tournament: Tournament, call: Call) -> None:
    client.post(address(tournament, "1/ruling/"), RULING)
    checker = judge(tournament, "Che Ker", "CK", role="checker")

    response = client.post(address(tournament, "1/signatures/"), {"judge": checker.pk, "seen": latest(call).pk})

    assert response.status_code == 422
    assert len(now(call).signed) == 1


def test_disagreement_third_judge_and_closing(client: Client, tournament: Tournament) -> None:
    call, _, _ = settled(tournament)
    cy = judge(tournament, "Cy Dell", "CD")

    client.post(address(tournament, "1/disagreement/"), {"player": "2", "note": "heard otherwise"})
    early = client.post(address(tournament, "1/closing/"))
    client.post(address(tournament, "1/signatures/"), {"judge": cy.pk, "seen": latest(call).pk})
    final = actions_on(client, tournament)
    client.post(address(tournament, "1/closing/"))

    assert ("closing" in final, "disagreement" in final) == (True, False)
    assert early.status_code == 422
    assert (now(call).disagreement.note, len(now(call).signed)) == ("heard otherwise", 3)
    assert "Closed , by Ada Birch" in words(client.get(address(tournament, "1/")))


def test_player_who_agrees_after_all(client: Client, tournament: Tournament, ada: StaffMember) -> None:
    call, _, _ = settled(tournament)
    disagree(call=call, actor=ada, player=1)

    client.post(address(tournament, "1/disagreement/removal/"))

    assert now(call).disagreement is None


def test_players_are_put_right(client: Client, tournament: Tournament, call: Call) -> None:
    client.post(address(tournament, "1/players/"), {"first": "3", "second": "4", "asked": "who dealt?"})
    refused = client.post(address(tournament, "1/players/"), {"first": "3", "second": "3"})

    assert (now(call).first.number, now(call).second.number, now(call).asked) == (3, 4, "who dealt?")
    assert refused.status_code == 422


def test_call_that_is_not_there_is_not_found(client: Client, tournament: Tournament) -> None:
    for path in ["7/", "7/ruling/", "7/signatures/", "7/closing/", "7/players/"]:
        response = client.get(address(tournament, path)) if path == "7/" else client.post(address(tournament, path))

        assert response.status_code == 404


def test_call_of_another_event_is_not_found(client: Client, tournament: Tournament) -> None:
    other = an_event(players=10)
    a_call(other, judge(other))

    assert client.get(address(tournament, "1/")).status_code == 404


def test_state_follows_and_is_answered_in_a_word_while_it_is_the_same(
    client: Client, tournament: Tournament, call: Call
) -> None:
    first = client.get(address(tournament, "1/"), headers=fragment("call-state"))
    again = {**fragment("call-state"), "If-None-Match": first["ETag"]}
    unchanged = client.get(address(tournament, "1/"), headers=again)
    rule_on(call=call, actor=judge(tournament, "Bo Cedar", "BC"), draft=draft(), seen=0)
    changed = client.get(address(tournament, "1/"), headers=again)

    assert (unchanged.status_code, changed.status_code) == (304, 200)
    assert TEXT in changed.content.decode()
