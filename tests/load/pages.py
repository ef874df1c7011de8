"""What a posted page costs, against a plain static file of the same size from the same server."""

from __future__ import annotations

import gzip
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median

from tests.load.client import Load, fetch, request_bytes, run_load
from tests.load.timing import verdict

ROOT = Path(__file__).resolve().parents[2]
REQUESTS = 6000
ROUNDS = 5
SECONDS_TO_START = 60


def measure_pages() -> Iterator[str]:
    """Measure standings and bracket of the demo tournament (124 entrants): first visits, and repeated ones."""
    with tempfile.TemporaryDirectory() as folder:
        with serving(Path(folder)) as port:
            _, _, body = fetch(port, "/")
            slug = gzip.decompress(body).decode().split('href="/t/', 1)[1].split("/", 1)[0]
            pages = {name: f"/t/{slug}/{name}/" for name in ("standings", "bracket")}
            for name, path in pages.items():
                _put_static_file(Path(folder) / "static" / f"bench-{name}.html", port, path)
        with serving(Path(folder)) as port:
            for name, path in pages.items():
                yield from _compare(port, name, path, f"/static/bench-{name}.html")


def _put_static_file(file: Path, port: int, path: str) -> None:
    """Write a static file that is sent as the page is: the same bytes, compressed too."""
    _, _, body = fetch(port, path)
    file.write_bytes(gzip.decompress(body))
    file.with_name(file.name + ".gz").write_bytes(body)


def _compare(port: int, name: str, page: str, static: str) -> Iterator[str]:
    _, page_head, body = fetch(port, page)
    _, static_head, static_body = fetch(port, static)
    visits = {
        "first visits": (request_bytes(page), request_bytes(static), 200),
        "repeated visits": (
            request_bytes(page, {"If-None-Match": page_head["etag"]}),
            request_bytes(static, {"If-None-Match": static_head["etag"]}),
            304,
        ),
    }
    for visit, (page_request, static_request, status) in visits.items():
        rates: list[tuple[float, float]] = []
        for _ in range(ROUNDS):
            loads = [run_load(port, request, requests=REQUESTS) for request in (page_request, static_request)]
            _must_be(status, loads)
            rates.append((loads[0].per_second, loads[1].per_second))
        page_rate, static_rate = (median(rate) for rate in zip(*rates, strict=True))
        ratio = median(of_page / of_static for of_page, of_static in rates)
        yield (
            f"{name} page, {visit} ({status}, {len(body)} bytes; file {len(static_body)}): {page_rate:.0f} requests/s,"
            f" static file {static_rate:.0f}; ratio {verdict(ratio, 0.5, more_is_better=True)}"
        )


def _must_be(status: int, loads: list[Load]) -> None:
    for load in loads:
        if set(load.statuses) != {status}:
            raise RuntimeError(f"expected only {status}, got {load.statuses}")


@contextmanager
def serving(folder: Path) -> Iterator[int]:
    """Run the production server on a database and static files in ``folder``; yield its port."""
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if name not in {"DEBUG", "HOST", "ALLOWED_HOSTS"}}
    environment |= {
        "PORT": str(port),
        "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
        "STATIC_ROOT": str(folder / "static"),
        "SECRET_KEY": secrets.token_urlsafe(64),
    }
    server = subprocess.Popen(
        [sys.executable, "-m", "config.serve"], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL
    )
    try:
        wait_for(port, server)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=30)


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    """Return once the server answers on its port."""
    until = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < until and server.poll() is None:
        with suppress(OSError):
            if fetch(port, "/healthz")[0] == 200:
                return
        time.sleep(0.1)
    raise RuntimeError("the server did not start")
