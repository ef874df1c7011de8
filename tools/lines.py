"""Count the lines of the repository by kind and folder, and the dataclasses outside ``rules``: ``make lines``."""

import re
import subprocess
from collections import Counter
from pathlib import Path, PurePath

KINDS = {".html": "templates", ".css": "styles", ".js": "scripts"}
DATACLASS = re.compile(r"^@dataclass", re.MULTILINE)


def kind_of(path: PurePath) -> str:
    """Return what a file counts as, blank for what is not counted."""
    if path.suffix != ".py":
        return KINDS.get(path.suffix, "") if path.parts[0] in ("templates", "static") else ""
    if path.parts[0] in ("tests", "tools"):
        return path.parts[0]
    return "migrations" if "migrations" in path.parts else "product"


def main() -> None:
    """Print the counts, the largest first."""
    kinds: Counter[str] = Counter()
    folders: Counter[str] = Counter()
    dataclasses = 0
    files = subprocess.run(["git", "ls-files"], capture_output=True, check=True, text=True).stdout  # noqa: S607
    for path in map(Path, files.splitlines()):
        if not (kind := kind_of(path)):
            continue
        text = path.read_text(encoding="utf-8")
        kinds[kind] += (lines := text.count("\n"))
        if kind == "product":
            folders["/".join(path.parts[:-1][:2]) or "."] += lines
            dataclasses += 0 if "rules" in path.parts else len(DATACLASS.findall(text))
    for name, lines in [*kinds.most_common(), ("", 0), *folders.most_common()]:
        print(f"{lines:7,} {name}" if name else "")
    print(f"\n{dataclasses:7,} dataclasses outside rules")


if __name__ == "__main__":
    main()
