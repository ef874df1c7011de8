"""Read the matches of one round for the playoffs page: sides, tables, results and forfeits due."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from brackets.models import Match
from brackets.playoffs.selectors.state import Playoffs, side_of
from brackets.rules.forfeits import Clock, Half
from brackets.rules.seeding import DrawnMatch
from brackets.standings.bracket import round_name
from tournaments.records.entrants import display_name
from tournaments.rules.text import plain_text, search_words, whole_number
from tournaments.term import in_term

People = Mapping[int, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class SideRow:
    """One side of a match. ``missing`` is that it was not there at the start, ``arrived_at`` when it came."""

    half: str
    seed: int
    number: int
    name: str
    seat: str
    games: int
    is_winner: bool
    missing: bool
    arrived_at: datetime | None
    has_left: bool
    scores: Sequence[tuple[int, int]]
    """The results with which this side wins, in games of the upper and the lower side."""

    @property
    def won_by(self) -> list[tuple[str, str]]:
        """How this side can win: what the form sends, and what the button says."""
        return [(f"{upper}-{lower}", f"{max(upper, lower)}–{min(upper, lower)}") for upper, lower in self.scores]


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match of the round."""

    round: int
    slot: int
    upper: SideRow | None
    lower: SideRow | None
    is_bye: bool
    is_open: bool
    is_won: bool
    current: Match | None
    table: str
    clock: Clock | None

    @property
    def seen(self) -> str:
        """What a form says that it saw: the key of the result in force, 0 for none, in its term."""
        return in_term(self.current.pk if self.current is not None else 0)

    @property
    def sides(self) -> list[SideRow]:
        return [side for side in (self.upper, self.lower) if side is not None]

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


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round with how far it has come."""

    number: int
    name: str
    best_of: int
    starts_at: datetime | None
    matches: Sequence[MatchRow]

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


def round_view(playoffs: Playoffs, number: int, people: People, at: datetime) -> RoundView:
    """Return one round. No query."""
    start = playoffs.starts.get(number)
    return RoundView(
        number=number,
        name=round_name(number, playoffs.bracket.size),
        best_of=playoffs.best_of_in(number),
        starts_at=start.starts_at if start is not None else None,
        matches=[match_row(playoffs, match, people, at) for match in playoffs.rounds[number - 1]],
    )


def match_row(playoffs: Playoffs, match: DrawnMatch, people: People, at: datetime) -> MatchRow:
    """Return one match. No query."""
    call = playoffs.tables.get((match.round, match.slot))
    return MatchRow(
        round=match.round,
        slot=match.slot,
        upper=_side(playoffs, match, Half.UPPER, people),
        lower=_side(playoffs, match, Half.LOWER, people),
        is_bye=match.is_bye,
        is_open=playoffs.is_open(match),
        is_won=match.winner is not None,
        current=playoffs.stored.get((match.round, match.slot)),
        table=call.table if call is not None else "",
        clock=playoffs.clock(match, at) if playoffs.is_open(match) else None,
    )


def _side(playoffs: Playoffs, match: DrawnMatch, half: Half, people: People) -> SideRow | None:
    side = side_of(match, half)
    if side is None:
        return None
    absence = playoffs.absence(match, half)
    person = people[side.entrant]
    return SideRow(
        half=half.value,
        seed=side.seed,
        number=side.entrant,
        name=display_name(person),
        seat=person["seat"],
        games=half.games_in(match.result) if match.result is not None else 0,
        is_winner=match.winner == side and not match.is_bye,
        missing=absence is not None,
        arrived_at=absence.arrived_at if absence is not None else None,
        has_left=side.entrant in playoffs.departed,
        scores=[games for games in playoffs.scores(match) if (games[0] > games[1]) is (half is Half.UPPER)],
    )


def entrants_named(playoffs: Playoffs, wanted: str, people: People) -> list[int]:
    """Return the qualifiers that a seed or part of a name matches."""
    if (seed := whole_number(wanted)) is not None:
        return [playoffs.seeded[seed - 1]] if 1 <= seed <= len(playoffs.seeded) else []
    words = search_words(wanted)
    names = {number: plain_text(display_name(people[number])) for number in playoffs.seeded}
    return [number for number, name in names.items() if words and all(word in name for word in words)]
