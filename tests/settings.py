"""The site's own settings, with the few that tests must change."""

import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("SECRET_KEY", "for-tests-only-" + "0123456789" * 5)

from config.settings import *  # noqa: F403

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1", "[::1]"]

# The site's own is the minute of the newest commit, and stands on every page: that of 12:10 shows a 121, which some
# pages must not.
VERSION = "0"

# Tests write no file beside the site's own, and nothing later than they end.
LOGGING["handlers"]["stderr"]["filters"] = []  # type: ignore[index]  # noqa: F405
LOGGING["root"]["handlers"] = ["stderr"]  # type: ignore[index]  # noqa: F405
del LOGGING["handlers"]["file"]  # type: ignore[attr-defined]  # noqa: F405

# Backups of the developer's own site are nothing to tests, nor what failed in it or in another process of the tests.
BACKUP_DIR = Path(tempfile.gettempdir()) / f"no-backups-{os.getpid()}"
PICTURES_DIR = Path(tempfile.gettempdir()) / f"no-pictures-{os.getpid()}"
PUBLISH_DIR = Path(tempfile.gettempdir()) / f"no-publishing-{os.getpid()}"
BACKUP_TO = ""

# Static files straight from their folders: nothing need be collected, and no manifest is asked for.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True

# What tests store need not outlive the power; tests/config/test_database.py opens it as the site does.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":  # noqa: F405
    DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA synchronous=OFF;"  # noqa: F405

# A password is made in nearly every test: the real hasher is slow on purpose.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# make test-coverage: each time a line was met so often slipcover looks through the whole program, a sixth of a second,
# to take out what it has seen. Fifty times, as it is told nowhere else in processes of pytest-xdist, is far too soon.
for finder in sys.meta_path:
    if measurement := getattr(finder, "sci", None):
        measurement.d_miss_threshold = 10_000
