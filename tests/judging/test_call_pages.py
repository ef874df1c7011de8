"""The pages of calls: what works, what is refused in place, fragments, and a fixed number of queries."""

from __future__ import annotations

import csv
import io
import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from judging.models import Call, CallRuling, JudgePost, Relation
from judging.services_calls import close, disagree, rule_on
from judging.services_judges import add_relation
from scorecards.models import HighHand
from tests.access.people import HTMX
from tests.judging.calling import DRAFT, a_call, an_event, disputed, judge, latest, now, player, settled
from tournaments.models import Entrant, StaffMember, Tournament

pytestmark = pytest.mark.django_db

RULING = {
    "situation": "pegged-too-many",
    "who": "first",
    "error": "2",
    "seen": "0",
    "text": "Two back, two forward.",
    "rules": "8.4.c.(1)",
    "first-back": "2",
    "first-forward": "0",
    "second-back": "0",
    "second-forward": "2",
}


@pytest.fixture
def tournament() -> Tournament:
    return an_event()


@pytest.fixture
def ada(tournament: Tournament, client: Client) -> StaffMember:
    member = judge(tournament)
    assert member.user is not None
    client.force_login(member.user)
    return member


@pytest.fixture
def call(tournament: Tournament, ada: StaffMember) -> Call:
    return a_call(tournament, ada)


def address(tournament: Tournament, path: str = "") -> str:
    return f"/t/{tournament.slug}/calls/{path}"


def fragment(target: str) -> dict[str, str]:
    return {**HTMX, "HX-Target": target}


def words(response: Any) -> str:
    """Return what a page says, without its marks."""
    return " ".join(re.sub(r"<[^>]*>", " ", response.content.decode()).split())


# The list


def test_open_calls_are_listed_and_closed_ones_are_not(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    closed, _, _ = settled(tournament)
    close(call=closed, member=ada)
    a_call(tournament, ada, place="A-5/A-6")

    shown = words(client.get(address(tournament)))

    assert ("Game 1, A-5/A-6" in shown, "Game 1, A-1/A-2" in shown) == (True, False)


def test_list_asked_for_again_costs_two_queries_as_long_as_nothing_changes(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    tag = client.get(address(tournament), headers=fragment("open-calls"))["ETag"]
    again = {**fragment("open-calls"), "If-None-Match": tag}

    with CaptureQueriesContext(
        connection,
    ) as queries:
        unchanged = client.get(address(tournament), headers=again)
    a_call(tournament, ada)
    changed = client.get(address(tournament), headers=again)

    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert len([one for one in queries if "SAVEPOINT" not in one["sql"]]) <= 3
    assert (changed.status_code, changed["ETag"] == tag) == (200, False)
    assert changed.content.strip().startswith(b'<div id="open-calls"')


def test_pages_take_the_same_number_of_queries_whatever_their_size(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    def queries(path: str) -> int:
        with CaptureQueriesContext(connection) as found:
            assert client.get(address(tournament, path)).status_code == 200
        return len(found)

    disputed(tournament)
    paths = ("", "new/", "1/", "log/", "log/csv/", "high-hands/")
    few = {path: queries(path) for path in paths}
    for number in range(3):
        member = judge(tournament, f"Judge {number}")
        call = a_call(tournament, member, first=number + 1, second=number + 3)
        rule_on(call=call, member=member, draft=DRAFT, seen=0)
    disputed(tournament)

    assert {path: queries(path) for path in paths} == few


# Opening


def test_board_opens_a_call_about_its_two_players(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    page = client.get(address(tournament, "new/"))
    [board] = re.findall(r'value="(\d+-\d+)"><strong>A-1/A-2', page.content.decode())

    response = client.post(address(tournament, "new/"), {"board": board, "game": "1", "key": str(uuid4())})

    call = Call.objects.get()
    assert response["Location"] == f"/t/{tournament.slug}/calls/1/"
    assert (f"{call.first.number}-{call.second.number}", call.place, call.game) == (board, "A-1/A-2", 1)


def test_call_opened_under_htmx_leads_to_its_page(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    facts = {"first": "1", "second": "2", "game": "", "key": str(uuid4())}

    response = client.post(address(tournament, "new/"), facts, headers=fragment("new-call"))

    assert (response.status_code, response["HX-Redirect"]) == (204, f"/t/{tournament.slug}/calls/1/")
    assert Call.objects.get().where == "Playoffs"


def test_call_sent_twice_by_a_nervous_thumb_is_one(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    facts = {"first": "1", "second": "2", "game": "1", "key": str(uuid4())}

    for _ in range(2):
        client.post(address(tournament, "new/"), facts)

    assert Call.objects.count() == 1


@pytest.mark.parametrize(
    "facts", [{}, {"first": "1", "second": "1"}, {"first": "1", "second": "99"}, {"board": "x-y"}]
)
def test_call_about_nobody_is_refused_in_place(
    client: Client, tournament: Tournament, ada: StaffMember, facts: dict[str, str]
) -> None:
    response = client.post(address(tournament, "new/"), {"game": "1", **facts})

    assert (response.status_code, Call.objects.count()) == (422, 0)
    assert "A call is about two different players of this event." in words(response)


def test_game_proposed_is_that_of_the_latest_call(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    a_call(tournament, ada, game=3)

    assert re.search(r"Game 3\s*<span", client.get(address(tournament, "new/")).content.decode())


# Ruling


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
    rule_on(call=call, member=judge(tournament, "Bo Cedar", "BC"), draft=DRAFT, seen=0)

    response = client.post(address(tournament, "1/ruling/"), RULING, headers=fragment("call"))

    assert response.status_code == 409
    assert "Not saved: Bo Cedar ruled meanwhile" in words(response)
    assert "Two back, two forward.</textarea>" in response.content.decode()
    assert f'name="seen" value="{latest(call).pk}"' in response.content.decode()


# Signing and what follows


def test_second_judge_signs_from_the_list_and_by_name(
    client: Client, tournament: Tournament, call: Call
) -> None:
    bo = judge(tournament, "Bo Cedar", "BC")
    client.post(address(tournament, "1/ruling/"), RULING)

    client.post(address(tournament, "1/signatures/"), {"judge": bo.pk, "seen": latest(call).pk})
    client.post(address(tournament, "1/signatures/2/removal/"))
    client.post(
        address(tournament, "1/signatures/"), {"name": "Cy Dell", "initials": "CD", "seen": latest(call).pk}
    )

    assert [(one.judge.name, one.judge.initials) for one in now(call).signed] == [
        ("Ada Birch", "AB"),
        ("Cy Dell", "CD"),
    ]


def test_close_judge_is_warned_and_let_through_with_a_reason(
    client: Client, tournament: Tournament, call: Call, ada: StaffMember
) -> None:
    add_relation(
        tournament=tournament, member=ada, first=ada.name, second=player(tournament, 1).name, bond="family"
    )

    warned = client.post(address(tournament, "1/ruling/"), RULING)
    taken = client.post(address(tournament, "1/ruling/"), RULING | {"why": "No other judge is free"})

    assert (warned.status_code, taken.status_code) == (422, 302)
    assert now(call).signed[0].judge.reason == "No other judge is free"


def test_party_is_refused(client: Client, tournament: Tournament, call: Call, ada: StaffMember) -> None:
    Entrant.objects.filter(tournament=tournament, number=1).update(name=ada.name)

    response = client.post(address(tournament, "1/ruling/"), RULING)

    assert (response.status_code, CallRuling.objects.count()) == (422, 0)
    assert "Ada Birch plays in this game and cannot judge it (JP.f)" in words(response)


def test_somebody_who_does_not_judge_here_cannot_sign(
    client: Client, tournament: Tournament, call: Call
) -> None:
    client.post(address(tournament, "1/ruling/"), RULING)
    checker = judge(tournament, "Che Ker", "CK", role="checker")

    response = client.post(
        address(tournament, "1/signatures/"), {"judge": checker.pk, "seen": latest(call).pk}
    )

    assert response.status_code == 422
    assert len(now(call).signed) == 1


def test_disagreement_third_judge_and_closing(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    call, _, _ = settled(tournament)
    cy = judge(tournament, "Cy Dell", "CD")

    client.post(address(tournament, "1/disagreement/"), {"player": "2", "note": "heard otherwise"})
    early = client.post(address(tournament, "1/closing/"))
    client.post(address(tournament, "1/signatures/"), {"judge": cy.pk, "seen": latest(call).pk})
    client.post(address(tournament, "1/closing/"))

    assert early.status_code == 422
    assert (now(call).disagreement.note, len(now(call).signed)) == ("heard otherwise", 3)
    assert "Closed , by Ada Birch" in words(client.get(address(tournament, "1/")))


def test_player_who_agrees_after_all(client: Client, tournament: Tournament, ada: StaffMember) -> None:
    call, _, _ = settled(tournament)
    disagree(call=call, member=ada, player=1)

    client.post(address(tournament, "1/disagreement/removal/"))

    assert now(call).disagreement is None


def test_players_are_put_right(client: Client, tournament: Tournament, call: Call) -> None:
    client.post(address(tournament, "1/players/"), {"first": "3", "second": "4", "asked": "who dealt?"})
    refused = client.post(address(tournament, "1/players/"), {"first": "3", "second": "3"})

    assert (now(call).first.number, now(call).second.number, now(call).asked) == (3, 4, "who dealt?")
    assert refused.status_code == 422


@pytest.mark.parametrize("path", ["7/", "7/ruling/", "7/signatures/", "7/closing/", "7/players/"])
def test_call_that_is_not_there_is_not_found(
    client: Client, tournament: Tournament, ada: StaffMember, path: str
) -> None:
    response = (
        client.get(address(tournament, path)) if path == "7/" else client.post(address(tournament, path))
    )

    assert response.status_code == 404


def test_call_of_another_event_is_not_found(client: Client, tournament: Tournament, ada: StaffMember) -> None:
    other = an_event(players=10)
    a_call(other, judge(other))

    assert client.get(address(tournament, "1/")).status_code == 404


def test_checker_is_refused(client: Client, tournament: Tournament) -> None:
    checker = judge(tournament, role="checker")
    client.force_login(checker.user)

    assert [client.get(address(tournament, path)).status_code for path in ("", "log/", "hand/")] == [403] * 3


def test_state_follows_and_is_answered_in_a_word_while_it_is_the_same(
    client: Client, tournament: Tournament, call: Call
) -> None:
    first = client.get(address(tournament, "1/"), headers=fragment("call-state"))
    again = {**fragment("call-state"), "If-None-Match": first["ETag"]}
    unchanged = client.get(address(tournament, "1/"), headers=again)
    rule_on(call=call, member=judge(tournament, "Bo Cedar", "BC"), draft=DRAFT, seen=0)
    changed = client.get(address(tournament, "1/"), headers=again)

    assert (unchanged.status_code, changed.status_code) == (304, 200)
    assert DRAFT.text in changed.content.decode()


# Judges


def test_judge_says_where_they_are(client: Client, tournament: Tournament, ada: StaffMember) -> None:
    client.post(address(tournament, "judges/"), {"whereabouts": "at-table"})

    assert JudgePost.objects.get().whereabouts == "at-table"
    assert "at table until the hand is done" in words(client.get(address(tournament)))


def test_director_names_the_head_judge_and_nobody_else_does(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    refused = client.post(address(tournament, "judges/head/"), {"judge": ada.pk})
    client.force_login(judge(tournament, "Dee Rector", "DR", role="director").user)
    client.post(address(tournament, "judges/head/"), {"judge": ada.pk})

    assert refused.status_code == 403
    assert JudgePost.objects.get(is_head=True).member == ada


def test_director_enters_relations_and_strikes_them_out(client: Client, tournament: Tournament) -> None:
    client.force_login(judge(tournament, "Dee Rector", "DR", role="director").user)
    facts = {"first": "Ada Birch", "second": "Bo Cedar", "bond": "roommate"}

    client.post(address(tournament, "relations/"), facts)
    again = client.post(address(tournament, "relations/"), facts)
    client.post(address(tournament, f"relations/{Relation.objects.get().pk}/removal/"))

    assert (again.status_code, "written down already" in words(again)) == (422, True)
    assert (Relation.objects.count(), Relation.objects.get().ended_by) == (1, "Dee Rector")
    assert "Nobody is entered yet." in words(client.get(address(tournament, "relations/")))


# The log


def test_log_is_narrowed_down_by_rule_table_player_and_judge(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    settled(tournament)
    a_call(tournament, ada, first=3, second=4, place="B-1/B-2")

    def found(**wanted: str) -> list[str]:
        page = client.get(address(tournament, "log/"), wanted, headers=fragment("call-log")).content.decode()
        return re.findall(r'/calls/(\d+)/">', page)

    assert found() == ["2", "1"]
    assert [found(rule=rule) for rule in ("8.4", "8.4.c.(1)", "8.4.c.(2)", "8")] == [["1"], ["1"], [], ["1"]]
    assert [found(table=place) for place in ("a", "A-2", "B", "c")] == [["1"], ["1"], ["2"], []]
    assert [found(player=name) for name in (player(tournament, 3).name.upper(), "2 ")] == [["2"], ["1"]]
    assert [found(judge=name) for name in ("bo", "BC", "nobody")] == [["1"], ["1"], []]


def test_log_counts_by_rule(client: Client, tournament: Tournament, ada: StaffMember) -> None:
    for member in (ada, judge(tournament, "Bo Cedar", "BC")):
        call = a_call(tournament, member)
        rule_on(call=call, member=member, draft=DRAFT, seen=0)

    assert re.search(
        r"By rule .*8\.4\.c\.\(1\) .* 2$",
        words(client.get(address(tournament, "log/"), headers=fragment("call-log"))),
    )


def test_table_for_a_spreadsheet_runs_no_formula(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    call = a_call(tournament, ada, asked="=1+1")
    client.post(address(tournament, "1/ruling/"), RULING | {"text": "@SUM(A1)"})

    response = client.get(address(tournament, "log/csv/"))

    rows = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert [(row["Call"], row["Asked"], row["Ruling"], row["Judges"]) for row in rows] == [
        (str(call.number), "'=1+1", "'@SUM(A1)", "Ada Birch (AB)")
    ]


# Counting hands


@pytest.mark.parametrize(
    ("cards", "crib", "points"),
    [
        ("5C 5D 5H JS 5S", "0", 29),
        ("2H 4H 6H 8H 10C", "0", 4),
        ("2H 4H 6H 8H 10C", "1", 0),
        ("5C 5C 5D", "0", None),
    ],
)
def test_hand_is_counted_from_its_address(
    client: Client, tournament: Tournament, ada: StaffMember, cards: str, crib: str, points: int | None
) -> None:
    response = client.get(address(tournament, "hand/"), {"cards": cards, "crib": crib})

    count = response.context["count"]
    assert (count.total if count else None) == points


def test_card_on_the_table_cannot_be_put_down_again(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    page = client.get(address(tournament, "hand/"), {"cards": "5C 5C nonsense QH"}).content.decode()

    assert ('id="card-5C"' in page, 'id="down-5C"' in page, page.count('id="down-')) == (False, True, 2)
    assert page.count('id="card-') == 50


def test_high_hand_needs_its_cards(client: Client, tournament: Tournament, ada: StaffMember) -> None:
    facts = {"entrant": "1", "game": "1", "crib": "0", "starter": "5S", "witnesses": "Bo"}

    entered = client.post(address(tournament, "high-hands/"), facts | {"cards": "5C 5D 5H JS"})
    refused = client.post(address(tournament, "high-hands/"), facts | {"cards": "5C 5D 6H JS"})

    assert (entered.status_code, refused.status_code) == (302, 422)
    assert "only 28 and 29 are entered here" in words(refused)
    assert [(row.points, row.entrant.number) for row in HighHand.objects.all()] == [(29, 1)]


def test_high_hand_is_struck_out_and_kept(client: Client, tournament: Tournament, ada: StaffMember) -> None:
    facts = {
        "entrant": "1",
        "game": "1",
        "crib": "0",
        "starter": "5S",
        "witnesses": "Bo",
        "cards": "5C 5D 5H JS",
    }
    client.post(address(tournament, "high-hands/"), facts)

    client.post(address(tournament, f"high-hands/{HighHand.objects.get().pk}/removal/"))

    assert HighHand.objects.get().ended_by == "Ada Birch"
    assert "No 28 or 29 yet." in words(client.get(address(tournament, "high-hands/")))
