"""Sheets for cross-checking on paper: each qualifier's card by table, with what the other cards should say."""

from collections import defaultdict
from operator import attrgetter
from typing import Any

from scorecards.checking.check_queue import CheckQueue
from scorecards.checking.items import key_of_game, table_of
from scorecards.rules.entry.line_notation import reading
from tournaments.rules.seating import seat_key
from tournaments.rules.types import Line


def sheets_of(queue: CheckQueue) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the qualifiers' cards by table, in order of tables and seats. No query."""
    if queue.outcome is None:
        return []
    flagged = {number for once in queue.outcome.passes for number in once}
    differing = {item.key for item in queue.items}
    written = {card.entrant: card.lines for card in queue.cards if card.entrant in flagged and card.lines}
    by_table: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for holder in sorted(
        (queue.entrants[number] for number in written), key=lambda one: (seat_key(one.seat), one.number)
    ):
        lines = [
            _read(queue, holder.number, line, differing)
            for line in sorted(written[holder.number], key=attrgetter("game"))
        ]
        card = {"holder": holder, "lines": lines, "has_wrong_sums": f"card-{holder.number}" in differing}
        by_table[table_of(holder.seat)].append(card)
    return sorted(by_table.items(), key=lambda sheet: (not sheet[0], len(sheet[0]), sheet[0]))


def _read(queue: CheckQueue, number: int, line: Line, differing: set[str]) -> dict[str, Any]:
    """Return one line of a qualifier's card: whose card to look at, and what it should say."""
    other = line.opponent
    differs = other is None or key_of_game(line.game, (number, other)) in differing
    return {
        "game": line.game,
        "other": queue.entrants[other] if other is not None else None,
        "should": reading(line),
        "differs": differs,
    }
