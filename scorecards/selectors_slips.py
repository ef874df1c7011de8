"""Reading the games of an event as slips: which are in, and which are still to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from scorecards.models import CardSave, Line, Scorecard
from scorecards.selectors_cards import CardHolder
from scorecards.services_slips import Slip
from tournaments.models import Pairing, Tournament


@dataclass(frozen=True, slots=True)
class SlipShown:
    """A game whose two cards say the same: what its slip said, with both names."""

    slip: Slip
    winner: CardHolder
    loser: CardHolder


@dataclass(frozen=True, slots=True)
class GameOfSlips:
    """One game: the slips that are in, and the scheduled pairs whose slip is not."""

    game: int
    slips: Sequence[SlipShown]
    to_come: Sequence[tuple[CardHolder, CardHolder]]


def are_slips_open(tournament: Tournament) -> bool:
    """Whether slips may be keyed: at a club, or as long as no card has been keyed with its totals."""
    if tournament.kind == "club":
        return True
    return not Scorecard.objects.filter(entrant__tournament=tournament, foot_written=True).exists()


def is_answered(key: UUID) -> bool:
    """Whether the save with this key has been answered before: sent again, it counts once."""
    return CardSave.objects.filter(key=key).exists()


def game_of_slips(tournament: Tournament, game: int, holders: Mapping[int, CardHolder]) -> GameOfSlips:
    """Return one game's slips, the last one first. Two queries."""
    rows = Line.objects.filter(scorecard__entrant__tournament=tournament, game=game).order_by("-pk")
    lines = {
        number: (opponent, points, plus, minus)
        for number, opponent, points, plus, minus in rows.values_list(
            "scorecard__entrant__number", "opponent__number", "points", "plus", "minus"
        )
    }
    slips = []
    for number, (opponent, points, plus, minus) in lines.items():
        if points and plus and minus is None and lines.get(opponent or 0) == (number, 0, None, plus):
            slips.append(SlipShown(Slip(game, number, opponent, plus), holders[number], holders[opponent]))
    pairs = Pairing.objects.filter(scheduled_game__tournament=tournament, scheduled_game__game=game)
    to_come = [
        (holders[first], holders[second])
        for first, second in pairs.values_list("first__number", "second__number")
        if first not in lines and second not in lines
    ]
    return GameOfSlips(game, slips, to_come)
