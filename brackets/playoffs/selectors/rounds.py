"""Read the matches of one round for the playoffs page: sides, tables, results and forfeits due."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from brackets.playoffs.selectors.state import Playoffs
from brackets.rules.forfeits import Half
from brackets.rules.seeding import DrawnMatch, Side
from brackets.standings.bracket import BracketSide, round_name
from tournaments.records.entrants import display_name
from tournaments.rules.text import plain_text, search_words, whole_number
from tournaments.term import in_term

People = Mapping[int, Mapping[str, Any]]


class SideRow(BracketSide):
    """One side of a match. ``missing`` is that it was not there at the start, ``arrived_at`` when it came.

    ``scores`` are the results with which it wins, in games of the upper and the lower side.
    """

    def __init__(self, playoffs: Playoffs, drawn: DrawnMatch, half: Half, side: Side, people: People) -> None:
        super().__init__(drawn, half, side, people[side.entrant])
        self.games = self.games or 0
        absence = playoffs.absence(drawn, half)
        self.missing, self.arrived_at = absence is not None, absence.arrived_at if absence else None
        self.has_left = side.entrant in playoffs.departed
        self.scores = [games for games in playoffs.scores(drawn) if (games[0] > games[1]) is (half is Half.UPPER)]

    @property
    def won_by(self) -> list[tuple[str, str]]:
        """How this side can win: what the form sends, and what the button says."""
        return [(f"{upper}-{lower}", f"{max(upper, lower)}–{min(upper, lower)}") for upper, lower in self.scores]


class MatchRow:
    """One match of a round at a moment: the ``sides`` that are known, its table, its clock. No query."""

    def __init__(self, playoffs: Playoffs, drawn: DrawnMatch, people: People, at: datetime) -> None:
        self.round, self.slot, self.is_bye = drawn.round, drawn.slot, drawn.is_bye
        sides = [(half, half.side_of(drawn)) for half in Half]
        self.sides = [SideRow(playoffs, drawn, half, side, people) for half, side in sides if side]
        self.is_open, self.is_won = drawn.is_open, drawn.winner is not None
        self.current = playoffs.stored.get((drawn.round, drawn.slot))
        call = playoffs.tables.get((drawn.round, drawn.slot))
        self.table = call.table if call is not None else ""
        self.clock = playoffs.clock(drawn, at) if self.is_open else None

    @property
    def seen(self) -> str:
        """What a form says that it saw: the key of the result in force, 0 for none, in its term."""
        return in_term(self.current.pk if self.current is not None else 0)

    @property
    def names(self) -> str:
        return " and ".join(side.name for side in self.sides)

    @property
    def leavers(self) -> list[SideRow]:
        """Sides that left before the draw and have not forfeited this match yet."""
        return [side for side in self.sides if side.has_left] if self.is_open else []

    @property
    def late(self) -> SideRow | None:
        """The side against which forfeits are due."""
        if self.clock is None or not self.clock.to_record:
            return None
        return next(side for side in self.sides if side.half == self.clock.to_record[0].side.value)


class RoundView:
    """One round with how far it has come. No query."""

    def __init__(self, playoffs: Playoffs, number: int, people: People, at: datetime) -> None:
        start = playoffs.starts.get(number)
        self.number, self.name = number, round_name(number, playoffs.bracket.size)
        self.best_of = playoffs.best_of_in(number)
        self.starts_at = start.starts_at if start is not None else None
        self.matches = [MatchRow(playoffs, match, people, at) for match in playoffs.rounds[number - 1]]

    @property
    def to_play(self) -> list[MatchRow]:
        """The matches of this round, byes left out: those that can be played first, the won ones last."""
        played = [match for match in self.matches if not match.is_bye]
        return sorted(played, key=lambda match: (match.is_won, not match.is_open, match.slot))

    @property
    def won(self) -> int:
        return sum(match.is_won for match in self.to_play)

    @property
    def is_won(self) -> bool:
        return self.won == len(self.to_play)

    @property
    def clocks(self) -> list[MatchRow]:
        """The matches for which somebody is or was missing, or whose player left before the draw."""
        return [match for match in self.to_play if match.is_open and (match.clock or match.leavers)]

    @property
    def is_waiting_for_tables(self) -> bool:
        return any(match.is_open and not match.table for match in self.to_play)


def entrants_named(playoffs: Playoffs, wanted: str, people: People) -> list[int]:
    """Return the qualifiers that a seed or part of a name matches."""
    if (seed := whole_number(wanted)) is not None:
        return [playoffs.seeded[seed - 1]] if 1 <= seed <= len(playoffs.seeded) else []
    words = search_words(wanted)
    names = {number: plain_text(display_name(people[number])) for number in playoffs.seeded}
    return [number for number, name in names.items() if words and all(word in name for word in words)]
