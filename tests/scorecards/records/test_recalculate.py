"""Changes work nothing out; anyone who reads does, without waiting for others and without keeping them waiting."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.db import connections

from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from scorecards.models import Ruling, Signature, StoredResult
from scorecards.records import results
from scorecards.records.recalculate import Bursts, bring_up_to_date, is_up_to_date, work_out_event
from scorecards.records.results import current_result
from scorecards.records.ruled_cards import ruled_card_of
from tests.scorecards.cards.card_entry import checker, entrant, save
from tests.scorecards.checking.cross_checks import agreed, confirm_and_sign, corrected, disputed, item, keys, latest
from tournaments.changes.transaction import tournament_change
from tournaments.models import StaffMember, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

LONG = 20.0


def correct(tournament: Tournament, member: StaffMember, spread: int = 8) -> None:
    """Save the card of 2 with another loss to 1 in game 3, so that both cards differ."""
    version = entrant(tournament, 2).scorecard.version
    save(tournament, member, corrected(tournament, spread), version=version)


def beside(work: Callable[[], object]) -> Callable[[], object]:
    def run() -> object:
        try:
            return work()
        finally:
            connections.close_all()

    return run


def test_save_leaves_the_result_to_whoever_reads_it_next() -> None:
    tournament = import_event(event_file=agreed())
    before = StoredResult.objects.values().get()

    correct(tournament, checker(tournament))

    assert StoredResult.objects.values().get() == before
    assert Ruling.objects.count() == 0
    assert not is_up_to_date(tournament)
    found = current_result(tournament)
    assert found is not None
    assert [ruling.game for ruling in found.result.rulings] == [3]
    assert is_up_to_date(tournament)
    assert StoredResult.objects.get().version == latest(tournament).version
    assert differences(latest(tournament)) == []


@pytest.mark.parametrize("with_rulings", [True, False])
def test_result_that_is_stored_between_two_looks_at_it_is_no_event_without_cards(
    monkeypatch: pytest.MonkeyPatch, *, with_rulings: bool
) -> None:
    tournament = import_event(event_file=agreed())
    correct(tournament, checker(tournament))
    look = results._kept_result

    def look_too_early(*args: Any) -> results.CurrentResult | None:
        monkeypatch.setattr(results, "_kept_result", look)
        found = look(*args)
        bring_up_to_date(tournament)
        return found

    monkeypatch.setattr(results, "_kept_result", look_too_early)

    found = current_result(tournament, with_rulings=with_rulings)

    assert found is not None
    assert [ruling.game for ruling in found.result.rulings] == [3]


def test_initials_end_with_the_line_that_they_were_given_for_before_anybody_reads() -> None:
    tournament = import_event(event_file=disputed())
    ada = checker(tournament)
    confirm_and_sign(tournament, ada)

    correct(tournament, ada, spread=9)
    correct(tournament, ada, spread=8)

    assert Signature.objects.filter(revoked_at=None).count() == 0
    assert not item(tournament).is_done
    assert differences(latest(tournament)) == []


def test_card_page_shows_no_initials_of_a_ruling_that_has_gone() -> None:
    tournament = import_event(event_file=disputed())
    ada = checker(tournament)
    confirm_and_sign(tournament, ada)
    assert [ruling.initials for ruling in ruled_card_of(tournament, entrant(tournament, 1)).rulings] == ["AB"]

    correct(tournament, ada, spread=11)

    assert ruled_card_of(tournament, entrant(tournament, 1)).rulings == ()
    assert keys(tournament) == []


def test_reader_waits_for_no_writer_and_sees_every_change_that_is_through() -> None:
    tournament = import_event(event_file=agreed())
    correct(tournament, checker(tournament))
    is_held, may_end = Event(), Event()

    def hold() -> None:
        with tournament_change(tournament, affects_cards=False):
            is_held.set()
            may_end.wait(LONG)

    with ThreadPoolExecutor(1) as pool:
        writer = pool.submit(beside(hold))
        assert is_held.wait(LONG)
        started = time.monotonic()
        found = current_result(tournament)
        again = current_result(tournament)
        waited = time.monotonic() - started
        may_end.set()
        writer.result()

    assert found is not None
    assert [ruling.game for ruling in found.result.rulings] == [3]
    assert again == found
    assert waited < LONG / 2
    assert not is_up_to_date(tournament)
    assert current_result(tournament) == found
    assert is_up_to_date(tournament)


def test_rulings_are_stored_beside_a_stream_of_changes() -> None:
    tournament = import_event(event_file=agreed())
    ada = checker(tournament)
    is_over = Event()

    def change() -> int:
        spread = 20
        while not is_over.is_set() and spread < 200:
            spread += 1
            correct(tournament, ada, 1 + spread % 9)
        return spread

    with ThreadPoolExecutor(1) as pool:
        writer = pool.submit(beside(change))
        for _ in range(10):
            bring_up_to_date(tournament)
        is_over.set()
        assert isinstance(writer.result(), int)

    bring_up_to_date(tournament)
    assert is_up_to_date(tournament)
    assert differences(latest(tournament)) == []


def test_event_is_worked_out_by_itself_after_a_burst() -> None:
    tournament = import_event(event_file=agreed())
    bursts = Bursts()
    correct(tournament, checker(tournament))
    bursts.note(tournament.pk)
    assert not is_up_to_date(tournament)

    bursts.begin(work_out_event)
    bursts.note(tournament.pk)

    until = time.monotonic() + LONG
    while not is_up_to_date(tournament) and time.monotonic() < until:
        time.sleep(0.05)
    assert is_up_to_date(tournament)
    assert Ruling.objects.count() == 1
