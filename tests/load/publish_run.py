"""Publish an event to each target, and once more after a result; runs with the settings of a server."""

import os
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any
from zlib import compress

from django.core.management import call_command

from brackets.published.git import GitTarget
from brackets.published.passwords import Secrets
from brackets.published.places import FolderTarget, Target, ZipTarget
from brackets.published.sftp import SftpTarget
from brackets.published.site import make_site, one_page
from brackets.published.ssh import Login
from config.serve import load_pages
from tests.brackets.published.hosts import PASSWORD, REPOSITORY, USER, git_host, ssh_host
from tests.brackets.published.site import play, posted_event

SECRETS = Secrets(PASSWORD, "")


def published_to_each_target(players: int, root: Path) -> dict[str, Any]:
    """Return the size of the site, and for each target what went out after one result.

    That is how many files; their bytes, each packed, as SSH and git do it; all bytes that went to a host on loopback,
    with what SSH and HTTPS add; seconds.
    """
    load_pages()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    tournament = posted_event(players, games=22)
    play(tournament, 2)
    before, made = _timed(lambda: make_site([tournament]))
    play(tournament, 3)
    after, again = _timed(lambda: make_site([tournament], before.files.get))
    found = {}
    with ExitStack() as stack:
        for name, (target, bytes_sent) in _targets(root, stack).items():
            target.send(before.files)
            begun = bytes_sent()
            sent, seconds = _timed(lambda target=target: target.send(after.files))
            packed = sum(len(compress(after.files[path])) for path in sent)
            found[name] = [len(sent), packed, bytes_sent() - begun, seconds]
    return {
        "made": made,
        "again": again,
        "files": len(after.files),
        "size": sum(map(len, after.files.values())),
        "mailed": len(one_page(tournament)),
        "targets": found,
    }


def _timed(job: Callable[[], Any]) -> tuple[Any, float]:
    start = time.process_time()
    return job(), time.process_time() - start


def _targets(root: Path, stack: ExitStack) -> Mapping[str, tuple[Target, Callable[[], int]]]:
    """Return each target, and what tells how many bytes have gone there."""
    for name in ("folder", "host"):
        (root / name).mkdir(parents=True)
    ssh, git = stack.enter_context(ssh_host(root / "host")), stack.enter_context(git_host(root))
    os.environ["SSL_CERT_FILE"] = str(git.certificate)
    to_ssh, to_git = stack.enter_context(_counted(ssh.port)), stack.enter_context(_counted(git.port))
    login = Login("127.0.0.1", to_ssh.port, USER, SECRETS, ssh.host_key)
    address = f"https://{USER}@127.0.0.1:{to_git.port}{REPOSITORY}"
    return {
        "folder": (FolderTarget(root / "folder"), lambda: 0),
        "ZIP": (ZipTarget(root / "site.zip"), lambda: 0),
        "SFTP": (SftpTarget(login, "web"), lambda: to_ssh.sent),
        "git": (GitTarget(address, "gh-pages", SECRETS), lambda: to_git.sent),
    }


class _Counted:
    """Passes on what is sent to a port of this computer, and counts its bytes."""

    def __init__(self, listening: socket.socket, to: int) -> None:
        self.port, self.sent = listening.getsockname()[1], 0
        self._listening, self._to = listening, to

    def run(self) -> None:
        with suppress(OSError):
            while True:
                client = self._listening.accept()[0]
                server = socket.create_connection(("127.0.0.1", self._to))
                Thread(target=self._pass_on, args=[client, server, True], daemon=True).start()
                Thread(target=self._pass_on, args=[server, client, False], daemon=True).start()

    def _pass_on(self, source: socket.socket, to: socket.socket, is_counted: bool) -> None:
        with suppress(OSError):
            while content := source.recv(65536):
                self.sent += len(content) * is_counted
                to.sendall(content)
            to.shutdown(socket.SHUT_WR)


@contextmanager
def _counted(to: int) -> Iterator[_Counted]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        found = _Counted(listening, to)
        Thread(target=found.run, daemon=True).start()
        yield found
