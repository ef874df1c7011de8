"""The queue of the reader: each file is read once, page by page, by whoever claims it first; none is lost or stuck."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scorecards.models import CardPicture, PictureFile
from scorecards.photo.reading import Refusal
from scorecards.photographs import kinds
from scorecards.photographs.engine import Page
from scorecards.photographs.kinds import NotTaken
from scorecards.photographs.refusals import LOST, READER_FAILED, TOO_HARD
from scorecards.photographs.services.reading import ClaimLost, claim_next, keep_reading, read_file, read_waiting
from tests.scorecards.photographs.files_sent import TO_LOOK_AT, Told, one_card, png, reading, send
from tournaments.backups.state import pictures_to_come
from tournaments.models import StaffMember, Tournament

pytestmark = pytest.mark.usefixtures("pictures_dir", "reader_installed")


def state_of(file: PictureFile) -> tuple[str, str, int, int]:
    file.refresh_from_db()
    return file.state, file.refusal, file.pages, file.pages_read


def claimed_long_ago(file: PictureFile) -> None:
    PictureFile.objects.filter(pk=file.pk).update(claimed_at=timezone.now() - timedelta(seconds=61))


def test_cards_of_all_pages_are_stored_with_their_holders(
    photographed: Tournament, di: StaffMember, pictures_dir: Path
) -> None:
    file = send(photographed, di, png(1))
    version = photographed.version
    two = [(reading(photographed, number), TO_LOOK_AT) for number in (3, 4)]
    again = one_card(photographed, 1, Refusal.NOT_SHARP, pages=3)

    read_waiting(Told(Page(3, cards=two), again, one_card(photographed, 99, pages=3)))

    cards = list(CardPicture.objects.order_by("pk").select_related("entrant"))
    found = [(card.page, card.place, card.entrant and card.entrant.number, card.reading is not None) for card in cards]
    assert found == [(1, 1, 3, True), (1, 2, 4, True), (2, 1, None, False), (3, 1, None, True)]
    assert cards[2].refusals == ["not sharp"]
    assert [(pictures_dir / card.stored).read_bytes() for card in cards] == [TO_LOOK_AT] * 4
    assert state_of(file) == ("read", "", 3, 3)
    photographed.refresh_from_db()
    assert photographed.version == version + 3


def test_one_file_goes_to_one_of_two_readers(photographed: Tournament, di: StaffMember) -> None:
    first, second = (send(photographed, di, png(number)) for number in (1, 2))

    assert [claim_next(), claim_next(), claim_next()] == [first, second, None]


def test_reader_that_lost_its_claim_stores_nothing(photographed: Tournament, di: StaffMember) -> None:
    file = send(photographed, di, png(1))
    slow = claim_next()
    claimed_long_ago(file)

    def meanwhile() -> Page:
        assert read_waiting(Told(one_card(photographed, 1))) == 1
        return one_card(photographed, 1)

    assert slow is not None
    with pytest.raises(ClaimLost):
        read_file(slow, Told(meanwhile))

    assert (CardPicture.objects.count(), state_of(file)) == (1, ("read", "", 1, 1))


def test_reader_that_was_killed_is_followed_by_another_which_goes_on_at_its_page(
    photographed: Tournament, di: StaffMember
) -> None:
    file = send(photographed, di, png(1))
    with pytest.raises(KeyboardInterrupt):
        read_waiting(Told(one_card(photographed, 1, pages=2), lambda: (_ for _ in ()).throw(KeyboardInterrupt)))
    assert read_waiting(Told()) == 0

    claimed_long_ago(file)
    engine = Told(one_card(photographed, 2, pages=2))
    read_waiting(engine)

    assert engine.asked == [(png(1), 2)]
    assert [card.entrant and card.entrant.number for card in CardPicture.objects.order_by("pk")] == [1, 2]


def test_file_at_which_three_readers_died_is_refused(
    photographed: Tournament, di: StaffMember, pictures_dir: Path
) -> None:
    file = send(photographed, di, png(1))
    for _ in range(3):
        assert claim_next() == file
        claimed_long_ago(file)

    assert claim_next() is None

    assert state_of(file)[:2] == ("refused", READER_FAILED)


def test_reader_that_is_told_to_end_leaves_the_rest_to_the_next(photographed: Tournament, di: StaffMember) -> None:
    file = send(photographed, di, png(1))
    told = iter([False, True, True])

    read_waiting(Told(one_card(photographed, 1, pages=2)), is_ending=lambda: next(told))

    assert state_of(file) == ("waiting", "", 2, 1)
    assert read_waiting(Told(one_card(photographed, 2, pages=2))) == 1


@pytest.mark.parametrize(
    ("told", "refusal"),
    [(lambda: Page(1, Refusal.NOT_A_PICTURE), Refusal.NOT_A_PICTURE), (lambda: NotTaken(TOO_HARD), TOO_HARD)],
)
def test_file_that_is_of_no_use_is_refused_and_deleted(
    photographed: Tournament,
    di: StaffMember,
    pictures_dir: Path,
    told: Callable[[], Page | Exception],
    refusal: str,
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    file = send(photographed, di, png(1))

    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        read_waiting(Told(told()))

    assert state_of(file)[:2] == ("refused", refusal)
    assert list(pictures_dir.iterdir()) == []


def test_page_that_is_too_hard_ends_neither_its_file_nor_the_queue(photographed: Tournament, di: StaffMember) -> None:
    files = [send(photographed, di, png(number)) for number in (1, 2)]
    first, third = (one_card(photographed, number, pages=3) for number in (1, 3))

    read_waiting(Told(first, NotTaken(TOO_HARD), third, one_card(photographed, 4)))

    assert [state_of(file) for file in files] == [("read", "", 3, 3), ("read", "", 1, 1)]
    assert CardPicture.objects.get(page=2).refusals == [TOO_HARD]


def test_file_that_is_not_on_this_computer_is_refused_in_words(
    photographed: Tournament, di: StaffMember, pictures_dir: Path
) -> None:
    file = send(photographed, di, png(1))
    (pictures_dir / file.stored).unlink()

    read_waiting(Told())

    assert state_of(file)[:2] == ("refused", LOST)


def test_process_reads_what_comes_and_ends_when_it_is_told(
    photographed: Tournament, di: StaffMember, pictures_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorecards.photographs.services.reading.is_reader_installed", lambda: True)
    asked: list[float] = []
    files: list[PictureFile] = []

    def is_ending(seconds: float) -> bool:
        asked.append(seconds)
        if len(asked) == 2:
            files.append(send(photographed, di, png(1)))
            (pictures_dir / files[0].stored).unlink()
        return bool(files) and state_of(files[0])[0] == "refused"

    keep_reading(is_ending)

    assert (state_of(files[0])[1], asked[0]) == (LOST, 0.0)


def test_process_waits_for_pictures_that_still_come_from_a_stick(
    photographed: Tournament,
    di: StaffMember,
    pictures_dir: Path,
    tmp_path: Path,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.BACKUP_DIR = tmp_path
    monkeypatch.setattr("scorecards.photographs.services.reading.is_reader_installed", lambda: True)
    file = send(photographed, di, png(1))
    (pictures_dir / file.stored).unlink()
    pictures_to_come().touch()
    turns = iter([False, False, True])

    keep_reading(lambda _: next(turns))

    assert state_of(file)[0] == "waiting"


def test_command_reads_what_waits_once(
    photographed: Tournament, di: StaffMember, pictures_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = "scorecards.management.commands.read_photographs.is_reader_installed"
    monkeypatch.setattr(command, lambda: False)
    with pytest.raises(CommandError, match="make install-photo"):
        call_command("read_photographs", "--once")
    monkeypatch.setattr(command, lambda: True)
    file = send(photographed, di, png(1))
    (pictures_dir / file.stored).unlink()
    said = StringIO()

    call_command("read_photographs", "--once", stdout=said)

    assert (said.getvalue(), state_of(file)[1]) == ("1 files read\n", LOST)


def test_process_is_wanted_where_something_can_be_read_or_has_to_be_deleted(
    pictures_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = []
    for is_installed in (False, True):
        monkeypatch.setattr(kinds, "is_reader_installed", lambda found=is_installed: found)
        wanted.append(kinds.is_reader_wanted())
    monkeypatch.setattr(kinds, "is_reader_installed", lambda: False)
    pictures_dir.mkdir()
    (pictures_dir / "old.jpg").write_bytes(b"")

    assert (wanted, kinds.is_reader_wanted()) == ([False, True], True)


def test_files_of_a_deleted_event_are_left_alone(photographed: Tournament, di: StaffMember) -> None:
    send(photographed, di, png(1))
    Tournament.objects.filter(pk=photographed.pk).update(deleted_at=timezone.now())

    assert claim_next() is None
