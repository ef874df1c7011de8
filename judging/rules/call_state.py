"""How far a call has come: two judges settle it; a player who disagrees may have a third, and then it is final.

The third judge is rule 11.4.a.
"""

from enum import Enum

JUDGES = 2
FINAL = 3


class CallState(Enum):
    """Each step in words, with the look of its mark on a page (``open``, ``partly``, ``done``, ``wrong``)."""

    NO_RULING = ("no ruling yet", "open")
    ONE_SIGNATURE = ("one judge has signed", "partly")
    SETTLED = ("two judges have signed", "done")
    THIRD_JUDGE = ("a player disagrees: third judge", "wrong")
    FINAL = ("three judges have signed: final", "done")
    CLOSED = ("closed", "done")

    @property
    def words(self) -> str:
        """What it is called."""
        return self.value[0]

    @property
    def look(self) -> str:
        """The class of its mark."""
        return self.value[1]

    @property
    def may_close(self) -> bool:
        """Whether enough judges have signed and nobody is waited for."""
        return self in (CallState.SETTLED, CallState.FINAL)


def state_of(*, has_ruling: bool, signatures: int, disagreed: bool, closed: bool) -> CallState:
    """Return how far a call has come. ``signatures`` are those under the ruling in force."""
    if closed:
        return CallState.CLOSED
    if disagreed:
        return CallState.FINAL if signatures >= FINAL else CallState.THIRD_JUDGE
    if not has_ruling:
        return CallState.NO_RULING
    if signatures >= JUDGES:
        return CallState.SETTLED
    return CallState.ONE_SIGNATURE if signatures else CallState.NO_RULING
