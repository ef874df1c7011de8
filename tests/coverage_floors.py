"""Compare what ``make test-coverage`` measured with the floors, lines and branches together; name what is missing."""

import json
import re
import sys
from pathlib import Path

MEASURED = Path(__file__).resolve().parent.parent / ".coverage.json"
ENGINES = re.compile(r"/rules/|^tournaments/event_file|/acc_check/")
FLOOR_OF_ENGINES, FLOOR_OF_ALL_ELSE = 100, 90


def missing(file: dict) -> str:
    """Return the lines, and the branches as ``12->15``, that no test reached."""
    branches = [f"{start}->{end}" for start, end in file["missing_branches"]]
    return ", ".join([*map(str, file["missing_lines"]), *branches])


def is_above_floor(title: str, files: dict[str, dict], floor: int) -> bool:
    """Print one group's coverage; False where it is below its floor."""
    measured = [file["summary"] for file in files.values()]
    covered = sum(each["covered_lines"] + each["covered_branches"] for each in measured)
    absent = sum(each["missing_lines"] + each["missing_branches"] for each in measured)
    share = 100 * covered / (covered + absent)
    print(f"== {title}: {share:.1f} % of lines and branches, floor {floor} % ==")
    for name, file in sorted(files.items()):
        if said := missing(file):
            print(f"{name}: {said}")
    return share >= floor


def main() -> int:
    """Print both groups; 1 where one is below its floor."""
    files = json.loads(MEASURED.read_text())["files"]
    engines = {name: file for name, file in files.items() if ENGINES.search(name)}
    all_else = {name: file for name, file in files.items() if name not in engines}
    above = [
        is_above_floor("All else", all_else, FLOOR_OF_ALL_ELSE),
        is_above_floor("Engines", engines, FLOOR_OF_ENGINES),
    ]
    return 0 if all(above) else 1


if __name__ == "__main__":
    sys.exit(main())
