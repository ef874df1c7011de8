"""``make bench``: the figures that the project promises, as ratios within one run.

The machines are shared and noisy, so an absolute time proves nothing: each figure is the best of several runs
against a yardstick measured between them.
"""

import argparse
import sys

from tests.load.attack import measure_attack
from tests.load.busy_backup import measure_busy_backup
from tests.load.carrying import measure_carrying
from tests.load.changes import measure_changes
from tests.load.desk import measure_desk
from tests.load.door import measure_door
from tests.load.engine import measure_engine
from tests.load.following import measure_polling
from tests.load.growth import measure_growth
from tests.load.hands import measure_hands
from tests.load.killing import measure_killing
from tests.load.machines import measure_machines
from tests.load.many import measure_many
from tests.load.next_card import measure_next_card
from tests.load.pages import measure_pages
from tests.load.photographs import measure_photographs
from tests.load.promoting import measure_promoting
from tests.load.publish import measure_publish
from tests.load.readers import measure_readers
from tests.load.saving import measure_saving
from tests.load.stick import measure_stick
from tests.load.storing import measure_import
from tests.load.streams import measure_streams
from tests.load.table import GAMES, measure_table

PARTS = {
    "engine": measure_engine,
    "hands": measure_hands,
    "import": measure_import,
    "pages": measure_pages,
    "saving": measure_saving,
    "changes": measure_changes,
    "next-card": measure_next_card,
    "desk": measure_desk,
    "door": measure_door,
    "following": measure_streams,
    "polling": measure_polling,
    "readers": measure_readers,
}
ON_REQUEST = {
    "attack": measure_attack,
    "busy-backup": measure_busy_backup,
    "carrying": measure_carrying,
    "growth": measure_growth,
    "killing": measure_killing,
    "machines": measure_machines,
    "many": measure_many,
    "photographs": measure_photographs,
    "promoting": measure_promoting,
    "publish": measure_publish,
    "stick": measure_stick,
    "table": measure_table,
}
"""What takes many minutes: run where it is named, and not by default."""


def main() -> None:
    """Measure the parts that were asked for, by default all of :data:`PARTS`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (all by default), {', '.join(ON_REQUEST)}"
    )
    parser.add_argument(
        "--games", type=int, default=GAMES, help=f"how many games part table plays: {GAMES}, or 3 at least"
    )
    parser.add_argument(
        "--live", type=int, default=0, help="how many of these it plays, the last; the others are stored first (all)"
    )
    told = parser.parse_args()
    asked = told.parts or list(PARTS)
    every = PARTS | ON_REQUEST | {"table": lambda: measure_table(told.games, told.live)}
    if unknown := set(asked) - set(every):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    for part in asked:
        for line in every[part]():
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
