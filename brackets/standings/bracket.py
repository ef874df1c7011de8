"""Read the drawn bracket."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from brackets.models import Bracket, Match, RoundStart, TableCall
from brackets.rules.forfeits import Half
from brackets.rules.report import Report
from brackets.rules.seeding import DrawnMatch, MatchResult, Side, best_of_in, bracket_size, draw, rounds_of
from tournaments.models import Tournament
from tournaments.records.entrants import display_name
from tournaments.rules.text import plain_text, search_words


class BracketSide:
    """One side of a match as drawn, and who plays it. ``games`` is ``None`` before the first game is recorded."""

    def __init__(self, drawn: DrawnMatch, half: Half, side: Side, person: Mapping[str, Any]) -> None:
        self.half = half.value
        self.seed, self.number = side.seed, side.entrant
        self.name, self.seat = display_name(person), str(person["seat"])
        self.games = half.games_in(drawn.result) if drawn.result else None
        self.is_winner = drawn.winner == side and not drawn.is_bye
        self.is_loser = drawn.winner is not None and not drawn.is_bye and not self.is_winner


class Draw:
    """A bracket as drawn, or as it will be, with what is in force; slots are (round, slot). Four queries once drawn.

    ``seeded`` are those who are in it, best first, by number; fewer than two have no rounds to play.
    """

    def __init__(self, tournament: Tournament, bracket: Bracket | None, seeded: Sequence[int] = ()) -> None:
        self.bracket, self.best_of = bracket, tournament.best_of or ()
        self.stored: dict[tuple[int, int], Match] = {}
        self.tables: dict[tuple[int, int], TableCall] = {}
        self.starts: dict[int, RoundStart] = {}
        if bracket is not None:
            seeded = list(bracket.seeds.order_by("seed").values_list("entrant__number", flat=True)) or seeded
            matches = Match.objects.active().filter(bracket=bracket).select_related("replaces")
            self.stored = {(match.round, match.slot): match for match in matches}
            self.tables = {(one.round, one.slot): one for one in TableCall.objects.active().filter(bracket=bracket)}
            self.starts = {start.round: start for start in RoundStart.objects.active().filter(bracket=bracket)}
        self.seeded = list(seeded)
        self.results = {slot: MatchResult(one.upper_games, one.lower_games) for slot, one in self.stored.items()}
        self.rounds = draw(self.seeded, self.results, self.best_of)

    @property
    def current_round(self) -> int:
        """The number of the first round in which a match is still to be won; the last one when none is."""
        open_rounds = (matches[0].round for matches in self.rounds if any(match.winner is None for match in matches))
        return next(open_rounds, len(self.rounds))

    def best_of_in(self, round_number: int) -> int:
        return best_of_in(round_number, self.best_of)


class BracketMatch:
    """One slot of the drawn bracket, with what is stored of it. A side is ``None`` while nobody has come that far.

    ``table`` is where both are called to, blank once it is won. ``keeps_award``: the loser never appeared, and still
    gets what that round's loser gets (rule 13.1). ``meets`` is the match whose winner this one's plays.
    """

    def __init__(
        self, drawn: DrawnMatch, people: Mapping[int, Mapping[str, Any]], state: Draw, in_round: BracketRound
    ) -> None:
        slot = drawn.round, drawn.slot
        stored, call = state.stored.get(slot), state.tables.get(slot)
        self.drawn, self.round, self.slot, self.is_bye = drawn, drawn.round, drawn.slot, drawn.is_bye
        self.upper, self.lower = (
            BracketSide(drawn, half, side, people[side.entrant]) if (side := half.side_of(drawn)) else None
            for half in Half
        )
        self.in_round, self.is_won = in_round, drawn.winner is not None
        self.meets: BracketMatch | None = None
        self.table = call.table if call is not None and not self.is_won else ""
        self.rule = stored.rule if stored else ""
        self.keeps_award = bool(stored and stored.keeps_award)
        self.forfeits = stored.forfeits if stored and drawn.result else 0
        self._forfeited_by = stored.forfeited_by if stored else ""

    @property
    def sides(self) -> tuple[BracketSide | None, BracketSide | None]:
        return (self.upper, self.lower)

    def other_than(self, number: int) -> BracketSide | None:
        """Return the opponent of one who plays here, ``None`` until the match before is won."""
        return next((side for side in self.sides if side is not None and side.number != number), None)

    @property
    def call(self) -> str:
        """Where both are called to: ``table 3, game 1``; blank without a table."""
        played = sum(side.games or 0 for side in self.sides if side is not None)
        return f"table {self.table}, game {played + 1}" if self.table else ""

    @property
    def next_opponent(self) -> str:
        """Whom the winner plays, while both sides are here and it is open: a name, or two; blank in the final."""
        if self.meets is None or self.is_won or None in self.sides:
            return ""
        others = [side.name for side in self.meets.sides if side and self.meets.winner_number in (None, side.number)]
        return " or ".join(others) if self.meets.is_won or len(others) == 2 else ""

    @property
    def winner_number(self) -> int | None:
        """The number of who moves on from here, ``None`` while that is open."""
        return self.drawn.winner.entrant if self.drawn.winner else None

    @property
    def forfeiter(self) -> BracketSide | None:
        """Who forfeited games; ``None`` where both did, or an event file brought the result."""
        by_half = {Half.UPPER.value: self.upper, Half.LOWER.value: self.lower}
        return by_half.get(self._forfeited_by) if self.forfeits else None


class BracketRound:
    """One round of the drawn bracket, matches from top to bottom."""

    def __init__(self, drawn: Draw, number: int, people: Mapping[int, Mapping[str, Any]]) -> None:
        self.number, self.name = number, round_name(number, bracket_size(len(drawn.seeded)))
        self.matches = [BracketMatch(match, people, drawn, self) for match in drawn.rounds[number - 1]]
        self.best_of, start = drawn.best_of_in(number), drawn.starts.get(number)
        self.starts_at = start.starts_at if start else None
        self.calls = [match for match in self.matches if match.table]


class BracketView:
    """The bracket; ``champion`` and ``drawn_from``, the number of a posting, are ``None`` where there is none.

    ``is_drawn`` is false while it only follows from the standings. ``people`` are the entrants by number. No query.
    """

    def __init__(self, drawn: Draw, people: Mapping[int, Mapping[str, Any]]) -> None:
        self.rounds = rounds = [BracketRound(drawn, number, people) for number in range(1, len(drawn.rounds) + 1)]
        self.size, self.current_round = 2 * len(rounds[0].matches), drawn.current_round
        bracket = drawn.bracket
        for one in rounds[:-1]:
            for upper, lower in zip(one.matches[::2], one.matches[1::2], strict=True):
                upper.meets, lower.meets = lower, upper
        self.champion = next((side for side in rounds[-1].matches[0].sides if side and side.is_winner), None)
        self.is_drawn = bracket is not None
        self.drawn_from = bracket.posting.number if bracket and bracket.posting else None

    @property
    def matches(self) -> list[BracketMatch]:
        return [match for drawn_round in self.rounds for match in drawn_round.matches]

    def open_match(self, number: int) -> BracketMatch | None:
        """Return the match that somebody plays next; ``None`` where they are out, or never were in."""
        open_matches = (match for match in self.matches if not match.is_won)
        return next((one for one in open_matches if any(side and side.number == number for side in one.sides)), None)

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
        is_begun = any(match.drawn.result for match in current.matches)
        return None if current.starts_at is None or is_begun else current

    @property
    def has_results(self) -> bool:
        return any(match.drawn.result for match in self.matches)


class BracketPath(NamedTuple):
    """The path of one qualifier through the bracket: each match, and how it went, as text."""

    number: int
    name: str
    seed: int
    steps: Sequence[tuple[BracketMatch, str]]


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
    paths: dict[int, tuple[BracketSide, list[tuple[BracketMatch, str]]]] = {}
    for match in bracket.matches:
        for side in match.sides:
            if side is not None and is_wanted(side):
                _, steps = paths.setdefault(side.number, (side, []))
                steps.append((match, _match_text(match, side)))
    found = sorted(paths.values(), key=lambda path: path[0].seed)
    return [BracketPath(side.number, side.name, side.seed, steps) for side, steps in found]


def _match_text(match: BracketMatch, side: BracketSide) -> str:
    other = match.other_than(side.number)
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


class SeedChanges(NamedTuple):
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
    drawn = Draw(tournament, drawn_bracket(tournament), seeded)
    return BracketView(drawn, people) if drawn.rounds else None
