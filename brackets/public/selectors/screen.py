"""The sheets of standings on the hall screen, each with a heading that fits everybody on it."""

from typing import Any

from brackets.standings.outcome import EventOutcome, StandingRow, rows_at_the_line
from scorecards.rules.pools import PoolOfRows, by_pool


def standings_pages(outcome: EventOutcome | None) -> list[dict[str, Any]]:
    """Return the sheets of the standings in the order in which they turn; none before the first card.

    Each has the ``rows`` under one ``heading``; its ``key`` is its id on the page.

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


def _sheets_of(outcome: EventOutcome, pool: PoolOfRows[StandingRow], suffix: str) -> list[dict[str, Any]]:
    before = f"{pool.heading}: " if pool.heading else ""
    if not outcome.is_settled:
        return [{"key": f"standings{suffix}", "heading": f"{before}Standings so far", "rows": pool.rows}]
    if not outcome.has_line:
        return [{"key": f"standings{suffix}", "heading": f"{before}Standings", "rows": pool.rows}]
    above = [row for row in pool.rows if row.qualifies]
    below = [row for row in pool.rows if not row.qualifies]
    sheets = [
        {"key": f"qualifiers{suffix}", "heading": f"{before}Qualifiers", "rows": above},
        {"key": f"below{suffix}", "heading": f"{before}Next below the line", "rows": below},
    ]
    return [sheet for sheet in sheets if sheet["rows"]]
