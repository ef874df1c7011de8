"""Read the drawn bracket."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from brackets.models import Bracket, Match, RoundStart, Seed, TableCall
from brackets.rules.forfeits import Half
from brackets.rules.report import Report
from brackets.rules.seeding import DrawnMatch, MatchResult, Side, best_of_in, bracket_size, draw, rounds_of
from tournaments.models import Tournament
from tournaments.records.entrants import display_name
from tournaments.rules.text import plain_text, search_words


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a match as drawn. ``games`` is ``None`` before the first game is recorded."""

    seed: int
    number: int
    name: str
    seat: str
    games: int | None
    is_winner: bool
    is_loser: bool


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One slot of the drawn bracket. A side is ``None`` while nobody has come that far."""

    round: int
    slot: int
    upper: BracketSide | None
    lower: BracketSide | None
    is_bye: bool
    forfeits: int
    table: str = ""
    """Where both are called to, blank once it is won."""
    rule: str = ""
    """By which rule games were forfeited."""
    keeps_award: bool = False
    """Whether the loser never appeared, and has a right to what that round's loser gets (rule 13.1)."""
    forfeiter: BracketSide | None = None
    """Who forfeited games; ``None`` where both did, or an event file brought the result."""

    @property
    def sides(self) -> tuple[BracketSide | None, BracketSide | None]:
        return (self.upper, self.lower)

    @property
    def winner_number(self) -> int | None:
        """The number of who moves on from here, ``None`` while that is open."""
        sides = (side for side in self.sides if side is not None and (side.is_winner or self.is_bye))
        return next((side.number for side in sides), None)

    @property
    def is_won(self) -> bool:
        return self.is_bye or any(side is not None and side.is_winner for side in self.sides)


@dataclass(frozen=True, slots=True)
class BracketRound:
    """One round of the drawn bracket, matches from top to bottom."""

    number: int
    name: str
    best_of: int
    matches: Sequence[BracketMatch]
    starts_at: datetime | None = None

    @property
    def calls(self) -> list[BracketMatch]:
        """The matches of this round whose players are called to a table, in the order of the bracket."""
        return [match for match in self.matches if match.table]


@dataclass(frozen=True, slots=True)
class BracketView:
    """The bracket; ``champion`` and ``drawn_from``, the number of a posting, are ``None`` where there is none.

    ``is_drawn`` is false while it only follows from the standings.
    """

    size: int
    rounds: Sequence[BracketRound]
    champion: BracketSide | None
    drawn_from: int | None = None
    is_drawn: bool = True

    @property
    def seeded(self) -> list[int]:
        """The numbers of those in the bracket, best seed first."""
        sides = [side for match in self.rounds[0].matches for side in match.sides if side is not None]
        return [side.number for side in sorted(sides, key=lambda side: side.seed)]

    @property
    def points(self) -> int:
        """The size of names on paper: that of long ones is smaller."""
        return 20 if self.size <= 8 else 13 if self.size == 16 else 8

    @property
    def name_room(self) -> int:
        """How many mm of paper a name has, beside its seed and its games."""
        return 255 // (len(self.rounds) + 1) - 21

    @property
    def current_round(self) -> int:
        """The number of the first round in which a match is still to be won; the last one when none is."""
        for drawn_round in self.rounds:
            if not all(match.is_won for match in drawn_round.matches):
                return drawn_round.number
        return self.rounds[-1].number

    @property
    def rounds_to_play(self) -> list[BracketRound]:
        """The current round, and those after it into which somebody has come already."""
        return [
            drawn_round
            for drawn_round in self.rounds[self.current_round - 1 :]
            if any(side is not None for match in drawn_round.matches for side in match.sides)
        ]

    @property
    def calls(self) -> list[BracketMatch]:
        """Who is called where, round by round, in the order of the bracket."""
        return [match for drawn_round in self.rounds for match in drawn_round.calls]

    @property
    def next_start(self) -> BracketRound | None:
        """The round being played where its start is set and none of its games is recorded yet."""
        current = self.rounds[self.current_round - 1]
        is_begun = any(side and side.games is not None for match in current.matches for side in match.sides)
        return None if current.starts_at is None or is_begun else current

    @property
    def has_results(self) -> bool:
        return any(
            side is not None and side.games is not None
            for drawn_round in self.rounds
            for match in drawn_round.matches
            for side in match.sides
        )


@dataclass(frozen=True, slots=True)
class PathStep:
    """One match on an entrant's path: the round, and how it went, as text."""

    round: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class BracketPath:
    """The path of one qualifier through the bracket."""

    number: int
    name: str
    seed: int
    steps: Sequence[PathStep]


def bracket_paths(bracket: BracketView, wanted: str) -> list[BracketPath]:
    """Return the path of every qualifier whose name contains all words of the search, best seed first."""
    words = search_words(wanted)
    if not words:
        return []
    return _paths(bracket, lambda side: all(word in plain_text(side.name) for word in words))


def bracket_path(bracket: BracketView, number: int) -> BracketPath | None:
    """Return the path of one qualifier, ``None`` for anybody else."""
    return next(iter(_paths(bracket, lambda side: side.number == number)), None)


def _paths(bracket: BracketView, is_wanted: Callable[[BracketSide], bool]) -> list[BracketPath]:
    paths: dict[int, tuple[BracketSide, list[PathStep]]] = {}
    for drawn_round in bracket.rounds:
        for match in drawn_round.matches:
            for side in match.sides:
                if side is not None and is_wanted(side):
                    _, steps = paths.setdefault(side.number, (side, []))
                    steps.append(PathStep(drawn_round.number, drawn_round.name, _match_text(match, side)))
    found = sorted(paths.values(), key=lambda path: path[0].seed)
    return [BracketPath(side.number, side.name, side.seed, steps) for side, steps in found]


def _match_text(match: BracketMatch, side: BracketSide) -> str:
    other = next((one for one in match.sides if one is not None and one.number != side.number), None)
    if match.is_bye:
        return "has a bye"
    if other is None:
        return "waits for an opponent"
    if side.is_winner or side.is_loser:
        verb = "beat" if side.is_winner else "lost to"
        return f"{verb} {other.name} {side.games}–{other.games}"
    return f"plays {other.name}" + (f" at table {match.table}" if match.table else "")


def round_name(number: int, size: int) -> str:
    """Return what players call a round: the final, the semi-finals, the quarter-finals, else its number."""
    from_the_end = rounds_of(size) - number
    return {0: "Final", 1: "Semi-finals", 2: "Quarter-finals"}.get(from_the_end, f"Round {number}")


@dataclass(frozen=True, slots=True)
class SeedChanges:
    """How the seeds of a report differ from those of a bracket: names of who qualifies now and of who no longer does.

    ``is_open`` tells that something about the order of the qualifiers has to be settled.
    """

    new: Sequence[str]
    gone: Sequence[str]
    is_open: bool


def seed_changes(report: Report, drawn: Sequence[int], people: Mapping[int, Mapping[str, Any]]) -> SeedChanges | None:
    """Return how a report's seeds differ from those drawn, best first; ``None`` where they do not."""
    if list(report.seeded) == list(drawn):
        return None
    qualify = {place.entrant: place.qualifies for place in report.standings}
    return SeedChanges(
        new=[display_name(people[number]) for number, is_in in qualify.items() if is_in and number not in drawn],
        gone=[display_name(people[number]) for number in drawn if qualify.get(number, False) is False],
        is_open=not report.seeded,
    )


def drawn_bracket(tournament: Tournament) -> Bracket | None:
    """Return the bracket, with the posting it was drawn from; ``None`` before the draw. One query."""
    found = Bracket.objects.filter(tournament=tournament).select_related("posting")
    # What the posting froze is not needed to say which one it is.
    return found.defer("posting__report", "posting__people", "posting__changes").first()


def bracket_view(
    tournament: Tournament, people: Mapping[int, Mapping[str, Any]], *, seeded: Sequence[int] = ()
) -> BracketView | None:
    """Return the bracket as drawn, or as it will be; ``None`` while the order of the qualifiers is open.

    ``people`` are the entrants by number; ``seeded`` are those who would be in the bracket, best first, before it is
    drawn. Five queries.
    """
    bracket = drawn_bracket(tournament)
    seeds = Seed.objects.filter(bracket=bracket).order_by("seed") if bracket is not None else Seed.objects.none()
    seeded = list(seeds.values_list("entrant__number", flat=True)) or seeded
    if len(seeded) < 2:
        return None
    size = bracket_size(len(seeded))
    matches_stored = Match.objects.active().filter(bracket=bracket) if bracket is not None else ()
    calls = TableCall.objects.active().filter(bracket=bracket) if bracket is not None else ()
    tables = {(call.round, call.slot): call.table for call in calls}
    begins = RoundStart.objects.active().filter(bracket=bracket) if bracket is not None else ()
    starts = {start.round: start.starts_at for start in begins}
    stored = {(match.round, match.slot): match for match in matches_stored}
    results = {key: MatchResult(match.upper_games, match.lower_games) for key, match in stored.items()}
    best_of = tournament.best_of or ()
    rounds = [
        BracketRound(
            number=matches[0].round,
            name=round_name(matches[0].round, size),
            best_of=best_of_in(matches[0].round, best_of),
            matches=[_bracket_match(match, stored.get((match.round, match.slot)), people, tables) for match in matches],
            starts_at=starts.get(matches[0].round),
        )
        for matches in draw(seeded, results, best_of)
    ]
    final = rounds[-1].matches[0]
    champion = next((side for side in final.sides if side is not None and side.is_winner), None)
    drawn_from = bracket.posting.number if bracket is not None and bracket.posting is not None else None
    return BracketView(size, rounds, champion, drawn_from, is_drawn=bracket is not None)


def _bracket_match(
    match: DrawnMatch,
    stored: Match | None,
    people: Mapping[int, Mapping[str, Any]],
    tables: Mapping[tuple[int, int], str],
) -> BracketMatch:
    result = match.result

    def side(who: Side | None, games: int | None) -> BracketSide | None:
        if who is None:
            return None
        is_winner = match.winner == who and not match.is_bye
        person = people[who.entrant]
        return BracketSide(
            seed=who.seed,
            number=who.entrant,
            name=display_name(person),
            seat=person["seat"],
            games=games,
            is_winner=is_winner,
            is_loser=match.winner is not None and not match.is_bye and not is_winner,
        )

    upper = side(match.upper, result.upper_games if result else None)
    lower = side(match.lower, result.lower_games if result else None)
    by_half = {Half.UPPER.value: upper, Half.LOWER.value: lower}
    forfeits = stored.forfeits if stored is not None and result is not None else 0
    return BracketMatch(
        round=match.round,
        slot=match.slot,
        upper=upper,
        lower=lower,
        is_bye=match.is_bye,
        forfeits=forfeits,
        table="" if match.winner is not None else tables.get((match.round, match.slot), ""),
        rule=stored.rule if stored is not None else "",
        keeps_award=stored.keeps_award if stored is not None else False,
        forfeiter=by_half.get(stored.forfeited_by) if stored is not None and forfeits else None,
    )
