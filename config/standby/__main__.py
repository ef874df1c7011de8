"""``python -m config.standby http://192.168.1.5:8000``: follow the first laptop, and serve when it dies."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path


def main() -> None:
    """Follow until somebody takes over; then start the site on the copy."""
    parser = argparse.ArgumentParser(prog="python -m config.standby", description=__doc__)
    parser.add_argument("first", help="the address of the first laptop, such as http://192.168.1.5:8000")
    parser.add_argument("--code", help="the code that its page “Second laptop” shows; asked for if it is not given")
    parser.add_argument("--data", type=Path, default=Path("var/second"), help="the folder for the copy")
    parser.add_argument("--host", default="0.0.0.0")  # noqa: S104 - the hall comes here when it takes over
    parser.add_argument("--port", type=int, default=8000)
    told = parser.parse_args()
    folder = told.data.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["DATA_DIR"] = str(folder)
    os.environ["DATABASE_URL"] = f"sqlite:///{folder / 'db.sqlite3'}"
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    os.environ["SECRET_KEY"] = "x" * 50
    import django

    django.setup()
    from django.conf import settings

    from config.serve import collect_static, say
    from config.standby.follower import Follower
    from config.standby.sealing import read_code
    from config.standby.waiting import follow

    collect_static()
    follower = Follower(told.first, read_code(told.code or input("Code: ")), folder, told.port)
    say(f"Follows {follower.first}. To take over: http://127.0.0.1:{told.port}/")
    if follow(follower, told.host, told.port, Path(settings.STATIC_ROOT), say):
        say("Taking over.")
        env = {
            **os.environ,
            "SECRET_KEY": (folder / "secret_key").read_text(),
            "HOST": told.host,
            "PORT": str(told.port),
        }
        sys.exit(subprocess.call([sys.executable, "-m", "config.serve"], env=env))


if __name__ == "__main__":
    main()
