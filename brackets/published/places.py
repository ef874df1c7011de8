"""Send the site to a folder: first all files into a subfolder, and last the page that leads to them.

Two folders take turns. The one to which ``index.html`` leads is always one whole version: what is sent goes into the
other one, and only when all of it is there ``index.html`` is replaced, in one step. Then the first folder follows, so
that an address that somebody kept is of today in either: it gets the same files once more, without their bytes going
out again where the place can link. An interrupted copy resumes where it stopped.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from brackets.published.site import FEED, Site, as_zip, digest, read_feeds

FOLDERS = ("a", "b")
INDEX = "index.html"
BEGUN = "sending.json"
"""Which files of the folders may be of one version or of another one, as long as it is there."""
_LEADS_TO = re.compile(r'href="([ab])/')
_ADDRESS = re.compile(r' (href|src)="(?!#|[a-z]+:)([^"]*)"')


class NotSent(Exception):
    """Nothing, or not all, was sent: the text says why, and what to do. What was published stays."""


class UnknownHost(Exception):
    """The key of a server is not known yet: who adds it is to compare its ``fingerprint``. Nothing was sent."""

    def __init__(self, key: str, fingerprint: str) -> None:
        super().__init__(fingerprint)
        self.key, self.fingerprint = key, fingerprint


class Target(Protocol):
    """Where the published site goes."""

    def try_it(self) -> None:
        """Find out whether it can be sent there, and leave nothing there.

        Raises:
            NotSent: it cannot; the text says why.
            UnknownHost: the server has a key that nobody has compared.
        """

    def send(self, files: Mapping[str, bytes]) -> list[str]:
        """Send what is not there yet, and delete what is not there any more; return the paths of what was published.

        Raises:
            NotSent: not all of it; the version before stays whole.
        """


class Place(Protocol):
    """A place with files."""

    def read(self, path: str) -> bytes | None:
        """Return a file, ``None`` where it is not there."""

    def write(self, path: str, content: bytes) -> None:
        """Write a file whole, or leave it as it was."""

    def copy(self, path: str, to: str, content: bytes) -> None:
        """Write a file that is there already under another path; ``content`` is sent only where it cannot be linked."""

    def delete(self, path: str) -> None:
        """Delete a file, which may not be there."""


def send(place: Place, files: Mapping[str, bytes]) -> list[str]:
    """Send what is not there yet, and delete what is not there any more; return the paths of what was published.

    Raises:
        NotSent: not all of it; the version before stays whole.
    """
    page = place.read(INDEX)
    found = _LEADS_TO.search((page or b"").decode(errors="replace"))
    live = found[1] if found else FOLDERS[1]
    spare = FOLDERS[live == FOLDERS[0]]
    new, gone = _differences(place, files)
    changed = {path for paths in (*new.values(), *gone.values()) for path in paths}
    if not changed:
        return []
    place.write(BEGUN, json.dumps(sorted(changed)).encode())
    sent = []
    if not found or new[live] or gone[live]:
        for path in new[spare]:
            place.write(f"{spare}/{path}", files[path])
        for path in gone[spare]:
            place.delete(f"{spare}/{path}")
        place.write(INDEX, _ADDRESS.sub(rf' \1="{spare}/\2"', files[INDEX].decode()).encode())
        sent = [*new[spare], INDEX]
        live, spare = spare, live
    for path in new[spare]:
        place.copy(f"{live}/{path}", f"{spare}/{path}", files[path])
    for path in gone[spare]:
        place.delete(f"{spare}/{path}")
    place.delete(BEGUN)
    return sent


def refuse_others(place: Place) -> None:
    """Refuse a place that shows something else, which publishing would replace.

    Raises:
        NotSent: it does.
    """
    page = place.read(INDEX)
    if page is not None and not _LEADS_TO.search(page.decode(errors="replace")):
        raise NotSent(f"There is an {INDEX} of something else. Choose a folder of its own")


def _differences(place: Place, files: Mapping[str, bytes]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return for each folder which files are not there as they should be, the feed last, and which should not be."""
    unsure: list[str] = []
    with suppress(ValueError):
        unsure = json.loads(place.read(BEGUN) or b"[]")
    wanted = Site(files).digests
    new, gone = {}, {}
    for folder in FOLDERS:
        known = _known(place, folder, files) | dict.fromkeys(unsure, "")
        found = [path for path, content in wanted.items() if known.get(path) != content]
        new[folder] = sorted(found, key=lambda path: path == FEED)
        gone[folder] = sorted(known.keys() - files.keys())
    return new, gone


def _known(place: Place, folder: str, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the digests of what is in a folder by what it says itself; of ``files``, what need not be read is not."""
    feed = place.read(f"{folder}/{FEED}")
    if feed is None:
        return {}

    def read(path: str) -> bytes | None:
        if path == FEED:
            return feed
        is_same = digest(files.get(path, b"")).encode() in feed
        return files[path] if is_same else place.read(f"{folder}/{path}")

    return {path: one.get("sha256", "") for path, one in read_feeds(read).items()} | {FEED: digest(feed)}


class Folder:
    """A folder of this computer: of a stick, a network drive, or a program that copies it elsewhere."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, path: str) -> bytes | None:
        try:
            return (self._root / path).read_bytes()
        except FileNotFoundError:
            return None

    def write(self, path: str, content: bytes) -> None:
        def put(part: Path) -> None:
            with part.open("wb") as opened:
                opened.write(content)
                if path == INDEX:  # the stick may be pulled out: first all files, then the page that leads to them
                    if hasattr(os, "sync"):
                        os.sync()
                    os.fsync(opened.fileno())
            part.chmod(0o644)

        self._replace(path, put)

    def copy(self, path: str, to: str, content: bytes) -> None:
        try:
            self._replace(to, lambda part: part.hardlink_to(self._root / path))
        except OSError:  # most sticks
            self.write(to, content)

    def _replace(self, path: str, make: Callable[[Path], object]) -> None:
        """Make a file beside the one that is there, and put it there in one step."""
        file = self._root / path
        for folder in reversed(file.parents[: len(Path(path).parts)]):
            with suppress(FileExistsError):
                folder.mkdir(parents=True)
                folder.chmod(0o755)  # a server of somebody else's may show it
        part = file.with_name(f"{file.name}.part")
        part.unlink(missing_ok=True)  # one that was cut may be a link to another one: it is never written to
        try:
            make(part)
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)

    def delete(self, path: str) -> None:
        file = self._root / path
        file.unlink(missing_ok=True)
        file.with_name(f"{file.name}.part").unlink(missing_ok=True)  # one that was cut
        for folder in list(file.relative_to(self._root).parents)[:-1]:
            with suppress(OSError):  # something else is in it
                (self._root / folder).rmdir()


class FolderTarget(Folder):
    """A folder, which must be there: a stick that is not plugged in is not made up for."""

    def try_it(self) -> None:
        with _said(self._root):
            refuse_others(self)
            _write_and_delete(self._root)

    def send(self, files: Mapping[str, bytes]) -> list[str]:
        if not self._root.is_dir():
            raise NotSent(f"There is no folder {self._root}. Plug in the stick or connect the network drive")
        with _said(self._root):
            return send(self, files)


@dataclass(frozen=True, slots=True)
class ZipTarget:
    """One ZIP file."""

    file: Path

    def try_it(self) -> None:
        with _said(self.file.parent):
            _write_and_delete(self.file.parent)

    def send(self, files: Mapping[str, bytes]) -> list[str]:
        packed, place = as_zip(files), Folder(self.file.parent)
        with _said(self.file):
            if place.read(self.file.name) == packed:
                return []
            place.write(self.file.name, packed)
        return sorted(files)


def _write_and_delete(folder: Path) -> None:
    tried = folder / ".try"
    tried.write_bytes(b"")
    tried.unlink()


@contextmanager
def _said(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise NotSent(f"{place} cannot be written to: {error.strerror or error}") from error
