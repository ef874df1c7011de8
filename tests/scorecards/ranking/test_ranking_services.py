"""Tie games, orders for ties and the exemption from one in four: entered with a reason, and taken back."""

from dataclasses import replace

import pytest

from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from scorecards.models import TieGame, TieOrder
from scorecards.ranking.actions import record_tie_game, revoke_tie_game, revoke_tie_order, save_tie_order, set_exemption
from tests.events import in_a_circle, round_robin
from tests.scorecards.cards.card_entry import checker, save, stored
from tests.scorecards.checking.cross_checks import report
from tests.scorecards.ranking.rankings import two_level
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.refused import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=two_level())


@pytest.fixture
def circle() -> Tournament:
    return import_event(event_file=in_a_circle())


def director(tournament: Tournament) -> StaffMember:
    return checker(tournament, "Dee Rector", "director")


def order_of(tournament: Tournament) -> list[tuple[int, int]]:
    return [(place["rank"], place["entrant"]) for place in report(tournament)["standings"]]


def test_tie_game_settles_the_order(tournament: Tournament) -> None:
    assert report(tournament)["tie_games_needed"] == [[1, 2]]

    record_tie_game(tournament=tournament, actor=director(tournament), winner=2, loser=1)

    assert (report(tournament)["tie_games_needed"], order_of(tournament)[:2]) == ([], [(1, 2), (2, 1)])
    assert TieGame.objects.get().made_by == "Dee Rector"
    entry = AuditEntry.objects.get(action="tie game recorded")
    assert (entry.who, entry.subject, entry.after, entry.rule) == (
        "Dee Rector",
        "2 Entrant 2, 1 Entrant 1",
        {"winner": 2},
        "App.7.f",
    )
    assert differences(tournament) == []


def test_tie_game_taken_back_is_to_be_played_again(tournament: Tournament) -> None:
    member = director(tournament)
    record_tie_game(tournament=tournament, actor=member, winner=1, loser=2)
    played = TieGame.objects.get()

    revoke_tie_game(tournament=tournament, actor=member, tie_game=played.pk, why="written down wrongly")

    assert report(tournament)["tie_games_needed"] == [[1, 2]]
    record_tie_game(tournament=tournament, actor=member, winner=2, loser=1)
    assert list(TieGame.objects.values_list("winner__number", "revoked_reason")) == [
        (1, "written down wrongly"),
        (2, ""),
    ]
    with pytest.raises(Refused, match="undone before"):
        revoke_tie_game(tournament=tournament, actor=member, tie_game=played.pk)
    assert differences(tournament) == []


def test_tie_game_stands_while_a_correction_parts_the_two(tournament: Tournament) -> None:
    member = director(tournament)
    record_tie_game(tournament=tournament, actor=member, winner=1, loser=2)
    card = stored(tournament, 1)
    lower = replace(card, lines=(replace(card.lines[0], plus=9), card.lines[1]))

    save(tournament, member, lower, version=1)
    parted = order_of(tournament)[:2]
    save(tournament, member, card, version=2)

    assert (parted, order_of(tournament)[:2]) == ([(1, 2), (2, 1)], [(1, 1), (2, 2)])
    assert TieGame.objects.get().revoked_at is None
    assert differences(tournament) == []


def test_order_settles_a_circle_of_three(circle: Tournament) -> None:
    [group] = report(circle)["tie_orders_needed"]
    assert sorted(group) == [1, 2, 3]

    save_tie_order(tournament=circle, actor=director(circle), order=[3, 1, 2], reason=" cut for it ")

    assert (report(circle)["tie_orders_needed"], order_of(circle)[:3]) == ([], [(1, 3), (2, 1), (3, 2)])
    assert TieOrder.objects.get().reason == "cut for it"
    entry = AuditEntry.objects.get(action="tie order set")
    assert (entry.after, entry.rule) == ({"order": [3, 1, 2], "reason": "cut for it"}, "14.1")
    assert differences(circle) == []


def test_order_of_others_than_those_tied_is_refused(circle: Tournament) -> None:
    for order in [[1, 2], [1, 2, 3, 4], [1, 1, 2], [], [1, 2, 9]]:
        with pytest.raises(Refused, match="everybody in an open tie"):
            save_tie_order(tournament=circle, actor=director(circle), order=order, reason="cut for it")

        assert TieOrder.objects.count() == 0


@pytest.mark.parametrize(("reason", "told"), [(" ", "Enter how"), ("x" * 2001, "at most 2000 fit")])
def test_order_needs_a_reason_that_fits(circle: Tournament, reason: str, told: str) -> None:
    with pytest.raises(Refused, match=told):
        save_tie_order(tournament=circle, actor=director(circle), order=[1, 2, 3], reason=reason)

    assert TieOrder.objects.count() == 0


def test_order_taken_back_opens_the_tie_again(circle: Tournament) -> None:
    member = director(circle)
    save_tie_order(tournament=circle, actor=member, order=[3, 1, 2], reason="cut for it")
    entered = TieOrder.objects.get()

    revoke_tie_order(tournament=circle, actor=member, tie_order=entered.pk, why="the cut was wrong")

    assert [sorted(group) for group in report(circle)["tie_orders_needed"]] == [[1, 2, 3]]
    assert TieOrder.objects.get().revoked_reason == "the cut was wrong"
    entry = AuditEntry.objects.get(action="tie order undone")
    assert entry.before == {"order": [3, 1, 2], "reason": "cut for it"}
    with pytest.raises(Refused, match="undone before"):
        revoke_tie_order(tournament=circle, actor=member, tie_order=entered.pk)
    assert differences(circle) == []


def test_ties_before_any_card_are_none() -> None:
    empty = import_event(event_file=replace(two_level(), scorecards=()))

    with pytest.raises(Refused):
        record_tie_game(tournament=empty, actor=director(empty), winner=1, loser=2)
    with pytest.raises(Refused):
        save_tie_order(tournament=empty, actor=director(empty), order=[1, 2], reason="cut for it")


def test_exemption_lets_more_qualify_and_going_back_is_one_in_four_again() -> None:
    tournament = import_event(event_file=round_robin())
    member = director(tournament)
    assert report(tournament)["qualifiers"] == 1

    set_exemption(tournament=tournament, actor=member, qualifiers=3, reason=" a small field ")

    assert report(tournament)["qualifiers"] == 3
    tournament.refresh_from_db()
    assert (tournament.qualifiers, tournament.qualifiers_reason) == (3, "a small field")
    assert differences(tournament) == []

    set_exemption(tournament=tournament, actor=member, qualifiers=None, reason="not any more")

    assert report(tournament)["qualifiers"] == 1
    assert list(
        AuditEntry.objects.filter(action="number of qualifiers overridden")
        .order_by("pk")
        .values_list("before", "after")
    ) == [
        ({"qualifiers": None, "reason": ""}, {"qualifiers": 3, "reason": "a small field"}),
        ({"qualifiers": 3, "reason": "a small field"}, {"qualifiers": None, "reason": ""}),
    ]
    tournament.refresh_from_db()
    assert differences(tournament) == []


def test_exemption_that_is_there_already_is_not_logged_again() -> None:
    tournament = import_event(event_file=round_robin())
    for _ in range(2):
        set_exemption(tournament=tournament, actor=director(tournament), qualifiers=2, reason="a small field")

    assert AuditEntry.objects.filter(action="number of qualifiers overridden").count() == 1


def test_exemption_needs_a_reason_that_fits() -> None:
    tournament = import_event(event_file=round_robin())

    for reason, told in [(" ", "Enter a reason"), ("x" * 2001, "at most 2000 fit")]:
        with pytest.raises(Refused, match=told):
            set_exemption(tournament=tournament, actor=director(tournament), qualifiers=3, reason=reason)

        assert report(tournament)["qualifiers"] == 1
