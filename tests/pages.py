"""Read pages in tests: their text, their links, their tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html.parser import HTMLParser

from django.test import Client

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


@dataclass(frozen=True, slots=True)
class Element:
    """One element: its attributes, its whole text with single spaces, and every element within it.

    ``inner`` is in the order in which the elements end; ``children`` counts those that stand directly in it.
    """

    tag: str
    attributes: dict[str, str | None]
    text: str
    inner: Sequence[Element]
    children: int

    def all(self, *tags: str) -> list[Element]:
        """Return every element within this one that has one of these tags."""
        return [element for element in self.inner if element.tag in tags]

    def texts(self, *tags: str) -> list[str]:
        """Return the text of every element within this one that has one of these tags."""
        return [element.text for element in self.all(*tags)]

    def by_id(self, name: str) -> Element:
        """Return the one element with this id."""
        [element] = [element for element in self.inner if element.attributes.get("id") == name]
        return element

    @property
    def links(self) -> list[str]:
        """Where the links within lead."""
        return [element.attributes.get("href") or "" for element in self.all("a")]


class _Reader(HTMLParser):
    """Reads a page; what is not well formed is a failure."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.inner: list[Element] = []
        self.text = ""
        self.children = [0]
        self.open: list[tuple[str, dict[str, str | None], int, int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        assert len(attrs) == len(attributes), f"<{tag}> has an attribute twice: {attrs}"
        self.children[-1] += 1
        self.children.append(0)
        self.open.append((tag, attributes, len(self.text), len(self.inner)))
        if tag in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        opened, attributes, text, inner = self.open.pop()
        assert opened == tag, f"<{opened}> is closed by </{tag}>"
        whole = " ".join(self.text[text:].split())
        self.inner.append(Element(tag, attributes, whole, tuple(self.inner[inner:]), self.children.pop()))

    def handle_data(self, data: str) -> None:
        self.text += data


def read_page(source: str) -> Element:
    """Read a page or a fragment."""
    reader = _Reader()
    reader.feed(source)
    reader.close()
    assert reader.open == []
    return Element("", {}, " ".join(reader.text.split()), reader.inner, reader.children[0])


def get_page(client: Client, address: str, **headers: str) -> Element:
    """Ask for a page that is there, and read it. Headers are written with underscores: ``hx_request``."""
    response = client.get(address, headers={name.replace("_", "-"): value for name, value in headers.items()})
    assert response.status_code == 200, f"{address} answers {response.status_code}"
    return read_page(response.content.decode())
