"""Read who could play in a consolation or satellite made from an event."""

from collections.abc import Collection
from typing import NamedTuple

from brackets.results.selectors.results import Results
from brackets.rules.awards import EntrantOutcome


class SideEventCandidate(NamedTuple):
    """Somebody who could play in a side event; ``is_loser`` is true of who lost in the playoffs."""

    number: int
    name: str
    how: str
    is_loser: bool
    has_left: bool

    @property
    def is_offered(self) -> bool:
        """Whether the page ticks them at first."""
        return not self.is_loser and not self.has_left


def candidates_of(results: Results | None, departed: Collection[int] = ()) -> list[SideEventCandidate]:
    """Return everybody who did not qualify, and who has lost in the playoffs by now, in order of place.

    ``departed`` are the numbers of those who left before the draw and were replaced. Nobody while the qualifying
    round is not settled.
    """
    if results is None or not results.outcome.is_settled:
        return []
    found = []
    for row in results.rows:
        is_loser = row.number in results.seeded
        if is_loser and row.place.outcome not in (EntrantOutcome.LOST, EntrantOutcome.RUNNER_UP):
            continue
        left = results.outcome.people[row.number].get("withdrawn_after_game")
        has_departed = row.number in departed
        how = row.came_through if is_loser else f"place {row.row.rank}{row.row.pool_in_words}, {row.row.card}"
        if left is not None or has_departed:
            how += ", left before the draw" if left is None else f", left after game {left}"
        found.append(SideEventCandidate(row.number, row.name, how, is_loser, left is not None or has_departed))
    return found
