"""A line against somebody who had left waits for a decision of one line, with the win by 10 filled in."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from brackets.event_files.export import event_file_of
from brackets.event_files.store import import_event
from scorecards.checking.services.decisions import InvalidDecision, decide_game
from scorecards.models import Decision
from scorecards.records.recalculate import bring_up_to_date
from scorecards.records.results import current_result
from tests.builders import line, loss, win
from tests.pages import get_page
from tests.scorecards.checking.check_pages import client_of, staff
from tests.scorecards.checking.cross_checks import DISPUTED, item, with_a_leaver
from tournaments.entrants.services.registration import reinstate_entrant
from tournaments.event_file.writing import write_event_file
from tournaments.models import StaffMember, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=with_a_leaver())


@pytest.fixture
def judge(tournament: Tournament) -> StaffMember:
    return staff(tournament, "director", "Ada Birch", "AB")


@pytest.fixture
def director(judge: StaffMember) -> Client:
    return client_of(judge)


def decide(tournament: Tournament, actor: StaffMember) -> Decision:
    return decide_game(
        tournament=tournament, actor=actor, game=3, lines={1: line(3, 2, win(10))}, reason="2 had left", seen=None
    )


def test_page_waits_with_the_win_by_ten_filled_in(tournament: Tournament, director: Client) -> None:
    waits = item(tournament)

    page = get_page(director, f"/t/{tournament.slug}/check/{DISPUTED}/")

    assert [side.holder.number for side in waits.sides] == [1]
    assert page.by_id("line-1").attributes["value"] == "10"
    assert [one.attributes["name"] for one in page.all("input") if one.attributes.get("id") == "line-2"] == []


def test_one_line_decides_it_and_the_file_comes_back_byte_for_byte(tournament: Tournament, director: Client) -> None:
    response = director.post(
        reverse("scorecards:decide-game", args=(tournament.slug, DISPUTED)),
        {"line-1": "10", "reason": "2 had left", "rule": "14.1", "decided_by": "Ada Birch", "seen": ""},
    )
    page = get_page(director, f"/t/{tournament.slug}/check/{DISPUTED}/")

    text = write_event_file(event_file_of(tournament))
    again = write_event_file(event_file_of(import_event(event_file=event_file_of(tournament))))
    assert response.status_code == 302
    assert [len(found["lines"]) for found in json.loads(text)["decisions"]] == [1]
    assert json.loads(again) | {"event": None} == json.loads(text) | {"event": None}
    assert "2 had left" in page.text


@pytest.mark.parametrize("lines", [{1: line(3, 2, win(10)), 2: line(3, 1, loss(10))}, {2: line(3, 1, loss(10))}])
def test_line_of_who_had_left_is_refused(tournament: Tournament, judge: StaffMember, lines: dict[int, object]) -> None:
    with pytest.raises(InvalidDecision) as refusal:
        decide_game(tournament=tournament, actor=judge, game=3, lines=lines, reason="2 had left")  # type: ignore[arg-type]

    assert refusal.value.errors == {"lines": "This decision needs the lines of A-1."}


def test_decision_ends_when_the_opponent_is_back(tournament: Tournament, judge: StaffMember) -> None:
    decision = decide(tournament, judge)
    reinstate_entrant(tournament=tournament, actor=judge, number=2)
    tournament.refresh_from_db()
    bring_up_to_date(tournament)

    decision.refresh_from_db()
    found = current_result(tournament)
    assert decision.revoked_reason == "the opponent is back, or has a line"
    assert found is not None
    assert (found.result.complete, event_file_of(tournament).decisions) == (False, ())


def test_earlier_decision_of_two_lines_is_read_as_one(tournament: Tournament, judge: StaffMember) -> None:
    """Before, both lines had to be entered: the line of who owes none counts no longer."""
    decision = decide(tournament, judge)
    decision.lines.create(entrant=decision.second, points=0, minus=10)

    assert [len(found.lines) for found in event_file_of(tournament).decisions] == [1]
