"""The director's decisions: what they need, what they replace, and taking them back."""

from dataclasses import replace
from typing import Any

import pytest

from brackets.event_files.verify import differences
from scorecards.checking.services.decisions import InvalidDecision, decide_game, revoke_decision
from scorecards.models import Correction, DecidedLine, Decision, Ruling, Signature
from scorecards.records.facts import decision_records
from tests.builders import Entry, event, line, loss, win
from tests.scorecards.cards.card_entry import checker
from tests.scorecards.checking.cross_checks import (
    DISPUTED,
    UNDECIDED,
    cards_of,
    confirm_and_sign,
    disputed,
    four_cards,
    keys,
    put_up_to_check,
    report,
    seated,
    undecided,
)
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.types import DecidedLine as DecidedRecord
from tournaments.rules.types import DecisionRecord, Line

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

DECIDED = (DecidedRecord(1, 2, 12, None), DecidedRecord(2, 0, None, 12))


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return put_up_to_check(undecided())


@pytest.fixture
def dee(tournament: Tournament) -> StaffMember:
    return checker(tournament, "Dee Rector", "director")


def lines_of(game: int, first: Entry, second: Entry, numbers: tuple[int, int] = (1, 2)) -> dict[int, Line]:
    one, other = numbers
    return {one: line(game, other, first), other: line(game, one, second)}


def decide(tournament: Tournament, member: StaffMember, **changes: Any) -> Decision:
    """Decide game 2 of 1 and 2, unless something else is told."""
    usual = {"game": 2, "lines": lines_of(2, win(12), loss(12)), "reason": "both remember it", "rule": "14.1"}
    return decide_game(tournament=tournament, actor=member, **{**usual, **changes})


def standing() -> list[Decision]:
    return list(Decision.objects.filter(revoked_at=None).order_by("pk"))


def test_decision_counts_at_once_and_takes_the_game_off_the_queue(tournament: Tournament, dee: StaffMember) -> None:
    assert (keys(tournament), report(tournament)["complete"]) == ([UNDECIDED], True)

    decide(tournament, dee)

    assert keys(tournament) == []
    assert cards_of(tournament, {1, 2}) == {1: (4, 2, 28), 2: (0, 0, -28)}
    assert list(Correction.objects.values_list("entrant__number", "rule", "made_by")) == [
        (1, "14.1", "Dee Rector"),
        (2, "14.1", "Dee Rector"),
    ]
    entry = AuditEntry.objects.get(action="game decided")
    assert (entry.who, entry.before, entry.rule) == ("Dee Rector", None, "14.1")
    assert entry.subject == "game 2: A-1 Entrant 1, B-1 Entrant 2"
    assert entry.after == {
        "reason": "both remember it",
        "rule": "14.1",
        "decided by": "Dee Rector",
        "A-1": [2, 12, None],
        "B-1": [0, None, 12],
    }
    assert differences(tournament) == []


@pytest.mark.parametrize("typed", [" Hedda  Judge ", "Judge, Hedda"])
def test_14_1_decision_keeps_who_decided_apart_from_who_entered_it(
    tournament: Tournament, dee: StaffMember, typed: str
) -> None:
    decide(tournament, dee, decided_by=typed)

    [found] = standing()
    assert (found.decided_by, found.made_by) == ("Hedda Judge", "Dee Rector")
    entry = AuditEntry.objects.get(action="game decided")
    assert (entry.who, entry.after["decided by"]) == ("Dee Rector", "Hedda Judge")
    assert [record.decided_by for record in decision_records(tournament)] == ["Hedda Judge"]


def test_who_decided_is_stored_from_an_event_file() -> None:
    made = DecisionRecord(2, (1, 2), DECIDED, reason="as agreed", decided_by="Hedda Judge")

    tournament = put_up_to_check(replace(undecided(), decisions=(made,)))

    assert decision_records(tournament) == (made,)


def test_points_of_a_decided_win_follow_from_its_spread(tournament: Tournament, dee: StaffMember) -> None:
    decide(tournament, dee, lines=lines_of(2, Entry(2, 31, None), loss(31)))

    assert list(DecidedLine.objects.values_list("points", "plus", "minus")) == [(3, 31, None), (0, None, 31)]
    assert differences(tournament) == []


def test_both_may_lose_by_decision(tournament: Tournament, dee: StaffMember) -> None:
    decide(tournament, dee, lines=lines_of(2, loss(5), loss(9)))

    assert cards_of(tournament, {1, 2}) == {1: (2, 1, 11), 2: (0, 0, -25)}


def test_decision_against_a_ruling_ends_it_and_its_initials() -> None:
    tournament = put_up_to_check(disputed())
    dee = checker(tournament, "Dee Rector", "director")
    confirm_and_sign(tournament, dee)

    decide(tournament, dee, game=3, lines=lines_of(3, win(11), loss(11)), rule="12.2.e")

    assert keys(tournament) == []
    assert (Ruling.objects.filter(revoked_at=None).count(), Signature.objects.filter(revoked_at=None).count()) == (0, 0)
    assert (Ruling.objects.count(), Signature.objects.count()) == (1, 1)
    assert [found.rule for found in standing()] == ["12.2.e"]
    assert cards_of(tournament, {1}) == {1: (7, 3, 66)}
    assert differences(tournament) == []


def test_decision_taken_back_lets_the_cards_count_as_written(tournament: Tournament, dee: StaffMember) -> None:
    decision = decide(tournament, dee)

    revoke_decision(tournament=tournament, actor=dee, decision=decision.pk, why="the wrong game")

    decision.refresh_from_db()
    assert (decision.revoked_by, decision.revoked_reason) == ("Dee Rector", "the wrong game")
    assert keys(tournament) == [UNDECIDED]
    assert Correction.objects.filter(revoked_at=None).count() == 0
    entry = AuditEntry.objects.get(action="decision undone")
    assert (entry.before["reason"], entry.after) == ("both remember it", {"why": "the wrong game"})
    assert differences(tournament) == []


def test_ruling_comes_back_as_a_new_one_when_the_decision_against_it_is_taken_back() -> None:
    tournament = put_up_to_check(disputed())
    dee = checker(tournament, "Dee Rector", "director")
    confirm_and_sign(tournament, dee)
    decision = decide(tournament, dee, game=3, lines=lines_of(3, win(11), loss(11)))

    revoke_decision(tournament=tournament, actor=dee, decision=decision.pk)

    assert keys(tournament) == [DISPUTED]
    ended, new = Ruling.objects.order_by("pk")
    assert (ended.revoked_at is None, new.revoked_at) == (False, None)
    assert Signature.objects.filter(ruling=new).count() == 0
    assert differences(tournament) == []


@pytest.mark.parametrize("own", ["Entrant 1", "Entrant 2"])
def test_director_neither_decides_their_own_game_nor_undoes_its_decision(
    tournament: Tournament, dee: StaffMember, own: str
) -> None:
    owner = checker(tournament, own, "director")

    with pytest.raises(Refused, match="your own game"):
        decide(tournament, owner)
    assert keys(tournament) == [UNDECIDED]

    decision = decide(tournament, dee)
    with pytest.raises(Refused, match="your own game"):
        revoke_decision(tournament=tournament, actor=owner, decision=decision.pk)
    assert standing() == [decision]


def test_decision_of_another_event_cannot_be_taken_back(tournament: Tournament, dee: StaffMember) -> None:
    decision = decide(tournament, dee)
    other = put_up_to_check(disputed())

    with pytest.raises(Refused):
        revoke_decision(tournament=other, actor=dee, decision=decision.pk)

    assert standing() == [decision]


def test_decision_replaces_the_one_that_was_seen(tournament: Tournament, dee: StaffMember) -> None:
    first = decide(tournament, dee)

    second = decide(tournament, dee, lines=lines_of(2, win(13), loss(13)), seen=first.pk)

    assert standing() == [second]
    assert Decision.objects.get(pk=first.pk).revoked_reason == "decision changed"
    assert cards_of(tournament, {1}) == {1: (4, 2, 29)}
    assert AuditEntry.objects.filter(action="game decided").count() == 2
    assert differences(tournament) == []


def test_same_decision_with_another_reason_keeps_the_corrections_with_the_new_one(
    tournament: Tournament, dee: StaffMember
) -> None:
    first = decide(tournament, dee)

    second = decide(tournament, dee, reason="and the neighbours saw it", seen=first.pk)

    assert differences(tournament) == []
    assert set(Correction.objects.filter(revoked_at=None).values_list("decision", flat=True)) == {second.pk}


def test_game_decided_with_another_opponent_is_refused() -> None:
    tournament = put_up_to_check(disputed())
    dee = checker(tournament, "Dee Rector", "director")
    first = decide(tournament, dee, game=3, lines=lines_of(3, win(11), loss(11)))

    with pytest.raises(Refused, match="game 3: A-1 Entrant 1, B-1 Entrant 2. Undo that first"):
        decide(tournament, dee, game=3, lines=lines_of(3, win(5), loss(5), numbers=(2, 4)))

    assert standing() == [first]
    assert differences(tournament) == []


def test_what_is_no_decision_is_refused_with_the_mistakes_by_field(tournament: Tournament, dee: StaffMember) -> None:
    version = tournament.version

    for change, error in [
        ({"reason": "  "}, {"reason": "Enter a reason. It is shown with the decision."}),
        ({"reason": "x" * 2001}, {"reason": "The reason: 2001 characters long, at most 2000 fit."}),
        ({"rule": "1" * 41}, {"rule": "A rule number has at most 40 characters."}),
        (
            {"rule": "5.1.b"},
            {"rule": "5.1.b is withdrawn in the 2020 edition, so no ruling can cite it. Cite another rule."},
        ),
        ({"game": 3, "lines": lines_of(3, win(1), loss(1))}, {"game": "There is no game 3: the cards have 2."}),
        (
            {"lines": {1: line(2, 9, win(12)), 9: line(2, 1, loss(12))}},
            {"lines": "A decision needs the lines of two entrants of this event."},
        ),
        ({"lines": {1: line(2, 2, win(12))}}, {"lines": "This decision needs the lines of A-1 and B-1."}),
        (
            {"lines": lines_of(2, Entry(3, 122), loss(0))},
            {"line-1": "122 is not a spread (1 to 121).", "line-2": "0 is not a spread (1 to 121)."},
        ),
    ]:
        with pytest.raises(InvalidDecision) as refusal:
            decide(tournament, dee, **change)

        assert refusal.value.errors == error
        assert (Decision.objects.count(), Tournament.objects.get().version) == (0, version)


@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "14.1"), ("acc-2010", "13")])
def test_rule_left_blank_is_the_one_of_the_edition_that_leaves_it_to_the_director(
    tournament: Tournament, dee: StaffMember, edition: str, rule: str
) -> None:
    Tournament.objects.update(edition=edition)

    assert decide(tournament, dee, rule=" ").rule == rule


def test_rule_of_the_other_edition_is_refused_with_the_number_it_has_here(
    tournament: Tournament, dee: StaffMember
) -> None:
    Tournament.objects.update(edition="acc-2010")

    with pytest.raises(InvalidDecision) as refusal:
        decide(tournament, dee, rule="14.1")

    assert refusal.value.errors == {
        "rule": "14.1 is not a number of the 2010 edition. What the 2020 edition has as 14.1 is 13 here."
    }


def test_decision_of_an_event_file_may_cite_what_it_likes() -> None:
    event_file = replace(
        undecided(), decisions=(DecisionRecord(2, (1, 2), DECIDED, rule="house rule 7", reason="as agreed"),)
    )

    tournament = put_up_to_check(event_file)

    assert [found.rule for found in standing()] == ["house rule 7"]
    assert differences(tournament) == []


def test_game_that_neither_card_names_is_refused_in_words() -> None:
    tournament = put_up_to_check(disputed())
    dee = checker(tournament, "Dee Rector", "director")

    with pytest.raises(Refused) as refusal:
        decide(tournament, dee, game=3, lines=lines_of(3, win(11), loss(11), numbers=(1, 4)))

    assert str(refusal.value) == (
        "By their cards these two did not play game 3: A-1 names B-1 Entrant 2, B-2 names A-2 Entrant 3. "
        "Decide the game that was played, or re-enter the wrong line first."
    )
    assert standing() == []


@pytest.mark.parametrize("named", [1, None])
def test_game_that_one_card_names_or_leaves_blank_is_decided(named: int | None) -> None:
    cards = [
        replace(found, lines=tuple(replace(one, opponent=named) if one.game == 3 else one for one in found.lines))
        if found.entrant == 4
        else found
        for found in four_cards()
    ]
    tournament = put_up_to_check(seated(event(cards, games=3)))
    dee = checker(tournament, "Dee Rector", "director")

    made = decide(tournament, dee, game=3, lines=lines_of(3, win(11), loss(11), numbers=(1, 4)))

    assert standing() == [made]
