"""Downloading an event, all events of a user, and restoring one in the browser."""

import io
import zipfile
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from brackets.event_files.store import import_event
from tests.events import round_robin, rows_stored
from tests.factories.tournaments import UserFactory
from tests.pages import read_page
from tests.tournaments.archives.full_event import archive_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=round_robin(), director=UserFactory(username="ada", first_name="Ada"))


@pytest.fixture
def director(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(User.objects.get(username="ada"))
    return client


def test_director_downloads_the_event_and_all_events(tournament: Tournament, director: Client) -> None:
    one = director.get(f"/t/{tournament.slug}/settings/archive/")
    everything = director.get("/account/everything/")
    archive = archive_of(tournament)
    unpacked = zipfile.ZipFile(io.BytesIO(b"".join(everything)))

    assert one["Content-Disposition"] == f'attachment; filename="{tournament.slug}.cribbage.zip"'
    assert (one["Cache-Control"], b"".join(one)) == ("private, no-store", archive)
    assert {name: unpacked.read(name) for name in unpacked.namelist()} == {f"{tournament.slug}.cribbage.zip": archive}


def test_everything_of_who_directs_nothing_is_empty_and_is_not_offered(tournament: Tournament) -> None:
    client = Client()
    client.force_login(UserFactory())

    everything = zipfile.ZipFile(io.BytesIO(b"".join(client.get("/account/everything/"))))

    assert everything.namelist() == []
    assert "Download everything" not in client.get("/account/").content.decode()


def test_event_is_restored_in_the_browser_and_the_page_says_what_became_of_it(
    tournament: Tournament, director: Client
) -> None:
    file = SimpleUploadedFile("bay.cribbage.zip", archive_of(tournament))

    response = director.post("/new/restore/", {"file": file}, follow=True)
    text = read_page(response.content.decode()).text

    assert response.redirect_chain == [("/t/lantern-bay-open-2/desk/", 302)]
    assert "Lantern Bay Open is restored. Only staff see it until you show it under Settings." in text
    assert "is here already, at /t/lantern-bay-open/. This copy is at /t/lantern-bay-open-2/." in text
    assert "Checked: log, rulings, standings and bracket follow from the scorecards as written." in text


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"no zip", "This is not an archive of an event. Choose a file that ends in .cribbage.zip."),
        (b"", "This file is empty. Choose another one."),
    ],
)
def test_other_files_are_refused_in_place(director: Client, data: bytes, words: str) -> None:
    before = rows_stored()

    response = director.post("/new/restore/", {"file": SimpleUploadedFile("bay.zip", data)})

    assert (response.status_code, rows_stored()) == (422, before)
    assert words in read_page(response.content.decode()).text


def test_commands_export_and_restore(
    tournament: Tournament, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "bay.cribbage.zip")

    call_command("export_archive", tournament.slug, path)
    call_command("restore_archive", path, "--director", "ada")
    out, err = capsys.readouterr()

    assert out.splitlines() == [path, "/t/lantern-bay-open-2/"]
    assert err.splitlines() == [
        "The same event is here already, at /t/lantern-bay-open/.",
        "The public does not see it until its director shows it under Settings.",
    ]
    with pytest.raises(CommandError, match="No such file"):
        call_command("restore_archive", str(tmp_path / "none"))
    Path(path).write_bytes(b"x")
    with pytest.raises(CommandError, match="This is not an archive"):
        call_command("restore_archive", path)
