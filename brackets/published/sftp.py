"""A folder of a web host, by SFTP. Needs the extra ``publish``."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePosixPath

import paramiko
from paramiko.sftp import CMD_EXTENDED

from brackets.published.places import NotSent, refuse_others, send
from brackets.published.ssh import Login, answering, connected

LINK = "hardlink@openssh.com"
TRIED = ".cribbage-try"
_LARGEST_READ = 200_000
"""Bytes: a feed is the largest file that is read."""


class _Files:
    """The files of a folder there; a path is relative to it."""

    def __init__(self, client: paramiko.SSHClient, root: str) -> None:
        self._client, self._root, self._can_link = client, PurePosixPath(root), True
        with answering(client):
            self._sftp = client.open_sftp()
            if root:
                with suppress(OSError):  # it is there; else writing says what is wrong
                    self._sftp.mkdir(root, 0o755)

    def read(self, path: str) -> bytes | None:
        try:
            with answering(self._client, _LARGEST_READ), self._sftp.open(str(self._root / path), "rb") as file:
                return bytes(file.read())
        except FileNotFoundError:
            return None

    def write(self, path: str, content: bytes) -> None:
        def put(part: str) -> None:
            with self._sftp.open(part, "wxb") as file:
                file.write(content)

        with answering(self._client, len(content)):
            self._replace(path, put)

    def copy(self, path: str, to: str, content: bytes) -> None:
        before = str(self._root / path)
        with answering(self._client, len(content)):
            if self._can_link:
                try:
                    # OpenSSH's extension, which paramiko has no method for.
                    self._replace(to, lambda part: self._sftp._request(CMD_EXTENDED, LINK, before, part))
                except OSError:
                    self._can_link = False
                else:
                    # Where both were the same file already, because it was cut here before, replacing left it there.
                    self._remove(_part(self._root / to))
                    return
            self.write(to, content)

    def _replace(self, path: str, make: Callable[[str], object]) -> None:
        """Make a file beside the one that is there, and put it there in one step."""
        file = self._root / path
        part = _part(file)
        try:
            make(part)
        except OSError:
            self._remove(part)  # one that was cut, which may be a link to another one: it is never written to
            for folder in reversed(_folders_of(file, path)):
                with suppress(OSError):  # it is there; else the next line says what is wrong
                    self._sftp.mkdir(str(folder), 0o755)
            make(part)
        self._sftp.posix_rename(part, str(file))

    def _remove(self, file: str) -> None:
        with suppress(FileNotFoundError):
            self._sftp.remove(file)

    def delete(self, path: str) -> None:
        file = self._root / path
        with answering(self._client):
            self._remove(str(file))
            self._remove(_part(file))
            for folder in _folders_of(file, path):
                with suppress(OSError):  # something else is in it
                    self._sftp.rmdir(str(folder))


def _part(file: PurePosixPath) -> str:
    return f"{file}.part"


def _folders_of(file: PurePosixPath, path: str) -> Sequence[PurePosixPath]:
    """Return the folders of a path below the root, the innermost first."""
    return file.parents[: len(PurePosixPath(path).parts) - 1]


@dataclass(frozen=True, slots=True)
class SftpTarget:
    """A folder of a server; a relative one is below that in which the user begins."""

    login: Login
    folder: str

    def try_it(self) -> None:
        with connected(self.login) as client:
            place = _Files(client, self.folder)
            refuse_others(place)
            try:
                place.write(TRIED, b"1")
            except FileNotFoundError as error:
                raise NotSent(f"There is no folder to make {self.folder} in. Make it at your host first") from error
            try:
                place.write(TRIED, b"2")  # replaced in one step, as the index is
            finally:
                place.delete(TRIED)

    def send(self, files: Mapping[str, bytes]) -> list[str]:
        with connected(self.login) as client:
            return send(_Files(client, self.folder), files)
