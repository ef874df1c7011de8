"""Make the parts of the wheel that are not in the repository.

These are the static files with their hashed names, an empty database as the migrations make it (which takes a quarter
of a minute: nobody is to wait for it at the first start), and what the wheel was made of.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # builders load this file by its path
from cribbage_tournaments import commit


class CustomBuildHook(BuildHookInterface[Any]):
    """Run the site's own commands on a folder that is deleted afterwards."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add to the wheel what is made; an editable installation needs none of it."""
        self.made = Path(tempfile.mkdtemp())
        if version == "editable":
            return
        self.run("collectstatic", "--no-input", "--verbosity=0")
        manifest = self.made / "staticfiles" / "staticfiles.json"
        # Files are found in the order in which the disk has them.
        found = json.loads(manifest.read_text(encoding="utf-8"))
        manifest.write_text(json.dumps(found, sort_keys=True, indent=1), encoding="utf-8")

        self.run("migrate", "--no-input", "--verbosity=0")
        (self.made / "empty.sql").write_text(dump(self.made / "db.sqlite3"), encoding="utf-8")

        built = {"version": self.metadata.version, "commit": commit()}
        (self.made / "built.json").write_text(json.dumps(built), encoding="utf-8")
        build_data["force_include"] |= {
            str(self.made / "staticfiles"): "cribbage_tournaments/site/staticfiles",
            str(self.made / "empty.sql"): "cribbage_tournaments/site/config/starting/empty.sql",
            str(self.made / "built.json"): "cribbage_tournaments/built.json",
            # By which a report to the ACC is read.
            "docs/acc-report.schema.json": "cribbage_tournaments/site/docs/acc-report.schema.json",
        }

    def run(self, *command: str) -> None:
        """Run a command of ``manage.py``."""
        kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "DEBUG"}}
        own = {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATA_DIR": str(self.made),
            "LOG_DIR": str(self.made / "log"),
            "STATIC_ROOT": str(self.made / "staticfiles"),
            "SECRET_KEY": "only-for-building-the-wheel-0123456789",
            "PYTHONDONTWRITEBYTECODE": "1",
            # Django writes a set into the SQL of a generated column (JSON on SQLite).
            "PYTHONHASHSEED": "0",
        }
        subprocess.run([sys.executable, "manage.py", *command], cwd=self.root, env=kept | own, check=True)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete what was made."""
        shutil.rmtree(self.made)


def dump(database: Path) -> str:
    """Return a database as SQL, the same for the same migrations, whenever they ran."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE django_migrations SET applied = '2020-01-01 00:00:00'")
        return "".join(f"{line}\n" for line in connection.iterdump())
