"""Two machines of the site on one PostgreSQL: sessions, sign-in limits, saves, pages and following from either."""

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from tests.load.failover import VERIFY
from tests.load.pages import free_port
from tests.load.saving import CARDS, CHECKERS, Client, environment_on, prepare, run_program, server_on
from tests.with_postgresql import find_programs, temporary_server

MACHINES = 2
CHANGES = 20
SAVES = int(os.environ.get("SAVES", "400"))
WRONG_PASSWORDS = 12
SECONDS_KEPT = 0.25
"""For how long a machine answers with the version that it has read."""
HEARD_WITHIN = 3.0
"""Seconds after which the other machine's open pages must have heard of a change: they ask every second."""


def measure_machines() -> Iterator[str]:
    """Serve one database from two machines, each with processes and a data folder of its own."""
    programs = find_programs()
    if programs is None:
        yield "several machines: not tried, PostgreSQL's programs are not installed"
        return
    with temporary_server(programs, is_durable=True) as url, tempfile.TemporaryDirectory() as folder:
        yield _measure(url, Path(folder))


def _measure(url: str, folder: Path) -> str:
    shared = environment_on(url, folder)
    slug, sessions = prepare(shared, CARDS, CHECKERS)
    with ExitStack() as stack:
        ports = []
        for number in range(MACHINES):
            own = {"DATA_DIR": str(folder / str(number)), "PORT": str(free_port())}
            ports.append(stack.enter_context(server_on(shared | own)))
        _must_share_sessions(ports, slug, sessions[0])
        heard = _follow(ports, slug, sessions[0])
        saves = CHANGES + _save(ports, slug, sessions)
        _must_show_the_same(ports, slug)
        _must_share_limits(ports)
    found = run_program(VERIFY, shared, slug)
    if {found["versions"], found["saves"], found["log"]} != {saves} or found["differences"]:
        raise RuntimeError(f"{saves} saves were answered; stored: {found}")
    return (
        f"{MACHINES} machines on one PostgreSQL: {saves} saves by {CHECKERS} checkers at both, none lost, none doubled;"
        f" a change at one is heard of at the other after {median(heard):.1f} s (median), {max(heard):.1f} s (worst);"
        " sessions, sign-in limits and ready pages are the same at each"
    )


def _must_share_sessions(ports: Sequence[int], slug: str, session: str) -> None:
    for port in ports:
        status, _ = Client(port, session).send("GET", f"/t/{slug}/desk/", "", [])
        if status != 200:
            raise RuntimeError(f"a session of one machine was answered {status} by another")


def _follow(ports: Sequence[int], slug: str, session: str) -> list[float]:
    """Save at one machine and ask at the other as open pages do; return after how many seconds it had heard."""
    clients = [Client(port, session) for port in ports]
    heard, version = [], 0
    for turn in range(CHANGES):
        here, there = clients[turn % MACHINES], clients[(turn + 1) % MACHINES]
        time.sleep(2 * SECONDS_KEPT)  # it has heard of the change before, whatever it keeps
        before = there.send("GET", f"/t/{slug}/now/", "", [])[1]
        version = here.save(slug, 1, version, 1 + turn, [])
        saved_at = time.monotonic()
        while there.send("GET", f"/t/{slug}/now/", "", [])[1] == before:
            if time.monotonic() - saved_at > HEARD_WITHIN * 10:
                raise RuntimeError("the other machine does not hear of a change")
            time.sleep(0.02)
        heard.append(time.monotonic() - saved_at)
    return heard


def _save(ports: Sequence[int], slug: str, sessions: Sequence[str]) -> int:
    """Let each checker save cards in turn, at the machines by turns; return how many saves were answered."""

    def work(number: int) -> int:
        clients = [Client(port, sessions[number]) for port in ports]
        own = [card for card in range(2, CARDS + 1) if card % CHECKERS == number]
        versions = dict.fromkeys(own, 0)
        for turn in range(SAVES // CHECKERS):
            card = own[turn % len(own)]
            client = clients[turn % MACHINES]
            versions[card] = client.save_until_answered(slug, card, versions[card], 1 + turn, [])
        return SAVES // CHECKERS

    with ThreadPoolExecutor(CHECKERS) as pool:
        return sum(pool.map(work, range(CHECKERS)))


def _must_show_the_same(ports: Sequence[int], slug: str) -> None:
    for page in ("", "standings/", "seats/"):
        until = time.monotonic() + HEARD_WITHIN * 10
        while len({Client(port, "").send("GET", f"/t/{slug}/{page}", "", []) for port in ports}) > 1:
            if time.monotonic() > until:
                raise RuntimeError(f"the machines do not show the same page {page or 'of the event'}")
            time.sleep(0.2)


def _must_share_limits(ports: Sequence[int]) -> None:
    """Try wrong passwords at one machine: the other has to let the same name wait."""
    clients = [Client(port, "") for port in ports]
    answers = []
    for turn in range(WRONG_PASSWORDS + 1):
        client = clients[turn == WRONG_PASSWORDS]
        typed = {"username": "nobody", "password": f"wrong {turn}", "csrfmiddlewaretoken": client.token}
        answers.append(client.send("POST", "/sign-in/", urlencode(typed), [])[0])
    if answers[0] == answers[-1] or answers[-1] != answers[-2]:
        raise RuntimeError(f"wrong passwords at one machine do not count at the other: {answers}")
