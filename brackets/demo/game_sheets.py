"""Demo events of game sheets: invented pairs, a double round robin, and sheets that differ here and there.

The same arguments make the same event.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from random import Random

from brackets.demo.people import make_entrants, withdrawn
from brackets.demo.results import GameResult, settle
from scorecards.rules.citations import NO_SOURCE
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.rules.constants import GAMES_55PLUS
from tournaments.rules.movement.plan import pairings
from tournaments.rules.scorings import GAME_HOLE, SCORINGS
from tournaments.rules.types import CardRecord, EntrantRecord, EventFacts, EventFile, FootTotals, Line

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
    if not settled:
        return event_file
    return settle(event_file, played, NO_SOURCE, (_REASON, _ORDER_REASON), lambda tied, _: [*tied])


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


def _play(rng: Random, game: int, pair: tuple[int, int], skills: Mapping[int, float]) -> GameResult:
    edge = skills[pair[0]] - skills[pair[1]] + rng.gauss(0, 2 * _SKILL)
    behind = min(max(round(rng.gauss(_USUAL_LOSS, _SPREAD_OF_LOSSES)), 1), GAME_HOLE)
    return GameResult(game, *(pair if edge > 0 else pair[::-1]), behind)


def _withdraw_one(
    rng: Random, entrants: tuple[EntrantRecord, ...], played: list[GameResult], games: int
) -> tuple[tuple[EntrantRecord, ...], list[GameResult]]:
    """In a larger field let one pair go home; what it would have played is not played."""
    ranked = [entrant.number for entrant in entrants if not entrant.house_player]
    if len(ranked) < MIN_PAIRS_WITH_WITHDRAWAL:
        return entrants, played
    leaver, last = rng.choice(ranked), games * 2 // 3
    return withdrawn(entrants, leaver, last), [
        game for game in played if game.game <= last or leaver not in (game.winner, game.loser)
    ]


def _cards(
    rng: Random, entrants: tuple[EntrantRecord, ...], played: list[GameResult], scoring: str, *, errors: bool
) -> tuple[CardRecord, ...]:
    lines: dict[int, list[Line]] = {entrant.number: [] for entrant in entrants}
    for game in played:
        careless = None
        if errors and rng.randrange(_ONE_IN_SO_MANY_DIFFERS) == 0:
            careless = game.loser if SCORINGS[scoring].columns.won else game.winner
        for number in (game.winner, game.loser):
            line = game.line_of(number, SCORINGS[scoring])
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
