"""Read contradictory lines outside the cross-check, with the distance to the qualifying line by each reading."""

from collections.abc import Iterator, Sequence
from typing import Any

from scorecards.checking.check_queue import CheckQueue
from scorecards.checking.items import key_of_game
from scorecards.rules.discrepancies import other_side, read_in_favor, won_by_forfeit
from scorecards.rules.entry.line_notation import line_in_words
from scorecards.rules.line_points import Totals, put_points_right, total
from scorecards.rules.margins import margin
from scorecards.rules.qualifying import qualifying_line
from tournaments.models import Tournament
from tournaments.rules.scorings import Scoring
from tournaments.rules.types import Line


def games_not_checked(tournament: Tournament, queue: CheckQueue) -> list[dict[str, Any]]:
    """Return the disagreements on no card that is checked, by game. No query."""
    found = queue.outcome.result if queue.outcome is not None else None
    if found is None or not found.unchecked:
        return []
    scheme = tournament.scored
    cards = {card.entrant: {line.game: line for line in card.lines} for card in queue.cards}
    totals = {place.entrant: place.totals for place in found.standings if isinstance(place.totals, Totals)}
    line = qualifying_line({number: own.standing for number, own in totals.items()}, found.qualifiers)

    def card_of(number: int, game: int, others: Sequence[int]) -> Iterator[dict[str, Any]]:
        written = cards.get(number, {}).get(game)
        if written is None:
            return
        own, stands = totals.get(number), put_points_right(written, scheme)
        theirs = next((cards[other][game] for other in others if game in cards.get(other, {})), None)
        readings = []
        for words, read in _readings(stands, theirs, has_left=bool(others) and theirs is None, scheme=scheme):
            distance = ""
            if own is not None and line is not None:
                distance = margin(_instead(own, stands, read).standing, line).against("the line")
            readings.append({"words": words, "distance": distance})
        yield {"holder": queue.entrants[number], "readings": readings}

    return [
        {
            "key": key_of_game(one.game, one.entrants),
            "game": one.game,
            "cards": [
                card
                for number in one.entrants
                for card in card_of(number, one.game, [other for other in one.entrants if other != number])
            ],
        }
        for one in found.unchecked
    ]


def _readings(stands: Line, theirs: Line | None, *, has_left: bool, scheme: Scoring) -> Iterator[tuple[str, Line]]:
    """Yield the ways to read a line that differ: as it stands, in its favor, and by the other card."""
    yield line_in_words(stands), stands
    said = None if theirs is None else other_side(put_points_right(theirs, scheme), scheme)
    won = won_by_forfeit(stands, scheme) if has_left else read_in_favor(stands, None, scheme)
    for words, read in (("if it won", won), ("by the other card", said)):
        if read is not None and (read.points, read.plus, read.minus) != (stands.points, stands.plus, stands.minus):
            yield f"{words}: {line_in_words(read)}", read


def _instead(own: Totals, line: Line, read: Line) -> Totals:
    """Return the totals of a card with a line read otherwise."""
    was, now = total([line]), total([read])
    return Totals(
        own.game_points - was.game_points + now.game_points,
        own.games_won - was.games_won + now.games_won,
        own.plus - was.plus + now.plus,
        own.minus - was.minus + now.minus,
    )
