"""The targets of the published site by their kind. SFTP and git need the extra ``publish``."""

import re
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from brackets.models import PublishTarget
from brackets.published.passwords import Secrets, kept_secrets
from brackets.published.places import FolderTarget, NotSent, Target, ZipTarget

Kind = PublishTarget.Kind
NEEDS_PASSWORD = (Kind.SFTP, Kind.GIT)
PORT = 22
SSH_ADDRESS = re.compile(
    r"(?:ssh://(?:(?P<user>[^@/:\s]+)@)?(?P<host>[^:/@\s]+)(?::(?P<port>\d{1,5}))?(?P<path>/[^\s#]+))"
    r"|(?:(?P<user2>[^@/:\s]+)@)?(?P<host2>[^:/@\s]+):(?P<path2>[^/\s#][^\s#]*)"
)
"""An address of a repository over ssh, in git's two forms."""


def is_installed() -> bool:
    """Tell whether the site can send by SFTP and git."""
    return all(find_spec(name) is not None for name in ("paramiko", "dulwich"))


def place_by_sftp(user: str, host: str, port: int, folder: str) -> str:
    """Return the place of a folder of a server in one line: a folder that begins with ``/`` is not below the user's."""
    return f"sftp://{quote(user, safe='')}@{host}{f':{port}' * (port != PORT)}/{quote(folder)}"


def place_by_git(user: str, address: str, branch: str) -> str:
    """Return the place of a branch in one line; the user is that of an address over https."""
    parts = urlsplit(address)
    if parts.scheme == "https" and user:
        address = parts._replace(
            netloc=f"{quote(user, safe='')}@{parts.hostname}{f':{parts.port}' * bool(parts.port)}"
        ).geturl()
    return f"{address}#{branch}"


def is_git_address(text: str) -> bool:
    """Tell whether a text is the address of a repository over https or ssh, with no password in it."""
    parts = urlsplit(text)
    if parts.scheme == "https":
        return bool(parts.hostname and parts.path.strip("/")) and parts.password is None
    return bool(SSH_ADDRESS.fullmatch(text))


def target_at(kind: str, place: str, host_key: str, secrets: Secrets | None = None, *, is_known: bool = True) -> Target:
    """Return a target; ``is_known`` says that the site sends there already.

    Raises:
        NotSent: it needs what is not installed, or a password that this computer was never told.
    """
    if kind == Kind.FOLDER:
        return FolderTarget(Path(place))
    if kind == Kind.ZIP:
        return ZipTarget(Path(place))
    if not is_installed():
        raise NotSent("What sends by SFTP and git is not installed on this computer")
    secrets = secrets or kept_secrets(place)
    if secrets is None:
        raise NotSent("This computer does not know the password. Enter it again under Published site")
    if kind == Kind.SFTP:
        from brackets.published.sftp import SftpTarget
        from brackets.published.ssh import Login

        parts = urlsplit(place)
        login = Login(parts.hostname or "", parts.port or PORT, unquote(parts.username or ""), secrets, host_key)
        return SftpTarget(login, unquote(parts.path[1:]))
    from brackets.published.git import GitTarget

    address, _, branch = place.rpartition("#")
    return GitTarget(address, branch, secrets, host_key, is_known)
