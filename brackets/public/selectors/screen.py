"""The standings as the screen on the wall of the hall turns them."""

from collections.abc import Sequence
from typing import NamedTuple

from brackets.standings.outcome import EventOutcome, StandingRow, rows_at_the_line
from scorecards.rules.pools import PoolOfRows, by_pool


class StandingsSheet(NamedTuple):
    """Rows under one heading; ``key`` is its id on the page."""

    key: str
    heading: str
    rows: Sequence[StandingRow]


def standings_pages(outcome: EventOutcome | None) -> list[StandingsSheet]:
    """Return the sheets of the standings in the order in which they turn; none before the first card.

    Once it is settled who qualifies, those below the line have a sheet of their own: nobody reads their name under
    *Qualifiers* who does not qualify. Until then all stand together, and where nobody qualifies for anything too.
    """
    if outcome is None:
        return []
    pools = by_pool(rows_at_the_line(outcome))
    return [
        sheet
        for place, pool in enumerate(pools, start=1)
        for sheet in _sheets_of(outcome, pool, f"-{place}" if pool.heading else "")
    ]


def _sheets_of(outcome: EventOutcome, pool: PoolOfRows[StandingRow], suffix: str) -> list[StandingsSheet]:
    before = f"{pool.heading}: " if pool.heading else ""
    if not outcome.is_settled or not outcome.has_line:
        so_far = "" if outcome.is_settled else " so far"
        return [StandingsSheet(f"standings{suffix}", f"{before}Standings{so_far}", pool.rows)]
    above = [row for row in pool.rows if row.qualifies]
    below = [row for row in pool.rows if not row.qualifies]
    sheets = [
        StandingsSheet(f"qualifiers{suffix}", f"{before}Qualifiers", above),
        StandingsSheet(f"below{suffix}", f"{before}Next below the line", below),
    ]
    return [sheet for sheet in sheets if sheet.rows]
