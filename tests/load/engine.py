"""How long a check takes, against a bare loop that only adds the same lines up."""

import time
from collections.abc import Callable, Iterator, Sequence

from brackets.demo.event import make_event
from scorecards.rules.crosscheck import CrossCheck, cross_check
from scorecards.rules.qualifying import number_of_qualifiers
from tests.load.timing import best_times, verdict
from tournaments.rules.types import CardRecord, EventFile

GAMES = 22


def measure_engine() -> Iterator[str]:
    """Measure the check of 1,000 cards of 22 games, and of 2,000."""
    small, large = (make_event(players=players, games=GAMES, settled=False) for players in (1000, 2000))
    bare, check, check_of_double = best_times(
        lambda: add_up(small.scorecards), lambda: check_of(small), lambda: check_of(large)
    )
    in_a_row = (min(in_turn(job, 15)) for job in (lambda: check_of(small), lambda: add_up(small.scorecards)))
    found = check_of(small)
    yield f"check of 1,000 cards of {GAMES} games, as a multiple of adding them up: {verdict(check / bare, 10)}"
    # The sum reads little more than fits the caches of a processor: alone and again and again it finds all of it there.
    yield f"  each again and again, so that nothing has to come from memory: {next(in_a_row) / next(in_a_row):.1f}"
    yield f"  it makes {len(found.rulings)} rulings and leaves {len(found.unchecked)} disagreements as written"
    yield f"check when the field doubles, as a multiple: {verdict(check_of_double / check, 2.2)}"


def in_turn(job: Callable[[], object], times: int) -> Iterator[float]:
    """Do a job again and again; yield the processor time of each in seconds."""
    for _ in range(times):
        start = time.process_time()
        job()
        yield time.process_time() - start


def check_of(event_file: EventFile) -> CrossCheck:
    """Cross-check an event, ranking and drawing left out."""
    entrants = [entrant.number for entrant in event_file.entrants if not entrant.house_player]
    return cross_check(
        event_file.scorecards,
        entrants=entrants,
        qualifiers=number_of_qualifiers(len(entrants)),
        games=event_file.event.games,
    )


def add_up(cards: Sequence[CardRecord]) -> dict[int, tuple[int, int, int, int]]:
    """Add up every card: game points, games won, plus and minus. The yardstick."""
    totals = {}
    for card in cards:
        game_points = games_won = plus = minus = 0
        for line in card.lines:
            if line.points:
                game_points += line.points
                games_won += 1
            if line.plus is not None:
                plus += line.plus
            if line.minus is not None:
                minus += line.minus
        totals[card.entrant] = (game_points, games_won, plus, minus)
    return totals
