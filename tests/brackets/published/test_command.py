"""``manage.py publish``: to a folder, to a ZIP, and what it says where it cannot."""

import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from brackets.published.services import add_target, publish_event
from tests.brackets.playoffs.playing import director
from tests.brackets.published.site import broken_links, posted_event
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.slow]


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return posted_event(8)


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_folder_is_whole_and_the_second_time_nothing_changes(
    tournament: Tournament, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("publish", tournament.slug, to=str(tmp_path / "site"))
    before = files_in(tmp_path)
    call_command("publish", tournament.slug, to=str(tmp_path / "site"))

    assert broken_links(files_in(tmp_path / "site")) == []
    assert files_in(tmp_path) == before
    assert capsys.readouterr().out.splitlines()[-1].endswith("nothing has changed")


def test_zip_has_the_whole_site(tournament: Tournament, tmp_path: Path) -> None:
    call_command("publish", to=str(tmp_path / "site.zip"))

    with zipfile.ZipFile(tmp_path / "site.zip") as packed:
        assert broken_links({name: packed.read(name) for name in packed.namelist()}) == []


@pytest.mark.parametrize(
    ("hidden", "to", "said"),
    [(True, "site", "hidden from the public"), (False, None, "is not published"), (False, "file/site", "file")],
)
def test_what_it_refuses(tournament: Tournament, tmp_path: Path, hidden: bool, to: str | None, said: str) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(is_hidden=hidden)
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(CommandError, match=said):
        call_command("publish", tournament.slug, to=to and str(tmp_path / to))


def test_without_a_place_it_goes_wherever_the_site_is_sent(
    tournament: Tournament, tmp_path: Path, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.PUBLISH_DIR, me = tmp_path / "publish", director(tournament)
    stick = tmp_path / "stick"
    with pytest.raises(CommandError, match="The site goes nowhere yet"):
        call_command("publish")
    add_target(tournament, me, kind="folder", place=str(stick))
    publish_event(tournament, me, by_itself=False, is_indexed=False)
    with pytest.raises(CommandError, match="Not all of it was sent"):
        call_command("publish", tournament.slug)
    stick.mkdir()
    call_command("publish", tournament.slug)

    failed, sent = capsys.readouterr().out.splitlines()
    assert failed.startswith(f"{stick}: 1 change waits: There is no folder {stick}")
    assert sent == f"{stick}: Published just now"
    assert broken_links({path: content for path, content in files_in(stick).items() if path.startswith("a/")}) == []
