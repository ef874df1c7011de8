"""Read the games of an event as slips: those that are in, and those still to come."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scorecards.models import CardSave, Line, Scorecard
from scorecards.rules.entry.typed_slips import SlipFields, TypedSlip
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.models import Entrant, Pairing, Tournament
from tournaments.rules.scorings import LINE_COLUMNS
from tournaments.rules.types import Line as LineRecord


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A game on which both cards agree, as a slip with both names."""

    slip: TypedSlip
    form: SlipFields
    winner: Entrant
    loser: Entrant

    @property
    def result(self) -> int:
        """The margin, or what the loser pegged or had left."""
        return self.slip.values[-1]

    @property
    def fields(self) -> dict[str, int]:
        return self.form.values(self.slip)


def are_slips_open(tournament: Tournament) -> bool:
    """Whether slips may be entered: at a club, or as long as no card has its totals."""
    if tournament.kind == "club":
        return True
    return not Scorecard.objects.filter(entrant__tournament=tournament, foot_written=True).exists()


def is_answered(key: UUID) -> bool:
    """Whether the save with this key was answered before. A save sent twice counts once."""
    return CardSave.objects.filter(key=key).exists()


def slips_game(tournament: Tournament, game: int, holders: Mapping[int, Entrant]) -> dict[str, Any]:
    """Return one game's ``slips``, the last one first, and the pairs that are ``to_come``. Two queries."""
    rows = Line.objects.filter(scorecard__entrant__tournament=tournament, game=game).order_by("-pk")
    columns = ("scorecard__entrant__number", "game", "opponent__number", *LINE_COLUMNS)
    lines = {number: LineRecord(*line) for number, *line in rows.values_list(*columns)}
    system, slips = scoring_system(tournament.scoring), []
    for number, line in lines.items():
        theirs = lines.get(line.opponent or 0)
        if theirs is None or theirs.opponent != number:
            continue
        if slip := system.slip_of(number, line, theirs):
            slips.append(SlipRow(slip, system.slip_form, holders[number], holders[slip.second]))
    pairs = Pairing.objects.filter(scheduled_game__tournament=tournament, scheduled_game__game=game)
    to_come = [
        (holders[first], holders[second])
        for first, second in pairs.values_list("first__number", "second__number")
        if first not in lines and second not in lines
    ]
    return {"game": game, "slips": slips, "to_come": to_come}
