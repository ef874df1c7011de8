"""``standby``: follow the first laptop, show how far the copy is, and serve in its place when somebody says so.

The page is this laptop's alone, but for one sentence: people who come here too early, by the address that the first
laptop's pages offer, are asked to wait.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import sys
from collections.abc import Callable, Iterable
from http import HTTPStatus
from pathlib import Path
from socketserver import ThreadingMixIn
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qs
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from config.standby.copy import DamagedCopy
from config.standby.first import PREFIX, state_of
from config.standby.follower import Follower
from config.starting.folder import say

REFRESH = 3
"""Seconds after which the page asks again."""
MOST_OF_FORM = 1_000
OWN = {"127.0.0.1", "::1"}
TAKEN_OVER = 3
"""What the process that follows ends with when this laptop serves from now on."""

StartResponse = Callable[..., Any]


class WaitingSite:
    """The pages of a laptop that follows."""

    def __init__(self, follower: Follower) -> None:
        self._follower = follower
        self._token = secrets.token_hex(16)
        self.taking_over = Event()

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request, by WSGI."""
        path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
        is_own = environ["REMOTE_ADDR"] in OWN
        if path.startswith(PREFIX):
            return self._told(path.removeprefix(PREFIX), environ, start_response)
        if method == "POST" and path == "/" and is_own:
            size = min(int(environ.get("CONTENT_LENGTH") or 0), MOST_OF_FORM)
            form = parse_qs(environ["wsgi.input"].read(size).decode("latin-1"))
            if secrets.compare_digest(form.get("token", [""])[0].encode(), self._token.encode()):
                self.taking_over.set()
                return respond(start_response, HTTPStatus.SEE_OTHER, headers=[("Location", "/")])
        return respond(start_response, HTTPStatus.OK if is_own else HTTPStatus.SERVICE_UNAVAILABLE, self._page(is_own))

    def _told(self, name: str, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Say to the first laptop that nobody has taken over, and to its pages that there is no second here."""
        asked = parse_qs(environ.get("QUERY_STRING", ""))
        values: dict[str, Any] | None = None
        if name == "state":
            values = state_of(self._follower.links.read(), asked.get("nonce", [""])[0])
        elif name == "second":
            values = {"second": "", "is_replaced": False}
        status = HTTPStatus.OK if values is not None else HTTPStatus.NOT_FOUND
        return respond(start_response, status, json.dumps(values), [("Content-Type", "application/json")])

    def _page(self, is_own: bool) -> str:
        from django.template.loader import render_to_string

        state = self._follower.state
        return render_to_string(
            "second/follows.html",
            {
                "is_own": is_own,
                "is_taking_over": self.taking_over.is_set(),
                "first": self._follower.first,
                "problem": state.problem,
                "heard": bool(state.heard_at),
                "silent_for": int(state.silent_for),
                "is_complete": state.is_complete,
                "copied": state.copied,
                "pictures": self._follower.pictures.counts,
                "pictures_problem": self._follower.pictures.problem,
                "token": self._token,
            },
        )


def respond(
    start_response: StartResponse, status: HTTPStatus, text: str = "", headers: Iterable[tuple[str, str]] = ()
) -> Iterable[bytes]:
    """Answer with a page, or what the headers say it is."""
    own = {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "Refresh": str(REFRESH)}
    own["Content-Security-Policy"] = "default-src 'self'; frame-ancestors 'none'"
    own["X-Content-Type-Options"] = "nosniff"
    start_response(f"{status.value} {status.phrase}", [*{**own, **dict(headers)}.items()])
    return [text.encode()]


class Server(ThreadingMixIn, WSGIServer):
    """A small server: only this laptop looks at its pages, until it takes over."""

    daemon_threads = True
    allow_reuse_address = sys.platform != "win32"

    @property
    def address_family(self) -> socket.AddressFamily:  # type: ignore[override]
        return socket.AF_INET


class Quiet(WSGIRequestHandler):
    """Says nothing in the terminal about each request."""

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


def follow_until_told(first: str, code: str, folder: Path, host: str, port: int) -> None:
    """Follow the laptop at ``first`` into ``folder``, in a process of its own.

    Ends it with :data:`TAKEN_OVER` when this laptop serves from now on, and with 0 when it was stopped.
    """
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "DATA_DIR": str(folder)}
    os.environ["SECRET_KEY"] = secrets.token_urlsafe(64)  # signs nothing
    os.environ.pop("DATABASE_URL", None)
    import django

    django.setup()
    from django.conf import settings

    from config.serve import collect_static

    collect_static()
    follower = Follower(first, code, folder, port)
    say(f"This laptop follows {follower.first}. To see how far it is, and to take over: http://127.0.0.1:{port}/")
    sys.exit(TAKEN_OVER if follow(follower, host, port, Path(settings.STATIC_ROOT)) else 0)


def follow(follower: Follower, host: str, port: int, static: Path) -> bool:
    """Follow until somebody takes over, or stops it; return whether this laptop serves from now on."""
    from whitenoise import WhiteNoise  # type: ignore[import-untyped]

    site = WaitingSite(follower)
    server = make_server(host, port, WhiteNoise(site, root=static, prefix="static/"), Server, Quiet)
    following = Thread(target=follower.run, daemon=True)
    serving = Thread(target=server.serve_forever, daemon=True)
    following.start()
    serving.start()
    try:
        while True:
            while not site.taking_over.wait(0.5):
                pass
            following.join(1)
            try:
                follower.take_over()
            except DamagedCopy as problem:
                say(str(problem))
                site.taking_over.clear()
            else:
                return True
    except KeyboardInterrupt:
        follower.stopped.set()
        following.join(10)  # it says that it leaves
        return False
    finally:
        server.shutdown()
        server.server_close()
