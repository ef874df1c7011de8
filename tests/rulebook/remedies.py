"""What tests of the judges' workings share."""

from judging.rules.remedy import Remedy

EDITIONS = ("acc-2020", "acc-2010")
NOT_COVERED = {"acc-2020": "14.1", "acc-2010": "13"}
"""The rule that leaves to judges what no other settles."""


def stands(remedy: Remedy) -> tuple[int | None, int | None]:
    """Return the holes of the offender and of the opponent after a remedy."""
    return remedy.offender.stands, remedy.opponent.stands
