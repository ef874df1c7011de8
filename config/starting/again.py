"""Choose the data folder: this laptop's own, or that of an event that it continues; and restart the site for it."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

AGAIN = 2
"""What the server's flag for the end says where it is to start again."""
IN_USE = "continued.json"
SAID_ONCE = {"--own", "--not-continued"}
"""Options that answer for one start, and not for the next."""
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in {"OWN", "NOT_CONTINUED"}}
"""As this process found it, without them."""


class OfWorker:
    """The flag by which a worker ends its server."""

    ending: Any = None


def start_again_soon() -> None:
    """Let the server end and start again: called in a worker."""
    if OfWorker.ending is not None:
        OfWorker.ending.value = AGAIN


def continued(data: Path) -> dict[str, Any] | None:
    """Return which event of another laptop this one continues: folder, host and port."""
    with suppress(OSError, ValueError, KeyError):
        found = json.loads((data / IN_USE).read_text(encoding="utf-8"))
        folder = data / "continued" / found["folder"]
        if folder.is_dir():
            return {"folder": folder, "host": str(found["host"]), "port": int(found["port"])}
    return None


def start_again(command: Sequence[str] = ()) -> None:
    """Start the program again as it was started, or with another command; does not return."""
    told = list(command) or [sys.executable, *(one for one in sys.orig_argv[1:] if one not in SAID_ONCE)]
    if sys.platform == "win32":  # which has no other way to become another program
        sys.exit(subprocess.call(told, env=ENVIRONMENT))  # noqa: S603 - as we were started
    os.execve(told[0], told, ENVIRONMENT)  # noqa: S606
