"""Run a command with DATABASE_URL set to a PostgreSQL server that lives only as long as the command.

    python -m tests.with_postgresql COMMAND [ARGUMENT...]

A DATABASE_URL that is set already is used instead. Where no PostgreSQL programs are installed the command is
not run: that is told in one line, and counts as a failure only with CI=true.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import psycopg

USER = "postgres"
# Set while the server lives only as long as the command.
TEMPORARY = "TEMPORARY_POSTGRESQL"
SECONDS_TO_START = 60
SECONDS_TO_STOP = 20
SETTINGS = {
    "listen_addresses": "",  # the socket only: a port could be taken by somebody else
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "max_connections": "200",
    "timezone": "UTC",
}


DURABLE = dict.fromkeys(("fsync", "full_page_writes", "synchronous_commit"), "on")


def find_programs() -> Path | None:
    """Return the folder that holds both ``initdb`` and ``postgres``, the newest one first."""

    def version(folder: Path) -> tuple[int, ...]:
        return tuple(int(part) for part in folder.parent.name.split(".") if part.isdecimal())

    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=version, reverse=True)
    if initdb := shutil.which("initdb"):
        folders.append(Path(initdb).resolve().parent)
    if pg_config := shutil.which("pg_config"):
        told = subprocess.run([pg_config, "--bindir"], capture_output=True, text=True, check=False)
        folders.append(Path(told.stdout.strip() or "/nonexistent"))
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    return None


def lower_rights() -> list[str]:
    """Return what to put before a PostgreSQL program: it refuses to run as root."""
    if os.geteuid() != 0:
        return []
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        sys.exit("As root, PostgreSQL needs setpriv (Debian: apt-get install util-linux).")
    # The server also ends when this program is killed.
    return [setpriv, f"--reuid={USER}", f"--regid={USER}", "--init-groups", "--pdeathsig=INT", "--"]


def wait_until_ready(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    """Return once the server answers; stop the program with the server's own words when it does not."""
    deadline = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            if server.poll() is None and time.monotonic() < deadline:
                time.sleep(0.05)
                continue
            sys.exit(f"PostgreSQL did not start:\n{log.read_text()}")
        return


def stop(server: subprocess.Popen[bytes]) -> None:
    """End the server, gently first."""
    server.send_signal(signal.SIGINT)
    try:
        server.wait(SECONDS_TO_STOP)
    except subprocess.TimeoutExpired:
        server.send_signal(signal.SIGQUIT)
        server.wait(SECONDS_TO_STOP)


def start_server(programs: Path, place: Path, settings: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start a server on ``place/data``, with a session of its own: Ctrl-C is for the tests, which end first."""
    options = [f"--{name}={value}" for name, value in settings.items()]
    with (place / "log").open("wb") as output:
        return subprocess.Popen(
            [*lower_rights(), programs / "postgres", "-D", place / "data", *options],
            cwd=place,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )


def make_cluster(programs: Path, place: Path) -> None:
    """Make an empty server in ``place/data``."""
    initdb: list[str | Path] = [
        *lower_rights(),
        programs / "initdb",
        *("-D", place / "data", "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"),
    ]
    made = subprocess.run(initdb, cwd=place, capture_output=True, text=True, check=False)
    if made.returncode:
        sys.exit(f"initdb failed:\n{made.stdout}{made.stderr}")


@contextmanager
def temporary_server(programs: Path, *, is_durable: bool = False) -> Iterator[str]:
    """Start a server in a temporary folder and yield its DATABASE_URL.

    ``is_durable``: it waits for the disk as a real one does. Tests do without; measurements must not.
    """
    # A socket's path holds at most 107 bytes, and the server's user must reach it: /tmp rather than TMPDIR.
    place = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
    if lower_rights():
        shutil.chown(place, USER, USER)
    server: subprocess.Popen[bytes] | None = None
    try:
        make_cluster(programs, place)
        settings = {**SETTINGS, "unix_socket_directories": str(place)} | (DURABLE if is_durable else {})
        server = start_server(programs, place, settings)
        url = f"postgresql://{USER}@/postgres?host={place}"
        wait_until_ready(server, url, place / "log")
        yield url
    finally:
        if server is not None:
            stop(server)
        shutil.rmtree(place, ignore_errors=True)


def interrupt(signum: int, frame: FrameType | None) -> None:
    """Turn a signal into an orderly end."""
    sys.exit(128 + signum)


def run(command: list[str], url: str) -> int:
    """Run the command on that database; return its exit status."""
    process = subprocess.Popen(command, env={**os.environ, "DATABASE_URL": url})
    try:
        return process.wait()
    except BaseException as reason:
        if not isinstance(reason, KeyboardInterrupt):  # Ctrl-C reached the command too
            process.terminate()
        try:
            process.wait(SECONDS_TO_STOP)
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            process.kill()
            process.wait()
        raise


def main(command: list[str]) -> int:
    """Find or start the server and run the command."""
    if not command:
        sys.exit(__doc__)
    if url := os.environ.get("DATABASE_URL"):
        if not url.startswith(("postgres://", "postgresql://")):
            sys.exit("DATABASE_URL is set, but not to a PostgreSQL database (postgresql://user:password@host/name).")
        return run(command, url)
    programs = find_programs()
    if programs is None:
        sys.stderr.write(
            "PostgreSQL: not tested, its programs are not installed"
            " (Debian: apt-get install postgresql; macOS: brew install postgresql@16).\n"
        )
        return 1 if os.environ.get("CI") == "true" else 0
    signal.signal(signal.SIGTERM, interrupt)
    signal.signal(signal.SIGHUP, interrupt)
    with temporary_server(programs) as server_url:
        os.environ[TEMPORARY] = "true"
        return run(command, server_url)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
