"""Read the playoffs: results in force, tables, absences and the forfeit clock; one round as its page shows it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from brackets.models import Bracket, Departure, Match, NonAppearance, Posting
from brackets.rules.forfeits import Absence, Clock, Half, forfeit_clock
from brackets.rules.report import Report, with_bracket, without
from brackets.rules.seeding import DrawnMatch, Side, ends_of
from brackets.standings.bracket import BracketSide, Draw, drawn_bracket, round_name
from scorecards.records.results import current_result
from tournaments.models import Tournament
from tournaments.records.entrants import display_name
from tournaments.rules.text import plain_text, search_words, whole_number
from tournaments.term import in_term


def now() -> datetime:
    """Return the time by the clock of the playoffs, the only source of time for them."""
    ahead: datetime = timezone.now() + settings.CLOCK_AHEAD
    return ahead


class Playoffs(Draw):
    """A drawn bracket with all records in force: absences by (round, entrant), and who left. Made with six queries."""

    bracket: Bracket

    def __init__(self, tournament: Tournament, bracket: Bracket) -> None:
        super().__init__(tournament, bracket)
        self.edition = tournament.edition
        absences = NonAppearance.objects.active().filter(bracket=bracket).select_related("entrant")
        self.absences = {(row.round, row.entrant.number): row for row in absences}
        self.departed = frozenset(departures_of(tournament, is_replaced=False))

    @property
    def champion(self) -> Side | None:
        return self.rounds[-1][0].winner

    def match(self, round_number: int, slot: int) -> DrawnMatch | None:
        """Return a slot of the bracket, ``None`` where there is none."""
        if not 1 <= round_number <= len(self.rounds) or not 1 <= slot <= len(self.rounds[round_number - 1]):
            return None
        return self.rounds[round_number - 1][slot - 1]

    def absence(self, match: DrawnMatch, half: Half) -> NonAppearance | None:
        """Return the record of a side that was not there at the start of its round."""
        side = half.side_of(match)
        return None if side is None else self.absences.get((match.round, side.entrant))

    def clock(self, match: DrawnMatch, at: datetime) -> Clock | None:
        """Return the forfeit clock of a match, ``None`` without a start, sides or an absence."""
        start = self.starts.get(match.round)
        missing = {half: self.absence(match, half) for half in Half}
        if start is None or match.upper is None or match.lower is None or not any(missing.values()):
            return None
        stored = self.stored.get((match.round, match.slot))
        # The clock may be asked about a moment before an arrival was noted, by a machine whose clock is behind.
        at = max([at, *(row.arrived_at for row in missing.values() if row is not None and row.arrived_at)])
        return forfeit_clock(
            start=start.starts_at,
            now=at,
            best_of=self.best_of_in(match.round),
            upper=_absence(missing[Half.UPPER]),
            lower=_absence(missing[Half.LOWER]),
            result=match.result,
            recorded=stored.forfeits if stored is not None else 0,
            edition=self.edition,
        )

    def scores(self, match: DrawnMatch) -> list[tuple[int, int]]:
        """Return the results in which a match can end, the upper side's wins first: games once forfeited stay won."""
        upper, lower = self._forfeited_games(match)
        results = ends_of(self.best_of_in(match.round))
        return [games for games in results if games[0] >= upper and games[1] >= lower]

    def _forfeited_games(self, match: DrawnMatch) -> tuple[int, int]:
        """Return how many games each side has by forfeits of the other; while nobody has won, all so far are that."""
        stored = self.stored.get((match.round, match.slot))
        if stored is None or not stored.forfeits:
            return 0, 0
        if match.winner is None:
            return stored.upper_games, stored.lower_games
        return (
            stored.forfeits if stored.forfeited_by == Half.LOWER.value else 0,
            stored.forfeits if stored.forfeited_by == Half.UPPER.value else 0,
        )


def half_of(match: DrawnMatch, entrant: int) -> Half | None:
    """Return on which side of a match an entrant plays."""
    return next((half for half in Half if (side := half.side_of(match)) and side.entrant == entrant), None)


def _absence(row: NonAppearance | None) -> Absence | None:
    return None if row is None else Absence(row.arrived_at)


def playoffs_of(tournament: Tournament) -> Playoffs | None:
    """Return the playoffs, ``None`` before the draw. Seven queries."""
    bracket = drawn_bracket(tournament)
    return Playoffs(tournament, bracket) if bracket is not None else None


def last_played_round(tournament: Tournament) -> int:
    """Return the last playoff round that has a result, 0 before the playoffs. One query."""
    matches = Match.objects.active().filter(bracket__tournament=tournament)
    return matches.aggregate(last=Max("round"))["last"] or 0


def open_matches(tournament: Tournament) -> list[tuple[str, int, int]]:
    """Return the matches that are still to be won: their table in words, and both entrants' numbers."""
    playoffs = playoffs_of(tournament)
    if playoffs is None:
        return []
    tables = {slot: f"table {call.table}" for slot, call in playoffs.tables.items()}
    return [
        (tables.get((match.round, match.slot), ""), match.upper.entrant, match.lower.entrant)
        for matches in playoffs.rounds
        for match in matches
        if match.upper and match.lower and match.winner is None
    ]


def departures_of(tournament: Tournament, *, is_replaced: bool) -> list[int]:
    """Return the numbers of qualifiers who left before the draw, as they were noted. One query."""
    found = Departure.objects.active().filter(entrant__tournament=tournament, is_replaced=is_replaced)
    return list(found.order_by("pk").values_list("entrant__number", flat=True))


def report_now(tournament: Tournament, posting: Posting | None) -> Report | None:
    """Return what would be drawn from by the cards as they are now, with what ``posting`` waived. Three queries."""
    calculated = current_result(tournament)
    if calculated is None:
        return None
    gone = departures_of(tournament, is_replaced=True)
    return with_bracket(without(calculated.result, gone), waived=posting is not None and bool(posting.waivers))


def has_other_seeds(tournament: Tournament, posting: Posting) -> bool:
    """Return whether the cards give other seeds by now than the posting. Three queries or fewer."""
    report = report_now(tournament, posting)
    return report is not None and report.seeded != posting.result.seeded


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
