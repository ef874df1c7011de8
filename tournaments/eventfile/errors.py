"""What is wrong with an event file."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.eventfile.json_fields import MAX_MISTAKES


class EventFileError(Exception):
    """The file is refused. ``mistakes`` holds ``path: what is wrong`` for each mistake, or for the first 50."""

    def __init__(self, mistakes: Sequence[str]) -> None:
        super().__init__(f"{len(mistakes)} mistakes in the event file")
        self.mistakes = list(mistakes[:MAX_MISTAKES])
