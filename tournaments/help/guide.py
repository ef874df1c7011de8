"""The guides of Help: one Markdown file each in docs/guide, whose sections with a picture are the steps of a day.

The picture's title says where a step is and what is pressed there, ``door seating/ button Draw seats``: the event
(:attr:`Step.event`), the page within it, the control's role and name, and after ``=`` what is typed. From it come the
picture (``make guide``), the walk that tries the step, and the "?" of that page. A section without a picture may name
pages of an event in a comment under its heading, for their "?".
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.templatetags.static import static
from django.urls import resolve, reverse
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tournaments.rules.text import folded

GUIDES = Path(settings.BASE_DIR) / "docs" / "guide"
CHAPTERS = ("director", "checker", "judge", "player", "club")
"""By the names of their files, in the order of the booklet."""
SITE = "site"
EVENT = "t/<slug:slug>/"
STEP = re.compile(r"(?P<event>\w+) (?P<where>\S+) (?P<role>\w+) (?P<name>[^=]+?)(?: = (?P<typed>.+))?")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


class Step(NamedTuple):
    """What is done on which page; ``picture`` is the file in ``static/guide``, ``words`` say what it shows."""

    picture: str
    words: str
    event: str
    where: str
    role: str
    name: str
    typed: str | None

    @property
    def address(self) -> str:
        """The page below the event's (``/``), or below the site's; nothing also where the step before has led."""
        return self.where.lstrip("/") if self.where != "." else ""

    @property
    def menu(self) -> str:
        """Where the page, or the one above it, is in the menu of an event: ``More › Staff``; nothing if it is not."""
        page = self.address.partition("?")[0]
        route = "" if self.event == SITE or self.where == "." else resolve(f"/t/an-event/{page}").route
        while route:
            if found := menu_by_route().get(route):
                return found
            route = above(route)
        return ""

    @property
    def src(self) -> str:
        """The address of the picture."""
        return static(f"guide/{self.picture}")


class Section(NamedTuple):
    """One section of a guide."""

    chapter: str
    anchor: str
    title: str
    html: str
    text: str
    step: Step | None
    pages: Sequence[str]

    @property
    def address(self) -> str:
        """Where Help has it."""
        return f"{reverse('tournaments:help-chapter', args=[self.chapter])}#{self.anchor}"


class Chapter(NamedTuple):
    """One guide: its steps, then what else there is to know."""

    name: str
    title: str
    intro: str
    sections: Sequence[Section]

    @property
    def steps(self) -> list[Section]:
        """The day."""
        return [section for section in self.sections if section.step]

    @property
    def more(self) -> list[Section]:
        """What is only read when looked for."""
        return [section for section in self.sections if not section.step]


@cache
def chapters() -> Mapping[str, Chapter]:
    """Return the guides by name."""
    return {name: _read(name) for name in CHAPTERS}


def _read(name: str) -> Chapter:
    tokens = MARKDOWN.parse((GUIDES / f"{name}.md").read_text(encoding="utf-8"))
    starts = [at for at, token in enumerate(tokens) if token.type == "heading_open"]
    parts = [tokens[start:end] for start, end in pairwise([*starts, len(tokens)])]
    sections = [_section(name, part) for part in parts[1:]]
    return Chapter(name, parts[0][1].content, _html(parts[0][3:]), sections)


def _section(chapter: str, tokens: Sequence[Token]) -> Section:
    title, body = tokens[1].content, tokens[3:]
    step, pages = None, list[str]()
    if len(body) > 1 and body[1].content.startswith("<!--"):
        pages, body = body[1].content[4:-3].split(), body[3:]
    for at, token in enumerate(body):
        if token.children and (image := token.children[0]).type == "image":
            step = _step(image)
            body = [*body[: at - 1], *body[at + 2 :]]  # without the paragraph that it is in
            break
    text = " ".join(child.content for token in body for child in token.children or () if child.content)
    return Section(chapter, anchor_of(title), title, _html(body), text, step, pages)


def _step(image: Token) -> Step:
    found = STEP.fullmatch(str(image.attrs.get("title", "")))
    if found is None:
        raise ValueError(f"{image.attrs}: the title of a picture says where a step is, and what is pressed there")
    picture = str(image.attrs["src"]).rpartition("/")[2]
    return Step(picture, image.content, **found.groupdict())


def _html(tokens: Sequence[Token]) -> str:
    """Return the text as HTML; a link to another guide leads to its chapter."""
    for token in tokens:
        for child in token.children or ():
            to, found, anchor = str(child.attrs.get("href", "")).partition(".md")
            if found and to in CHAPTERS:
                child.attrSet("href", reverse("tournaments:help-chapter", args=[to]) + anchor)
    return str(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))


def anchor_of(title: str) -> str:
    """Return the anchor of a heading, the one that viewers of Markdown make."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def sections() -> Iterator[Section]:
    """Yield every section of every guide."""
    for chapter in chapters().values():
        yield from chapter.sections


def search(wanted: str) -> list[Section]:
    """Return the sections that have all the words, those with all of them in the heading first."""
    words = folded(wanted).split()
    found = [one for one in sections() if all(word in folded(f"{one.title} {one.text}") for word in words)]
    return sorted(found, key=lambda one: not all(word in folded(one.title) for word in words)) if words else []


@cache
def sections_by_route() -> Mapping[str, Sequence[Section]]:
    """Return the steps by the page that they are about, each page as its pattern."""
    found = defaultdict(list)
    for section in sections():
        pages = [f"/t/an-event/{page}" for page in section.pages]
        if (step := section.step) and step.where != ".":
            pages.append(("/" if step.event == SITE else "/t/an-event/") + step.address.partition("?")[0])
        for page in pages:
            found[resolve(page).route].append(section)
    return found


@cache
def menu_by_route() -> Mapping[str, str]:
    """Return where each page of the menu is in it, by the page's pattern."""
    return {
        resolve(reverse(name, args=["an-event"])).route: label if label == group else f"{group} › {label}"
        for group, pages in settings.STAFF_NAV.items()
        for label, name, _ in pages
    }


def above(route: str) -> str:
    """Return the pattern of the page above; below an event's own page there is none."""
    return "" if route == EVENT else "".join(route.rstrip("/").rpartition("/")[:2])


def help_for(route: str, first: Sequence[str] = ()) -> str:
    """Return where Help tells about a page, or about the one above it, best in a chapter of ``first``."""
    order = [*first, *CHAPTERS]
    asked = route
    while route and (route != EVENT or route == asked):
        if found := sections_by_route().get(route):
            return min(found, key=lambda section: order.index(section.chapter)).address
        route = above(route)
    return reverse("tournaments:help-chapter", args=first[:1]) if first else reverse("tournaments:help")


def chapters_of(context: Mapping[str, Any]) -> list[str]:
    """Return the chapters that are for the person who looks at an event's page."""
    tournament, me = context.get("tournament"), context.get("me")
    at_club = ["club"] if tournament and tournament.kind == "club" else []
    return [*at_club, str(me.role)] if me else ["player", *at_club] if tournament else []
