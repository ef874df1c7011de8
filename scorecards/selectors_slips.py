"""Reading the games of an event as slips: which are in, and which are still to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from uuid import UUID

from scorecards.cardkinds import CardKind, kind_of
from scorecards.models import CardSave, Line, Scorecard
from scorecards.pegged import GameSheet
from scorecards.scoring import Claim
from scorecards.selectors_cards import CardHolder
from scorecards.typed_slips import AnySlip, SheetSlip, Slip
from tournaments.cardcolumns import LINE_COLUMNS
from tournaments.eventfile import Line as LineRecord
from tournaments.models import Pairing, Tournament


@dataclass(frozen=True, slots=True)
class SlipShown:
    """A game whose two cards say the same: what its slip said, with both names, and by how much it was won."""

    slip: AnySlip
    winner: CardHolder
    loser: CardHolder
    said: str

    @property
    def fields(self) -> dict[str, int]:
        """What the form sends that takes it back."""
        return asdict(self.slip)


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
    columns = ("scorecard__entrant__number", "game", "opponent__number", *LINE_COLUMNS)
    lines = {number: LineRecord(*line) for number, *line in rows.values_list(*columns)}
    kind, slips = kind_of(tournament.scoring), []
    for number, line in lines.items():
        theirs = lines.get(line.opponent or 0)
        found = _slip_of(number, line, theirs, kind) if theirs is not None else None
        if found is not None:
            slip, said = found
            slips.append(SlipShown(slip, holders[number], holders[slip.numbers[1]], said))
    pairs = Pairing.objects.filter(scheduled_game__tournament=tournament, scheduled_game__game=game)
    to_come = [
        (holders[first], holders[second])
        for first, second in pairs.values_list("first__number", "second__number")
        if first not in lines and second not in lines
    ]
    return GameOfSlips(game, slips, to_come)


def _slip_of(number: int, line: LineRecord, theirs: LineRecord, kind: CardKind) -> tuple[AnySlip, str] | None:
    """Return the slip that two lines of a game come from, seen from its winner, and by how much it was won."""
    opponent = line.opponent
    if opponent is None or theirs.opponent != number:
        return None
    if isinstance(kind, GameSheet):
        if kind.order.claim(line) is not Claim.WIN or kind.why_unsettled(line, theirs) is not None:
            return None
        figures = (line.own, theirs.own) if line.left is None else (line.left, theirs.left)
        return SheetSlip(line.game, number, opponent, *(figure or 0 for figure in figures)), str(figures[1])
    is_won = line.points and line.plus and line.minus is None
    if not is_won or (theirs.points, theirs.plus, theirs.minus) != (0, None, line.plus):
        return None
    return Slip(line.game, number, opponent, line.plus or 0), str(line.plus)
