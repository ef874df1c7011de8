"""What is printed before play, set into pages: seat lists, scorecards, table signs, the whole schedule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeVar

from tournaments.models import Entrant
from tournaments.rules.due_lines import NOTHING, sat_out_in
from tournaments.rules.movement.boards import SlipRow, slips
from tournaments.rules.seating import seat_key, table_of
from tournaments.rules.text import plain_text, search_words
from tournaments.seating.selectors.seats import Seating, seat_rows

T = TypeVar("T")

NAMES_ON_A_PAGE = 56
CARDS_ON_A_PAGE = 2
# A card of few games fits a quarter of a page with rows high enough to write in with a pencil.
FEW_GAMES = 9
SHORT_CARDS_ON_A_PAGE = 4
# More rows than this are too low for a pencil, and for names of 9 points: the card goes on beside itself.
MOST_ROWS = 36


def list_pages(seating: Seating, *, sort: str) -> list[dict[str, Any]]:
    """Return the seat list, at most 56 names a page, spread evenly over pages and columns."""
    rows = seat_rows(seating, sort=sort)
    pages = max(-(-len(rows) // NAMES_ON_A_PAGE), 1)
    return [
        {"number": number, "columns": (page[: -(-len(page) // 2)], page[-(-len(page) // 2) :])}
        for number, page in enumerate(_in_parts(rows, max(-(-len(rows) // pages), 1)), start=1)
    ]


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A scorecard before play. Each row is plain data: game, seat, opponent, the opponent's seat, whether it is off.

    ``is_left_alone`` tells that the opponent is gone by then, ``has_left`` that the owner is. ``is_sat_out`` tells that
    the schedule leaves the owner out of this game; a game before a latecomer's first is off.
    """

    chair: Entrant
    rows: Sequence[dict[str, Any]]
    code: str = ""
    """The picture of the code of the player's page; blank where nobody else could open it."""
    part: str = ""
    """The games of a part of a card that goes on beside itself, in words."""
    is_last: bool = True

    def parts(self) -> list[PrintedCard]:
        """Return the card, or several as high as the paper with about as many games each, the totals on the last."""
        number = -(-len(self.rows) // MOST_ROWS)
        if number == 1:
            return [self]
        parts = _in_parts(self.rows, -(-len(self.rows) // number))
        return [
            replace(
                self,
                rows=rows,
                part=f"games {rows[0]['game']} to {rows[-1]['game']} of {len(self.rows)}",
                is_last=rows is parts[-1],
            )
            for rows in parts
        ]


def card_pages(
    seating: Seating, games: int, code_of: Callable[[int], str], *, table: str = "", number: int = 0
) -> list[list[PrintedCard]]:
    """Return the cards of everybody, of one table, or of one entrant, in seat order, two a page, or four short ones.

    ``code_of`` returns the picture of the code of a player's page.
    """
    chairs = [
        chair for chair in seating.in_seat_order if number in (0, chair.number) and table in ("", table_of(chair.seat))
    ]
    slip_of = slips(seating.schedule, seating.seat_of)
    sat_out = sat_out_in(seating.schedule)
    cards = [
        PrintedCard(chair, rows_of_card(seating, slip_of[chair.number], games, chair, sat_out), code_of(chair.number))
        for chair in chairs
    ]
    if games > MOST_ROWS:
        return [page for card in cards for page in _in_parts(card.parts(), CARDS_ON_A_PAGE)]
    return _in_parts(cards, SHORT_CARDS_ON_A_PAGE if games <= FEW_GAMES else CARDS_ON_A_PAGE)


def rows_of_card(
    seating: Seating, slip: Sequence[SlipRow], games: int, chair: Entrant, sat_out: Mapping[int, Set[int]]
) -> list[dict[str, Any]]:
    """Return a card's rows before play, as :class:`PrintedCard` has them, from the slip of its owner."""
    off = sat_out.get(chair.number, NOTHING)
    by_game = {row.game: row for row in slip}
    rows = []
    for game in range(1, games + 1):
        row = by_game.get(game, SlipRow(game))
        other = seating.chairs[row.opponent] if row.opponent is not None and not chair.has_left(game) else None
        is_left_alone = other is not None and other.has_left(game)
        rows.append(
            {
                "game": str(game),
                "seat": "" if other is None or is_left_alone else row.seat,
                "opponent": other.shown_name if other is not None else "",
                "opponent_seat": "" if other is None or is_left_alone else row.opponent_seat,
                "is_left_alone": is_left_alone,
                "has_left": chair.has_left(game),
                "is_off": game < chair.first_game or game in off or chair.has_left(game),
                "is_sat_out": game in off and game >= chair.first_game,
            }
        )
    return rows


def table_signs(seating: Seating) -> list[dict[str, str]]:
    """Return a sign for each table at which somebody sits: its name, room, and the first and last seat at it."""
    signs = []
    for name, group in groupby((chair.seat for chair in seating.in_seat_order), table_of):
        first, *others = group
        last = others[-1] if others else first
        signs.append({"name": name, "first": first, "last": last, "room": seating.room_of.get(name, "")})
    return signs


def tables_by_room(seating: Seating) -> list[tuple[str, str]]:
    """Return each room with its tables in words, for cards that send people from one to another."""
    rooms = []
    for room, of_room in groupby(seating.room_of.items(), itemgetter(1)):
        names = [table for table, _ in of_room]
        rooms.append((room, f"tables {names[0]} to {names[-1]}" if len(names) > 1 else f"table {names[0]}"))
    return rooms


def _in_parts(items: Sequence[T], length: int) -> list[list[T]]:
    return [list(items[start : start + length]) for start in range(0, len(items), length)]


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
            "sitting_out": [
                called[number]
                for number, games in sorted(sat_out.items())
                if scheduled.game in games and number in called
            ],
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
