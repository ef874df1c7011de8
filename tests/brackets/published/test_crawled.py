"""The published site as any file server shows it: a crawler finds every file, and every page is valid."""

import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urldefrag, urljoin
from urllib.request import urlopen

import pytest

from tests.brackets.published.site import published_to
from tests.valid import wrong_in

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.slow, pytest.mark.thorough]


@pytest.fixture(scope="module")
def stick(module_db: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drive") / "stick"
    folder.mkdir()
    return published_to(folder)


@pytest.fixture
def served(stick: Path) -> Iterator[str]:
    """Serve the folder above the stick as any file server does; return the address of the stick."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(stick.parent)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            port = re.search(r"port (\d+)", server.stdout.readline())
            assert port is not None
            yield f"http://127.0.0.1:{port[1]}/stick/"
        finally:
            server.terminate()


def test_a_crawler_finds_every_file_and_nothing_broken(served: str, stick: Path) -> None:
    waiting, broken = {f"{served}index.html"}, list[tuple[str, object]]()
    files, fragments = dict[str, bytes](), set[tuple[str, str, str]]()
    while waiting:
        address = waiting.pop()
        try:
            with urlopen(address, timeout=30) as answer:  # noqa: S310
                files[address] = answer.read()
        except HTTPError as error:
            broken.append((address, error.code))
            files[address] = b""
        for link in links_in(address, files[address]):
            target, fragment = urldefrag(urljoin(address, link))
            if not target.startswith(served) or target.endswith("/") or "?" in target:
                broken.append((address, link))
            else:
                waiting |= {target} - files.keys()
            if fragment:
                fragments.add((address, target, fragment))
    named = {address: set(re.findall(rb' id="([^"]*)"', content)) for address, content in files.items()}
    broken += [(address, fragment) for address, to, fragment in fragments if fragment.encode() not in named[to]]

    there = {str(path.relative_to(stick)) for path in (stick / "a").rglob("*") if path.is_file()}
    read = {address.removeprefix(served) for address in files}
    assert broken == []
    assert {path for path in there - read if path not in ("a/feed.json", "a/files.json")} == set()
    assert len(read) > 200


def links_in(address: str, content: bytes) -> list[str]:
    """Return whatever a browser would ask for, or a visitor may follow."""
    if address.endswith(".css"):
        return re.findall(r"url\(\"?(?!data:)([^\")]+)\"?\)", content.decode())
    if not address.endswith(".html"):
        return []
    found = re.findall(r' (?:href|src|srcset|action|formaction|poster|data)="([^"]*)"', content.decode())
    return [unescape(link) for link in found]


def test_pages_are_valid(stick: Path) -> None:
    wrong = []
    for path in sorted([*stick.glob("*.html"), *(stick / "a").rglob("*.html")]):
        text = path.read_text()
        wrong += [(path, fault) for fault in [*wrong_in(text), *re.findall(r" hx-(?:get|boost)=", text)]]

    assert wrong == []
