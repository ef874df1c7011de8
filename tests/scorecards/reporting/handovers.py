"""The code of a card as a phone writes it (``static/js/reporting/handover.js``), written again for tests."""

import json
from collections.abc import Mapping
from pathlib import Path

from scorecards.models import CardCode
from scorecards.reporting.services.handover import event_mark, handover_key, reports_known_of
from scorecards.rules.handover import ALPHABET, LOST, ROW, check_of, number_bytes, seal_of
from tests.scorecards.reporting.phones import entrant_of
from tournaments.models import Tournament
from tournaments.records.schedule import schedule_of

CASES = json.loads((Path(__file__).parents[2] / "cases" / "keys" / "handover.json").read_text())
"""Cards with their rows, which the script writes and the server reads."""

Games = Mapping[int, tuple[int, int]]
"""The spread of each game, below 0 where it was lost, and the opponent's number."""


def rows_of_code(
    *, event: bytes, key: bytes, entrant: int, reports: int, games: Games, scheduled: Mapping[int, int]
) -> list[str]:
    """Return the rows that a phone shows."""
    results = [0] * max(games, default=0)
    for game, (spread, _) in games.items():
        results[game - 1] = spread if spread > 0 else LOST - spread
    others = b"".join(
        bytes([game]) + number_bytes(opponent)
        for game, (_, opponent) in sorted(games.items())
        if scheduled.get(game) != opponent
    )
    content = event + number_bytes(entrant) + number_bytes(reports) + bytes([len(results), *results]) + others
    return rows_of_bytes(content + seal_of(content, {game: both[1] for game, both in games.items()}, key))


def rows_of_bytes(data: bytes) -> list[str]:
    bits = "".join(f"{byte:08b}" for byte in data)
    signs = [ALPHABET[int(bits[at : at + 5].ljust(5, "0"), 2)] for at in range(0, len(bits), 5)]
    rows = ["".join(signs[at : at + ROW]) for at in range(0, len(signs), ROW)]
    return [row + check_of(row, index) for index, row in enumerate(rows)]


def code_on_phone(tournament: Tournament, number: int, games: Mapping[int, int | tuple[int, int]]) -> str:
    """Return what the current phone of a card shows that has these games waiting: spreads, or with another opponent."""
    code = CardCode.objects.active().select_related("entrant__tournament").get(entrant=entrant_of(tournament, number))
    scheduled = {
        one.game: other
        for one in schedule_of(tournament)
        for pair in one.pairs
        for own, other in (pair, pair[::-1])
        if own == number
    }
    both = {game: said if isinstance(said, tuple) else (said, scheduled[game]) for game, said in games.items()}
    rows = rows_of_code(
        event=event_mark(tournament),
        key=handover_key(code),
        entrant=number,
        reports=reports_known_of(code.entrant) + len(games),
        games=both,
        scheduled=scheduled,
    )
    return "\n".join(rows)
