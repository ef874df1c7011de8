"""Sending to a place with files: cut anywhere, what index.html leads to is one whole version."""

import json
import os
import random
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from brackets.published.places import FolderTarget, NotSent, ZipTarget, send
from brackets.published.site import FEED, digest

INDEX = '<a href="harbor/index.html">Harbor</a><link href="static/css/base.css"><a href="#main">'


def version(number: int, *, pages: int = 5) -> dict[str, bytes]:
    """Return a site in which every page says of which version it is."""
    files = {"index.html": INDEX.encode(), "harbor/index.html": b"%d" % number, "static/css/base.css": b"p {}"}
    files |= {f"harbor/p/{one}/index.html": b"%d of %d" % (one, number) for one in range(pages)}
    told = {path: {"sha256": digest(content)} for path, content in files.items()}
    return {**files, FEED: json.dumps({"files": told, "n": number}).encode()}


class Cut(Exception):
    """The connection is gone."""


class Fragile:
    """A place that breaks off after so many steps, even within a file."""

    def __init__(self, files: dict[str, bytes], steps: int) -> None:
        self.files, self.left = files, steps

    def _step(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cut

    def read(self, path: str) -> bytes | None:
        return self.files.get(path)

    def write(self, path: str, content: bytes) -> None:
        self._step()
        self.files[path] = content
        self._step()

    def copy(self, path: str, to: str, content: bytes) -> None:
        assert self.files[path] == content
        self.write(to, content)

    def delete(self, path: str) -> None:
        self._step()
        self.files.pop(path, None)


def seen_by_visitor(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the folder to which the first page leads."""
    [folder] = set(re.findall(r'href="([ab])/', files["index.html"].decode()))
    return {path[2:]: content for path, content in files.items() if path.startswith(f"{folder}/")}


def test_first_version_is_whole_and_the_index_leads_to_it() -> None:
    place = Fragile({}, 10_000)
    send(place, version(1))

    assert seen_by_visitor(place.files) == version(1)
    assert b'href="a/static/css/base.css"><a href="#main">' in place.files["index.html"]


@pytest.mark.parametrize("seed", range(30))
def test_cut_anywhere_the_site_is_one_whole_version(seed: int) -> None:
    chance = random.Random(seed)
    place = Fragile({}, 10_000)
    send(place, version(1))
    for number in range(2, 8):
        place.left = chance.randrange(40)
        wanted = version(number, pages=chance.randrange(3, 8))
        with suppress(Cut):
            send(place, wanted)
        seen = seen_by_visitor(place.files)
        told = json.loads(seen.pop(FEED))["files"]
        assert {path: digest(content) for path, content in seen.items()} == {one: told[one]["sha256"] for one in told}
    place.left = 10_000
    send(place, wanted)

    for folder in "ab":
        assert {path[2:]: content for path, content in place.files.items() if path.startswith(folder + "/")} == wanted


def test_nothing_is_sent_twice_and_only_what_changed(tmp_path: Path) -> None:
    FolderTarget(tmp_path).send(version(1))

    assert FolderTarget(tmp_path).send(version(1)) == []
    changed = version(1) | {"harbor/p/1/index.html": b"new"}
    told = json.loads(changed[FEED])
    told["files"]["harbor/p/1/index.html"]["sha256"] = digest(b"new")
    changed[FEED] = json.dumps(told).encode()
    assert sorted(FolderTarget(tmp_path).send(changed)) == [FEED, "harbor/p/1/index.html", "index.html"]


def test_a_server_of_somebody_elses_may_show_the_folders(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        FolderTarget(tmp_path).send(version(1))
    finally:
        os.umask(before)

    modes = {path.stat().st_mode & 0o777 for path in tmp_path.rglob("*") if path.is_dir()}
    assert (modes, {path.stat().st_mode & 0o777 for path in tmp_path.rglob("*.html")}) == ({0o755}, {0o644})


def test_what_is_taken_back_is_deleted_with_its_folders(tmp_path: Path) -> None:
    FolderTarget(tmp_path).send(version(1))
    (tmp_path / "mine.txt").write_text("stays")
    FolderTarget(tmp_path).send(version(2, pages=0))

    assert not list(tmp_path.glob("*/harbor/p"))
    assert (tmp_path / "mine.txt").read_text() == "stays"


@pytest.mark.parametrize("links", [True, False])
def test_both_folders_are_the_same_with_links_and_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    if not links:  # as on a stick

        def refuse(*_: object) -> None:
            raise PermissionError

        monkeypatch.setattr(os, "link", refuse)
    for number in (1, 2, 3):
        FolderTarget(tmp_path).send(version(number, pages=number))
    files = {str(path.relative_to(tmp_path)): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    assert {path[2:]: content for path, content in files.items() if path.startswith("a/")} == version(3, pages=3)
    assert {path[2:]: content for path, content in files.items() if path.startswith("b/")} == version(3, pages=3)
    assert len(files) == 2 * len(version(3, pages=3)) + 1
    assert (tmp_path / "a" / FEED).stat().st_nlink == 1 + links


def test_stick_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotSent, match="Plug in the stick"):
        FolderTarget(tmp_path / "stick").send(version(1))


def test_zip_is_replaced_only_where_it_changed(tmp_path: Path) -> None:
    file = tmp_path / "site.zip"

    assert ZipTarget(file).send(version(1)) == sorted(version(1))
    assert ZipTarget(file).send(version(1)) == []
