"""A branch of a git repository, which a host of static pages shows. Needs the extra ``publish``.

The branch has one commit without parents, replaced in one step by the next one: what is deleted is in no history.
"""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import paramiko
import urllib3.exceptions as http
from django.conf import settings
from dulwich.client import (
    GitClient,
    HTTPUnauthorized,
    SSHGitClient,
    SSHVendor,
    Urllib3HttpGitClient,
    default_urllib3_manager,
)
from dulwich.errors import GitProtocolError, NotGitRepository
from dulwich.index import commit_tree
from dulwich.object_store import MemoryObjectStore
from dulwich.objects import Blob, Commit, ObjectID
from dulwich.pack import pack_objects_to_data

from brackets.published.passwords import Secrets
from brackets.published.places import NotSent
from brackets.published.ssh import ANSWERS_WITHIN, Login, answering, connected
from brackets.published.targets import PORT, SSH_ADDRESS

FILE = 0o100644
AS_THEY_ARE = ".nojekyll"
"""A file that tells hosts to show the pages as they are."""
USER = "git"
"""Who signs in where nobody is named: hosts of tokens take any name."""
BY = b"Cribbage Tournaments <publish@localhost>"


@dataclass(frozen=True, slots=True)
class GitTarget:
    """A branch of a repository. ``is_known`` says that this site made the branch, so that it may replace it."""

    address: str
    branch: str
    secrets: Secrets
    host_key: str = ""
    is_known: bool = False

    def try_it(self) -> None:
        found = self._push(None)
        if found is not None and not self.is_known and found != self._last()[0]:
            raise NotSent(
                f"There is a branch {self.branch} already, which publishing would replace. Choose a new name, or delete"
                " that branch at your host"
            )

    def send(self, files: Mapping[str, bytes]) -> list[str]:
        """Replace the branch. Only files that the last commit has not are sent, where it is that of the branch."""
        store = MemoryObjectStore()
        blobs = {path: Blob.from_string(content) for path, content in {**files, AS_THEY_ARE: b""}.items()}
        tree = commit_tree(store, [(path.encode(), blob.id, FILE) for path, blob in blobs.items()])
        _, there = self._last()
        sent = [path for path, blob in blobs.items() if blob.id.decode() not in there]
        for blob in blobs.values():
            store.add_object(blob)
        commit = Commit()
        commit.tree, commit.message = tree, b"Published site"
        commit.author = commit.committer = BY
        commit.author_time = commit.commit_time = int(time.time())
        commit.author_timezone = commit.commit_timezone = 0
        store.add_object(commit)
        self._push((commit.id, tree, store))
        self._remember(commit.id, store)
        return sent

    def _push(self, wanted: tuple[ObjectID, ObjectID, MemoryObjectStore] | None) -> ObjectID | None:
        """Replace the branch by a commit, or only ask for the right to; return which commit it had."""
        ref, found, size = f"refs/heads/{self.branch}".encode(), list[ObjectID | None](), 0
        last, there = self._last()

        def refs(before: Mapping[Any, Any]) -> dict[Any, Any]:
            found.append(before.get(ref))
            return {ref: wanted[0]} if wanted else {}

        def pack(have: object, want: object, **_: object) -> Any:
            assert wanted is not None
            known = there if found[0] is not None and found[0] == last else frozenset()
            store = wanted[2]
            return pack_objects_to_data([(store[one], None) for one in store if one.decode() not in known])

        if wanted:
            size = sum(len(wanted[2][one].as_raw_string()) for one in wanted[2])
        with self._client(size) as (client, path):
            answer = client.send_pack(path, refs, pack)
        if problem := next(filter(None, (answer.ref_status or {}).values()), None):
            raise NotSent(f"The host refuses the branch {self.branch}: {problem}")
        return found[0]

    @contextmanager
    def _client(self, size: int) -> Iterator[tuple[GitClient, Any]]:
        parts = urlsplit(self.address)
        try:
            if parts.scheme == "https":
                root = f"https://{parts.netloc.rpartition('@')[2]}"
                manager = default_urllib3_manager(None, base_url=root, timeout=ANSWERS_WITHIN)
                user, password = unquote(parts.username or USER), self.secrets.password
                client = Urllib3HttpGitClient(root, pool_manager=manager, username=user, password=password, quiet=True)
                yield client, parts.path
            else:
                found = SSH_ADDRESS.fullmatch(self.address)
                assert found is not None
                host, path = found["host"] or found["host2"], found["path"] or found["path2"]
                user = found["user"] or found["user2"] or USER
                login = Login(host, int(found["port"] or PORT), user, self.secrets, self.host_key)
                with connected(login) as ssh, answering(ssh, size):
                    yield SSHGitClient(host, vendor=_Vendor(ssh), quiet=True), path.encode()
        except (HTTPUnauthorized, NotGitRepository, GitProtocolError, OSError) as error:
            raise NotSent(_in_words(error, self.address)) from error

    @property
    def _notes(self) -> Path:
        name = sha256(f"{self.address}#{self.branch}".encode()).hexdigest()
        return Path(settings.PUBLISH_DIR) / f"{name}.json"

    def _last(self) -> tuple[ObjectID | None, frozenset[str]]:
        """Return the last commit that was sent, and all that is in it."""
        with suppress(OSError, ValueError, KeyError, AttributeError):
            told = json.loads(self._notes.read_text())
            return ObjectID(told["commit"].encode()), frozenset(told["objects"])
        return None, frozenset()

    def _remember(self, commit: ObjectID, store: MemoryObjectStore) -> None:
        self._notes.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        told = {"commit": commit.decode(), "objects": sorted(one.decode() for one in store)}
        self._notes.write_text(json.dumps(told))


class _Vendor(SSHVendor):
    """Runs git's command at the other end of a connection that is there already."""

    def __init__(self, client: paramiko.SSHClient) -> None:
        self._client = client

    def run_command(self, host: str, command: bytes, *_: Any, **__: Any) -> Any:
        return _Command(self._client, command)


class _Command:
    """What dulwich reads from and writes to."""

    def __init__(self, client: paramiko.SSHClient, command: bytes) -> None:
        self._stdin, stdout, self.stderr = client.exec_command(command.decode())  # it ends the input when it is let go
        self._channel = self._stdin.channel
        self.read, self.write = stdout.read, self._channel.sendall

    def can_read(self) -> bool:
        return bool(self._channel.recv_ready())

    def close(self) -> None:
        self._channel.close()


def _in_words(error: Exception, address: str) -> str:
    host = urlsplit(address).hostname or address
    cause = getattr(error.__cause__, "reason", error.__cause__)
    match cause:
        case http.NameResolutionError():
            return f"{host} is not found: no internet, or a mistake in the name"
        case http.SSLError():
            return f"{host} cannot prove that it is {host}: its certificate is not valid here. Nothing was sent"
        case http.ConnectTimeoutError() | http.ReadTimeoutError():
            return f"{host} does not answer"
        case http.NewConnectionError():
            return f"{host} does not answer: no internet, or another port"
    match error:
        case HTTPUnauthorized():
            return f"{host} refuses this user name with this password or token"
        case NotGitRepository():
            return f"There is no repository {address}, or this user may not see it"
        case GitProtocolError() if "403" in str(error):
            return f"{host} does not let this user write to {address}"
        case _:
            return f"The connection to {host} broke off ({str(error) or 'it was closed'})"
