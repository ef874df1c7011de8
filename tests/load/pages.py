"""What a posted page costs, against a plain static file of the same size from the same server, and from nginx."""

import gzip
import os
import secrets
import shutil
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
SECONDS_TO_START = 180


def measure_pages() -> Iterator[str]:
    """Measure standings and bracket of the demo tournament (124 entrants): first visits, and repeated ones."""
    with tempfile.TemporaryDirectory() as folder:
        with serving(Path(folder)) as port:
            _, _, body = fetch(port, "/")
            slug = gzip.decompress(body).decode().split('href="/t/', 1)[1].split("/", 1)[0]
            pages = {name: f"/t/{slug}/{name}/" for name in ("standings", "bracket")}
            for name, path in pages.items():
                _put_static_file(Path(folder) / "static" / f"bench-{name}.html", port, path)
        with serving(Path(folder)) as port, nginx_serving(Path(folder)) as nginx:
            if nginx is None:
                yield "nginx as a second yardstick: not measured, it is not installed"
            for name, path in pages.items():
                yield from _compare(port, nginx, name, path, f"/static/bench-{name}.html")


def _put_static_file(file: Path, port: int, path: str) -> None:
    """Write a static file that is sent as the page is: the same bytes, compressed too."""
    _, _, body = fetch(port, path)
    file.write_bytes(gzip.decompress(body))
    file.with_name(file.name + ".gz").write_bytes(body)


def _compare(port: int, nginx: int | None, name: str, page: str, static: str) -> Iterator[str]:
    _, page_head, body = fetch(port, page)
    ports = {"static file": port} | ({} if nginx is None else {"nginx": nginx})
    files = {what: fetch(of, static) for what, of in ports.items()}
    for what, (status, _, content) in files.items():
        if (status, content) != (200, files["static file"][2]):
            raise RuntimeError(f"{what} answered {status}, {len(content)} bytes")
    for visit, status in (("first visits", 200), ("repeated visits", 304)):

        def request(path: str, tag: str, status: int = status) -> bytes:
            return request_bytes(path, {"If-None-Match": tag} if status == 304 else {})

        asked = [(port, request(page, page_head["etag"]))]
        asked += [(ports[what], request(static, head["etag"])) for what, (_, head, _) in files.items()]
        rates: list[list[float]] = []
        for _ in range(ROUNDS):
            loads = [run_load(of, content, requests=REQUESTS) for of, content in asked]
            _must_be(status, loads)
            rates.append([load.per_second for load in loads])
        own, *others = (median(rate) for rate in zip(*rates, strict=True))
        ratios = [median(row[0] / row[at] for row in rates) for at in range(1, len(asked))]
        compared = [f"static file {others[0]:.0f}; ratio {verdict(ratios[0], 0.5, more_is_better=True)}"]
        if nginx is not None:
            compared.append(f"the file from nginx {others[1]:.0f}; ratio {ratios[1]:.2f}")
        yield (
            f"{name} page, {visit} ({status}, {len(body)} bytes; file {len(files['static file'][2])}):"
            f" {own:.0f} requests/s, {', '.join(compared)}"
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


NGINX = """
daemon off;
{user}
worker_processes 2;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    default_type text/html;
    keepalive_requests 1000000;
    gzip_static on;
    client_body_temp_path {folder}/nginx-body;
    proxy_temp_path {folder}/nginx-proxy;
    fastcgi_temp_path {folder}/nginx-fastcgi;
    uwsgi_temp_path {folder}/nginx-uwsgi;
    scgi_temp_path {folder}/nginx-scgi;
    server {{ listen 127.0.0.1:{port}; root {folder}; }}
}}
"""
"""As many workers as the site has, and files that are compressed already."""


@contextmanager
def nginx_serving(folder: Path) -> Iterator[int | None]:
    """Let nginx serve what is in ``folder``; yield its port, or ``None`` where it is not installed."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        yield None
        return
    port, settings = free_port(), folder / "nginx.conf"
    # Its workers may read the folder of whoever measures.
    user = "user root;" if os.geteuid() == 0 else ""
    settings.write_text(NGINX.format(folder=folder, port=port, user=user))
    server = subprocess.Popen([program, "-p", str(folder), "-c", str(settings), "-e", str(folder / "nginx.log")])
    try:
        wait_for(port, server, "/nginx.conf")
        yield port
    finally:
        server.terminate()
        server.wait(timeout=30)


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def children(pid: int) -> list[int]:
    """Return everything that a process has started."""
    own: list[int] = []
    with suppress(FileNotFoundError, ProcessLookupError):
        own = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [below for child in own for below in (child, *children(child))]


def wait_for(
    port: int, server: subprocess.Popen[bytes], path: str = "/healthz", seconds: float = SECONDS_TO_START
) -> None:
    """Return once the server answers on its port."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and server.poll() is None:
        with suppress(OSError):
            if fetch(port, path)[0] == 200:
                return
        time.sleep(0.1)
    raise RuntimeError("the server did not start")
