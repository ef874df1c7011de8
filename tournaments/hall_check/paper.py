"""Which paper the printer of this computer is set to, as far as the system tells."""

import re
import shutil
import subprocess
import sys
import time

SECONDS_KEPT = 300.0
CUPS = ["lpoptions", "-l"]
WINDOWS = [
    "powershell",
    "-NoProfile",
    "-Command",
    "(Get-PrintConfiguration (Get-CimInstance Win32_Printer -Filter Default=True).Name).PaperSize",
]
_found: tuple[float, str] | None = None


def paper_in(options: str) -> str:
    """Return the paper that CUPS marks with a star, blank where there is none: ``PageSize/Media: *Letter A4``."""
    found = re.search(r"^(?:PageSize|media)\b[^:\n]*:.*?\*(\S+)", options, re.MULTILINE | re.IGNORECASE)
    return found[1] if found else ""


def printer_paper() -> str:
    """Return the paper of the default printer, blank where the system does not tell. Asks every five minutes."""
    global _found
    if _found is None or time.monotonic() - _found[0] > SECONDS_KEPT:
        _found = (time.monotonic(), _ask())
    return _found[1]


def _ask() -> str:
    command = WINDOWS if sys.platform == "win32" else CUPS
    if shutil.which(command[0]) is None:
        return ""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=5, check=False)  # noqa: S603 - our own words
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return ""
    return done.stdout.strip()[:40] if sys.platform == "win32" else paper_in(done.stdout)
