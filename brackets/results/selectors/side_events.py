"""Read who could play in a consolation or satellite made from an event."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from brackets.results.selectors.results import ResultRow, Results
from brackets.rules import awards


@dataclass(frozen=True, slots=True)
class SideEventCandidate:
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


def candidates_of(results: Results | None, departed: Collection[int] = ()) -> Sequence[SideEventCandidate]:
    """Return everybody who did not qualify, and who has lost in the playoffs by now, in order of place.

    ``departed`` are the numbers of those who left before the draw and were replaced. Nobody while the qualifying
    round is not settled.
    """
    if results is None or not results.outcome.is_settled:
        return []
    seeded = set(results.seeded)
    rows = [row for row in results.rows if row.number not in seeded or _has_lost(row)]
    return [_candidate(row, results, is_loser=row.number in seeded, departed=departed) for row in rows]


def _has_lost(row: ResultRow) -> bool:
    return row.place.outcome in (awards.EntrantOutcome.LOST, awards.EntrantOutcome.RUNNER_UP)


def _candidate(row: ResultRow, results: Results, *, is_loser: bool, departed: Collection[int]) -> SideEventCandidate:
    left = results.outcome.people[row.number].get("withdrawn_after_game")
    how = row.came_through if is_loser else f"place {row.row.rank}{row.row.pool_in_words}, {row.row.card}"
    if left is not None:
        how += f", left after game {left}"
    elif row.number in departed:
        how += ", left before the draw"
    return SideEventCandidate(row.number, row.name, how, is_loser, left is not None or row.number in departed)
