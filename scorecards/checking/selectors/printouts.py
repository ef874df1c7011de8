"""Sheets for cross-checking on paper: each qualifier's card by table, with what the other cards should say."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from scorecards.checking.check_queue import CheckQueue
from scorecards.checking.items import key_of_game, table_of
from scorecards.models import Line
from scorecards.rules.entry.line_notation import reading
from tournaments.models import Entrant, Tournament
from tournaments.rules.scorings import LINE_COLUMNS
from tournaments.rules.seating import seat_key
from tournaments.rules.types import Line as LineRecord


@dataclass(frozen=True, slots=True)
class LineRead:
    """One line of a qualifier's card: whose card to look at, and what it should say."""

    game: int
    other: Entrant | None
    should: str
    differs: bool


@dataclass(frozen=True, slots=True)
class CardRead:
    """One qualifier's card, its lines in order of games."""

    holder: Entrant
    lines: Sequence[LineRead]
    has_wrong_sums: bool


@dataclass(frozen=True, slots=True)
class TableSheet:
    """The qualifiers' cards of one table, in seat order."""

    table: str
    cards: Sequence[CardRead]


def sheets_of(tournament: Tournament, queue: CheckQueue) -> list[TableSheet]:
    """Return the sheets in order of tables. One query besides the queue's own."""
    if queue.outcome is None:
        return []
    flagged = {number for once in queue.outcome.passes for number in once}
    rows = Line.objects.filter(
        scorecard__entrant__tournament=tournament, scorecard__entrant__number__in=flagged
    ).values_list("scorecard__entrant__number", "game", "opponent__number", *LINE_COLUMNS)
    written: dict[int, list[LineRecord]] = defaultdict(list)
    for number, game, *line in rows.order_by("game"):
        written[number].append(LineRecord(game, *line))
    differing = {item.key for item in queue.items}
    sums = {item.reader.holder.number for item in queue.items if item.kind.is_arithmetic}
    by_table: dict[str, list[CardRead]] = defaultdict(list)
    holders = sorted(
        (queue.entrants[number] for number in flagged if number in written),
        key=lambda holder: (seat_key(holder.seat), holder.number),
    )
    for holder in holders:
        lines = [_read(queue, holder, line, differing) for line in written[holder.number]]
        by_table[table_of(holder.seat)].append(CardRead(holder, lines, holder.number in sums))
    tables = sorted(by_table, key=lambda table: (not table, len(table), table))
    return [TableSheet(table, by_table[table]) for table in tables]


def _read(queue: CheckQueue, holder: Entrant, line: LineRecord, differing: set[str]) -> LineRead:
    if line.opponent is None:
        return LineRead(line.game, None, reading(line), True)
    key = key_of_game(line.game, (holder.number, line.opponent))
    return LineRead(line.game, queue.entrants[line.opponent], reading(line), key in differing)
