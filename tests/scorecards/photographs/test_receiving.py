"""Files that are sent are on the disk before anybody hears "saved", each once; what is no picture leaves nothing."""

import os
import shutil
import stat
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

import pytest

from scorecards.models import PictureFile
from scorecards.photo.reading import Refusal
from scorecards.photographs.kinds import NotTaken
from scorecards.photographs.refusals import HEIC_UNREAD, NO_ROOM, words_for
from scorecards.photographs.services.reading import read_waiting
from scorecards.photographs.services.receiving import ReaderMissing, receive
from tests.scorecards.photographs.files_sent import Told, one_card, png, send, sent
from tournaments.models import StaffMember, Tournament

pytestmark = pytest.mark.usefixtures("pictures_dir", "reader_installed")


def test_file_is_on_the_disk_for_nobody_else_and_waits(
    photographed: Tournament, di: StaffMember, pictures_dir: Path
) -> None:
    file = send(photographed, di, png(1), name="../../IMG_1.PNG")

    [path] = pictures_dir.iterdir()
    assert (path.name, path.read_bytes()) == (file.stored, png(1))
    assert (file.state, file.name, file.made_by, path.suffix) == ("waiting", "IMG_1.PNG", "Di Elm", ".png")
    if os.name == "posix":
        assert [stat.S_IMODE(one.stat().st_mode) for one in (path, pictures_dir)] == [0o600, 0o700]


def test_file_is_on_the_disk_before_the_row_is_stored(
    photographed: Tournament, di: StaffMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bool] = []
    fsync = os.fsync

    def watched(descriptor: int) -> None:
        synced.append(PictureFile.objects.exists())
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", watched)

    send(photographed, di, png(1))

    assert synced == [False, False]


def test_same_key_and_same_bytes_count_once(photographed: Tournament, di: StaffMember, pictures_dir: Path) -> None:
    key = uuid4()
    first, _ = sent(photographed, di, png(1), key=key)

    assert sent(photographed, di, png(1), key=key) == (first, False)
    assert sent(photographed, di, png(1)) == (first, True)
    assert len(list(pictures_dir.iterdir())) == PictureFile.objects.count() == 1


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        pytest.param(b"", Refusal.NOT_A_PICTURE, id="nothing"),
        pytest.param(b"GIF89a" + bytes(60), Refusal.NOT_A_PICTURE, id="GIF"),
        pytest.param(b"<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>", Refusal.NOT_A_PICTURE, id="SVG"),
        pytest.param(b"PK\x03\x04" + bytes(60), Refusal.NOT_A_PICTURE, id="ZIP"),
        pytest.param(b"<html>" + png(1), Refusal.NOT_A_PICTURE, id="page before a picture"),
        pytest.param(b" %PDF-1.7", Refusal.NOT_A_PICTURE, id="PDF after a blank"),
        pytest.param(bytes(4) + b"ftypavif" + bytes(60), HEIC_UNREAD, id="AVIF"),
        pytest.param(bytes(4) + b"ftypmsf1" + bytes(60), HEIC_UNREAD, id="moving HEIC"),
        pytest.param(png(1, width=60_000, height=60_000), Refusal.TOO_LARGE, id="bomb"),
        pytest.param(png(1, width=400), Refusal.TOO_SMALL, id="too small"),
        pytest.param(b"\xff\xd8\xff" + bytes(30_000_000), Refusal.TOO_LARGE, id="too many bytes"),
        pytest.param(png(1).replace(b"\x08IDAT", b"\xffIDAT"), Refusal.NOT_A_PICTURE, id="chunk beyond the end"),
    ],
)
def test_what_is_no_picture_is_refused_in_words_and_leaves_nothing(
    photographed: Tournament, di: StaffMember, pictures_dir: Path, data: bytes, refusal: str
) -> None:
    with pytest.raises(NotTaken) as refused:
        send(photographed, di, data, name="card.jpg")

    assert refused.value.refusal == refusal
    assert words_for(refusal).advice.endswith(".")
    assert (list(pictures_dir.iterdir()), PictureFile.objects.count()) == ([], 0)


def test_heic_is_taken_where_it_can_be_read(
    photographed: Tournament, di: StaffMember, monkeypatch: pytest.MonkeyPatch, cases_dir: Path
) -> None:
    data = (cases_dir / "photographs" / "card-1.heic").read_bytes()
    monkeypatch.setattr("scorecards.photographs.kinds.is_heic_read", lambda: False)
    with pytest.raises(NotTaken) as refused:
        send(photographed, di, data)
    monkeypatch.setattr("scorecards.photographs.kinds.is_heic_read", lambda: True)

    assert (refused.value.refusal, send(photographed, di, data).stored[-5:]) == (HEIC_UNREAD, ".heic")


@pytest.mark.parametrize(
    ("size", "refusal"),
    [
        ((40_000, 40_000), Refusal.TOO_LARGE),
        ((6_000, 5_000), Refusal.TOO_LARGE),
        ((5_000, 600), Refusal.TOO_SMALL),
        ((0, 0), Refusal.TOO_SMALL),
        (None, Refusal.NOT_A_PICTURE),
    ],
)
def test_size_of_heic_is_known_before_it_is_decoded(
    photographed: Tournament,
    di: StaffMember,
    monkeypatch: pytest.MonkeyPatch,
    cases_dir: Path,
    size: tuple[int, int] | None,
    refusal: str,
) -> None:
    monkeypatch.setattr("scorecards.photographs.kinds.is_heic_read", lambda: True)
    data = (cases_dir / "photographs" / "card-1.heic").read_bytes()
    at = data.index(b"ispe") + 8
    told = b"".join(side.to_bytes(4, "big") for side in size or (1600, 1260))
    changed = (data[:at] if size else data[: at - 8] + b"none" + data[at - 4 : at]) + told + data[at + 8 :]

    with pytest.raises(NotTaken) as refused:
        send(photographed, di, changed)

    assert refused.value.refusal == refusal


def test_sending_that_breaks_off_leaves_nothing(photographed: Tournament, di: StaffMember, pictures_dir: Path) -> None:
    def chunks() -> object:
        yield png(1)[:30]
        raise ConnectionError

    with pytest.raises(ConnectionError):
        receive(tournament=photographed, actor=di, key=uuid4(), name="card.png", chunks=chunks())  # type: ignore[arg-type]

    assert (list(pictures_dir.iterdir()), PictureFile.objects.count()) == ([], 0)


def test_full_disk_is_said_and_room_is_left_for_cards(
    photographed: Tournament, di: StaffMember, pictures_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=100 * 1024**2))

    with pytest.raises(NotTaken) as refused:
        send(photographed, di, png(1))

    assert refused.value.refusal == NO_ROOM
    assert list(pictures_dir.iterdir()) == []


def test_without_the_reader_nothing_is_taken(
    photographed: Tournament, di: StaffMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorecards.photographs.services.receiving.is_reader_installed", lambda: False)

    with pytest.raises(ReaderMissing):
        send(photographed, di, png(1))


def test_what_was_refused_for_want_of_room_is_read_when_it_is_sent_again(
    photographed: Tournament, di: StaffMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = send(photographed, di, png(1))
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
        read_waiting(Told(one_card(photographed, 1)))
    file.refresh_from_db()
    assert (file.state, file.refusal) == ("refused", NO_ROOM)

    send(photographed, di, png(1))
    read_waiting(Told(one_card(photographed, 1)))

    assert [(one.state, one.cards.count()) for one in PictureFile.objects.all()] == [("read", 1)]
