"""Tables of the cross-check queue: the person who takes one has it, and the others are told."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scorecards.checking.check_queue import CheckQueue
from scorecards.checking.services.initials import leave_table, take_table
from scorecards.models import TableHold
from scorecards.models.checking import HELD_FOR
from tests.scorecards.checking.cross_checks import confirm, item
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.refused import Refused

pytestmark = pytest.mark.django_db


def test_table_can_be_taken_over_and_the_log_says_so(tournament: Tournament, ada: StaffMember, bo: StaffMember) -> None:
    take_table(tournament=tournament, actor=ada, table="A")

    take_table(tournament=tournament, actor=bo, table="A", over=True)

    entry = AuditEntry.objects.get(action="table taken over")
    assert (entry.subject, entry.before, entry.after) == ("table A", {"checker": "Ada Birch"}, {"checker": "Bo Cedar"})
    with pytest.raises(Refused, match="Bo Cedar is checking table A"):
        confirm(tournament, ada)


def test_table_left_is_free(tournament: Tournament, ada: StaffMember, bo: StaffMember) -> None:
    take_table(tournament=tournament, actor=ada, table="A")
    leave_table(tournament=tournament, actor=bo, table="A")
    assert TableHold.objects.count() == 1

    leave_table(tournament=tournament, actor=ada, table="A")

    confirm(tournament, bo)
    assert list(TableHold.objects.values_list("table", "member__name")) == [("A", "Bo Cedar")]


def test_table_not_touched_for_long_may_be_taken(tournament: Tournament, ada: StaffMember, bo: StaffMember) -> None:
    take_table(tournament=tournament, actor=ada, table="A")
    TableHold.objects.update(seen_at=timezone.now() - HELD_FOR - timedelta(seconds=1))
    assert CheckQueue(tournament).next_for(bo).key == item(tournament).key  # type: ignore[union-attr]

    confirm(tournament, bo)

    assert list(TableHold.objects.values_list("member__name", flat=True)) == ["Bo Cedar"]


def test_table_at_which_nobody_sits_is_refused(tournament: Tournament, ada: StaffMember) -> None:
    for table in ["C", "", "a table that is longer than any"]:
        with pytest.raises(Refused, match="No seats at that table"):
            take_table(tournament=tournament, actor=ada, table=table)

        assert TableHold.objects.count() == 0
