"""The Chromium that drives the browser tests and the measurements."""

import os
import shutil

# The same Chromium without the windows that nobody looks at: it opens a page in a third of the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")


def installed_chromium() -> str | None:
    """Return the program that CHROMIUM names, or the first installed of :data:`NAMES`; ``None`` where there is none."""
    named = os.environ.get("CHROMIUM")
    programs = (shutil.which(name) for name in ([named] if named else NAMES))
    return next((program for program in programs if program), None)
