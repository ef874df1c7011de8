"""Check that a reason is usable text."""

from tournaments.event_file.json_fields import Text, WrongValueError
from tournaments.event_file.reading_play import REASON


def text_problem(text: str, kind: Text = REASON, what: str = "The reason") -> str | None:
    """Say why a reason, or another text, cannot be stored: it has to fit into an event file."""
    try:
        kind.read(text.strip())
    except WrongValueError as error:
        return f"{what}: {error}."
    return None
