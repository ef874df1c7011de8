"""Passwords of targets: for the owner alone, in no database, log, backup or archive; and publishing waits for them."""

import logging
import os
import stat
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

pytest.importorskip("paramiko", reason="The extra publish is not installed.")
pytest.importorskip("dulwich", reason="The extra publish is not installed.")

from brackets.models import PublishTarget
from brackets.published import targets
from brackets.published.passwords import Secrets, kept_secrets
from brackets.published.queue import publish_due
from brackets.published.services import add_target, publish_event, remove_target, target_states, unpublish_event
from tests.brackets.playoffs.playing import director
from tests.brackets.published.hosts import PASSWORD, REPOSITORY, USER, SshHost, ssh_host
from tests.brackets.published.site import play, posted_event
from tests.pages import get_page, read_page
from tests.tournaments.staff.people import add_director, make_user
from tournaments.entrants.forms import EntrantForm
from tournaments.models import AuditEntry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return posted_event(8)


@pytest.fixture(autouse=True)
def folder_of_secrets(settings: Any, tmp_path: Path) -> Path:
    settings.PUBLISH_DIR = tmp_path / "publish"
    return tmp_path / "publish"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[SshHost]:
    root = tmp_path / "host"
    root.mkdir()
    with ssh_host(root) as found:
        yield found


@pytest.fixture
def page(tournament: Tournament, client: Client) -> str:
    tournament.staff.all().delete()
    user = make_user()
    add_director(tournament, user)
    client.force_login(user)
    return f"{tournament.get_absolute_url()}publish/"


def entered(host: SshHost, **other: str) -> dict[str, str]:
    told = {"add": "sftp", "server": f"127.0.0.1:{host.port}", "folder": "web", "user": USER, "password": PASSWORD}
    return {**told, **other}


def add_host(tournament: Tournament, host: SshHost) -> PublishTarget:
    place = f"sftp://{USER}@127.0.0.1:{host.port}/web"
    told = {"kind": "sftp", "place": place, "host_key": host.host_key, "secrets": Secrets(PASSWORD, "")}
    return add_target(tournament, director(tournament), **told)


def words(tournament: Tournament) -> list[str]:
    return [words for *_, words in target_states(tournament)]


def test_from_an_account_to_a_published_bracket(
    client: Client, page: str, host: SshHost, folder_of_secrets: Path
) -> None:
    first = client.post(f"{page}targets/", entered(host))
    shown = read_page(first.content.decode())
    sent_before = list(host.passwords)
    # The password is not in the page, and need not be entered again.
    second = client.post(f"{page}targets/", entered(host, password="", host_key=host.host_key), follow=True)
    publish_due()

    assert first.status_code == 422
    assert f"The server has the key {host.key.fingerprint}" in shown.text
    assert "Not saved" not in shown.text
    assert (PASSWORD in first.content.decode(), sent_before) == (False, [])
    assert "It can be written to" in second.content.decode()
    assert "Published just now" in get_page(client, page).text
    assert list((host.root / "web").glob("*/*/bracket/index.html"))
    [file] = folder_of_secrets.glob("*.secret")
    if sys.platform != "win32":
        assert [stat.S_IMODE(one.stat().st_mode) for one in (file, folder_of_secrets)] == [0o600, 0o700]


def test_who_goes_on_without_comparing_the_key_leaves_no_password(
    client: Client, page: str, host: SshHost, folder_of_secrets: Path
) -> None:
    client.post(f"{page}targets/", entered(host))
    publish_due()
    [file] = folder_of_secrets.glob("*.secret")
    os.utime(file, (0, 0))
    publish_due()

    assert not list(folder_of_secrets.glob("*.secret"))


def test_wrong_password_is_said_and_kept_nowhere(
    client: Client, page: str, host: SshHost, folder_of_secrets: Path
) -> None:
    answer = client.post(f"{page}targets/", entered(host, password="no", host_key=host.host_key))

    assert "refuses this user name with this password" in answer.content.decode()
    assert not list(folder_of_secrets.glob("*.secret"))
    assert not PublishTarget.objects.exists()


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"server": "http://x"}, "Enter the name of the server"),
        ({"password": ""}, "Enter the password, or choose a key file"),
        ({"add": "git", "address": "https://me:token@example.org/a.git", "branch": "x1"}, "without the password"),
        ({"add": "git", "address": "http://example.org/a.git", "branch": "x1"}, "Enter an address such as"),
        ({"add": "git", "address": "git@example.org:a.git", "branch": "../x"}, "Enter the name of a branch"),
    ],
)
def test_what_is_entered_wrong_is_said(
    client: Client, page: str, host: SshHost, told: dict[str, str], said: str
) -> None:
    answer = client.post(f"{page}targets/", entered(host, **told))

    assert (answer.status_code, said in answer.content.decode()) == (422, True)


def test_passwords_are_not_taken_over_the_network_of_the_hall(client: Client, page: str, host: SshHost) -> None:
    plain = client.post(f"{page}targets/", entered(host), REMOTE_ADDR="10.0.0.9")
    client.post(f"{page}targets/", entered(host, host_key=host.host_key), REMOTE_ADDR="10.0.0.9", secure=True)

    assert (plain.status_code, PublishTarget.objects.count()) == (422, 1)


def test_without_the_extra_the_page_says_how_to_get_it(
    client: Client, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(targets, "find_spec", lambda name: None)
    text = get_page(client, page).text

    assert "make install-publish" in text
    assert 'pip install "cribbage-tournaments[publish]"' in text


def test_password_is_in_no_database_log_archive_or_backup(
    tournament: Tournament, host: SshHost, tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("paramiko").setLevel(logging.DEBUG)
    add_host(tournament, host)
    publish_event(tournament, director(tournament), by_itself=True, is_indexed=False)
    publish_due()
    host.key = type(host.key).generate()
    play(tournament, 1)
    publish_due()
    call_command("export_archive", tournament.slug, str(tmp_path / "archive"))
    rows = [str(row) for row in PublishTarget.objects.values()] + [str(row) for row in AuditEntry.objects.values()]

    assert "has another key than before" in words(tournament)[0]
    assert not [row for row in rows if PASSWORD in row]
    assert PASSWORD not in caplog.text + "".join(capsys.readouterr())
    files = [file for file in tmp_path.rglob("*") if file.is_file() and PASSWORD.encode() in file.read_bytes()]
    assert [file.suffix for file in files] == [".secret"]


def test_after_an_event_went_on_publishing_waits_for_the_password(
    client: Client, page: str, tournament: Tournament, host: SshHost, folder_of_secrets: Path
) -> None:
    add_host(tournament, host)
    publish_event(tournament, director(tournament), by_itself=True, is_indexed=False)
    for file in folder_of_secrets.iterdir():  # another laptop, with the database alone
        file.unlink()
    publish_due()
    waits = words(tournament)
    client.post(f"{page}targets/", entered(host))

    assert waits[0].startswith("1 change waits: This computer does not know the password. Enter it again")
    assert publish_due() == 1
    assert PublishTarget.objects.count() == 1


def test_event_taken_back_is_deleted_there_and_where_that_failed_is_said(
    tournament: Tournament, host: SshHost, tmp_path: Path
) -> None:
    target = add_host(tournament, host)
    (tmp_path / "stick").mkdir()
    add_target(tournament, director(tournament), kind="folder", place=str(tmp_path / "stick"))
    publish_event(tournament, director(tournament), by_itself=True, is_indexed=False)
    publish_due()
    there = list(host.root.glob("web/*/lantern-bay-open/index.html"))
    unpublish_event(tournament, director(tournament))
    host.faults.steps = 0
    publish_due()
    said = words(tournament)
    host.faults.steps = 1_000_000
    PublishTarget.objects.update(next_at=None)
    publish_due()

    assert len(there) == 2
    assert said[0].startswith("1 change waits: The connection to 127.0.0.1 broke off")
    assert said[1] == "Published just now"
    assert not list(host.root.glob("web/*/lantern-bay-open"))
    remove_target(tournament, director(tournament), target.pk)
    assert kept_secrets(target.place) is None


def test_name_that_is_hidden_later_is_in_no_byte_at_any_target(
    tournament: Tournament, host: SshHost, tmp_path: Path
) -> None:
    me, entrant = director(tournament), tournament.entrants.get(number=3)
    (tmp_path / "stick").mkdir()
    add_host(tournament, host)
    for kind, place in (("folder", tmp_path / "stick"), ("zip", tmp_path / "stick/site.zip")):
        add_target(tournament, me, kind=kind, place=str(place))
    address = f"ssh://{USER}@127.0.0.1:{host.port}{REPOSITORY}#pages"
    add_target(tournament, me, kind="git", place=address, host_key=host.host_key, secrets=Secrets(PASSWORD, ""))
    publish_event(tournament, me, by_itself=True, is_indexed=False)

    def naming() -> set[str]:
        files = {path: path.read_bytes() for root in (host.root, tmp_path / "stick") for path in root.rglob("*.*")}
        commit = host.repo[host.repo.refs[b"refs/heads/pages"]]
        pages = [host.repo[one.sha].data for one in host.repo.object_store.iter_tree_contents(commit.tree)]
        with zipfile.ZipFile(tmp_path / "stick/site.zip") as packed:
            zipped = [packed.read(name) for name in packed.namelist()]
        name = entrant.name.encode()
        found = {path.relative_to(tmp_path).parts[0] for path, content in files.items() if name in content}
        found |= {"git"} if any(name in page for page in pages) else set()
        return found | ({"zip"} if any(name in page for page in zipped) else set())

    first, before = publish_due(), naming()
    shown = EntrantForm(instance=entrant)
    typed = {**{name: shown[name].value() for name in shown.fields}, "is_unnamed": True}
    form = EntrantForm({name: value for name, value in typed.items() if value not in (None, False)}, instance=entrant)
    assert form.is_valid(), form.errors
    form.save(me)

    assert (first, publish_due()) == (4, 4)
    assert (before, naming()) == ({"host", "stick", "git", "zip"}, set())
