"""Hosts of the published site for tests, on loopback: an SFTP server over a folder, and git servers over http and ssh.

They are those of paramiko and dulwich, real to the last byte. ``Faults`` says what goes wrong there.
"""

import errno
import os
import socket
import ssl
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from threading import Event, Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import paramiko
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from dulwich.protocol import ReceivableProtocol
from dulwich.repo import MemoryRepo
from dulwich.server import DictBackend, ReceivePackHandler
from dulwich.web import make_wsgi_chain
from paramiko.sftp import CMD_EXTENDED

USER, PASSWORD = "clubsite", "p4ss-of-the-host"
REPOSITORY = "/club/site.git"
OK = paramiko.SFTP_OK


class Died(OSError):
    """The host is gone."""


@dataclass
class Faults:
    """What goes wrong. ``steps`` may still be done before the host dies; ``before_step`` is called first each time.

    ``written`` are the paths that were opened to be written.
    """

    steps: int = 1_000_000
    before_step: Callable[[], None] = lambda: None
    bytes_a_second: float = 1e12
    is_full: bool = False
    hangs: bool = False
    links: bool = True
    written: list[str] = field(default_factory=list)
    done: int = 0
    end: Event = field(default_factory=Event)

    def step(self) -> None:
        self.before_step()
        self.done += 1
        if self.hangs:
            self.end.wait(60)
        self.steps -= 1
        if self.steps < 0:
            raise Died


class _Handle(paramiko.SFTPHandle):
    def __init__(self, files: "_Files", file: Any) -> None:
        super().__init__()
        self._files, self._file = files, file

    def close(self) -> None:
        self._file.close()

    def stat(self) -> Any:
        return paramiko.SFTPAttributes.from_stat(os.fstat(self._file.fileno()))

    def read(self, offset: int, length: int) -> Any:
        return self._files.do(lambda: os.pread(self._file.fileno(), length, offset))

    def write(self, offset: int, data: bytes) -> Any:
        faults = self._files.faults
        if faults.is_full:
            return paramiko.SFTPServer.convert_errno(errno.ENOSPC)
        time.sleep(len(data) / faults.bytes_a_second)
        if faults.steps <= 0:  # half of it is there
            os.pwrite(self._file.fileno(), data[: len(data) // 2], offset)
        return self._files.do(lambda: os.pwrite(self._file.fileno(), data, offset) and OK)


class _Files(paramiko.SFTPServerInterface):
    def __init__(self, server: "_Server", *args: Any, **kwargs: Any) -> None:
        self.root, self.faults, self._transport = server.root, server.faults, server.transport

    def do(self, what: Callable[[], Any]) -> Any:
        try:
            self.faults.step()
            found = what()
            return OK if found is None else found
        except Died:
            self._transport.close()
            return paramiko.SFTP_FAILURE
        except OSError as error:
            return paramiko.SFTPServer.convert_errno(error.errno)

    def _at(self, path: str) -> Path:
        return self.root / self.canonicalize(path).lstrip("/")

    def open(self, path: str, flags: int, attr: Any) -> Any:
        mode = "rb" if not flags & os.O_WRONLY else "xb" if flags & os.O_EXCL else "wb"
        self.faults.written += [path] * (mode != "rb")
        return self.do(lambda: _Handle(self, self._at(path).open(mode)))

    def stat(self, path: str) -> Any:
        return self.do(lambda: paramiko.SFTPAttributes.from_stat(self._at(path).stat()))

    lstat = stat

    def remove(self, path: str) -> Any:
        return self.do(self._at(path).unlink)

    def posix_rename(self, oldpath: str, newpath: str) -> Any:
        return self.do(lambda: self._at(oldpath).replace(self._at(newpath)) and OK)

    def link(self, oldpath: str, newpath: str) -> Any:
        if not self.faults.links:
            return paramiko.SFTP_OP_UNSUPPORTED
        return self.do(lambda: self._at(newpath).hardlink_to(self._at(oldpath)))

    def mkdir(self, path: str, attr: Any) -> Any:
        return self.do(self._at(path).mkdir)

    def rmdir(self, path: str) -> Any:
        return self.do(self._at(path).rmdir)


class _Sftp(paramiko.SFTPServer):
    """That of paramiko, with links as OpenSSH has them."""

    def _process(self, t: int, request_number: int, msg: paramiko.Message) -> None:
        if t == CMD_EXTENDED and msg.get_text() == "hardlink@openssh.com":
            self._send_status(request_number, self.server.link(msg.get_text(), msg.get_text()))
            return
        msg.rewind()
        msg.get_int()
        super()._process(t, request_number, msg)


class _Server(paramiko.ServerInterface):
    def __init__(self, host: "SshHost", transport: paramiko.Transport) -> None:
        self.root, self.faults, self.transport, self._host = host.root, host.faults, transport, host

    def check_auth_password(self, username: str, password: str) -> int:
        self._host.passwords.append(password)
        is_right = (username, password) == (USER, PASSWORD)
        return paramiko.AUTH_SUCCESSFUL if is_right else paramiko.AUTH_FAILED

    def check_auth_publickey(self, username: str, key: paramiko.PKey) -> int:
        is_right = self._host.key_of_user is not None and key == self._host.key_of_user
        return paramiko.AUTH_SUCCESSFUL if is_right else paramiko.AUTH_FAILED

    def get_allowed_auths(self, username: str) -> str:
        return "password,publickey"

    def check_channel_request(self, kind: str, chanid: int) -> int:
        return paramiko.OPEN_SUCCEEDED

    def check_channel_exec_request(self, channel: Any, command: bytes) -> bool:
        Thread(target=self._receive, args=[channel], daemon=True).start()
        return command == f"git-receive-pack '{REPOSITORY}'".encode()

    def _receive(self, channel: Any) -> None:
        with suppress(Exception):  # who only asked for the right to has gone already
            self._host.faults.step()
            protocol = ReceivableProtocol(channel.recv, channel.sendall)
            ReceivePackHandler(DictBackend({REPOSITORY: self._host.repo}), [REPOSITORY], protocol).handle()
            channel.send_exit_status(0)
        with suppress(Exception):
            channel.close()


@dataclass
class SshHost:
    """A host that speaks SSH: SFTP over ``root``, and git with ``repo``. ``key`` is its own, which it may change."""

    root: Path
    faults: Faults = field(default_factory=Faults)
    key: paramiko.PKey = field(default_factory=lambda: paramiko.ECDSAKey.generate())
    key_of_user: paramiko.PKey | None = None
    repo: Any = field(default_factory=MemoryRepo)
    passwords: list[str] = field(default_factory=list)
    port: int = 0

    @property
    def host_key(self) -> str:
        return f"{self.key.get_name()} {self.key.get_base64()}"

    def serve(self, connection: socket.socket) -> None:
        with suppress(Exception):
            transport = paramiko.Transport(connection)
            transport.add_server_key(self.key)
            transport.use_compression()
            transport.set_subsystem_handler("sftp", _Sftp, _Files)
            transport.start_server(server=_Server(self, transport))


@contextmanager
def ssh_host(root: Path) -> Iterator[SshHost]:
    """Run a host that speaks SSH."""
    host = SshHost(root)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        host.port = listening.getsockname()[1]
        Thread(target=_accept, args=[listening, host.serve], daemon=True).start()
        try:
            yield host
        finally:
            host.faults.end.set()


def _accept(listening: socket.socket, serve: Callable[[socket.socket], None]) -> None:
    with suppress(OSError):
        while True:
            serve(listening.accept()[0])


@contextmanager
def silent_host() -> Iterator[int]:
    """Run a host that takes connections and never says anything."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


class _Cut:
    """A body that breaks off after so many bytes."""

    def __init__(self, body: Any, faults: Faults) -> None:
        self._body, self._faults = body, faults

    def read(self, size: int = -1) -> bytes:
        self._faults.steps -= max(size, 0)
        if self._faults.steps < 0:
            raise Died
        return bytes(self._body.read(size))

    def readline(self, *size: int) -> bytes:
        return bytes(self._body.readline(*size))


class _Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.0"

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@dataclass
class GitHost:
    """A git server over https with a name and a password."""

    folder: Path
    repo: Any = field(default_factory=MemoryRepo)
    faults: Faults = field(default_factory=Faults)
    received: int = 0
    port: int = 0

    @property
    def address(self) -> str:
        return f"https://127.0.0.1:{self.port}{REPOSITORY}"

    @property
    def certificate(self) -> Path:
        return self.folder / "certificate.pem"

    def files(self, branch: str = "gh-pages") -> dict[str, bytes]:
        """Return what a host of static pages shows."""
        commit = self.repo[self.repo.refs[f"refs/heads/{branch}".encode()]]
        assert commit.parents == []
        return {
            entry.path.decode(): self.repo[entry.sha].data
            for entry in self.repo.object_store.iter_tree_contents(commit.tree)
        }

    def answer(self, environ: dict[str, Any], start: Any) -> Any:
        """Answer one request."""
        if environ.get("HTTP_AUTHORIZATION") != "Basic " + b64encode(f"{USER}:{PASSWORD}".encode()).decode():
            start("401 Unauthorized", [("WWW-Authenticate", "Basic")])
            return []
        self.faults.before_step()
        if self.faults.hangs:
            self.faults.end.wait(60)
        environ["wsgi.input"] = _Cut(environ["wsgi.input"], self.faults)
        self.received += environ["REQUEST_METHOD"] == "POST"
        return make_wsgi_chain(DictBackend({REPOSITORY: self.repo}))(environ, start)


@contextmanager
def git_host(folder: Path) -> Iterator[GitHost]:
    """Run a git server with a certificate of its own."""
    host = GitHost(folder)
    with make_server("127.0.0.1", 0, host.answer, handler_class=_Quiet) as server:
        server.handle_error = lambda *_: None  # type: ignore[method-assign]
        host.port = server.server_port
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(_certificate(folder))
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        thread = Thread(target=server.serve_forever, args=[0.05], daemon=True)
        thread.start()
        try:
            yield host
        finally:
            host.faults.end.set()
            server.shutdown()
            thread.join()


def _certificate(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - timedelta(days=1))
        .not_valid_after(datetime.now(UTC) + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    text = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain) + made.public_bytes(pem)
    file.write_bytes(text)
    return file
