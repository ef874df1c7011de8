"""What publishing costs: the size of the site, what one more result sends, and how long each target takes."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.load.saving import environment_on, run_program
from tests.load.timing import verdict

PLAYERS = int(os.environ.get("PLAYERS", "124"))
MOST_MB, MOST_KB, MOST_FILES, MOST_MAILED_KB = 4, 25, 12, 300

# Runs with the server's settings: the site is made, sent to each target, and again after one more result.
PROGRAM = """
import json
import sys
import time
import zlib
from pathlib import Path
import django
django.setup()
from django.core.management import call_command
from brackets.published.mail import one_page
from brackets.published.places import Folder, send
from brackets.published.site import as_zip, make_site, read_feeds
from config.serve import load_pages
from tests.brackets.published.site import play, posted_event

load_pages()
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
players, root = int(sys.argv[1]), Path(sys.argv[2])
root.mkdir()
targets = {
    "folder": lambda files: len(send(Folder(root), files)),
    "zip": lambda files: (root / "site.zip").write_bytes(as_zip(files)) and 1,
}


def timed(job):
    start = time.perf_counter()
    return job(), time.perf_counter() - start


tournament = posted_event(players, games=22)
play(tournament, 2)
before, made = timed(lambda: make_site([tournament], {}))
first = {name: timed(lambda: send(before.files)) for name, send in targets.items()}
play(tournament, 3)
after = make_site([tournament], read_feeds(before.files.get))
again = {name: timed(lambda: send(after.files)) for name, send in targets.items()}
changed = [path for path, content in after.files.items() if before.files.get(path) != content]
print(json.dumps({
    "made": made,
    "files": len(after.files),
    "size": sum(map(len, after.files.values())),
    "changed": len(changed) + 1,
    "packed": len(zlib.compress(b"".join(after.files[path] for path in changed))),
    "mailed": len(one_page(tournament)),
    "targets": {name: [first[name][1], again[name][1], again[name][0]] for name in targets},
}))
"""


def measure_publish() -> Iterator[str]:
    """Publish an event with one posting and a bracket, and once more after a result."""
    with tempfile.TemporaryDirectory() as folder:
        environment = environment_on(f"sqlite:///{folder}/db.sqlite3", Path(folder)) | {"DATA_DIR": folder}
        found = run_program(PROGRAM, environment, str(PLAYERS), f"{folder}/stick")
    yield f"publish, {PLAYERS} players: {found['files']} files, MB {verdict(found['size'] / 1e6, MOST_MB)}"
    yield f"publish, after one result: files {verdict(found['changed'], MOST_FILES)}"
    yield f"publish, after one result: kB, packed as one stream {verdict(found['packed'] / 1000, MOST_KB)}"
    yield f"publish, page to mail: kB {verdict(found['mailed'] / 1000, MOST_MAILED_KB)}"
    for name, (first, again, count) in found["targets"].items():
        yield (
            f"publish to {name}: {first / found['made']:.2f} of the time that making the site takes,"
            f" after one result {again / found['made']:.2f}, {count} files"
        )
