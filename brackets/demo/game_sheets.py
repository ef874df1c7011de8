"""Demo events of game sheets: invented pairs, a double round robin, and sheets that differ here and there.

The same arguments make the same event.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from random import Random

from brackets.demo.people import make_entrants, withdrawn
from scorecards.rules.calculation import calculate
from scorecards.rules.citations import NO_SOURCE
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.rules.constants import GAMES_55PLUS
from tournaments.rules.movement.plan import pairings
from tournaments.rules.scorings import GAME_HOLE, SCORINGS
from tournaments.rules.types import (
    CardRecord,
    DecidedLine,
    DecisionRecord,
    EntrantRecord,
    EventFacts,
    EventFile,
    FootTotals,
    Line,
    TieOrderRecord,
)

MIN_PAIRS = 2
MAX_PAIRS = 40
FIRST_DAY = date(2026, 8, 18)
MIN_PAIRS_WITH_WITHDRAWAL = 10

PROVINCES = ("AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT")
"""Where the pairs come from, in turn: of the largest field at most four from each, of the five that may come."""
_ONE_IN_SO_MANY_DIFFERS = 40
_USUAL_LOSS, _SPREAD_OF_LOSSES = 24, 14
_SKILL = 5.0
_REASON = "The head judge asked both tables: the board was still standing as the game had ended."
_ORDER_REASON = "They cut the cards for it, with all of them present."


@dataclass(frozen=True, slots=True)
class _Game:
    """One game as it was played: the winner has 121, the loser ``pegged``."""

    game: int
    winner: int
    loser: int
    pegged: int

    def line_of(self, number: int, scoring: str) -> Line:
        """Return what one side has to write."""
        is_winner = number == self.winner
        own, theirs = (GAME_HOLE, self.pegged) if is_winner else (self.pegged, GAME_HOLE)
        opponent = self.loser if is_winner else self.winner
        if not SCORINGS[scoring].columns.won:
            return Line(self.game, opponent, left=GAME_HOLE - own)
        return Line(self.game, opponent, own=own, theirs=theirs)


def make_sheets(
    *,
    pairs: int,
    scoring: str,
    seed: int = 2026,
    name: str = "Harbor Lights Games",
    errors: bool = True,
    settled: bool = True,
) -> EventFile:
    """Make a double round robin of ``pairs``, each of two named partners; an odd field gets a floater too.

    With ``errors`` the two sheets of one game in forty differ. From ten pairs on, one goes home after two thirds of
    the games. ``settled`` adds the director's decisions, and the orders that ties wait for.

    Raises:
        ValueError: there cannot be so many pairs; the text says how many.
    """
    if not MIN_PAIRS <= pairs <= MAX_PAIRS:
        raise ValueError(f"{pairs} pairs: a demo can have {MIN_PAIRS} to {MAX_PAIRS}")
    # Not for secrets: the same seed has to make the same event again.
    rng = Random(seed)  # noqa: S311
    entrants = _pairs(rng, pairs)
    games = 2 * (len(entrants) - 1)
    schedule = pairings([entrant.number for entrant in entrants], games)
    skills = {entrant.number: rng.gauss(0, _SKILL) for entrant in entrants}
    played = [_play(rng, scheduled.game, pair, skills) for scheduled in schedule for pair in scheduled.pairs]
    entrants, played = _withdraw_one(rng, entrants, played, games)
    event_file = EventFile(
        event=EventFacts(
            name,
            games,
            starts_on=FIRST_DAY,
            format="double-round-robin",
            scoring=scoring,
            drop_outs="stand",
            edition=GAMES_55PLUS if SCORINGS[scoring].is_of_pairs else "acc-2020",
        ),
        entrants=entrants,
        schedule=schedule,
        scorecards=_cards(rng, entrants, played, scoring, errors=errors),
    )
    return _settle(event_file, played) if settled else event_file


def _pairs(rng: Random, pairs: int) -> tuple[EntrantRecord, ...]:
    people = make_entrants(rng, 2 * pairs)
    entrants = [
        replace(
            first,
            number=number,
            partner=second.name,
            acc_number="",
            seat=people[number - 1].seat,
            city=f"{first.city.rpartition(' ')[0]} {PROVINCES[number % len(PROVINCES)]}",
            province=PROVINCES[number % len(PROVINCES)],
            ages_confirmed=True,
        )
        for number, (first, second) in enumerate(zip(people[::2], people[1::2], strict=True), start=1)
    ]
    if pairs % 2:
        entrants.append(EntrantRecord(pairs + 1, "Floater", seat=people[pairs].seat, house_player=True))
    return tuple(entrants)


def _play(rng: Random, game: int, pair: tuple[int, int], skills: Mapping[int, float]) -> _Game:
    edge = skills[pair[0]] - skills[pair[1]] + rng.gauss(0, 2 * _SKILL)
    winner, loser = pair if edge > 0 else pair[::-1]
    behind = min(max(round(rng.gauss(_USUAL_LOSS, _SPREAD_OF_LOSSES)), 1), GAME_HOLE)
    return _Game(game, winner, loser, GAME_HOLE - behind)


def _withdraw_one(
    rng: Random, entrants: tuple[EntrantRecord, ...], played: list[_Game], games: int
) -> tuple[tuple[EntrantRecord, ...], list[_Game]]:
    """In a larger field let one pair go home; what it would have played is not played."""
    ranked = [entrant.number for entrant in entrants if not entrant.house_player]
    if len(ranked) < MIN_PAIRS_WITH_WITHDRAWAL:
        return entrants, played
    leaver, last = rng.choice(ranked), games * 2 // 3
    return withdrawn(entrants, leaver, last), [
        game for game in played if game.game <= last or leaver not in (game.winner, game.loser)
    ]


def _cards(
    rng: Random, entrants: tuple[EntrantRecord, ...], played: list[_Game], scoring: str, *, errors: bool
) -> tuple[CardRecord, ...]:
    lines: dict[int, list[Line]] = {entrant.number: [] for entrant in entrants}
    for game in played:
        careless = None
        if errors and rng.randrange(_ONE_IN_SO_MANY_DIFFERS) == 0:
            careless = game.loser if SCORINGS[scoring].columns.won else game.winner
        for number in (game.winner, game.loser):
            line = game.line_of(number, scoring)
            lines[number].append(_slip(rng, line) if number == careless else line)
    cards = []
    for number, own in lines.items():
        total, games_won = scoring_system(scoring).total(own).to_dict().values()
        cards.append(CardRecord(number, tuple(own), FootTotals(games_won=games_won, total=total)))
    return tuple(cards)


def _slip(rng: Random, line: Line) -> Line:
    """Return a line that was written carelessly: other points, or nothing."""
    if line.left is not None:
        return replace(line, left=rng.choice((None, 2, 5)))
    assert line.own is not None, "slips are made on lines that were right"
    return replace(line, own=rng.choice((None, max(line.own - 10, 0), max(line.own - 1, 0))))


def _settle(event_file: EventFile, played: list[_Game]) -> EventFile:
    """Decide every game that the sheets leave open as it was played, and order ties."""
    by_game = {(game.game, *sorted((game.winner, game.loser))): game for game in played}
    decisions = []
    for open_game in calculate(event_file).result.undecided:
        game = by_game[open_game.game, *open_game.entrants]
        first, second = (_decided(game, number, event_file.event.scoring) for number in open_game.entrants)
        entrants = (first.entrant, second.entrant)
        decisions.append(DecisionRecord(open_game.game, entrants, (first, second), NO_SOURCE, _REASON))
    decided = replace(event_file, decisions=tuple(decisions))
    orders = calculate(decided).result.ranking.tie_orders_needed
    return replace(decided, tie_orders=tuple(TieOrderRecord(order, _ORDER_REASON) for order in orders))


def _decided(game: _Game, number: int, scoring: str) -> DecidedLine:
    line = game.line_of(number, scoring)
    return DecidedLine(number, own=line.own, theirs=line.theirs, left=line.left)
