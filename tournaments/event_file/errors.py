"""What is wrong with an event file."""

from collections.abc import Sequence

from tournaments.event_file.json_fields import MAX_ERRORS


class EventFileError(Exception):
    """The file is refused. ``errors`` holds ``path: what is wrong`` for each error, or for the first 50."""

    def __init__(self, errors: Sequence[str]) -> None:
        super().__init__(f"{len(errors)} mistakes in the event file")
        self.errors = list(errors[:MAX_ERRORS])
