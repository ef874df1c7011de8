"""Everything that the cards come to is worked out in the transaction of each change, and what held stays."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from scorecards.checking.services.decisions import decide_game, revoke_decision
from scorecards.checking.services.initials import take_table
from scorecards.models import Correction, Ruling, Scorecard, Signature, StoredResult
from scorecards.ranking.actions import record_tie_game, set_exemption
from scorecards.records.recalculate import bring_up_to_date, is_up_to_date
from scorecards.records.results import current_result
from tests.builders import Entry, line, loss, win
from tests.scorecards.cards.card_entry import checker, save, stored
from tests.scorecards.checking.cross_checks import (
    agreed,
    cards_of,
    confirm_and_sign,
    corrected,
    disputed,
    item,
    keys,
    late_flag,
    latest,
    rekey,
    report,
    undecided,
    with_line,
)
from tests.scorecards.ranking.rankings import two_level
from tournaments.changes.transaction import tournament_change
from tournaments.entrants.services.registration import add_entrant, withdraw_entrant
from tournaments.hooks import event_changes
from tournaments.models import AuditEntry, Entrant, StaffMember, Tournament
from tournaments.rules.types import EventFile

pytestmark = pytest.mark.django_db


# Each kind of change: the event, the change, and what is different in the report afterwards.


def late_card(tournament: Tournament, member: StaffMember) -> None:
    save(tournament, member, agreed().scorecards[3])


def correct(tournament: Tournament, member: StaffMember) -> None:
    save(tournament, member, corrected(tournament, 8), version=1)


def withdraw(tournament: Tournament, member: StaffMember) -> None:
    withdraw_entrant(tournament=tournament, actor=member, number=4, after_game=2)


def late_comer(tournament: Tournament, member: StaffMember) -> None:
    add_entrant(tournament=tournament, actor=member, entrant=Entrant(name="Late Comer"))


def decide(tournament: Tournament, member: StaffMember) -> None:
    lines = {1: line(2, 2, win(12)), 2: line(2, 1, loss(12))}
    decide_game(tournament=tournament, actor=member, game=2, lines=lines, reason="both remember it")


def play_the_tie_game(tournament: Tournament, member: StaffMember) -> None:
    record_tie_game(tournament=tournament, actor=member, winner=2, loser=1)


def exempt(tournament: Tournament, member: StaffMember) -> None:
    set_exemption(tournament=tournament, actor=member, qualifiers=2, reason="a small field")


WITHOUT_FOUR = replace(agreed(), scorecards=agreed().scorecards[:3])
LINES_SHORT = replace(
    agreed(),
    scorecards=(*agreed().scorecards[:3], replace(agreed().scorecards[3], lines=agreed().scorecards[3].lines[:2])),
)

CHANGES: dict[str, tuple[EventFile, Callable[[Tournament, StaffMember], None], set[str]]] = {
    "a late card": (WITHOUT_FOUR, late_card, {"complete", "standings"}),
    "a correction": (agreed(), correct, {"rulings", "standings"}),
    "a withdrawal": (LINES_SHORT, withdraw, {"complete"}),
    "an entrant added": (agreed(), late_comer, {"complete", "entrants", "qualifiers", "checked", "standings"}),
    "a decision": (undecided(), decide, {"undecided", "standings"}),
    "a tie game": (two_level(), play_the_tie_game, {"tie_games_needed", "standings"}),
    "an exemption": (agreed(), exempt, {"qualifiers", "checked", "standings", "high_nonqualifier"}),
}


@pytest.mark.parametrize("name", CHANGES)
def test_change_is_worked_out_when_the_result_is_read(name: str) -> None:
    event_file, change, expected = CHANGES[name]
    tournament = import_event(event_file=event_file)
    before = report(tournament)

    change(tournament, checker(tournament))

    after = report(tournament)
    different = {key for key in after if after[key] != before[key]}
    assert different - {"high_nonqualifier"} == expected - {"high_nonqualifier"}
    assert StoredResult.objects.get().version == latest(tournament).cards_version == latest(tournament).version
    assert differences(latest(tournament)) == []


def test_change_that_affects_no_card_leaves_the_result_as_it_is() -> None:
    tournament = import_event(event_file=disputed())
    before = StoredResult.objects.values("report", "passes", "before", "calculated_at").get()

    take_table(tournament=tournament, actor=checker(tournament), table="A")

    assert StoredResult.objects.values("report", "passes", "before", "calculated_at").get() == before
    assert latest(tournament).version == tournament.version + 1
    assert is_up_to_date(latest(tournament))


def test_change_that_fails_leaves_nothing_of_what_was_worked_out() -> None:
    tournament = import_event(event_file=agreed())
    before = (StoredResult.objects.values().get(), Scorecard.objects.get(entrant__number=2).version)

    def change_and_fail() -> None:
        with tournament_change(tournament) as locked:
            correct(locked, checker(locked))
            assert report(locked)["rulings"] != []
            raise RuntimeError("the change fails after all")

    with pytest.raises(RuntimeError):
        change_and_fail()

    assert (StoredResult.objects.values().get(), Scorecard.objects.get(entrant__number=2).version) == before
    assert Ruling.objects.count() == 0
    assert latest(tournament).version == tournament.version


def fail(locked: Tournament, affects_cards: bool) -> None:
    raise RuntimeError("cannot be worked out")


def test_calculation_that_fails_rolls_back_the_change(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = import_event(event_file=agreed())
    member = checker(tournament)
    monkeypatch.setattr(event_changes, "listeners", [*event_changes.listeners, fail])

    with pytest.raises(RuntimeError, match="cannot be worked out"):
        correct(tournament, member)

    assert stored(tournament, 2) == agreed().scorecards[1]
    assert AuditEntry.objects.filter(action="card re-entered").count() == 0
    assert differences(latest(tournament)) == []


def test_event_without_cards_has_no_stored_result() -> None:
    tournament = import_event(event_file=disputed())
    Scorecard.objects.all().delete()

    with tournament_change(tournament):
        pass

    assert current_result(latest(tournament)) is None
    assert StoredResult.objects.count() == 0
    assert Ruling.objects.filter(revoked_at=None).count() == 0
    assert Correction.objects.filter(revoked_at=None).count() == 0


def test_result_of_an_earlier_program_is_calculated_when_it_is_read() -> None:
    tournament = import_event(event_file=disputed())
    expected = current_result(tournament)
    assert expected is not None
    StoredResult.objects.all().delete()

    assert current_result(tournament) == expected


# What holds stays with its initials; what does not is ended.


def test_ruling_that_still_holds_keeps_its_initials_when_another_card_changes() -> None:
    tournament = import_event(event_file=disputed())
    ada = checker(tournament)
    confirm_and_sign(tournament, ada)
    ruling = Ruling.objects.get()
    card = stored(tournament, 4)

    save(tournament, ada, replace(card, lines=(*card.lines[:2], line(3, 3, loss(12)))), version=1)

    assert list(Ruling.objects.all()) == [ruling]
    assert Signature.objects.get().revoked_at is None
    assert item(tournament).is_done
    assert differences(latest(tournament)) == []


def test_ruling_that_comes_to_other_numbers_is_a_new_one_without_initials() -> None:
    tournament = import_event(event_file=disputed())
    ada = checker(tournament)
    confirm_and_sign(tournament, ada)

    rekey(tournament, ada, 2, loss(9))

    assert not item(tournament).is_done
    old, new = Ruling.objects.order_by("pk")
    assert (old.rules, new.rules) == (["12.2.a"], ["12.2.a"])
    assert (old.revoked_at is not None, new.revoked_at) == (True, None)
    assert Signature.objects.get().revoked_at is not None
    assert list(Correction.objects.order_by("pk").values_list("ruling", "after_plus", "revoked_reason")) == [
        (old.pk, 8, "the cards lead to something else now"),
        (new.pk, 9, ""),
    ]


def test_ended_records_say_what_ended_them() -> None:
    tournament = import_event(event_file=disputed())

    rekey(tournament, checker(tournament), 2, loss(11))
    bring_up_to_date(tournament)

    for ended in (Ruling.objects.get(), Correction.objects.get()):
        assert (ended.revoked_by, ended.revoked_reason) == ("cross-check", "the cards lead to something else now")


def with_wrong_points(event_file: EventFile) -> EventFile:
    """Return the event with a point too many for the win of 1 in game 3."""
    return replace(event_file, scorecards=with_line(event_file.scorecards, 1, 3, Entry(3, 11, None)))


def test_chain_of_arithmetic_and_ruling_is_ended_and_stored_anew_as_a_whole() -> None:
    tournament = import_event(event_file=with_wrong_points(disputed()))
    chain = [(3, 2), (2, 2)]
    standing = Correction.objects.filter(revoked_at=None, entrant__number=1, game=3).order_by("pk")
    assert list(standing.values_list("before_points", "after_points")) == chain
    before = set(standing.values_list("pk", flat=True))

    rekey(tournament, checker(tournament), 2, loss(7))
    bring_up_to_date(tournament)

    ruling = Ruling.objects.get(revoked_at=None)
    assert list(standing.values_list("after_plus", "ruling")) == [(11, None), (7, ruling.pk)]
    assert before.isdisjoint(standing.values_list("pk", flat=True))
    assert Correction.objects.filter(pk__in=before, revoked_at=None).count() == 0
    assert differences(latest(tournament)) == []


def test_correction_of_the_cards_own_arithmetic_stays_when_another_card_changes() -> None:
    tournament = import_event(event_file=with_wrong_points(agreed()))
    before = list(Correction.objects.values())
    card = stored(tournament, 4)

    save(tournament, checker(tournament), replace(card, lines=card.lines[:2]), version=1)

    assert list(Correction.objects.values()) == before


def test_game_of_somebody_flagged_by_a_ruling_is_let_go_when_that_ruling_goes() -> None:
    tournament = import_event(event_file=late_flag())
    ada = checker(tournament)
    assert (keys(tournament), item(tournament, "2-2-3").joined_in_pass) == (["1-1-3", "2-1-4", "2-2-3"], 2)

    rekey(tournament, ada, 3, loss(25), "1-1-3")
    rekey(tournament, ada, 4, loss(25), "2-1-4")

    assert keys(tournament) == []
    assert report(tournament)["unchecked"] == [{"game": 2, "entrants": [2, 3]}]
    assert cards_of(tournament, {1, 2}) == {1: (4, 2, 50), 2: (4, 2, 30)}
    assert differences(latest(tournament)) == []


def test_standing_corrections_never_rest_on_what_has_ended() -> None:
    tournament = import_event(event_file=undecided())
    dee = checker(tournament, "Dee Rector", "director")
    for _ in range(3):
        decide(tournament, dee)
        bring_up_to_date(tournament)
        [decision] = tournament.decisions.filter(revoked_at=None)
        revoke_decision(tournament=tournament, actor=dee, decision=decision.pk)
        bring_up_to_date(tournament)

    standing = Correction.objects.filter(revoked_at=None)

    assert standing.count() == 0
    assert Correction.objects.count() == 6
