"""What publishing costs: the size of the site, what goes out to each target after one more result, and the time."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.load.saving import environment_on, run_program
from tests.load.timing import verdict

PLAYERS = int(os.environ.get("PLAYERS", "124"))
MOST_MB, MOST_KB, MOST_FILES, MOST_MAILED_KB = 4, 25, 12, 300

PROGRAM = """
import json, sys
from pathlib import Path
import django
django.setup()
from tests.load.publish_run import published_to_each_target
print(json.dumps(published_to_each_target(int(sys.argv[1]), Path(sys.argv[2]))))
"""


def measure_publish() -> Iterator[str]:
    """Publish an event with one posting and a bracket, and once more after a result."""
    with tempfile.TemporaryDirectory() as folder:
        environment = environment_on(f"sqlite:///{folder}/db.sqlite3", Path(folder)) | {"DATA_DIR": folder}
        found = run_program(PROGRAM, environment, str(PLAYERS), f"{folder}/targets")
    yield f"publish, {PLAYERS} players: {found['files']} files, MB {verdict(found['size'] / 1e6, MOST_MB)}"
    yield f"publish, page to mail: kB {verdict(found['mailed'] / 1000, MOST_MAILED_KB)}"
    yield f"publish: making the site takes {found['made']:.1f} s of a processor, again {found['again']:.1f} s"
    for name, (files, packed, total, seconds) in found["targets"].items():
        if name == "ZIP":  # one file with everything
            yield f"publish to ZIP, after one result: {seconds:.2f} s of a processor"
            continue
        yield (
            f"publish to {name}, after one result: files {verdict(files, MOST_FILES)},"
            f" kB of them, each packed, {verdict(packed / 1000, MOST_KB)}"
            + f", kB with all that the connection adds {total / 1000:.1f}" * bool(total)
            + f", {seconds:.2f} s of a processor"
        )
