"""What every page for staff costs, and how that grows with the event: work counted, time only told.

``tests/test_growth.py`` holds the growth of what is counted here; ``make bench ARGS=growth`` measures at full size.
"""

import gc
import gzip
import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from cProfile import Profile
from dataclasses import asdict, dataclass
from datetime import timedelta
from math import log2
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import uuid4

ROOT = Path(__file__).resolve().parents[2]
SIZES = (250, 500, 1000, 2000)
GAMES = 22
QUERIES, MILLISECONDS, KILOBYTES, EXPONENT = 20, 150.0, 60.0, 1.1
"""What a page may cost at the largest of :data:`SIZES`."""
OF_PHOTOGRAPHS = {
    "t/<slug:slug>/desk/": 3,  # one of them asks whether the site is published
    "t/<slug:slug>/check/<slug:key>/": 1,
    "t/<slug:slug>/cards/photographs/<int:pk>/": 2,
}
"""Queries more than that of pages that show what was photographed, in an event with photographs."""
DOCUMENTS = (
    *("print", "csv", "xlsx", "report.json", "event-file", "settings/archive", "schedule/whole", "reports/codes"),
    *("photographs/<int:pk>/image", "photographs/<int:pk>/original", "publish/page.html", "publish/site.zip"),
)
"""Addresses of documents hold one of these: they are whole, and may cost what a whole event costs."""
SETTLED = 0.1
"""What has grown by less from the smallest size to the largest does not grow."""


@dataclass(slots=True)
class Work:
    """What one page cost: queries, rows read from the database, bytes of the page, calls of functions; time."""

    status: int = 0
    queries: int = 0
    rows: int = 0
    content: int = 0
    calls: int = 0
    compressed: int = 0
    milliseconds: float = 0.0


def is_document(pattern: str) -> bool:
    """Whether this is no page but a whole document, to be printed or downloaded."""
    return any(part in pattern for part in DOCUMENTS)


def exponent(counts: Sequence[int]) -> float:
    """Return how something grows that was counted at sizes of which each is twice the one before.

    The last two steps are compared, so that what is the same at every size does not hide what grows: 1 where it grows
    as the event does, 2 where with its square, 0 where it does not grow.
    """
    small, middle, large = counts[-3:]
    if large - small <= SETTLED * small or large <= middle:
        return 0.0
    return log2((large - middle) / (middle - small)) if middle > small else 2.0


@contextmanager
def counting(work: Work) -> Iterator[None]:
    """Count queries and rows inside it."""
    from django.db import connection
    from django.db.backends.utils import CursorWrapper

    def query(execute: Callable[..., Any], *args: Any) -> Any:
        work.queries += 1
        return execute(*args)

    def many(cursor: CursorWrapper, *args: Any) -> Any:
        rows = cursor.cursor.fetchmany(*args)
        work.rows += len(rows)
        return rows

    def one(cursor: CursorWrapper) -> Any:
        row = cursor.cursor.fetchone()
        work.rows += row is not None
        return row

    def everything(cursor: CursorWrapper) -> Any:
        rows = cursor.cursor.fetchall()
        work.rows += len(rows)
        return rows

    with ExitStack() as stack:
        for name, fetch in (("fetchmany", many), ("fetchone", one), ("fetchall", everything)):
            stack.enter_context(patch.object(CursorWrapper, name, fetch, create=True))
        stack.enter_context(connection.execute_wrapper(query))
        yield


COVERAGE = "slipcover.probe"
"""What make test-coverage puts into each branch of the code."""


@contextmanager
def counting_calls(work: Work) -> Iterator[None]:
    """Count the functions that are called inside it, those of C too.

    Neither what clears away earlier garbage nor what takes out probes of coverage that have seen enough: either comes
    at a moment of its own, in whichever page is open then.
    """
    counter, collects = Profile(), gc.isenabled()
    coverage = sys.modules.get("slipcover")
    waits = patch.object(coverage.Slipcover, "deinstrument_seen") if coverage else nullcontext()
    gc.disable()
    try:
        with waits:
            counter.enable()
            try:
                yield
            finally:
                counter.disable()
    finally:
        if collects:
            gc.enable()
        work.calls += sum(of.callcount for of in counter.getstats() if COVERAGE not in str(of.code))


def make(players: int, phase: str) -> str:
    """Store an event of a size in a phase with what grows during its days, and return its slug.

    Phases are ``open`` (every card is in, the director decides nothing yet) and ``playoffs``.
    """
    from django.contrib.auth.models import User
    from django.utils import timezone

    from brackets.demo.event import make_event
    from brackets.event_files.store import import_event
    from brackets.models import Announcement
    from brackets.payouts.services import set_fund, set_payout
    from brackets.rules.payouts import Measure, PayoutRow
    from judging.models import Call
    from tests.scorecards.photographs.confirming.readings import picture_of, read_card
    from tournaments.models import AuditAction, AuditEntry, Entrant, StaffMember

    is_open = phase == "open"
    event_file = make_event(players=players, games=GAMES, settled=not is_open, playoff_rounds=0 if is_open else 2)
    director, _ = User.objects.get_or_create(username="director", defaults={"first_name": "Ada Birch"})
    tournament = import_event(event_file=event_file, director=director)
    member = StaffMember.objects.get(tournament=tournament, user=director)
    # That they were here is noted every half minute, which a slow machine reaches between two pages.
    StaffMember.objects.filter(pk=member.pk).update(last_seen_at=timezone.now() + timedelta(days=1))
    entrants = list(Entrant.objects.filter(tournament=tournament).order_by("number"))
    Entrant.objects.filter(tournament=tournament).update(fee_owed=60_00, fee_paid=60_00)
    set_fund(tournament=tournament, actor=member, added=50_000, sanctioning=0, kept=0)
    table = [PayoutRow(1, max(2, players // 4), 2000)]
    set_payout(tournament=tournament, actor=member, table=table, measure=Measure.AMOUNT)
    AuditEntry.objects.bulk_create(
        AuditEntry(tournament=tournament, who="Bo Ash", action=AuditAction.CARD_ENTERED, subject=f"{entrant}", after={})
        for entrant in entrants
    )
    Call.objects.bulk_create(
        Call(tournament=tournament, number=number, key=uuid4(), game=1, first=one, second=other, opened_by="Bo Ash")
        for number, (one, other) in enumerate(zip(entrants[::10], entrants[1::10], strict=False), start=1)
    )
    if is_open:
        for entrant, card in zip(entrants, event_file.scorecards, strict=True):
            picture_of(tournament, entrant, read_card(card, slug=tournament.slug, games=GAMES))
    Announcement.objects.create(tournament=tournament, text="Lunch at noon.", made_by="Ada Birch")
    return tournament.slug


def addresses(slug: str) -> Iterator[tuple[str, str]]:
    """Return the pattern and the address of every page for staff of an event, forms alone among them."""
    from scorecards.checking.check_queue import CheckQueue
    from scorecards.models import CardPicture
    from scorecards.ranking.evidence import Evidence
    from tests.test_urls import ACCESS, CHECKER, DIRECTOR, JUDGE, STAFF
    from tournaments.models import StaffMember, Tournament

    tournament = Tournament.objects.get(slug=slug)
    game = next((item.key for item in CheckQueue(tournament).items if item.kind.is_ruling), "1-1-2")
    values = {
        "slug": slug,
        "key": game,
        **dict.fromkeys(("number", "posting", "round_number", "slot", "place", "relation", "hand"), 1),
    }
    picture = CardPicture.objects.filter(file__tournament=tournament).first()
    if picture is not None:
        values["pk"] = picture.pk
    # What is shown of a place depends on how far it moved: at every size one that moved as little as any.
    moved = sorted(Evidence(tournament).moved, key=lambda one: (abs(one.was.rank - one.now.rank), one.now.rank))
    of_pattern = {
        "own-card": StaffMember.objects.get(tournament=tournament).pk,
        "evidence": moved[0].holder.number if moved else 1,
    }
    for pattern, rule in ACCESS.items():
        names = re.findall(r"<\w+:(\w+)>", pattern)
        if rule not in (STAFF, DIRECTOR, CHECKER, JUDGE) or not set(names) <= set(values):
            continue
        number = next((value for part, value in of_pattern.items() if part in pattern), 1)
        known = {**values, "number": number}
        # The queue by itself shows one table, of which it is chance how many games differ: all of them are asked for.
        query = "?sort=game" if pattern == "t/<slug:slug>/check/" else ""
        yield pattern, "/" + re.sub(r"<\w+:(\w+)>", lambda found, known=known: str(known[found[1]]), pattern) + query


def work_of_pages(
    slug: str, *, is_timed: bool = False, is_wanted: Callable[[str], bool] = lambda pattern: True
) -> dict[str, Work]:
    """Return what every page of an event costs its director, once it has been opened before.

    Of documents the calls are not counted: a profile of thousands of pages of paper takes minutes.
    """
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    client.force_login(User.objects.get(username="director"))
    found: dict[str, Work] = {}
    for pattern, address in addresses(slug):
        if not is_wanted(pattern):
            continue
        work = Work()
        with counting(work):
            response = client.get(address)
        if response.status_code != 200:
            continue
        work.status, work.content = response.status_code, len(response.content)
        work.compressed = len(gzip.compress(response.content, 6))
        if is_timed:
            times = []
            for _ in range(3):
                start = time.process_time()
                client.get(address)
                times.append(time.process_time() - start)
            work.milliseconds = min(times) * 1000
        if not is_document(pattern):
            work.queries = work.rows = 0
            with counting(work), counting_calls(work):
                client.get(address)
        found[pattern] = work
    return found


def measure_growth() -> Iterator[str]:
    """Tell what every page for staff costs in a large event, and how it grew; the dearest first."""
    for phase in ("open", "playoffs"):
        by_size = [_measured(phase, players) for players in SIZES]
        last = by_size[-1]
        over = 0
        for pattern in sorted(last, key=lambda pattern: -last[pattern].milliseconds):
            works = [measured[pattern] for measured in by_size if pattern in measured]
            if len(works) < len(SIZES):
                continue
            work = works[-1]
            grows = max(exponent([getattr(one, what) for one in works]) for what in ("rows", "content", "calls"))
            is_over = grows > EXPONENT or (
                not is_document(pattern)
                and (
                    work.queries >= QUERIES + OF_PHOTOGRAPHS.get(pattern, 0)
                    or work.milliseconds > MILLISECONDS
                    or work.compressed > KILOBYTES * 1000
                )
            )
            over += is_over
            times = ", ".join(f"{one.milliseconds:.0f}" for one in works)
            yield (
                f"  {pattern}: {work.queries} queries, {times} ms, {work.content / 1000:.0f} kB,"
                f" {work.compressed / 1000:.0f} kB compressed, exponent {grows:.2f}"
                f"{' (document)' if is_document(pattern) else ''}{': MISSED' if is_over else ''}"
            )
        yield (
            f"staff pages of an event of {SIZES[-1]} ({phase}; times at {', '.join(map(str, SIZES))} entrants): {over}"
            f" of {len(last)} over {QUERIES - 1} queries, {MILLISECONDS:.0f} ms, {KILOBYTES:.0f} kB compressed or"
            f" exponent {EXPONENT}"
        )


def _measured(phase: str, players: int) -> dict[str, Work]:
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{folder}/growth.sqlite3",
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "SECRET_KEY": secrets.token_urlsafe(64),
        }
        command = [sys.executable, "-m", "tests.load.growth", phase, str(players)]
        run = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return {pattern: Work(**work) for pattern, work in json.loads(run.stdout).items()}


def main(phase: str, players: str) -> None:
    """Measure one event in a database of its own; what it cost goes to standard output."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    found = work_of_pages(make(int(players), phase), is_timed=True)
    json.dump({pattern: asdict(work) for pattern, work in found.items()}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
