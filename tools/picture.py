"""Make the picture in README.md from the demo event: ``make picture``."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.chromium import installed_chromium
from tests.load.pages import free_port

PICTURE = Path(__file__).parent.parent / "docs" / "picture.png"
PAGE = "bracket/"
MOST = 200_000
"""Bytes that the picture may have."""


def main() -> None:
    """Start the site on new data, and photograph its page."""
    with tempfile.TemporaryDirectory() as data:
        port = str(free_port())
        with subprocess.Popen(
            [sys.executable, "-m", "config.serve"],
            env=os.environ | {"DATA_DIR": data, "PORT": port, "WORKERS": "1", "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            text=True,
        ) as site:
            assert site.stdout is not None
            for line in site.stdout:
                if line.startswith("Ctrl-C stops."):
                    break
            try:
                photograph(f"http://127.0.0.1:{port}")
            finally:
                site.send_signal(signal.SIGINT)
    size = PICTURE.stat().st_size
    print(f"{PICTURE}: {size} bytes")
    sys.exit(size > MOST)


def photograph(address: str) -> None:
    """Photograph the page of the demo event."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed_chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(address)
        event = re.search(r'href="(/t/[\w-]+/)"', page.content())
        assert event is not None
        page.goto(f"{address}{event[1]}{PAGE}")
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
