"""The pages of one event as plain files: what the public pages show, rendered by their own views.

A crawler asks each view for its page, beginning with that of the event, and follows what leads to a page of
:data:`PUBLISHED`. One rule makes every address relative. A link to any other page is removed, and its text stays.
"""

import posixpath
import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.handlers.wsgi import WSGIRequest
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django_htmx.middleware import HtmxDetails

from brackets.models import Posting
from tournaments.models import Tournament

PUBLISHED = frozenset(
    (
        *(f"brackets:{name}" for name in ("event", "standings", "card", "player", "postings", "posting", "bracket")),
        *(f"brackets:{name}" for name in ("posting-card", "results", "season", "season-csv", "season-json")),
        *(f"brackets:{name}" for name in ("standings-csv", "bracket-csv", "awards-csv", "results-excel")),
        *(f"brackets:{name}" for name in ("standings-json", "bracket-json", "results-json")),
        *("brackets:matches-csv", "brackets:matches-json", "scorecards:matches", "tournaments:seats"),
        settings.PAGES["rule-index"],
    )
)
"""The pages of the published site, by the name of their address."""
RULE = settings.PAGES["rule"]
AS_OF = "\ue0f0as-of\ue0f0"
"""Stands in for the time of a page until that is known: a page that has not changed keeps its time."""
_ADDRESS = re.compile(r' (href|src)="([^"]*)"')
_INDENT = re.compile(r"\n\s+")
"""A fifth of all bytes."""
_IN_STYLES = re.compile(r"url\(\"?([^\")]+)\"?\)")


@dataclass(frozen=True, slots=True)
class Published:
    """What pages of the published site know of it: templates have it as ``published``."""

    posting: Posting | None = None
    is_indexed: bool = False
    as_of: str = AS_OF


def pages_of(tournament: Tournament, published: Published) -> dict[str, HttpResponse]:
    """Return the files of one event, with the rules, as the views answer."""
    answers: dict[str, HttpResponse] = {}
    waiting = [reverse("brackets:event", args=[tournament.slug])]
    while waiting:
        address = waiting.pop()
        path = file_of(address)
        if path in answers:
            continue
        answer = _answer(address, published)
        if answer is None:
            continue
        answers[path] = answer
        if _is_page(answer):
            found = _ADDRESS.findall(answer.content.decode())
            waiting += [one for _, link in found if (one := _page_of(link)) and _may_follow(one, tournament)]
    return answers


def as_files(answers: Mapping[str, HttpResponse]) -> dict[str, bytes]:
    """Return the files of all events, whose pages lead to one another and to nothing else."""
    return {
        path: relative(answer.content, path, answers) if _is_page(answer) else answer.content
        for path, answer in answers.items()
    }


def page_of_template(template: str, path: str, known: Iterable[str], **context: object) -> bytes:
    """Return a page that only the published site has."""
    request = _request("/", Published())
    request.resolver_match = resolve("/")
    return relative(render(request, template, context).content, path, {*known})


def _request(address: str, published: Published) -> Any:
    told = {"REQUEST_METHOD": "GET", "PATH_INFO": address, "SERVER_NAME": "localhost", "SERVER_PORT": "80"}
    request: Any = WSGIRequest({**told, "wsgi.input": BytesIO(), "wsgi.url_scheme": "http"})
    request.htmx = HtmxDetails(request)
    request.published = published
    return request


def _answer(address: str, published: Published) -> HttpResponse | None:
    """Return what a view answers to everybody; nothing where there is no such page yet."""
    request, match = _request(address, published), _match(address)
    assert match is not None
    request.resolver_match = match
    try:
        answer: HttpResponse = match.func(request, *match.args, **match.kwargs)
    except Http404:
        return None
    return answer if answer.status_code == 200 else None


def _is_page(answer: HttpResponse) -> bool:
    return answer.headers["Content-Type"].startswith("text/html")


@lru_cache(maxsize=4096)
def _match(path: str) -> ResolverMatch | None:
    try:
        return resolve(path)
    except Resolver404:
        return None


def _page_of(link: str) -> str:
    """Return the address of a page to which a link leads, without what tells parts of it; blank for anything else."""
    parts = urlsplit(unescape(link))
    is_ours = not parts.scheme and not parts.netloc and parts.path.startswith("/")
    # Anything that is asked for needs the server. A rule only remembers from which event one came.
    return parts.path if is_ours and (not parts.query or parts.query.startswith("event=")) else ""


def _may_follow(address: str, tournament: Tournament) -> bool:
    match = _match(address)
    if match is None or match.view_name not in PUBLISHED:
        return False
    return match.kwargs in ({"edition": tournament.edition}, {**match.kwargs, "slug": tournament.slug})


def file_of(address: str) -> str:
    """Return the path of the file for an address, which is made of what the address patterns allow."""
    path = address.strip("/").removeprefix("t/")
    return posixpath.join(path, "index.html") if address.endswith("/") else path


def relative(page: bytes, path: str, known: Container[str]) -> bytes:
    """Return a page whose addresses are relative to its own ``path``, not indented; those of files not ``known`` go.

    Django escapes quotes in all texts, so that what looks like an attribute is one.
    """
    here = posixpath.dirname(path)

    def rule(found: re.Match[str]) -> str:
        name, link = found.groups()
        parts = urlsplit(unescape(link))
        if parts.scheme or link.startswith("#"):
            return found[0]
        address, fragment = _page_of(link), parts.fragment
        match = _match(address) if address else None
        if match is not None and match.view_name == RULE:
            address, fragment = (
                reverse(settings.PAGES["rule-index"], args=[match.kwargs["edition"]]),
                f"rule-{match.kwargs['number']}",
            )
        target = file_of(address)
        if not address or (target not in known and not address.startswith(settings.STATIC_URL) and address != "/"):
            return ""
        to = posixpath.relpath(target, here or ".")
        return f' {name}="{to}{"#" if fragment else ""}{fragment}"'

    return _ADDRESS.sub(rule, _INDENT.sub("\n", page.decode())).encode()


def with_static(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files with the styles, scripts and fonts to which they lead."""
    found = dict(files)
    waiting = {
        posixpath.normpath(posixpath.join(posixpath.dirname(path), unescape(link)))
        for path, content in files.items()
        if path.endswith(".html")
        for _, link in _ADDRESS.findall(content.decode())
        if "static/" in link
    }
    while waiting:
        path = waiting.pop()
        content = static_file(path)
        if path in found or content is None:
            continue
        found[path] = content
        if path.endswith(".css"):
            links = _IN_STYLES.findall(content.decode())
            waiting |= {posixpath.normpath(posixpath.join(posixpath.dirname(path), link)) for link in links}
    return found


@lru_cache(maxsize=256)
def static_file(path: str) -> bytes | None:
    """Return a static file by its path in the site."""
    name = path.removeprefix("static/")
    # Collected files have their digest in their name; without a server of ours they may not be collected.
    file = staticfiles_storage.path(name) if staticfiles_storage.exists(name) else finders.find(name)
    return Path(file).read_bytes() if file else None
