"""A published event for tests: posted, drawn, played on; and what links of its files lead to."""

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from brackets.playoffs.services.matches import record_result
from brackets.public.services import post_announcement
from brackets.published.places import Folder, send
from brackets.published.site import make_site, one_page
from scorecards.checking.services.decisions import decide_game
from tests.brackets.playoffs.playing import director, drawn
from tests.brackets.posting.posting import post
from tests.browser.pages import put_up_gallery
from tests.builders import line, loss, win
from tournaments.models import Tournament


def posted_event(players: int = 24, games: int = 3) -> Tournament:
    """Store an event with one posting and a bracket without results."""
    tournament = drawn(players=players, games=games)
    tournament.refresh_from_db()
    return tournament


def play(tournament: Tournament, slot: int, games: tuple[int, int] = (3, 1)) -> None:
    """Record a result of the first round."""
    record_result(tournament=tournament, actor=director(tournament), round_number=1, slot=slot, games=games, seen=0)
    tournament.refresh_from_db()


def correct_and_post(tournament: Tournament) -> None:
    """Let 2 have beaten 1 by 5 in game 1, and post that."""
    me, lines = director(tournament), {1: line(1, 2, loss(5)), 2: line(1, 1, win(5))}
    decide_game(tournament=tournament, actor=me, game=1, lines=lines, reason="the wrong player was written down")
    post(tournament, me, reason="The wrong player was written down.")
    tournament.refresh_from_db()


def published_to(folder: Path) -> Path:
    """Publish events in every phase to a folder, one of them posted and played on; with the page to mail of each."""
    put_up_gallery()
    posted = posted_event()
    play(posted, 3)
    post_announcement(posted, director(posted), text="Lunch at noon.")
    events = list(Tournament.objects.public())
    send(Folder(folder), make_site(events).files)
    for event in events:
        (folder / f"{event.slug}.html").write_bytes(one_page(event))
    return folder


def broken_links(files: Mapping[str, bytes]) -> list[tuple[str, str]]:
    """Return every address in a page or style that leads to no file of the site."""
    broken = []
    for path, content in files.items():
        if not path.endswith((".html", ".css")):
            continue
        text = content.decode()
        links = re.findall(r'(?:href|src|action|data-follow)="([^"]*)"', text) if path.endswith(".html") else []
        links += re.findall(r'url\("?([^")]+)"?\)', text)
        for link in links:
            parts = urlsplit(link)
            target = (
                posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path))) if parts.path else path
            )
            fragment = unquote(parts.fragment)
            is_there = target in files and (not fragment or f'id="{fragment}"' in files[target].decode())
            if parts.scheme or parts.query or link.startswith("/") or not is_there:
                broken.append((path, link))
    return broken
