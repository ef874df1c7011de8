"""Demo events: invented players, realistic results, and card errors of every kind in the rulebook.

The same arguments make the same event, so that demos, tests and measurements can be repeated.
"""

from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import date
from enum import StrEnum
from random import Random

from brackets.demo.card_errors import add_card_errors, write_totals
from brackets.demo.people import as_person, make_entrants, withdrawn
from brackets.demo.results import (
    SPREAD_OF_SKILL,
    GameResult,
    forfeit_after,
    level_at,
    play_playoff,
    play_round,
    settle,
    true_order,
)
from brackets.rules.report import report_on
from brackets.rules.seeding import bracket_size, rounds_of
from scorecards.rules.citations import NO_RULE
from scorecards.rules.qualifying import number_of_qualifiers
from tournaments.rules.movement.plan import pairings
from tournaments.rules.movement.setup import max_games
from tournaments.rules.types import CardRecord, EntrantRecord, EventFacts, EventFile, Line

MIN_PLAYERS = 4
MAX_PLAYERS = 2000
MAX_GAMES = 99
FIRST_DAY = date(2026, 5, 16)
MOST_IN_CONSOLATION = 60
GAMES_OF_CONSOLATION = 9

_MIN_ENTRANTS_WITH_WITHDRAWAL = 60
_HOUSE_PLAYERS_SKILL = -2.0

_CUT = "Level in everything. All were present and cut for it; low card first."
_REASON = "The judge who had been called to this board at the end of the game had noted who won, and by how much."


class Station(StrEnum):
    """A station of the day."""

    DOOR = "door"
    PLAY = "play"
    CARDS = "cards"
    CHECK = "check"
    PLAYOFFS = "playoffs"


def make_event(
    *,
    players: int = 124,
    games: int = 22,
    seed: int = 2026,
    edition: str = "acc-2020",
    name: str = "Harbor Lights Open",
    starts_on: date = FIRST_DAY,
    errors: bool = True,
    slips: int | None = None,
    level: bool = False,
    settled: bool = True,
    playoff_rounds: int = 0,
) -> EventFile:
    """Make an event of ``players`` entrants and ``games`` games each; an odd field gets a house player too.

    With ``errors``, cards have slips of every kind (see :mod:`brackets.demo.card_errors`), or ``slips`` games have one
    and the totals none; ``level``: the last to qualify and the first who does not are level, where spreads can do it.
    From 60 players on, one of the field leaves after two thirds of the games. ``settled`` adds the director's decisions
    and the tie games that the draw waits for; ``playoff_rounds`` adds the results of that many rounds.

    Raises:
        ValueError: the numbers do not go together; the text says what would.
    """
    _refuse_impossible(players, games, settled, playoff_rounds)
    # Not for secrets: the same seed has to make the same event again.
    rng = Random(seed)  # noqa: S311
    entrants = make_entrants(rng, players)
    schedule = pairings([entrant.number for entrant in entrants], games)
    skills = {
        entrant.number: _HOUSE_PLAYERS_SKILL if entrant.house_player else rng.gauss(0, SPREAD_OF_SKILL)
        for entrant in entrants
    }
    results = play_round(rng, schedule, skills)
    if level:
        results = level_at(number_of_qualifiers(players), results, _ranked(entrants))
    entrants, results = _withdraw_one(rng, entrants, results, games)
    cards = _cards(entrants, results)
    if errors:
        add_card_errors(rng, results, cards, *_front_runners(entrants, results), slips)
    left = {entrant.number for entrant in entrants if entrant.withdrawn_after_game is not None}
    whole = {entrant: lines for entrant, lines in cards.items() if entrant not in left}
    feet = write_totals(rng, whole, errors=errors and slips is None)  # a card that was given up has none
    event_file = EventFile(
        event=EventFacts(name=name, games=games, starts_on=starts_on, edition=edition),
        entrants=entrants,
        schedule=schedule,
        scorecards=tuple(CardRecord(entrant, tuple(lines), feet.get(entrant)) for entrant, lines in cards.items()),
    )
    if not settled:
        return event_file
    event_file = settle(event_file, results, NO_RULE[edition], (_REASON, _CUT), rng.sample)
    if not playoff_rounds:
        return event_file
    return replace(event_file, playoff=play_playoff(rng, report_on(event_file).seeded, playoff_rounds, skills))


def make_consolation(main: EventFile) -> EventFile | None:
    """Make the consolation of those who did not qualify, with nothing decided yet; ``None`` for fewer than four."""
    qualifiers = set(report_on(main).seeded)
    people = [
        one for one in main.entrants if one.counts and one.withdrawn_after_game is None and one.number not in qualifiers
    ][:MOST_IN_CONSOLATION]
    if len(people) < MIN_PLAYERS:
        return None
    games = min(GAMES_OF_CONSOLATION, max_games(len(people) + len(people) % 2))
    name = f"{main.event.name} Consolation"
    made = make_event(players=len(people), games=games, name=name, edition=main.event.edition, settled=False)
    entrants = [as_person(one, who) for one, who in zip(made.entrants, people, strict=False)]
    event = replace(made.event, kind="consolation", starts_on=main.event.starts_on)
    return replace(made, event=event, entrants=(*entrants, *made.entrants[len(people) :]))


def up_to(station: Station, made: EventFile) -> EventFile:
    """Return the event as it is at a station of its day: without seats at the door, with half of the cards or none."""
    if station in (Station.CHECK, Station.PLAYOFFS):
        return made
    cards = made.scorecards[: len(made.scorecards) // 2] if station is Station.CARDS else ()
    entrants = made.entrants if cards else [replace(one, withdrawn_after_game=None) for one in made.entrants]
    if station is Station.DOOR:
        entrants = [replace(one, seat="") for one in entrants if not one.house_player]
    schedule = () if station is Station.DOOR else made.schedule
    return replace(made, entrants=tuple(entrants), schedule=schedule, scorecards=cards)


def max_playoff_rounds(players: int) -> int:
    """Return the rounds of the bracket that ``players`` entrants come to; none where only one qualifies."""
    qualifiers = number_of_qualifiers(players)
    return rounds_of(bracket_size(qualifiers)) if qualifiers > 1 else 0


def _refuse_impossible(players: int, games: int, settled: bool, playoff_rounds: int) -> None:
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise ValueError(f"{players} players: a demo can have {MIN_PLAYERS} to {MAX_PLAYERS}")
    possible = min(max_games(players + players % 2), MAX_GAMES)
    if not 1 <= games <= possible:
        raise ValueError(
            f"{games} games: with {players} players 1 to {possible} are possible, "
            f"because nobody meets anybody more than twice and a card has at most {MAX_GAMES} lines"
        )
    rounds = max_playoff_rounds(players)
    if not 0 <= playoff_rounds <= rounds:
        raise ValueError(f"{playoff_rounds} playoff rounds: with {players} players 0 to {rounds} are possible")
    if playoff_rounds and not settled:
        raise ValueError("playoff rounds cannot be played before the qualifying round is settled")


def _withdraw_one(
    rng: Random, entrants: Sequence[EntrantRecord], results: list[GameResult], games: int
) -> tuple[tuple[EntrantRecord, ...], list[GameResult]]:
    """In a big field let somebody far from qualifying go home; the opponents still to come win by ten."""
    last_game = games * 2 // 3
    if len(entrants) < _MIN_ENTRANTS_WITH_WITHDRAWAL or not 0 < last_game < games:
        return tuple(entrants), results
    order = true_order(results, _ranked(entrants))
    leaver = rng.choice(order[len(order) * 3 // 4 :])
    return withdrawn(entrants, leaver, last_game), forfeit_after(results, leaver, last_game)


def _ranked(entrants: Sequence[EntrantRecord]) -> list[int]:
    return [entrant.number for entrant in entrants if not entrant.house_player]


def _front_runners(entrants: Sequence[EntrantRecord], results: Sequence[GameResult]) -> tuple[Sequence[int], Set[int]]:
    """The upper half of the qualifiers nearly always still qualify after an error or two.

    Hardly any of them gets in from below one and a half times that number.
    """
    order = true_order(results, _ranked(entrants))
    qualifiers = number_of_qualifiers(len(order))
    return order[: -(-qualifiers // 2)], frozenset(order[: -(-qualifiers * 3 // 2)])


def _cards(entrants: Sequence[EntrantRecord], results: Sequence[GameResult]) -> dict[int, list[Line]]:
    """Write each result on both cards; who has left writes nothing."""
    cards: dict[int, list[Line]] = {entrant.number: [] for entrant in entrants}
    for one in results:
        for entrant in [one.winner] if one.forfeited else [one.winner, one.loser]:
            cards[entrant].append(one.line_of(entrant))
    return cards
