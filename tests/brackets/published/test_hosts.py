"""Sending to real servers on loopback: what is cut leaves one whole version, and whatever fails is said in words."""

import json
import random
import re
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

pytest.importorskip("paramiko", reason="The extra publish is not installed.")
pytest.importorskip("dulwich", reason="The extra publish is not installed.")

import paramiko

from brackets.published import git, ssh
from brackets.published.git import GitTarget
from brackets.published.passwords import Secrets
from brackets.published.places import NotSent, UnknownHost
from brackets.published.sftp import SftpTarget
from brackets.published.site import FEED, digest
from brackets.published.ssh import Login
from tests.brackets.published import hosts
from tests.brackets.published.hosts import PASSWORD, REPOSITORY, USER, GitHost, SshHost, git_host, silent_host, ssh_host
from tests.brackets.published.test_places import version

pytestmark = [pytest.mark.slow]

RIGHT = Secrets(PASSWORD, "")


@pytest.fixture(autouse=True)
def folder_of_secrets(settings: Any, tmp_path: Path) -> None:
    settings.PUBLISH_DIR = tmp_path / "publish"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[SshHost]:
    root = tmp_path / "host"
    root.mkdir()
    with ssh_host(root) as found:
        yield found


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GitHost]:
    with git_host(tmp_path) as found:
        monkeypatch.setenv("SSL_CERT_FILE", str(found.certificate))
        yield found


def sftp(host: SshHost, secrets: Secrets = RIGHT, host_key: str | None = None, folder: str = "web") -> SftpTarget:
    login = Login("127.0.0.1", host.port, USER, secrets, host.host_key if host_key is None else host_key)
    return SftpTarget(login, folder)


def repo_target(host: GitHost, secrets: Secrets = RIGHT) -> GitTarget:
    return GitTarget(host.address.replace("//", f"//{USER}@"), "gh-pages", secrets)


def whole(files: Mapping[str, bytes]) -> bool:
    """Tell whether what a visitor finds is one version, to the last byte."""
    told = json.loads(files[FEED])["files"]
    return {path: digest(content) for path, content in files.items() if path != FEED} == {
        path: one["sha256"] for path, one in told.items()
    }


def seen_on(root: Path) -> dict[str, bytes]:
    """Return the files of the folder to which the first page leads."""
    [live] = set(re.findall(r'href="([ab])/', (root / "index.html").read_text()))
    return files_in(root / live)


def files_in(place: Path) -> dict[str, bytes]:
    return {str(file.relative_to(place)): file.read_bytes() for file in place.rglob("*") if file.is_file()}


def test_sftp_sends_all_then_only_what_changed(host: SshHost) -> None:
    target = sftp(host)
    target.try_it()
    assert list((host.root / "web").iterdir()) == []
    target.send(version(1))

    assert seen_on(host.root / "web") == version(1)
    assert target.send(version(1)) == []
    assert sorted(target.send(version(2))) == sorted([FEED, "index.html", "harbor/index.html", *pages(5)])
    assert seen_on(host.root / "web") == version(2)


def pages(count: int) -> list[str]:
    return [f"harbor/p/{one}/index.html" for one in range(count)]


@pytest.mark.parametrize("links", [True, False])
def test_sftp_killed_at_30_moments_the_site_is_one_whole_version(host: SshHost, links: bool) -> None:
    chance, target, host.faults.links = random.Random(45), sftp(host), links
    target.send(version(1))
    failures = 0
    for number in range(2, 32):
        host.faults.steps = chance.randrange(250)
        try:
            target.send(version(number, pages=chance.randrange(3, 8)))
        except NotSent:
            failures += 1
        assert whole(seen_on(host.root / "web"))
    host.faults.steps = 1_000_000
    target.send(version(99))

    assert 10 < failures < 30
    assert [files_in(host.root / "web" / folder) for folder in "ab"] == [version(99)] * 2
    assert sorted(one.name for one in (host.root / "web").iterdir()) == ["a", "b", "index.html"]


@pytest.mark.parametrize(("links", "times"), [(True, 1), (False, 2)])
def test_each_file_goes_out_once_where_the_host_can_link(host: SshHost, links: bool, times: int) -> None:
    host.faults.links = links
    target = sftp(host)
    target.send(version(1))
    host.faults.written.clear()
    sent = target.send(version(2))

    assert files_in(host.root / "web/a") == files_in(host.root / "web/b") == version(2)
    assert len(host.faults.written) == times * (len(sent) - len(["index.html"])) + len(["index.html", "sending.json"])


def test_git_killed_at_30_moments_the_branch_is_one_whole_version(repository: GitHost) -> None:
    chance, target = random.Random(45), repo_target(repository)
    target.send(version(1))
    failures = 0
    for number in range(2, 32):
        repository.faults.steps = chance.randrange(6000)
        try:
            target.send(version(number, pages=chance.randrange(3, 8)))
        except NotSent:
            failures += 1
        shown = repository.files()
        assert whole({path: content for path, content in shown.items() if path != git.AS_THEY_ARE})
    repository.faults.steps = 1_000_000
    target.send(version(99))

    assert 5 < failures < 30
    assert repository.files() == {**version(99), git.AS_THEY_ARE: b""}


def test_git_branch_has_one_commit_and_only_what_changed_is_sent(repository: GitHost) -> None:
    target = repo_target(repository)
    target.try_it()
    target.send(version(1))
    before = len(list(repository.repo.object_store))

    assert sorted(target.send(version(1, pages=4))) == [FEED]
    assert repository.files() == {**version(1, pages=4), git.AS_THEY_ARE: b""}
    # The feed, the commit, and the folders in which something changed.
    assert len(list(repository.repo.object_store)) - before == 5


def test_git_branch_of_something_else_is_not_replaced(repository: GitHost, tmp_path: Path, settings: Any) -> None:
    repo_target(repository).send(version(1))
    settings.PUBLISH_DIR = tmp_path / "of-another-site"
    with pytest.raises(NotSent, match="There is a branch gh-pages already"):
        repo_target(repository).try_it()

    GitTarget(repository.address.replace("//", f"//{USER}@"), "gh-pages", RIGHT, is_known=True).try_it()


def test_git_over_ssh(host: SshHost) -> None:
    target = GitTarget(f"ssh://{USER}@127.0.0.1:{host.port}{REPOSITORY}", "pages", RIGHT)
    with pytest.raises(UnknownHost) as unknown:
        target.try_it()
    target = GitTarget(target.address, "pages", RIGHT, unknown.value.key)
    target.try_it()
    target.send(version(1))
    target.send(version(2))

    commit = host.repo[host.repo.refs[b"refs/heads/pages"]]
    assert commit.parents == []
    assert unknown.value.key == host.host_key


def test_unknown_key_is_shown_and_no_password_is_sent_before(host: SshHost) -> None:
    with pytest.raises(UnknownHost) as unknown:
        sftp(host, host_key="").try_it()

    assert (unknown.value.key, unknown.value.fingerprint) == (host.host_key, host.key.fingerprint)
    assert unknown.value.fingerprint.startswith("SHA256:")
    assert host.passwords == []


def test_changed_key_is_refused_and_no_password_is_sent(host: SshHost) -> None:
    before = host.host_key
    for changed in (paramiko.ECDSAKey.generate(), paramiko.RSAKey.generate(2048)):
        host.key = changed
        with pytest.raises(NotSent, match="has another key than before: SHA256:"):
            sftp(host, host_key=before).send(version(1))

    assert host.passwords == []


def key_text(key: paramiko.PKey, passphrase: str | None = None) -> str:
    text = StringIO()
    key.write_private_key(text, password=passphrase)
    return text.getvalue()


@pytest.mark.parametrize("passphrase", [None, "of the key"])
def test_key_file_signs_in(host: SshHost, passphrase: str | None) -> None:
    host.key_of_user = paramiko.ECDSAKey.generate()
    sftp(host, Secrets(passphrase or "", key_text(host.key_of_user, passphrase))).try_it()

    assert host.passwords == []


@pytest.mark.parametrize(
    ("secrets", "said"),
    [
        (Secrets("wrong", ""), "refuses this user name with this password"),
        (Secrets("", "no key"), "The key file cannot be read"),
        (Secrets("", key_text(paramiko.ECDSAKey.generate(), "secret")), "has a passphrase"),
        (Secrets("other", key_text(paramiko.ECDSAKey.generate(), "secret")), "its passphrase is wrong"),
        (Secrets("", key_text(paramiko.ECDSAKey.generate())), "refuses this user name with this key"),
    ],
)
def test_wrong_password_or_key_is_said(host: SshHost, secrets: Secrets, said: str) -> None:
    with pytest.raises(NotSent, match=said):
        sftp(host, secrets).try_it()


def test_full_disk_read_only_folder_and_missing_folder_are_said(host: SshHost) -> None:
    with pytest.raises(NotSent, match="There is no folder to make no/such/web in"):
        sftp(host, folder="no/such/web").try_it()
    host.faults.is_full = True
    with pytest.raises(NotSent, match="its disk may be full"):
        sftp(host).try_it()


def test_page_of_something_else_is_not_replaced(host: SshHost) -> None:
    (host.root / "index.html").write_text('<a href="club/index.html">Our club</a>')

    with pytest.raises(NotSent, match=r"There is an index\.html of something else"):
        sftp(host, folder="").try_it()


@pytest.mark.parametrize("steps", [0, 12])
def test_server_that_hangs_is_said_in_time(host: SshHost, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    # To sign in takes longer than that on a busy machine, and is not what hangs.
    monkeypatch.setattr(ssh, "Timer", lambda seconds, close: Timer(seconds / 60, close))

    def hang() -> None:
        host.faults.hangs = host.faults.done >= steps

    host.faults.before_step = hang
    with pytest.raises(NotSent, match=r"127\.0\.0\.1 does not answer$"):
        sftp(host).send(version(1))


def test_server_that_hangs_over_a_password_does_not_refuse_it(host: SshHost, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssh, "ANSWERS_WITHIN", 2.0)
    monkeypatch.setattr(
        hosts._Server, "check_auth_password", lambda *_: host.faults.end.wait(60) and paramiko.AUTH_FAILED
    )

    with pytest.raises(NotSent, match=r"127\.0\.0\.1 does not answer$"):
        sftp(host).try_it()


def test_git_server_that_hangs_is_said_in_time(repository: GitHost, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git, "ANSWERS_WITHIN", 0.3)
    repository.faults.hangs = True

    with pytest.raises(NotSent, match="does not answer"):
        repo_target(repository).send(version(1))


def test_host_that_never_says_anything(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ssh, "ANSWERS_WITHIN", 0.5)
    with silent_host() as port, pytest.raises(NotSent, match="broke off|does not answer"):
        sftp(SshHost(tmp_path, port=port)).try_it()


def test_wrong_names_and_ports_are_said(tmp_path: Path, repository: GitHost) -> None:
    said = []
    for target in (
        SftpTarget(Login("no-such-host.invalid", 22, USER, RIGHT, ""), ""),
        SftpTarget(Login("127.0.0.1", 1, USER, RIGHT, ""), ""),
        GitTarget("https://no-such-host.invalid/a/b.git", "gh-pages", RIGHT),
        GitTarget("https://127.0.0.1:1/a/b.git", "gh-pages", RIGHT),
        repo_target(repository, Secrets("wrong", "")),
        GitTarget(repository.address.replace("//", f"//{USER}@") + "x", "gh-pages", RIGHT),
    ):
        with pytest.raises(NotSent) as failure:
            target.try_it()
        said.append(str(failure.value))

    assert [text.partition(":")[0] for text in said] == [
        "no-such-host.invalid is not found",
        "127.0.0.1 does not answer on port 1",
        "no-such-host.invalid is not found",
        "127.0.0.1 does not answer",
        "127.0.0.1 refuses this user name with this password or token",
        "There is no repository https",
    ]


def test_certificate_that_nobody_knows_is_refused(repository: GitHost, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")

    with pytest.raises(NotSent, match="cannot prove that it is"):
        repo_target(repository).try_it()


def test_slow_server_only_takes_longer(host: SshHost, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssh, "ANSWERS_WITHIN", 2.0)
    host.faults.bytes_a_second = 10_000
    large = version(1)
    large["harbor/p/0/index.html"] = b"x" * 30_000
    sftp(host).send(large)

    assert seen_on(host.root / "web")["harbor/p/0/index.html"] == large["harbor/p/0/index.html"]
