"""The site as a program to install: the command ``cribbage-tournaments``.

A wheel keeps the whole site in the folder ``site`` beside this file, and the command puts that folder on the path: an
environment that has the program gets one new package, and none that is called ``config`` or ``templates``.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
SITE = HERE / "site"
BUILT = HERE / "built.json"
"""Written into a wheel: its version, and the commit it was made of."""


def version() -> str:
    """Return the version, in a wheel with the commit it was made of."""
    if BUILT.exists():
        built = json.loads(BUILT.read_text(encoding="utf-8"))
        return f"{built['version']} ({built['commit']})" if built["commit"] else str(built["version"])
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return f"{project['version']} (from a clone)"


def main() -> None:
    """Run the command."""
    if SITE.is_dir() and str(SITE) not in sys.path:
        sys.path.insert(0, str(SITE))
    from config.command import run

    run(sys.argv[1:], version())
