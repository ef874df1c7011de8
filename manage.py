#!/usr/bin/env python
"""Django's command line."""

import os
import secrets
import sys
from io import TextIOWrapper
from pathlib import Path

from django.core.management import execute_from_command_line

KEPT_KEY = Path(__file__).resolve().parent / "var" / "secret_key"
# These neither serve nor sign anything: they need no key that lasts.
KEYLESS = {
    "backup_site",
    "check_report",
    "crosscheck",
    "export_archive",
    "export_event",
    "hand",
    "import_event",
    "make_demo",
    "migrate",
    "play",
    "publish",
    "purge_deleted_events",
    "read_photographs",
    "recalculate",
    "remove_second_step",
    "restore_archive",
    "restore_site",
    "rules",
    "verify_tournament",
    "wrong_count",
}


def main() -> None:
    """Run one command, with the key that ``make run`` keeps unless the environment has another."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.umask(0o077)  # what a command writes holds accounts and cards: nobody else on the machine reads it
    if isinstance(sys.stdout, TextIOWrapper):
        # An event file is UTF-8, whatever the terminal speaks.
        sys.stdout.reconfigure(encoding="utf-8")
    if not os.environ.get("SECRET_KEY"):
        if KEPT_KEY.exists():
            os.environ["SECRET_KEY"] = KEPT_KEY.read_text().strip()
        elif KEYLESS.intersection(sys.argv[1:2]):
            os.environ["SECRET_KEY"] = secrets.token_urlsafe(64)
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
