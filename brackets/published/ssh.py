"""Connect by SSH to a server whose key is known, and say in words why that does not work. Needs extra ``publish``."""

import socket
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from threading import Event, Timer

import paramiko
from paramiko.ssh_exception import AuthenticationException, BadHostKeyException, NoValidConnectionsError

from brackets.published.passwords import Secrets
from brackets.published.places import NotSent, UnknownHost
from brackets.published.targets import PORT

ANSWERS_WITHIN = 30.0
"""Seconds for each answer of a server, not for all of an upload: a slow connection only takes longer."""
SLOWEST = 1000
"""Bytes a second: what goes slower does not go at all."""
_KEYS: tuple[type[paramiko.PKey], ...] = (paramiko.Ed25519Key, paramiko.ECDSAKey, paramiko.RSAKey)


@dataclass(frozen=True, slots=True)
class Login:
    """Who signs in where. ``host_key`` is the server's public key as in OpenSSH's files; blank where none is known."""

    host: str
    port: int
    user: str
    secrets: Secrets
    host_key: str = ""


class _Refuse(paramiko.MissingHostKeyPolicy):  # type: ignore[misc]
    """Accepts no key but the known one: nothing secret was sent yet."""

    def __init__(self, known: str) -> None:
        self._known = known

    def missing_host_key(self, client: paramiko.SSHClient, hostname: str, key: paramiko.PKey) -> None:
        if self._known:
            raise BadHostKeyException(hostname, key, _public_key(self._known))
        raise UnknownHost(f"{key.get_name()} {key.get_base64()}", key.fingerprint)


def _public_key(text: str) -> paramiko.PKey:
    name, _, content = text.partition(" ")
    try:
        return paramiko.PKey.from_type_string(name, b64decode(content))
    except (ValueError, TypeError, paramiko.SSHException) as error:
        raise NotSent("The key of the server is damaged. Remove this target and add it again") from error


def _private_key(secrets: Secrets) -> paramiko.PKey | None:
    """Return the key of a key file.

    Raises:
        NotSent: it is none, or its passphrase is missing or wrong.
    """
    if not secrets.key:
        return None
    for kind in _KEYS:
        try:
            return kind.from_private_key(StringIO(secrets.key), secrets.password or None)
        except paramiko.PasswordRequiredException as error:
            raise NotSent("The key file has a passphrase. Enter it as the password") from error
        except (paramiko.SSHException, ValueError, TypeError):
            continue
    raise NotSent("The key file cannot be read, or its passphrase is wrong. Choose the private key, not the .pub file")


@contextmanager
def connected(login: Login) -> Iterator[paramiko.SSHClient]:
    """Sign in.

    Raises:
        UnknownHost: the key of the server is not known yet; nothing secret was sent.
        NotSent: it does not work, also in what is done with the connection; the text says why.
    """
    key = _private_key(login.secrets)
    client = paramiko.SSHClient()
    if login.host_key:
        known = _public_key(login.host_key)
        name = login.host if login.port == PORT else f"[{login.host}]:{login.port}"
        client.get_host_keys().add(name, known.get_name(), known)
    client.set_missing_host_key_policy(_Refuse(login.host_key))
    try:
        client.connect(
            *(login.host, login.port, login.user),
            password=None if key else login.secrets.password,
            pkey=key,
            timeout=ANSWERS_WITHIN,
            banner_timeout=ANSWERS_WITHIN,
            auth_timeout=ANSWERS_WITHIN,
            compress=True,
            allow_agent=False,
            look_for_keys=False,
        )
        yield client
    except (paramiko.SSHException, OSError, EOFError) as error:
        raise NotSent(_in_words(error, login)) from error
    finally:
        client.close()


@contextmanager
def answering(client: paramiko.SSHClient, size: int = 0) -> Iterator[None]:
    """Close a connection on which one step, sending so many bytes, takes too long: paramiko waits forever for some.

    Raises:
        TimeoutError: it was closed.
    """
    is_late = Event()

    def close() -> None:
        is_late.set()
        client.close()

    watch = Timer(ANSWERS_WITHIN + size / SLOWEST, close)
    watch.daemon = True
    watch.start()
    try:
        yield
    except Exception as error:
        if is_late.is_set():
            raise TimeoutError from error
        raise
    finally:
        watch.cancel()


def _in_words(error: Exception, login: Login) -> str:
    host = login.host
    match error:
        case BadHostKeyException():
            got, before = error.key.fingerprint, error.expected_key.fingerprint
            return (
                f"{host} has another key than before: {got} instead of {before}. Nothing was sent: it may be another"
                " computer. Ask who runs it; if it is right, remove this target and add it again"
            )
        case AuthenticationException() if "timeout" in str(error):
            return f"{host} does not answer"
        case AuthenticationException():
            return f"{host} refuses this user name with this {'key' if login.secrets.key else 'password'}"
        case NoValidConnectionsError():
            return f"{host} does not answer on port {login.port}: no internet, or another port"
        case socket.gaierror():
            return f"{host} is not found: no internet, or a mistake in the name"
        case TimeoutError():
            return f"{host} does not answer"
        case PermissionError():
            return f"{host} does not let this user write there"
        case OSError() if error.errno or "size mismatch" in str(error) or str(error) == "Failure":
            return f"{host} could not store it; its disk may be full ({error.strerror or error})"
        case _:
            return f"The connection to {host} broke off ({str(error) or 'it was closed'})"
