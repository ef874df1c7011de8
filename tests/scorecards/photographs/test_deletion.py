"""Pictures are deleted after their time, by a button, or with their event; what was read and confirmed stays."""

import os
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from scorecards.models import CardPicture, PictureFile, PictureSettings
from scorecards.photographs.refusals import DELETED
from scorecards.photographs.services.deletion import STRAY_FOR, delete_old_pictures, delete_pictures
from scorecards.photographs.services.reading import read_waiting
from tests.scorecards.cards.card_entry import checker, put_up, written
from tests.scorecards.photographs.files_sent import Told, one_card, png, send, sent
from tournaments.events.lifecycle import purge_deleted_events
from tournaments.models import AuditAction, AuditEntry, StaffMember, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pictures_dir", "reader_installed")]


@pytest.fixture
def event() -> Tournament:
    return put_up(written(players=8, games=7))


@pytest.fixture
def bo(event: Tournament) -> StaffMember:
    return checker(event, "Bo Ash")


def read(event: Tournament, member: StaffMember, number: int, *, days_ago: int = 0) -> PictureFile:
    file = send(event, member, png(number))
    read_waiting(Told(one_card(event, number)))
    PictureFile.objects.filter(pk=file.pk).update(made_at=timezone.now() - timedelta(days=days_ago))
    return file


def test_old_pictures_go_by_themselves_and_the_log_says_so(
    event: Tournament, bo: StaffMember, pictures_dir: Path
) -> None:
    PictureSettings.objects.create(tournament=event, days=7)
    old, new = read(event, bo, 1, days_ago=8), read(event, bo, 2, days_ago=6)

    delete_old_pictures()

    named = {PictureFile.objects.get(pk=new.pk).stored, CardPicture.objects.get(file=new).stored}
    assert {path.name for path in pictures_dir.iterdir()} == named
    gone = CardPicture.objects.get(file=old)
    assert (gone.stored, gone.file.stored, gone.file.state, gone.reading is not None) == ("", "", "read", True)
    [entry] = AuditEntry.objects.filter(action=AuditAction.PICTURES_DELETED)
    assert (entry.who, entry.after) == ("the program", {"files": 1, "days": 7})
    delete_old_pictures()
    assert AuditEntry.objects.filter(action=AuditAction.PICTURES_DELETED).count() == 1


def test_all_pictures_go_at_once_and_what_was_not_read_is_refused(
    event: Tournament, bo: StaffMember, pictures_dir: Path
) -> None:
    read(event, bo, 1)
    waiting = send(event, bo, png(2))

    assert delete_pictures(tournament=event, actor=bo) == 2

    waiting.refresh_from_db()
    assert (waiting.state, waiting.refusal, list(pictures_dir.iterdir())) == ("refused", DELETED, [])
    assert delete_pictures(tournament=event, actor=bo) == 0
    assert not sent(event, bo, png(1))[1]


def test_pictures_of_an_event_go_with_it_and_no_others(event: Tournament, bo: StaffMember, pictures_dir: Path) -> None:
    other = put_up(written(players=8, games=7))
    read(event, bo, 1)
    kept = read(other, checker(other, "Cy Dune"), 2)
    Tournament.objects.filter(pk=event.pk).update(deleted_at=timezone.now() - timedelta(days=31))

    purge_deleted_events()

    assert {path.name for path in pictures_dir.iterdir()} == {kept.stored, CardPicture.objects.get().stored}


def test_file_that_no_row_names_goes_only_when_no_backup_can_name_it(
    event: Tournament, bo: StaffMember, pictures_dir: Path
) -> None:
    file = read(event, bo, 1)
    for name, age in (("old.jpg", STRAY_FOR + timedelta(days=1)), ("new.jpg", timedelta(days=20))):
        (pictures_dir / name).write_bytes(b"")
        then = time.time() - age.total_seconds()
        os.utime(pictures_dir / name, (then, then))
    os.utime(pictures_dir / file.stored, (0, 0))

    delete_old_pictures()

    left = {path.name for path in pictures_dir.iterdir()}
    assert left == {"new.jpg", file.stored, CardPicture.objects.get().stored}
