"""Phones that report games while the server that they speak to dies, as ``static/js/reporting/`` and ``kept.js`` do."""

import http.client
import random
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from threading import Event
from typing import Protocol
from urllib.parse import urlencode
from uuid import uuid4

from tests.load.saving import run_program
from tests.load.table import Results, results_without_ties

GAMES = 9
EVERY = 1.0
"""Seconds between two questions for the version of the card."""
PATIENCE = 10.0
THINKING = (0.0, 3.0)
"""How long two play, and look at what the other reported, in seconds: much faster than people."""
OTHERS_COME = 60.0
"""Seconds for which a phone tries what is refused of that which it sends again (``kept.js``)."""
GIVEN_UP_AFTER = 240.0

# Runs with the server's settings: one more event, before its first game, with a code for each card.
PREPARE = f"""
import json
import sys
import django
django.setup()
from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from scorecards.reporting.services.codes import addresses_of_cards
from tests.events import without_cards
from tests.scorecards.reporting.phones import switch_phones
from tournaments.records.schedule import schedule_of
tournament = import_event(event_file=without_cards(make_event(players=int(sys.argv[1]), games={GAMES})))
switch_phones(tournament, is_on=True)
pairs = {{game.game: game.pairs for game in schedule_of(tournament)}}
print(json.dumps([addresses_of_cards(tournament), pairs]))
"""
SHOWN = re.compile(rb'data-game="(\d+)" data-stage="(\w+)"')
VERSION = re.compile(rb'data-version="([^"]+)"')


class TooSlow(RuntimeError):
    """The machine is too busy for a trial: nothing was found out."""


class Laptops(Protocol):
    """What phones know of the servers."""

    is_over: Event
    has_taken_over: Event

    @property
    def port(self) -> int: ...


@dataclass(frozen=True, slots=True)
class PhonesEvent:
    """Addresses of cards by entrant, and the result of every board of every game."""

    addresses: Mapping[int, str]
    results: Mapping[int, Results]


def prepare_phones(environment: dict[str, str], count: int) -> PhonesEvent:
    """Store an event whose ``count`` players report on phones."""
    addresses, pairs = run_program(PREPARE, environment, str(count))
    return PhonesEvent({int(number): address for number, address in addresses.items()}, results_without_ties(pairs))


@dataclass(slots=True)
class Sent:
    """One report as it was tapped, under its key."""

    game: int
    fields: dict[str, str]
    key: str = field(default_factory=lambda: str(uuid4()))

    @property
    def says(self) -> tuple[int, ...]:
        """What it says of its game, whether reported or agreed with."""
        return (self.game, *(int(self.fields[name]) for name in ("opponent", "won", "spread")))


class Phone:
    """One phone: it asks every second, reports or agrees, and sends again what it keeps once another server goes on."""

    def __init__(self, hall: Laptops, event: PhonesEvent, number: int) -> None:
        self.number = number
        self._hall, self._address = hall, event.addresses[number]
        self._chance = random.Random(number)
        self._plan: dict[int, tuple[int, int, bool]] = {}
        for game, results in event.results.items():
            for (one, other), spread in results.items():
                if number in (one, other):
                    own, opponent = (spread, other) if number == one else (-spread, one)
                    self._plan[game] = (opponent, own, (number == one) == bool(game % 2))
        self._connection: http.client.HTTPConnection | None = None
        self._cookie = ""
        self._version = b""
        self._shown: tuple[int, str] = (0, "")
        self._last_error: Exception | None = None
        self._is_moved = False
        self._moved_at = 0.0
        self._waiting: list[Sent] = []
        self.answered: list[Sent] = []
        self.answered_by_second = 0

    @property
    def is_open(self) -> bool:
        """Whether it has shown its card."""
        return bool(self._shown[1])

    def work(self, checkers_are_done: Event) -> None:
        """Go on until the checkers are done, this phone has moved, and nothing waits."""
        until = time.monotonic() + GIVEN_UP_AFTER
        time.sleep(self._chance.random() * EVERY)
        while not (checkers_are_done.is_set() and self._is_moved and not self._waiting):
            if self._hall.is_over.is_set() or time.monotonic() > until:
                raise TooSlow(f"a phone was not answered, {len(self._waiting)} reports wait: {self._last_error!r}")
            try:
                self._do_next()
            except (OSError, HTTPException) as error:
                self._connection, self._last_error = None, error
            time.sleep(self._chance.uniform(0.5, 1.5) * EVERY)

    def _do_next(self) -> None:
        if self._hall.has_taken_over.is_set() and not self._is_moved:
            self._connection, self._cookie = None, ""
            self._look()
            self._moved_at = time.monotonic()
            # In the order in which it was tapped in: what is known there counts once.
            self.answered, self._waiting, self._is_moved = [], [*self.answered, *self._waiting], True
        while self._waiting:
            self._send(self._waiting[0])
        if not self._version or self._get(f"{self._address}now/") != self._version:
            self._look()
            self._tap()

    def _look(self) -> None:
        page = self._get(self._address)
        if b"/device/" in page:
            # The answer in which it would have got the card was lost: its owner presses "Yes, use this phone".
            self._ask("POST", f"{self._address}device/", "use=1")
            page = self._get(self._address)
        version, shown = VERSION.search(page), SHOWN.search(page)
        if version is None:
            raise RuntimeError("a card's page has no version")
        self._version = version[1]
        self._shown = (int(shown[1]), shown[2].decode()) if shown else (0, "")

    def _tap(self) -> None:
        """Report or agree, where it is this phone's turn."""
        game, stage = self._shown
        if game not in self._plan:
            return
        opponent, spread, begins = self._plan[game]
        if stage == "asked" or (stage == "empty" and begins):
            time.sleep(self._chance.uniform(*THINKING))
            fields = {"opponent": str(opponent), "won": str(int(spread > 0)), "spread": str(abs(spread))}
            self._waiting.append(Sent(game, fields | ({"how": "agreed"} if stage == "asked" else {})))
            self._send(self._waiting[0])
            self._version = b""  # its own answer: the page follows

    def _send(self, sent: Sent) -> None:
        """Send it, and keep it as answered; an error of the network or the server leaves it waiting."""
        is_second = self._is_moved
        status, body = self._ask(
            "POST", f"{self._address}games/{sent.game}/", urlencode(sent.fields | {"key": sent.key})
        )
        if status >= 500 or status == 429:
            raise OSError(status)
        if status == 422 and self._is_moved and time.monotonic() - self._moved_at < OTHERS_COME:
            raise OSError(status)  # the phone that it agrees with has not come yet
        if status == 409:
            self._look()
            raise OSError(status)
        if status != 303:
            alert = re.search(rb'role="alert"[^>]*>\s*([^<]+)', body)
            raise RuntimeError(f"a report was answered {status}: {(alert[1] if alert else body[-500:])!r}")
        self._waiting.remove(sent)
        self.answered.append(sent)
        self.answered_by_second += is_second

    def _get(self, path: str) -> bytes:
        status, body = self._ask("GET", path)
        if status != 200:
            raise OSError(status)
        return body

    def _ask(self, method: str, path: str, body: str = "") -> tuple[int, bytes]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._hall.port, timeout=PATIENCE)
        headers = {"Cookie": self._cookie} if self._cookie else {}
        headers |= {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        self._connection.request(method, path, body or None, headers)
        answer = self._connection.getresponse()
        content = answer.read()
        with suppress(TypeError):  # no cookie
            self._cookie = re.search(r"card=[^;]+", answer.getheader("Set-Cookie"))[0]  # type: ignore[index, arg-type]
        return answer.status, content
