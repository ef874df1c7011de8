"""The whole schedule at a glance, and one player's games."""

from collections.abc import Mapping, Sequence, Set
from typing import Any

from tournaments.rules.due_lines import sat_out_in
from tournaments.rules.movement.boards import slips
from tournaments.rules.seating import seat_key
from tournaments.rules.text import plain_text, search_words
from tournaments.seating.selectors.printouts import rows_of_card
from tournaments.seating.selectors.seats import Seating

MAX_FOUND = 8


def game_rows(seating: Seating) -> list[dict[str, Any]]:
    """Return the schedule game by game: pairs by the seats of their cards, or numbers such as ``#7``, and byes."""
    called = {number: chair.seat or f"#{number}" for number, chair in seating.chairs.items()}

    def named(number: int, game: int) -> str:
        return f"{called[number]} (left)" if seating.chairs[number].has_left(game) else called[number]

    sat_out = sat_out_in(seating.schedule)
    return [
        {
            "game": scheduled.game,
            "pairs": [
                (named(first, scheduled.game), named(second, scheduled.game)) for first, second in scheduled.pairs
            ],
            "sitting_out": _sitting_out(called, sat_out, scheduled.game),
        }
        for scheduled in seating.schedule
    ]


def opponents_by_seat(games: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[str]]]:
    """Return :func:`game_rows` the other way round: for each seat whom it meets in each game, blank for nobody."""
    met: dict[str, list[str]] = {}
    for at, row in enumerate(games):
        for first, second in (pair for said in row["pairs"] for pair in (said, said[::-1])):
            met.setdefault(first.removesuffix(" (left)"), [""] * len(games))[at] = second
    return sorted(met.items(), key=lambda item: seat_key(item[0]))


def _sitting_out(called: Mapping[int, str], sat_out: Mapping[int, Set[int]], game: int) -> list[str]:
    return [called[number] for number, games in sorted(sat_out.items()) if game in games and number in called]


def games_found(seating: Seating, games: int, *, wanted: str) -> dict[str, Any]:
    """Return the first ``players`` found by name or seat with the rows of their cards, and how many are ``found``.

    Raises MovementError where somebody is twice in a game.
    """
    words = search_words(wanted)
    found = [
        chair
        for chair in seating.paired
        if words
        and (
            all(word in plain_text(chair.shown_name) for word in words)
            or (chair.seat and plain_text(chair.seat) == plain_text(wanted))
        )
    ]
    found.sort(key=lambda chair: (plain_text(chair.shown_name), chair.number))
    slip_of = slips(seating.schedule, dict.fromkeys(seating.chairs, "") | seating.seat_of) if found else {}
    sat_out = sat_out_in(seating.schedule)
    rows = [(chair, rows_of_card(seating, slip_of[chair.number], games, chair, sat_out)) for chair in found[:MAX_FOUND]]
    return {"players": rows, "found": len(found)}
