"""A hall that reports on phones: every board reports and accepts within a minute of each game's end, every page open.

Each phone asks for its version every second, fetches its page when that is new, reports or agrees, and follows the
answer to its page, over one connection, as ``static/js/reporting/phone.js`` does.
"""

import gzip
import heapq
import json
import random
import re
import selectors
import socket
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlencode
from uuid import uuid4

from tests.load.following import whole_answer
from tests.load.saving import Client, environment_on, on_each, run_program, server_on
from tests.load.timing import verdict

PLAYERS = 306
GAMES = 22
SECONDS = 60.0
EVERY = 1.0
GOAL = 200.0
THINKING = (2.0, 8.0)
"""How long somebody looks at a report before agreeing, in seconds."""
PLAIN_SAVES = 40

# Runs with the server's settings: an event before its first game, a code for each card, and a director.
PREPARE = f"""
import json
import sys
import django
django.setup()
from django.contrib.auth.models import User
from django.core.management import call_command
from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from scorecards.reporting.services.codes import addresses_of_cards
from tests.events import without_cards
from tests.load.sessions import new_session
from tests.scorecards.reporting.phones import switch_phones
from tournaments.records.schedule import schedule_of
from tournaments.staff.services import add_director
call_command("migrate", verbosity=0)
games = int(sys.argv[1])
user = User.objects.create_user("director")
def make(players):
    tournament = import_event(event_file=without_cards(make_event(players=players, games=games)))
    add_director(tournament=tournament, user=user)
    return tournament
other, tournament = make(20), make({PLAYERS})
tournament.entrants.update(withdrawn_after_game=None)  # nobody asks those for games who went home before them
switch_phones(tournament, is_on=True)
pairs = {{game.game: game.pairs for game in schedule_of(tournament)}}
addresses = addresses_of_cards(tournament)
print(json.dumps([tournament.slug, other.slug, new_session(user), addresses, pairs]))
"""
# The games before those that are measured, as both players of each reported them.
STORE = """
import json
import sys
import django
django.setup()
from uuid import uuid4
from scorecards.models import GameReport
from tournaments.models import Entrant
keys = dict(Entrant.objects.filter(tournament__slug=sys.argv[1]).values_list("number", "pk"))
rows = [
    GameReport(
        entrant_id=keys[own],
        opponent_id=keys[opponent],
        game=int(game),
        won=won,
        spread=abs(spread),
        how=how,
        key=uuid4(),
    )
    for game, boards in json.loads(sys.argv[2]).items()
    for one, other, spread in boards
    for own, opponent, won, how in ((one, other, spread > 0, "entered"), (other, one, spread < 0, "agreed"))
]
print(len(GameReport.objects.bulk_create(rows)))
"""
COUNT = """
import json
import sys
import django
django.setup()
from scorecards.models import GameReport, Line
from scorecards.records.reports import reports_of
from scorecards.rules.table_reports import Stage
from tournaments.models import Tournament
tournament = Tournament.objects.get(slug=sys.argv[1])
reported = reports_of(tournament)
locked = sum(reported.state(*key).stage is Stage.LOCKED for key in reported.current)
lines = Line.objects.filter(scorecard__entrant__tournament=tournament)
print(json.dumps([GameReport.objects.filter(entrant__tournament=tournament).count(), locked, lines.count()]))
"""
SEEN = re.compile(rb'data-version="([^"]+)"')
ASKED = re.compile(rb'data-game="(\d+)" data-stage="asked"')


def measure_table(games: int = GAMES, live: int = 0, seconds: float = SECONDS) -> Iterator[str]:
    """Let a hall play ``games`` games, on SQLite and, where it is installed, on PostgreSQL.

    With ``live`` only the last so many are played, each at full load; those before are stored first, as many rows.
    """
    live = live or games
    yield from on_each("reporting at the table", partial(_measure, games=games, live=live, seconds=seconds))


def _measure(name: str, url: str, folder: Path, games: int, live: int, seconds: float) -> Iterator[str]:
    environment = environment_on(url, folder)
    slug, other, session, addresses, pairs = run_program(PREPARE, environment, str(games))
    results = results_without_ties(pairs)
    played = sorted(results)[-live:]
    before = {game: [[*both, spread] for both, spread in results[game].items()] for game in results.keys() - {*played}}
    run_program(STORE, environment, slug, json.dumps(before))
    with server_on(environment) as port:
        save = _plain_save(port, other, session, games)
        hall = Hall(port, {int(number): address for number, address in addresses.items()})
        locked_after = [hall.play(game, results[game], seconds) for game in played]
        hall.close()
        director = Director(port, slug, session)
        ended, offered = time.monotonic(), director.find_the_button()
        posted, shown = director.close_and_post(), director.see_qualifiers()
    stored, locked, lines = run_program(COUNT, environment, slug)
    wanted = PLAYERS * games
    if {stored, locked, lines} != {wanted}:
        raise RuntimeError(f"of {wanted} reports {stored} are stored and {locked} locked; {lines} lines are written")
    yield (
        f"{live} of {games} games reported by {PLAYERS} phones on {name}, {PLAYERS // 2} boards within {seconds:.0f} s:"
        f" {stored} reports, none lost, none doubled, {hall.refused} sent again to a busy site;"
        f" the last board of a game is locked after {max(locked_after):.0f} s at most"
    )
    for what, times in hall.times.items():
        middle, slow = median(times) * 1000, quantiles(times, n=20)[18] * 1000
        yield (
            f"  {what} ({len(times)}): median {middle:.0f} ms, 95th percentile in ms {verdict(slow, GOAL)};"
            f" {middle / save:.1f} and {slow / save:.1f} times a plain save of a card alone ({save:.0f} ms)"
        )
    yield (
        f"  from the last acceptance to the qualifiers on the hall screen, in seconds: {verdict(shown - ended, 60.0)}"
        f" (the button is there after {offered - ended:.1f}, pressed once and answered after {posted - ended:.1f})"
    )


Results = dict[tuple[int, int], int]
"""The spread of each board, below 0 where the second player won."""


def results_without_ties(pairs: Mapping[str, list[list[int]]]) -> dict[int, Results]:
    """Return a result for every board by game, with no two cards alike: nobody has to settle a tie before posting."""
    chance = random.Random(22)
    games: dict[int, Results] = {
        int(game): {(one, other): chance.randint(1, 121) * chance.choice((1, -1)) for one, other in boards}
        for game, boards in pairs.items()
    }
    while alike := _cards_alike(games):
        for number in alike:
            game = chance.choice(list(games))
            for both, spread in games[game].items():
                if number in both:
                    limits = (1, 30) if abs(spread) <= 30 else (31, 121)
                    games[game][both] = chance.randint(*limits) * (1 if spread > 0 else -1)
    return games


def _cards_alike(games: Mapping[int, Results]) -> list[int]:
    """Return who has the same game points, games won and net spread as somebody before."""
    cards: dict[int, list[int]] = {}
    for results in games.values():
        for both, spread in results.items():
            for number, own in zip(both, (spread, -spread), strict=True):
                points, won, net = cards.get(number, [0, 0, 0])
                worth = 0 if own < 0 else 3 if own > 30 else 2
                cards[number] = [points + worth, won + (own > 0), net + own]
    seen: Counter[tuple[int, ...]] = Counter()
    alike = []
    for number, card in cards.items():
        seen[tuple(card)] += 1
        if seen[tuple(card)] > 1:
            alike.append(number)
    return alike


def _plain_save(port: int, slug: str, session: str, games: int) -> float:
    """Return the median time in milliseconds in which a checker alone saves a card of a small event."""
    client, times, versions = Client(port, session, games), [], dict.fromkeys(range(1, 21), 0)
    for turn in range(PLAIN_SAVES):
        card = 1 + turn % len(versions)
        versions[card] = client.save(slug, card, versions[card], 1 + turn, times)
    return median(times) * 1000


@dataclass(slots=True)
class Phone:
    """One phone: its connection, the page that it shows, and what it has to do."""

    number: int
    address: str
    sock: socket.socket
    cookie: str = ""
    version: bytes = b""
    received: bytearray = field(default_factory=bytearray)
    doing: str = ""
    sent_at: float = 0.0
    request: bytes = b""
    tapped_at: float = 0.0
    is_tapping: bool = False
    to_send: list[tuple[str, bytes]] = field(default_factory=list)


class Hall:
    """All phones, each asking every second; ``times`` has how long answers took in seconds, by what was asked.

    ``refused`` counts what a busy site did not answer the first time: it is sent again. The time of a tap goes on.
    """

    def __init__(self, port: int, addresses: Mapping[int, str]) -> None:
        self.times: dict[str, list[float]] = {
            "reports and acceptances answered": [],
            "  with the page after it": [],
            "pages fetched when told": [],
            "questions for the version": [],
        }
        self.refused = 0
        self._chance = random.Random(22)
        self._poll = selectors.DefaultSelector()
        self._due: list[tuple[float, int, str]] = []
        self._phones: dict[int, Phone] = {}
        self._plans: dict[int, tuple[int, int, int]] = {}
        self._open_boards: Counter[int] = Counter()
        for number, address in addresses.items():  # players come in one after the other
            sock = socket.create_connection(("127.0.0.1", port), timeout=30)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            phone = self._phones[number] = Phone(number, address, sock)
            self._poll.register(sock, selectors.EVENT_READ, number)
            self._send(phone, "open", _request("GET", phone.address, phone.cookie))
            while phone.doing == "open":
                self._hear(time.monotonic() + 1)
            self._at(time.monotonic() + self._chance.random() * EVERY, phone, "poll")
        for times in self.times.values():
            times.clear()

    def play(self, game: int, results: Results, seconds: float) -> float:
        """Let every board report and accept; return after how many seconds the last was locked."""
        start = time.monotonic()
        for (one, other), spread in results.items():
            self._plans[one], self._plans[other] = (game, other, spread), (game, one, -spread)
            first = self._chance.choice((one, other))
            due = start + self._chance.random() * (seconds - THINKING[1] - 4 * EVERY)
            self._at(due, self._phones[first], "report")
        self._open_boards[game] = len(results)
        while self._open_boards[game]:
            self._hear(start + 4 * seconds)
            if time.monotonic() > start + 4 * seconds:
                raise RuntimeError(f"{self._open_boards[game]} boards are not locked in game {game}")
        locked_after = time.monotonic() - start
        while (now := time.monotonic()) < start + seconds:
            self._hear(now + 0.05)
        return locked_after

    def close(self) -> None:
        for phone in self._phones.values():
            phone.sock.close()
        self._poll.close()

    def _at(self, due: float, phone: Phone, what: str) -> None:
        heapq.heappush(self._due, (due, phone.number, what))

    def _hear(self, until: float) -> None:
        now = time.monotonic()
        while self._due and self._due[0][0] <= now:
            _, number, what = heapq.heappop(self._due)
            self._begin(self._phones[number], what)
        wait = max(0.0, min(until, self._due[0][0] if self._due else until) - now)
        for key, _ in self._poll.select(timeout=min(wait, 0.05)):
            self._read(self._phones[key.data])

    def _begin(self, phone: Phone, what: str) -> None:
        if what == "poll":
            request = _request("GET", f"{phone.address}now/", phone.cookie)
        else:
            game, opponent, spread = self._plans[phone.number]
            how = {"how": "agreed"} if what == "agree" else {}
            fields = {"opponent": opponent, "won": int(spread > 0), "spread": abs(spread), "key": uuid4(), **how}
            request = _request("POST", f"{phone.address}games/{game}/", phone.cookie, urlencode(fields))
        if phone.doing:
            phone.to_send.append((what, request))
        else:
            self._send(phone, what, request)

    def _send(self, phone: Phone, what: str, request: bytes) -> None:
        phone.doing, phone.sent_at, phone.request = what, time.monotonic(), request
        if what in {"report", "agree"} and not phone.is_tapping:
            phone.tapped_at, phone.is_tapping = phone.sent_at, True
        phone.sock.sendall(request)

    def _read(self, phone: Phone) -> None:
        data = phone.sock.recv(262_144)
        if not data:
            raise ConnectionError("the server closed the connection")
        phone.received += data
        answer = whole_answer(phone.received)
        if answer is None:
            return
        head = bytes(phone.received[: phone.received.index(b"\r\n\r\n")])
        phone.received.clear()
        what, phone.doing = phone.doing, ""
        self._answered(phone, what, head, *answer)
        if phone.to_send and not phone.doing:
            self._send(phone, *phone.to_send.pop(0))

    def _answered(self, phone: Phone, what: str, head: bytes, status: int, body: bytes) -> None:
        now = time.monotonic()
        took = now - phone.sent_at
        if cookie := re.search(rb"(?i)set-cookie: *(card=[^;]+)", head):
            phone.cookie = cookie[1].decode()
        if status == 503:  # a phone tries again, with the same key
            self.refused += 1
            phone.to_send.insert(0, (what, phone.request))
            return
        if what in {"report", "agree"}:
            self._tapped(phone, what, status, body)
            return
        if status != 200:
            raise RuntimeError(f"{what} was answered {status}")
        if what == "poll":
            self.times["questions for the version"].append(took)
            if body == phone.version:
                self._at(now + EVERY, phone, "poll")
            else:
                self._send(phone, "page", _request("GET", phone.address, phone.cookie))
            return
        page = gzip.decompress(body) if b"content-encoding: gzip" in head.lower() else body
        seen = SEEN.search(page)
        if seen is None:
            raise RuntimeError("a page has no version")
        phone.version = seen[1]
        if what == "follow":
            self.times["  with the page after it"].append(now - phone.tapped_at)
        elif what == "page":
            self.times["pages fetched when told"].append(took)
            self._at(now + EVERY, phone, "poll")
            asked = ASKED.search(page)
            if asked and int(asked[1]) == self._plans[phone.number][0]:
                self._at(now + self._chance.uniform(*THINKING), phone, "agree")

    def _tapped(self, phone: Phone, what: str, status: int, body: bytes) -> None:
        """Go on to the page after a report or an acceptance is answered."""
        if status != 303:
            raise RuntimeError(f"a {what} was answered {status}: {body!r}")
        self.times["reports and acceptances answered"].append(time.monotonic() - phone.tapped_at)
        phone.is_tapping = False
        if what == "agree":
            self._open_boards[self._plans[phone.number][0]] -= 1
        self._send(phone, "follow", _request("GET", phone.address, phone.cookie))


def _request(method: str, path: str, cookie: str, body: str = "") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Encoding: gzip", "Connection: keep-alive"]
    lines += [f"Cookie: {cookie}"] if cookie else []
    if method == "POST":
        lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


class Director:
    """The director, who closes the round and posts with one press."""

    def __init__(self, port: int, slug: str, session: str) -> None:
        self._client = Client(port, session)
        self._path = f"/t/{slug}"

    def find_the_button(self) -> float:
        """Open the board; return when it offers to close and post."""
        found = re.search(rb'name="seen" value="(\d+)"', self._get("/reports/"))
        if found is None:
            raise RuntimeError("the board does not offer to close and post")
        self._seen = found[1].decode()
        return time.monotonic()

    def close_and_post(self) -> float:
        """Press the button; return when that was answered."""
        self._press("/post/closing/", {"seen": self._seen})
        return time.monotonic()

    def see_qualifiers(self) -> float:
        """Return when the hall screen shows the posting, which it asks for again and again."""
        until = time.monotonic() + 60
        while b"posting 1" not in self._get("/screen/"):
            if time.monotonic() > until:
                raise RuntimeError("the hall screen does not show the qualifiers")
            time.sleep(0.1)
        return time.monotonic()

    def _get(self, path: str) -> bytes:
        status, body = self._client.send("GET", f"{self._path}{path}", "", [])
        if status != 200:
            raise RuntimeError(f"{path} was answered {status}")
        return body

    def _press(self, path: str, fields: Mapping[str, str]) -> None:
        body = urlencode({"csrfmiddlewaretoken": self._client.token, **fields})
        status, _ = self._client.send("POST", f"{self._path}{path}", body, [], {"Accept": "text/html"})
        if status != 302:
            raise RuntimeError(f"{path} was answered {status}")
