"""The activity log is a chain: ``verify_tournament`` names the first entry that was altered, whatever was done."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from brackets.event_files.verify import log_differences
from brackets.models import Posting
from brackets.posting.services import post_qualifiers
from tests.at_once import at_once
from tests.brackets.event_files.test_verify_tournament import verify
from tests.events import round_robin
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import get_page
from tests.tournaments.staff.people import add_director, make_user
from tournaments.changes.audit import Change, Outsider, record_change, record_changes
from tournaments.changes.transaction import tournament_change
from tournaments.events.lifecycle import delete_event, restore_event
from tournaments.models import AuditAction, AuditEntry, Tournament
from tournaments.rules.log_chain import digest_after, seal_of

pytestmark = pytest.mark.slow

WRITERS, TIMES = 6, 10
ADA = Outsider("Ada Birch")


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Return an event with five entries in its log: its import, three seats changed at once, a seat cleared."""
    event = import_event(event_file=make_event(players=12, games=7))
    with tournament_change(event) as locked:
        changes = [Change(AuditAction.SEAT_CHANGED, str(number), {"net": 1.0}, {"net": 2e22}) for number in (1, 2, 3)]
        record_changes(locked, ADA, changes)
        record_change(locked, ADA, AuditAction.SEATS_CLEARED, "all")
    return event


def entries(tournament: Tournament) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(tournament=tournament).order_by("number"))


def test_log_is_a_chain_from_the_first_entry_on(tournament: Tournament) -> None:
    assert [entry.number for entry in entries(tournament)] == [1, 2, 3, 4, 5]
    assert verify(tournament.slug)[0] == 0


def alter(**facts: Any) -> Callable[[Tournament], object]:
    return lambda tournament: AuditEntry.objects.filter(tournament=tournament, number=3).update(**facts)


def swap(tournament: Tournament) -> None:
    for was, now in ((3, 99), (4, 3), (99, 4)):
        AuditEntry.objects.filter(tournament=tournament, number=was).update(number=now)


def forge(tournament: Tournament) -> None:
    AuditEntry.objects.create(tournament=tournament, who="Eve", action="seat changed", number=6, digest="0" * 64)


@pytest.mark.parametrize(
    ("tamper", "number", "words"),
    [
        (alter(who="Eve"), 3, "was changed after it was written"),
        (alter(after={"net": 1}), 3, "was changed after it was written"),
        (alter(subject="4"), 3, "was changed after it was written"),
        (alter(digest=""), 3, "was changed after it was written"),
        (lambda event: entries(event)[2].delete(), 4, "follows entry 2: entry 3 is missing"),
        (swap, 3, "was changed after it was written"),
        (forge, 6, "was changed after it was written"),
    ],
)
def test_first_entry_that_does_not_fit_is_named(
    tournament: Tournament, tamper: Callable[[Tournament], object], number: int, words: str
) -> None:
    tamper(tournament)

    code, said = verify(tournament.slug)

    assert code == 1
    assert len(said) == 1
    assert said[0].startswith(f"log: entry {number} (")
    assert said[0].endswith(words)


def test_posting_keeps_the_seal_of_the_log_and_shows_that_the_end_was_cut_off(db: None, client: Any) -> None:
    event = import_event(event_file=round_robin())
    posting = post_qualifiers(tournament=event, actor=StaffMemberFactory(tournament=event), seen=event.version)
    last = entries(event)[-1]
    posting = Posting.objects.get(pk=posting.pk)
    seal = seal_of(last.digest)

    assert (posting.log_head, posting.log_seal) == (last.digest, seal)
    for page in ("postings", "standings"):
        assert f"Log check code {seal}" in get_page(client, f"{event.get_absolute_url()}{page}/").text
    assert log_differences(event) == []

    last.delete()
    assert log_differences(event) == [
        f"log: entry {last.number} was written and cut off at the end",
        f"log: no entry has the seal of posting 1, {seal}",
    ]


def test_entries_cut_off_at_the_end_are_missed_also_after_more_was_written(tournament: Tournament) -> None:
    AuditEntry.objects.filter(tournament=tournament, number__gt=3).delete()
    cut = log_differences(tournament)

    with tournament_change(tournament) as locked:
        record_change(locked, ADA, AuditAction.SEATS_CLEARED, "all")

    assert cut == ["log: entries 4 to 5 were written and cut off at the end"]
    [misfit] = log_differences(tournament)
    assert misfit.endswith("follows entry 3: entries 4 to 5 are missing")


def test_log_written_anew_from_the_first_entry_on_is_found_by_a_seal_on_paper(tournament: Tournament) -> None:
    code, said = verify(tournament.slug)
    seal = said[0].removeprefix("Log: 5 entries, seal ")
    assert (code, seal) == (0, seal_of(entries(tournament)[-1].digest))
    assert log_differences(tournament, seal.lower().replace(" ", "")) == []

    kept = entries(tournament)[:3]
    AuditEntry.objects.filter(tournament=tournament).delete()
    Tournament.objects.filter(pk=tournament.pk).update(log_length=0, log_head="")
    record_changes(tournament, ADA, [Change(AuditAction(one.action), one.subject) for one in kept])

    assert log_differences(tournament) == []
    assert log_differences(tournament, seal) == [f"log: no entry has the seal {seal}"]


def test_last_entry_that_was_replaced_is_named(tournament: Tournament) -> None:
    last = entries(tournament)[-1]
    last.subject = "none"
    last.digest = digest_after(entries(tournament)[-2].digest, last.linked)
    last.save()

    [found] = log_differences(tournament)

    assert found.startswith(f"log: entry 5, seal {last.seal}, is not the last that was written: 5, ")


def test_deleting_and_restoring_an_event_leaves_its_log_a_chain(tournament: Tournament) -> None:
    user = make_user()
    director = add_director(tournament, user)

    delete_event(tournament, director, tournament.name)
    restore_event(tournament, user)

    assert [entry.action for entry in entries(tournament)][-2:] == ["event deleted", "event restored"]
    assert log_differences(tournament) == []


def test_two_entries_cannot_follow_the_same_one(tournament: Tournament) -> None:
    last = entries(tournament)[-1]
    forged = AuditEntry(tournament=tournament, who="Eve", action="seat changed", number=last.number)

    with pytest.raises(IntegrityError), transaction.atomic():
        forged.save()


@pytest.mark.django_db(transaction=True)
def test_many_who_write_at_once_write_one_chain() -> None:
    events = [import_event(event_file=round_robin()) for _ in range(2)]

    def write(number: int) -> None:
        for time in range(TIMES):
            with tournament_change(events[number % 2], affects_cards=False) as locked:
                changes = [Change(AuditAction.SEAT_CHANGED, f"{number}", {"time": time})] * (1 + number % 3)
                record_changes(locked, Outsider(f"Writer {number}"), changes)

    at_once(write, range(WRITERS))

    for at, event in enumerate(events):
        written = sum(TIMES * (1 + number % 3) for number in range(WRITERS) if number % 2 == at)
        assert AuditEntry.objects.filter(tournament=event, action=AuditAction.SEAT_CHANGED).count() == written
        assert log_differences(event) == []
