"""The site as a program to install: the command ``cribbage-tournaments``.

A wheel keeps the whole site in the folder ``site`` beside this file, and the command puts that folder on the path: an
environment that has the program gets one new package, and none that is called ``config`` or ``templates``.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SITE = HERE / "site"
BUILT = HERE / "built.json"
"""Written into a wheel: its version, and the commit it was made of."""
START, MANAGE = (
    ("cribbage-tournaments", "cribbage-tournaments manage")
    if BUILT.exists()
    else ("make run", ".venv/bin/python manage.py")
)
"""What starts the site, and what begins any other command, as whoever runs this computer types it."""


def version() -> str:
    """Return the version, with the commit that it was made of or that the clone has."""
    return f"{number()} ({commit() or 'from a clone'})"


def number() -> str:
    """Return the minute of the newest commit in UTC: ``2026.11.25.2113``. So each release is newer than those before.

    ``0`` where neither a wheel nor git tells it.
    """
    if BUILT.exists():
        return str(json.loads(BUILT.read_text(encoding="utf-8"))["version"])
    told = _git("log", "-1", "--format=%cd", "--date=format-local:%Y %m %d %H%M")
    return ".".join(str(int(part)) for part in told.split()) or "0"


def commit() -> str:
    """Return the commit, with a plus where files differ from it, and nothing where neither a wheel nor git tells it."""
    if BUILT.exists():
        return str(json.loads(BUILT.read_text(encoding="utf-8"))["commit"])
    return _git("describe", "--always", "--abbrev=12", "--dirty=+", "--exclude=*")


def _git(*words: str) -> str:
    try:
        told = subprocess.run(  # noqa: S603
            ["git", *words],  # noqa: S607
            cwd=HERE, env={**os.environ, "TZ": "UTC"}, capture_output=True, text=True, check=True,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        return ""
    return told.stdout.strip()


def main() -> None:
    """Run the command."""
    if SITE.is_dir() and str(SITE) not in sys.path:
        sys.path.insert(0, str(SITE))
    from config.command import run

    run(sys.argv[1:], version())
