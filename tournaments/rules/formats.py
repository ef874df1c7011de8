"""Formats: the parts of an event, one object for each format, which all code asks. To add one, add it to FORMATS."""

from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Format:
    """What follows from a format; ``label`` is for people.

    In a double round robin everybody meets everybody twice, so that the number of games follows from the field.
    """

    name: str
    label: str
    has_playoffs: bool = False
    is_double_round_robin: bool = False
    is_offered: bool = True


QUALIFYING_PLAYOFF = "qualifying-playoff"
DOUBLE_ROUND_ROBIN = "double-round-robin"
FORMATS = {
    one.name: one
    for one in (
        Format(QUALIFYING_PLAYOFF, "Qualifying round, then playoffs", has_playoffs=True),
        Format("qualifying", "Qualifying round only"),
        Format(DOUBLE_ROUND_ROBIN, "Double round robin", is_double_round_robin=True),
    )
}
