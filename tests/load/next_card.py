"""How long a checker waits from Enter on the last field of a card until the next card is there, over HTTP."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

from tests.load.saving import Client, environment_on, prepare, server_on
from tests.load.timing import verdict
from tests.with_postgresql import find_programs, temporary_server

PLAYERS = 2000
CARDS = 120
GOAL = 100.0
"""Milliseconds at the 95th percentile."""


def measure_next_card() -> Iterator[str]:
    """Save one card after the other as the stack goes on, and fetch the card that each answer names."""
    with tempfile.TemporaryDirectory() as folder:
        yield _measure("SQLite", f"sqlite:///{folder}/next.sqlite3", Path(folder))
    programs = find_programs()
    if programs is None:
        yield "Enter to the next card on PostgreSQL: not measured, its programs are not installed"
        return
    with temporary_server(programs, is_durable=True) as url, tempfile.TemporaryDirectory() as folder:
        yield _measure("PostgreSQL", url, Path(folder))


def _measure(name: str, url: str, folder: Path) -> str:
    environment = environment_on(url, folder)
    slug, [session] = prepare(environment, PLAYERS, 1)
    saves: list[float] = []
    opened: list[float] = []
    with server_on(environment) as port:
        checker = Client(port, session)
        address = f"/t/{slug}/cards/1/"
        _open(checker, address, [])
        for card in range(CARDS):
            status, body = checker.send("POST", address, checker.typed(0, 1 + card % 90), saves)
            if status != 200:
                raise RuntimeError(f"a save was answered {status}")
            address = json.loads(body)["next"]
            _open(checker, address, opened)
    waits = [(save + page) * 1000 for save, page in zip(saves, opened, strict=True)]
    late = quantiles(waits, n=20)[-1]
    return (
        f"Enter to the next card on {name}, {PLAYERS} entrants, {CARDS} cards: median {median(waits):.0f} ms, 95th"
        f" percentile {verdict(late, GOAL)} ms (save {median(saves) * 1000:.0f}, card {median(opened) * 1000:.0f})"
    )


def _open(checker: Client, address: str, times: list[float]) -> None:
    status, body = checker.send("GET", address, "", times, {"Accept": "text/html"})
    if status != 200 or b"<form" not in body:
        raise RuntimeError(f"a card was answered {status}")
