"""What a director is told of the second laptop."""

from __future__ import annotations

import time
from dataclasses import dataclass

from config.standby.first import First


@dataclass(frozen=True, slots=True)
class SecondLaptop:
    """How the second laptop stands. ``behind`` is in seconds; ``address`` is blank where none has ever followed.

    ``lacks_pictures``: photographs are sent without waiting until it has them.
    """

    code: str
    address: str
    is_following: bool
    behind: float
    is_late: bool
    lacks_pictures: bool
    took_over_from: str


class Process:
    """What this process serves as, known once its front is made."""

    first: First | None = None


def second_laptop() -> SecondLaptop | None:
    """Return how the second laptop stands; nothing where none can follow: on PostgreSQL, or in a test."""
    first = Process.first
    if first is None:
        return None
    links = first.links.read()
    return SecondLaptop(
        code=links.code,
        address=links.second,
        is_following=first.is_followed,
        behind=max(0.0, time.monotonic() - first.state.stored) if first.is_followed and first.state.stored else 0.0,
        is_late=bool(first.state.is_late),
        lacks_pictures=bool(first.state.pictures_late),
        took_over_from=links.took_over_from,
    )
