"""Posting the qualifiers: numbered snapshots that nothing alters, and what is told when nothing can be posted."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from brackets.models import Posting
from brackets.posting import selectors, services
from brackets.posting.services import PostingRefused, waive_condition
from scorecards.checking.check_queue import CheckQueue
from scorecards.ranking.actions import set_exemption
from tests.brackets.posting.posting import post
from tests.builders import line, loss, win
from tests.scorecards.cards.card_entry import checker, entrant, save, stored
from tests.scorecards.checking.cross_checks import agreed, confirm_and_sign, disputed
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditEntry, StaffMember, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=agreed())


@pytest.fixture
def dee(tournament: Tournament) -> StaffMember:
    return checker(tournament, "Dee Rector", "director")


def write_line(tournament: Tournament, member: StaffMember, number: int, spread: int) -> None:
    """Save game 3 of a card anew with another spread, the winner's and the loser's card alike."""
    other = 2 if number == 1 else 1
    for owner, found in ((number, win(spread)), (other, loss(spread))):
        card = stored(tournament, owner)
        lines = (*card.lines[:2], line(3, other if owner == number else number, found))
        version = entrant(tournament, owner).scorecard.version
        save(tournament, member, replace(card, lines=lines), version=version)


def test_first_posting_freezes_names_seeds_bracket_and_byes(tournament: Tournament, dee: StaffMember) -> None:
    set_exemption(tournament=tournament, actor=dee, qualifiers=3, reason="a small field")

    posting = post(tournament, dee)

    assert (posting.number, posting.made_by, posting.reason) == (1, "Dee Rector", "")
    assert (posting.changes, posting.waivers) == ([], [])
    assert [place["entrant"] for place in posting.report["standings"] if place["qualifies"]] == [1, 2, 3]
    assert (posting.report["qualifiers"], posting.report["bracket_size"], posting.report["byes"]) == (3, 4, 1)
    assert posting.report["first_round"] == [
        {"slot": 1, "upper": {"seed": 1, "entrant": 1}, "lower": None},
        {"slot": 2, "upper": {"seed": 2, "entrant": 2}, "lower": {"seed": 3, "entrant": 3}},
    ]
    assert {number: (one["name"], one["seat"]) for number, one in posting.people.items()} == {
        "1": ("Entrant 1", "A-1"),
        "2": ("Entrant 2", "B-1"),
        "3": ("Entrant 3", "A-2"),
        "4": ("Entrant 4", "B-2"),
    }
    entry = AuditEntry.objects.get(action="standings posted")
    assert (entry.who, entry.subject, entry.rule) == ("Dee Rector", "posting 1", "App.14")
    assert entry.after == {"qualifiers": 3, "bracket size": 4, "byes": 1, "reason": "", "waived": []}


def test_posting_makes_nothing_for_pages_and_stores_many_cards_by_one_statement(
    tournament: Tournament, dee: StaffMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Its rows of the standings, and models of its cards, took a third of a posting of 2,000.
    monkeypatch.setattr(selectors, "EventOutcome", None)
    monkeypatch.setattr(services, "CARDS_AT_ONCE", 3)

    with CaptureQueriesContext(connection) as queries:
        posting = post(tournament, dee)

    assert len([query for query in queries if query["sql"].startswith(services.INSERT_CARDS)]) == 2
    assert list(posting.cards.values_list("number", flat=True)) == [1, 2, 3, 4]


def test_posting_bears_on_no_card(tournament: Tournament, dee: StaffMember) -> None:
    before = tournament.version

    post(tournament, dee)

    tournament.refresh_from_db()
    assert tournament.version == before + 1
    assert differences(tournament) == []


def test_correction_after_posting_makes_the_next_and_leaves_the_first_alone(
    tournament: Tournament, dee: StaffMember
) -> None:
    first = post(tournament, dee)
    frozen = Posting.objects.filter(pk=first.pk).values().get()
    write_line(tournament, dee, 2, 31)

    second = post(tournament, dee, reason="the card of game 3 was misread")

    assert (first.number, second.number, second.reason) == (1, 2, "the card of game 3 was misread")
    assert Posting.objects.filter(pk=first.pk).values().get() == frozen
    assert [place["entrant"] for place in second.report["standings"]][:2] == [2, 1]
    assert second.changes == [
        {
            "entrant": 2,
            "name": "Entrant 2",
            "before": {"rank": 2, "qualifies": False, "card": "4/2 +21"},
            "after": {"rank": 1, "qualifies": True, "card": "7/3 +63"},
        },
        {
            "entrant": 1,
            "name": "Entrant 1",
            "before": {"rank": 1, "qualifies": True, "card": "7/3 +66"},
            "after": {"rank": 2, "qualifies": False, "card": "5/2 +24"},
        },
    ]


def test_name_corrected_after_posting_is_posted_anew_without_a_change_of_place(
    tournament: Tournament, dee: StaffMember
) -> None:
    first = post(tournament, dee)
    with tournament_change(tournament) as locked:
        one = entrant(locked)
        one.name = "Entrant the First"
        one.save()

    second = post(tournament, dee, reason="a name was misspelt")

    assert second.changes == []
    assert (first.people["1"]["name"], second.people["1"]["name"]) == ("Entrant 1", "Entrant the First")


def test_entrant_who_came_and_one_who_went_are_among_the_changes(tournament: Tournament, dee: StaffMember) -> None:
    first = post(tournament, dee)
    report = {**first.report, "standings": first.report["standings"][:-1]}
    people = {number: one for number, one in first.people.items() if number != "4"}
    Posting.objects.filter(pk=first.pk).update(report=report, people=people)

    second = post(tournament, dee, reason="one was forgotten")

    assert [(one["entrant"], one["before"]) for one in second.changes] == [(4, None)]


def test_disagreement_found_after_posting_blocks_the_next_one(tournament: Tournament, dee: StaffMember) -> None:
    post(tournament, dee)
    card = stored(tournament, 2)
    save(tournament, dee, replace(card, lines=(*card.lines[:2], line(3, 1, loss(8)))), version=1)

    with pytest.raises(PostingRefused, match="not complete yet"):
        post(tournament, dee, reason="the card was misread")

    confirm_and_sign(tournament, dee)
    second = post(tournament, dee, reason="the card was misread")
    assert [(one["entrant"], one["after"]["card"]) for one in second.changes] == [(1, "7/3 +63"), (2, "4/2 +24")]


def test_postings_of_two_events_are_numbered_by_themselves(tournament: Tournament, dee: StaffMember) -> None:
    other = import_event(event_file=agreed())
    post(tournament, dee)

    assert post(other, checker(other, "Di Rector", "director")).number == 1


def test_initials_given_after_posting_change_nothing_that_is_posted() -> None:
    tournament = import_event(event_file=disputed())
    dee = checker(tournament, "Dee Rector", "director")
    waive_condition(tournament=tournament, actor=dee, item="checked", reason="it rains in")
    post(tournament, dee)

    confirm_and_sign(tournament, dee)

    assert CheckQueue(tournament).open == []
    with pytest.raises(PostingRefused, match="Nothing has changed"):
        post(tournament, dee)


@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "App.14"), ("acc-2010", "guideline 15")])
def test_log_of_a_posting_cites_the_rule_of_the_edition(
    tournament: Tournament, dee: StaffMember, edition: str, rule: str
) -> None:
    Tournament.objects.update(edition=edition)

    post(tournament, dee)

    assert AuditEntry.objects.get(action="standings posted").rule == rule
