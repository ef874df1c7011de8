"""The whole schedule at a glance, and one player's games."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from tournaments.models import Entrant
from tournaments.rules.due_lines import sat_out_in
from tournaments.rules.movement.boards import slips
from tournaments.rules.text import plain_text, search_words
from tournaments.seating.selectors.printouts import rows_of_card
from tournaments.seating.selectors.seats import Seating

MAX_FOUND = 8


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game of the schedule: its pairs by the seats that identify their cards, and who has a bye."""

    game: int
    pairs: Sequence[tuple[str, str]]
    sitting_out: Sequence[str]


def game_rows(seating: Seating) -> list[GameRow]:
    """Return the schedule game by game; an entrant without a seat stands there by number, such as ``#7``."""
    called = {number: chair.seat or f"#{number}" for number, chair in seating.chairs.items()}

    def named(number: int, game: int) -> str:
        return f"{called[number]} (left)" if seating.chairs[number].has_left(game) else called[number]

    sat_out = sat_out_in(seating.schedule)
    return [
        GameRow(
            scheduled.game,
            [(named(first, scheduled.game), named(second, scheduled.game)) for first, second in scheduled.pairs],
            _sitting_out(called, sat_out, scheduled.game),
        )
        for scheduled in seating.schedule
    ]


def _sitting_out(called: Mapping[int, str], sat_out: Mapping[int, Set[int]], game: int) -> list[str]:
    return [called[number] for number, games in sorted(sat_out.items()) if game in games and number in called]


@dataclass(frozen=True, slots=True)
class PlayersGames:
    """One player with the rows of their card before play, as :func:`rows_of_card` has them."""

    chair: Entrant
    rows: Sequence[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class FoundGames:
    """The games of the first players who are found, and how many are found altogether."""

    players: Sequence[PlayersGames]
    found: int


def games_found(seating: Seating, games: int, *, wanted: str) -> FoundGames:
    """Return the games of those found by name or seat; MovementError where somebody is twice in a game."""
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
    return FoundGames(
        [
            PlayersGames(chair, rows_of_card(seating, slip_of[chair.number], games, chair, sat_out))
            for chair in found[:MAX_FOUND]
        ],
        len(found),
    )
