"""The check of a schedule before play: each condition, passed or failed, and how far players walk."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.rules.movement.boards import seats_by_game
from tournaments.rules.movement.setup import MovementError, ScheduleTerms
from tournaments.rules.schedule_check import Attendance, ScheduleWarningKind, check_schedule
from tournaments.rules.seating import base_seat, facing, in_seat_order
from tournaments.rules.types import ScheduledGame

_TWICE = (ScheduleWarningKind.TWICE, ScheduleWarningKind.ITSELF)
_MEETINGS = (ScheduleWarningKind.MET_TOO_OFTEN,)


@dataclass(frozen=True, slots=True)
class ProofLine:
    """One thing that a schedule is held to, and how many times it fails."""

    text: str
    failures: int = 0


def prove(
    schedule: Sequence[ScheduledGame], field: Sequence[Attendance], terms: ScheduleTerms, seat_of: Mapping[int, str]
) -> tuple[ProofLine, ...]:
    """Return the proof: nobody twice, games, meetings, seats. What else the check finds counts with the games."""
    kinds = [warning.kind for warning in check_schedule(schedule, field, terms)]
    twice, meetings = (sum(kind in group for kind in kinds) for group in (_TWICE, _MEETINGS))
    games = "1 game" if terms.games == 1 else f"{terms.games} games"
    extra = terms.rounds - terms.games
    makeups = "" if not extra else f", byes made up in {extra} extra round{'s' if extra > 1 else ''}"
    often = "once" if terms.max_meetings == 1 else "twice"
    return (
        ProofLine("nobody is in two games at the same time", twice),
        ProofLine(f"everybody plays {games}{makeups}", len(kinds) - twice - meetings),
        ProofLine(f"nobody meets the same opponent more than {often}", meetings),
        ProofLine("opponents sit across a board, and each seat is taken once", _seats_at_fault(schedule, seat_of)),
    )


def _seats_at_fault(schedule: Sequence[ScheduledGame], seat_of: Mapping[int, str]) -> int:
    faults = 0
    try:
        for scheduled, placed in seats_by_game(schedule, seat_of):
            pairs = scheduled.pairs
            across = sum(bool(placed.get(one)) and placed[one] == facing(placed[other]) for one, other in pairs)
            faults += len(pairs) - across + len(placed) - len(set(placed.values()))
    except MovementError:
        faults += 1
    return faults


@dataclass(frozen=True, slots=True)
class Walk:
    """How many boards on one goes from a game to the next: most of those who move, and the farthest."""

    usual: int
    farthest: int


def walk_of(schedule: Sequence[ScheduledGame], seat_of: Mapping[int, str], *, rounds: int) -> Walk:
    """Return how far one walks between the first ``rounds`` games, along the boards in the order of the seats."""
    order = dict.fromkeys(base_seat(seat_of[number]) for number in in_seat_order(seat_of))
    boards = {seat: board for board, seat in enumerate(dict.fromkeys(min(seat, facing(seat)) for seat in order))}
    steps: dict[int, int] = {}
    before: dict[int, str] = {}
    for _, placed in list(seats_by_game(schedule, seat_of))[:rounds]:
        for number, seat in placed.items():
            if before.get(number, seat) != seat:
                step = abs(_board(boards, seat) - _board(boards, before[number]))
                steps[step] = steps.get(step, 0) + 1
        before = {**before, **placed}
    return Walk(max(steps, key=lambda step: steps[step], default=0), max(steps, default=0))


def _board(boards: Mapping[str, int], seat: str) -> int:
    return boards.get(min(seat, facing(seat)), len(boards))
